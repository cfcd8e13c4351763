"""A company's sign-in lets people in: whose key, for whom, until when, of which tenant, as what."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from app.conversations.database.database import Database
from app.conversations.service.oidc import OidcAccess, OidcSettings, TenantRoles, read_settings
from app.conversations.service.tokens import ROLES, TokenBook
from app.errors import BadInput, NotAllowed, ServiceTimeout
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

ISSUER = "https://login.example.org/realm"
SETTINGS = OidcSettings(
    issuer=ISSUER,
    audience="balance-desk",
    tenant_claim="org",
    roles={"analysts": "member", "bots": "service"},
)


class Issuer:
    """Publishes keys, and signs with the newest; `asked` counts how often its keys were fetched.

    While it hangs it takes requests and answers none.
    """

    def __init__(self) -> None:
        self.keys: dict[str, ec.EllipticCurvePrivateKey] = {}
        self.asked = 0
        self.away = False
        self.hung = asyncio.Event()
        self.answers = asyncio.Event()
        self.answers.set()
        self.rotate("one")

    def rotate(self, kid: str) -> None:
        self.keys = {kid: ec.generate_private_key(ec.SECP256R1())}

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        if self.away:
            raise httpx.ConnectError("away")
        if not self.answers.is_set():
            self.hung.set()
            await self.answers.wait()
        if request.url.path.endswith("/.well-known/openid-configuration"):
            told = {"issuer": ISSUER, "jwks_uri": "https://login.example.org/keys"}
            return httpx.Response(200, json=told)
        self.asked += 1
        published = [
            {**jwt.algorithms.ECAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": kid}
            for kid, key in self.keys.items()
        ]
        return httpx.Response(200, json={"keys": published})

    def token(self, **claims: Any) -> str:
        [(kid, key)] = self.keys.items()
        now = int(time.time())
        said = {
            "iss": ISSUER,
            "aud": ["balance-desk", "other"],
            "sub": "ann",
            "org": "acme",
            "roles": ["analysts"],
            "iat": now,
            "exp": now + 300,
            **claims,
        }
        held = {name: value for name, value in said.items() if value is not None}
        return jwt.encode(held, key, algorithm="ES256", headers={"kid": kid})


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def signing(
    folder: Path, issuer: Issuer, settings: OidcSettings = SETTINGS, seconds: float = PATIENCE
) -> AsyncIterator[tuple[OidcAccess, TokenBook, Clock]]:
    database = await Database.open(folder / "desk.db")
    own, clock = TokenBook(database), Clock()
    try:
        async with httpx.AsyncClient(transport=httpx.MockTransport(issuer)) as client:
            access = OidcAccess(own, settings, client, clock=clock, seconds=seconds)
            yield access, own, clock
            await access.aclose()
    finally:
        await database.aclose()


async def test_who_is_signed_in_has_their_tenant_and_their_roles(tmp_path: Path) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer) as (access, own, _):
        caller = await access.caller(issuer.token())
        assert caller is not None
        assert (caller.tenant, caller.user, caller.scopes) == ("acme", "ann", ROLES["member"])
        both = await access.caller(issuer.token(roles=["bots", "analysts", "unknown"]))
        assert both is not None and both.scopes == ROLES["service"]
        # The service's own tokens go on.
        issued = await own.create("acme", user="bob")
        mine = await access.caller(issued.text)
        assert mine is not None and mine.user == "bob"
    assert issuer.asked == 1


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "somebody else"},
        {"aud": None},
        {"iss": "https://evil.example"},
        {"exp": 1},
        {"exp": None},
        {"iat": None},
        {"sub": None},
        {"sub": ""},
        {"org": None},
        {"org": ["acme"]},
        {"roles": ["unknown"]},
        {"roles": None},
        {"nbf": 99999999999},
    ],
)
async def test_a_token_that_does_not_fit_lets_nobody_in(
    tmp_path: Path, claims: dict[str, Any]
) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer) as (access, _, _):
        if claims.keys() & {"org", "roles"}:
            with pytest.raises(NotAllowed, match="no role"):
                await access.caller(issuer.token(**claims))
        else:
            assert await access.caller(issuer.token(**claims)) is None
        assert await access.caller(issuer.token()) is not None


async def test_roles_are_those_of_each_tenant(tmp_path: Path) -> None:
    issuer = Issuer()
    settings = OidcSettings(
        issuer=ISSUER,
        audience="balance-desk",
        tenants={
            "acme": TenantRoles(roles={"analysts": "reader", "leads": "admin"}),
            "beta": TenantRoles(roles={"staff": "member"}, role="reader"),
        },
    )
    async with signing(tmp_path, issuer, settings) as (access, _, _):

        async def scopes(tenant: str, *groups: str) -> frozenset[str] | None:
            caller = await access.caller(issuer.token(roles=groups), tenant)
            return None if caller is None or caller.tenant != tenant else caller.scopes

        assert await scopes("acme", "analysts") == ROLES["reader"]
        assert await scopes("acme", "analysts", "leads") == ROLES["admin"]
        assert await scopes("beta", "analysts") == ROLES["reader"]
        assert await scopes("beta", "analysts", "staff") == ROLES["member"]
        with pytest.raises(NotAllowed, match="another tenant"):
            await scopes("acme", "staff")
        with pytest.raises(BadInput, match=r"\(acme, beta\): .*X-Tenant-Id"):
            await access.caller(issuer.token(roles=["leads"]))
        alone = await access.caller(issuer.token(roles=[]))
        assert alone is not None and alone.tenant == "beta"


async def test_a_forged_signature_lets_nobody_in(tmp_path: Path) -> None:
    issuer, other = Issuer(), Issuer()
    async with signing(tmp_path, issuer) as (access, _, _):
        assert await access.caller(other.token()) is None
        head, body, signed = issuer.token().split(".")
        assert await access.caller(f"{head}.{body}.{signed[:-4]}AAAA") is None
        unsigned = jwt.encode({"sub": "ann"}, None, algorithm="none", headers={"kid": "one"})
        assert await access.caller(unsigned) is None
        claims = jwt.decode(issuer.token(), options={"verify_signature": False})
        shared = jwt.encode(claims, "s" * 32, algorithm="HS256", headers={"kid": "one"})
        assert await access.caller(shared) is None
        for nonsense in ("a.b.c", "..", "x" * 20_000 + ".b.c", "bdc_x", ""):
            assert await access.caller(nonsense) is None


async def test_keys_are_rotated_and_nobody_makes_us_ask_too_often(tmp_path: Path) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer) as (access, _, clock):
        old = issuer.token()
        assert await access.caller(old) is not None
        issuer.rotate("two")
        for _ in range(50):
            assert await access.caller(issuer.token()) is None  # too soon to ask again
        assert issuer.asked == 1
        clock.now += 31
        assert await access.caller(issuer.token()) is not None
        assert await access.caller(old) is None
        assert issuer.asked == 2


async def test_all_who_wait_for_a_key_get_it_from_one_answer(tmp_path: Path) -> None:
    issuer = Issuer()
    issuer.answers.clear()
    async with signing(tmp_path, issuer) as (access, own, _):
        waiting = [asyncio.create_task(access.caller(issuer.token())) for _ in range(20)]
        await issuer.hung.wait()
        issued = await own.create("acme", user="bob")
        mine = await access.caller(issued.text)  # meanwhile
        assert mine is not None and not any(one.done() for one in waiting)
        waiting[0].cancel()  # takes it from nobody else
        issuer.answers.set()
        callers = await asyncio.gather(*waiting[1:])
    assert [one.user for one in callers if one is not None] == ["ann"] * 19
    assert issuer.asked == 1


@pytest.mark.logs_warnings
async def test_an_issuer_that_is_away_locks_nobody_out_who_is_known(tmp_path: Path) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer) as (access, _, clock):
        issuer.away = True
        for _ in range(2):
            with pytest.raises(ServiceTimeout, match="try again") as caught:
                await access.caller(issuer.token())
        assert caught.value.reason == "issuer_away"
        issuer.away = False
        clock.now += 31
        assert await access.caller(issuer.token()) is not None
        issuer.away = True
        clock.now += 3600
        assert await access.caller(issuer.token()) is not None


@pytest.mark.logs_warnings
async def test_an_issuer_that_hangs_is_not_waited_for_without_end(tmp_path: Path) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer, seconds=0.5) as (access, _, clock):
        known = issuer.token()
        assert await access.caller(known) is not None
        issuer.answers.clear()
        clock.now += 31
        issuer.rotate("two")
        with pytest.raises(ServiceTimeout):
            await access.caller(issuer.token())
        assert await access.caller(known) is not None


async def test_a_known_key_goes_on_while_it_is_fetched_anew(tmp_path: Path) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer) as (access, _, clock):
        old = issuer.token()
        assert await access.caller(old) is not None
        clock.now += 601
        issuer.rotate("two")
        issuer.answers.clear()
        assert await access.caller(old) is not None
        await issuer.hung.wait()
        assert await access.caller(old) is not None
        issuer.answers.set()
        assert await access.caller(issuer.token()) is not None
        assert await access.caller(old) is None


async def test_a_key_that_was_withdrawn_while_nobody_asked_lets_nobody_in(tmp_path: Path) -> None:
    issuer = Issuer()
    async with signing(tmp_path, issuer) as (access, _, clock):
        old = issuer.token()
        assert await access.caller(old) is not None
        issuer.rotate("two")
        clock.now += 3600
        assert await access.caller(old) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[oidc]\nissuer = 'x'",
        "[oidc]\nissuer = 'x'\naudience = 'y'",
        "[oidc]\nissuer = 'x'\naudience = 'y'\ntenant = 'a'\ntenant_claim = 'b'",
        "[oidc]\nissuer = 'x'\naudience = 'y'\ntenant = 'a'\nrole = 'king'",
        "[oidc]\nissuer = 'x'\naudience = 'y'\ntenant = 'a'\nroles = {a = 'king'}",
        "[oidc]\nissuer = 'x'\naudience = 'y'\ntenants = {}",
        "[oidc]\nissuer = 'x'\naudience = 'y'\nrole = 'reader'\ntenants = {a = {role = 'reader'}}",
        "[oidc]\nissuer = 'x'\naudience = 'y'\ntenants = {a = {role = 'king'}}",
        "[oidc]\nissuer = 'x'\naudience = 'y'\ntenant = 'b'\ntenants = {a = {role = 'reader'}}",
        "no toml",
    ],
)
def test_settings_that_do_not_fit_say_so(tmp_path: Path, text: str) -> None:
    file = tmp_path / "oidc.toml"
    file.write_text(text)
    with pytest.raises(BadInput):
        read_settings(file)
    file.write_text("[oidc]\nissuer = 'x'\naudience = 'y'\ntenant = 'a'\nrole = 'reader'")
    assert read_settings(file).role == "reader"
