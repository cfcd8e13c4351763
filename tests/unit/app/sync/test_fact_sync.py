"""What is remembered is the same on all desks of a person, and what is forgotten is so on all."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.memory_rows import ids
from app.conversations.store.sql_store import SqlStore
from app.domain.book import LOCAL_CALLER, LOCAL_TENANT, SCOPES, Caller, Page
from app.domain.ids import utc_now
from app.domain.memories import Memory, MemoryEdit, NewMemory
from app.errors import NotFound
from app.sync.cursors import SyncState
from app.sync.facts import FactSync
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.live.servers import free_port
from tests.unit.app.sync.synced_desks import SyncedDesk, desks_in_step, synced_desk

pytestmark = pytest.mark.anyio

ADMINISTRATOR = Caller(tenant="acme", user="", scopes=SCOPES)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        yield running


@pytest.fixture
async def pair(service: ServedBook, tmp_path: Path) -> AsyncIterator[tuple[SyncedDesk, SyncedDesk]]:
    async with desks_in_step(service, tmp_path) as both:
        yield both


def book(desk: SyncedDesk) -> EmbeddedBook:
    return EmbeddedBook(desk.store.database)


async def facts(desk: SyncedDesk) -> list[Memory]:
    return list((await book(desk).memories(LOCAL_CALLER)).items)


async def shows(desk: SyncedDesk, *texts: str) -> None:
    async def same() -> bool:
        return sorted(fact.text for fact in await facts(desk)) == sorted(texts)

    await desk.until(same)


async def test_a_fact_moves_to_the_other_desk_with_where_it_was_said(
    pair: tuple[SyncedDesk, SyncedDesk],
) -> None:
    one, two = pair
    context_id = await one.say("my race is Zerg")
    now = utc_now()
    new = NewMemory(
        id="f1",
        text="my race is Zerg",
        key="race",
        conversation_id=context_id,
        source_message_id="m1",
        importance=0.8,
        valid_from=now - timedelta(days=1),
        valid_to=now + timedelta(days=1),
    )
    made = await book(one).remember(LOCAL_CALLER, new)
    await shows(two, "my race is Zerg")
    (there,) = await facts(two)
    same = set(NewMemory.model_fields) - {"metadata"}
    assert there.model_dump(include=same) == made.model_dump(include=same)
    assert not there.everybodys


async def test_each_field_is_its_last_writers(pair: tuple[SyncedDesk, SyncedDesk]) -> None:
    one, two = pair
    await book(one).remember(LOCAL_CALLER, NewMemory(id="f1", text="first"))
    await shows(two, "first")
    await book(two).edit(LOCAL_CALLER, "f1", MemoryEdit(text="second"))
    await shows(one, "second")
    ends = utc_now()
    await book(one).edit(LOCAL_CALLER, "f1", MemoryEdit(valid_to=ends))
    await two.until(lambda: _ends(two, True))
    await book(two).edit(LOCAL_CALLER, "f1", MemoryEdit(endless=True))
    await one.until(lambda: _ends(one, False))
    assert [fact.text for fact in await facts(one)] == ["second"]


async def test_what_is_forgotten_goes_everywhere_and_can_come_back(
    pair: tuple[SyncedDesk, SyncedDesk],
) -> None:
    one, two = pair
    made = await book(one).remember(LOCAL_CALLER, NewMemory(id="f1", text="a fact"))
    await shows(two, "a fact")
    await book(two).edit(LOCAL_CALLER, "f1", MemoryEdit(importance=0.9))
    await book(two).forget(LOCAL_CALLER, "f1")
    await shows(one)
    said = made.model_dump(include=set(NewMemory.model_fields))
    await book(two).remember(LOCAL_CALLER, NewMemory.model_validate(said))
    await shows(one, "a fact")
    await book(one).edit(LOCAL_CALLER, "f1", MemoryEdit(text="the fact"))
    await shows(two, "the fact")


async def test_what_was_changed_offline_meets(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with served(tmp_path / "service.db", port=port) as service:
        token = await service.token(user="ana")
        async with synced_desk(tmp_path / "one", url=url, token=token) as one:
            for name in ("both", "gone", "kept"):
                await book(one).remember(LOCAL_CALLER, NewMemory(id=name, text=name))
            await one.in_step()
        async with synced_desk(tmp_path / "two", url=url, token=token) as two:
            await shows(two, "both", "gone", "kept")
    # Without the service, each desk goes on by itself.
    async with synced_desk(tmp_path / "one") as one:
        await book(one).edit(LOCAL_CALLER, "both", MemoryEdit(text="by one"))
        await book(one).forget(LOCAL_CALLER, "gone")
        await book(one).remember(LOCAL_CALLER, NewMemory(id="new", text="new"))
    async with synced_desk(tmp_path / "two") as two:
        await book(two).edit(LOCAL_CALLER, "both", MemoryEdit(importance=0.1))
        await book(two).edit(LOCAL_CALLER, "gone", MemoryEdit(text="edited, but gone"))
    async with (
        served(tmp_path / "service.db", port=port),
        synced_desk(tmp_path / "one", url=url, token=token) as one,
    ):
        await one.in_step()
        async with synced_desk(tmp_path / "two", url=url, token=token) as two:
            await two.in_step()
            await shows(two, "by one", "kept", "new")
            await shows(one, "by one", "kept", "new")
            await one.until(lambda: _importance(one, "both", 0.1))
            assert await _importance(two, "both", 0.1)


async def test_what_holds_for_everybody_is_shown_and_not_taken_for_ones_own(
    service: ServedBook, pair: tuple[SyncedDesk, SyncedDesk]
) -> None:
    one, _ = pair
    await service.book.remember(
        ADMINISTRATOR, NewMemory(id="all", text="the season begins in May", user_id="")
    )
    await service.book.remember(
        ADMINISTRATOR, NewMemory(id="bea's", text="my race is Terran", user_id="bea")
    )
    await shows(one, "the season begins in May")
    (shared,) = await facts(one)
    assert shared.everybodys and shared.user_id == ""
    await service.book.edit(ADMINISTRATOR, "all", MemoryEdit(text="the season began in May"))
    await shows(one, "the season began in May")
    await service.book.forget(ADMINISTRATOR, "all")
    await shows(one)


async def test_a_desk_that_knew_nothing_of_facts_reads_them_once(
    service: ServedBook, tmp_path: Path
) -> None:
    token = await service.token(user="ana")
    async with synced_desk(tmp_path / "one", url=service.url, token=token) as one:
        await one.in_step()
    ana = Caller(tenant="acme", user="ana")
    await service.book.remember(ana, NewMemory(id="f1", text="a fact"))
    async with synced_desk(tmp_path / "one", url=service.url, token=token) as one:
        await shows(one, "a fact")
    await service.book.forget(ana, "f1")
    with pytest.raises(NotFound):
        await service.book.edit(ana, "f1", MemoryEdit(text="x"))
    async with synced_desk(tmp_path / "one", url=service.url, token=token) as one:
        await shows(one)


async def test_what_comes_from_the_service_leaves_what_was_changed_here(tmp_path: Path) -> None:
    store = await SqlStore.open(tmp_path / "desk.db")
    here = EmbeddedBook(store.database)
    state = SyncState(store.database, LOCAL_TENANT)
    sync = FactSync(store.database, here, state, Caller(tenant="acme", user="ana"), "ana")
    now = utc_now()
    first = Memory(
        id="f1", tenant_id="acme", user_id="ana", text="first", valid_from=now, created_at=now,
        updated_at=now,
    )  # fmt: skip
    await sync.take("f1", first)
    await here.edit(LOCAL_CALLER, "f1", MemoryEdit(importance=0.9))
    await sync.take("f1", first.model_copy(update={"text": "second", "revision": 2}))
    await sync.take("f1", first)  # older, told late
    (fact,) = (await here.memories(LOCAL_CALLER)).items
    assert (fact.text, fact.importance, fact.user_id) == ("second", 0.9, "")
    await here.forget(LOCAL_CALLER, "f1")
    await sync.take("f1", first.model_copy(update={"text": "third", "revision": 3}))
    assert (await here.memories(LOCAL_CALLER)).items == ()  # to be sent still
    await store.aclose()


async def test_what_others_changed_comes_back_with_what_is_sent(tmp_path: Path) -> None:
    store = await SqlStore.open(tmp_path / "desk.db")
    there = await EmbeddedBook.open(tmp_path / "service.db")
    here = EmbeddedBook(store.database)
    ana = Caller(tenant="acme", user="ana")
    sync = FactSync(store.database, there, SyncState(store.database, LOCAL_TENANT), ana, "ana")
    made = await here.remember(LOCAL_CALLER, NewMemory(id="f1", text="first"))
    await sync.send(made.id)
    await there.edit(ana, "f1", MemoryEdit(text="by another desk"))
    await here.edit(LOCAL_CALLER, "f1", MemoryEdit(importance=0.9))
    await sync.send("f1")
    for (fact,), *_ in (await here.memories(LOCAL_CALLER), await there.memories(ana)):
        assert (fact.text, fact.importance) == ("by another desk", 0.9)
    await there.forget(ana, "f1")
    await here.edit(LOCAL_CALLER, "f1", MemoryEdit(text="too late"))
    await sync.send("f1")
    assert await here.memories(LOCAL_CALLER) == await there.memories(ana) == Page(())
    await store.aclose()
    await there.aclose()


async def test_more_facts_than_one_page_holds_are_all_taken(tmp_path: Path) -> None:
    store = await SqlStore.open(tmp_path / "desk.db")
    there = await EmbeddedBook.open(tmp_path / "service.db")
    ana = Caller(tenant="acme", user="ana")
    sync = FactSync(store.database, there, SyncState(store.database, LOCAL_TENANT), ana, "ana")
    names = {f"f{number}" for number in range(1_050)}
    await asyncio.gather(
        *(there.remember(ana, NewMemory(id=name, text=name)) for name in sorted(names))
    )
    await sync.take_all()
    assert set(await store.database.read(LOCAL_TENANT, lambda c: ids(c, LOCAL_CALLER))) == names
    await there.forget(ana, "f7")
    await sync.take_all()
    held = set(await store.database.read(LOCAL_TENANT, lambda c: ids(c, LOCAL_CALLER)))
    assert held == names - {"f7"}
    await store.aclose()
    await there.aclose()


async def _ends(desk: SyncedDesk, wanted: bool) -> bool:
    return [fact.valid_to is not None for fact in await facts(desk)] == [wanted]


async def _importance(desk: SyncedDesk, memory_id: str, wanted: float) -> bool:
    return {fact.id: fact.importance for fact in await facts(desk)}[memory_id] == wanted
