"""`tasks`, `push`, `call`, `replay` and gateways, as somebody who develops an agent uses them."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli import main
from app.connections import known_agents
from app.connections.inspection import call, keep_recording, read_recording
from app.connections.remote_agents import RemoteAgents
from app.domain.cards import NO_ACCESS, Access
from app.domain.conformance import WebhookCall
from app.domain.ids import utc_now
from app.errors import AgentError, AgentRefused, BadFile, BadInput, TaskUnknown
from app.serving.server import serve_grpc
from app.serving.sources import AgentSource, open_source
from tests.contract.transport import grpc_wire
from tests.contract.transport.conformance.plain_agent import Faults, PlainAgent
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, say, shape
from tests.patience import PATIENCE
from transport.conformance.replaying import replayed
from transport.conformance.webhook import Webhook
from transport.connect import link_in_process
from transport.server.cards import ServedAgent
from transport.server.gateway import ForwardingHandler
from transport.server.http_entry import Tokens
from transport.server.routes import http_application

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(agent: PlainAgent, profile: Path) -> AsyncIterator[Any]:
    async with listening(agent) as agent.base:
        link = await RemoteAgents(profile).open(agent.base)
        try:
            yield link
        finally:
            await link.aclose()


async def results(link: Any, method: str, **params: Any) -> list[Any]:
    return [one async for one in call(link, method, params)]


async def test_any_operation_is_asked_by_its_name(profile: Path) -> None:
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hello"}]}
    async with opened(PlainAgent(), profile) as link:
        [sent] = await results(link, "SendMessage", message=message)
        task_id = sent["task"]["id"]
        [page] = await results(link, "ListTasks", contextId=sent["task"]["contextId"])
        assert [one["id"] for one in page["tasks"]] == [task_id]
        [hook] = await results(
            link, "CreateTaskPushNotificationConfig", taskId=task_id, url="https://e.example/h"
        )
        gone = await results(
            link, "DeleteTaskPushNotificationConfig", taskId=task_id, id=hook["id"]
        )
        assert gone == []
        for method, params, error in (
            ("GetTask", {"id": "none"}, TaskUnknown),
            ("CancelTask", {"id": task_id}, AgentRefused),
            ("GetExtendedAgentCard", {}, AgentRefused),  # asked for, though the card offers none
            ("NoSuch", {}, BadInput),
            ("GetTask", {"identity": "x"}, BadInput),
        ):
            with pytest.raises(error):
                await results(link, method, **params)


async def test_a_card_is_printed_and_compared_with_an_older_one(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "card.json"
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        command = ["agents", "card", agent.base, "--profile", str(profile)]
        assert await asyncio.to_thread(main, command) == 0
        told = capsys.readouterr().out
        assert json.loads(told)["name"] == "Plain"
        for text, code, says in ((told, 0, ""), (told.replace("Plain", "P\\u202e"), 1, "name: ")):
            old.write_text(text)
            assert await asyncio.to_thread(main, [*command, "--diff", str(old)]) == code
            out = capsys.readouterr().out
            assert says in out and "\u202e" not in out
        assert await asyncio.to_thread(main, [*command, "--extended"]) == 1


async def recording_of(profile: Path, *texts: str) -> Any:
    async with opened(PlainAgent(), profile) as link:
        for text in texts:
            await collect(link.send(say(text, context="")))
        return link.recording.frames()


async def test_a_recording_is_a_test(profile: Path) -> None:
    frames = await recording_of(profile, "Hello", "wait")
    async with opened(PlainAgent(), profile) as link:
        assert await replayed(frames, link) == (2, [])

    def otherwise(method: str, events: list[Any]) -> list[Any]:
        for event in events:
            if "artifactUpdate" in event:
                event["artifactUpdate"]["artifact"]["parts"] = [{"text": "1 "}]
                break
        return events

    async with opened(PlainAgent(Faults(events=otherwise)), profile) as link:
        count, [difference] = await replayed(frames, link)
    assert (count, difference.turn, difference.about) == (2, 1, "artifact #1")
    assert (difference.before, difference.now) == ("one two", "1 two")


async def test_a_recording_is_written_in_a_form_to_take_away(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def late(method: str, events: list[Any]) -> list[Any]:
        return [*events, events[1]] if method == "SendStreamingMessage" else events

    async with opened(PlainAgent(Faults(events=late)), profile) as link:
        await collect(link.send(say("Hello", context="")))
        keep_recording(tmp_path / "talk.jsonl", link.recording.frames())
    (tmp_path / "empty.jsonl").write_text("")
    for form, holds in (
        ("report", "stream.after_end"),
        ("pytest", "def test_every_message_ends_as_it_did"),
        ("curl", "curl --no-buffer"),
    ):
        asked = ["replay", str(tmp_path / "talk.jsonl"), "--as", form, "--profile", str(profile)]
        assert await asyncio.to_thread(main, asked) == 0
        assert holds in capsys.readouterr().out
    asked = ["replay", str(tmp_path / "empty.jsonl"), "--as", "curl", "--profile", str(profile)]
    assert await asyncio.to_thread(main, asked) == 2


def test_what_is_no_recording_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("{}")
    for name in ("x.jsonl", "none.jsonl"):
        with pytest.raises(BadFile, match="no recording"):
            read_recording(tmp_path / name)


ENDED = {"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"}}


@pytest.mark.parametrize(
    ("body", "headers", "rules"),
    [
        ({"statusUpdate": ENDED}, {}, set()),
        ({"statusUpdate": ENDED}, {"X-A2A-Notification-Token": "other"}, {"push.token"}),
        ({"statusUpdate": ENDED}, {"Authorization": "Basic c3I="}, {"push.credentials"}),
        ({"statusUpdate": {**ENDED, "final": True}}, {}, {"json.final"}),
        ({}, {"Content-Type": "text/plain"}, {"push.media_type", "json.oneof"}),
        (None, {"X-A2A-Notification-Token": ""}, {"push.token", "json.type"}),
    ],
)
async def test_a_webhook_shows_what_comes_and_what_is_wrong(
    body: Any, headers: dict[str, str], rules: set[str]
) -> None:
    told: list[WebhookCall] = []
    hook = Webhook("s3", told.append, credentials="cr")
    async with listening(hook) as base, httpx.AsyncClient(timeout=PATIENCE) as client:
        right = {"X-A2A-Notification-Token": "s3", "Authorization": "Bearer cr"}
        sent = {"Content-Type": "application/json", **right, **headers}
        answer = await client.post(base, content=json.dumps(body), headers=sent)
    assert answer.status_code == 204
    [delivery] = told
    assert delivery.body == body
    assert {one.rule for one in delivery.findings} == rules


@asynccontextmanager
async def gateway(
    address: str, profile: Path, *, tokens: Tokens | None = None, private_webhooks: bool = False
) -> AsyncIterator[tuple[str, AgentSource]]:
    async with AsyncExitStack() as stack:
        source = await open_source(
            address, profile, NO_ACCESS, stack, private_webhooks=private_webhooks
        )
        handler = ForwardingHandler(source.transport, card=source.card)
        grpc = "127.0.0.1:0" if grpc_wire.HERE else None
        others = await serve_grpc(handler, grpc, tokens, stack)
        agent = ServedAgent(name=source.name, handler=handler, card=source.card, others=others)
        entry = http_application([agent], base="", vary=True, since=utc_now())
        base = await stack.enter_async_context(listening(entry))
        yield f"{base}/{source.name}", source


async def rules_at(url: str, profile: Path, asks: str = "wait") -> set[tuple[str, str]]:
    found = await RemoteAgents(profile).check(
        url,
        messages=("Hello", asks),
        seconds=PATIENCE,
        bindings=frozenset(),
        webhook="https://e.example/h",
        tell=lambda result: None,
    )
    assert any(one.interface.startswith("GRPC") for one in found) == grpc_wire.HERE
    return {(result.interface, one.rule) for result in found for one in result.findings}


@pytest.mark.logs_warnings
@pytest.mark.skipif(not grpc_wire.HERE, reason="the extra grpc is not installed")
async def test_what_is_only_there_over_grpc_is_checked_all_the_same(profile: Path) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base, gateway(agent.base, profile) as (_, source):
        async with AsyncExitStack() as stack:
            handler = ForwardingHandler(source.transport, card=source.card)
            [interface] = await serve_grpc(handler, "127.0.0.1:0", None, stack)
            url = f"grpc://{interface.url}"

            def only_grpc(card: dict[str, Any]) -> dict[str, Any]:
                here = {"url": interface.url, "protocolBinding": "GRPC", "protocolVersion": "1.0"}
                return {**card, "supportedInterfaces": [here]}

            async def outcomes(at: str) -> dict[str, tuple[str, list[str]]]:
                found = await RemoteAgents(profile).check(
                    at,
                    messages=("Hello", "wait"),
                    seconds=PATIENCE,
                    bindings=frozenset(),
                    webhook="https://e.example/h",
                    tell=lambda result: None,
                )
                assert {one.interface for one in found[1:]} == {
                    "GRPC " + (url if at == url else interface.url)
                }
                return {one.probe: (one.outcome, [f.rule for f in one.findings]) for one in found}

            bare = await outcomes(url)
            assert bare.pop("card") == ("skipped", [])
            assert bare["a message, streamed"] == bare["webhooks"] == ("passed", [])
            assert all(rules == [] for _, rules in bare.values())
            async with listening(PlainAgent(Faults(card=only_grpc))) as base:
                told = await outcomes(base)
            assert told["card"] == ("passed", [])
            assert told["a subscription"] == ("passed", [])
        with pytest.raises(AgentError):  # nobody is there any more
            await outcomes(url)


@pytest.mark.logs_warnings
async def test_a_gateway_before_any_agent_over_http_is_as_sound_as_it(profile: Path) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base, gateway(agent.base, profile) as (url, _):
        assert await rules_at(url, profile) == set()


@pytest.mark.skipif(not grpc_wire.HERE, reason="the extra grpc is not installed")
@pytest.mark.logs_warnings  # an agent that does not let the gateway in
async def test_an_address_of_grpc_is_a_link_and_a_source(profile: Path) -> None:
    agent = PlainAgent()
    async with (
        listening(agent) as agent.base,
        gateway(agent.base, profile) as (_, source),
        AsyncExitStack() as stack,
    ):
        handler = ForwardingHandler(source.transport)
        for limit in (None, Tokens({"t0ken": "ada"})):
            [interface] = await serve_grpc(handler, "127.0.0.1:0", limit, stack)
            link = await RemoteAgents(profile).open(f"grpc://{interface.url}")
            stack.push_async_callback(link.aclose)
            if limit is None:
                assert shape(await collect(link.send(say("Hello"))))[-1] == "completed"
            else:
                with pytest.raises(AgentRefused, match="have signed in"):
                    await collect(link.send(say("Hello")))
                shut = ForwardingHandler(link.transport)
                through = link_in_process(shut, source.card)
                stack.push_async_callback(through.aclose)
                with pytest.raises(AgentRefused, match="Who runs the gateway") as refused:
                    await collect(through.send(say("Hello")))
                assert refused.value.reason != "needs_login"
                access, address = Access(bearer="t0ken"), f"grpc://{interface.url}"
                let_in = await open_source(address, profile, access, stack)
                passing = ForwardingHandler(let_in.transport, parameters=let_in.parameters)
                through = link_in_process(passing, let_in.card)
                stack.push_async_callback(through.aclose)
                assert shape(await collect(through.send(say("Hello"))))[-1] == "completed"


class Telling(ForwardingHandler):
    """Tells its own card to everybody, where it offers one."""

    async def on_get_extended_agent_card(self, params: Any, context: Any) -> Any:
        if self._card is not None and self._card.capabilities.extended_agent_card:
            return self._card
        return await super().on_get_extended_agent_card(params, context)


@pytest.mark.skipif(not grpc_wire.HERE, reason="the extra grpc is not installed")
async def test_an_agent_over_grpc_has_a_card_and_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent, remote = PlainAgent(), RemoteAgents(tmp_path)
    async with (
        listening(agent) as agent.base,
        gateway(agent.base, tmp_path) as (_, source),
        AsyncExitStack() as stack,
    ):
        told = type(source.card)()
        told.CopyFrom(source.card)
        told.capabilities.extended_agent_card = True
        for card, name in ((source.card, "127.0.0.1"), (told, "Plain")):
            handler = Telling(source.transport, card=card)
            [interface] = await serve_grpc(handler, "127.0.0.1:0", None, stack)
            address = f"grpc://{interface.url}"
            found = await remote.look(address)
            assert found.card.name.startswith(name)
            there = await open_source(address, tmp_path, NO_ACCESS, stack)
            assert there.card.name == found.card.name
            asked = ["agents", "card", address, "--profile", str(tmp_path)]
            assert await asyncio.to_thread(main, asked) == 0
            assert ("tells no card" in capsys.readouterr().err) is (card is source.card)
            assert there.card.capabilities.push_notifications  # which no card tells the first time
            remote.accept(known_agents.add(tmp_path, address, name.lower()), found)
            link = await remote.open(name.lower())
            assert shape(await collect(link.send(say("Hello"))))[-1] == "completed"
            await link.aclose()
        mute = type(source.card)()
        mute.CopyFrom(source.card)
        mute.capabilities.push_notifications = False
        handler = Telling(source.transport, card=mute)
        [interface] = await serve_grpc(handler, "127.0.0.1:0", None, stack)
        there = await open_source(f"grpc://{interface.url}", tmp_path, NO_ACCESS, stack)
        assert not there.card.capabilities.push_notifications


async def test_a_recording_is_a_mock_agent(profile: Path, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    frames = await recording_of(profile, "Hello")
    file.write_text("".join(frame.model_dump_json() + "\n" for frame in frames))
    async with gateway(f"replay://{file}?speed=0", profile) as (url, source):
        assert source.name == "talk"
        link = await RemoteAgents(profile).open(url)
        assert shape(await collect(link.send(say("anything"))))[-1] == "completed"
        await link.aclose()


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    "name", ["echo", "tests.contract.transport.conformance.sdk_sample:HelloWorld"]
)
async def test_an_agent_of_this_program_or_of_ones_own_is_a_source(
    profile: Path, name: str
) -> None:
    async with gateway(name, profile) as (url, _):
        link = await RemoteAgents(profile).open(url)
        assert shape(await collect(link.send(say("Hello"))))[-1] == "completed"
        await link.aclose()
        assert await rules_at(url, profile, asks="ask") == set()


@pytest.mark.logs_warnings
async def test_an_agent_that_was_added_is_a_source_by_its_name_with_all_of_its_card(
    tmp_path: Path,
) -> None:
    profile, agent = tmp_path, PlainAgent()
    async with listening(agent) as agent.base:
        known_agents.add(profile, agent.base, "plain")
        async with gateway("plain", profile) as (url, source):
            assert url.endswith("/plain")
            assert source.card.capabilities.push_notifications
            assert await rules_at(url, profile) == set()


@pytest.mark.parametrize(
    "name", ["echo", "tests.contract.transport.conformance.sdk_sample:HelloWorld"]
)
async def test_an_agent_of_this_program_behind_a_gateway_calls_webhooks(
    profile: Path, name: str
) -> None:
    told: asyncio.Queue[WebhookCall] = asyncio.Queue()
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hello"}]}
    async with listening(Webhook("s3", told.put_nowait, credentials="cr")) as hook:
        for private in (False, True):
            async with gateway(name, profile, private_webhooks=private) as (url, source):
                assert source.card.capabilities.push_notifications
                link = await RemoteAgents(profile).open(url)
                shown = {"scheme": "Bearer", "credentials": "cr"}
                made = {"url": hook, "token": "s3", "authentication": shown}
                config = {"taskPushNotificationConfig": made}
                asked = results(link, "SendMessage", message=message, configuration=config)
                if private:
                    await asked
                    states = []
                    while "TASK_STATE_COMPLETED" not in states:
                        delivery = await asyncio.wait_for(told.get(), PATIENCE)
                        assert delivery.findings == ()
                        [event] = delivery.body.values()
                        states.append(event.get("status", {}).get("state"))
                else:
                    with pytest.raises(AgentError, match="private network"):
                        await asked
                await link.aclose()


def test_a_gateway_to_an_agent_elsewhere_has_no_webhooks_to_let_through(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--profile", str(profile), "gateway", "--from", "http://127.0.0.1:9/a"]
    assert main([*command, "--http", "127.0.0.1:0", "--allow-private-webhooks"]) == 2
    assert "--allow-private-webhooks" in capsys.readouterr().err


async def test_who_reads_no_more_frames_ends_the_command_quietly(
    profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Left(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    agent = PlainAgent()
    async with listening(agent) as agent.base:
        asked = ["ask", "--raw", "--agent", agent.base, "--profile", str(profile), "Hello"]
        with monkeypatch.context() as here:
            here.setattr("sys.stdout", Left())
            here.setattr("sys.stderr", err := io.StringIO())
            said: list[str] = []
            here.setattr(err, "close", lambda: said.append(err.getvalue()))
            assert await asyncio.to_thread(main, asked) == 0
    assert len(said) == 1
    assert "Traceback" not in said[0] + capsys.readouterr().err
