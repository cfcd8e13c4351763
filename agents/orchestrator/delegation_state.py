"""What the orchestrator must know in the next turn: in the artifact `delegation` of its task.

`{"last": agent, "contexts": {agent: context id}, "request": text, "by": "rules" | "model",
"steps": [Step.kept()], "outcomes": [Outcome.kept()], "waiting": null |
{"kind": "agent" | "date" | "approval" | "delegate", "step", "agent", "task_id", "slot"},
"asked": [Asked.kept()], "files": [id of a task whose messages brought files], "left": [name of a
file that went to nobody], "given": [agent that has files of the conversation, the newest first]}`

The same is noted in the run before and after each delegation, for whoever resumes it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from a2a.types import Task

from agents.answering.artifacts import data_of
from agents.orchestrator.delegation import DelegatedMessage
from agents.orchestrator.outcomes import StepOutcome
from agents.orchestrator.planning import Step, step_of
from app.domain.answers import Answer
from app.domain.ids import utc_now
from app.domain.messages import TextPart
from app.domain.tasks import Artifact, TaskState

DELEGATION: Final = "delegation"
_FILE: Final = "file"
"""The slot of a question for the file that is meant."""


class OpenQuestion(NamedTuple):
    """What the person was asked: who is meant, which date, or what a delegate wants to know."""

    kind: str
    step: int
    agent: str = ""
    task_id: str = ""
    slot: str = ""

    @classmethod
    def of(cls, outcome: StepOutcome, slot: str = "") -> "OpenQuestion":
        """Return what a delegate asks."""
        return cls("delegate", outcome.step, outcome.agent, outcome.task_id, slot)


class DelegationState(NamedTuple):
    """Where a request stands."""

    last: str | None = None
    contexts: dict[str, str] = {}  # noqa: RUF012 - never changed
    request: str = ""
    by: str = "rules"
    steps: tuple[Step, ...] = ()
    outcomes: tuple[StepOutcome, ...] = ()
    waiting: OpenQuestion | None = None
    asked: tuple[DelegatedMessage, ...] = ()
    files: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    def value(self) -> dict[str, Any]:
        """Return it as the artifact has it."""
        return {
            "last": self.last,
            "contexts": self.contexts,
            "request": self.request,
            "by": self.by,
            "steps": [step.kept() for step in self.steps],
            "outcomes": [outcome.kept() for outcome in self.outcomes],
            "waiting": None if self.waiting is None else self.waiting._asdict(),
            "asked": [one.kept() for one in self.asked],
            "files": list(self.files),
            "left": list(self.left),
            "given": list(self.given),
        }

    def to_do(self) -> tuple[list[Step], list[StepOutcome]]:
        """Return the steps without an outcome, and the outcomes of those that can have none."""
        done = {outcome.step: outcome for outcome in self.outcomes}
        left, skipped = [], []
        for step in self.steps:
            if step.number in done:
                continue
            before = [done[number] for number in step.after if number in done]
            failed = any(not one.good and not one.waits for one in before)
            over = len(before) == len(step.after) and not any(one.waits for one in before)
            unneeded = bool(before) and step.when == "failed" and over and not failed
            if unneeded or (failed and step.when == "answered"):
                agent = step.agents[0] if step.agents else ""
                why = "unneeded" if unneeded else "skipped"
                none = StepOutcome(step.number, agent, step.text, TaskState.CANCELED, problem=why)
                skipped.append(none)
                done[step.number] = none
            else:
                left.append(step)
        return left, skipped

    def ready(self, step: Step) -> bool:
        """Whether what a step waits for has ended; where it must not be done, `to_do` knows."""
        ended = {one.step for one in self.outcomes if not one.waits}
        return ended.issuperset(step.after)

    def reader(self, step: Step, outcome: StepOutcome) -> str | None:
        """Return who has a file of the conversation, where somebody else, whom nobody named, asks
        for one."""
        question = outcome.answer.question if outcome.answer is not None else None
        if not outcome.waits or step.named or question is None or question.slot != _FILE:
            return None
        now = [agent for one in self.steps if one.files for agent in one.agents]
        return next((one for one in (*now, *self.given) if one != outcome.agent), None)

    def changed(self, number: int, **changes: Any) -> "DelegationState":
        """Return it with a step changed."""
        return self._replace(
            steps=tuple(
                step._replace(**changes) if step.number == number else step for step in self.steps
            )
        )

    def shape(self) -> dict[int, dict[str, Any]]:
        """Return what is told of each step in the plan that people see."""
        told = ("after", "when", "approve", "until")
        shape = {}
        for step in self.steps:
            shape[step.number] = {key: one for key, one in step.kept().items() if key in told}
            if len(step.agents) == 1:
                shape[step.number]["executor"] = step.agents[0]
        return shape


class Again(NamedTuple):
    """A request that is tried again: its run, from which step of its plan on, and where it stood.

    With step 0 it goes on with what is not done. `interrupted` says that its program was killed:
    then the same run goes on, and who was asked is not asked again if that can be.
    """

    run: str
    step: int
    kept: DelegationState
    interrupted: bool = False

    def left(self) -> DelegationState:
        """Return where it stands without the outcomes of that step and of those that need it.

        What has failed or was not answered is asked again too.
        """
        gone = {self.step, *(one.step for one in self.kept.outcomes if not one.good)}
        for step in self.kept.steps:  # each comes after those that it needs
            if gone.intersection(step.after):
                gone.add(step.number)
        outcomes = tuple(one for one in self.kept.outcomes if one.step not in gone)
        asked = self.kept.asked if self.interrupted else ()
        return self.kept._replace(outcomes=outcomes, waiting=None, asked=asked)


def kept_in(task: Task, known: Sequence[str]) -> DelegationState:
    """Read it back from a task; of another version, or of an agent that is gone, nothing is."""
    value = data_of(task, DELEGATION)
    return DelegationState() if value is None else kept_of(value, known)


def kept_of(value: Mapping[str, Any], known: Sequence[str]) -> DelegationState:
    """Read it back from JSON; of another version nothing is."""
    try:
        waiting = value["waiting"]
        return DelegationState(
            last=value["last"] if value["last"] in known else None,
            contexts={str(k): str(v) for k, v in value["contexts"].items()},
            request=str(value["request"]),
            by=str(value["by"]),
            steps=tuple(map(step_of, value["steps"])),
            outcomes=tuple(_outcome(one) for one in value["outcomes"]),
            waiting=None if waiting is None else OpenQuestion(**waiting),
            asked=tuple(DelegatedMessage(**one) for one in value.get("asked", ())),
            files=tuple(map(str, value.get("files", ()))),
            left=tuple(map(str, value.get("left", ()))),
            given=tuple(one for one in value.get("given", ()) if one in known),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return DelegationState()


def _outcome(value: dict[str, Any]) -> StepOutcome:
    state = TaskState(value["state"])
    said = Artifact(artifact_id="said", name="answer", parts=(TextPart(text=value["said"]),))
    answer = Answer(
        turn_id="",
        context_id="",
        agent=value["agent"],
        state=state,
        task_id=value["task_id"] or None,
        artifacts=(said,) if value["said"] else (),
        started_at=utc_now(),
    )
    return StepOutcome(
        int(value["step"]),
        str(value["agent"]),
        str(value["text"]),
        state,
        answer,
        str(value["problem"]),
        dict(value["values"]),
        tuple(map(str, value.get("moments", ()))),
        tuple(map(str, value.get("files", ()))),
    )
