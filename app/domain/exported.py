"""A conversation outside of the store: everything that was said and came back, nothing lost."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from app.domain.answers import Answer
from app.domain.base import Value
from app.domain.conversations import Conversation
from app.domain.events import TurnEvent
from app.domain.messages import Message


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
