"""A link finds its task again when the wire breaks, over a real agent and a wire that is cut."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing
from typing import Any

import pytest
from a2a.client.errors import A2AClientError
from a2a.server.request_handlers import RequestHandler

from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.events import ArtifactEvent, StreamLost, TaskEvent
from app.domain.tasks import TaskState
from app.errors import AgentUnreachable
from tests.contract.transport.executors import Script, ScriptedExecutor, Turn, card
from tests.contract.transport.serving import collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.client.rpc_transport import RpcTransport
from transport.connect import link_in_process
from transport.protocol.codec import card_from_wire
from transport.protocol.operations import (
    GET_TASK,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)
from transport.server.dispatch import call_context, serve

pytestmark = pytest.mark.anyio


class BadWire(RpcTransport):
    """Carries requests until it is told to fail: by method, after how many responses."""

    def __init__(self, handler: RequestHandler) -> None:
        self.handler = handler
        self.cuts: dict[str, list[int]] = {}
        self.requests: list[str] = []
        self.hang_at_question = False
        self.quietly = False
        self.at_once = False

    async def exchange(
        self, request: dict[str, Any], service_parameters: dict[str, str]
    ) -> AsyncGenerator[dict[str, Any], None]:
        method = request["method"]
        self.requests.append(method)
        if self.at_once and method == SEND_MESSAGE:
            request["params"]["configuration"] = {"returnImmediately": True}
        cuts = self.cuts.get(method, [])
        left = cuts.pop(0) if cuts else None
        stream = serve(self.handler, request, call_context(service_parameters))
        async with aclosing(stream) as responses:
            while left is None or left > 0:
                response = await anext(responses, None)
                if response is None:
                    return
                yield response
                if self.hang_at_question and "INPUT_REQUIRED" in str(response):
                    await asyncio.Event().wait()
                left = None if left is None else left - 1
        if self.quietly:
            return
        raise A2AClientError("The line is dead.")


class Pauses:
    """Stands for `asyncio` and the clock where a task is looked for: what is paused for passes."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._now = 0.0
        patch.setattr("transport.client.following.asyncio", self)
        patch.setattr("transport.client.following.monotonic", lambda: self._now)

    async def sleep(self, seconds: float) -> None:
        self._now += seconds
        await asyncio.sleep(0)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


class Scene:
    """Owns one agent behind a bad wire."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.wire: BadWire
        self.host: AgentHost

    def link(
        self,
        script: Script,
        *,
        streaming: bool = True,
        delays: tuple[float, ...] = (0.0, 0.01, 0.01),
        patience: float = 30.0,
        seek: float = 60.0,
    ) -> TransportLink:
        host = self.host = AgentHost(
            name="scripted",
            card=card(),
            make_executor=lambda history: ScriptedExecutor(script, history),
            records=MemoryStore(),
        )
        self._stack.push_async_callback(host.aclose)
        self.wire = BadWire(host.handler)
        link = TransportLink(
            self.wire,
            card=card_from_wire(host.card).model_copy(update={"streaming": streaming}),
            in_process=False,
            retry_delays=delays,
            poll_seconds=0.01,
            patience_seconds=patience,
            seek_seconds=seek,
        )
        self._stack.push_async_callback(link.aclose)
        return link


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        yield Scene(stack)


def waits_for(go_on: asyncio.Event) -> Callable[[Turn], Any]:
    async def script(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("a")
        await go_on.wait()
        await turn.say("b", append=True)
        await turn.updater.complete()

    return script


@pytest.mark.parametrize("quietly", [False, True])
async def test_a_task_that_goes_on_is_found_again_and_followed(scene: Scene, quietly: bool) -> None:
    go_on = asyncio.Event()
    link = scene.link(waits_for(go_on))
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [3]}
    scene.wire.quietly = quietly
    events = []
    async for event in link.send(say("x")):
        events.append(event)
        if event.type == "recovered":
            go_on.set()
    assert shape(events) == [
        "task submitted",
        "working",
        "=a",
        "lost",
        "task working",
        "recovered",
        "task working",
        "+b",
        "task completed",
    ]
    lost, last = events[3], events[-1]
    assert isinstance(lost, StreamLost)
    assert lost.task_id == task_id_of(events)
    assert lost.reason
    assert isinstance(last, TaskEvent)  # whole, for pieces may have come twice
    assert [part.text for part in last.task.artifacts[0].parts] == ["a", "b"]
    assert scene.wire.requests.count(SEND_STREAMING_MESSAGE) == 1


async def test_a_task_that_ended_meanwhile_is_reported_as_it_ended(scene: Scene) -> None:
    go_on = asyncio.Event()
    link = scene.link(waits_for(go_on))
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [2]}
    sound = link_in_process(scene.host.handler, scene.host.card)
    events = []
    async for event in link.send(say("x")):
        events.append(event)
        if isinstance(event, StreamLost):
            async for _ in sound.subscribe(task_id_of(events)):
                go_on.set()
    assert shape(events)[2:] == ["lost", "task completed", "recovered"]
    assert SUBSCRIBE_TO_TASK not in scene.wire.requests


async def test_it_is_sought_again_and_again_and_progress_starts_the_count_anew(
    scene: Scene,
) -> None:
    async def counts(turn: Turn) -> None:
        await turn.updater.start_work()
        for n in range(40):
            await turn.say(f"{n};", append=n > 0)
            await asyncio.sleep(0.005)
        await turn.updater.complete()

    link = scene.link(counts)
    scene.wire.cuts = {
        SEND_STREAMING_MESSAGE: [3],
        GET_TASK: [0, 0],
        SUBSCRIBE_TO_TASK: [3, 3, 3, 3, 3],
    }
    events = await collect(link.send(say("x")))
    assert shape(events).count("lost") >= 5
    last = events[-1]
    assert isinstance(last, TaskEvent)
    assert last.task.artifacts[0].text == "\n\n".join(f"{n};" for n in range(40))


async def test_after_too_many_attempts_the_agent_is_unreachable(scene: Scene) -> None:
    link = scene.link(waits_for(asyncio.Event()))
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [2], GET_TASK: [0] * 99}
    events = []
    with pytest.raises(AgentUnreachable, match="may still be going on"):
        async for event in link.send(say("x")):
            events.append(event)
    assert shape(events) == ["task submitted", "working", "lost"]
    assert scene.wire.requests.count(GET_TASK) == 3


async def test_streams_that_bring_nothing_new_are_asked_for_ever_more_rarely_then_given_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    Pauses(monkeypatch)
    link = scene.link(waits_for(asyncio.Event()), delays=(0.0, 0.01, 0.02), seek=0.6)
    # Every stream opens, says what is known already, and breaks.
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [3], SUBSCRIBE_TO_TASK: [1] * 9_999}
    events = []
    with pytest.raises(AgentUnreachable, match=r"nothing new came\. Its task was last working"):
        async for event in link.send(say("x")):
            events.append(event)
    # At once, then after 0.01, 0.02, 0.04, 0.08, 0.16 and 0.32 seconds, which are 0.63 in all.
    assert scene.wire.requests.count(SUBSCRIBE_TO_TASK) == 7
    assert shape(events)[-1] == "lost"


async def test_who_answers_but_never_gets_on_is_looked_for_longer_than_who_does_not_answer(
    scene: Scene,
) -> None:
    go_on = asyncio.Event()
    link = scene.link(waits_for(go_on))
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [3], SUBSCRIBE_TO_TASK: [1] * 5}
    events = []
    async for event in link.send(say("x")):
        events.append(event)
        if shape(events).count("lost") == 5:
            go_on.set()
    assert "task completed" in shape(events)


async def test_a_message_that_may_not_have_arrived_is_never_sent_again(scene: Scene) -> None:
    link = scene.link(waits_for(asyncio.Event()))
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [0]}
    with pytest.raises(AgentUnreachable, match="The line is dead"):
        await collect(link.send(say("x")))
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [0]}
    scene.wire.quietly = True
    with pytest.raises(AgentUnreachable):
        await collect(link.send(say("x")))
    assert scene.wire.requests == [SEND_STREAMING_MESSAGE] * 2


async def test_a_dead_line_is_unreachable_in_every_operation(scene: Scene) -> None:
    link = scene.link(waits_for(asyncio.Event()))
    for method in ("GetTask", "CancelTask", "ListTasks", "SubscribeToTask"):
        scene.wire.cuts[method] = [0]
    with pytest.raises(AgentUnreachable):
        await link.get("t")
    with pytest.raises(AgentUnreachable):
        await link.cancel("t")
    with pytest.raises(AgentUnreachable):
        await link.tasks("c")
    with pytest.raises(AgentUnreachable):
        await collect(link.subscribe("t"))


async def test_an_agent_that_keeps_the_stream_open_after_its_question_is_left(
    scene: Scene,
) -> None:
    async def asks(turn: Turn) -> None:
        await turn.ask("Which?")

    link = scene.link(asks)
    scene.wire.hang_at_question = True
    async with asyncio.timeout(PATIENCE):
        events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "input_required"]


async def test_an_agent_that_waits_for_a_sign_in_may_go_on_by_itself(scene: Scene) -> None:
    async def signs_in(turn: Turn) -> None:
        await turn.updater.requires_auth(turn.words("Sign in."))
        await asyncio.sleep(1.3)  # longer than a stream is left open after a question
        await turn.updater.complete()

    link = scene.link(signs_in)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "auth_required", "completed"]


async def test_an_agent_without_streams_is_asked_until_it_is_done(scene: Scene) -> None:
    go_on = asyncio.Event()
    link = scene.link(waits_for(go_on), streaming=False)
    scene.wire.at_once = True
    events = []
    async with asyncio.timeout(PATIENCE):
        async for event in link.send(say("x")):
            events.append(event)
            if isinstance(event, TaskEvent) and event.task.artifacts:
                go_on.set()
    assert shape(events)[-1] == "task completed"
    assert isinstance(event, TaskEvent)
    assert [part.text for part in event.task.artifacts[0].parts] == ["a", "b"]
    assert SEND_STREAMING_MESSAGE not in scene.wire.requests


async def test_an_agent_without_streams_may_reply_directly(scene: Scene) -> None:
    async def replies(turn: Turn) -> None:
        message = turn.words("Hello.")
        message.task_id = ""
        await turn.queue.enqueue_event(message)

    link = scene.link(replies, streaming=False)
    assert shape(await collect(link.send(say("x")))) == ["message"]


async def test_closing_the_link_ends_what_is_being_read_and_leaves_the_task(scene: Scene) -> None:
    link = scene.link(waits_for(asyncio.Event()))
    events = []
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(AgentUnreachable):
            async for event in link.send(say("x")):
                events.append(event)
                if isinstance(event, ArtifactEvent):
                    await link.aclose()
    await link.aclose()
    task = await link.get(task_id_of(events))
    assert task.state is TaskState.WORKING
    assert last_state(events) is TaskState.WORKING


async def test_a_silent_stream_that_was_found_again_is_not_waited_for_without_looking(
    scene: Scene,
) -> None:
    go_on = asyncio.Event()
    link = scene.link(waits_for(go_on), patience=0.05)
    scene.wire.cuts = {SEND_STREAMING_MESSAGE: [2]}
    events = []

    async def goes_on() -> None:
        # It was looked for several times: silence alone changes nothing.
        while scene.wire.requests.count(GET_TASK) <= 3:  # noqa: ASYNC110 (a list tells nobody)
            await asyncio.sleep(0.01)
        go_on.set()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(goes_on())
        async for event in link.send(say("x")):
            events.append(event)
    assert shape(events).count("lost") == 1
    assert shape(events).count("recovered") == 1
    assert shape(events)[-1] == "task completed"
