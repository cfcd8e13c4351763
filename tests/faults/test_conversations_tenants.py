"""Three tenants that use the same ids do as they please: none ever meets anything of another (F16).

The short form runs with the quick tests; `FAULT_SCALE` (default 0.1) sets how many operations the
long one does: 1 is 20,000.
"""

import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.conversations.embedded_book import EmbeddedBook
from app.domain.book import SCOPES, Caller, ConversationUpdate, NewConversation, NewMessage
from app.domain.changes import CannotReplay, Cursor, UpToDate
from app.domain.contexts import ContextRequest, Summary
from app.domain.ids import utc_now
from app.domain.memories import MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask
from app.errors import Conflict, ConversationNotFound, NotFound
from tests.live.conftest import new_database, postgres_url  # noqa: F401

pytestmark = pytest.mark.anyio

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))
LONG = [pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(3600)]
OPERATIONS = [300, pytest.param(max(2000, round(20_000 * SCALE)), marks=LONG)]
TENANTS = ("ruby", "jade", "onyx")


class Tenant:
    """What one tenant must find, and nothing else; every text of it has its name in it."""

    def __init__(self, book: EmbeddedBook, name: str, chance: random.Random) -> None:
        self.book = book
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
        await self.asked(c, self.book.export(self.caller, c))
        await self.asked(c, self.book.summary(self.caller, c))

    async def look(self) -> None:
        listed = await self.book.listed(self.caller)
        assert {one.id for one in listed.items} == set(self.messages)
        assert await self.book.count(self.caller) == len(self.messages)
        self.clean(listed)
        self.clean(await self.book.search(self.caller, "says"))
        other = self.chance.choice([name for name in TENANTS if name != self.name])
        assert await self.book.search(self.caller, other) == []

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
    tenants = [Tenant(book, name, chance) for name in TENANTS]
    often = {"add": 8, "read": 4, "create": 2, "look": 2, "change": 2, "remember": 2}
    often |= {"forget": 1, "work": 2, "follow": 3, "erase": 1}
    names = chance.choices(list(often), list(often.values()), k=operations)
    for name in names:
        await getattr(chance.choice(tenants), name)()


@pytest.mark.parametrize("operations", OPERATIONS, ids=["short", "long"])
async def test_f16_tenants_never_meet(tmp_path: Path, operations: int) -> None:
    book = await EmbeddedBook.open(tmp_path / "desk.db")
    await live_together(book, operations, seed=operations)
    await book.aclose()


@pytest.mark.live
@pytest.mark.parametrize("operations", OPERATIONS, ids=["short", "long"])
async def test_f16_tenants_never_meet_on_postgresql(
    new_database: Callable[[], str],  # noqa: F811
    operations: int,
) -> None:
    book = await EmbeddedBook.open(new_database())
    await live_together(book, operations, seed=operations + 1)
    await book.aclose()
