"""Which earlier tasks are summarised, and the rows of their results, a line for each figure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from a2a.types import Task, TaskState

from agents.answering.artifacts import data_of
from agents.data.match.answers.row_figures import KINDS
from agents.data.match.compute.result_columns import LENGTH_COLUMNS, SHARE_COLUMNS
from agents.data.match.compute.statistics import Interval

MOST_TASKS = 20
_SECONDS = tuple(column for _, column in LENGTH_COLUMNS.values())


class Line(NamedTuple):
    """One row of earlier results: which tasks gave it, what it is about, and its figures.

    `raw` is the rate of the games themselves, where `rate` has the players' skill taken out.
    """

    task_ids: tuple[str, ...]
    label: str
    games: int
    wins: int | None
    rate: float | None
    interval: Interval | None
    seconds: float | None
    kind: str = "rate"
    raw: float | None = None


class Sources(NamedTuple):
    """The tasks to summarise, oldest first, and those that were referenced in vain.

    `failed` are those that have no result, declined questions among them.
    """

    tasks: tuple[Task, ...]
    failed: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def choose(
    context_id: str, referenced: Mapping[str, Task | None], all_tasks: Sequence[Task]
) -> Sources:
    """Choose what to summarise: the referenced tasks that have a result, or all of the context.

    Tasks of another context are refused, and those without a result are left out by name; where
    no other was referenced, there is nothing to summarise. A question that was asked back has no
    result and is passed over in silence: its answer is in the task that took it up. So is an
    earlier summary.
    """
    failed, foreign, good = [], [], []
    for task_id, task in referenced.items():
        if task is None or task.context_id != context_id:
            foreign.append(task_id)
        elif _usable(task):
            good.append(task)
        elif not _passed_over(task):
            failed.append(task_id)
    if not good and not foreign and not failed:
        good = [task for task in reversed(all_tasks) if _usable(task)][-MOST_TASKS:]
    return Sources(tuple(good), tuple(failed), tuple(foreign))


def _passed_over(task: Task) -> bool:
    """Whether what a task found is elsewhere: an answered question, or an earlier summary."""
    if task.status.state != TaskState.TASK_STATE_COMPLETED:
        return False
    answered = "answered_by" in task.status.message.metadata
    return answered or data_of(task, "result") is not None


def _usable(task: Task) -> bool:
    done = task.status.state == TaskState.TASK_STATE_COMPLETED
    result = data_of(task, "result") if done else None
    return bool(result and result.get("rows") and not result.get("synthesis"))


def lines_of(task_id: str, result: Mapping[str, Any]) -> list[Line]:
    """Return the rows of a result."""
    names = [str(column.get("name")) for column in result.get("columns", ())]
    labels = [str(title) for title in result.get("row_titles", ())]
    adjusted = {one["row"]: one for one in result.get("adjusted", ())}
    found = []
    for index, row in enumerate(result.get("rows", ())):
        cells = dict(zip(names, row, strict=False))
        kind, count, rate = _share_of(cells)
        interval = None
        if rate is not None:
            interval = Interval(float(cells["ci_low"]), float(cells["ci_high"]))
        raw = None
        if "adjusted" in result:
            fitted = adjusted.get(index)
            kind = "raw" if fitted is None else "skill"
            if fitted is not None:
                raw, rate = rate, fitted["rate"]
                interval = Interval(float(fitted["ci_low"]), float(fitted["ci_high"]))
        found.append(
            Line(
                (task_id,),
                labels[index] if index < len(labels) else str(result.get("title", "")),
                int(cells.get("games") or cells.get("sides") or 0),
                None if count is None else int(count),
                None if rate is None else float(rate),
                interval,
                next((float(cells[one]) for one in _SECONDS if cells.get(one) is not None), None),
                kind,
                raw,
            )
        )
    return found


def _share_of(cells: Mapping[str, Any]) -> tuple[str, Any, Any]:
    """Return which share a row holds, its count and its rate."""
    for measure, (count, share) in SHARE_COLUMNS.items():
        if cells.get(share) is not None:
            return KINDS[measure], cells.get(count), cells[share]
    return "rate", cells.get("wins"), cells.get("win_rate")


def joined(lines: list[Line]) -> list[Line]:
    """Make one line of the same figure in several tasks."""
    found: dict[Line, tuple[str, ...]] = {}
    for line in lines:
        bare = line._replace(task_ids=())
        found[bare] = (*found.get(bare, ()), *line.task_ids)
    return [line._replace(task_ids=ids) for line, ids in found.items()]
