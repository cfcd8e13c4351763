"""What came of one delegation, as it is kept between turns and told in the answer."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.answering.artifacts import whole_id
from app.domain.answers import Answer
from app.domain.messages import DataPart
from app.domain.tasks import TaskState
from app.errors import AgentUnreachable, DeskError

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class StepOutcome(NamedTuple):
    """How a step ended. `problem` is a key of `words`, with its values in `values`.

    `state` is the delegate's own word for it; `answer` is all that came back. `moments` are the
    days that the delegate says the question is about (`moments_of`), `files` the names of those
    that went along.
    """

    step: int
    agent: str
    text: str
    state: TaskState
    answer: Answer | None = None
    problem: str = ""
    values: dict[str, Any] = {}  # noqa: RUF012 - never changed
    moments: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """What was asked, with the files that it was asked of."""
        named = ", ".join(self.files)
        return f"{self.text} ({named})" if self.text and named else self.text or named

    @property
    def task_id(self) -> str:
        """The delegate's task, "" where it made none."""
        return (self.answer.task_id if self.answer is not None else None) or ""

    @property
    def words(self) -> str:
        """What the delegate said."""
        return self.answer.text if self.answer is not None else ""

    @property
    def parts(self) -> tuple["StepOutcome", ...]:
        """It once for each part of the delegate's task, itself where that has none."""
        parts = self.answer.parts if self.answer is not None and self.good else ()
        own = [one for one in parts if whole_id(one.task_id or "") == self.task_id]
        return tuple(self._replace(answer=one) for one in own) or (self,)

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
            "moments": list(self.moments),
            "files": list(self.files),
        }


def unreachable(error: DeskError) -> dict[str, Any]:
    """Return the values of the problem `unreachable`: why, and whether nobody answered there."""
    silent = isinstance(error, AgentUnreachable) and not {"said", "address"}.isdisjoint(
        error.details
    )
    return {"why": str(error), "silent": silent}


def days(outcomes: Sequence[StepOutcome]) -> list[str]:
    """Return the days that outcomes are about, as their delegates say."""
    return [day for outcome in outcomes for day in outcome.moments]


def moments_of(answer: Answer) -> tuple[str, ...]:
    """Return the days (YYYY-MM-DD) under `moments` of an answer's `frame`.

    The data agent names there the first day of a patch that it was asked about.
    """
    for artifact in answer.artifacts:
        for part in artifact.parts if artifact.name == "frame" else ():
            found = part.data if isinstance(part, DataPart) else None
            days = found.get("moments") if isinstance(found, dict) else None
            if isinstance(days, list):
                return tuple(day for day in days if isinstance(day, str) and _DAY.fullmatch(day))
    return ()
