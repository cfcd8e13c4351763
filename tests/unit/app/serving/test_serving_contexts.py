"""Served agents are given the conversation of the person who asks, and nobody else's."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from agents.hosting.owners import working_for
from app.composition import _book
from app.connections.service_token import VARIABLE
from app.conversations.client import service_link
from app.conversations.store.repair import open_store
from app.domain.book import LOCAL_CALLER, Caller, NewConversation, NewMessage
from app.domain.contexts import ContextRequest
from app.domain.memories import NewMemory
from app.ports import AgentContexts
from app.profile.settings import save_service
from app.serving.agent_contexts import open_contexts
from app.system.json_log import TRACE
from app.system.tracing import carried
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

ANN = Caller(tenant="acme", user="ann")
FULL = ContextRequest(context_type="full")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        await running.book.create(ANN, NewConversation(id="c1"))
        await running.book.add(ANN, "c1", NewMessage(role="user", content="Terran win rate"))
        await running.book.remember(ANN, NewMemory(text="my race is Zerg"))
        save_service(tmp_path, running.url)
        yield running


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as made:
        yield made


async def given(contexts: AgentContexts | None, user: str) -> tuple[list[str], list[str], str]:
    assert contexts is not None
    with working_for(user):
        found = await contexts.window("c1", FULL)
    window = found.window
    said = [message.content for message in window.messages]
    return said, [fact.text for fact in window.memories], found.cache


async def test_each_is_given_their_own(
    service: ServedBook, stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, await service.token())
    contexts = await open_contexts(tmp_path, signed_in=True, stack=stack)
    assert await given(contexts, "ann") == (["Terran win rate"], ["my race is Zerg"], "miss")
    assert await given(contexts, "bea") == ([], [], "none")
    assert await given(contexts, "민수") == ([], [], "none")
    assert await given(contexts, "") == ([], [], "none")
    async with asyncio.timeout(PATIENCE):
        # From when the changes are followed on.
        while (await given(contexts, "ann"))[2] != "hit":  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_what_is_asked_for_somebody_has_their_trace_and_what_is_followed_for_all_has_none(
    service: ServedBook, stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, set[str]] = {}

    def noting() -> Mapping[str, str]:
        of = asyncio.current_task()
        assert of is not None
        said = carried()
        asked.setdefault(of.get_name(), set()).add(said.get("traceparent", "")[3:35])
        return said

    monkeypatch.setattr(service_link, "carried", noting)
    monkeypatch.setenv(VARIABLE, await service.token())
    contexts = await open_contexts(tmp_path, signed_in=True, stack=stack)
    trace = TRACE.set("4bf92f3577b34da6a3ce929d0e0e4736")
    async with asyncio.timeout(PATIENCE):
        while (await given(contexts, "ann"))[2] != "hit":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    TRACE.reset(trace)
    assert asked.pop("seen-changes") == {""}
    assert set().union(*asked.values()) == {"4bf92f3577b34da6a3ce929d0e0e4736"}


async def test_a_desks_agents_are_given_it_from_the_cache(
    tmp_path: Path, stack: AsyncExitStack
) -> None:
    store = (await open_store(tmp_path / "desk.db")).store
    stack.push_async_callback(store.aclose)
    book, contexts = _book(store, stack)
    await book.create(LOCAL_CALLER, NewConversation(id="c1"))
    async with asyncio.timeout(PATIENCE):
        while (await contexts.window("c1", FULL)).cache != "hit":  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_token_that_may_not_act_for_others_gives_none(
    service: ServedBook, stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, await service.token(user="bea"))
    contexts = await open_contexts(tmp_path, signed_in=True, stack=stack)
    assert await given(contexts, "ann") == ([], [], "none")


async def test_where_nobody_signs_in_nothing_is_asked(
    service: ServedBook, stack: AsyncExitStack, tmp_path: Path
) -> None:
    assert await open_contexts(tmp_path, signed_in=False, stack=stack) is None


async def test_without_a_token_agents_go_on_without(
    service: ServedBook,
    stack: AsyncExitStack,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert await open_contexts(tmp_path, signed_in=True, stack=stack) is None
    assert "conversations connect" in caplog.text
