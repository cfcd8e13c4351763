"""Signing in as cards ask for it, with an agent and an OAuth server that are really there."""

import asyncio
import base64
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import keyring.backend
import keyring.errors
import pytest
from a2a.types import AgentCard, AgentInterface, SecurityRequirement, SecurityScheme, StringList
from google.protobuf.json_format import ParseDict

from app.domain.cards import SecurityNeed
from app.errors import AgentRefused, BadInput
from app.profile.secrets import KeyringSecrets, Secrets, SessionSecrets, system_secrets
from tests.contract.transport.executors import card
from tests.contract.transport.http_agents import listening
from transport.auth.credentials import AgentCredentials, Credential
from transport.auth.interceptor import CardAuth
from transport.auth.sign_in import fields_of, needs_of, sign_in
from transport.connect import connect

pytestmark = pytest.mark.anyio


class Door:
    """An agent that lists no tasks, for those who are let in; and the OAuth server beside it."""

    def __init__(self) -> None:
        self.wants: dict[str, str] = {}
        self.good = {"token-1"}
        self.made = 1
        self.grants: list[dict[str, str]] = []
        self.challenge = ""
        self.pending = 2
        self.refuse_refresh = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        query = {k: v[0] for k, v in parse_qs(scope["query_string"].decode()).items()}
        form = {k: v[0] for k, v in parse_qs(body.decode()).items()}
        status, answer = self._answer(scope["path"], headers, query, form)
        told = json.dumps(answer).encode()
        start = {"type": "http.response.start", "status": status}
        await send({**start, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": told})

    def _answer(
        self, path: str, headers: dict[str, str], query: dict[str, str], form: dict[str, str]
    ) -> tuple[int, Any]:
        if path == "/token":
            self.grants.append(form)
            return self._token(form)
        if path == "/device":
            return 200, {
                "device_code": "d",
                "user_code": "ABCD",
                "verification_uri": "http://127.0.0.1/activate",
                "interval": 0.01,
                "expires_in": 60,
            }
        if path == "/.well-known/openid-configuration":
            base = f"http://{headers['host']}"
            return 200, {
                "authorization_endpoint": f"{base}/authorize",
                "token_endpoint": f"{base}/token",
            }
        given = headers | {f"?{k}": v for k, v in query.items()}
        bearer = headers.get("authorization", "").removeprefix("Bearer ") in self.good
        if all(given.get(k) == v for k, v in self.wants.items()) and (self.wants or bearer):
            return 200, {"jsonrpc": "2.0", "id": 1, "result": {"tasks": []}}
        return 401, {"error": "no"}

    def _token(self, form: dict[str, str]) -> tuple[int, Any]:
        match form["grant_type"]:
            case "client_credentials" if form.get("client_secret") != "right":
                return 401, {"error": "invalid_client"}
            case "authorization_code":
                digest = hashlib.sha256(form["code_verifier"].encode()).digest()
                sent = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
                if sent != self.challenge or form["code"] != "the-code":
                    return 400, {"error": "invalid_grant"}
            case "refresh_token" if self.refuse_refresh:
                return 400, {"error": "invalid_grant"}
            case "urn:ietf:params:oauth:grant-type:device_code" if self.pending:
                self.pending -= 1
                return 400, {"error": "authorization_pending"}
        self.made += 1
        self.good = {f"token-{self.made}"}
        return 200, {
            "access_token": f"token-{self.made}",
            "refresh_token": "again",
            "expires_in": 3600,
        }


class Person:
    """Somebody at a browser, who agrees."""

    def __init__(self, door: Door, told: dict[str, str] | None = None) -> None:
        self.door = door
        self.told = {"code": "the-code"} if told is None else told
        self.shown: list[str] = []

    async def open_url(self, url: str) -> None:
        asked = {k: v[0] for k, v in parse_qs(urlsplit(url).query).items()}
        assert asked["code_challenge_method"] == "S256"
        self.door.challenge = asked["code_challenge"]
        async with httpx.AsyncClient() as browser:
            wrong = await browser.get(asked["redirect_uri"], params={**self.told, "state": "x"})
            assert wrong.status_code == 400
            right = {**self.told, "state": asked["state"]}
            assert (await browser.get(asked["redirect_uri"], params=right)).status_code == 200

    async def show_code(self, url: str, code: str) -> None:
        self.shown.append(f"{url} {code}")


def asking(base: str, scheme: dict[str, Any], scopes: tuple[str, ...] = ()) -> AgentCard:
    text = json.dumps(scheme).replace("BASE", base)
    wire = AgentCard()
    wire.CopyFrom(card())
    wire.supported_interfaces.append(
        AgentInterface(url=base, protocol_binding="JSONRPC", protocol_version="1.0")
    )
    wire.security_schemes["s"].CopyFrom(ParseDict(json.loads(text), SecurityScheme()))
    wire.security_requirements.append(
        SecurityRequirement(schemes={"s": StringList(list=list(scopes))})
    )
    return wire


@asynccontextmanager
async def door() -> AsyncIterator[tuple[Door, str]]:
    there = Door()
    async with listening(there) as base:
        yield there, base


async def let_in(wire: AgentCard, secrets: Secrets) -> None:
    auth = CardAuth(wire, AgentCredentials(secrets, wire))
    await auth.load()
    link = await connect(wire.supported_interfaces[0].url, card=wire, auth=auth)
    try:
        assert await link.tasks("c") == []
    finally:
        await link.aclose()


async def signed_in(
    wire: AgentCard, answers: dict[str, str], person: Person, secrets: Secrets
) -> None:
    (need,) = needs_of(wire)
    credentials = AgentCredentials(secrets, wire)
    await sign_in(wire, need, answers, credentials=credentials, companion=person)


BASIC = "Basic " + base64.b64encode("아다:pass:word".encode()).decode()


@pytest.mark.parametrize(
    ("scheme", "answers", "wants"),
    [
        (
            {"httpAuthSecurityScheme": {"scheme": "Bearer"}},
            {"secret": "tok"},
            {"authorization": "Bearer tok"},
        ),
        (
            {"httpAuthSecurityScheme": {"scheme": "basic"}},
            {"user": "아다", "secret": "pass:word"},
            {"authorization": BASIC},
        ),
        (
            {"apiKeySecurityScheme": {"location": "header", "name": "X-Key"}},
            {"secret": "k"},
            {"x-key": "k"},
        ),
        (
            {"apiKeySecurityScheme": {"location": "query", "name": "key"}},
            {"secret": "k&1"},
            {"?key": "k&1"},
        ),
        (
            {"apiKeySecurityScheme": {"location": "cookie", "name": "session"}},
            {"secret": "k"},
            {"cookie": "session=k"},
        ),
    ],
)
async def test_simple_secrets_are_sent_where_the_card_says(
    scheme: dict[str, Any], answers: dict[str, str], wants: dict[str, str]
) -> None:
    async with door() as (there, base):
        there.wants = wants
        wire, secrets = asking(base, scheme), SessionSecrets()
        (need,) = needs_of(wire)
        assert [field.name for field in fields_of(need)] == list(answers)
        with pytest.raises(AgentRefused, match="signed in"):
            await let_in(wire, secrets)
        await signed_in(wire, answers, Person(there), secrets)
        await let_in(wire, secrets)


CLIENT = {"client_id": "desk", "client_secret": "right"}
FLOWS: dict[str, dict[str, Any]] = {
    "client": {"clientCredentials": {"tokenUrl": "BASE/token"}},
    "browser": {
        "authorizationCode": {"authorizationUrl": "BASE/authorize", "tokenUrl": "BASE/token"}
    },
    "device": {"deviceCode": {"deviceAuthorizationUrl": "BASE/device", "tokenUrl": "BASE/token"}},
}


def oauth(flow: str) -> dict[str, Any]:
    if flow == "openid":
        url = "BASE/.well-known/openid-configuration"
        return {"openIdConnectSecurityScheme": {"openIdConnectUrl": url}}
    return {"oauth2SecurityScheme": {"flows": FLOWS[flow]}}


@pytest.mark.parametrize("flow", [*FLOWS, "openid"])
async def test_every_oauth_flow_lets_in_and_renews(flow: str) -> None:
    async with door() as (there, base):
        wire, secrets = asking(base, oauth(flow), ("read", "write")), SessionSecrets()
        person = Person(there)
        await signed_in(wire, CLIENT, person, secrets)
        await let_in(wire, secrets)
        assert bool(person.shown) == (flow == "device")
        there.good = {"none any more"}  # as after a server's restart
        await let_in(wire, secrets)
        assert there.grants[-1]["grant_type"] == "refresh_token"
        await let_in(wire, secrets)
        kept = AgentCredentials(secrets, wire).get("s")
        assert kept is not None
        assert kept.secret in there.good  # the renewed one was kept


async def test_a_token_that_has_ended_is_renewed_before_it_is_used() -> None:
    async with door() as (there, base):
        wire, secrets = asking(base, oauth("client")), SessionSecrets()
        ended = Credential(
            kind="oauth2",
            secret="old",
            expires_at=1.0,
            token_url=f"{base}/token",
            client_id="desk",
            client_secret="right",
        )
        AgentCredentials(secrets, wire).put("s", ended)
        await let_in(wire, secrets)
        assert [grant["grant_type"] for grant in there.grants] == ["client_credentials"]


async def test_refusals_are_said_in_words() -> None:
    async with door() as (there, base):
        secrets = SessionSecrets()
        wire = asking(base, oauth("client"))
        with pytest.raises(AgentRefused, match="invalid_client"):
            await signed_in(wire, {**CLIENT, "client_secret": "wrong"}, Person(there), secrets)
        with pytest.raises(BadInput, match="Client id"):
            await signed_in(wire, {}, Person(there), secrets)
        wire = asking(base, oauth("browser"))
        with pytest.raises(AgentRefused, match="access_denied"):
            await signed_in(wire, CLIENT, Person(there, {"error": "access_denied"}), secrets)
        with pytest.raises(AgentRefused, match="invalid_grant"):
            await signed_in(wire, CLIENT, Person(there, {"code": "guessed"}), secrets)
        away = json.loads(json.dumps(oauth("client")).replace("BASE", "http://oauth.example"))
        with pytest.raises(AgentRefused, match="without TLS"):
            await signed_in(asking(base, away), CLIENT, Person(there), secrets)
        assert AgentCredentials(secrets, wire).get("s") is None


async def test_secrets_go_nowhere_else() -> None:
    async with door() as (there, base), door() as (_, elsewhere):
        there.wants = {"authorization": "Bearer tok"}
        scheme = {"httpAuthSecurityScheme": {"scheme": "bearer"}}
        wire, secrets = asking(base, scheme), SessionSecrets()
        await signed_in(wire, {"secret": "tok"}, Person(there), secrets)
        assert AgentCredentials(secrets, asking(elsewhere, scheme)).get("s") is None
        auth = CardAuth(wire, AgentCredentials(secrets, wire))
        assert await auth.load()
        async with httpx.AsyncClient(auth=auth) as client:
            assert (await client.get(base)).status_code == 200
            sent = (await client.get(elsewhere)).request
            assert "authorization" not in sent.headers
        remote = asking("http://lab.example", scheme)
        AgentCredentials(secrets, remote).put("s", Credential(kind="bearer", secret="tok"))
        auth = CardAuth(remote, AgentCredentials(secrets, remote))
        await auth.load()
        async with httpx.AsyncClient(auth=auth) as client:
            with pytest.raises(AgentRefused, match="without TLS"):
                await client.get("http://lab.example/x")


def test_a_scheme_that_nobody_has_is_said_so() -> None:
    wire = asking("https://lab.example", {"mtlsSecurityScheme": {}})
    with pytest.raises(AgentRefused, match="mutual_tls"):
        needs_of(wire)
    assert needs_of(card()) == ()


def test_a_credential_does_not_tell_itself() -> None:
    credential = Credential(kind="basic", user="ada", secret="hunter2", client_secret="x9x9")
    for text in (repr(credential), str(credential), f"{credential}", f"{[credential]}"):
        assert "hunter2" not in text
        assert "x9x9" not in text


class Ring(keyring.backend.KeyringBackend):
    """A keyring as the system has one, which can be locked."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise keyring.errors.KeyringLocked("locked")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise keyring.errors.PasswordDeleteError("unknown")
        del self.kept[service, username]


def test_a_keyring_keeps_and_forgets(caplog: pytest.LogCaptureFixture) -> None:
    ring = Ring()
    secrets = KeyringSecrets(ring)
    assert secrets.lasting
    secrets.put("a", "1")
    assert secrets.get("a") == "1"
    ring.locked = True
    assert secrets.get("a") is None
    ring.locked = False
    secrets.forget("a")
    secrets.forget("a")
    assert secrets.get("a") is None


def test_only_the_systems_own_keyring_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", Ring())
    assert isinstance(system_secrets(), SessionSecrets)


async def test_those_who_need_the_same_token_at_once_renew_it_once() -> None:
    async with door() as (there, base):
        wire, secrets = asking(base, oauth("client")), SessionSecrets()
        await signed_in(wire, CLIENT, Person(there), secrets)
        there.good = {"none"}
        auth = CardAuth(wire, AgentCredentials(secrets, wire))
        await auth.load()
        async with httpx.AsyncClient(auth=auth) as client:
            answers = await asyncio.gather(*(client.get(base) for _ in range(5)))
        assert {answer.status_code for answer in answers} == {200}
        assert [grant["grant_type"] for grant in there.grants].count("refresh_token") == 1


def test_needs_keep_their_scopes() -> None:
    wire = asking("https://lab.example", oauth("client"), ("read",))
    assert needs_of(wire) == (SecurityNeed(name="s", kind="oauth2", scopes=("read",)),)
