"""A conversation gets a title from the language model after its first question, if there is one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from app.desk.desk import Desk
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry, title_from
from app.domain.tasks import TaskState
from app.errors import DeskError

MOST_CHARACTERS: Final = 6_000

Titler = Callable[[str], Awaitable[str | None]]
"""Takes what was said, gives a title or None; raises `DeskError`."""

log = logging.getLogger(__name__)


class ModelTitles:
    """Owns the questions to the model that are under way, until `aclose`.

    A title that a person gave, or that is another by now, is left alone. Without a title of the
    model the one that was made from the first words stays.
    """

    def __init__(self, desk: Desk, titler: Titler) -> None:
        self._desk = desk
        self._titler = titler
        self._asked: set[str] = set()
        self._asking: set[asyncio.Task[None]] = set()
        self._unwatch = desk.watch(self._seen)

    async def aclose(self) -> None:
        """Ask no more; idempotent."""
        self._unwatch()
        for task in self._asking:
            task.cancel()
        if self._asking:
            await asyncio.wait(self._asking)

    def _seen(self, entry: Entry | Conversation) -> None:
        if not isinstance(entry, AnswerEntry):
            return
        answer = entry.answer
        if answer.state is not TaskState.COMPLETED or answer.turn_id in self._asked:
            return
        self._asked.add(answer.turn_id)
        task = asyncio.create_task(self._name(entry), name="title")
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _name(self, entry: AnswerEntry) -> None:
        context_id = entry.answer.context_id
        try:
            asked = await self._desk.entries(context_id, entry.position - 1, entry.position)
            request = next(iter(asked), None)
            if not isinstance(request, RequestEntry):
                return
            session = await self._desk.session(context_id)
            derived = title_from(request.message)
            if not derived or session.conversation.title != derived:
                return
            said = f"user: {request.message.text}\nassistant: {entry.answer.text}"
            title = await self._titler(said[:MOST_CHARACTERS])
            if title and session.conversation.title == derived:
                await session.update(title=title)
        except DeskError as error:
            log.info("no title from the language model: %s", error)
