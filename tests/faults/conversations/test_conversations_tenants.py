"""Three tenants that use the same ids do as they please: none meets anything of another (F16)."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.port import ConversationBook
from app.conversations.client.contexts import Contexts
from app.conversations.client.retry import NEVER_AGAIN
from app.domain.book import SCOPES, Caller, ConversationUpdate, NewConversation, NewMessage
from app.domain.changes import CannotReplay, Cursor, UpToDate
from app.domain.contexts import ContextRequest, ContextWindow, Summary
from app.domain.ids import utc_now
from app.domain.memories import MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask
from app.errors import Conflict, ConversationNotFound, NotFound, ServiceTimeout
from app.ports import FoundContext
from tests.faults.scales import Scale
from tests.live.conftest import new_database, postgres_url  # noqa: F401

pytestmark = pytest.mark.anyio

TENANTS = ("ruby", "jade", "onyx")


class Cached:
    """The cache of windows of a client, that all tenants use, before a book that may be away."""

    def __init__(self, book: EmbeddedBook) -> None:
        self.contexts = Contexts(cast(ConversationBook, self), background=NEVER_AGAIN)
        self.used = 0
        self._book = book
        self._away = False

    async def context(self, *asked: Any) -> ContextWindow:
        if self._away:
            raise ServiceTimeout("away")
        return await self._book.context(*asked)

    async def without_answer(self, caller: Caller, conversation_id: str) -> FoundContext:
        self._away = True
        try:
            found = await self.contexts.window(caller, conversation_id, ContextRequest())
        finally:
            self._away = False
        self.used += found.cache == "stale"
        return found


class Tenant:
    """What one tenant must find, and nothing else; every text of it has its name in it."""

    def __init__(
        self, book: EmbeddedBook, cached: Cached, name: str, chance: random.Random
    ) -> None:
        self.book = book
        self.cached = cached
        self.name = name
        self.caller = Caller(tenant=name, user="same", scopes=SCOPES, origin="same", session="s")
        self.chance = chance
        self.messages: dict[str, list[tuple[str, str]]] = {}
        self.facts: dict[str, str] = {}
        self.tasks: dict[str, str] = {}
        self.cursor = Cursor("0", 0)
        self.number = 0

    def text(self) -> str:
        self.number += 1
        return f"{self.name} says {self.number}"

    def clean(self, found: object) -> None:
        said = str(found)
        assert not [name for name in TENANTS if name != self.name and name in said], said

    def a_conversation(self) -> str:
        return f"c{self.chance.randrange(4)}"

    async def asked(self, conversation_id: str, asked: Awaitable[Any]) -> Any:
        """Await what must fail exactly where this tenant has no such conversation."""
        try:
            found = await asked
        except ConversationNotFound as error:
            self.clean(error)
            assert conversation_id not in self.messages
            return None
        assert conversation_id in self.messages
        self.clean(found)
        return found

    async def create(self) -> None:
        c = self.a_conversation()
        made = await self.book.create(self.caller, NewConversation(id=c, title=self.text()))
        self.clean(made)
        assert made.message_count == len(self.messages.setdefault(c, []))

    async def add(self) -> None:
        c, message_id, text = self.a_conversation(), f"m{self.chance.randrange(60)}", self.text()
        elsewhere = any(
            message_id == known for k, held in self.messages.items() if k != c for known, _ in held
        )
        new = NewMessage(id=message_id, role="user", content=text)
        try:
            added = await self.asked(c, self.book.add(self.caller, c, new))
        except Conflict:
            assert elsewhere
            return
        if added is not None:
            held = self.messages[c]
            assert added.created == (message_id not in [known for known, _ in held])
            if added.created:
                held.append((message_id, text))

    async def read(self) -> None:
        c = self.a_conversation()
        page = await self.asked(c, self.book.messages(self.caller, c, limit=100))
        if page is not None:
            assert [(m.id, m.content) for m in page.items] == self.messages[c]
        window = await self.asked(
            c, self.book.context(self.caller, c, ContextRequest(context_type="full"))
        )
        if window is not None:
            assert window.total_messages == len(self.messages[c])
        found = await self.asked(c, self.cached.contexts.window(self.caller, c, ContextRequest()))
        if found is not None:
            said = [(m.id, m.content) for m in found.window.messages]
            assert said == self.messages[c][-10:]
        # Where there is no answer, an older window of the same tenant's is given.
        self.clean(await self.cached.without_answer(self.caller, c))
        await self.asked(c, self.book.export(self.caller, c))
        await self.asked(c, self.book.summary(self.caller, c))

    async def look(self) -> None:
        listed = await self.book.listed(self.caller)
        assert {one.id for one in listed.items} == set(self.messages)
        assert await self.book.count(self.caller) == len(self.messages)
        self.clean(listed)
        self.clean(await self.book.search(self.caller, "says"))
        other = self.chance.choice([name for name in TENANTS if name != self.name])
        assert (await self.book.search(self.caller, other)).items == ()

    async def change(self) -> None:
        c = self.a_conversation()
        await self.asked(c, self.book.update(self.caller, c, ConversationUpdate(title=self.text())))
        summary = Summary(conversation_id=c, covers_seq=0, text=self.text(), created_at=utc_now())
        if self.messages.get(c, [""]):
            await self.asked(c, self.book.put_summary(self.caller, summary))

    async def erase(self) -> None:
        c = self.a_conversation()
        await self.asked(c, self.book.erase(self.caller, c))
        self.messages.pop(c, None)

    async def remember(self) -> None:
        fact, text = f"f{self.chance.randrange(6)}", self.text()
        memory = await self.book.remember(self.caller, NewMemory(id=fact, text=text))
        assert memory.text == self.facts.setdefault(fact, text)
        found = (await self.book.memories(self.caller)).items
        assert {one.id: one.text for one in found} == self.facts
        self.clean(found)

    async def forget(self) -> None:
        fact = f"f{self.chance.randrange(6)}"
        await self.book.forget(self.caller, fact)
        self.facts.pop(fact, None)
        with pytest.raises(NotFound):
            await self.book.edit(self.caller, fact, MemoryEdit(text=self.text()))

    async def work(self) -> None:
        task = f"t{self.chance.randrange(8)}"
        if task not in self.tasks:
            with pytest.raises(NotFound):
                await self.book.task(self.caller, task)
        put = await self.book.task_put(self.caller, ServiceTask(id=task, error=self.text()))
        self.clean(put)
        self.tasks[task] = put.error
        assert {t.id: t.error for t in (await self.book.tasks(self.caller)).items} == self.tasks

    async def follow(self) -> None:
        said = await self.book.changes(self.caller, since=self.cursor, limit=100)
        assert not isinstance(said, CannotReplay)
        self.cursor = said.cursor
        if not isinstance(said, UpToDate):
            self.clean(said.changes)


async def live_together(book: EmbeddedBook, operations: int, seed: int) -> None:
    chance = random.Random(seed)
    cached = Cached(book)
    tenants = [Tenant(book, cached, name, chance) for name in TENANTS]
    often = {"add": 8, "read": 4, "create": 2, "look": 2, "change": 2, "remember": 2}
    often |= {"forget": 1, "work": 2, "follow": 3, "erase": 1}
    names = chance.choices(list(often), list(often.values()), k=operations)
    for name in names:
        await getattr(chance.choice(tenants), name)()
    assert cached.used > 0
    await cached.contexts.aclose()


async def test_f16_tenants_never_meet(tmp_path: Path, scale: Scale) -> None:
    operations = scale(300, 20_000)
    book = await EmbeddedBook.open(tmp_path / "desk.db")
    await live_together(book, operations, seed=operations)
    await book.aclose()


async def test_f16_tenants_never_meet_on_postgresql(
    new_database: Callable[[], str],  # noqa: F811
    scale: Scale,
) -> None:
    operations = scale(300, 20_000)
    book = await EmbeddedBook.open(new_database())
    await live_together(book, operations, seed=operations + 1)
    await book.aclose()
