"""A conversation's title comes from the model once, if nobody has given it another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.desk.titles import ModelTitles, Titler
from app.domain.conversations import Conversation, Entry
from app.errors import AgentUnreachable
from tests.patience import PATIENCE
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once

pytestmark = pytest.mark.anyio


class Model:
    """Gives one title, and keeps what it was asked."""

    def __init__(self, title: str | None) -> None:
        self.said: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self._title = title

    async def __call__(self, said: str) -> str | None:
        self.said.append(said)
        await self.gate.wait()
        if self._title == "fails":
            raise AgentUnreachable("gone")
        return self._title


@asynccontextmanager
async def desk_with(titler: Titler) -> AsyncIterator[tuple[Desk, asyncio.Queue[str]]]:
    """A desk, and the titles of its conversations as they change."""
    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(ScriptedLink(answered_at_once)))
    seen: asyncio.Queue[str] = asyncio.Queue()

    def watch(entry: Entry | Conversation) -> None:
        if isinstance(entry, Conversation):
            seen.put_nowait(entry.title)

    desk.watch(watch)
    titles = ModelTitles(desk, titler)
    try:
        yield desk, seen
    finally:
        await titles.aclose()
        await desk.aclose()


async def say(desk: Desk, text: str, context_id: str | None = None) -> str:
    session = desk.new() if context_id is None else await desk.session(context_id)
    async for _ in session.say(text):
        pass
    return session.context_id


async def until(seen: asyncio.Queue[str], title: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await seen.get() != title:
            pass


async def test_the_first_answer_brings_a_title_and_the_second_none() -> None:
    model = Model("Greetings")
    async with desk_with(model) as (desk, seen):
        context = await say(desk, "hello there")
        await until(seen, "Greetings")
        await say(desk, "and again", context)
        assert (await desk.session(context)).conversation.title == "Greetings"
    assert model.said == ["user: hello there\nassistant: one two: hello there"]


@pytest.mark.parametrize("title", [None, "fails"])
async def test_without_a_title_of_the_model_the_first_words_stay(title: str | None) -> None:
    async with desk_with(Model(title)) as (desk, _):
        context = await say(desk, "hello there")
        for _ in range(20):
            await asyncio.sleep(0)
        assert (await desk.session(context)).conversation.title == "hello there"


async def test_a_title_that_a_person_gives_meanwhile_stays() -> None:
    model = Model("Greetings")
    model.gate.clear()
    async with desk_with(model) as (desk, _):
        context = await say(desk, "hello there")
        await (await desk.session(context)).update(title="Mine")
        model.gate.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert (await desk.session(context)).conversation.title == "Mine"


async def test_closing_ends_what_is_asked() -> None:
    model = Model("Greetings")
    model.gate.clear()
    async with desk_with(model) as (desk, _):
        await say(desk, "hello there")
    assert model.said
