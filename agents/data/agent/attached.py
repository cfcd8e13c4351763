"""Tables that came along with messages: who is asked with one answers from it until another comes.

Nothing is remembered of them but the messages themselves, in the tasks of their conversation, so
that any replica opens the same table again, after any restart.
"""

import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from a2a.types import Message

from agents.answering.artifacts import whole_id
from agents.answering.attachments import (
    AttachedFile,
    digest_of_files,
    files_before,
    files_of,
    put_files,
)
from agents.answering.history import TaskHistory
from agents.answering.text.language import Language
from agents.data.agent.media_types import EDITS
from agents.data.agent.opening import Opening, Report
from agents.data.agent.remembered import parts_of_type
from agents.data.agent.turn_context import Step
from agents.data.dataset import Dataset
from agents.data.query.query import Query
from app.system.files import scratch_folder

MOST_OPEN: Final = 8
"""So many are kept open beside those that are being asked about."""
_MOST_TRIED: Final = 5
_ABOUT: Final = "about"  # in the metadata of a message: the task whose result it asks about


async def attached_tables(
    history: TaskHistory, context_id: str, message: Message
) -> list[list[AttachedFile]]:
    """Return the tables that a message may be about, the likeliest first: its own alone, else those
    that came before it, or before the answer that it is about."""
    own = files_of(message)
    if own:
        return [own]
    named = [one.get("base_task_id") for one in parts_of_type(message, EDITS)
             if isinstance(one, dict)]  # fmt: skip
    about = dict(message.metadata).get(_ABOUT) if message.HasField("metadata") else None
    base = next((str(one) for one in (*named, about) if one), "")
    return files_before(await history.tasks(context_id), whole_id(base))[:_MOST_TRIED]


class AttachedTables:
    """Owns the copies of tables that came along, and those that are open; a copy lasts as long as
    its table is open."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._open: dict[str, Opening] = {}
        self._asked = Counter[str]()
        self._moving = asyncio.Lock()
        """Held while a copy is made or removed."""

    @asynccontextmanager
    async def opened(self, files: Sequence[AttachedFile], report: Report) -> AsyncIterator[Dataset]:
        """Give the table, of several files all of them together; raises `BadFile`."""
        key = digest_of_files(files)
        self._asked[key] += 1
        try:
            opening = await self._opening(key, files)
            try:
                dataset = await opening.wait(report)
            except BaseException:
                if self._asked[key] == 1:
                    await self._close(key)
                raise
            yield dataset
        finally:
            self._asked[key] -= 1
            idle = [one for one in self._open if not self._asked[one]]
            for one in idle[: max(0, len(self._open) - MOST_OPEN)]:
                await self._close(one)
            self._asked += Counter()  # those that nobody asks about are forgotten

    async def aclose(self) -> None:
        """Free the tables and remove the copies; idempotent."""
        for key in list(self._open):
            await self._close(key)
        if self._folder is not None:
            await asyncio.to_thread(shutil.rmtree, self._folder, True)

    async def _opening(self, key: str, files: Sequence[AttachedFile]) -> Opening:
        async with self._moving:
            if key not in self._open:
                self._open[key] = Opening(await asyncio.to_thread(self._put, key, files))
            opening = self._open[key] = self._open.pop(key)  # the newest is the last
            return opening

    async def _close(self, key: str) -> None:
        async with self._moving:
            opening = self._open.pop(key, None)
            if opening is not None and self._folder is not None:
                await opening.aclose()
                await asyncio.to_thread(shutil.rmtree, self._folder / key, True)

    def _put(self, key: str, files: Sequence[AttachedFile]) -> Path:
        if self._folder is None:
            self._folder = scratch_folder("tables")
        folder = self._folder / key
        folder.mkdir(exist_ok=True)
        paths = put_files(folder, files, "attached.csv")
        return paths[0] if len(paths) == 1 else folder


class AroundAttached:
    """Implements `Around`: a dialogue is about the tables that came along, and no others."""

    def __init__(self, files: Sequence[AttachedFile]) -> None:
        self.about: Mapping[str, Any] = {"attached": digest_of_files(files)}

    def settled(self, query: Query) -> Query:
        """Return a query as it is."""
        return query

    def notes(self, query: Query, language: Language) -> list[str]:
        """Return nothing to be said beside."""
        return []

    async def begins(self, step: Step) -> None:
        """Hear that a step begins."""

    def done(self, step: Step, given: Mapping[str, Any], made: Any) -> None:
        """Hear that a step was done."""
