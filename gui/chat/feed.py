"""Keeps the rows on the screen in step with the desk, for one conversation at a time."""

from collections.abc import Callable, Sequence

from app.desk.desk import Desk
from app.domain.conversations import AnswerEntry, Entry
from gui.chat.model import PAGE, ChatModel
from gui.platform.tasks import TaskScope


class ChatFeed:
    """Owns which conversation the model holds; what changes while it loads is not missed."""

    def __init__(
        self,
        desk: Desk,
        model: ChatModel,
        tasks: TaskScope,
        *,
        loaded: Callable[[Sequence[Entry]], None],
    ) -> None:
        self._desk = desk
        self._model = model
        self._tasks = tasks
        self._loaded = loaded
        self._loading: list[Entry] | None = None
        self._turn = 0
        self.context_id: str | None = None
        model.rowsNeeded.connect(self._wanted)

    def begin(self, context_id: str | None) -> None:
        """Hold a conversation that has no entries yet, or none."""
        self._turn += 1
        self._loading = None
        self.context_id = context_id
        self._model.reset(0)

    async def show(self, context_id: str) -> bool:
        """Hold a stored conversation; False when another one was asked for meanwhile."""
        self._turn += 1
        turn = self._turn
        self.context_id = context_id
        self._loading = []
        count = await self._desk.entry_count(context_id)
        newest = await self._desk.entries(context_id, max(0, count - PAGE), count)
        if turn != self._turn:
            return False
        missed, self._loading = self._loading, None
        self._loaded(newest)
        self._model.reset(count, newest)
        for entry in missed:
            self._model.append(entry)
        return True

    def take(self, entry: Entry) -> None:
        """Take in an entry that was added or changed, if it is of the conversation held."""
        if context_of(entry) != self.context_id:
            return
        if self._loading is not None:
            self._loading.append(entry)
        else:
            self._model.append(entry)

    async def newest_answer(self, fits: Callable[[AnswerEntry], bool]) -> AnswerEntry | None:
        """Return the newest answer of the conversation held that fits, searched from the end."""
        context = self.context_id
        if context is None:
            return None
        stop = await self._desk.entry_count(context)
        while stop > 0:
            start = max(0, stop - PAGE)
            for entry in reversed(await self._desk.entries(context, start, stop)):
                if isinstance(entry, AnswerEntry) and fits(entry):
                    return entry
            stop = start
        return None

    def _wanted(self, start: int, stop: int) -> None:
        if self.context_id is not None and not self._tasks.closed:
            self._tasks.start(self._load(self.context_id, start, stop))

    async def _load(self, context_id: str, start: int, stop: int) -> None:
        entries = await self._desk.entries(context_id, start, stop)
        if context_id == self.context_id and self._loading is None:
            self._loaded(entries)
            self._model.supply(entries)


def context_of(entry: Entry) -> str:
    """Return the conversation that an entry belongs to."""
    if isinstance(entry, AnswerEntry):
        return entry.answer.context_id
    return entry.message.context_id
