"""An answer is the fold of a turn's events: the same events always give the same answer."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from functools import reduce
from itertools import groupby
from typing import assert_never

from app.domain.base import Value
from app.domain.events import (
    Answered,
    ArtifactEvent,
    MessageEvent,
    Pinned,
    ProtocolFault,
    Replaced,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
    TurnClosed,
    TurnEvent,
)
from app.domain.messages import DataPart, Message, TextPart
from app.domain.tasks import Artifact, Question, Task, TaskState, join_parts, joined, question_of
from app.domain.usage import Usage, usage_of

MOST_CHANGES = 1_000
"""Changes of state that an answer keeps: the first ones, and the newest in the last's place."""


ROWS_SEARCHED = 1_000
LONGEST_CELLS = 2_000


class StateChange(Value):
    """A state the task went through, when, and what the agent said then."""

    state: TaskState
    at: datetime
    text: str = ""


class Answer(Value):
    """What has come back for one message so far.

    `turn_id` is the message id of the request. `reason` says why a turn failed: a
    stable key of `TurnClosed`, or the agent's own words. `answered_by` names the task
    that answered this one's question, `replaced_by` the turn of a message that was said instead.
    `pinned` says that it is on the board of its conversation, `pinned_for_all` since when it is on
    the board of the profile, `stands_for` the turn whose place it took on a board. `usage` is what
    a language model took, where the agent tells.
    """

    turn_id: str
    context_id: str
    agent: str
    state: TaskState = TaskState.SUBMITTED
    task_id: str | None = None
    status_text: str = ""
    question: Question | None = None
    artifacts: tuple[Artifact, ...] = ()
    replies: tuple[Message, ...] = ()
    changes: tuple[StateChange, ...] = ()
    lost: bool = False
    recovered: bool = False
    reason: str = ""
    answered_by: str | None = None
    replaced_by: str | None = None
    pinned: bool = False
    pinned_for_all: datetime | None = None
    stands_for: str | None = None
    started_at: datetime
    ended_at: datetime | None = None
    correlation_id: str | None = None
    usage: Usage | None = None

    @property
    def settled(self) -> bool:
        """Whether nothing more is expected without the person's doing."""
        return self.state.settled

    @property
    def cut_off(self) -> bool:
        """Whether its stream broke and nobody has heard yet what became of the task."""
        return self.lost and not self.recovered and not self.settled

    @property
    def waiting(self) -> bool:
        """Whether the task waits for the person (the one predicate of "needs you")."""
        return phase_of(self) is Phase.WAITING

    @property
    def seconds(self) -> float | None:
        """How long it took from its beginning to its end; None where it has not ended."""
        if self.ended_at is None:
            return None
        return max(0.0, (self.ended_at - self.started_at).total_seconds())

    @property
    def text(self) -> str:
        """The words to show, search and copy: answer, direct replies, else the status."""
        found = [a.text for a in self.artifacts if a.name == "answer" and a.text]
        if not found:
            found = [a.text for a in self.artifacts if a.text and a.name not in _NOT_PROSE]
        found += [m.text for m in self.replies if m.text]
        if self.question is not None and self.question.text:
            found.append(self.question.text)
        return "\n\n".join(found) or self.status_text

    @property
    def cells(self) -> str:
        """The words in the cells of its tables, by which it is found: each once, a line for each.

        They are those of the first `ROWS_SEARCHED` rows of each, no more than `LONGEST_CELLS`
        characters.
        """
        words: dict[str, None] = {}
        length = 0
        for cell in filter(str.strip, _texts_of(self.artifacts)):
            if cell not in words:
                length += len(cell) + 1
                if length > LONGEST_CELLS:
                    break
                words[cell] = None
        return "\n".join(words)

    def artifact(self, name: str) -> Artifact | None:
        """Return the newest artifact of that name, or None."""
        return next((a for a in reversed(self.artifacts) if a.name == name), None)

    @property
    def parts(self) -> tuple["Answer", ...]:
        """The answers of other agents that it is put together from, each as one of its own.

        They are in their order, and `task_id` is that of whoever gave them. Most have none.
        """
        of = dict.fromkeys(artifact.of for artifact in self.artifacts if artifact.of)
        bare = {"replies": (), "question": None, "reason": "", "status_text": ""}
        return tuple(
            self.model_copy(update={**bare, "task_id": task, "artifacts": self._made_in(task)})
            for task in of
        )

    @property
    def own(self) -> "Answer":
        """It without its parts; that it was completed, those say."""
        own = self._made_in("")
        if len(own) == len(self.artifacts):
            return self
        said = "" if self.state is TaskState.COMPLETED else self.status_text
        return self.model_copy(update={"artifacts": own, "status_text": said})

    def _made_in(self, task: str) -> tuple[Artifact, ...]:
        return tuple(artifact for artifact in self.artifacts if artifact.of == task)


def _texts_of(artifacts: Sequence[Artifact]) -> Iterator[str]:
    """Yield the texts in the rows of results, which may be lists or objects."""
    results = (part for one in artifacts if one.name == "result" for part in one.parts)
    for table in (part.data for part in results if isinstance(part, DataPart)):
        rows = table.get("rows") if isinstance(table, dict) else None
        for row in rows[:ROWS_SEARCHED] if isinstance(rows, list) else ():
            cells = row.values() if isinstance(row, dict) else row if isinstance(row, list) else ()
            yield from (cell for cell in cells if isinstance(cell, str))


_EXPLAINED = (TaskState.FAILED, TaskState.REJECTED, TaskState.CANCELED)
_NOT_PROSE = frozenset({"query", "frame", "chart", "result", "steps"})


def fold(answer: Answer, event: TurnEvent, at: datetime) -> Answer:
    """Return the answer after this event; `at` is when it was taken in.

    Terminal states latch (the SDK can report WORKING after COMPLETED), streams may begin with a
    status, an `append` to an unknown artifact begins it, and a repeated event changes nothing that
    it did not change before, save appended text, which has no identity on the wire.
    """
    match event:
        case TaskEvent(task=task):
            return _fold_task(answer, task, at)
        case StatusEvent():
            if answer.state.terminal:
                return answer
            stated = answer.model_copy(update={"task_id": answer.task_id or event.task_id})
            return _enter(stated, event.state, event.message, event.at or at)
        case ArtifactEvent():
            if answer.state.terminal:
                return answer
            return answer.model_copy(
                update={
                    "task_id": answer.task_id or event.task_id,
                    "artifacts": _take_artifact(answer.artifacts, event),
                }
            )
        case MessageEvent(message=message):
            if answer.state.terminal:
                return answer
            return answer.model_copy(
                update={
                    "replies": (*answer.replies, message),
                    "usage": usage_of(message.metadata) or answer.usage,
                    "state": TaskState.COMPLETED,
                    "changes": (*answer.changes, StateChange(state=TaskState.COMPLETED, at=at)),
                    "ended_at": at,
                }
            )
        case StreamLost():
            return answer.model_copy(update={"lost": True, "recovered": False})
        case ProtocolFault():
            return answer
        case StreamRecovered():
            return answer.model_copy(update={"recovered": True})
        case TurnClosed():
            if answer.state.terminal:
                return answer
            change = StateChange(state=event.state, at=at, text=event.text)
            return answer.model_copy(
                update={
                    "state": event.state,
                    "reason": event.reason,
                    "status_text": event.text,  # how far it was is no word of its end
                    "changes": (*answer.changes, change),
                    "ended_at": at,
                }
            )
        case Answered(by=by):
            return answer.model_copy(update={"answered_by": by})
        case Replaced(by=by):
            return answer.model_copy(update={"replaced_by": by})
        case Pinned():
            return answer.model_copy(update=_on_board(answer, event, at))
        case _:
            assert_never(event)


def _on_board(answer: Answer, event: Pinned, at: datetime) -> dict[str, object]:
    where: dict[str, object] = {"pinned": event.on}
    if event.board == "profile":
        where = {"pinned_for_all": (answer.pinned_for_all or at) if event.on else None}
    return where | ({"stands_for": event.instead_of} if event.instead_of is not None else {})


def fold_all(answer: Answer, events: Sequence[TurnEvent], at: datetime) -> Answer:
    """Return the answer after these events: what `fold` makes of one after the other.

    Pieces that continue one text are joined first, so that a batch costs one copy of a long text.
    """
    return reduce(lambda held, event: fold(held, event, at), _with_joined_pieces(events), answer)


def _with_joined_pieces(events: Sequence[TurnEvent]) -> Iterator[TurnEvent]:
    for piece, group in groupby(events, key=_piece_of):
        run = list(group)
        first = run[0]
        if piece is None or len(run) == 1 or not isinstance(first, ArtifactEvent):
            yield from run
            continue
        text = "".join(event.artifact.text for event in run if isinstance(event, ArtifactEvent))
        whole = (TextPart(text=text, media_type=piece[2]),)
        artifact = first.artifact.model_copy(update={"parts": whole})
        yield first.model_copy(update={"artifact": artifact})


def _piece_of(event: TurnEvent) -> tuple[str, str, str] | None:
    """Return what a piece of text continues: a task, an artifact, a media type; None otherwise."""
    if not (isinstance(event, ArtifactEvent) and event.append and len(event.artifact.parts) == 1):
        return None
    part = event.artifact.parts[0]
    if not isinstance(part, TextPart):
        return None
    return event.task_id, event.artifact.artifact_id, part.media_type


def _fold_task(answer: Answer, task: Task, at: datetime) -> Answer:
    if answer.state.terminal:
        return answer
    whole = tuple(a.model_copy(update={"parts": joined(a.parts)}) for a in task.artifacts)
    known = answer.model_copy(
        update={"task_id": task.task_id, "artifacts": whole or answer.artifacts}
    )
    return _enter(known, task.state, task.status, task.updated_at or at)


def _enter(answer: Answer, state: TaskState, message: Message | None, at: datetime) -> Answer:
    if state is TaskState.UNKNOWN:
        return answer
    text = message.text if message is not None else ""
    reason = str(message.metadata.get("reason") or text) if message is not None else ""
    change = StateChange(state=state, at=at, text=text)
    last = answer.changes[-1] if answer.changes else None
    changes = answer.changes
    if last is None or (last.state, last.text) != (state, text):
        changes = (*changes[: MOST_CHANGES - 1], change)
    question = answer.question
    if state.interrupted:
        question = question_of(message)
    return answer.model_copy(
        update={
            "state": state,
            "status_text": text or answer.status_text,
            "question": question,
            "changes": changes,
            "reason": reason if state in _EXPLAINED else answer.reason,
            "usage": (message and usage_of(message.metadata)) or answer.usage,
            "ended_at": at if state.settled else None,
        }
    )


def _take_artifact(artifacts: tuple[Artifact, ...], event: ArtifactEvent) -> tuple[Artifact, ...]:
    new = event.artifact
    for index, old in enumerate(artifacts):
        if old.artifact_id == new.artifact_id:
            if event.append:
                new = old.model_copy(update={"parts": join_parts(old.parts, new.parts)})
            return (*artifacts[:index], new, *artifacts[index + 1 :])
    return (*artifacts, new)


class Phase(StrEnum):
    """Where an answer stands, seen from the person who waits for it."""

    RUNNING = "running"
    WAITING = "waiting"
    ANSWERED = "answered"
    ENDED = "ended"


OPEN_PHASES = (Phase.RUNNING, Phase.WAITING)


def phase_of(answer: Answer) -> Phase:
    """Return the phase: a terminal state ends it, and a question is no longer open once it is
    answered, or something else was asked instead.
    """
    if answer.state.terminal:
        return Phase.ENDED
    settled = answer.answered_by or (answer.state.interrupted and answer.replaced_by)
    if settled:
        return Phase.ANSWERED
    return Phase.WAITING if answer.state.interrupted else Phase.RUNNING
