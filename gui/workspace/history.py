"""The tasks and exchanges that this window has seen lately, as plain records."""

from collections import OrderedDict

from app.domain.conversations import AnswerEntry, Entry, RequestEntry

KEPT = 1000
"""Of tasks, and of rows of conversations, the ones that were seen last are remembered."""


class History:
    """Owns the records of entries: tasks over all, what was said by conversation and position."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._said: OrderedDict[tuple[str, int], tuple[str, bool]] = OrderedDict()

    def take(self, entry: Entry) -> None:
        """Take in an entry that was added, changed or loaded."""
        match entry:
            case RequestEntry(message=message):
                self._remember(message.context_id, entry.position, message.text, asked=True)
            case AnswerEntry(answer=answer):
                self._remember(answer.context_id, entry.position, answer.text, asked=False)
                if answer.task_id is not None:
                    self._tasks[answer.task_id] = {
                        "task_id": answer.task_id,
                        "context_id": answer.context_id,
                        "status": answer.state.value,
                    }
                    if len(self._tasks) > KEPT:
                        self._tasks.popitem(last=False)

    @property
    def tasks(self) -> list[dict[str, str]]:
        """The tasks that were seen, in the order of their first sight, as they stand now."""
        return [dict(task) for task in self._tasks.values()]

    def exchanges(self, context_id: str | None) -> list[dict[str, str]]:
        """What was said in a conversation and what came back, oldest first."""
        rows = {at: row for (context, at), row in self._said.items() if context == context_id}
        answers = {at: text for at, (text, asked) in rows.items() if not asked}
        return [
            {"user": text, "assistant": answers.get(at + 1, "")}
            for at, (text, asked) in sorted(rows.items())
            if asked
        ]

    def _remember(self, context_id: str, position: int, text: str, *, asked: bool) -> None:
        self._said[context_id, position] = (text, asked)
        self._said.move_to_end((context_id, position))
        if len(self._said) > KEPT:
            self._said.popitem(last=False)
