"""What `ConversationBook` promises of tasks, memories, summaries and context windows."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.conversations.book.port import ConversationBook
from app.conversations.store.pages import every
from app.domain.book import BookConversation, BookMessage, ConversationUpdate, Page
from app.domain.contexts import ContextFilter, ContextRequest, Summary
from app.domain.exports import ConversationExport
from app.domain.memories import MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTaskState, ServiceTasksWanted
from app.errors import (
    BadInput,
    Conflict,
    ContextProcessingError,
    ConversationNotFound,
    NotAllowed,
    NotFound,
)
from tests.contract.app.conversations.book.books import (
    ADMINISTRATOR,
    ANA,
    BEA,
    BOOKS,
    SERVICE,
    STRANGER,
    opened_book,
    talk,
)

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 6, 3, tzinfo=UTC)


@pytest.fixture(params=BOOKS)
async def book(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationBook]:
    async with opened_book(request, tmp_path) as opened:
        yield opened


async def test_a_task_goes_through_its_states_and_stays_in_the_last(
    book: ConversationBook,
) -> None:
    await talk(book, "Q")
    put = await book.task_put(
        ANA,
        ServiceTask(
            id="t1", conversation_id="c1", priority=7, parameters={"a": [1]}, correlation_id="x"
        ),
    )
    assert (put.state, put.user_id, put.revision) == (ServiceTaskState.PENDING, "ana", 1)
    assert put.created_at is not None
    working = put.model_copy(update={"state": ServiceTaskState.PROCESSING})
    assert (await book.task_put(ANA, working)).revision == 2
    ended = working.model_copy(
        update={"state": ServiceTaskState.COMPLETED, "result": {"rows": [1, None]}}
    )
    done = await book.task_put(ANA, ended)
    assert (done.state, done.result, done.revision) == ("completed", {"rows": [1, None]}, 3)
    assert await book.task_put(ANA, working) == done
    assert await book.task_cancel(ANA, "t1") == done
    assert await book.task(ANA, "t1") == done
    assert await book.task(SERVICE, "t1") == done


async def test_tasks_are_listed_and_cancelled_by_whose_they_are(book: ConversationBook) -> None:
    await talk(book, "Q")
    for number in range(3):
        await book.task_put(
            ANA, ServiceTask(id=f"t{number}", conversation_id="c1" if number else None)
        )
    assert (await book.task_cancel(ANA, "t1")).state is ServiceTaskState.CANCELLED
    assert [t.id for t in (await book.tasks(ANA)).items] == ["t1", "t2", "t0"]
    wanted = ServiceTasksWanted(conversation_id="c1", states=(ServiceTaskState.PENDING,))
    assert [t.id for t in (await book.tasks(ANA, wanted)).items] == ["t2"]
    for caller in (BEA, STRANGER):
        assert (await book.tasks(caller)).items == ()
        with pytest.raises(NotFound):
            await book.task(caller, "t2")
        # What is another's is as if nobody knew of it.
        ahead = [await book.task_cancel(caller, one) for one in ("t2", "none")]
        assert [(one.state, one.revision) for one in ahead] == [("cancelled", 0)] * 2
        assert ahead[1] == ahead[0].model_copy(update={"id": "none"})
        with pytest.raises(NotFound):
            await book.task_cancel(caller, "t2", if_revision=1)
        with pytest.raises(NotFound):
            await book.task(caller, "none")
    assert (await book.task(ANA, "t2")).state is ServiceTaskState.PENDING
    with pytest.raises(NotFound):
        await book.task(ANA, "none")
    with pytest.raises(ConversationNotFound):
        await book.task_put(BEA, ServiceTask(id="theirs", conversation_id="c1"))
    await book.erase(ANA, "c1")
    assert [t.id for t in (await book.tasks(ANA)).items] == ["t0"]


async def test_a_task_is_cancelled_before_it_is_there(book: ConversationBook) -> None:
    await talk(book, "Q")
    working = ServiceTask(id="t1", conversation_id="c1", state=ServiceTaskState.PROCESSING)
    for caller in (BEA, STRANGER):
        await book.task_cancel(caller, "t1")
    # It is theirs alone that they cancelled.
    assert (await book.task_put(ANA, working)).state is ServiceTaskState.PROCESSING
    assert (await book.task_put(STRANGER, ServiceTask(id="t1"))).state == "cancelled"
    for number, caller in enumerate((ANA, SERVICE, ANA), start=2):
        one = working.model_copy(update={"id": f"t{number}"})
        assert await book.task_cancel(caller, one.id) == await book.task_cancel(caller, one.id)
        assert (await book.tasks(ANA, ServiceTasksWanted(states=(one.state,)))).items[0].id == "t1"
        put = await book.task_put(ANA, one)
        assert (put.state, put.user_id, put.revision) == ("cancelled", "ana", 1)
        assert await book.task_put(ANA, one) == put == await book.task(ANA, one.id)
    # What is done is done.
    await book.task_cancel(ANA, "t9")
    done = ServiceTask(id="t9", state=ServiceTaskState.COMPLETED)
    assert (await book.task_put(ANA, done)).state is ServiceTaskState.COMPLETED


async def test_a_fact_is_remembered_edited_and_forgotten(book: ConversationBook) -> None:
    await talk(book, "나는 저그만 해")
    new = NewMemory(
        id="f1",
        text="저그만 한다",
        key="race",
        agent_id="data",
        conversation_id="c1",
        source_message_id="c1-0",
        importance=0.9,
        valid_from=NOW,
        metadata={"rule": "says"},
    )
    fact = await book.remember(ANA, new)
    assert fact.model_dump(include=set(NewMemory.model_fields) - {"user_id"}) == new.model_dump(
        exclude={"user_id"}
    )
    assert (fact.user_id, fact.tenant_id, fact.revision) == ("ana", "acme", 1)
    assert fact.tokens > 0
    assert await book.remember(ANA, new) == fact
    edited = await book.edit(ANA, "f1", MemoryEdit(text="테란도 한다"), if_revision=1)
    assert (edited.text, edited.revision, edited.key) == ("테란도 한다", 2, "race")
    with pytest.raises(Conflict):
        await book.edit(ANA, "f1", MemoryEdit(text="x"), if_revision=1)
    ended = await book.edit(ANA, "f1", MemoryEdit(valid_to=NOW + timedelta(days=1)))
    assert ended.valid_to == NOW + timedelta(days=1)
    wider = MemoryEdit(endless=True, agent_id="", conversation_id="", valid_from=NOW)
    held = await book.edit(ANA, "f1", wider)
    assert (held.valid_to, held.agent_id, held.conversation_id) == (None, "", "")
    assert (held.valid_from, held.text, held.source_message_id) == (NOW, "테란도 한다", "c1-0")
    with pytest.raises(ConversationNotFound):
        await book.edit(ANA, "f1", MemoryEdit(conversation_id="elsewhere"))
    await book.forget(BEA, "f1")
    assert [m.id for m in (await book.memories(ANA)).items] == ["f1"]
    await book.forget(ANA, "f1")
    await book.forget(ANA, "f1")
    assert (await book.memories(ANA)).items == ()
    with pytest.raises(NotFound):
        await book.edit(ANA, "f1", MemoryEdit(text="x"))


async def test_what_was_changed_meanwhile_is_neither_forgotten_nor_erased(
    book: ConversationBook,
) -> None:
    await talk(book, "Q")
    fact = await book.remember(ANA, NewMemory(id="f1", text="저그만 한다"))
    assert await book.memory(ANA, "f1") == fact
    for caller, memory_id in ((BEA, "f1"), (STRANGER, "f1"), (ANA, "none")):
        with pytest.raises(NotFound):
            await book.memory(caller, memory_id)
    edited = await book.edit(ANA, "f1", MemoryEdit(text="테란도 한다"))
    with pytest.raises(Conflict):
        await book.forget(ANA, "f1", if_revision=fact.revision)
    await book.forget(ANA, "f1", if_revision=edited.revision)
    assert (await book.memories(ANA)).items == ()
    seen = await book.get(ANA, "c1")
    renamed = await book.update(ANA, "c1", ConversationUpdate(title="T"))
    with pytest.raises(Conflict):
        await book.delete(ANA, "c1", if_revision=seen.revision)
    with pytest.raises(Conflict):
        await book.erase(ANA, "c1", if_revision=seen.revision)
    hidden = await book.delete(ANA, "c1", if_revision=renamed.revision)
    await book.erase(ANA, "c1", if_revision=hidden.revision)
    with pytest.raises(ConversationNotFound):
        await book.get(ANA, "c1")


async def test_facts_are_chosen_by_whom_what_and_when_they_are_about(
    book: ConversationBook,
) -> None:
    await talk(book, "Q")
    for name, fields in {
        "mine": {},
        "c1": {"conversation_id": "c1", "importance": 0.8},
        "echo": {"agent_id": "echo"},
        "past": {"valid_from": NOW - timedelta(days=9), "valid_to": NOW - timedelta(days=1)},
    }.items():
        await book.remember(
            ANA, NewMemory.model_validate({"id": name, "text": name, "valid_from": NOW, **fields})
        )
    await book.remember(SERVICE, NewMemory(id="all", text="all", user_id="", valid_from=NOW))

    async def found(**wanted: object) -> set[str]:
        chosen = await book.memories(ANA, MemoriesWanted.model_validate(wanted))
        return {m.id for m in chosen.items}

    assert await found() == {"mine", "c1", "echo", "past", "all"}
    assert await found(at=NOW) == {"mine", "c1", "echo", "all"}
    assert await found(agent_id="data", at=NOW) == {"mine", "c1", "all"}
    assert await found(conversation_id="other", at=NOW) == {"mine", "echo", "all"}
    assert (await book.memories(ANA)).items[0].id == "c1"
    assert {m.id for m in (await book.memories(BEA)).items} == {"all"}
    assert (await book.memories(STRANGER)).items == ()
    with pytest.raises(NotAllowed):
        await book.remember(BEA, NewMemory(text="x", user_id="ana"))
    with pytest.raises(NotAllowed):
        await book.edit(BEA, "all", MemoryEdit(text="x"))
    with pytest.raises(NotFound):
        await book.edit(BEA, "mine", MemoryEdit(text="x"))
    said = NewMemory(id="said", text="said", source_message_id="c1-0")
    await book.remember(ANA, said)
    await book.remember(BEA, said.model_copy(update={"id": "bea's"}))
    await book.erase(ANA, "c1")
    assert await found() == {"mine", "echo", "past", "all"}
    assert {m.id for m in (await book.memories(BEA)).items} == {"all", "bea's"}


async def test_facts_and_tasks_are_listed_page_by_page(book: ConversationBook) -> None:
    await talk(book, "Q")
    importance = {"f0": 0.5, "f1": 0.9, "f2": 0.5, "f3": 0.1, "f 4": 0.5}
    for name, weight in importance.items():
        await book.remember(ANA, NewMemory(id=name, text=name, importance=weight))
    for name in ("t0", "t1", "t 2"):
        await book.task_put(ANA, ServiceTask(id=name, conversation_id="c1"))

    async def facts(cursor: str | None) -> Page[Memory]:
        return await book.memories(ANA, MemoriesWanted(limit=2), cursor=cursor)

    async def tasks(cursor: str | None) -> Page[ServiceTask]:
        return await book.tasks(ANA, ServiceTasksWanted(limit=2), cursor=cursor)

    found = [memory.id async for memory in every(facts)]
    assert found == ["f1", "f 4", "f2", "f0", "f3"]
    assert [task.id async for task in every(tasks)] == ["t 2", "t1", "t0"]
    assert (await book.tasks(ANA, ServiceTasksWanted(limit=3))).next is None
    for cursor in ("x", "eA==", (await facts(None)).next or ""):
        with pytest.raises(BadInput):
            await tasks(cursor)
    with pytest.raises(BadInput):
        await facts((await tasks(None)).next)


async def test_a_task_that_was_changed_meanwhile_stays(book: ConversationBook) -> None:
    await talk(book, "Q")
    with pytest.raises(Conflict):
        await book.task_put(ANA, ServiceTask(id="t1"), if_revision=1)
    put = await book.task_put(ANA, ServiceTask(id="t1"))
    again = await book.task_put(ANA, put, if_revision=put.revision)
    for late in (
        book.task_put(ANA, put, if_revision=1),
        book.task_cancel(ANA, "t1", if_revision=1),
    ):
        with pytest.raises(Conflict):
            await late
    ended = await book.task_cancel(ANA, "t1", if_revision=again.revision)
    assert ended.state is ServiceTaskState.CANCELLED


async def test_the_summary_that_covers_most_is_given(book: ConversationBook) -> None:
    await talk(book, "Q", "A", "Q2", "A2")
    assert await book.summary(ANA, "c1") is None
    short, long = (
        Summary(conversation_id="c1", covers_seq=n, text=f"{n}", tokens=n, created_at=NOW)
        for n in (1, 3)
    )
    with pytest.raises(BadInput):
        await book.put_summary(ANA, long.model_copy(update={"covers_seq": 4}))
    await book.put_summary(ANA, long)
    await book.put_summary(ANA, short)
    assert await book.summary(ANA, "c1") == long
    better = long.model_copy(update={"text": "better", "made_by": "model"})
    await book.put_summary(ANA, better)
    assert await book.summary(ANA, "c1") == better
    with pytest.raises(ConversationNotFound):
        await book.summary(BEA, "c1")
    with pytest.raises(ConversationNotFound):
        await book.put_summary(STRANGER, long)


async def test_a_window_holds_the_newest_within_both_limits(book: ConversationBook) -> None:
    await talk(book, *(f"message number {n}" for n in range(30)))
    window = await book.context(ANA, "c1", ContextRequest(message_count=4))
    assert [m.seq for m in window.messages] == [26, 27, 28, 29]
    assert (window.total_messages, window.included_messages, window.has_more) == (30, 4, True)
    assert window.total_tokens == sum(m.tokens for m in window.messages)
    one = window.messages[0].tokens
    small = await book.context(ANA, "c1", ContextRequest(message_count=9, max_tokens=2 * one))
    assert [m.seq for m in small.messages] == [28, 29]
    assert small.total_tokens <= 2 * one
    whole = await book.context(ANA, "c1", ContextRequest(message_count=30))
    assert (len(whole.messages), whole.has_more) == (30, False)
    for caller in (BEA, STRANGER):
        with pytest.raises(ConversationNotFound):
            await book.context(caller, "c1", ContextRequest())
    with pytest.raises(ContextProcessingError):
        await book.context(ANA, "c1", ContextRequest(context_type="nonsense"))


async def test_a_window_leaves_out_what_the_filter_excludes(book: ConversationBook) -> None:
    messages = tuple(
        BookMessage(
            id=f"m{number}",
            conversation_id="c1",
            seq=number,
            role="system" if number == 0 else "user",
            content=f"message {number}",
            timestamp=NOW + timedelta(hours=number),
            tokens=5,
            tags=("debug", "x") if number >= 100 else (),
        )
        for number in range(700)
    )
    conversation = BookConversation(
        id="c1", tenant_id="acme", user_id="ana", created_at=NOW, updated_at=NOW
    )
    export = ConversationExport(conversation=conversation, messages=messages)
    await book.import_(ADMINISTRATOR, export)
    request = ContextRequest(message_count=3, filter=ContextFilter(exclude_tags=("debug",)))
    window = await book.context(ANA, "c1", request)
    assert [m.seq for m in window.messages] == [0, 98, 99]
    bare = request.model_copy(update={"include_system_messages": False})
    assert [m.seq for m in (await book.context(ANA, "c1", bare)).messages] == [97, 98, 99]
    since = ContextFilter(from_timestamp=NOW + timedelta(hours=698))
    recent = await book.context(ANA, "c1", ContextRequest(message_count=9, filter=since))
    assert [m.seq for m in recent.messages] == [698, 699]
