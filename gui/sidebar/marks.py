"""What runs, what waits for the person and what is unread, over all conversations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.desk.recovery import Recovery
    from app.domain.answers import Answer
    from app.domain.conversations import AnswerEntry


class Marks:
    """Owns the marks of the conversation list; they follow from the answers that were seen.

    A conversation that needs the person outranks one that runs, and that one an unread one.
    """

    def __init__(self) -> None:
        self._running: dict[str, set[str]] = {}
        self._cut_off: set[str] = set()
        self._waiting: dict[str, AnswerEntry] = {}
        self._unread: dict[str, str] = {}
        self._replaced: set[str] = set()
        self._open: str | None = None

    def load_waiting(self, waiting: Iterable[AnswerEntry]) -> None:
        """Take in everything that waits, anew."""
        self._waiting = {entry.answer.turn_id: entry for entry in waiting}

    def load_running(self, running: Iterable[Answer]) -> None:
        """Take in what still runs since an earlier start."""
        for answer in running:
            self._running.setdefault(answer.context_id, set()).add(answer.turn_id)

    def load_ended(self, ended: Iterable[Answer]) -> None:
        """Take in what came to its end while nobody looked."""
        for answer in ended:
            self._end(answer)

    def take(self, entry: AnswerEntry) -> bool:
        """Take in an answer as it is now; return whether any mark changed."""
        answer = entry.answer
        turn, context = answer.turn_id, answer.context_id
        before = self._seen_of(turn, context)
        runs = self._running.setdefault(context, set())
        was_running = turn in runs
        if answer.settled:
            runs.discard(turn)
        else:
            runs.add(turn)
        (self._cut_off.add if answer.cut_off else self._cut_off.discard)(turn)
        if answer.waiting:
            self._waiting[turn] = entry
        else:
            self._waiting.pop(turn, None)
        if answer.replaced_by is not None:
            self._replaced.add(turn)
        if was_running and answer.settled:
            self._end(answer)
        return before != self._seen_of(turn, context)

    def open(self, context_id: str | None) -> None:
        """Take in which conversation is before the person's eyes: what ends there is not unread."""
        self._open = context_id
        if context_id is not None:
            self._unread.pop(context_id, None)

    def open_of(self, found: Recovery) -> Recovery:
        """Return what was found without what has ended, was answered or asked again, since."""

        def standing(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
            return tuple(one for one in answers if one.turn_id not in self._replaced)

        return found._replace(
            interrupted=standing(found.interrupted),
            unconfirmed=standing(found.unconfirmed),
            running=tuple(answer for answer in found.running if self.runs(answer.turn_id)),
            waiting=tuple(answer for answer in found.waiting if answer.turn_id in self._waiting),
        )

    def forget(self, context_id: str) -> None:
        """Drop all marks of a conversation that was deleted."""
        self._cut_off -= self._running.pop(context_id, set())
        self._unread.pop(context_id, None)
        self._waiting = {
            turn: entry
            for turn, entry in self._waiting.items()
            if entry.answer.context_id != context_id
        }

    def running(self, context_id: str) -> bool:
        """Whether an answer of the conversation is being made."""
        return bool(self._running.get(context_id))

    def cut_off(self, context_id: str) -> bool:
        """Whether nothing is heard any more of any answer that is being made there."""
        running = self._running.get(context_id, set())
        return bool(running) and self._cut_off.issuperset(running)

    def runs(self, turn_id: str) -> bool:
        """Whether this answer is being made."""
        return any(turn_id in turns for turns in self._running.values())

    def unread(self, context_id: str) -> bool:
        """Whether an answer has ended in the conversation since it was last open."""
        return context_id in self._unread

    def ended_as(self, context_id: str) -> str:
        """Return the state in which the newest unread answer ended; empty if none is unread."""
        return self._unread.get(context_id, "")

    @property
    def waiting(self) -> Sequence[AnswerEntry]:
        """Every answer that waits for the person, oldest first."""
        return sorted(self._waiting.values(), key=lambda entry: entry.answer.started_at)

    def questions(self) -> dict[str, AnswerEntry]:
        """Return the oldest question of each conversation that waits for the person, by its id."""
        return {entry.answer.context_id: entry for entry in reversed(self.waiting)}

    def _seen_of(self, turn: str, context: str) -> tuple[bool, ...]:
        return (
            self.running(context),
            self.cut_off(context),
            turn in self._waiting,
            context in self._unread,
            turn in self._replaced,
        )

    def _end(self, answer: Answer) -> None:
        """Let an answer that ended say how its conversation stands, unless that is open."""
        if answer.context_id != self._open:
            self._unread[answer.context_id] = answer.state.value
