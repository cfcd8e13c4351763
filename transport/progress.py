"""What the events of a followed task have told so far, and how soon it is looked at again.

An agent may answer every look and still get nowhere, saying the same again on streams that break
off: only what was not told before is progress.
"""

from collections.abc import Sequence
from hashlib import sha256

from app.domain.events import (
    AgentEvent,
    ArtifactEvent,
    MessageEvent,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
)
from app.domain.messages import Message
from app.domain.tasks import Artifact, TaskState

_GROWTH = 2.0
_LONGEST_SECONDS = 30.0


class Backoff:
    """The pauses before each look at a task whose stream was lost; they grow.

    `delays` are the first pauses, in seconds; the last one doubles from look to look, up to half a
    minute or itself, whichever is longer.
    """

    def __init__(self, delays: Sequence[float]) -> None:
        self._delays = tuple(delays)
        self._looks = 0

    def next(self) -> float:
        """Return the pause, in seconds, before the next look."""
        look, self._looks = self._looks, self._looks + 1
        beyond = look - len(self._delays) + 1
        if beyond <= 0:
            return self._delays[look]
        last = self._delays[-1]
        # The exponent is bounded as well, for a long look is one of thousands.
        return min(last * _GROWTH ** min(beyond, 64), max(last, _LONGEST_SECONDS))

    def restart(self) -> None:
        """Begin again with the second pause: who looks at once each time floods its agent."""
        self._looks = min(self._looks, 1)


class Novelty:
    """What a task has told since its stream was lost, by which its repetitions are known."""

    def __init__(self) -> None:
        self._told: set[tuple[object, ...]] = set()

    def take(self, event: AgentEvent) -> bool:
        """Return whether an event tells what none before it did; moments and ids do not count."""
        before = len(self._told)
        match event:
            case TaskEvent(task=task):
                self._state(task.state, task.status)
                for artifact in task.artifacts:
                    self._artifact(artifact)
            case StatusEvent():
                self._state(event.state, event.message)
            case ArtifactEvent():
                self._artifact(event.artifact)
            case MessageEvent(message=message):
                self._told.add(("message", message.text))
            case StreamLost() | StreamRecovered():
                pass
        return len(self._told) > before

    def _state(self, state: TaskState, message: Message | None) -> None:
        self._told.add(("state", state, message.text if message is not None else ""))

    def _artifact(self, artifact: Artifact) -> None:
        said = sha256(artifact.model_dump_json().encode("utf-8", "surrogatepass")).digest()
        self._told.add(("artifact", said))


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
