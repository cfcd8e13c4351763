"""What came of one delegation, as it is kept between turns and told in the answer."""

from typing import Any, NamedTuple

from app.domain.answers import Answer
from app.domain.tasks import TaskState


class Outcome(NamedTuple):
    """How a step ended. `problem` is a key of `words`, with its values in `values`.

    `state` is the delegate's own word for it; `answer` is all that came back.
    """

    step: int
    agent: str
    text: str
    state: TaskState
    answer: Answer | None = None
    problem: str = ""
    values: dict[str, Any] = {}  # noqa: RUF012 - never changed

    @property
    def task_id(self) -> str:
        """The delegate's task, "" where it made none."""
        return (self.answer.task_id if self.answer is not None else None) or ""

    @property
    def words(self) -> str:
        """What the delegate said."""
        return self.answer.text if self.answer is not None else ""

    @property
    def good(self) -> bool:
        """Whether it can be used."""
        return self.state is TaskState.COMPLETED and not self.problem

    @property
    def waits(self) -> bool:
        """Whether the delegate needs the person."""
        return self.state.interrupted and not self.problem

    def kept(self) -> dict[str, Any]:
        """Return it as JSON, without what the delegate's own task keeps."""
        return {
            "step": self.step,
            "agent": self.agent,
            "text": self.text,
            "state": self.state.value,
            "task_id": self.task_id,
            "said": self.words,
            "problem": self.problem,
            "values": self.values,
        }
