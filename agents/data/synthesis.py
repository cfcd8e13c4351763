"""Earlier analyses are put together from their `result` artifacts, never from their prose."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from a2a.types import Task, TaskState

from agents.data.artifacts import data_of
from agents.data.charts import SCHEMA
from agents.data.grounding import Facts
from agents.data.labels import measure_label
from agents.data.language import Language, integer, percent, span_of_time
from agents.data.markdown import as_text, bullets, paragraphs
from agents.data.result_columns import LENGTH_COLUMNS, SHARE_COLUMNS
from agents.data.row_figures import KINDS
from agents.data.sentences import say
from agents.data.statistics import Interval

MOST_TASKS = 20
_MOST_LINES = 24
_MOST_PAIRS = 6


class Line(NamedTuple):
    """One row of earlier results: which tasks gave it, what it is about, and its figures."""

    task_ids: tuple[str, ...]
    label: str
    games: int
    wins: int | None
    rate: float | None
    interval: Interval | None
    seconds: float | None
    kind: str = "rate"


class Synthesis(NamedTuple):
    """A summary: its text, one-line form, `result` and chart."""

    text: str
    headline: str
    result: dict[str, Any]
    chart: dict[str, Any] | None
    task_ids: tuple[str, ...]


class Sources(NamedTuple):
    """The tasks to summarise, oldest first, and those that were referenced in vain."""

    tasks: tuple[Task, ...]
    failed: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def choose(
    context_id: str, referenced: Mapping[str, Task | None], all_tasks: Sequence[Task]
) -> Sources:
    """Choose what to summarise: the referenced tasks that have a result, else all of the context.

    Tasks of another context are refused, and those without a result are left out by name. A
    question that was asked back has no result and is passed over in silence: its answer is in the
    task that took it up.
    """
    failed, foreign, good = [], [], []
    for task_id, task in referenced.items():
        if task is None or task.context_id != context_id:
            foreign.append(task_id)
        elif _usable(task):
            good.append(task)
        elif task.status.state != TaskState.TASK_STATE_COMPLETED:
            failed.append(task_id)
    if not good and not foreign:
        good = [task for task in reversed(all_tasks) if _usable(task)][-MOST_TASKS:]
    return Sources(tuple(good), tuple(failed), tuple(foreign))


def _usable(task: Task) -> bool:
    done = task.status.state == TaskState.TASK_STATE_COMPLETED
    result = data_of(task, "result") if done else None
    return bool(result and result.get("rows") and not result.get("synthesis"))


def synthesise(sources: Sources, language: Language) -> Synthesis:
    """Return the summary of one task or more; raises `Ungrounded`."""
    results = {task.id: data_of(task, "result") or {} for task in sources.tasks}
    lines = _joined(
        [line for task_id, result in results.items() for line in _lines(task_id, result)]
    )
    count = integer(len(sources.tasks), language)
    body = [say(language, "synthesis_head", count=count)]
    short = _short_ids([task.id for task in sources.tasks])
    body.append(
        bullets(
            [
                say(
                    language,
                    "synthesis_row",
                    text=_text(line, language),
                    task="`, `".join(short[one] for one in line.task_ids),
                )
                for line in lines[:_MOST_LINES]
            ]
        )
    )
    if len(lines) > _MOST_LINES:
        rest = integer(len(lines) - _MOST_LINES, language)
        body.append(say(language, "more_rows", count=rest))
    body.append(bullets(_comparisons(lines, language)))
    body += [say(language, "synthesis_failed", task=one[:8]) for one in sources.failed]
    body += [say(language, "synthesis_foreign", task=one[:8]) for one in sources.foreign]
    files = {str(result.get("source", {}).get("sha256")) for result in results.values()}
    if len(files) > 1:
        body.append(say(language, "synthesis_other_table"))
    warnings = _warnings(results)
    text = paragraphs(*body, " ".join(warnings))
    headline = _headline(lines, count, language)
    facts = _facts(lines, len(sources.tasks), language, warnings)
    facts.check(text)
    facts.check(headline)
    result = _result(lines, results, warnings, language)
    return Synthesis(text, headline, result, _chart(lines, language), tuple(results))


_SECONDS = tuple(column for _, column in LENGTH_COLUMNS.values())


def _lines(task_id: str, result: Mapping[str, Any]) -> list[Line]:
    names = [str(column.get("name")) for column in result.get("columns", ())]
    labels = [str(title) for title in result.get("row_titles", ())]
    found = []
    for index, row in enumerate(result.get("rows", ())):
        cells = dict(zip(names, row, strict=False))
        kind, count, rate = _share_of(cells)
        interval = None
        if rate is not None:
            interval = Interval(float(cells["ci_low"]), float(cells["ci_high"]))
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
            )
        )
    return found


def _share_of(cells: Mapping[str, Any]) -> tuple[str, Any, Any]:
    """Return which share a row holds, its count and its rate."""
    for measure, (count, share) in SHARE_COLUMNS.items():
        if cells.get(share) is not None:
            return KINDS[measure], cells.get(count), cells[share]
    return "rate", cells.get("wins"), cells.get("win_rate")


def _joined(lines: list[Line]) -> list[Line]:
    """Make one line of the same figure in several tasks."""
    found: dict[Line, tuple[str, ...]] = {}
    for line in lines:
        bare = line._replace(task_ids=())
        found[bare] = (*found.get(bare, ()), *line.task_ids)
    return [line._replace(task_ids=ids) for line, ids in found.items()]


def _text(line: Line, language: Language) -> str:
    games = integer(line.games, language)
    if line.rate is not None and line.interval is not None:
        return say(
            language,
            f"row_{line.kind}",
            name=as_text(line.label),
            rate=percent(line.rate, language),
            games=games,
            wins=integer(line.wins or 0, language),
            count=integer(line.wins or 0, language),
            low=percent(line.interval.low, language),
            high=percent(line.interval.high, language),
        )
    if line.seconds is not None:
        time = span_of_time(line.seconds, language)
        return say(language, "row_duration", name=as_text(line.label), time=time, games=games)
    return say(language, "row_games", name=as_text(line.label), games=games)


def _comparisons(lines: list[Line], language: Language) -> list[str]:
    """Say of each pair whether the intervals overlap; the games may be shared, so no more."""
    rated = list({line.label: line for line in lines if line.interval is not None}.values())
    if not 2 <= len(rated) <= 4:
        return []
    found = []
    alike = [pair for pair in combinations(rated, 2) if pair[0].kind == pair[1].kind]
    if not alike:
        return []
    for one, two in alike[:_MOST_PAIRS]:
        assert one.interval is not None and two.interval is not None
        if one.interval.overlaps(two.interval):
            found.append(
                say(language, "synthesis_overlap", a=as_text(one.label), b=as_text(two.label))
            )
        else:
            high, low = (one, two) if (one.rate or 0) > (two.rate or 0) else (two, one)
            found.append(
                say(language, "synthesis_apart", a=as_text(high.label), b=as_text(low.label))
            )
    return [*found, say(language, "synthesis_dependent")]


def _warnings(results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    found: dict[str, None] = {}
    for result in results.values():
        found.update(dict.fromkeys(str(warning) for warning in result.get("warnings", ())))
    return list(found)


def _headline(lines: list[Line], count: str, language: Language) -> str:
    items = []
    for line in lines[:4]:
        if line.rate is not None:
            rate = percent(line.rate, language)
            items.append(say(language, f"brief_{line.kind}", name=line.label, rate=rate))
        elif line.seconds is not None:
            time = span_of_time(line.seconds, language)
            items.append(say(language, "brief_duration", name=line.label, time=time))
        else:
            games = integer(line.games, language)
            items.append(say(language, "brief_games", name=line.label, games=games))
    if len(lines) > 4:
        items.append("…")
    return say(language, "status_synthesis", count=count, items=", ".join(items))


def _facts(lines: list[Line], tasks: int, language: Language, warnings: list[str]) -> Facts:
    facts = Facts(language)
    facts.count(tasks, len(lines) - _MOST_LINES)
    facts.rate(0.5, 0.95)
    for line in lines:
        facts.name(line.label)
        facts.count(line.games, line.wins or 0)
        if line.rate is not None and line.interval is not None:
            facts.rate(line.rate, *line.interval)
        if line.seconds is not None:
            facts.time(line.seconds)
    facts.name(*warnings)  # checked when the answers that they come from were written
    return facts


def _result(
    lines: list[Line],
    results: Mapping[str, Mapping[str, Any]],
    warnings: list[str],
    language: Language,
) -> dict[str, Any]:
    short = _short_ids(list(results))
    columns = {
        "task": "string", "what": "string", "games": "integer", "wins": "integer",
        "win_rate": "rate", "share": "rate", "ci_low": "rate", "ci_high": "rate",
    }  # fmt: skip
    if all(line.kind == "rate" for line in lines):
        del columns["share"]
    cells = [
        {
            "task": ", ".join(short[one] for one in line.task_ids),
            "what": line.label,
            "games": line.games,
            "wins": line.wins if line.kind == "rate" else None,
            "win_rate": line.rate if line.kind == "rate" else None,
            "share": line.rate if line.kind != "rate" else None,
            "ci_low": line.interval.low if line.interval is not None else None,
            "ci_high": line.interval.high if line.interval is not None else None,
        }
        for line in lines
    ]
    rows = [[row[name] for name in columns] for row in cells]
    first = next(iter(results.values()), {})
    source = dict(first.get("source", {}))
    return {
        "synthesis": True,
        "columns": [
            {"name": name, "type": type_, "label": say(language, f"column_{name}")}
            for name, type_ in columns.items()
        ],
        "rows": rows,
        "row_count": len(rows),
        "row_labels": [line.label for line in lines],
        "row_tasks": [list(line.task_ids) for line in lines],
        "warnings": warnings,
        "source": {**source, "tasks": list(results)},
    }


def _chart(lines: list[Line], language: Language) -> dict[str, Any] | None:
    rated = [line for line in lines if line.interval is not None and line.kind == "rate"]
    if not 2 <= len(rated) <= _MOST_LINES:
        return None
    values = [
        {"name": line.label, "games": line.games, "wins": line.wins, "win_rate": line.rate,
         "ci_low": line.interval.low, "ci_high": line.interval.high}
        for line in rated
        if line.interval is not None
    ]  # fmt: skip
    scale = {"zero": False}
    axis = {"field": "name", "type": "nominal", "sort": None, "title": None}
    number = {"format": ".0%", "title": measure_label("win_rate", language)}
    rate = {"type": "quantitative", "scale": scale, "axis": number}
    return {
        "$schema": SCHEMA,
        "title": say(language, "synthesis_head", count=integer(len(rated), language)).rstrip("."),
        "width": "container",
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55},
                "encoding": {
                    "y": axis,
                    "x": {"field": "ci_low", **rate},
                    "x2": {"field": "ci_high"},
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 70},
                "encoding": {"y": axis, "x": {"field": "win_rate", **rate}},
            },
            {
                "mark": {"type": "rule", "strokeDash": [4, 4], "opacity": 0.7},
                "encoding": {"x": {"datum": 0.5, "type": "quantitative", "scale": scale}},
            },
        ],
    }


def _short_ids(task_ids: Sequence[str]) -> dict[str, str]:
    """Return the shortest beginnings, eight letters or more, that tell the tasks apart."""
    for length in range(8, 65, 4):
        short = {task_id: task_id[:length] for task_id in task_ids}
        if len(set(short.values())) == len(set(task_ids)):
            return short
    return {task_id: task_id for task_id in task_ids}
