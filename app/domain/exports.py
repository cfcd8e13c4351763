"""A conversation outside of the store: of a desk, of a service, and as it was at a moment."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from pydantic import Field

from app.domain.answers import Answer, fold
from app.domain.base import Value
from app.domain.book import BookConversation, BookMessage
from app.domain.contexts import Summary
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry
from app.domain.events import TurnEvent
from app.domain.memories import Memory
from app.domain.messages import Message
from app.domain.service_tasks import ServiceTask


class ConversationExport(Value):
    """All that is kept of one conversation; `format` names the shape of this value."""

    format: Literal["balance-desk.conversation.v1"] = "balance-desk.conversation.v1"
    conversation: BookConversation
    messages: tuple[BookMessage, ...] = ()
    summaries: tuple[Summary, ...] = ()
    memories: tuple[Memory, ...] = ()
    tasks: tuple[ServiceTask, ...] = ()


class ExportedEvent(Value):
    """An event of a turn, and when it was taken in."""

    at: datetime
    event: TurnEvent = Field(discriminator="type")


class ExportedTurn(Value):
    """A message, what came back event by event, and the answer that they fold into."""

    message: Message
    answer: Answer
    events: tuple[ExportedEvent, ...] = ()


class Exported(Value):
    """A whole conversation; as JSON it comes back exactly as it was."""

    format: Literal["balance-desk/conversation"] = "balance-desk/conversation"
    version: Literal[1] = 1
    conversation: Conversation
    turns: tuple[ExportedTurn, ...] = ()


class Moment(NamedTuple):
    """A step of the past: a message was said (`event` is None), or something came back for it."""

    turn: int
    at: datetime
    event: TurnEvent | None


class Timeline:
    """Owns the steps of an exported conversation, in the order in which they happened.

    The same export gives the same entries at every step; those at the last step are the answers as
    they were kept.
    """

    def __init__(self, exported: Exported) -> None:
        self._turns = exported.turns
        moments: list[tuple[datetime, Moment]] = []
        begun = datetime.min.replace(tzinfo=UTC)
        for number, turn in enumerate(exported.turns):
            # A clock that was set back must not change the order inside a turn, nor that of turns.
            begun = latest = max(begun, turn.message.created_at)
            moments.append((latest, Moment(number, turn.message.created_at, None)))
            for step in turn.events:
                latest = max(latest, step.at)
                moments.append((latest, Moment(number, step.at, step.event)))
        self._moments = [moment for _, moment in sorted(moments, key=lambda held: held[0])]

    def __len__(self) -> int:
        return len(self._moments)

    def moment(self, step: int) -> Moment:
        """Return a step, counted from 0."""
        return self._moments[step]

    def entries(self, step: int) -> Sequence[Entry]:
        """Return the rows of the conversation as they were after a step."""
        done = Counter(moment.turn for moment in self._moments[: step + 1])
        found: list[Entry] = []
        for number in sorted(done):
            past = self._turns[number]
            answer = answer_after(past, done[number] - 1)
            found.append(RequestEntry(position=2 * number, message=past.message))
            found.append(AnswerEntry(position=2 * number + 1, answer=answer))
        return found


def answer_after(turn: ExportedTurn, events: int) -> Answer:
    """Return the answer of a turn after so many of its events."""
    message = turn.message
    answer = Answer(
        turn_id=message.message_id,
        context_id=message.context_id,
        agent=turn.answer.agent,
        started_at=turn.answer.started_at,
        correlation_id=turn.answer.correlation_id,
    )
    for step in turn.events[:events]:
        answer = fold(answer, step.event, step.at)
    return answer
