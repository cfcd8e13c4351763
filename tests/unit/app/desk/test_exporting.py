"""Conversations leave the store and come back whole; a branch is another conversation."""

from datetime import UTC, datetime

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.export import as_json, branched, bring_in, from_json, gather
from app.domain.answers import Answer, fold
from app.domain.conversations import Conversation
from app.domain.events import ArtifactEvent, StatusEvent
from app.domain.messages import DataPart, FilePart, Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.errors import BadFile
from app.ports import Recorded

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 11, 1, 12, 0, 0, 123456, tzinfo=UTC)


async def filled(*, waiting: bool = False) -> MemoryStore:
    store = MemoryStore()
    await store.save_conversation(
        Conversation(
            context_id="c",
            title="잔존율",
            agent="data",
            pinned=True,
            draft="half",
            created_at=NOON,
            updated_at=NOON,
        )
    )
    for number in (1, 2):
        parts = (
            TextPart(text=f"question {number}"),
            FilePart(name="a.bin", media_type="x/y", content=bytes(range(256))),
        )
        message = Message(
            message_id=f"m{number}",
            context_id="c",
            role=Role.USER,
            parts=parts,
            metadata={"about": "t0"},
            reference_task_ids=("t0",),
            created_at=NOON,
        )
        answer = Answer(turn_id=f"m{number}", context_id="c", agent="data", started_at=NOON)
        await store.begin_turn(message, answer)
        last = waiting and number == 2
        state = TaskState.INPUT_REQUIRED if last else TaskState.COMPLETED
        data = DataPart(data={"n": 2**63 + 1, "x": 0.1})
        artifact = Artifact(artifact_id="r", name="result", parts=(data,))
        events = [
            ArtifactEvent(task_id=f"t{number}", context_id="c", artifact=artifact),
            StatusEvent(task_id=f"t{number}", context_id="c", state=state, at=NOON),
        ]
        for event in events:
            answer = fold(answer, event, NOON)
        await store.record(answer, [Recorded(event, NOON) for event in events])
    return store


async def test_what_is_exported_comes_back_exactly() -> None:
    exported = await gather(await filled(), "c")
    again = from_json(as_json(exported))
    assert again == exported
    fresh = MemoryStore()
    await bring_in(fresh, again)
    assert await gather(fresh, "c") == exported


async def test_one_that_is_here_already_comes_in_beside_it() -> None:
    store = await filled()
    exported = await gather(store, "c")
    beside = await bring_in(store, exported)
    assert beside.context_id != "c"
    assert (await gather(store, "c")) == exported
    copy = await gather(store, beside.context_id)
    assert [turn.message.text for turn in copy.turns] == ["question 1", "question 2"]
    assert not {t.message.message_id for t in copy.turns} & {"m1", "m2"}
    assert copy.turns[0].answer.turn_id == copy.turns[0].message.message_id
    assert copy.turns[0].answer.task_id == "t1", "a follow-up can still refer to it"


async def test_a_branch_ends_where_it_was_cut_and_nothing_waits_in_it() -> None:
    store = await filled(waiting=True)
    branch = await bring_in(store, branched(await gather(store, "c", last=1), title="Branch"))
    assert (branch.title, branch.pinned, branch.draft) == ("Branch", False, "")
    assert branch.entries == 2
    whole = await bring_in(store, branched(await gather(store, "c"), title="Whole"))
    found = await gather(store, whole.context_id)
    assert found.turns[1].answer.state is TaskState.CANCELED
    waiting = [e for e in await store.open_answers() if e.answer.waiting]
    assert [entry.answer.context_id for entry in waiting] == ["c"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "other"}', "no json"])
async def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(BadFile):
        from_json(text)


async def test_the_events_fold_into_the_answer_that_was_kept() -> None:
    exported = await gather(await filled(), "c")
    for turn in exported.turns:
        answer = Answer(
            turn_id=turn.message.message_id, context_id="c", agent="data", started_at=NOON
        )
        for event in turn.events:
            answer = fold(answer, event.event, event.at)
        assert answer == turn.answer
