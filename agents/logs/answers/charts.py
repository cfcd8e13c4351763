"""The Vega-Lite chart of a log: its lines over time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from agents.answering.engine import Row
from agents.answering.text.language import Language
from agents.answering.vega_lite import SCHEMA
from agents.logs.answers.sentences import say

_MOST = 240
_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}


def chart_of(
    grain: str, names: Sequence[str], rows: Sequence[Row], language: Language, title: str
) -> dict[str, Any] | None:
    """Return a chart of counts by a grain of time; None where none helps."""
    if not 2 <= len(rows) <= _MOST:
        return None
    values = [{"name": name, "count": row[1]} for name, row in zip(names, rows, strict=True)]
    values = [
        {**value, "begins": _moment(value["name"]).isoformat()}
        for value in _with_empty(values, grain)
    ]
    column = say(language, f"column_{grain}")
    encoding = {
        "x": {"field": "begins", "type": "temporal", "title": column},
        "y": {"field": "count", "type": "quantitative", "title": say(language, "column_count")},
        "tooltip": [
            {"field": "name", "type": "nominal"},
            {"field": "count", "type": "quantitative"},
        ],
    }
    return {
        "$schema": SCHEMA,
        "title": title,
        "width": "container",
        "data": {"values": values},
        "layer": [{"mark": {"type": "line", "point": True}, "encoding": encoding}],
    }


def _with_empty(values: list[dict[str, Any]], grain: str) -> list[dict[str, Any]]:
    """Put in the times that have no line, with 0, unless there are too many."""
    length = _LENGTHS.get(grain)
    if length is None:
        return values
    moments = [_moment(one["name"]) for one in values]
    steps = int((max(moments) - min(moments)) / length) + 1
    if steps > _MOST:
        return values
    counts = dict(zip(moments, (one["count"] for one in values), strict=True))
    size = len(str(values[0]["name"]))
    every = (min(moments) + index * length for index in range(steps))
    return [{"name": str(moment)[:size], "count": counts.get(moment, 0)} for moment in every]


def _moment(name: str) -> datetime:
    """Return when a month, day, hour or minute begins: 2024-06, 2024-06-09 10:01."""
    return datetime.fromisoformat(f"{name}-01" if len(name) == len("2024-06") else name)
