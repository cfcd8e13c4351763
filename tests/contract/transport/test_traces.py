"""One trace goes from the composer to the agent over every wire; where it is off there is none."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.errors import TaskUnknown
from app.system.json_log import TRACE
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import Serving, collect, say
from tests.scripted import ScriptedAgents
from tests.spans import taken_spans
from transport.kafka.names import KAFKA_BINDING

pytestmark = pytest.mark.anyio


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    with taken_spans(monkeypatch) as exporter:
        yield exporter


def above(span: ReadableSpan, found: Mapping[int, ReadableSpan]) -> list[str]:
    """Name a span and those above it, innermost first."""
    names = [span.name]
    while span.parent is not None:
        span = found[span.parent.span_id]
        names.append(span.name)
    return names


def told(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


async def asks(turn: Turn) -> None:
    seen.append(turn.context.call_context.state["headers"].get("traceparent", ""))
    await turn.updater.start_work()
    if turn.text == "first":
        await turn.ask("Which?")
        return
    await turn.say("SECRET")
    await turn.updater.complete()


seen: list[str] = []


async def test_a_turn_is_one_trace_from_the_composer_to_the_agent(
    serving: Serving, spans: InMemorySpanExporter
) -> None:
    link = await serving.agent(asks)
    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(link))  # type: ignore[arg-type]
    session = desk.new()
    # The second message goes on with a task whose execution began under the first.
    for text in ("first", "second"):
        await (await session.start(text)).wait()
    await serving.host.wait_idle(1.0)
    await desk.aclose()
    await link.aclose()
    finished = spans.get_finished_spans()
    by_id = {one.context.span_id: one for one in finished if one.context is not None}
    invoked = [one for one in finished if one.name == "invoke_agent scripted"]
    asked = [one for one in invoked if "balance_desk.turn.id" in told(one)]
    executed = [one for one in invoked if one not in asked]
    walks = [above(one, by_id) for one in executed]
    assert len(walks) == 2
    for walk in walks:
        assert walk[:2] == ["invoke_agent scripted", "SendStreamingMessage"]
        assert walk[-2:] == ["SendStreamingMessage", "invoke_agent scripted"]
        between = [name.partition(" ")[0] for name in walk[2:-2]]
        queued = link.recording.binding == KAFKA_BINDING  # type: ignore[attr-defined]
        assert between == (["process", "send"] if queued else [])
    traces = {one.context.trace_id for one in executed if one.context is not None}
    assert len(traces) == 2
    for name in ("gen_ai.conversation.id", "gen_ai.operation.name", "gen_ai.agent.name"):
        assert all(told(one)[name] for one in executed)
    assert {told(one)["gen_ai.conversation.id"] for one in asked} == {session.context_id}
    assert [told(one).get("gen_ai.response.time_to_first_chunk") is None for one in asked] == [
        True,
        False,
    ]
    assert "SECRET" not in " ".join(one.to_json() for one in finished)


async def test_an_error_is_told_by_its_kind(serving: Serving, spans: InMemorySpanExporter) -> None:
    link = await serving.agent(asks)
    with pytest.raises(TaskUnknown):
        await collect(link.send(say("x", task="none")))
    await link.aclose()
    failed = [one for one in spans.get_finished_spans() if one.name == "SendStreamingMessage"]
    assert failed
    assert {told(one)["error.type"] for one in failed} == {"TaskNotFoundError"}
    assert not any(one.events for one in failed)


async def test_where_nobody_takes_spans_an_agent_is_given_the_trace_of_its_log(
    serving: Serving,
) -> None:
    logged: list[str] = []

    async def logs(turn: Turn) -> None:
        logged.append(TRACE.get())  # which servers set: there is none without, or in this process
        await asks(turn)

    link = await serving.agent(logs)
    seen.clear()
    await collect(link.send(say("x")))
    (given,) = seen
    assert given.split("-")[1:2] == [one for one in logged if one]
