"""What `ConversationBook` promises of conversations and messages, over every implementation."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.conversations.book.port import ConversationBook
from app.domain.book import (
    ConversationsWanted,
    ConversationUpdate,
    MessageGrowth,
    NewConversation,
    NewMessage,
)
from app.domain.memories import NewMemory
from app.errors import BadInput, Conflict, ConversationNotFound, NotAllowed, NotFound
from tests.contract.app.conversations.book.books import (
    ADMINISTRATOR,
    ANA,
    ANA_ELSEWHERE,
    BEA,
    BOOKS,
    READER,
    SERVICE,
    STRANGER,
    opened_book,
    talk,
)

pytestmark = pytest.mark.anyio

SAID = datetime(2026, 6, 3, 16, 30, 45, 123456, tzinfo=UTC)


@pytest.fixture(params=BOOKS)
async def book(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationBook]:
    async with opened_book(request, tmp_path) as opened:
        yield opened


async def test_a_conversation_comes_back_as_it_was_made(book: ConversationBook) -> None:
    made = await book.create(
        ANA,
        NewConversation(
            id="c1", agent_id="data", title="승률 \u0000", metadata={"n": [2**63, None, "é"]}
        ),
    )
    assert (made.id, made.tenant_id, made.user_id, made.agent_id) == ("c1", "acme", "ana", "data")
    assert (made.title, made.metadata) == ("승률 \u0000", {"n": [2**63, None, "é"]})
    assert (made.revision, made.message_count, made.token_total) == (1, 0, 0)
    assert await book.get(ANA, "c1") == made
    assert await book.create(ANA, NewConversation(id="c1", title="other")) == made
    assert (await book.create(ANA, NewConversation())).id


async def test_what_belongs_to_others_is_not_there(book: ConversationBook) -> None:
    await talk(book, "hello")
    for caller in (BEA, STRANGER):
        for asked in (
            book.get(caller, "c1"),
            book.messages(caller, "c1"),
            book.message(caller, "c1", "c1-0"),
            book.update(caller, "c1", ConversationUpdate(title="mine")),
            book.delete(caller, "c1"),
            book.erase(caller, "c1"),
            book.export(caller, "c1"),
            book.add(caller, "c1", NewMessage(role="user", content="in")),
            book.add(caller, "c1", NewMessage(id="c1-0", role="user", content="in")),
            book.replace(caller, "c1", "c1-0", MessageGrowth(revision=9)),
        ):
            with pytest.raises(ConversationNotFound):
                await asked
        assert (await book.listed(caller)).items == ()
        assert await book.count(caller) == 0
        assert (await book.search(caller, "hello")).items == ()
    assert (await book.get(SERVICE, "c1")).message_count == 1
    assert await book.count(SERVICE) == 1


async def test_an_id_of_another_tenant_is_free_and_one_of_another_user_taken(
    book: ConversationBook,
) -> None:
    await talk(book, "hello")
    await talk(book, "elsewhere", caller=STRANGER)
    (mine,) = (await book.messages(ANA, "c1")).items
    (theirs,) = (await book.messages(STRANGER, "c1")).items
    assert (mine.content, theirs.content) == ("hello", "elsewhere")
    with pytest.raises(Conflict):
        await book.create(BEA, NewConversation(id="c1"))
    with pytest.raises(NotAllowed):
        await book.create(BEA, NewConversation(user_id="ana"))
    assert (await book.create(SERVICE, NewConversation(user_id="ana"))).user_id == "ana"


async def test_what_a_token_does_not_allow_is_refused(book: ConversationBook) -> None:
    await talk(book, "hello")
    assert (await book.get(READER, "c1")).id == "c1"
    with pytest.raises(NotAllowed):
        await book.add(READER, "c1", NewMessage(role="user", content="x"))
    with pytest.raises(NotAllowed):
        await book.create(READER, NewConversation())
    with pytest.raises(NotAllowed):
        await book.erase(SERVICE, "c1")
    with pytest.raises(NotAllowed):
        await book.import_(ANA, await book.export(ANA, "c1"))
    await book.erase(ADMINISTRATOR, "c1")
    assert await book.count(ANA) == 0


async def test_a_message_comes_back_exactly_and_is_counted(book: ConversationBook) -> None:
    await book.create(ANA, NewConversation(id="c1"))
    new = NewMessage(
        id="m1",
        role="tool",
        content="줄\r\n\x00 \U0001f600",
        content_type="application/json",
        timestamp=SAID,
        tokens=15,
        tags=("debug", "a,b"),
        important=True,
        task_id="t1",
        metadata={"k": {"deep": [1.5, False]}},
        body={"kind": "x", "n": 2**53 + 1},
    )
    added = await book.add(ANA, "c1", new)
    assert added.created
    (read,) = (await book.messages(ANA, "c1")).items
    assert read == added.message == await book.message(ANA, "c1", "m1")
    assert read.model_dump(include=set(NewMessage.model_fields)) == new.model_dump()
    assert (read.seq, read.conversation_id, read.origin, read.revision) == (0, "c1", "desk-1", 0)
    estimated = await book.add(ANA, "c1", NewMessage(role="user", content="승률 알려줘"))
    assert estimated.message.id and estimated.message.tokens > 2
    held = await book.get(ANA, "c1")
    assert (held.message_count, held.token_total) == (2, 15 + estimated.message.tokens)
    assert held.revision == 1


async def test_a_message_sent_again_is_stored_once(book: ConversationBook) -> None:
    await talk(book, "hello")
    new = NewMessage(id="m1", role="user", content="once", tokens=3)
    results = await asyncio.gather(*(book.add(ANA, "c1", new) for _ in range(20)))
    assert [r.created for r in results].count(True) == 1
    assert {r.message.seq for r in results} == {1}
    changed = new.model_copy(update={"content": "twice"})
    again = await book.add(ANA_ELSEWHERE, "c1", changed)
    assert (again.created, again.message.content) == (False, "once")
    assert (await book.get(ANA, "c1")).message_count == 2
    await book.create(ANA, NewConversation(id="c2"))
    with pytest.raises(Conflict):
        await book.add(ANA, "c2", new)
    with pytest.raises(ConversationNotFound):
        await book.add(ANA, "nowhere", new)


async def test_numbers_have_no_gaps_under_concurrent_writers(book: ConversationBook) -> None:
    await book.create(ANA, NewConversation(id="c1"))

    async def write(writer: int) -> None:
        for number in range(10):
            new = NewMessage(id=f"w{writer}-{number}", role="user", content="x", tokens=1)
            await book.add(ANA, "c1", new)

    await asyncio.gather(*map(write, range(8)))
    messages = (await book.messages(ANA, "c1", limit=100)).items
    assert [m.seq for m in messages] == list(range(80))
    for writer in range(8):
        mine = [m.id for m in messages if m.id.startswith(f"w{writer}-")]
        assert mine == [f"w{writer}-{number}" for number in range(10)]
    held = await book.get(ANA, "c1")
    assert (held.message_count, held.token_total) == (80, 80)


async def test_pages_lead_on_in_both_directions(book: ConversationBook) -> None:
    await talk(book, *(f"{n}" for n in range(7)))

    async def page(**where: int) -> tuple[list[int], str | None, str | None]:
        found = await book.messages(ANA, "c1", limit=3, **where)
        return [m.seq for m in found.items], found.previous, found.next

    assert await page() == ([0, 1, 2], None, "2")
    assert await page(after=2) == ([3, 4, 5], "3", "5")
    assert await page(after=5) == ([6], "6", None)
    assert await page(before=7) == ([4, 5, 6], "4", None)
    assert await page(before=4) == ([1, 2, 3], "1", "3")
    assert await page(before=1) == ([0], None, "0")
    assert await page(offset=5) == ([5, 6], "5", None)
    assert await page(offset=99) == ([], "7", None)
    assert await page(before=0) == ([], None, None)


async def test_an_answer_grows_by_its_origin_only(book: ConversationBook) -> None:
    await talk(book, "Q", "")
    first = MessageGrowth(revision=2, content="58", body={"state": "working"})
    grown = await book.replace(ANA, "c1", "c1-1", first)
    assert (grown.content, grown.revision, grown.body) == ("58", 2, {"state": "working"})
    late = MessageGrowth(revision=1, content="5")
    assert await book.replace(ANA, "c1", "c1-1", late) == grown
    last = MessageGrowth(revision=7, content="58 % of games", tokens=40, task_id="t9")
    done = await book.replace(ANA, "c1", "c1-1", last)
    assert (done.content, done.tokens, done.task_id, done.body) == ("58 % of games", 40, "t9", None)
    held = await book.get(ANA, "c1")
    assert held.token_total == 40 + (await book.message(ANA, "c1", "c1-0")).tokens
    assert [hit.seq for hit in (await book.search(ANA, "58 %")).items] == [1]
    with pytest.raises(NotAllowed):
        await book.replace(ANA_ELSEWHERE, "c1", "c1-1", MessageGrowth(revision=8))
    with pytest.raises(NotFound):
        await book.replace(ANA, "c1", "none", MessageGrowth(revision=8))


async def test_fields_are_changed_as_long_as_nobody_else_did(book: ConversationBook) -> None:
    await talk(book, "hello")
    one = await book.update(ANA, "c1", ConversationUpdate(title="First"), if_revision=1)
    assert (one.title, one.revision, one.agent_id) == ("First", 2, "data")
    with pytest.raises(Conflict):
        await book.update(ANA, "c1", ConversationUpdate(title="Second"), if_revision=1)
    two = await book.update(ANA, "c1", ConversationUpdate(metadata={"a": 1}, agent_id="echo"))
    assert (two.metadata, two.agent_id, two.title, two.revision) == ({"a": 1}, "echo", "First", 3)
    assert await book.update(ANA, "c1", ConversationUpdate(title="First")) == two


async def test_a_deleted_conversation_comes_back_and_an_erased_one_does_not(
    book: ConversationBook,
) -> None:
    await talk(book, "hello")
    gone = await book.delete(ANA, "c1")
    assert gone.deleted_at is not None
    assert await book.delete(ANA, "c1") == gone
    assert await book.count(ANA) == 0
    assert (await book.search(ANA, "hello")).items == ()
    assert [c.id for c in (await book.listed(ANA, ConversationsWanted(deleted=True))).items] == [
        "c1"
    ]
    back = await book.update(ANA, "c1", ConversationUpdate(deleted=False))
    assert back.deleted_at is None and await book.count(ANA) == 1
    await book.erase(ANA, "c1")
    with pytest.raises(ConversationNotFound):
        await book.get(ANA, "c1")
    assert (await book.search(ANA, "hello")).items == ()
    await talk(book, "again")
    assert [m.content for m in (await book.messages(ANA, "c1")).items] == ["again"]


async def test_the_list_goes_from_the_newest_update_page_by_page(book: ConversationBook) -> None:
    for number in range(5):
        await talk(book, conversation_id=f"c{number}")
    await book.add(ANA, "c1", NewMessage(role="user", content="up"))
    found: list[str] = []
    cursor = None
    while True:
        page = await book.listed(ANA, cursor=cursor, limit=2)
        found += [c.id for c in page.items]
        if page.next is None:
            break
        cursor = page.next
    assert found == ["c1", "c4", "c3", "c2", "c0"]
    with pytest.raises(BadInput):
        await book.listed(ANA, cursor="nonsense")
    await book.create(SERVICE, NewConversation(id="b", user_id="bea", agent_id="echo"))
    wanted = ConversationsWanted(user_id="bea")
    assert [c.id for c in (await book.listed(SERVICE, wanted)).items] == ["b"]
    assert await book.count(SERVICE, ConversationsWanted(agent_id="data")) == 5


async def test_words_are_found_in_titles_and_contents(book: ConversationBook) -> None:
    await talk(book, "저그 승률", "58 % Zerg")
    await book.update(ANA, "c1", ConversationUpdate(title="About ZERG"))
    hits = (await book.search(ANA, "zerg")).items
    assert {(hit.message_id, hit.seq) for hit in hits} == {(None, None), ("c1-1", 1)}
    (hit,) = (await book.search(ANA, "승률")).items
    assert (hit.conversation_id, hit.message_id, hit.title) == ("c1", "c1-0", "About ZERG")
    assert len((await book.search(ANA, "zerg", limit=1)).items) == 1


async def test_an_exported_conversation_is_the_same_elsewhere(book: ConversationBook) -> None:
    await talk(book, "Q", "A", "Q2")
    await book.update(ANA, "c1", ConversationUpdate(title="T", metadata={"a": [1]}))
    export = await book.export(ANA, "c1")
    assert [m.id for m in export.messages] == ["c1-0", "c1-1", "c1-2"]
    copied = await book.import_(STRANGER, export)
    assert (copied.tenant_id, copied.title, copied.created_at) == (
        "other",
        "T",
        export.conversation.created_at,
    )
    there = await book.export(STRANGER, "c1")
    assert [(m.id, m.content, m.timestamp, m.tokens) for m in there.messages] == [
        (m.id, m.content, m.timestamp, m.tokens) for m in export.messages
    ]
    assert (await book.import_(STRANGER, export)).message_count == 3


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("conversation", {"user_id": "x" * 201}),
        ("messages", {"id": "x" * 201}),
        ("messages", {"tokens": 2_000_000}),
        ("memories", {"text": ""}),
    ],
)
async def test_an_export_that_could_not_be_made_here_is_refused_as_a_whole(
    book: ConversationBook, part: str, change: dict[str, object]
) -> None:
    await talk(book, "Q", "A")
    await book.remember(ANA, NewMemory(text="reads Korean", conversation_id="c1"))
    export = await book.export(ANA, "c1")
    held = getattr(export, part)
    changed = (
        (*held[:-1], held[-1].model_copy(update=change))
        if isinstance(held, tuple)
        else held.model_copy(update=change)
    )
    with pytest.raises(BadInput, match=next(iter(change))):
        await book.import_(STRANGER, export.model_copy(update={part: changed}))
    assert await book.count(STRANGER) == 0
