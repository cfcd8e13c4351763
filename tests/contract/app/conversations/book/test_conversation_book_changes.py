"""What `ConversationBook` promises to who follows changes: nothing is skipped, or it says so."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from app.conversations.book.port import ConversationBook
from app.domain.book import (
    Caller,
    ConversationUpdate,
    MessageGrowth,
    NewConversation,
    NewMessage,
)
from app.domain.changes import (
    CannotReplay,
    Change,
    ChangeFilters,
    Cursor,
    Replayed,
    UpToDate,
)
from app.domain.memories import NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from tests.contract.app.conversations.book.books import (
    ANA,
    ANA_ELSEWHERE,
    BEA,
    BOOKS,
    SERVICE,
    STRANGER,
    opened_book,
    talk,
)
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

START = Cursor("0", 0)


@pytest.fixture(params=BOOKS)
async def book(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationBook]:
    async with opened_book(request, tmp_path) as opened:
        yield opened


async def read(
    book: ConversationBook,
    caller: Caller,
    since: Cursor,
    *,
    topics: frozenset[str] = frozenset(),
    filters: ChangeFilters | None = None,
) -> tuple[list[Change], Cursor]:
    """Read on from a cursor, two at a time, until there is nothing more."""
    found: list[Change] = []
    while True:
        said = await book.changes(
            caller, since=since, topics=topics, filters=filters or ChangeFilters(), limit=2
        )
        assert not isinstance(said, CannotReplay)
        since = said.cursor
        if isinstance(said, UpToDate):
            return found, since
        found += said.changes


def brief(changes: list[Change]) -> list[tuple[str, str, str | None]]:
    return [
        (c.topic, c.update_type, c.message_id or c.task_id or c.conversation_id) for c in changes
    ]


async def test_everything_that_happens_is_told_in_order(book: ConversationBook) -> None:
    await talk(book, "Q", "")
    await book.replace(ANA, "c1", "c1-1", MessageGrowth(revision=1, content="A"))
    await book.update(ANA, "c1", ConversationUpdate(title="T"))
    await book.task_put(ANA, ServiceTask(id="t1", conversation_id="c1"))
    await book.task_put(ANA, ServiceTask(id="t1", state=ServiceTaskState.FAILED, error="no"))
    await book.remember(ANA, NewMemory(id="f1", text="fact"))
    await book.delete(ANA, "c1")
    await book.update(ANA, "c1", ConversationUpdate(deleted=False))
    await book.erase(ANA, "c1")
    changes, _ = await read(book, ANA, START)
    assert brief(changes) == [
        ("conversation.create", "created", "c1"),
        ("conversation.update", "new_message", "c1-0"),
        ("conversation.update", "new_message", "c1-1"),
        ("conversation.update", "message_updated", "c1-1"),
        ("conversation.update", "conversation_updated", "c1"),
        ("task.update", "task", "t1"),
        ("task.failed", "task", "t1"),
        ("memory.update", "remembered", None),
        ("conversation.delete", "deleted", "c1"),
        ("conversation.update", "restored", "c1"),
        ("conversation.delete", "erased", "c1"),
    ]
    seqs = [change.cursor.seq for change in changes]
    assert seqs == sorted(set(seqs))
    assert {c.conversation for c in changes if c.conversation_id == "c1"} == {None}
    assert [c.memory.text for c in changes if c.memory is not None] == ["fact"]


async def test_a_change_brings_what_it_concerns_as_it_is_now(book: ConversationBook) -> None:
    await talk(book, "Q", "")
    await book.replace(ANA, "c1", "c1-1", MessageGrowth(revision=1, content="A", body={"n": 1}))
    await book.task_put(ANA, ServiceTask(id="t1", conversation_id="c1"))
    changes, _ = await read(book, ANA, START)
    assert all(c.conversation == changes[0].conversation for c in changes)
    held = changes[0].conversation
    assert held is not None and held.message_count == 2
    assert [c.message.content for c in changes if c.message] == ["Q", "A", "A"]
    grown = changes[-2].message
    assert grown is not None and grown.body == {"n": 1}
    assert changes[-1].task == await book.task(ANA, "t1")
    assert {(c.user_id, c.session_id, c.origin) for c in changes} == {("ana", "s1", "desk-1")}


async def test_growing_is_told_once_and_last(book: ConversationBook) -> None:
    await talk(book, "Q", "")
    _, cursor = await read(book, ANA, START)
    for revision in range(1, 30):
        growth = MessageGrowth(revision=revision, content="x" * revision)
        await book.replace(ANA, "c1", "c1-1", growth)
    await book.add(ANA, "c1", NewMessage(id="m", role="user", content="next"))
    changes, end = await read(book, ANA, cursor)
    assert brief(changes) == [
        ("conversation.update", "message_updated", "c1-1"),
        ("conversation.update", "new_message", "m"),
    ]
    await book.replace(ANA, "c1", "c1-1", MessageGrowth(revision=99, content="done"))
    changes, _ = await read(book, ANA, end)
    assert [(c.message_id, c.message and c.message.content) for c in changes] == [("c1-1", "done")]


async def test_a_cursor_says_what_was_missed(book: ConversationBook) -> None:
    beginning = await book.changes(ANA, since=None)
    assert isinstance(beginning, UpToDate)
    await talk(book, "a", "b", "c")
    said = await book.changes(ANA, since=beginning.cursor)
    assert isinstance(said, Replayed) and not said.more
    assert len(said.changes) == 4
    assert Cursor.parse(str(said.cursor)) == said.cursor
    now = await book.changes(ANA, since=said.cursor)
    assert now == UpToDate(said.cursor)
    assert await book.changes(ANA, since=None) == now
    part = await book.changes(ANA, since=beginning.cursor, limit=3)
    assert isinstance(part, Replayed) and part.more
    rest = await book.changes(ANA, since=part.cursor, limit=3)
    assert isinstance(rest, Replayed) and (len(rest.changes), rest.more) == (1, False)
    for other in (Cursor("another", 1), said.cursor._replace(seq=99)):
        told = await book.changes(ANA, since=other)
        assert told == CannotReplay(said.cursor, "other_log")


async def test_only_what_was_asked_for_is_told(book: ConversationBook) -> None:
    await talk(book, "Q")
    await talk(book, "Q", conversation_id="c2")
    await book.add(ANA_ELSEWHERE, "c1", NewMessage(id="far", role="user", content="x"))
    await book.task_put(ANA, ServiceTask(id="t1"))
    tasks = frozenset({"task.update", "task.completed"})
    assert brief((await read(book, ANA, START, topics=tasks))[0]) == [("task.update", "task", "t1")]
    for filters, expected in (
        (ChangeFilters(conversation_id="c2"), ["c2", "c2-0"]),
        (ChangeFilters(session_id="s2"), ["far"]),
        (ChangeFilters(not_origin="desk-1"), ["far"]),
        (ChangeFilters(user_id="bea"), []),
    ):
        changes, cursor = await read(book, ANA, START, filters=filters)
        assert [c.message_id or c.conversation_id for c in changes] == expected
        assert await book.changes(ANA, since=cursor) == UpToDate(cursor)


async def test_changes_of_others_are_not_told(book: ConversationBook) -> None:
    await talk(book, "Q")
    await talk(book, "Q", caller=BEA, conversation_id="c2")
    await talk(book, "Q", caller=STRANGER, conversation_id="c3")

    async def told(caller: Caller) -> set[str | None]:
        return {change.conversation_id for change in (await read(book, caller, START))[0]}

    assert await told(ANA) == {"c1"}
    assert await told(BEA) == {"c2"}
    assert await told(SERVICE) == {"c1", "c2"}
    assert await told(STRANGER) == {"c3"}


async def test_a_fact_for_everybody_tells_no_conversation_of_another(
    book: ConversationBook,
) -> None:
    await book.create(ANA, NewConversation(id="c1", title="of Ana alone"))
    await book.remember(SERVICE, NewMemory(text="holds", user_id="", conversation_id="c1"))
    for caller, title in ((BEA, None), (ANA, "of Ana alone")):
        (told,) = [c for c in (await read(book, caller, START))[0] if c.topic == "memory.update"]
        assert told.memory is not None and told.memory.text == "holds"
        assert (told.conversation and told.conversation.title) == title


async def test_who_waits_is_woken_by_a_change(book: ConversationBook) -> None:
    async with aclosing(book.changed(ANA)) as wakes:
        await anext(wakes)
        said = await book.changes(ANA, since=None)
        waiting = asyncio.ensure_future(anext(wakes))
        await talk(book, "Q")
        async with asyncio.timeout(PATIENCE):
            while not isinstance(found := await book.changes(ANA, since=said.cursor), Replayed):
                await waiting
                waiting = asyncio.ensure_future(anext(wakes))
        assert brief(list(found.changes))[0] == ("conversation.create", "created", "c1")
        waiting.cancel()
        await asyncio.wait([waiting])


async def test_a_reader_beside_writers_misses_nothing(book: ConversationBook) -> None:
    await talk(book)

    async def write(writer: int) -> None:
        for number in range(12):
            new = NewMessage(id=f"w{writer}-{number}", role="user", content="x", tokens=1)
            await book.add(ANA, "c1", new)

    async def follow() -> list[str | None]:
        found: list[str | None] = []
        cursor = START
        while len(found) < 60:
            changes, cursor = await read(book, ANA, cursor)
            found += [change.message_id for change in changes if change.message_id]
            await asyncio.sleep(0)
        return found

    async with asyncio.timeout(PATIENCE):
        found, *_ = await asyncio.gather(follow(), *map(write, range(5)))
    assert len(found) == len(set(found)) == 60
    stored = (await book.messages(ANA, "c1", limit=100)).items
    assert found == [message.id for message in stored]
