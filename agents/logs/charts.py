"""Vega-Lite charts of counts: lines over time, bars of the commonest."""

from collections.abc import Sequence
from typing import Any

from agents.data.charts import SCHEMA
from agents.data.engine import Row
from agents.data.language import Language
from agents.logs.frame import GRAINS
from agents.logs.sentences import say

_MOST = 60
_UPRIGHT = 5


def chart_of(
    group: str, names: Sequence[str], rows: Sequence[Row], language: Language, title: str
) -> dict[str, Any] | None:
    """Return a chart of counts by a column or a grain of time; None where none helps."""
    if not 2 <= len(rows) <= (4 * _MOST if group in GRAINS else _MOST):
        return None
    values = [{"name": name, "count": row[1]} for name, row in zip(names, rows, strict=True)]
    timed = group in GRAINS
    flat = not timed and (len(rows) > _UPRIGHT or max(map(len, names)) > 24)
    across, up = ("y", "x") if flat else ("x", "y")
    column = say(language, f"column_{group}")
    encoding = {
        across: {"field": "name", "type": "nominal", "sort": None, "title": column},
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
