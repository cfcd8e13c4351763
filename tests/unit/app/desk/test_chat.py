"""Chat sessions: however a turn ends, the store has one final state and what was said is kept."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.desk.outgoing import MAX_MESSAGE_BYTES, check_attachment
from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry
from app.domain.events import AgentEvent, TurnEnded, TurnStarted
from app.domain.messages import CHOICE_MEDIA_TYPE, DataPart, Message
from app.domain.tasks import Choice, Task, TaskState
from app.errors import AgentRefused, AgentUnreachable, BadInput, MessageTooLarge, StoreError
from app.ports import Recorded
from tests.scripted import (
    ScriptedAgents,
    ScriptedLink,
    answered_at_once,
    artifact,
    asks_then_answers,
    never_ends,
    status,
    submitted,
)

pytestmark = pytest.mark.anyio


def desk_with(link: ScriptedLink | None, store: MemoryStore | None = None) -> Desk:
    return Desk(store=store or MemoryStore(), agents=ScriptedAgents(link))


async def test_a_turn_goes_from_started_to_ended_and_is_kept() -> None:
    store = MemoryStore()
    desk = desk_with(ScriptedLink(answered_at_once), store)
    session = desk.new()
    events = [event async for event in session.say("hello")]
    assert isinstance(events[0], TurnStarted)
    assert isinstance(events[-1], TurnEnded)
    assert events[-1].state is TaskState.COMPLETED
    request, answer = await store.entries(session.context_id, 0, 2)
    assert isinstance(request, RequestEntry)
    assert isinstance(answer, AnswerEntry)
    assert request.message.text == "hello"
    assert answer.answer.text == "one two: hello"
    assert [change.state for change in answer.answer.changes] == [
        TaskState.SUBMITTED,
        TaskState.WORKING,
        TaskState.COMPLETED,
    ]
    assert session.conversation.title == "hello"
    await desk.aclose()


class Noting(MemoryStore):
    """Notes when something was kept."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__()
        self._notes = notes

    async def record(self, answer: Answer, events: Sequence[Recorded]) -> None:
        await super().record(answer, events)
        self._notes.append(f"kept {answer.state} {len(answer.text)}")


async def test_every_answer_is_kept_before_it_is_shown() -> None:
    notes: list[str] = []
    desk = desk_with(ScriptedLink(answered_at_once), Noting(notes))

    def watch(changed: Entry | Conversation) -> None:
        if isinstance(changed, AnswerEntry):
            notes.append(f"shown {changed.answer.state} {len(changed.answer.text)}")

    desk.watch(watch)
    await (await desk.new().start("hello")).wait()
    assert notes[0] == "shown submitted 0", "the empty answer, which was stored with the message"
    kept, shown = notes[1::2], notes[2::2]
    assert [note.removeprefix("kept ") for note in kept] == [
        note.removeprefix("shown ") for note in shown
    ]
    await desk.aclose()


async def test_a_message_that_cannot_be_stored_keeps_its_draft() -> None:
    class Full(MemoryStore):
        async def begin_turn(self, message: Message, answer: Answer) -> tuple[int, int]:
            raise StoreError("The disk is full.")

    store = Full()
    desk = desk_with(ScriptedLink(answered_at_once), store)
    session = desk.new()
    await desk.save_draft(session.context_id, "half a thought")
    with pytest.raises(StoreError):
        await session.start("half a thought")
    kept = await store.conversation(session.context_id)
    assert kept is not None
    assert (kept.draft, kept.title) == ("half a thought", "")


async def test_nothing_is_sent_that_was_not_stored() -> None:
    store = MemoryStore()
    link = ScriptedLink(answered_at_once)
    desk = desk_with(link, store)
    session = desk.new()
    turn = await session.start("hello")
    stored = await store.entries(session.context_id, 0, 1)
    assert isinstance(stored[0], RequestEntry)
    assert not link.sent, "the message was on the wire before it was in the store"
    await turn.wait()
    assert link.sent
    await desk.aclose()


async def test_an_answer_references_the_parked_question_and_settles_it() -> None:
    store = MemoryStore()
    link = ScriptedLink(asks_then_answers)
    desk = desk_with(link, store)
    session = desk.new()
    first = [event async for event in session.say("win rate?")]
    assert first[-1].state is TaskState.INPUT_REQUIRED
    question = await session.question()
    assert question is not None
    assert [choice.label for choice in question.choices] == ["Terran", "Zerg"]

    _ = [event async for event in session.say("Terran", choice=question.choices[0])]
    answer = link.sent[1]
    assert answer.task_id is None
    assert answer.reference_task_ids == ("task-1",)
    assert answer.context_id == link.sent[0].context_id
    chosen = [part for part in answer.parts if isinstance(part, DataPart)]
    assert chosen[0].media_type == CHOICE_MEDIA_TYPE
    assert chosen[0].data == {"slot": "race", "value": "Terran"}

    parked, settled = [
        entry.answer
        for entry in await store.entries(session.context_id, 0, 4)
        if isinstance(entry, AnswerEntry)
    ]
    assert parked.state is TaskState.COMPLETED
    assert parked.answered_by == "task-2"
    assert settled.state is TaskState.COMPLETED
    assert not await desk.waiting()

    _ = [event async for event in session.say("and now both")]
    assert link.sent[2].reference_task_ids == ("task-2",), "only tasks with a result are referenced"
    await desk.aclose()


async def test_what_was_said_last_is_referenced_beside_the_results() -> None:
    """A table that was chosen since stays the one of which the next question is."""

    async def answers(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        task_id = f"task-{len(link.sent)}"
        yield submitted(message, task_id)
        if len(link.sent) == 1:
            yield artifact(message, task_id, "{}", name="result")
        yield status(message, task_id, TaskState.COMPLETED, "told")

    link = ScriptedLink(answers)
    desk = desk_with(link, MemoryStore())
    session = desk.new()
    for text in ("rows by product", "What is in the table “customers”?", "number of rows"):
        _ = [event async for event in session.say(text)]
    assert link.sent[2].reference_task_ids == ("task-1", "task-2")
    await desk.aclose()


async def test_other_agents_get_the_task_id_of_their_question() -> None:
    async def asks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        if message.task_id is None:
            yield submitted(message, "task-1")
            yield status(message, "task-1", TaskState.INPUT_REQUIRED, "which?")
        else:
            yield status(message, "task-1", TaskState.COMPLETED, "thanks")

    store = MemoryStore()
    link = ScriptedLink(asks, per_request=False)
    desk = desk_with(link, store)
    session = desk.new()
    _ = [event async for event in session.say("go")]
    _ = [event async for event in session.say("that one")]
    assert link.sent[1].task_id == "task-1"
    assert link.sent[1].context_id == session.context_id
    assert link.sent[1].reference_task_ids == ()
    assert not await desk.waiting()
    await desk.aclose()


async def test_stop_cancels_the_task_and_keeps_what_came() -> None:
    store = MemoryStore()
    link = ScriptedLink(never_ends)
    desk = desk_with(link, store)
    session = desk.new()
    turn = await session.start("count")
    async for event in turn.events():
        if event.type == "artifact":
            break
    await session.stop()
    assert link.canceled == ["task-1"]
    assert turn.ended
    kept = await store.answer(turn.turn_id)
    assert kept is not None
    assert kept.answer.state is TaskState.CANCELED
    assert kept.answer.text == "one "
    assert not session.running
    await desk.aclose()


async def test_what_closing_cuts_off_was_stopped_by_nobody() -> None:
    store = MemoryStore()
    link = ScriptedLink(never_ends)
    desk = desk_with(link, store)
    turn = await desk.new().start("count")
    async for event in turn.events():
        if event.type == "artifact":
            break
    await desk.aclose()
    assert link.canceled == ["task-1"]
    kept = await store.answer(turn.turn_id)
    assert kept is not None
    assert (kept.answer.state, kept.answer.reason) == (TaskState.CANCELED, "closed")
    assert kept.answer.text == "one "


async def test_stop_of_a_task_that_ended_meanwhile_shows_how_it_ended() -> None:
    link = ScriptedLink(never_ends)

    async def finishes_first() -> None:
        link.held["task-1"] = link.held["task-1"].model_copy(update={"state": TaskState.COMPLETED})

    link.before_cancel = finishes_first
    store = MemoryStore()
    desk = desk_with(link, store)
    turn = await desk.new().start("count")
    async for event in turn.events():
        if event.type == "artifact":
            break
    await turn.stop()
    assert turn.answer.state is TaskState.COMPLETED
    await desk.aclose()


async def test_stop_before_the_agent_named_the_task_finds_it_by_its_message() -> None:
    async def silent(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        link.keep(submitted(message, "task-1"))
        await link.stopped.setdefault("task-1", asyncio.Event()).wait()
        yield status(message, "task-1", TaskState.CANCELED)

    link = ScriptedLink(silent, in_process=False)
    store = MemoryStore()
    desk = desk_with(link, store)
    turn = await desk.new().start("count")
    await turn.stop()
    assert link.canceled == ["task-1"]
    assert turn.answer.state is TaskState.CANCELED
    await desk.aclose()


async def test_stop_of_a_message_that_nobody_knows_does_not_claim_that_it_was_stopped() -> None:
    async def lost(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        await asyncio.Event().wait()
        yield submitted(message, "never")

    link = ScriptedLink(lost, in_process=False)
    desk = desk_with(link)
    turn = await desk.new().start("count")
    await turn.stop()
    assert (turn.answer.state, turn.answer.reason) == (TaskState.FAILED, "not_confirmed")
    await desk.aclose()


async def test_stop_without_an_answer_leaves_the_turn_to_be_reconciled() -> None:
    async def silent(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        link.keep(submitted(message, "task-1"))
        await asyncio.Event().wait()
        yield submitted(message, "task-1")

    class Gone(ScriptedLink):
        async def tasks(self, context_id: str) -> Sequence[Task]:
            raise AgentUnreachable("nobody answers")

    store = MemoryStore()
    desk = desk_with(Gone(silent, in_process=False), store)
    turn = await desk.new().start("count")
    await turn.stop()
    kept = await store.answer(turn.turn_id)
    assert kept is not None
    assert kept.answer.state is TaskState.SUBMITTED
    assert [entry.answer.turn_id for entry in await store.open_answers()] == [turn.turn_id]
    await desk.aclose()


async def test_closing_the_desk_cancels_what_runs_in_process() -> None:
    store = MemoryStore()
    link = ScriptedLink(never_ends)
    desk = desk_with(link, store)
    turn = await desk.new().start("count")
    async for event in turn.events():
        if event.type == "status":
            break
    await desk.aclose()
    kept = await store.answer(turn.turn_id)
    assert kept is not None
    assert kept.answer.state is TaskState.CANCELED


async def test_closing_the_desk_leaves_remote_tasks_alone() -> None:
    store = MemoryStore()
    link = ScriptedLink(never_ends, in_process=False)
    desk = desk_with(link, store)
    turn = await desk.new().start("count")
    async for event in turn.events():
        if event.type == "status":
            break
    await desk.aclose()
    kept = await store.answer(turn.turn_id)
    assert kept is not None
    assert kept.answer.state is TaskState.WORKING
    assert link.canceled == []


async def test_an_agent_that_cannot_be_reached_fails_the_turn_and_keeps_the_message() -> None:
    store = MemoryStore()
    desk = desk_with(None, store)
    session = desk.new()
    events = [event async for event in session.say("hello")]
    assert events[-1].state is TaskState.FAILED
    assert events[-1].reason == "agent_unreachable"
    entries = await store.entries(session.context_id, 0, 2)
    assert isinstance(entries[0], RequestEntry)
    assert entries[0].message.text == "hello"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (AgentRefused("no"), "agent_refused"),
        (AgentUnreachable("gone"), "not_confirmed"),
        (AgentUnreachable("it waits in the queue", key="no_replica"), "no_replica"),
    ],
)
async def test_a_refused_message_fails_with_its_reason(error: Exception, reason: str) -> None:
    async def refuses(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        raise error
        yield submitted(message, "never")

    desk = desk_with(ScriptedLink(refuses))
    events = [event async for event in desk.new().say("hello")]
    assert events[-1].state is TaskState.FAILED
    assert events[-1].reason == reason
    await desk.aclose()


async def test_a_stream_that_ends_too_early_asks_for_the_truth() -> None:
    async def stops_early(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        event = submitted(message, "task-1")
        yield event
        link.held["task-1"] = event.task.model_copy(update={"state": TaskState.REJECTED})

    desk = desk_with(ScriptedLink(stops_early))
    events = [event async for event in desk.new().say("hello")]
    assert events[-1].state is TaskState.REJECTED
    await desk.aclose()


async def test_events_after_the_end_change_nothing() -> None:
    async def goes_on(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        yield submitted(message, "task-1")
        yield artifact(message, "task-1", "fine")
        yield status(message, "task-1", TaskState.COMPLETED)
        yield status(message, "task-1", TaskState.WORKING, "still here")
        yield artifact(message, "task-1", "garbage")

    store = MemoryStore()
    desk = desk_with(ScriptedLink(goes_on), store)
    session = desk.new()
    _ = [event async for event in session.say("hello")]
    entry = (await store.entries(session.context_id, 1, 2))[0]
    assert isinstance(entry, AnswerEntry)
    assert entry.answer.state is TaskState.COMPLETED
    assert entry.answer.text == "fine"
    await desk.aclose()


async def test_leaving_the_stream_early_does_not_stop_the_turn() -> None:
    store = MemoryStore()
    desk = desk_with(ScriptedLink(answered_at_once), store)
    session = desk.new()
    async for event in session.say("hello"):
        if isinstance(event, TurnStarted):
            turn = session.running[0]
            break
    await turn.wait()
    assert turn.answer.state is TaskState.COMPLETED
    await desk.aclose()


async def test_two_turns_run_side_by_side_in_one_conversation() -> None:
    store = MemoryStore()
    link = ScriptedLink(never_ends)
    desk = desk_with(link, store)
    session = desk.new()
    first = await session.start("one")
    of_first = first.events()
    second = await session.start("two")
    for events in (of_first, second.events()):
        async for event in events:
            if event.type == "artifact":
                break
    assert {turn.answer.task_id for turn in session.running} == {"task-1", "task-2"}
    await session.stop()
    assert second.ended
    assert not first.ended
    await desk.aclose()


async def test_who_asks_for_events_after_the_end_hears_of_the_end() -> None:
    desk = desk_with(ScriptedLink(answered_at_once), MemoryStore())
    turn = await desk.new().start("hello")
    await turn.wait()
    assert [event.type async for event in turn.events()] == ["turn_end"]
    await desk.aclose()


async def test_an_agent_that_says_more_than_is_taken_in_is_kept_waiting() -> None:
    said = 0

    async def talks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        nonlocal said
        yield submitted(message, "task-1")
        for _ in range(5_000):
            said += 1
            yield artifact(message, "task-1", "word ", append=True)
        yield status(message, "task-1", TaskState.COMPLETED)

    class Slow(MemoryStore):
        ahead = 0

        async def record(self, answer: Answer, events: Sequence[Recorded]) -> None:
            taken = len(answer.artifacts[0].text) // 5 if answer.artifacts else 0
            self.ahead = max(self.ahead, said - taken)
            await asyncio.sleep(0)
            await super().record(answer, events)

    store = Slow()
    desk = desk_with(ScriptedLink(talks), store)
    turn = await desk.new().start("talk")
    await turn.wait()
    assert turn.answer.text == "word " * 5_000
    assert store.ahead < 1_000
    await desk.aclose()


@pytest.mark.parametrize("text", ["", "  \n "])
async def test_nothing_is_not_sent(text: str) -> None:
    store = MemoryStore()
    desk = desk_with(ScriptedLink(answered_at_once), store)
    session = desk.new()
    with pytest.raises(BadInput):
        await session.start(text)
    assert await store.conversation(session.context_id) is None


async def test_a_message_of_a_megabyte_is_refused_and_nothing_is_stored() -> None:
    store = MemoryStore()
    desk = desk_with(ScriptedLink(answered_at_once), store)
    session = desk.new()
    with pytest.raises(MessageTooLarge, match="huge") as refused:
        check_attachment("huge.csv", 155 * 2**20)
    assert refused.value.details["file"] == "huge.csv"
    with pytest.raises(MessageTooLarge, match="kB"):
        await session.start("가" * MAX_MESSAGE_BYTES)
    assert await store.conversation(session.context_id) is None


async def test_retry_says_the_same_again_as_a_new_message() -> None:
    store = MemoryStore()
    link = ScriptedLink(answered_at_once)
    desk = desk_with(link, store)
    session = desk.new()
    turn = await session.start("hello")
    await turn.wait()
    again = await session.retry(turn.turn_id)
    await again.wait()
    assert link.sent[1].text == "hello"
    assert link.sent[1].message_id != link.sent[0].message_id
    assert await store.entry_count(session.context_id) == 4
    await desk.aclose()


async def test_a_choice_without_a_question_is_only_words() -> None:
    link = ScriptedLink(answered_at_once)
    desk = desk_with(link)
    _ = [event async for event in desk.new().say("T", choice=Choice(value="Terran", label="T"))]
    assert all(not isinstance(part, DataPart) for part in link.sent[0].parts)
    await desk.aclose()


async def test_drafts_titles_pins_and_deletion_are_kept_and_undone() -> None:
    store = MemoryStore()
    desk = desk_with(ScriptedLink(answered_at_once), store)
    session = desk.new()
    await desk.save_draft(session.context_id, "half a thou")
    assert [c.draft for c in await desk.conversations()] == ["half a thou"]
    await (await session.start("whole thought")).wait()
    assert session.conversation.draft == ""
    await desk.rename(session.context_id, " Patch 5.0 ")
    await desk.pin(session.context_id, True)
    held = (await desk.conversations())[0]
    assert (held.title, held.pinned) == ("Patch 5.0", True)
    with pytest.raises(BadInput):
        await desk.rename(session.context_id, "  ")
    await desk.delete(session.context_id)
    assert not await desk.conversations()
    await desk.restore(session.context_id)
    assert (await desk.conversations())[0].title == "Patch 5.0"
    await desk.aclose()
