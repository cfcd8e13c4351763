"""What the events of a followed task have told so far."""

from app.domain.events import (
    AgentEvent,
    ArtifactEvent,
    MessageEvent,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
)
from app.domain.tasks import TaskState


class Progress:
    """What is known so far of the task that is followed; terminal states latch."""

    def __init__(self) -> None:
        self.task_id: str | None = None
        self.state = TaskState.UNKNOWN
        self.replied = False
        self.begun = False

    def settled(self) -> bool:
        """Whether nothing more is to be expected for now."""
        return self.replied or self.state.settled

    def at_rest(self) -> bool:
        """Whether the stream may be left: an agent that waits for a sign-in may go on by itself."""
        return self.settled() and self.state is not TaskState.AUTH_REQUIRED

    def take(self, event: AgentEvent) -> None:
        """Note what an event says."""
        self.begun = True
        match event:
            case TaskEvent(task=task):
                self._enter(task.task_id, task.state)
            case StatusEvent():
                self._enter(event.task_id, event.state)
            case ArtifactEvent():
                self._enter(event.task_id, TaskState.UNKNOWN)
            case MessageEvent():
                self.replied = True
            case StreamLost() | StreamRecovered():
                pass

    def _enter(self, task_id: str, state: TaskState) -> None:
        self.task_id = self.task_id or task_id or None
        if state is not TaskState.UNKNOWN and not self.state.terminal:
            self.state = state
