"""What a person sees of a run while it goes on: the plan, each step's state, its time and output.

The artifact `steps` is sent anew whenever a step changes. Its shape: `{"run", "query", "current",
"plan": [{"step", "name", "state", "executor", "executor_type", "action", "input", "output",
"answer", "seconds", "error", "after", "when", "approve", "until", "tried", "resumed"}]}`; `state`
is waiting, working, done, failed or canceled; input and output are texts to be shown as they are,
or such texts by the names of fields, one of which may be the numbers of earlier steps instead,
whose outputs it is. `answer` is what an agent said, as Markdown. Texts are cut in their middle. A
step waits for those `after`, which `when` says how they must have ended (answered, failed, ended);
`tried` counts how often it was done, `resumed` tells that that was before the run was taken up
again.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from a2a.types import Part, Task

from agents.answering.artifacts import data_of, json_part
from agents.answering.reporting import Reporter
from agents.shared_storage import SharedStorage
from agents.storage.records import Result
from agents.storage.truncation import FOR_PEOPLE, cut_middle

STEPS: Final = "steps"
_PREVIEW = 1_200
_ANSWER = 4_000
"""More than of other values: Markdown without its middle is hard to read."""
_MOST_FIELDS = 50
_STATES_TOLD = ("completed", "failed", "canceled")
_STATES = {"success": "done", "canceled": "canceled"}


def left_off(
    storage: SharedStorage, tasks: Sequence[Task], question: str
) -> Iterator[tuple[str, Task]]:
    """Yield the runs of a question that were left before their end, with their tasks.

    `tasks` are the earlier ones of the conversation, newest first: what lies behind an answer does
    not count. A run may still go on elsewhere: who resumes it hears that.
    """
    for task in tasks:
        run = str((data_of(task, STEPS) or {}).get("run", ""))
        found = storage.read_run(run)
        if found is None or found.ended is not None:
            return
        if found.context["user_query"] == question:
            yield run, task


class StepReport:
    """Owns the `steps` artifact of one task; what it says is read from the run's storage."""

    def __init__(
        self,
        storage: SharedStorage,
        reporter: Reporter,
        shape: Callable[[], Mapping[int, Mapping[str, Any]]] = dict,
    ) -> None:
        """`shape` tells of each step what it waits for, and how often it is done."""
        self._storage = storage
        self._reporter = reporter
        self._shape = shape
        self._begun: set[int] = set()
        self._over: frozenset[int] = frozenset()

    def takes_up(self) -> None:
        """What the run has by now was done before, and is not done again."""
        self._over = frozenset(one["step"] for one in self._storage.results)

    async def working(self, text: str, *, step: int | None = None) -> None:
        """Say that the current step has begun, or another one of those that run side by side."""
        if step is not None:
            self._begun.add(step)
        await self._reporter.working(text)
        await self.show()

    async def show(self, *, ended: bool = False) -> None:
        """Send the steps as they are now; `ended` when no more will be done."""
        await self._reporter.add(STEPS, self.part(ended=ended))

    def part(self, *, ended: bool = False) -> Part:
        """Return the steps as they are now."""
        return json_part(self.value(ended=ended))

    def value(self, *, ended: bool = False) -> dict[str, Any]:
        """Return the content of the artifact."""
        context = self._storage.context
        latest: dict[int, dict[str, Any]] = {}
        results = self._storage.results
        for at, record in enumerate(results):
            output, answer = _parted(record)
            sources = _sources(record["input"], results[:at], self._storage.details[at]["sources"])
            latest[record["step"]] = {
                "state": _STATES.get(record["status"], "failed"),
                "executor": record["executor"],
                "executor_type": record["executor_type"],
                "action": record["action"],
                "input": _fields(record["input"], sources),
                "output": _fields(output),
                "answer": cut_middle(answer, _ANSWER, mark=f"\n\n{FOR_PEOPLE.strip()}\n\n"),
                "seconds": self._storage.details[at]["seconds"],
                "error": record["error_message"],
            }
        tried = Counter(one["step"] for one in self._storage.results)
        shape = self._shape()
        working = self._begun.difference(latest) or {context["current_step"]}
        current = min(working)
        plan = []
        for step, name in enumerate(context["current_plan"], 1):
            begun = "working" if step in working and not ended else "waiting"
            plan.append({
                "step": step, "name": name, "state": begun, "tried": tried[step],
                "resumed": step in self._over, **shape.get(step, {}), **latest.get(step, {}),
            })  # fmt: skip
        return {
            "run": context["session_id"],
            "query": context["user_query"],
            "current": current,
            "plan": plan,
        }


def _sources(
    given: Any, before: Sequence[Result], known: Mapping[str, int]
) -> dict[str, list[int]]:
    """Return, for each field of an input that is the output of earlier steps, their numbers.

    `known` are the numbers of results, from 1, by the fields that hold one whole.
    """
    if not isinstance(given, dict):
        return {}
    found = {key: [before[n - 1]["step"]] for key, n in known.items() if 0 < n <= len(before)}
    for key, value in given.items():
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            steps = [
                next((each["step"] for each in before if each["output"] == one), 0) for one in value
            ]
            if all(steps):
                found[key] = steps
    return found


def _parted(record: Result) -> tuple[Any, str]:
    """Return the output of a step without what an agent said in it, and that.

    Of its task nothing is told but a state that says more than that the step is done.
    """
    output = record["output"]
    if record["executor_type"] != "agent":
        return output, ""
    if isinstance(output, str):
        return "", output
    if isinstance(output, dict) and isinstance(output.get("text"), str):
        told = {key: value for key, value in output.items() if key not in ("text", "task_id")}
        if told.get("state") in _STATES_TOLD:
            del told["state"]
        return told, output["text"]
    return output, ""


def _fields(value: Any, sources: Mapping[str, list[int]] = MappingProxyType({})) -> Any:
    """Return a value as a person reads it: a text, or one for each of its fields."""
    if not isinstance(value, dict):
        return _preview(value)
    return {key: sources.get(key) or _preview(one) for key, one in [*value.items()][:_MOST_FIELDS]}


def _preview(value: Any) -> str:
    return cut_middle(_text_of_field(value), _PREVIEW, mark=FOR_PEOPLE)


def _text_of_field(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
