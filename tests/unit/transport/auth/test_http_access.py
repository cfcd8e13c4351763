"""Agents that want a key, used without a keyring: what is given for one run lets it in."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.connections import known_agents
from app.connections.access_arguments import access_of
from app.connections.remote_agents import RemoteAgents
from app.domain.cards import Access
from app.errors import AgentRefused, BadInput
from app.profile.folder import Profile
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

    def __init__(self, location: str, *, card_too: bool = False) -> None:
        self.location = location
        self.card_too = card_too
        self.strangers = 0
        self.base = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        asks_card = scope["method"] == "GET"
        shown = {
            "header": headers.get("x-key") == "k1",
            "cookie": "X-Key=k1" in headers.get("cookie", ""),
            "query": b"X-Key=k1" in scope["query_string"],
        }
        if not shown[self.location] and (self.card_too or not asks_card):
            self.strangers += 1
            await self._say(send, {}, 401)
            return
        if asks_card:
            await self._say(send, self._card())
            return
        request = json.loads((await receive())["body"])
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


@pytest.mark.parametrize("location", ["header", "cookie", "query"])
async def test_a_card_that_was_accepted_says_how_the_key_to_it_is_sent(
    profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, location: str
) -> None:
    keyed = Keyed(location, card_too=True)
    async with listening(keyed) as keyed.base:
        with pytest.raises(AgentRefused, match="--header"):
            await asked(profile, keyed.base, Access(api_key="k1"))
        Profile(profile).prepare()
        known_agents.add(profile, keyed.base, "lab")
        shown = RemoteAgents(profile, secrets=SessionSecrets())
        keyed.card_too = False
        shown.accept("lab", await shown.look("lab"))
        keyed.card_too = True
        assert await asked(profile, "lab", Access(api_key="k1")) == ["message"]
        for wrong in (Access(api_key="k2"), Access()):
            with pytest.raises(AgentRefused, match="let in"):
                await asked(profile, "lab", wrong)
        kept = tmp_path / "secrets"
        kept.write_text(f"{keyed.base} k1\n")
        monkeypatch.setenv("BALANCE_DESK_SECRETS_FILE", str(kept))
        link = await RemoteAgents(profile).open("lab")
        assert shape(await collect(link.send(say("x")))) == ["message"]
        await link.aclose()


async def test_an_agent_that_shows_strangers_no_card_is_added_with_what_lets_in(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keyed, other = Keyed("header", card_too=True), Keyed("header", card_too=True)
    async with listening(keyed) as keyed.base, listening(other) as other.base:
        Profile(profile).prepare()
        known_agents.add(profile, other.base, "other")
        options = ["--name", "lab", "--header", "X-Key: k1", "--profile", str(profile), "--json"]
        assert await asyncio.to_thread(main, ["agents", "add", keyed.base, *options]) == 0
        listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert {"name": "lab", "where": keyed.base, "reachable": True} in listed
        assert other.strangers > 0
        assert await asked(profile, "lab", Access(api_key="k1")) == ["message"]
    files = await asyncio.to_thread(lambda: [one for one in profile.rglob("*") if one.is_file()])
    assert not [one for one in files if b"k1" in one.read_bytes()]


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
