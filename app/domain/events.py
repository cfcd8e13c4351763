"""What happens during a turn, in the order it happens.

The first four come from an agent (A2A's StreamResponse), the next three from its link: the stream
broke off, the task was found again, a rule of A2A was broken. The rest are the desk's own. An
answer is the fold of its `TurnEvent`s.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from app.domain.base import Value
from app.domain.messages import Message
from app.domain.tasks import Artifact, Task, TaskState


class TaskEvent(Value):
    """The whole task as it stands."""

    type: Literal["task"] = "task"
    task: Task


class StatusEvent(Value):
    """The task's state changed, or its agent said what it is doing."""

    type: Literal["status"] = "status"
    task_id: str
    context_id: str
    state: TaskState
    message: Message | None = None
    at: datetime | None = None


class ArtifactEvent(Value):
    """A result, or a piece of one; without `append` it replaces what had this artifact id."""

    type: Literal["artifact"] = "artifact"
    task_id: str
    context_id: str
    artifact: Artifact
    append: bool = False
    last_chunk: bool = False


class MessageEvent(Value):
    """A direct reply: the agent made no task."""

    type: Literal["message"] = "message"
    message: Message


class StreamLost(Value):
    """The stream ended while the task was not settled; the agent may still be working."""

    type: Literal["lost"] = "lost"
    task_id: str | None = None
    reason: str


class StreamRecovered(Value):
    """After a lost stream the task was found again."""

    type: Literal["recovered"] = "recovered"
    task_id: str
    state: TaskState


class ProtocolFault(Value):
    """The agent broke a rule of A2A, and what it sent is left out; told once a turn for each rule.

    Rules: `other_task` (an event of a task that this is not, named by `detail`), `after_end` (what
    came after a state that ends the task).
    """

    type: Literal["fault"] = "fault"
    rule: Literal["other_task", "after_end"]
    detail: str = ""


class TurnClosed(Value):
    """The desk's own verdict on a turn that no agent will settle, with a stable `reason` key.

    Keys: `agent_unreachable`, `agent_refused`, `not_confirmed` (it may or may not have arrived),
    `interrupted` (the program ended in the middle), `closed` (it was closed), `late` (who asked
    waited no longer), `copied` (it went on where this is a copy of), `stopped`, `task_unknown`,
    `internal`; and those of wires that know more, such as `no_replica`.
    """

    type: Literal["closed"] = "closed"
    state: TaskState
    reason: str
    text: str = ""


class Answered(Value):
    """The question of this turn's task was answered; `by` is the task that took the answer."""

    type: Literal["answered"] = "answered"
    by: str


class Replaced(Value):
    """What was asked was said again, or otherwise; `by` is the turn of the later message."""

    type: Literal["replaced"] = "replaced"
    by: str


Board = Literal["conversation", "profile"]
"""Where answers are kept in sight: each conversation has a board, and the profile has one."""


class Pinned(Value):
    """The answer was put on a board, or taken off.

    `instead_of` is the turn whose place it takes there: the same was asked anew.
    """

    type: Literal["pinned"] = "pinned"
    on: bool
    board: Board = "conversation"
    instead_of: str | None = None


class TurnStarted(Value):
    """The message is stored and about to be sent."""

    type: Literal["turn_started"] = "turn_started"
    message: Message


class TurnEnded(Value):
    """Nothing more will come for this message; `seconds` is wall time since it was stored."""

    type: Literal["turn_end"] = "turn_end"
    context_id: str
    task_id: str | None
    state: TaskState
    seconds: float
    reason: str = ""
    correlation_id: str | None = None


AgentEvent = (
    TaskEvent
    | StatusEvent
    | ArtifactEvent
    | MessageEvent
    | StreamLost
    | StreamRecovered
    | ProtocolFault
)
TurnEvent = AgentEvent | TurnClosed | Answered | Replaced | Pinned
SessionEvent = TurnEvent | TurnStarted | TurnEnded

TURN_EVENT: TypeAdapter[TurnEvent] = TypeAdapter(
    Annotated[TurnEvent, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)
