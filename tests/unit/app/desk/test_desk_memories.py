"""A desk on its own remembers what it is told to, sums up, and gives both to its agents."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.conversations.book.desk_memories import DeskMemories
from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.follow_ups import FollowUps
from app.conversations.client.contexts import CallerContexts, Contexts
from app.conversations.store.sql_store import SqlStore
from app.desk.desk import Desk
from app.domain.book import LOCAL_CALLER, SERVICE_ORIGIN, NewMessage
from app.domain.contexts import ContextRequest
from app.domain.memories import MemoryEdit, NewMemory
from app.errors import Conflict
from app.ports import Heard, SaidAt
from tests.patience import PATIENCE
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once

pytestmark = pytest.mark.anyio

FULL = ContextRequest(context_type="full", message_count=6)


class Remembered:
    """A desk, what it remembers, and what its watchers were told."""

    def __init__(self, store: SqlStore) -> None:
        agents = ScriptedAgents(ScriptedLink(answered_at_once))
        self.desk = Desk(store=store, agents=agents)
        self.book = EmbeddedBook(store.database)
        self.follow_ups = FollowUps(self.book, pause=0)
        self.follow_ups.start()
        self.memories = DeskMemories(self.desk, self.book, self.follow_ups)
        self.heard: list[Heard] = []
        self.memories.watch(self.heard.append)

    async def say(self, *texts: str) -> str:
        session = self.desk.new()
        for text in texts:
            await (await session.start(text)).wait()
        return session.context_id

    async def texts(self) -> list[str]:
        return [fact.text for fact in await self.memories.facts()]

    async def until(self, true: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await true():  # noqa: ASYNC110 (what is in a database has no signal here)
                await asyncio.sleep(0.005)

    async def aclose(self) -> None:
        await self.desk.aclose()
        await self.memories.aclose()
        await self.follow_ups.aclose()


@asynccontextmanager
async def remembering(folder: Path) -> AsyncIterator[Remembered]:
    store = await SqlStore.open(folder / "desk.db")
    opened = Remembered(store)
    try:
        yield opened
    finally:
        await opened.aclose()
        await store.aclose()


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Remembered]:
    async with remembering(tmp_path) as opened:
        yield opened


async def test_what_is_to_be_remembered_leads_back_to_where_it_was_said(desk: Remembered) -> None:
    context_id = await desk.say("hello", "내 종족은 저그라고 기억해 줘")
    await desk.until(lambda: _count(desk, 1))
    (fact,) = await desk.memories.facts()
    assert await desk.memories.source(fact) == SaidAt(context_id, 2)
    assert desk.heard == [Heard(remembered=(fact,))]
    await desk.desk.delete(context_id)
    assert await desk.memories.source(fact) is None


async def test_what_is_to_be_forgotten_goes_and_can_be_brought_back(desk: Remembered) -> None:
    await desk.say("remember that my race is Zerg", "forget that my race is Zerg")
    await desk.until(lambda: _count(desk, 2))
    gone = desk.heard[1].forgotten
    assert [fact.text for fact in gone] == ["my race is Zerg"]
    assert await desk.texts() == []
    back = await desk.memories.bring_back(gone[0])
    assert (back.id, back.source_message_id) == (gone[0].id, gone[0].source_message_id)
    assert await desk.texts() == ["my race is Zerg"]


async def test_agents_are_given_the_facts_and_a_summary_of_what_does_not_fit(
    desk: Remembered,
) -> None:
    asked = [f"How does build order number {n} go?" for n in range(8)]
    context_id = await desk.say("remember that my race is Zerg", *asked)
    contexts = Contexts(desk.book)
    windows = CallerContexts(contexts, LOCAL_CALLER)
    await desk.until(lambda: desk.book.summary(LOCAL_CALLER, context_id))
    found = await windows.window(context_id, FULL)
    assert [fact.text for fact in found.window.memories] == ["my race is Zerg"]
    assert "build order" in found.window.context_summary
    assert found.window.messages[-2].content == asked[-1]
    unknown = await windows.window("nowhere", FULL)
    assert (unknown.cache, unknown.window.messages) == ("none", ())
    await contexts.aclose()


async def test_what_another_desk_was_told_is_no_fact_of_this_one(desk: Remembered) -> None:
    context_id = await desk.say("hello")
    elsewhere = LOCAL_CALLER.model_copy(update={"origin": SERVICE_ORIGIN})
    new = NewMessage(id="m-2", role="user", content="remember that my race is Zerg")
    added = await desk.book.add(elsewhere, context_id, new)
    await desk.desk.learn(context_id, [added.message.seq])
    await desk.say("remember that I play at night")
    await desk.until(lambda: _count(desk, 1))
    assert await desk.texts() == ["I play at night"]


async def test_facts_are_written_and_changed_by_hand_and_watched(desk: Remembered) -> None:
    changes = desk.memories.changed()
    await anext(changes)
    made = await desk.memories.add(NewMemory(text="I play at night"))
    await anext(changes)
    edited = await desk.memories.edit(made, MemoryEdit(text="I play at dawn"))
    assert edited.text == "I play at dawn"
    with pytest.raises(Conflict):
        await desk.memories.edit(made, MemoryEdit(text="I never play"))
    assert await desk.memories.source(made) is None
    await desk.memories.forget(edited)
    await anext(changes)
    assert await desk.texts() == []
    await changes.aclose()
    assert not desk.heard


async def test_what_was_said_last_is_remembered_before_the_desk_closes(tmp_path: Path) -> None:
    async with remembering(tmp_path) as opened:
        await opened.desk.new().start("remember that my race is Zerg")
        await opened.memories.aclose()
    async with remembering(tmp_path) as again:
        assert await again.texts() == ["my race is Zerg"]


async def _count(desk: Remembered, count: int) -> bool:
    return len(desk.heard) >= count
