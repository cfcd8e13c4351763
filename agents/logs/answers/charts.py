"""Vega-Lite charts of counts: lines over time, bars of the commonest."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from agents.answering.engine import Row
from agents.answering.text.language import Language
from agents.answering.vega_lite import SCHEMA
from agents.logs.answers.sentences import say
from agents.logs.question.frame import GRAINS

_MOST = 60
_UPRIGHT = 5
_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}


def chart_of(
    group: str, names: Sequence[str], rows: Sequence[Row], language: Language, title: str
) -> dict[str, Any] | None:
    """Return a chart of counts by a column or a grain of time; None where none helps.

    Times stand at their time on the x axis.
    """
    if not 2 <= len(rows) <= (4 * _MOST if group in GRAINS else _MOST):
        return None
    values = [{"name": name, "count": row[1]} for name, row in zip(names, rows, strict=True)]
    timed = group in GRAINS
    place: dict[str, Any] = {"field": "name", "type": "nominal", "sort": None}
    if timed:
        values = [
            {**value, "begins": _moment(value["name"]).isoformat()}
            for value in _with_empty(values, group)
        ]
        place = {"field": "begins", "type": "temporal"}
    flat = not timed and (len(rows) > _UPRIGHT or max(map(len, names)) > 24)
    across, up = ("y", "x") if flat else ("x", "y")
    column = say(language, f"column_{group}")
    encoding = {
        across: {**place, "title": column},
        up: {"field": "count", "type": "quantitative", "title": say(language, "column_count")},
        "tooltip": [
            {"field": "name", "type": "nominal"},
            {"field": "count", "type": "quantitative"},
        ],
    }
    mark: dict[str, Any] = {"type": "line", "point": True} if timed else {"type": "bar"}
    return {
        "$schema": SCHEMA,
        "title": title,
        "width": "container",
        "data": {"values": values},
        "layer": [{"mark": mark, "encoding": encoding}],
    }


def _with_empty(values: list[dict[str, Any]], grain: str) -> list[dict[str, Any]]:
    """Put in the times that have no line, with 0, unless there are too many."""
    length = _LENGTHS.get(grain)
    if length is None:
        return values
    moments = [_moment(one["name"]) for one in values]
    steps = int((max(moments) - min(moments)) / length) + 1
    if steps > 4 * _MOST:
        return values
    counts = dict(zip(moments, (one["count"] for one in values), strict=True))
    size = len(str(values[0]["name"]))
    every = (min(moments) + index * length for index in range(steps))
    return [{"name": str(moment)[:size], "count": counts.get(moment, 0)} for moment in every]


def _moment(name: str) -> datetime:
    """Return when a month, day, hour or minute begins: 2024-06, 2024-06-09 10:01."""
    return datetime.fromisoformat(f"{name}-01" if len(name) == len("2024-06") else name)
