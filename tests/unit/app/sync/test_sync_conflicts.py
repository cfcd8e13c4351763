"""Two desks at odds, a service that lost something: nothing written is lost, and it is told."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.tables import CONVERSATIONS, MESSAGES, TEXTS
from app.domain.book import LOCAL_CALLER, SCOPES, Caller, ConversationUpdate, NewConversation
from app.domain.memories import MemoryEdit, NewMemory
from app.ports import SyncEvent
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.live.servers import free_port
from tests.unit.app.sync.synced_desks import SyncedDesk, synced_desk

pytestmark = pytest.mark.anyio

ADMINISTRATOR = Caller(tenant="acme", user="", scopes=SCOPES)


class Place:
    """A service that comes and goes, with two desks of one person, on and off."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self.port = free_port()
        self.token = ""
        self._stack = stack

    async def serve(self, database: str = "service.db") -> ServedBook:
        service = await self._stack.enter_async_context(
            served(self.folder / database, port=self.port)
        )
        if not self.token:
            self.token = await service.token(user="ana")
        return service

    async def desk(self, name: str, *, synced: bool = True) -> SyncedDesk:
        url = f"http://127.0.0.1:{self.port}" if synced else ""
        return await self._stack.enter_async_context(
            synced_desk(self.folder / name, url=url, token=self.token)
        )

    async def leave(self) -> None:
        """Close all that was opened, the last first."""
        await self._stack.aclose()


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with AsyncExitStack() as stack:
        yield Place(tmp_path, stack)


async def spoken(place: Place, *names: str) -> str:
    """Have the first desk say something, and all of them show it; then close everything."""
    await place.serve()
    desks = [await place.desk(name) for name in names]
    context_id = await desks[0].say("hello")
    for desk in desks:
        await desk.until(lambda desk=desk: _count(desk, context_id, 2))  # type: ignore[misc]
        await desk.in_step()
    await place.leave()
    return context_id


async def test_a_title_that_both_changed_is_the_same_on_both_in_the_end(place: Place) -> None:
    context_id = await spoken(place, "one", "two")
    for name in ("one", "two"):
        desk = await place.desk(name, synced=False)
        await desk.desk.rename(context_id, f"by {name}")
        await place.leave()
    await place.serve()
    one = await place.desk("one")
    await one.in_step()
    two = await place.desk("two")
    # What is there first stays; who was later is told what was not kept.
    for desk in (one, two):
        await desk.until(lambda desk=desk: _titled(desk, "by one"))  # type: ignore[misc]
    await two.until(lambda: two.events)
    expected = SyncEvent(
        "overruled", context_id, "by one", about="title", mine="by two", theirs="by one"
    )
    assert two.events == [expected]
    assert one.events == []
    # To say it again is a change like any other.
    await two.desk.rename(context_id, "by two")
    for desk in (one, two):
        await desk.until(lambda desk=desk: _titled(desk, "by two"))  # type: ignore[misc]
    assert (len(one.events), len(two.events)) == (0, 1)


async def test_what_the_service_does_not_know_is_made_anew_and_told(place: Place) -> None:
    context_id = await spoken(place, "one")
    one = await place.desk("one", synced=False)
    await one.say("written since", context_id)
    await place.leave()
    service = await place.serve()

    def lose(connection: Connection) -> None:
        for table in (MESSAGES, TEXTS, CONVERSATIONS):
            connection.execute(delete(table).where(table.c.context_id == context_id))

    await service.database.write("acme", lose)
    one = await place.desk("one")
    await one.until(lambda: one.events)
    assert [event.kind for event in one.events] == ["made_anew"]
    await one.in_step()
    said = (await service.book.messages(ADMINISTRATOR, context_id)).items
    assert "written since" in [message.content for message in said]


async def test_tags_of_both_are_kept(place: Place) -> None:
    context_id = await spoken(place, "one", "two")
    for name in ("one", "two"):
        desk = await place.desk(name, synced=False)
        await desk.desk.tag(context_id, [name])
        await place.leave()
    await place.serve()
    one = await place.desk("one")
    await one.in_step()
    two = await place.desk("two")
    for desk in (one, two):
        await desk.until(lambda desk=desk: _filed(desk, False, ("one", "two")))  # type: ignore[misc]
    assert two.events == []


async def test_a_fact_that_both_changed_is_told_where_it_is_not_kept(place: Place) -> None:
    await place.serve()
    one = await place.desk("one")
    await EmbeddedBook(one.store.database).remember(LOCAL_CALLER, NewMemory(id="f", text="a"))
    await one.in_step()
    two = await place.desk("two")
    await two.in_step()
    await place.leave()
    for name, importance in (("one", 1.0), ("two", 0.0)):
        desk = await place.desk(name, synced=False)
        edit = MemoryEdit(text=f"by {name}", importance=importance)
        await EmbeddedBook(desk.store.database).edit(LOCAL_CALLER, "f", edit)
        await place.leave()
    await place.serve()
    await (await place.desk("one")).in_step()
    two = await place.desk("two")
    await two.until(lambda: len(two.events) > 1)
    expected = SyncEvent(
        "overruled", title="by one", about="fact", field="text", mine="by two", theirs="by one"
    )
    # A nought is a value.
    other = expected._replace(field="importance", mine="0.0", theirs="1.0")
    assert two.events == [expected, other]
    (fact,) = (await EmbeddedBook(two.store.database).memories(LOCAL_CALLER)).items
    assert (fact.text, fact.importance) == ("by one", 1.0)


async def test_what_each_filed_otherwise_is_so_on_both(place: Place) -> None:
    context_id = await spoken(place, "one", "two")
    one = await place.desk("one", synced=False)
    await one.desk.pin(context_id, True)
    await place.leave()
    two = await place.desk("two", synced=False)
    await two.desk.tag(context_id, ["balance"])
    await place.leave()
    service = await place.serve()
    elsewhere = ConversationUpdate(metadata={"ticket": 7})
    await service.book.update(ADMINISTRATOR, context_id, elsewhere)
    one = await place.desk("one")
    await one.in_step()
    two = await place.desk("two")
    for desk in (one, two):
        await desk.until(lambda desk=desk: _filed(desk, True, ("balance",)))  # type: ignore[misc]
    kept = (await service.book.get(ADMINISTRATOR, context_id)).metadata
    assert (kept["ticket"], kept["pinned"], kept["tags"]) == (7, True, ["balance"])


async def test_what_one_renamed_and_the_other_deleted_is_gone_and_told(place: Place) -> None:
    context_id = await spoken(place, "one", "two")
    one = await place.desk("one", synced=False)
    await one.desk.delete(context_id)
    await place.leave()
    two = await place.desk("two", synced=False)
    await two.desk.rename(context_id, "kept")
    await place.leave()
    await place.serve()
    one, two = await place.desk("one"), await place.desk("two")
    await two.until(lambda: two.events)
    assert two.events == [SyncEvent("deleted", context_id, "kept")]
    assert await two.titles() == []
    await two.desk.restore(context_id)
    for desk in (one, two):
        await desk.until(lambda desk=desk: _titled(desk, "kept"))  # type: ignore[misc]


async def test_a_name_that_was_not_kept_is_not_sent_after_all(place: Place) -> None:
    context_id = await spoken(place, "one", "two")
    for name in ("one", "two"):
        desk = await place.desk(name, synced=False)
        await desk.desk.rename(context_id, f"by {name}")
        if name == "two":
            await desk.desk.delete(context_id)
        await place.leave()
    service = await place.serve()
    await (await place.desk("one")).in_step()
    before = (await service.book.get(ADMINISTRATOR, context_id)).revision
    two = await place.desk("two")
    await two.in_step()
    kept = await service.book.get(ADMINISTRATOR, context_id)
    # Hidden, and nothing else.
    assert (kept.title, kept.revision - before, bool(kept.deleted_at)) == ("by one", 1, True)
    assert [event.mine for event in two.events] == ["by two"]


async def test_what_was_written_into_a_deleted_conversation_is_kept_and_told(place: Place) -> None:
    context_id = await spoken(place, "one", "two")
    one = await place.desk("one", synced=False)
    await one.desk.delete(context_id)
    await place.leave()
    two = await place.desk("two", synced=False)
    await two.say("written meanwhile", context_id)
    await place.leave()
    await place.serve()
    one = await place.desk("one")
    await one.in_step()
    two = await place.desk("two")
    await two.until(lambda: two.events)
    assert two.events == [SyncEvent("deleted", context_id, "hello")]
    assert await two.titles() == []
    await two.desk.restore(context_id)
    await one.until(lambda: _count(one, context_id, 4))
    await one.until(lambda: _titled(one, "hello"))
    assert await one.texts(context_id) == await two.texts(context_id)


async def test_what_was_written_into_an_erased_conversation_begins_it_anew(place: Place) -> None:
    context_id = await spoken(place, "one")
    one = await place.desk("one", synced=False)
    await one.say("written meanwhile", context_id)
    await place.leave()
    service = await place.serve()
    await service.book.erase(ADMINISTRATOR, context_id)
    one = await place.desk("one")
    erased = SyncEvent("erased", context_id, "hello", written=True)
    await one.until(lambda: erased in one.events)
    assert await one.texts(context_id) == ["written meanwhile", "one two: written meanwhile"]
    kept = (await service.book.messages(ADMINISTRATOR, context_id)).items
    assert [message.content for message in kept] == await one.texts(context_id)
    assert await one.titles() == ["hello"]


async def test_an_erased_conversation_goes_and_that_is_told(place: Place) -> None:
    context_id = await spoken(place, "one")
    service = await place.serve()
    await service.book.erase(ADMINISTRATOR, context_id)
    one = await place.desk("one")
    await one.until(lambda: one.events)
    assert one.events == [SyncEvent("erased", context_id, "hello")]
    assert await one.titles() == [] and await one.desk.entry_count(context_id) == 0


async def test_a_service_from_an_older_backup_gets_again_what_it_lost(place: Place) -> None:
    context_id = await spoken(place, "one")
    shutil.copy(place.folder / "service.db", place.folder / "backup.db")
    await place.serve()
    one = await place.desk("one")
    await one.in_step()
    await one.say("since the backup", context_id)
    elsewhere = await one.say("another since the backup")
    await one.in_step()
    await place.leave()
    service = await place.serve("backup.db")
    one = await place.desk("one")
    await one.until(lambda: one.events)
    assert one.events == [SyncEvent("sent_again")]
    for conversation, count in ((context_id, 4), (elsewhere, 2)):
        page = await service.book.messages(ADMINISTRATOR, conversation)
        assert [m.content for m in page.items] == await one.texts(conversation)
        assert len(page.items) == count


@pytest.mark.logs_warnings
async def test_what_the_service_refuses_is_told_and_the_rest_goes_on(place: Place) -> None:
    service = await place.serve()
    one = await place.desk("one")
    await one.in_step()
    taken = await one.say("first")
    stolen = one.desk.new()  # with an id that is another user's at the service
    bea = Caller(tenant="acme", user="bea")
    await service.book.create(bea, NewConversation(id=stolen.context_id))
    turn = await stolen.start("not mine to write")
    await turn.wait()
    await one.until(lambda: [event for event in one.events if event.kind == "refused"])
    refused = next(event for event in one.events if event.kind == "refused")
    assert (refused.context_id, refused.title) == (stolen.context_id, "not mine to write")
    assert refused.error is not None
    await one.say("second", taken)
    await one.until(lambda: _stored(service, taken, 4))


@pytest.mark.logs_warnings
async def test_a_fact_that_is_refused_at_the_first_meeting_keeps_nothing_else_back(
    place: Place,
) -> None:
    service = await place.serve()
    bea = Caller(tenant="acme", user="bea")
    await service.book.remember(bea, NewMemory(id="f1", text="hers"))
    alone = await place.desk("one", synced=False)
    context_id = await alone.say("hello")
    here = EmbeddedBook(alone.store.database)
    for name in ("f1", "f2"):
        await here.remember(LOCAL_CALLER, NewMemory(id=name, text="mine"))
    one = await place.desk("one")
    await one.in_step()
    assert [event.kind for event in one.events] == ["refused"]
    assert (await service.book.memory(ADMINISTRATOR, "f1")).text == "hers"
    assert (await service.book.memory(ADMINISTRATOR, "f2")).text == "mine"
    assert await _stored(service, context_id, 2)


async def _count(desk: SyncedDesk, context_id: str, count: int) -> bool:
    return await desk.desk.entry_count(context_id) == count


async def _filed(desk: SyncedDesk, pinned: bool, tags: tuple[str, ...]) -> bool:
    return [(one.pinned, one.tags) for one in await desk.desk.conversations()] == [(pinned, tags)]


async def _titled(desk: SyncedDesk, title: str) -> bool:
    return await desk.titles() == [title]


async def _stored(service: ServedBook, context_id: str, count: int) -> bool:
    return len((await service.book.messages(ADMINISTRATOR, context_id)).items) == count
