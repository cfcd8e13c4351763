"""Agents that want a key, used without a keyring: what is given for one run lets it in."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.connections.access_arguments import access_of
from app.connections.remote_agents import RemoteAgents
from app.domain.cards import Access
from app.errors import AgentRefused, BadInput
from app.profile.secrets import SessionSecrets
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import listening, served
from tests.contract.transport.serving import collect, say, shape

pytestmark = pytest.mark.anyio


async def greets(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say("Hello.")
    await turn.updater.complete()


async def asked(profile: Path, url: str, access: Access) -> list[str]:
    link = await RemoteAgents(profile, secrets=SessionSecrets(), access=access).open(url)
    try:
        return shape(await collect(link.send(say("x"))))
    finally:
        await link.aclose()


@pytest.mark.parametrize(
    "access",
    [Access(bearer="s3cret"), Access(headers=(("authorization", "Bearer s3cret"),))],
)
async def test_a_token_of_this_run_lets_it_in(profile: Path, access: Access) -> None:
    async with served(greets, tokens={"s3cret": "ada"}) as at:
        url = f"{at.base}/scripted"
        assert (await asked(profile, url, access))[-1] == "completed"
        with pytest.raises(AgentRefused, match="agents login"):
            await asked(profile, url, Access())
    assert "s3cret" not in repr(access)


class Keyed:
    """An agent that answers those who show a key where its card says; it counts the others."""

    def __init__(self, location: str) -> None:
        self.location = location
        self.strangers = 0
        self.base = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        if scope["method"] == "GET":
            await self._say(send, self._card())
            return
        request = json.loads((await receive())["body"])
        shown = {
            "header": headers.get("x-key") == "k1",
            "cookie": "X-Key=k1" in headers.get("cookie", ""),
            "query": b"X-Key=k1" in scope["query_string"],
        }
        if not shown[self.location]:
            self.strangers += 1
            await self._say(send, {}, 401)
            return
        message = {"messageId": "1", "role": "ROLE_AGENT", "parts": [{"text": "In."}]}
        await self._say(
            send, {"jsonrpc": "2.0", "id": request["id"], "result": {"message": message}}
        )

    def _card(self) -> dict[str, Any]:
        return {
            "name": "keyed",
            "description": "x",
            "version": "1",
            "capabilities": {},
            "defaultInputModes": ["text/plain"],
            "defaultOutputModes": ["text/plain"],
            "skills": [],
            "supportedInterfaces": [
                {"url": self.base, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
            ],
            "securitySchemes": {
                "key": {"apiKeySecurityScheme": {"name": "X-Key", "location": self.location}}
            },
            "securityRequirements": [{"schemes": {"key": {"list": []}}}],
        }

    async def _say(self, send: Any, body: Any, status: int = 200) -> None:
        head = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": head})
        await send({"type": "http.response.body", "body": json.dumps(body).encode()})


@pytest.mark.parametrize("location", ["header", "cookie", "query"])
async def test_a_key_is_shown_where_the_card_says(profile: Path, location: str) -> None:
    keyed = Keyed(location)
    async with listening(keyed) as keyed.base:
        assert await asked(profile, keyed.base, Access(api_key="k1")) == ["message"]
        assert keyed.strangers == 0
        with pytest.raises(AgentRefused):
            await asked(profile, keyed.base, Access(api_key="k2"))


async def test_a_key_without_a_place_is_refused_before_it_is_sent(profile: Path) -> None:
    async with served(greets) as at:
        with pytest.raises(BadInput, match="--header"):
            await asked(profile, f"{at.base}/scripted", Access(api_key="k1"))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"header": ["no colon"]}, "is no header"),
        ({"header": ["A: b\nC: d"]}, "is no header"),
        ({"header": ["A B: c"]}, "is no header"),
        ({"bearer_env": "NOT_SET_ANYWHERE"}, "NOT_SET_ANYWHERE holds nothing"),
        ({"api_key_env": "BROKEN"}, "BROKEN holds nothing"),
    ],
)
def test_what_cannot_be_sent_is_said(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], says: str
) -> None:
    monkeypatch.setenv("BROKEN", "a\nb")
    given: Any = type("Given", (), {"header": None, "bearer_env": None, "api_key_env": None})()
    vars(given).update(options)
    with pytest.raises(BadInput, match=says):
        access_of(given)
