"""Two servers on one PostgreSQL: a task of one is seen, followed and stopped on the other."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from app.domain.events import AgentEvent, ArtifactEvent
from app.domain.messages import TextPart
from app.domain.tasks import TaskState
from tests.contract.transport.serving import last_state, say, shape
from tests.e2e.serving.test_serve import VERSION, let_go_on, serving, stop
from tests.patience import PATIENCE
from transport.connect import connect

pytestmark = [pytest.mark.anyio, pytest.mark.live]


class Replicas(NamedTuple):
    here: str
    there: str
    stop_here: Callable[[], int]
    kill_here: Callable[[], None]
    start_here: Callable[[], AbstractContextManager[object]]
    log_there: Path


@pytest.fixture
def replicas(new_database: Callable[[], str], tmp_path: Path) -> Iterator[Replicas]:
    database = new_database()
    with ExitStack() as stack:
        started = []
        for name in ("here", "there"):
            folder = tmp_path / name
            folder.mkdir()
            more = ["--agent", "echo", "--database", database]
            started.append(stack.enter_context(serving(folder, *more)))
        (here, process, _), (there, _, log) = started

        def kill() -> None:
            process.send_signal(signal.SIGKILL)
            process.wait()

        def start() -> AbstractContextManager[object]:
            port = int(here.rsplit(":", 1)[1])
            more = ["--agent", "echo", "--database", database]
            return serving(tmp_path / "here", *more, port=port)

        yield Replicas(here, there, lambda: stop(process), kill, start, log)


async def begun(base: str, text: str) -> tuple[str, "asyncio.Task[list[AgentEvent]]"]:
    """Send a message; return its task's id, and who goes on listening."""
    link = await connect(f"{base}/paced")
    named: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def listen() -> list[AgentEvent]:
        events = []
        try:
            async for event in link.send(say(text)):
                events.append(event)
                if isinstance(event, ArtifactEvent) and not named.done():
                    named.set_result(event.task_id)
        finally:
            await link.aclose()
        return events

    listening = asyncio.create_task(listen())
    return await named, listening


async def answer(base: str, text: str, **more: Any) -> dict[str, Any]:
    message = {"messageId": text, "role": "ROLE_USER", "parts": [{"text": text}], **more}
    async with httpx.AsyncClient(timeout=PATIENCE, headers=VERSION) as client:
        sent = await client.post(f"{base}/echo/message:send", json={"message": message})
        value: dict[str, Any] = sent.json()
        return value


async def test_a_task_is_followed_from_the_other_replica_to_its_end(replicas: Replicas) -> None:
    task_id, listening = await begun(replicas.here, "80 held")
    link = await connect(f"{replicas.there}/paced")
    assert (await link.get(task_id)).state is TaskState.WORKING
    followed = []
    async for event in link.subscribe(task_id):
        if not followed:
            await let_go_on(replicas.here)
        followed.append(event)
    sent = await listening
    assert last_state(sent) is TaskState.COMPLETED
    assert shape(followed)[-1] == "task completed"
    pieces = [event.artifact.text for event in followed if isinstance(event, ArtifactEvent)]
    # What came after the snapshot, piece by piece as on the replica that made it.
    assert pieces == [f"{n};" for n in range(80 - len(pieces), 80)]
    assert pieces
    assert [task.task_id for task in await link.tasks("c")] == [task_id]
    await link.aclose()


async def test_a_cancel_on_the_other_replica_stops_the_work(replicas: Replicas) -> None:
    task_id, listening = await begun(replicas.here, "100000")
    link = await connect(f"{replicas.there}/paced")
    canceled = await link.cancel(task_id)
    assert canceled.state is TaskState.CANCELED
    async with asyncio.timeout(PATIENCE):
        events = await listening
    assert shape(events)[-1] in ("task canceled", "canceled")
    assert (await link.get(task_id)).state is TaskState.CANCELED
    await link.aclose()
    assert await asyncio.to_thread(replicas.stop_here) == 0


async def test_work_that_says_nothing_is_stopped_too(replicas: Replicas) -> None:
    stuck = asyncio.create_task(answer(replicas.here, "wait"))
    async with httpx.AsyncClient(timeout=PATIENCE, headers=VERSION) as client:
        tasks: list[Any] = []
        async with asyncio.timeout(PATIENCE):
            while not (tasks and tasks[0]["status"]["state"] == "TASK_STATE_WORKING"):
                tasks = (await client.get(f"{replicas.there}/echo/tasks")).json()["tasks"]
        done = await client.post(f"{replicas.there}/echo/tasks/{tasks[0]['id']}:cancel")
        assert done.json()["status"]["state"] == "TASK_STATE_CANCELED"
        async with asyncio.timeout(PATIENCE):
            told = await stuck
    assert told["task"]["status"]["state"] == "TASK_STATE_CANCELED"


async def test_tasks_of_a_replica_that_died_are_ended_and_told(replicas: Replicas) -> None:
    task_id, listening = await begun(replicas.here, "100000")
    link = await connect(f"{replicas.there}/paced")
    events = []
    async with asyncio.timeout(PATIENCE):
        async for event in link.subscribe(task_id):
            if not events:
                listening.cancel()
                await asyncio.wait({listening})
                await asyncio.to_thread(replicas.kill_here)
            events.append(event)
    assert shape(events)[-1] == "task failed"
    task = await link.get(task_id)
    assert task.status is not None
    assert task.status.metadata["reason"] == "interrupted"
    assert task.artifacts[0].parts[0] == TextPart(text="0;")
    await link.aclose()
    assert "Traceback" not in replicas.log_there.read_text()


async def test_a_question_of_one_replica_is_answered_on_the_other(replicas: Replicas) -> None:
    asked = (await answer(replicas.here, "ask"))["task"]
    assert asked["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    done = (await answer(replicas.there, "red", taskId=asked["id"]))["task"]
    assert done["status"]["state"] == "TASK_STATE_COMPLETED"
    assert done["contextId"] == asked["contextId"]
    again = await answer(replicas.here, "more", taskId=asked["id"])
    assert "UNSUPPORTED_OPERATION" in json.dumps(again)


async def test_a_message_sent_to_both_is_worked_on_once(replicas: Replicas) -> None:
    one, other = await asyncio.gather(
        answer(replicas.here, "count 5", contextId="twice"),
        answer(replicas.there, "count 5", contextId="twice"),
    )
    assert one["task"]["id"] == other["task"]["id"]
    assert other["task"]["status"]["state"] == "TASK_STATE_COMPLETED"


async def test_a_nul_is_kept_in_a_text_and_refused_in_an_id(replicas: Replicas) -> None:
    task = (await answer(replicas.here, "one\x00two", messageId="m"))["task"]
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    async with httpx.AsyncClient(timeout=PATIENCE, headers=VERSION) as client:
        there = (await client.get(f"{replicas.there}/echo/tasks/{task['id']}")).json()
        assert there["history"][0]["parts"][0]["text"] == "one\x00two"
        for name in ("contextId", "messageId"):
            message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x"}]}
            body = {"message": message | {name: "a\x00b"}}
            refused = await client.post(f"{replicas.here}/echo/message:send", json=body)
            assert (refused.status_code, "character NUL" in refused.text) == (400, True)
        found = await client.get(f"{replicas.here}/echo/tasks/a%00b")
        assert found.status_code in (400, 404)


IN_FLIGHT = 1000


async def completed(clients: Sequence[httpx.AsyncClient], number: int) -> int:
    """Ask for a task until it is completed, of the other replica where one fails; how often."""
    message = {"messageId": f"m{number}", "role": "ROLE_USER", "parts": [{"text": "count 3"}]}
    message["contextId"] = f"c{number}"
    asked = 0
    async with asyncio.timeout(PATIENCE):
        while True:
            client = clients[(number + asked) % len(clients)]
            asked += 1
            try:
                sent = await client.post("/echo/message:send", json={"message": message})
            except httpx.TransportError:
                await asyncio.sleep(0.1)  # it may be the one that is being started again
                continue
            task = sent.json()["task"]
            if task["status"]["state"] == "TASK_STATE_COMPLETED":
                assert task["artifacts"], task
                return asked


async def test_a_thousand_in_flight_over_two_replicas_are_all_completed(
    replicas: Replicas,
) -> None:
    async with open_clients(replicas) as clients:
        asked = await asyncio.gather(*(completed(clients, n) for n in range(IN_FLIGHT)))
    assert set(asked) == {1}


async def test_a_thousand_in_flight_outlive_kills_of_a_replica(
    replicas: Replicas, tmp_path: Path
) -> None:
    async with open_clients(replicas) as clients:
        asking = [asyncio.create_task(completed(clients, n)) for n in range(IN_FLIGHT)]
        async with asyncio.timeout(PATIENCE):
            while sum(one.done() for one in asking) < IN_FLIGHT // 10:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await asyncio.to_thread(replicas.kill_here)
        again = replicas.start_here()
        assert await asyncio.to_thread(again.__enter__)
        asked = await asyncio.gather(*asking)
        # Who asked the replica that lived was never failed by what happened to the other.
        assert {asked[n] for n in range(1, IN_FLIGHT, 2)} == {1}
        # Nor is anybody failed whom the one that came back takes tasks of now.
        more = range(IN_FLIGHT, IN_FLIGHT + IN_FLIGHT // 10)
        later = await asyncio.gather(*(completed(clients, n) for n in more))
        assert set(later) == {1}
        again.__exit__(None, None, None)


@asynccontextmanager
async def open_clients(replicas: Replicas) -> AsyncIterator[list[httpx.AsyncClient]]:
    limits = httpx.Limits(max_connections=None)
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                httpx.AsyncClient(base_url=base, headers=VERSION, timeout=PATIENCE, limits=limits)
            )
            for base in (replicas.here, replicas.there)
        ]
