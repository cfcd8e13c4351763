"""Earlier analyses are put together from their `result` artifacts, never from their prose."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from agents.answering.artifacts import data_of
from agents.answering.grounding import Facts, Ungrounded
from agents.answering.text.language import Language, integer, percent, span_of_time
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.answering.vega_lite import SCHEMA
from agents.data.match.answers.earlier_results import Line, Sources, joined, lines_of
from agents.data.match.answers.labels import measure_label
from agents.data.match.answers.sentences import say
from agents.data.match.compute.statistics import FEW_GAMES, Interval

_MOST_LINES = 24
_OF_GAMES = ("rate", "raw", "skill")  # kinds that tell how many of the games were won


class Synthesis(NamedTuple):
    """A summary: its text, one-line form, `result` and chart."""

    text: str
    headline: str
    result: dict[str, Any]
    chart: dict[str, Any] | None
    task_ids: tuple[str, ...]


def synthesise(
    sources: Sources, language: Language, titles: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> Synthesis:
    """Return the summary of one task or more; raises `Ungrounded`.

    `titles` are the titles of the rows of tasks that were answered in another language, by task.
    """
    results: dict[str, dict[str, Any]] = {}
    cautions = cautions_of(
        {task.id: data_of(task, "result") or {} for task in sources.tasks}, language, titles
    )
    for task in sources.tasks:
        found = {**(data_of(task, "result") or {})}
        if titles.get(task.id):
            found["row_titles"] = list(titles[task.id])
        results[task.id] = found
    lines = joined([line for task_id, result in results.items()
                    for line in lines_of(task_id, result)])  # fmt: skip
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
    facts = _facts(lines, len(sources.tasks), language)
    body.append(bullets(comparisons(lines, language, facts)))
    body += [say(language, "synthesis_failed", task=one[:8]) for one in sources.failed]
    body += [say(language, "synthesis_foreign", task=one[:8]) for one in sources.foreign]
    files = {str(result.get("source", {}).get("sha256")) for result in results.values()}
    if len(files) > 1:
        body.append(say(language, "synthesis_other_table"))
    told = [
        say(language, "synthesis_row", text=text, task="`, `".join(short[one] for one in ids))
        for text, ids in cautions.told.items()
    ]
    told += [say(language, "synthesis_refused", task=short[one]) for one in cautions.refused]
    text = paragraphs(*body, bullets(told))
    headline = _headline(lines, count, language)
    facts.name(*short.values(), *(one[:8] for one in (*sources.failed, *sources.foreign)))
    facts.name(*cautions.told)  # each was checked against its own result
    facts.check(text)
    facts.check(headline)
    result = _result(lines, results, list(cautions.told), language)
    return Synthesis(text, headline, result, _chart(lines, language), tuple(results))


def _text(line: Line, language: Language) -> str:
    games = integer(line.games, language)
    if line.rate is not None and line.interval is not None:
        return say(
            language,
            f"row_{line.kind}",
            name=as_text(line.label),
            games=games,
            **_of_skill(line, language),
            wins=integer(line.wins or 0, language),
            count=integer(line.wins or 0, language),
            low=percent(line.interval.low, language),
            high=percent(line.interval.high, language),
        )
    if line.seconds is not None:
        time = span_of_time(line.seconds, language)
        return say(language, "row_duration", name=as_text(line.label), time=time, games=games)
    return say(language, "row_games", name=as_text(line.label), games=games)


def _of_skill(line: Line, language: Language) -> dict[str, str]:
    """Return how a rate with skill taken out is written beside that of the games themselves."""
    if line.raw is None or line.rate is None or line.interval is None:
        return {"rate": percent(line.rate or 0.0, language)}
    low, high = line.interval
    return {
        "rate": percent(line.raw, language),
        "skill": percent(line.rate, language),
        "skill_low": percent(low, language),
        "skill_high": percent(high, language),
    }


def _headline(lines: list[Line], count: str, language: Language) -> str:
    items = []
    for line in lines[:4]:
        if line.rate is not None:
            shown = percent(line.rate, language)
            items.append(
                say(language, f"brief_{line.kind}", name=line.label, rate=shown, skill=shown)
            )
        elif line.seconds is not None:
            time = span_of_time(line.seconds, language)
            items.append(say(language, "brief_duration", name=line.label, time=time))
        else:
            games = integer(line.games, language)
            items.append(say(language, "brief_games", name=line.label, games=games))
    if len(lines) > 4:
        items.append("…")
    return say(language, "status_synthesis", count=count, items=", ".join(items))


def _facts(lines: list[Line], tasks: int, language: Language) -> Facts:
    facts = Facts(language)
    facts.count(tasks, len(lines) - _MOST_LINES)
    facts.rate(0.5, 0.95)
    for line in lines:
        facts.name(line.label)
        facts.count(line.games, line.wins or 0)
        if line.rate is not None and line.interval is not None:
            facts.rate(line.rate, *line.interval)
        if line.raw is not None:
            facts.rate(line.raw)
        if line.seconds is not None:
            facts.time(line.seconds)
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
        "win_rate": "rate", "skill_rate": "rate", "share": "rate",
        "ci_low": "rate", "ci_high": "rate",
    }  # fmt: skip
    if all(line.kind in _OF_GAMES for line in lines):
        del columns["share"]
    if all(line.kind != "skill" for line in lines):
        del columns["skill_rate"]
    cells = [
        {
            "task": ", ".join(short[one] for one in line.task_ids),
            "what": line.label,
            "games": line.games,
            "wins": line.wins if line.kind in _OF_GAMES else None,
            "win_rate": line.rate if line.kind in ("rate", "raw") else None,
            "skill_rate": line.rate if line.kind == "skill" else None,
            "share": line.rate if line.kind not in _OF_GAMES else None,
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
    """Draw the win rates, or if there are none those with skill taken out: never both as one."""
    kinds = {kind: [line for line in lines if line.interval is not None and line.kind == kind]
             for kind in ("rate", "skill")}  # fmt: skip
    field, rated = next(
        ((name, kinds[kind]) for kind, name in (("rate", "win_rate"), ("skill", "skill_rate"))
         if 2 <= len(kinds[kind]) <= _MOST_LINES),
        ("", []),
    )  # fmt: skip
    if not rated:
        return None
    values = [
        {"name": line.label, "games": line.games, "wins": line.wins, field: line.rate,
         "ci_low": line.interval.low, "ci_high": line.interval.high}
        for line in rated
        if line.interval is not None
    ]  # fmt: skip
    scale = {"zero": False}
    axis = {"field": "name", "type": "nominal", "sort": None, "title": None}
    number = {"format": ".0%", "title": measure_label(field, language)}
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
                "encoding": {"y": axis, "x": {"field": field, **rate}},
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


class Cautions(NamedTuple):
    """Cautions, each with the tasks that it is of, and the tasks whose own do not bear a check."""

    told: Mapping[str, tuple[str, ...]]
    refused: tuple[str, ...]


def cautions_of(
    results: Mapping[str, Mapping[str, Any]],
    language: Language,
    titles: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Cautions:
    """Return the cautions in a language, of results by task.

    A caution with a number that its result has not is refused. `titles` are the titles of the rows
    of tasks that were answered in another language, by task.
    """
    told: dict[str, tuple[str, ...]] = {}
    refused: dict[str, None] = {}
    for task_id, result in results.items():
        facts = _facts_of_cautions(result, language, titles.get(task_id, ()))
        for one in (result.get("warnings_in") or {}).get(language, result.get("warnings", ())):
            text = str(one)
            try:
                facts.check(text)
            except Ungrounded:
                refused[task_id] = None
            else:
                told[text] = (*told.get(text, ()), task_id)
    return Cautions(told, tuple(refused))


def _facts_of_cautions(
    result: Mapping[str, Any], language: Language, titles: Sequence[str]
) -> Facts:
    """Return what the cautions of a result may state."""
    facts = Facts(language)
    facts.rate(0.5)
    rows = result.get("rows", ())
    facts.count(FEW_GAMES, len(rows))
    if isinstance(result.get("rows_in_all"), int):
        facts.count(result["rows_in_all"])
    facts.count(*(n for n in dict(result.get("counts") or {}).values() if isinstance(n, int)))
    facts.count(*(one["samples"] for one in result.get("adjusted", ())))
    for row in rows:
        facts.count(*(cell for cell in row if isinstance(cell, int)))
        facts.name(*(cell for cell in row if isinstance(cell, str)))
    for names in (result.get("row_labels", ()), result.get("row_titles", ()), titles):
        facts.name(*map(str, names))
    facts.name(str(result.get("title", "")))
    return facts


_FEW = 4
_NAMED = 4


class Rated(NamedTuple):
    """A line with a rate and its interval."""

    label: str
    rate: float
    interval: Interval
    kind: str


def comparisons(lines: Sequence[Line], language: Language, facts: Facts) -> list[str]:
    """Say which intervals overlap, of up to four rates by pairs; the games may be shared.

    The numbers of pairs are added to the facts.
    """
    rated = list({
        line.label: Rated(line.label, line.rate, line.interval, line.kind)
        for line in lines if line.interval is not None and line.rate is not None
    }.values())  # fmt: skip
    kinds = [[one for one in rated if one.kind == kind] for kind in dict.fromkeys(
        one.kind for one in rated)]  # fmt: skip
    found: list[str] = []
    if len(rated) <= _FEW:
        alike = [pair for kind in kinds for pair in combinations(kind, 2)]
        found = [_told(one, two, language) for one, two in alike]
    else:
        found = [_counted(kind, language, facts) for kind in kinds if len(kind) > 1]
    return [*found, say(language, "synthesis_dependent")] if found else []


def _told(one: Rated, two: Rated, language: Language) -> str:
    if one.interval.overlaps(two.interval):
        return say(language, "synthesis_overlap", a=as_text(one.label), b=as_text(two.label))
    high, low = (one, two) if one.rate > two.rate else (two, one)
    return say(language, "synthesis_apart", a=as_text(high.label), b=as_text(low.label))


def _counted(rated: Sequence[Rated], language: Language, facts: Facts) -> str:
    """Say how many pairs overlap, and which overlap the highest."""
    pairs = len(rated) * (len(rated) - 1) // 2
    count = overlapping([one.interval for one in rated])
    facts.count(count, pairs)
    first = max(rated, key=lambda one: one.rate)
    beside = sorted(
        (o for o in rated if o is not first and o.interval.overlaps(first.interval)),
        key=lambda one: -one.rate,
    )
    names = ", ".join(as_text(one.label) for one in beside[:_NAMED])
    return say(
        language,
        "synthesis_pairs" if beside else "synthesis_pairs_apart",
        count=integer(count, language),
        pairs=integer(pairs, language),
        first=as_text(first.label),
        names=names + (" …" if len(beside) > _NAMED else ""),
    )


def overlapping(intervals: Sequence[Interval]) -> int:
    """Return how many pairs of intervals overlap; those that touch do."""
    lows = sorted(one.low for one in intervals)
    apart = sum(len(lows) - bisect_right(lows, one.high) for one in intervals)
    return len(lows) * (len(lows) - 1) // 2 - apart
