"""Cards of remote agents: found, checked, compared; and what odd servers answer."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import httpx
import pytest
from a2a.client.transports.jsonrpc import JsonRpcTransport

from app.errors import AgentRefused, AgentUnreachable, BadInput
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import listening, served
from tests.contract.transport.serving import collect, say
from tests.patience import PATIENCE
from transport.client.cards import card_changes, card_json, fetch_card, kept_card, read_card
from transport.client.http import HttpOptions, http_client
from transport.client.http_transports import http_transport
from transport.connect import connect
from transport.protocol.codec import card_from_wire

pytestmark = pytest.mark.anyio

GOOD: dict[str, Any] = {
    "name": "lab",
    "description": "<b>bold</b>",
    "version": "1",
    "supportedInterfaces": [
        {"url": "https://lab.example/a", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
        {"url": "https://lab.example/r", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
    ],
    "capabilities": {"streaming": True},
    "defaultInputModes": ["text/plain"],
    "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "s", "name": "S", "description": "d", "tags": [], "examples": ["try me"]}],
    "securitySchemes": {"key": {"apiKeySecurityScheme": {"location": "header", "name": "X-Key"}}},
    "securityRequirements": [{"schemes": {"key": {"list": []}}}],
}


def answering(body: bytes, *, status: int = 200, **headers: str) -> Any:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        told = [(b"content-length", str(len(body)).encode())]
        told += [(name.replace("_", "-").encode(), v.encode()) for name, v in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": told})
        await send({"type": "http.response.body", "body": body})

    return application


def test_a_card_is_read_as_the_desk_shows_it() -> None:
    card = card_from_wire(read_card(GOOD, "https://lab.example"))
    assert card.skills[0].examples == ("try me",)
    assert [one.binding for one in card.interfaces] == ["HTTP+JSON", "JSONRPC"]
    assert [(need.name, need.kind) for need in card.security[0]] == [("key", "api_key")]
    assert card.input_modes == ("text/plain",)
    assert not card.signed


def test_a_card_of_an_older_version_becomes_one_of_this() -> None:
    old = {
        "name": "old",
        "description": "",
        "version": "1",
        "url": "https://old.example/rpc",
        "preferredTransport": "JSONRPC",
        "protocolVersion": "0.3.0",
        "capabilities": {"streaming": True},
        "defaultInputModes": [],
        "defaultOutputModes": [],
        "skills": [],
        "security": [{"b": []}],
        "securitySchemes": {"b": {"type": "http", "scheme": "bearer"}},
    }
    wire = read_card(old, "https://old.example")
    card = card_from_wire(wire)
    assert card.interfaces[0].version == "0.3.0"
    assert card.security[0][0].kind == "bearer"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": " "}, "no name"),
        ({"supportedInterfaces": []}, "does not say where"),
        ({"supportedInterfaces": GOOD["supportedInterfaces"] * 20}, "too many"),
        ({"skills": "none"}, "cannot be read"),
        (
            {"supportedInterfaces": [{"url": "http://lab.example", "protocolBinding": "JSONRPC"}]},
            "over TLS",
        ),
    ],
)
def test_cards_that_cannot_be_used_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(AgentRefused, match=words):
        read_card({**GOOD, **change}, "https://lab.example")


@pytest.mark.parametrize("value", [[], "card", 3, None])
def test_what_is_no_card_is_refused(value: Any) -> None:
    with pytest.raises(AgentRefused):
        read_card(value, "https://lab.example")


@pytest.mark.parametrize(("status", "key"), [(500, "agent_unreachable"), (503, "agent_busy")])
async def test_a_server_that_fails_is_away_and_not_without_an_agent(status: int, key: str) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        return httpx.Response(status, headers={"retry-after": "7"})

    async with httpx.AsyncClient(transport=httpx.MockTransport(fail)) as client:
        with pytest.raises(AgentUnreachable, match=f"HTTP {status}") as away:
            await fetch_card(client, "https://lab.example")
    assert away.value.reason == key


def test_a_changed_card_is_told_line_by_line() -> None:
    before = read_card(GOOD, "https://lab.example")
    assert card_changes(before, kept_card(card_json(before))) == []
    changed = json.loads(json.dumps(GOOD))
    changed["supportedInterfaces"][0]["url"] = "https://other.example/a"
    changed["skills"][0]["examples"].append("and me")
    lines = card_changes(before, read_card(changed, "https://lab.example"))
    assert lines == [
        'skills[0].examples[1]: — → "and me"',
        'supportedInterfaces[0].url: "https://lab.example/a" → "https://other.example/a"',
    ]


async def test_the_first_binding_of_the_card_that_is_known_is_spoken() -> None:
    async with http_client() as client:
        wire = read_card(GOOD, "https://lab.example")
        assert type(http_transport(wire, client)).__name__ == "RestTransport"
        chosen = http_transport(wire, client, binding="JSONRPC")
        assert isinstance(chosen, JsonRpcTransport)
        wire.supported_interfaces[0].protocol_version = "0.3"
        assert type(http_transport(wire, client)).__name__ == "CompatRestTransport"
        wire.supported_interfaces[0].tenant = "acme"
        assert type(http_transport(wire, client)).__name__ == "TenantTransportDecorator"
        for one in wire.supported_interfaces:
            one.protocol_binding = "urn:carrier-pigeon"
        with pytest.raises(AgentRefused, match="carrier-pigeon"):
            http_transport(wire, client)


async def test_a_card_that_never_ends_is_given_up() -> None:
    gone = asyncio.Event()

    async def trickles(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        while True:
            await send({"type": "http.response.body", "body": b" ", "more_body": True})
            with suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await receive()
                    gone.set()
                    return

    async with listening(trickles) as address:
        async with http_client() as client:
            with pytest.raises(AgentUnreachable, match="did not come within"):
                await fetch_card(client, address, seconds=0.5)
        async with asyncio.timeout(PATIENCE):
            await gone.wait()


async def test_the_tenant_of_the_card_is_sent() -> None:
    async def works(turn: Turn) -> None:
        await turn.say(turn.context.tenant)
        await turn.updater.complete()

    async with served(works) as at:
        async with http_client() as client:
            wire = await fetch_card(client, at.base)
        for binding, one in zip(("JSONRPC", "HTTP+JSON"), wire.supported_interfaces, strict=True):
            one.tenant = "acme"
            link = await connect(at.base, card=wire, binding=binding)
            events = await collect(link.send(say("x")))
            assert "acme" in str(events)
            await link.aclose()


@pytest.mark.parametrize(
    "address", ["/scripted", "/scripted/", "", "/scripted/.well-known/agent-card.json"]
)
async def test_an_agent_is_found_by_any_of_its_addresses(address: str) -> None:
    async def works(turn: Turn) -> None:
        await turn.updater.complete()

    async with served(works) as at:
        link = await connect(at.base + address)
        assert link.card.name == "scripted"
        await link.aclose()


async def test_of_several_agents_one_has_to_be_chosen() -> None:
    async def works(turn: Turn) -> None:
        await turn.updater.complete()

    async with served(works, names=("one", "two")) as at:
        with pytest.raises(AgentRefused, match=r"several agents.*/one, .*/two"):
            await connect(at.base)


@pytest.mark.parametrize(
    ("application", "words"),
    [
        (answering(b"<html>"), "no JSON"),
        (answering(b"nope", status=404), "no agent at"),
        (answering(b"no", status=401), "let in"),
        (answering(b"{}", content_encoding="gzip"), "compresses"),
        (answering(b'{"name": "' + b"x" * 2000 + b'"}'), "more than 1,000 bytes"),
        (answering(b"", status=302, location="http://127.0.0.1:1/"), "HTTP 302"),
    ],
)
async def test_what_is_no_agent_is_said_so(application: Any, words: str) -> None:
    async with listening(application) as address:
        with pytest.raises(AgentRefused, match=words):
            await connect(address, options=HttpOptions(max_event_bytes=1000))


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "http://no.such.host.invalid/x"])
async def test_nobody_there_is_unreachable(address: str) -> None:
    with pytest.raises(AgentUnreachable):
        await connect(address)


@pytest.mark.parametrize("address", ["data", "", "://x", "/path"])
async def test_what_is_no_address_is_bad_input(address: str) -> None:
    with pytest.raises(BadInput):
        await connect(address)


async def test_an_unusable_certificate_is_said_so(tmp_path: Any) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("nonsense")
    with pytest.raises(BadInput, match="certificate"):
        http_client(HttpOptions(ca_file=file))
    with pytest.raises(BadInput, match="certificate"):
        http_client(HttpOptions(client_certificate=tmp_path / "none.pem"))
