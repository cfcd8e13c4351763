"""The steps of an answer as its agent tells them: read out of the artifact `steps`."""

from typing import Literal, NamedTuple, get_args

from app.domain.answers import Answer
from gui.texts.names import asked_by

StepState = Literal["waiting", "working", "done", "failed", "canceled"]
When = Literal["answered", "failed", "ended"]
_WHENS: tuple[When, ...] = get_args(When)
_STATES: tuple[StepState, ...] = get_args(StepState)
_MOST_STEPS = 500
_LONGEST = 20_000
_MOST_FIELDS = 50


class StepField(NamedTuple):
    """Something that went into a step or came out: a text, or the outputs of earlier `steps`.

    What stands alone has no name.
    """

    name: str
    text: str
    steps: tuple[int, ...] = ()


class PlanStep(NamedTuple):
    """One step of a plan: who does what, with what, how long.

    `answer` is Markdown, what an agent said; the other texts are shown as they are. It waits for
    the steps `after`, which `when` says how they must have ended; the person is asked first
    (`approve`); it was done `tried` times, until its answer holds the words `until`; `resumed` says
    that it was done before the run was taken up again.
    """

    number: int
    name: str
    state: StepState
    executor: str = ""
    action: str = ""
    input: tuple[StepField, ...] = ()
    output: tuple[StepField, ...] = ()
    answer: str = ""
    error: str = ""
    seconds: float | None = None
    after: tuple[int, ...] = ()
    when: When = "answered"
    approve: bool = False
    until: str = ""
    tried: int = 0
    resumed: bool = False


class Steps(NamedTuple):
    """The steps of one run."""

    run: str
    query: str
    current: int
    steps: tuple[PlanStep, ...]


def steps_of(answer: Answer) -> Steps | None:
    """Return the steps of an answer, or None; what has another shape is left out."""
    artifact = answer.artifact("steps")
    data = artifact.data if artifact is not None else None
    if not isinstance(data, dict) or not isinstance(data.get("plan"), list):
        return None
    plan = data["plan"]
    assert isinstance(plan, list)
    found = [_step(number, one) for number, one in enumerate(plan[:_MOST_STEPS], 1)]
    steps = tuple(
        step._replace(executor=asked_by(answer.agent, step.executor))
        for step in found
        if step is not None
    )
    if not steps:
        return None
    current = data.get("current")
    return Steps(
        run=_text(data.get("run")),
        query=_text(data.get("query")),
        current=current if isinstance(current, int) else 0,
        steps=tuple(_ended(step) for step in steps) if answer.settled else steps,
    )


def _ended(step: PlanStep) -> PlanStep:
    """Return a step of a run that has ended: nothing is being done any more."""
    return step._replace(state="canceled") if step.state == "working" else step


def _step(number: int, value: object) -> PlanStep | None:
    if not isinstance(value, dict):
        return None
    told = value.get("state")
    state: StepState = next((one for one in _STATES if one == told), "waiting")
    seconds, tried, after = value.get("seconds"), value.get("tried"), value.get("after")
    listed = after if isinstance(after, list) else []
    return PlanStep(
        number=number,
        name=_text(value.get("name")),
        state=state,
        executor=_text(value.get("executor")),
        action=_text(value.get("action")),
        input=_fields(value.get("input")),
        output=_fields(value.get("output")),
        answer=_text(value.get("answer")),
        error=_text(value.get("error")),
        seconds=float(seconds) if isinstance(seconds, int | float) else None,
        after=tuple(one for one in listed if isinstance(one, int) and 0 < one < number),
        when=next((one for one in _WHENS if one == value.get("when")), "answered"),
        approve=value.get("approve") is True,
        until=_text(value.get("until")),
        tried=tried if isinstance(tried, int) else 0,
        resumed=value.get("resumed") is True,
    )


def _fields(value: object) -> tuple[StepField, ...]:
    if not isinstance(value, dict):
        text = _text(value)
        return (StepField("", text),) if text else ()
    found = []
    for name, one in [*value.items()][:_MOST_FIELDS]:
        listed = one if isinstance(one, list) else []
        steps = tuple(number for number in listed if isinstance(number, int))
        found.append(StepField(_text(name), _text(one), steps))
    return tuple(found)


def _text(value: object) -> str:
    return value[:_LONGEST] if isinstance(value, str) else ""
