"""The task store over records: the lists, filters and pages of the SDK, and no task is shared."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from a2a.server.context import ServerCallContext
from a2a.types import Artifact, ListTasksRequest, Part, Task, TaskState, TaskStatus
from a2a.utils.errors import InvalidParamsError

from agents.hosting.owners import call_for
from agents.hosting.task_store import RecordTaskStore, state_name
from app.conversations.store.ephemeral_store import MemoryStore
from app.ports import TaskRecord

pytestmark = pytest.mark.anyio

CALL = ServerCallContext()
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def task(number: int, state: TaskState = TaskState.TASK_STATE_WORKING, context: str = "c") -> Task:
    status = TaskStatus(state=state)
    status.timestamp.FromDatetime(NOON + timedelta(minutes=number))
    return Task(id=f"t{number}", context_id=context, status=status)


async def test_what_goes_in_and_comes_out_is_a_copy() -> None:
    store = RecordTaskStore(MemoryStore(), agent="a")
    given = task(1)
    await store.save(given, CALL)
    given.artifacts.append(Artifact(artifact_id="late"))
    found = await store.get("t1", CALL)
    assert found is not None
    assert not found.artifacts
    found.context_id = "changed"
    assert await store.get("t1", CALL) == task(1)


async def test_a_task_without_a_time_gets_one_in_the_store_only() -> None:
    store = RecordTaskStore(MemoryStore(), agent="a")
    given = Task(id="t", context_id="c")
    await store.save(given, CALL)
    assert not given.status.HasField("timestamp")
    found = await store.get("t", CALL)
    assert found is not None
    assert found.status.HasField("timestamp")


async def test_pages_are_newest_first_complete_and_without_repeats() -> None:
    store = RecordTaskStore(MemoryStore(), agent="a")
    for number in range(7):
        await store.save(task(number), CALL)
    found, token = [], ""
    for _ in range(3):
        page = await store.list(ListTasksRequest(page_size=3, page_token=token), CALL)
        found += [one.id for one in page.tasks]
        token = page.next_page_token
        assert page.total_size == 7
    assert found == ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]
    assert token == ""


async def test_lists_are_filtered_by_context_state_and_time() -> None:
    store = RecordTaskStore(MemoryStore(), agent="a")
    await store.save(task(1), CALL)
    await store.save(task(2, TaskState.TASK_STATE_COMPLETED), CALL)
    await store.save(task(3, context="other"), CALL)

    async def ids(request: ListTasksRequest) -> list[str]:
        return [one.id for one in (await store.list(request, CALL)).tasks]

    assert await ids(ListTasksRequest(context_id="c")) == ["t2", "t1"]
    assert await ids(ListTasksRequest(status=TaskState.TASK_STATE_WORKING)) == ["t3", "t1"]
    after = ListTasksRequest()
    after.status_timestamp_after.FromDatetime(NOON + timedelta(minutes=2))
    assert await ids(after) == ["t3", "t2"]
    with pytest.raises(InvalidParamsError):
        await ids(ListTasksRequest(page_token="no token"))


async def test_select_takes_several_states() -> None:
    store = RecordTaskStore(MemoryStore(), agent="a")
    await store.save(task(1, TaskState.TASK_STATE_SUBMITTED), CALL)
    await store.save(task(2, TaskState.TASK_STATE_WORKING), CALL)
    await store.save(task(3, TaskState.TASK_STATE_FAILED), CALL)
    states = (TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING)
    assert [one.id for one in await store.select(owner="", states=states)] == ["t2", "t1"]


async def test_delete_forgets_and_bears_what_is_unknown() -> None:
    store = RecordTaskStore(MemoryStore(), agent="a")
    await store.save(
        Task(id="t", context_id="c", artifacts=[Artifact(artifact_id="a", parts=[Part(text="x")])]),
        CALL,
    )
    await store.delete("t", CALL)
    await store.delete("t", CALL)
    assert await store.get("t", CALL) is None


def test_states_have_the_names_that_the_desk_writes() -> None:
    assert state_name(TaskState.TASK_STATE_INPUT_REQUIRED) == "input_required"
    assert state_name(99) == "unknown"


async def test_everybody_sees_their_own_tasks_only() -> None:
    records = MemoryStore()
    store = RecordTaskStore(records, agent="a")
    await store.save(task(1, TaskState.TASK_STATE_COMPLETED), call_for("ada"))
    await store.save(task(2), call_for("bob"))
    await store.save(task(2), call_for("bob"))  # waits to be written
    for name, seen, hidden in (("ada", "t1", "t2"), ("bob", "t2", "t1"), ("", None, "t1")):
        page = await store.list(ListTasksRequest(), call_for(name))
        assert [one.id for one in page.tasks] == ([seen] if seen else [])
        assert await store.get(hidden, call_for(name)) is None
        await store.delete(hidden, call_for(name))
    found = await store.get("t1", call_for("ada"))
    assert found == task(1, TaskState.TASK_STATE_COMPLETED)  # whose it is, is not told
    assert {(one.id, owner) for one, owner, _ in await store.everybodys()} == {
        ("t1", "ada"),
        ("t2", "bob"),
    }


class Slow(MemoryStore):
    """Counts what is written, and takes its time over it."""

    def __init__(self) -> None:
        super().__init__()
        self.saved: list[TaskRecord] = []

    async def save(self, record: TaskRecord) -> None:
        self.saved.append(record)
        await asyncio.sleep(0.01)
        await super().save(record)


async def test_pieces_of_an_answer_are_written_together_and_read_at_once() -> None:
    records = Slow()
    store = RecordTaskStore(records, agent="a")
    live = [task(number) for number in range(3)]
    for one in live:
        await store.save(one, CALL)
    for n in range(200):
        for one in live:
            one.artifacts.append(Artifact(artifact_id=str(n)))
            await store.save(one, CALL)
        found = await store.get("t1", CALL)
        assert found is not None
        assert len(found.artifacts) == n + 1
        await asyncio.sleep(0.001)
    for one in live:
        one.status.state = TaskState.TASK_STATE_COMPLETED
        await store.save(one, CALL)
        found = await store.get(one.id, CALL)
        assert found is not None
        assert found.status.state == TaskState.TASK_STATE_COMPLETED
    await store.aclose()
    assert len(records.saved) < 300, "of 603 writes, most are taken together"
    for one in live:
        found = await store.get(one.id, CALL)
        assert found == one
