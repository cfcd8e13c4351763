"""What `ConversationStore` promises, checked over every implementation."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path

import pytest

from app.domain.answers import Answer, fold
from app.domain.conversations import AnswerEntry, Conversation, RequestEntry
from app.domain.events import (
    Answered,
    ArtifactEvent,
    MessageEvent,
    Pinned,
    StatusEvent,
    StreamLost,
    TurnClosed,
    TurnEvent,
)
from app.domain.messages import PROFILE_MEDIA_TYPE, DataPart, FilePart, Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.errors import StoreError
from app.ports import ConversationStore, Recorded
from tests.contract.app.conversations.store.stores import STORES, opened_store

pytestmark = pytest.mark.anyio

START = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationStore]:
    opened = await opened_store(request, tmp_path)
    yield opened
    await opened.aclose()


def minute(number: float) -> datetime:
    return START + timedelta(minutes=number)


def conversation(context_id: str, at: float = 0, **fields: object) -> Conversation:
    return Conversation.model_validate(
        {"context_id": context_id, "created_at": minute(at), "updated_at": minute(at), **fields}
    )


def request(
    message_id: str, context_id: str = "c1", text: str = "승률 알려줘", at: float = 0
) -> Message:
    return Message(
        message_id=message_id,
        context_id=context_id,
        role=Role.USER,
        parts=(TextPart(text=text),),
        created_at=minute(at),
    )


def empty_answer(message: Message) -> Answer:
    return Answer(
        turn_id=message.message_id,
        context_id=message.context_id,
        agent="data",
        started_at=message.created_at,
    )


async def begin(
    store: ConversationStore,
    message_id: str,
    context_id: str = "c1",
    text: str = "Q",
    at: float = 0,
) -> Answer:
    message = request(message_id, context_id, text, at)
    answer = empty_answer(message)
    await store.begin_turn(message, answer)
    return answer


async def take(
    store: ConversationStore, answer: Answer, *events: TurnEvent, at: float = 1
) -> Answer:
    recorded = [Recorded(event, minute(at)) for event in events]
    answer = reduce(lambda held, r: fold(held, r.event, r.at), recorded, answer)
    await store.record(answer, recorded)
    return answer


def status(answer: Answer, state: TaskState, text: str = "") -> StatusEvent:
    said = request(f"said-{answer.turn_id}", answer.context_id, text) if text else None
    return StatusEvent(
        task_id=f"t-{answer.turn_id}", context_id=answer.context_id, state=state, message=said
    )


def piece(answer: Answer, text: str, *, append: bool = True) -> ArtifactEvent:
    return ArtifactEvent(
        task_id=f"t-{answer.turn_id}",
        context_id=answer.context_id,
        artifact=Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),)),
        append=append,
    )


def ids(entries: Sequence[AnswerEntry]) -> list[str]:
    return [entry.answer.turn_id for entry in entries]


async def test_a_conversation_comes_back_as_it_was_saved(store: ConversationStore) -> None:
    saved = conversation(
        "c1", title="Win rate", agent="kafka://h:1/x", pinned=True, draft="그리고 저그는", entries=9
    )
    await store.save_conversation(saved)
    assert await store.conversation("c1") == saved.model_copy(update={"entries": 0})
    assert await store.conversation("other") is None


async def test_where_a_conversation_is_filed_is_kept_and_taken_back(
    store: ConversationStore,
) -> None:
    saved = conversation("c1", archived=True, tags=("balance", "패치 5.0"))
    await store.save_conversation(saved)
    assert await store.conversation("c1") == saved
    assert await store.conversations() == [saved]
    plain = saved.model_copy(update={"archived": False, "tags": ()})
    await store.save_conversation(plain)
    assert await store.conversation("c1") == plain


async def test_saving_again_replaces_the_fields_and_keeps_what_it_holds(
    store: ConversationStore,
) -> None:
    await store.save_conversation(conversation("c1", title="old", draft="x"))
    await begin(store, "m1")
    await store.save_conversation(conversation("c1", 5, title="new"))
    held = await store.conversation("c1")
    assert held is not None
    assert (held.title, held.draft, held.entries, held.running) == ("new", "", 2, 1)
    assert await store.entry_count("c1") == 2


async def test_only_the_fields_that_are_named_are_saved_of_what_is_stored(
    store: ConversationStore,
) -> None:
    saved = conversation("c1", title="theirs", pinned=True, tags=("balance",))
    mine = conversation("c1", title="mine", archived=True)
    for _ in range(2):
        await store.save_conversation(saved, only=())
    await store.save_conversation(mine, only={"archived"})
    assert await store.conversation("c1") == saved.model_copy(update={"archived": True})


async def test_the_list_has_pinned_first_then_newest_and_none_that_is_deleted(
    store: ConversationStore,
) -> None:
    for number, fields in enumerate([{}, {"pinned": True}, {}, {"deleted_at": minute(9)}, {}]):
        await store.save_conversation(conversation(f"c{number}", number, **fields))
    assert [c.context_id for c in await store.conversations()] == ["c1", "c4", "c2", "c0"]
    assert [c.context_id for c in await store.conversations(limit=2)] == ["c1", "c4"]


async def test_a_new_message_moves_its_conversation_up(store: ConversationStore) -> None:
    await store.save_conversation(conversation("c1", 1))
    await store.save_conversation(conversation("c2", 2))
    await begin(store, "m1", "c1", at=3)
    await begin(store, "m2", "c2", at=0)
    assert [(c.context_id, c.updated_at) for c in await store.conversations()] == [
        ("c1", minute(3)),
        ("c2", minute(2)),
    ]


async def test_deleting_is_undone_by_saving_without_the_date(store: ConversationStore) -> None:
    held = conversation("c1", title="Win rate")
    await store.save_conversation(held)
    await begin(store, "m1")
    await store.save_conversation(held.model_copy(update={"deleted_at": minute(1)}))
    assert await store.conversations() == []
    assert await store.find("win rate") == []
    assert await store.open_answers() == []
    assert ids(await store.open_answers("c1")) == ["m1"]
    found = await store.conversation("c1")
    assert found is not None and found.deleted_at == minute(1)
    await store.save_conversation(held)
    assert [c.context_id for c in await store.conversations()] == ["c1"]
    assert ids(await store.open_answers()) == ["m1"]


async def test_purging_removes_all_of_one_conversation_only(store: ConversationStore) -> None:
    gone = await begin(store, "m1", "c1", "빌드 순서")
    kept = await begin(store, "m2", "c2", "빌드 순서")
    await take(store, gone, piece(gone, "x"))
    await take(store, kept, piece(kept, "y"))
    await store.purge("c1")
    await store.purge("unknown")
    assert await store.conversation("c1") is None
    assert await store.answer("m1") is None
    assert await store.events("m1") == []
    assert await store.entries("c1", 0, 9) == []
    assert await store.entry_count("c1") == 0
    assert {hit.context_id for hit in await store.find("빌드")} == {"c2"}
    assert len(await store.events("m2")) == 1
    with pytest.raises(StoreError):
        await store.record(gone, [])
    again = request("m1", "c1")
    assert await store.begin_turn(again, empty_answer(again)) == (0, 1)


async def test_only_what_was_deleted_before_a_moment_is_purged(store: ConversationStore) -> None:
    for number in range(4):
        await store.save_conversation(conversation(f"c{number}", deleted_at=minute(number)))
    await store.save_conversation(conversation("alive"))
    assert await store.purge_deleted(minute(2)) == 2
    assert [await store.conversation(f"c{n}") is None for n in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    assert await store.conversation("alive") is not None
    assert await store.purge_deleted(minute(2)) == 0


async def test_a_turn_takes_the_next_two_positions_once(store: ConversationStore) -> None:
    first, second = request("m1"), request("m2", text="저그는?")
    assert await store.begin_turn(first, empty_answer(first)) == (0, 1)
    assert await store.begin_turn(second, empty_answer(second)) == (2, 3)
    changed = first.model_copy(update={"parts": (TextPart(text="other"),)})
    assert await store.begin_turn(changed, empty_answer(changed)) == (0, 1)
    assert await store.entry_count("c1") == 4
    assert await store.entries("c1", 0, 4) == [
        RequestEntry(position=0, message=first),
        AnswerEntry(position=1, answer=empty_answer(first)),
        RequestEntry(position=2, message=second),
        AnswerEntry(position=3, answer=empty_answer(second)),
    ]


async def test_a_message_of_an_unlisted_conversation_lists_it(store: ConversationStore) -> None:
    await begin(store, "m1", "c7", "승률 알려줘", at=4)
    listed = await store.conversations()
    assert [(c.context_id, c.title, c.agent, c.updated_at) for c in listed] == [
        ("c7", "승률 알려줘", "data", minute(4))
    ]


async def test_positions_have_no_gaps_under_concurrent_writers(store: ConversationStore) -> None:
    async def write(writer: int) -> list[int]:
        taken: list[int] = []
        for number in range(20):
            message = request(f"w{writer}-{number}")
            taken += await store.begin_turn(message, empty_answer(message))
        return taken

    taken = [p for positions in await asyncio.gather(*map(write, range(8))) for p in positions]
    assert sorted(taken) == list(range(320))
    held = await store.entries("c1", 0, 400)
    assert [entry.position for entry in held] == list(range(320))
    assert await store.entry_count("c1") == 320


async def test_writes_take_effect_in_the_order_of_the_calls(store: ConversationStore) -> None:
    drafts = [conversation("c1", draft=f"draft {n}") for n in range(100)]
    await asyncio.gather(*(store.save_conversation(draft) for draft in drafts))
    held = await store.conversation("c1")
    assert held is not None and held.draft == "draft 99"


async def test_pages_are_by_position_and_end_with_the_conversation(
    store: ConversationStore,
) -> None:
    for number in range(5):
        await begin(store, f"m{number}")
    await begin(store, "elsewhere", "c2")

    async def positions(start: int, stop: int) -> list[int]:
        return [entry.position for entry in await store.entries("c1", start, stop)]

    assert await positions(3, 6) == [3, 4, 5]
    assert await positions(8, 99) == [8, 9]
    assert await positions(-5, 2) == [0, 1]
    assert await positions(10, 20) == []
    assert await positions(4, 4) == []


async def test_an_answer_is_kept_event_by_event(store: ConversationStore) -> None:
    answer = await begin(store, "m1")
    events: list[TurnEvent] = [
        status(answer, TaskState.SUBMITTED),
        status(answer, TaskState.WORKING, "reading"),
        piece(answer, "Terran ", append=False),
        piece(answer, "58 %"),
        StreamLost(task_id="t-m1", reason="gone"),
        status(answer, TaskState.COMPLETED),
    ]
    for number, event in enumerate(events):
        answer = await take(store, answer, event, at=number)
        entry = await store.answer("m1")
        assert entry == AnswerEntry(position=1, answer=answer)
        assert await store.entries("c1", 1, 2) == [entry]
        assert await store.answers("c1") == [entry]
    assert await store.events("m1") == [
        Recorded(event, minute(number)) for number, event in enumerate(events)
    ]
    assert answer.text == "Terran 58 %"


async def test_several_events_in_one_call_keep_their_order(store: ConversationStore) -> None:
    answer = await begin(store, "m1")
    answer = await take(store, answer, *(piece(answer, f"{n} ") for n in range(50)))
    answer = await take(store, answer, *(piece(answer, f"{n} ") for n in range(50, 90)))
    entry = await store.answer("m1")
    assert entry is not None
    assert entry.answer == answer
    assert entry.answer.text == "".join(f"{n} " for n in range(90))


async def test_values_of_every_kind_come_back_exactly(store: ConversationStore) -> None:
    parts = (
        TextPart(text="줄\r\n\x00\u2028 \U0001f600 \ufeff e\u0301", media_type="text/plain"),
        DataPart(data={"n": 2**63 - 1, "deep": [None, True, 0.1, "—"]}, media_type="x/y"),
        FilePart(name="../a b.csv", media_type="text/csv", content=bytes(range(256))),
        FilePart(name="far", url="https://example.org/?q=%27"),
    )
    message = Message(
        message_id="m'1",
        context_id='c"; drop',
        role=Role.USER,
        parts=parts,
        reference_task_ids=("t1", "t2"),
        metadata={"reason": "r", "more": [1]},
        created_at=minute(0) + timedelta(microseconds=123456),
    )
    answer = empty_answer(message)
    await store.begin_turn(message, answer)
    replied = await take(store, answer, MessageEvent(message=message))
    assert await store.entries('c"; drop', 0, 2) == [
        RequestEntry(position=0, message=message),
        AnswerEntry(position=1, answer=replied),
    ]


async def test_what_was_read_can_be_changed_without_changing_the_store(
    store: ConversationStore,
) -> None:
    data = {"rows": [1, 2]}
    message = request("m1").model_copy(update={"parts": (DataPart(data=data),)})  # type: ignore[arg-type]
    await store.begin_turn(message, empty_answer(message))
    data["rows"].append(3)
    (read,) = await store.entries("c1", 0, 1)
    assert isinstance(read, RequestEntry)
    part = read.message.parts[0]
    assert isinstance(part, DataPart) and part.data == {"rows": [1, 2]}
    part.data["rows"] = []
    (again,) = await store.entries("c1", 0, 1)
    assert isinstance(again, RequestEntry)
    assert again.message.parts == (DataPart(data={"rows": [1, 2]}),)


async def test_an_answer_of_no_turn_is_refused(store: ConversationStore) -> None:
    with pytest.raises(StoreError) as caught:
        await store.record(empty_answer(request("nobody")), [])
    assert caught.value.reason == "unknown_turn"
    assert await store.conversations() == []
    assert await store.answer("nobody") is None
    assert await store.events("nobody") == []


async def test_open_answers_run_or_wait_oldest_first(store: ConversationStore) -> None:
    running = await begin(store, "running", "c1", at=5)
    waiting = await begin(store, "waiting", "c2", at=3)
    answered = await begin(store, "answered", "c1", at=2)
    for number, state in enumerate(TaskState):
        if state.terminal:
            ended = await begin(store, f"ended-{state}", "c1", at=number)
            await take(store, ended, status(ended, state))
    await begin(store, "untouched", "c1", at=1)
    await take(store, running, status(running, TaskState.WORKING))
    waiting = await take(store, waiting, status(waiting, TaskState.INPUT_REQUIRED, "Which race?"))
    answered = await take(store, answered, status(answered, TaskState.AUTH_REQUIRED))
    await take(store, answered, Answered(by="t-other"))
    assert ids(await store.open_answers()) == ["untouched", "waiting", "running"]
    assert ids(await store.open_answers("c1")) == ["untouched", "running"]
    assert ids(await store.open_answers("nowhere")) == []
    assert (await store.open_answers("c2"))[0].answer == waiting


async def test_the_list_counts_what_runs_and_what_waits(store: ConversationStore) -> None:
    async def counts() -> list[tuple[str, int, int, int]]:
        listed = await store.conversations()
        return [(c.context_id, c.entries, c.running, c.waiting) for c in listed]

    one = await begin(store, "m1", "c1", at=2)
    two = await begin(store, "m2", "c1", at=2)
    await begin(store, "m3", "c2", at=1)
    assert await counts() == [("c1", 4, 2, 0), ("c2", 2, 1, 0)]
    await take(store, one, status(one, TaskState.WORKING))
    two = await take(store, two, status(two, TaskState.INPUT_REQUIRED, "?"))
    assert await counts() == [("c1", 4, 1, 1), ("c2", 2, 1, 0)]
    await take(store, two, status(two, TaskState.COMPLETED))
    await take(store, one, TurnClosed(state=TaskState.FAILED, reason="interrupted"))
    assert await counts() == [("c1", 4, 0, 0), ("c2", 2, 1, 0)]
    held = await store.conversation("c2")
    assert held is not None and (held.entries, held.running, held.waiting) == (2, 1, 0)


async def test_the_list_has_the_beginning_of_the_newest_answer(store: ConversationStore) -> None:
    async def headlines() -> list[str]:
        return [one.headline for one in await store.conversations()]

    one = await begin(store, "m1", text="first")
    assert await headlines() == [""]
    done = (piece(one, "Terran **58 %**", append=False), status(one, TaskState.COMPLETED))
    await take(store, one, *done)
    assert await headlines() == ["Terran **58 %**"]
    two = await begin(store, "m2", at=1)
    done = (piece(two, "x" * 1000, append=False), status(two, TaskState.COMPLETED))
    await take(store, two, *done)
    assert await headlines() == ["x" * 240]


async def test_a_conversation_takes_its_title_from_a_question_not_from_a_look_at_a_table(
    store: ConversationStore,
) -> None:
    look = request("m1", "c1", "What is in this data?")
    page = DataPart(data={}, media_type=PROFILE_MEDIA_TYPE)
    look = look.model_copy(update={"parts": (*look.parts, page)})
    await store.begin_turn(look, empty_answer(look))
    await begin(store, "m2", "c2", text="Who wins?", at=1)
    assert [one.title for one in await store.conversations()] == ["Who wins?", ""]


async def test_answers_are_newest_first_and_bounded(store: ConversationStore) -> None:
    for number in range(6):
        await begin(store, f"m{number}", at=-number)
    assert ids(await store.answers("c1", limit=3)) == ["m5", "m4", "m3"]
    assert [e.position for e in await store.answers("c1")] == [11, 9, 7, 5, 3, 1]
    assert await store.answers("c2") == []


async def test_a_closed_store_says_so(store: ConversationStore) -> None:
    await store.aclose()
    await store.aclose()
    with pytest.raises(StoreError):
        await store.conversations()
    with pytest.raises(StoreError):
        await store.begin_turn(request("m1"), empty_answer(request("m1")))


async def test_the_board_of_the_profile_is_over_all_conversations(
    store: ConversationStore,
) -> None:
    on, off = Pinned(on=True, board="profile"), Pinned(on=False, board="profile")
    answers = {name: await begin(store, name, f"c{name}") for name in ("a", "b", "c")}
    assert await store.pinned_for_all() == []
    for at, name in enumerate("cba", start=5):
        done = await take(
            store, answers[name], status(answers[name], TaskState.COMPLETED), on, at=at
        )
        answers[name] = await take(store, done, Pinned(on=True), at=at + 10)
    assert ids(await store.pinned_for_all()) == ["c", "b", "a"]
    listed = await store.conversation("cc")
    assert listed is not None
    await store.save_conversation(listed.model_copy(update={"deleted_at": minute(9)}))
    await take(store, answers["b"], off, at=20)
    (left,) = await store.pinned_for_all()
    assert (left.answer.turn_id, left.answer.pinned_for_all) == ("a", minute(7))
    await store.save_conversation(listed)
    assert ids(await store.pinned_for_all()) == ["c", "a"]


async def test_what_is_pinned_while_it_works_is_found(store: ConversationStore) -> None:
    answer = await begin(store, "a")
    answer = await take(store, answer, status(answer, TaskState.WORKING))
    await take(store, answer, Pinned(on=True, board="profile"), at=3)
    assert ids(await store.pinned_for_all()) == ["a"]
