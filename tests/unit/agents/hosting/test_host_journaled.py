"""What a served agent is asked and answers stands in a log, whoever asks and however it ends."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from a2a.server.context import ServerCallContext
from a2a.types import Message, Part, Role, SendMessageRequest

from agents.hosting.host import AgentHost
from agents.hosting.journaled import JournaledExecutor
from agents.hosting.owners import Owner
from app.conversations.store.ephemeral_store import MemoryStore
from app.stream_log import StreamLogger
from app.stream_log.journal import DeskJournal
from tests.contract.transport.executors import Script, ScriptedExecutor, Turn, card

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 1, 9, 12, tzinfo=UTC)
Record = dict[str, Any]


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[StreamLogger]:
    with StreamLogger(tmp_path, clock=lambda: NOW) as logger:
        yield logger


async def served(stream: StreamLogger, script: Script, *, user: str = "") -> list[Record]:
    """Return what stands in the log after an agent with that script was asked `hello`."""
    journal = DeskJournal(stream)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(journal.aclose)
        host = AgentHost(
            name="scripted",
            card=card(),
            make_executor=lambda history: JournaledExecutor(
                ScriptedExecutor(script, history), agent="scripted", notes=journal
            ),
            records=MemoryStore(),
        )
        stack.push_async_callback(host.aclose)
        message = Message(
            message_id="m1", role=Role.ROLE_USER, context_id="c1", parts=[Part(text="hello")]
        )
        caller = ServerCallContext(user=Owner(user)) if user else ServerCallContext()
        async for _ in host.handler.on_message_send_stream(
            SendMessageRequest(message=message), caller
        ):
            pass
    return list(stream.read_today())


async def test_a_turn_is_a_request_its_states_and_one_response(stream: StreamLogger) -> None:
    async def answers(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("One ")
        await turn.say("two.", append=True)
        await turn.updater.complete()

    records = await served(stream, answers, user="ana")
    assert [(record["type"], record["content"]) for record in records] == [
        ("request", "hello"),
        ("state", "working"),
        ("state", "completed"),
        ("response", "One two."),
    ]
    request, response = records[0], records[-1]
    assert (request["from_agent"], request["to_agent"]) == ("ana", "scripted")
    assert (response["from_agent"], response["to_agent"]) == ("scripted", "ana")
    assert {record["parent_id"] for record in records[1:]} == {request["id"]}
    assert response["metadata"]["context_id"] == "c1"


async def test_what_the_agent_decided_is_noted(stream: StreamLogger) -> None:
    async def decides(turn: Turn) -> None:
        frame = Part(raw=b'{"measure": "win_rate"}', media_type="application/json")
        await turn.updater.add_artifact([frame], artifact_id="f", name="frame")
        await turn.say("58 %")
        await turn.updater.complete()

    records = await served(stream, decides)
    decided = [record for record in records if record["type"] == "decision"]
    assert [(one["content"], one["to_agent"]) for one in decided] == [
        ({"measure": "win_rate"}, None)
    ]
    assert decided[0]["parent_id"] == records[0]["id"]
    assert records[-1]["content"] == "58 %"


async def test_a_question_is_a_response_too(stream: StreamLogger) -> None:
    async def asks(turn: Turn) -> None:
        await turn.ask("Which?")

    records = await served(stream, asks)
    assert (records[-1]["type"], records[-1]["content"]) == ("response", "Which?")
    assert records[0]["from_agent"] == "user"


@pytest.mark.logs_warnings
async def test_of_a_failure_inside_the_kind_is_noted_not_its_text(stream: StreamLogger) -> None:
    async def fails(turn: Turn) -> None:
        raise RuntimeError("password=hunter2")

    records = await served(stream, fails)
    assert records[-1]["type"] == "error"
    assert "RuntimeError" in records[-1]["content"]
    assert all("hunter2" not in str(record) for record in records)


async def test_an_agent_that_only_replies_is_taken_down(stream: StreamLogger) -> None:
    async def replies(turn: Turn) -> None:
        await turn.queue.enqueue_event(turn.words("Hi."))

    records = await served(stream, replies)
    assert [record["content"] for record in records] == ["hello", "Hi."]
