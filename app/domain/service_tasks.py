"""Tasks of the conversation service: what was asked of it and how far it is."""

from enum import StrEnum

from pydantic import Field, JsonValue

from app.domain.base import Moment, Value
from app.domain.book import MAX_COUNT


class ServiceTaskState(StrEnum):
    """The states of a task; the last three are final."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def terminal(self) -> bool:
        """Whether the task can never change again."""
        return self in _TERMINAL


_TERMINAL = frozenset(
    {ServiceTaskState.COMPLETED, ServiceTaskState.FAILED, ServiceTaskState.CANCELLED}
)


class ServiceTask(Value):
    """One task; `parameters` came with it, `result` or `error` stand at its end."""

    id: str = Field(min_length=1, max_length=200)
    conversation_id: str | None = Field(default=None, max_length=200)
    task_type: str = Field(default="process", max_length=200)
    state: ServiceTaskState = ServiceTaskState.PENDING
    priority: int = Field(default=5, ge=1, le=10)
    correlation_id: str | None = Field(default=None, max_length=200)
    user_id: str = ""
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    result: JsonValue = None
    error: str = ""
    revision: int = Field(default=1, ge=0, le=MAX_COUNT)
    created_at: Moment | None = None
    updated_at: Moment | None = None


class ServiceTasksWanted(Value):
    """Which tasks are listed, newest update first."""

    conversation_id: str | None = None
    states: tuple[ServiceTaskState, ...] = ()
    limit: int = Field(default=100, ge=1, le=1000)
