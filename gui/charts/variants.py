"""The same chart in another order, as another kind, in the units of its table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from app.durations import in_minutes
from gui.charts.layout import axis_names
from gui.charts.scales import as_name, as_number
from gui.charts.vega_lite import Channel, Chart, Layer, Mark, Row
from gui.texts.numbers import length_sign

Kind = Literal["bar", "point", "line", "rect", "turned"]
"""How a chart is drawn: as marks of a kind, cells as they came (`rect`) or with their axes swapped.
"""
KINDS: tuple[Kind, ...] = ("bar", "point", "line", "rect", "turned")
_MARKS: tuple[Kind, ...] = KINDS[:3]
_SWAPPED = {"x": "y", "y": "x"}
_MOST_BARS, _MOST_SERIES, _UPRIGHT = 90, 8, 6
"""More bars of several series, or more series, could not be told apart; more names stand down the
side."""
DURATION = "duration"
"""The format of a channel whose values are seconds."""

_Change = Callable[[str, Channel], Channel]
_MEASURING = frozenset({*_MARKS, "area", "tick"})


def main_layer(chart: Chart) -> Layer | None:
    """Return the layer that shows the measure, None for cells and the like."""
    found = (layer for layer in chart.layers if layer.mark in _MEASURING)
    return next((la for la in found if {"x", "y"} <= la.channels.keys()), None)


def axes(layer: Layer) -> tuple[str, str]:
    """Return which axis holds the names or times of a layer, and which the measure."""
    return ("y", "x") if layer.channels["x"].kind == "quantitative" else ("x", "y")


def kinds(chart: Chart) -> tuple[Kind, ...]:
    """Return the kinds that the chart can be drawn as; none where there is no choice."""
    if _cells(chart) is not None:
        series = _as_series(chart)
        return (*(kinds(series) if series is not None else ()), "rect", "turned")
    layer = main_layer(chart)
    if layer is None or layer.mark not in _MARKS:
        return ()
    place, measure = axes(layer)
    if layer.channels[measure].kind != "quantitative" or "x2" in layer.channels:
        return ()
    if layer.channels[place].kind == "quantitative":
        return ()
    timed = layer.channels[place].kind == "temporal" or layer.channels[place].ordered
    found = _MARKS if timed and place == "x" else _MARKS[:2]
    thin = layer.mark != "bar" and _several(layer) and len(layer.rows) > _MOST_BARS
    return tuple(kind for kind in found if not (thin and kind == "bar"))


def as_it_came(chart: Chart) -> Kind | None:
    """Return the kind that the chart is drawn as without a choice, None of one that has none."""
    layer = main_layer(chart)
    mark = "rect" if layer is None and _cells(chart) is not None else layer and layer.mark
    return next((kind for kind in KINDS if kind == mark), None)


def as_kind(chart: Chart, kind: Kind) -> Chart:
    """Return the chart with its measure drawn as another kind; bars begin at nothing, and those of
    several series stand beside each other: rates do not add up."""
    if _cells(chart) is not None and kind != "rect":
        series = _as_series(chart)
        if kind == "turned":
            return _turned(chart)
        return as_kind(series, kind) if series is not None else chart
    layer = main_layer(chart)
    if layer is None or layer.mark == kind or kind == "turned":
        return chart
    place, measure = axes(layer)
    drawn = (_drawn_as(one, kind, layer.mark, measure) for one in chart.layers)
    if kind == "bar" and _several(layer):
        apart = {f"{place}Offset": layer.channels["color"]}
        drawn = (replace(one, channels={**apart, **one.channels}) for one in drawn)
    return replace(chart, layers=tuple(drawn))


def _cells(chart: Chart) -> Layer | None:
    """Return the layer of a map of cells between two axes of names, None of another chart."""
    found = (layer for layer in chart.layers if layer.mark == "rect")
    layer = next(found, None)
    wanted = {"x": "nominal", "y": "nominal", "color": "quantitative"}
    if layer is None or not wanted.keys() <= layer.channels.keys():
        return None
    kept = all(layer.channels[name].kind == kind for name, kind in wanted.items())
    return layer if kept else None


def _as_series(chart: Chart) -> Chart | None:
    """Return a map of cells as points along one of its axes, a series for each name of the other,
    the one of fewer names; None where these are too many."""
    layer = _cells(chart)
    if layer is None:
        return None
    names = {at: axis_names(chart, at) for at in ("x", "y")}
    by = min(names, key=lambda at: (layer.channels[at].ordered, len(names[at])))
    if len(names[by]) > _MOST_SERIES:
        by = min(names, key=lambda at: len(names[at]))
    along = _SWAPPED[by]
    if len(names[by]) > _MOST_SERIES or len(layer.rows) > _MOST_BARS:
        return None
    upright = layer.channels[along].ordered or len(names[along]) <= _UPRIGHT
    place, measure = ("x", "y") if upright else ("y", "x")
    channels = {
        place: layer.channels[along],
        measure: replace(layer.channels["color"], middle=None, zero=False),
        "color": replace(layer.channels[by], title="", order=names[by]),
    }
    rank = {name: at for at, name in enumerate(names[by])}
    rows = sorted(layer.rows, key=lambda row: rank[as_name(channels["color"].value(row))])
    return replace(chart, layers=(replace(layer, mark="point", rows=tuple(rows),
                                          channels=channels),))  # fmt: skip


def _turned(chart: Chart) -> Chart:
    layers = (
        replace(one, channels={_SWAPPED.get(name, name): channel
                               for name, channel in one.channels.items()})
        for one in chart.layers
    )  # fmt: skip
    return replace(chart, layers=tuple(layers))


def by_value(chart: Chart) -> Chart:
    """Return the chart with its names in the order of the measure, the greatest first.

    Names that have an order of their own (times, numbers, listed ones) keep it.
    """
    layer = main_layer(chart)
    if layer is None or layer.mark == "line":
        return chart
    place, measure = axes(layer)
    names, values = layer.channels[place], layer.channels[measure]
    listed = names.order or names.domain or names.ascending or names.descending or names.ordered
    if names.kind != "nominal" or values.kind != "quantitative" or listed or _several(layer):
        return chart
    if any(as_name(names.value(row))[:1].isdigit() for row in layer.rows):
        return chart
    measured = [(as_number(values.value(row)), row) for row in layer.rows]
    measured.sort(key=lambda one: (one[0] is None, -(one[0] or 0)))
    return in_order(chart, [row for _, row in measured])


def in_order(chart: Chart, rows: Sequence[Row]) -> Chart:
    """Return the chart with its names in the order in which some of its rows first have them."""

    def ordered(name: str, channel: Channel) -> Channel:
        if name not in ("x", "y") or channel.kind != "nominal":
            return channel
        names = dict.fromkeys(as_name(channel.value(row)) for row in rows)
        return replace(channel, order=tuple(names))

    made = _with_channels(chart, ordered)
    return replace(made, beside=tuple(in_order(one, rows) for one in chart.beside))


def rows_along(chart: Chart) -> tuple[Row, ...]:
    """Return the rows of a chart in the order in which their names are drawn, those of one name as
    they came; none along axes of numbers and times alone."""
    layer = main_layer(chart) or _cells(chart)
    names = [(at, axis_names(chart, at)) for at in ("y", "x")] if layer is not None else []
    ranks = [(at, {name: place for place, name in enumerate(found)}) for at, found in names
             if found]  # fmt: skip
    if layer is None or not ranks:
        return ()
    channels = layer.channels

    def place(row: Row) -> list[int]:
        return [rank[as_name(channels[at].value(row))] for at, rank in ranks]

    return tuple(sorted(layer.rows, key=place))


def in_units(chart: Chart, types: Mapping[str, str]) -> Chart:
    """Return the chart with lengths of time written as such, by the types of a table's columns.

    They are read in minutes where one takes a minute, else in seconds.
    """

    def lasting(channel: Channel) -> bool:
        return channel.format == DURATION or types.get(channel.field) == "seconds"

    timed = [(la, one) for la in chart.layers for one in la.channels.values() if lasting(one)]
    lengths = [as_number(one.value(row)) for layer, one in timed for row in layer.rows]
    long, sign = in_minutes(lengths), length_sign(lengths)

    def written(_: str, channel: Channel) -> Channel:
        if not lasting(channel):
            return channel
        titled = f"{channel.title} ({sign})" if channel.title else ""
        return replace(channel, format=DURATION if long else "", title=titled)

    made = _with_channels(chart, written)
    return replace(made, beside=tuple(in_units(one, types) for one in chart.beside))


def _several(layer: Layer) -> bool:
    colour = layer.channels.get("color")
    return colour is not None and bool(colour.field)


def _drawn_as(layer: Layer, kind: Mark, mark: Mark, measure: str) -> Layer:
    channels = {
        name: replace(channel, zero=kind == "bar") if name == measure else channel
        for name, channel in layer.channels.items()
    }
    return replace(layer, mark=kind if layer.mark == mark else layer.mark, channels=channels)


def _with_channels(chart: Chart, change: _Change) -> Chart:
    def changed(layer: Layer) -> Layer:
        channels = {name: change(name, channel) for name, channel in layer.channels.items()}
        tooltip = tuple(change("tooltip", channel) for channel in layer.tooltip)
        return replace(layer, channels=channels, tooltip=tooltip)

    return replace(chart, layers=tuple(changed(layer) for layer in chart.layers))
