"""Vega-Lite v6 charts of a result: bars with intervals, or a line over time, data inlined."""

from typing import Any

from agents.data.analysis import Analysis
from agents.data.frame import GRAINS
from agents.data.labels import dimension_label, measure_label
from agents.data.language import Language
from agents.data.model import SemanticModel

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_MOST = 60


def chart_of(
    analysis: Analysis, names: tuple[str, ...], model: SemanticModel, language: Language, title: str
) -> dict[str, Any] | None:
    """Return a chart where a picture helps: two rows or more, up to 60; else None.

    `names` are the rows' names, in the order of the analysis' rows. Rates are drawn with their 95 %
    intervals and a line at 50 %; their axis does not start at zero.
    """
    shown = analysis.plan.frame.presentation
    enough = 1 if shown == "chart" else 2
    if shown in ("text", "table") or not enough <= len(analysis.rows) <= _MOST:
        return None
    series = _series(analysis, model)
    values = [_value(analysis, index, name, series) for index, name in enumerate(names)]
    label = " · ".join(
        dimension_label(g.dimension, model, language)
        for g in analysis.plan.groups
        if g.name != series
    )
    axis = {"field": "name", "type": "nominal", "sort": None, "title": label or None}
    layers = _rate_layers(axis, series, analysis, language)
    if analysis.plan.frame.measure != "win_rate":
        layers = _plain_layers(axis, series, analysis, language)
    return {
        "$schema": SCHEMA,
        "title": title,
        "width": "container",
        "data": {"values": values},
        "layer": layers,
    }


def _series(analysis: Analysis, model: SemanticModel) -> str | None:
    """Return the column that colours the lines of a chart over time, if there is one."""
    groups = analysis.plan.groups
    if len(groups) == 2 and analysis.plan.over_time:
        return next(g.name for g in groups if g.dimension not in GRAINS)
    return None


def _value(analysis: Analysis, index: int, name: str, series: str | None) -> dict[str, Any]:
    row = analysis.rows[index]
    found: dict[str, Any] = dict(zip(analysis.names, row, strict=True))
    found["name"] = name
    if series is not None:
        time = next(g.name for g in analysis.plan.groups if g.name != series)
        found["name"], found["series"] = str(found[time]), str(found[series])
    return found


def _rate_layers(
    axis: dict[str, Any], series: str | None, analysis: Analysis, language: Language
) -> list[dict[str, Any]]:
    scale = {"zero": False}
    number = {"format": ".0%", "title": measure_label("win_rate", language)}
    colour = {"color": {"field": "series", "type": "nominal", "title": None}} if series else {}
    tooltip = [
        {"field": name, "type": "nominal" if name == "name" else "quantitative"}
        for name in ("name", "games", "wins", "win_rate", "ci_low", "ci_high")
    ]
    rate = {"field": "win_rate", "type": "quantitative", "scale": scale, "axis": number}
    low = {"field": "ci_low", "type": "quantitative", "scale": scale, "axis": number}
    mark: dict[str, Any] = {"type": "point", "filled": True, "size": 70}
    if analysis.plan.over_time:
        mark = {"type": "line", "point": True}
    return [
        {
            "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55},
            "encoding": {"x": axis, "y": low, "y2": {"field": "ci_high"}, **colour},
        },
        {"mark": mark, "encoding": {"x": axis, "y": rate, "tooltip": tooltip, **colour}},
        {
            "mark": {"type": "rule", "strokeDash": [4, 4], "opacity": 0.7},
            "encoding": {"y": {"datum": 0.5, "type": "quantitative", "scale": scale}},
        },
    ]


def _plain_layers(
    axis: dict[str, Any], series: str | None, analysis: Analysis, language: Language
) -> list[dict[str, Any]]:
    measure = analysis.plan.frame.measure
    field = {"duration": "mean_seconds"}.get(measure, measure)
    colour = {"color": {"field": "series", "type": "nominal", "title": None}} if series else {}
    value = {"field": field, "type": "quantitative", "title": measure_label(measure, language)}
    tooltip = [
        {"field": name, "type": "nominal" if name == "name" else "quantitative"}
        for name in dict.fromkeys(("name", "games", field))
    ]
    mark = {"type": "line", "point": True} if analysis.plan.over_time else {"type": "bar"}
    return [{"mark": mark, "encoding": {"x": axis, "y": value, "tooltip": tooltip, **colour}}]
