"""The tasks and exchanges that this window has seen, as plain records."""

from app.domain.conversations import AnswerEntry, Entry, RequestEntry


class History:
    """Owns the records of entries, by conversation: tasks over all, exchanges of each."""

    def __init__(self) -> None:
        self._tasks: dict[str, dict[str, str]] = {}
        self._said: dict[str, dict[int, str]] = {}
        self._answers: dict[str, dict[int, str]] = {}

    def take(self, entry: Entry) -> None:
        """Take in an entry that was added, changed or loaded."""
        match entry:
            case RequestEntry(message=message):
                self._said.setdefault(message.context_id, {})[entry.position] = message.text
            case AnswerEntry(answer=answer):
                self._answers.setdefault(answer.context_id, {})[entry.position] = answer.text
                if answer.task_id is not None:
                    self._tasks[answer.task_id] = {
                        "task_id": answer.task_id,
                        "context_id": answer.context_id,
                        "status": answer.state.value,
                    }

    @property
    def tasks(self) -> list[dict[str, str]]:
        """Every task that was seen, in the order of its first sight, as it stands now."""
        return [dict(task) for task in self._tasks.values()]

    def exchanges(self, context_id: str | None) -> list[dict[str, str]]:
        """What was said in a conversation and what came back, oldest first."""
        answers = self._answers.get(context_id or "", {})
        said = sorted(self._said.get(context_id or "", {}).items())
        return [{"user": text, "assistant": answers.get(at + 1, "")} for at, text in said]
