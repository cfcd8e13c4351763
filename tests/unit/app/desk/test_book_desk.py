"""What a desk says and is answered is in its book; what the book takes in is shown at the desk."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.store.change_rows import KEPT, cut
from app.conversations.store.sql_store import SqlStore
from app.domain.answers import Answer, fold
from app.domain.book import (
    LOCAL_CALLER,
    LOCAL_TENANT,
    MessageGrowth,
    NewConversation,
    NewMessage,
    answer_id,
)
from app.domain.changes import CannotReplay, Cursor, Replayed
from app.domain.contexts import ContextRequest
from app.domain.conversations import AnswerEntry, Conversation, RequestEntry
from app.domain.events import ArtifactEvent, StatusEvent, TurnEvent
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.errors import MessageStorageError, NotAllowed
from app.ports import Recorded

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
REMOTE = LOCAL_CALLER.model_copy(update={"origin": "far"})


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(tmp_path / "desk.db")
    yield opened
    await opened.aclose()


@pytest.fixture
def book(store: SqlStore) -> EmbeddedBook:
    return EmbeddedBook(store.database)


async def ask(store: SqlStore, turn_id: str = "m1", asked: str = "승률 알려줘") -> Answer:
    message = Message(
        message_id=turn_id,
        context_id="c1",
        role=Role.USER,
        parts=(TextPart(text=asked),),
        created_at=NOW,
    )
    answer = Answer(turn_id=turn_id, context_id="c1", agent="data", started_at=NOW)
    await store.begin_turn(message, answer)
    return answer


async def take(store: SqlStore, answer: Answer, *events: TurnEvent) -> Answer:
    for event in events:
        answer = fold(answer, event, NOW)
        await store.record(answer, [Recorded(event, NOW)])
    return answer


def piece(text: str) -> ArtifactEvent:
    artifact = Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),))
    return ArtifactEvent(task_id="t", context_id="c1", artifact=artifact, append=True)


def done() -> StatusEvent:
    return StatusEvent(task_id="t", context_id="c1", state=TaskState.COMPLETED)


async def test_a_turn_is_two_messages(store: SqlStore, book: EmbeddedBook) -> None:
    answer = await ask(store)
    answer = await take(store, answer, piece("58 "), piece("%"))
    asked, growing = (await book.messages(LOCAL_CALLER, "c1")).items
    assert (asked.id, asked.role, asked.content, asked.seq) == ("m1", "user", "승률 알려줘", 0)
    assert asked.body is not None and Message.model_validate(asked.body).text == "승률 알려줘"
    assert (growing.id, growing.role, growing.seq) == (answer_id("m1"), "assistant", 1)
    assert (growing.content, growing.tokens, growing.revision) == ("", 0, 2)
    assert Answer.model_validate(growing.body) == answer
    window = await book.context(LOCAL_CALLER, "c1", ContextRequest())
    assert [m.id for m in window.messages] == ["m1"]
    answer = await take(store, answer, done())
    settled = await book.message(LOCAL_CALLER, "c1", answer_id("m1"))
    assert (settled.content, settled.task_id, settled.revision) == ("58 %", "t", 3)
    held = await book.get(LOCAL_CALLER, "c1")
    assert (held.message_count, held.token_total) == (2, asked.tokens + settled.tokens)
    window = await book.context(LOCAL_CALLER, "c1", ContextRequest())
    assert [m.content for m in window.messages] == ["승률 알려줘", "58 %"]


async def test_what_happens_at_the_desk_is_in_the_log_of_changes(
    store: SqlStore, book: EmbeddedBook
) -> None:
    answer = await ask(store)
    await take(store, answer, *(piece(f"{n} ") for n in range(20)), done())
    held = await store.conversation("c1")
    assert held is not None
    await store.save_conversation(held.model_copy(update={"draft": "private"}))
    await store.save_conversation(held.model_copy(update={"title": "new"}))
    await store.save_conversation(held.model_copy(update={"title": "new", "deleted_at": NOW}))
    await store.save_conversation(held.model_copy(update={"title": "new"}))
    await store.purge("c1")
    await store.purge("c1")
    said = await book.changes(LOCAL_CALLER, since=Cursor("0", 0))
    assert isinstance(said, Replayed)
    assert [(c.update_type, c.message_id) for c in said.changes] == [
        ("created", None),
        ("new_message", "m1"),
        ("new_message", answer_id("m1")),
        ("message_updated", answer_id("m1")),
        ("conversation_updated", None),
        ("deleted", None),
        ("restored", None),
        ("erased", None),
    ]


async def test_what_came_through_the_book_is_shown(store: SqlStore, book: EmbeddedBook) -> None:
    await ask(store)
    await book.add(REMOTE, "c1", NewMessage(id="r1", role="user", content="저그는?"))
    await book.add(
        REMOTE, "c1", NewMessage(id="r2", role="assistant", content="41 %", content_type="text/x")
    )
    far = Answer(turn_id="far", context_id="c1", agent="echo", started_at=NOW)
    body = far.model_dump(mode="json")
    await book.add(REMOTE, "c1", NewMessage(id="far.answer", role="assistant", body=body))
    entries = await store.entries("c1", 0, 99)
    assert [entry.position for entry in entries] == [0, 1, 2, 3, 4]
    _, own, asked, answered, growing = entries
    assert isinstance(own, AnswerEntry) and own.answer.turn_id == "m1"
    assert isinstance(asked, RequestEntry) and asked.message.text == "저그는?"
    assert isinstance(answered, AnswerEntry)
    assert (answered.answer.text, answered.answer.state) == ("41 %", TaskState.COMPLETED)
    assert isinstance(growing, AnswerEntry) and growing.answer == far
    grown = fold(far, piece("more"), NOW)
    growth = MessageGrowth(revision=1, content="more", body=grown.model_dump(mode="json"))
    await book.replace(REMOTE, "c1", "far.answer", growth)
    (last,) = await store.entries("c1", 4, 5)
    assert isinstance(last, AnswerEntry) and last.answer == grown
    assert [hit.position for hit in await store.find("more")] == [4]
    assert [e.answer.turn_id for e in await store.open_answers()] == ["m1"]
    with pytest.raises(NotAllowed):
        await book.replace(REMOTE, "c1", answer_id("m1"), MessageGrowth(revision=99))


async def test_a_body_of_another_program_is_shown_by_its_content(
    store: SqlStore, book: EmbeddedBook
) -> None:
    await book.create(LOCAL_CALLER, NewConversation(id="c1"))
    for role in ("user", "assistant", "system", "tool"):
        new = NewMessage(id=role, role=role, content=role, body={"their": "form"})  # type: ignore[arg-type]
        await book.add(LOCAL_CALLER, "c1", new)
    texts = [
        entry.message.text if isinstance(entry, RequestEntry) else entry.answer.text
        for entry in await store.entries("c1", 0, 9)
    ]
    assert texts == ["user", "assistant", "system", "tool"]


async def test_a_log_that_was_cut_says_so(store: SqlStore, book: EmbeddedBook) -> None:
    await ask(store)
    beginning = Cursor("0", 0)
    await store.database.write(LOCAL_TENANT, lambda c: cut(c, LOCAL_TENANT, 2))
    said = await book.changes(LOCAL_CALLER, since=beginning)
    assert isinstance(said, CannotReplay) and said.reason == "log_cut"
    rest = await book.changes(LOCAL_CALLER, since=said.cursor._replace(seq=2))
    assert isinstance(rest, Replayed) and len(rest.changes) == 1


async def test_the_log_is_cut_when_it_is_long(store: SqlStore, book: EmbeddedBook) -> None:
    await ask(store)
    # As if as many changes had been there and gone.
    ahead = text("UPDATE streams SET last = last + :more")
    await store.database.write(LOCAL_TENANT, lambda c: c.execute(ahead, {"more": KEPT + 1_996}))
    await ask(store, "m2")
    said = await book.changes(LOCAL_CALLER, since=Cursor("0", 0))
    assert isinstance(said, CannotReplay)
    rest = await book.changes(LOCAL_CALLER, since=said.cursor._replace(seq=said.cursor.seq - KEPT))
    assert isinstance(rest, Replayed)
    assert {change.message_id for change in rest.changes} == {"m2", answer_id("m2")}


async def test_what_cannot_be_stored_is_said_of_the_message(book: EmbeddedBook) -> None:
    await book.create(LOCAL_CALLER, NewConversation(id="c1"))
    await book.aclose()
    with pytest.raises(MessageStorageError) as caught:
        await book.add(LOCAL_CALLER, "c1", NewMessage(role="user", content="late"))
    assert caught.value.reason == "store_closed"


async def test_a_new_desk_has_an_empty_book(book: EmbeddedBook, store: SqlStore) -> None:
    assert await book.count(LOCAL_CALLER) == 0
    await store.save_conversation(
        Conversation(context_id="c9", title="T", created_at=NOW, updated_at=NOW)
    )
    assert [c.id for c in (await book.listed(LOCAL_CALLER)).items] == ["c9"]
