"""Windows come from the cache while they have all that they must; else they are asked for."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.port import ConversationBook
from app.conversations.client import change_cursor
from app.conversations.client.change_cursor import SeenChanges
from app.conversations.client.contexts import BACKGROUND, STALE_SECONDS, Contexts
from app.conversations.client.retry import RetryPolicy
from app.conversations.database.database import Database
from app.domain.book import READ, WRITE, Caller, MessageGrowth, NewConversation, NewMessage
from app.domain.contexts import ContextRequest
from app.domain.memories import NewMemory
from app.errors import ServiceTimeout
from app.ports import FoundContext
from tests.contract.app.conversations.book.served_books import served
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

ANA = Caller(tenant="acme", user="ana", scopes=frozenset({READ, WRITE}), origin="desk-1")
REQUEST = ContextRequest()
FULL = ContextRequest(context_type="full")


class Scene:
    """A conversation, its windows, and a clock."""

    def __init__(self, book: ConversationBook, **settings: Any) -> None:
        async def who() -> Caller:
            return ANA

        self.book = book
        self.now = 0.0
        self.asked = 0
        self.seen = SeenChanges(book, who)
        # A slow machine's book is no book that does not answer.
        settings = {"patience_seconds": PATIENCE, **settings}
        self.contexts = Contexts(book, seen=self.seen, clock=lambda: self.now, **settings)
        self.last = ""

    async def begin(self) -> None:
        await self.book.create(ANA, NewConversation(id="c"))
        self.seen.wanted()
        await self.until(lambda: self.seen.at is not None)
        await self.say("one")

    async def say(self, text: str, role: str = "user") -> None:
        added = await self.book.add(ANA, "c", NewMessage(role=role, content=text))
        if role == "user":
            self.last = added.message.id
        await self.known()

    async def known(self) -> None:
        """Wait until all that was committed is known, and what that began is over."""
        stands = await self.book.changes(ANA, since=None)
        await self.until(lambda: self.seen.at is not None and self.seen.at >= stands.cursor)
        await self.until(lambda: not self.contexts._fetches)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 — what is followed tells nobody but the cache
                await asyncio.sleep(0.002)

    async def window(self, request: ContextRequest = REQUEST, **given: Any) -> FoundContext:
        return await self.contexts.window(ANA, "c", request, **{"message_id": self.last, **given})


@asynccontextmanager
async def embedded(folder: Path) -> AsyncIterator[ConversationBook]:
    book = EmbeddedBook(await Database.open(folder / "desk.db"))
    yield book
    await book.aclose()


@asynccontextmanager
async def remote(folder: Path) -> AsyncIterator[ConversationBook]:
    async with served(folder / "service.db") as service:
        book = service.remote(await service.token(user="ana"))
        yield book
        await book.aclose()


@pytest.fixture(params=[embedded, remote], ids=["embedded", "remote"])
async def scene(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Scene]:
    async with request.param(tmp_path) as book:
        scene = Scene(book)
        await scene.begin()
        yield scene
        await scene.contexts.aclose()


def texts(found: FoundContext) -> list[str]:
    return [message.content for message in found.window.messages]


async def test_what_did_not_change_is_not_asked_for_again(scene: Scene) -> None:
    first, *same = await asyncio.gather(*(scene.window() for _ in range(5)))
    assert {found.cache for found in (first, *same)} == {"miss"}
    assert (await scene.window()).cache == "hit"


async def test_what_the_person_says_is_fetched_before_it_is_asked_for(scene: Scene) -> None:
    await scene.window()
    await scene.say("two")
    found = await scene.window()
    assert (found.cache, texts(found)) == ("hit", ["one", "two"])


async def test_what_others_said_may_be_missing_for_a_while(scene: Scene) -> None:
    await scene.window()
    await scene.say("an answer", "assistant")
    found = await scene.window()
    assert (found.cache, texts(found), found.error) == ("stale", ["one"], None)
    # It was fetched in the background meanwhile.
    await scene.known()
    found = await scene.window()
    assert (found.cache, texts(found)) == ("hit", ["one", "an answer"])
    await scene.say("more", "assistant")
    scene.now += STALE_SECONDS + 1
    found = await scene.window()
    assert (found.cache, texts(found)) == ("miss", ["one", "an answer", "more"])


async def test_an_answer_that_grew_is_fetched_anew(scene: Scene) -> None:
    answer = (await scene.book.add(ANA, "c", NewMessage(role="assistant", content="so"))).message
    await scene.known()
    await scene.window()
    growth = MessageGrowth(revision=answer.revision + 1, content="so far", tokens=2)
    await scene.book.replace(ANA, "c", answer.id, growth)
    await scene.known()
    assert (await scene.window()).cache == "stale"
    await scene.known()
    assert texts(await scene.window()) == ["one", "so far"]


async def test_no_window_lacks_what_the_person_said_last(scene: Scene) -> None:
    await scene.window()
    # Hardly heard of yet: whoever asks knows of a message that the cache need not know.
    added = await scene.book.add(ANA, "c", NewMessage(role="user", content="two"))
    assert texts(await scene.window(message_id=added.message.id)) == ["one", "two"]


async def test_no_window_has_a_fact_that_was_forgotten(scene: Scene) -> None:
    fact = await scene.book.remember(ANA, NewMemory(text="my race is Zerg"))
    await scene.known()
    assert [one.text for one in (await scene.window(FULL)).window.memories] == ["my race is Zerg"]
    await scene.book.forget(ANA, fact.id)
    await scene.known()
    found = await scene.window(FULL)
    assert (found.cache, found.window.memories) == ("miss", ())


async def test_what_nobody_follows_is_always_asked_for(tmp_path: Path) -> None:
    async with embedded(tmp_path) as book:
        scene = Scene(book)
        await scene.begin()
        await scene.window()
        await scene.seen.aclose()
        assert scene.seen.at is None
        await book.add(ANA, "c", NewMessage(role="user", content="two"))
        found = await scene.window(message_id="")
        assert (found.cache, texts(found)) == ("miss", ["one", "two"])
        # Followed anew, from where it was left.
        await scene.known()
        await scene.window(message_id="")
        assert (await scene.window(message_id="")).cache == "hit"
        await scene.contexts.aclose()


async def test_what_failed_is_fetched_again_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async with embedded(tmp_path) as book:
        background = RetryPolicy(attempts=BACKGROUND.attempts, sleep=sleep, chance=lambda: 0.5)
        scene = Scene(book, background=background)
        await scene.begin()
        context, failures = book.context, 6

        async def away(*given: Any) -> Any:
            nonlocal failures
            failures -= 1
            if failures > 0:
                raise ServiceTimeout("Away.")
            return await context(*given)

        monkeypatch.setattr(book, "context", away)
        found = await scene.window()
        assert (found.cache, type(found.error)) == ("none", ServiceTimeout)
        await scene.until(lambda: not scene.contexts._fetches)
        assert waited == [1, 2, 4, 8, 16]
        assert (await scene.window()).cache == "hit"
        await scene.contexts.aclose()


async def test_while_it_waits_to_try_again_whoever_asks_need_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sleep(seconds: float) -> None:
        await asyncio.Event().wait()  # for ever: whoever had to wait for it would as well

    async with embedded(tmp_path) as book:
        background = RetryPolicy(attempts=BACKGROUND.attempts, sleep=sleep, chance=lambda: 0.5)
        scene = Scene(book, background=background)
        await scene.begin()
        context = book.context

        async def away(*_: Any) -> Any:
            raise ServiceTimeout("Away.")

        monkeypatch.setattr(book, "context", away)
        assert (await scene.window()).cache == "none"
        monkeypatch.setattr(book, "context", context)
        async with asyncio.timeout(PATIENCE):
            assert (await scene.window()).cache == "miss"
        await scene.contexts.aclose()


async def test_what_is_deleted_is_in_no_cache(scene: Scene) -> None:
    await scene.window()
    await scene.book.delete(ANA, "c")
    await scene.known()
    assert not scene.contexts._kept


async def test_what_was_on_its_way_when_it_was_deleted_is_given_to_nobody(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, gone = asyncio.Event(), asyncio.Event()
    context = scene.book.context

    async def slow(*given: Any) -> Any:
        window = await context(*given)
        read.set()
        await gone.wait()
        return window

    monkeypatch.setattr(scene.book, "context", slow)
    asking = asyncio.create_task(scene.window())
    await read.wait()
    await scene.book.delete(ANA, "c")
    stands = await scene.book.changes(ANA, since=None)
    await scene.until(lambda: scene.seen.at is not None and scene.seen.at >= stands.cursor)
    gone.set()
    await asking
    assert (await scene.window()).cache == "miss"


async def test_without_a_push_nothing_that_is_known_is_taken_for_the_newest(scene: Scene) -> None:
    await scene.window()
    scene.seen.heard(False)
    assert (await scene.window()).cache == "miss"
    scene.seen.heard(True)
    assert (await scene.window()).cache == "miss"
    # What is pushed now is read, and then it is known again.
    await scene.say("two")
    assert (await scene.window()).cache == "hit"


async def test_changes_that_could_not_be_read_are_read_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_cursor, "AGAIN_SECONDS", (0.01, 0.02))
    await scene.window()
    changes, failed = scene.book.changes, asyncio.Event()

    async def away(*_: Any, **__: Any) -> Any:
        failed.set()
        raise ServiceTimeout("away")

    monkeypatch.setattr(scene.book, "changes", away)
    added = await scene.book.add(ANA, "c", NewMessage(role="user", content="two"))
    await failed.wait()
    await scene.until(lambda: scene.seen.at is None)
    monkeypatch.setattr(scene.book, "changes", changes)
    # Nothing is said that would wake it.
    await scene.until(lambda: scene.seen.of("c").own_id == added.message.id)
    await scene.known()
    assert (await scene.window(message_id=added.message.id)).cache == "hit"
