"""The same chart in another order, as another kind, in the units of its table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from gui.charts.scales import as_name, as_number
from gui.charts.vega_lite import Channel, Chart, Layer, Mark
from gui.texts.numbers import in_minutes, length_sign

Kind = Literal["bar", "point", "line"]

KINDS: tuple[Kind, ...] = ("bar", "point", "line")
_MOST_BARS = 90
"""More bars of several series would be too thin to be told apart."""
DURATION = "duration"
"""The format of a channel whose values are seconds."""

_Change = Callable[[str, Channel], Channel]
_MEASURING = frozenset({*KINDS, "area", "tick"})


def main_layer(chart: Chart) -> Layer | None:
    """Return the layer that shows the measure, None for cells and the like."""
    found = (layer for layer in chart.layers if layer.mark in _MEASURING)
    return next((la for la in found if {"x", "y"} <= la.channels.keys()), None)


def axes(layer: Layer) -> tuple[str, str]:
    """Return which axis holds the names or times of a layer, and which the measure."""
    return ("y", "x") if layer.channels["x"].kind == "quantitative" else ("x", "y")


def kinds(chart: Chart) -> tuple[Kind, ...]:
    """Return the kinds that the chart can be drawn as; none where there is no choice."""
    layer = main_layer(chart)
    if layer is None or layer.mark not in KINDS:
        return ()
    place, measure = axes(layer)
    if layer.channels[measure].kind != "quantitative" or "x2" in layer.channels:
        return ()
    if layer.channels[place].kind == "quantitative":
        return ()
    timed = layer.channels[place].kind == "temporal" or layer.channels[place].ordered
    found = KINDS if timed and place == "x" else KINDS[:2]
    thin = layer.mark != "bar" and _several(layer) and len(layer.rows) > _MOST_BARS
    return tuple(kind for kind in found if not (thin and kind == "bar"))


def as_kind(chart: Chart, kind: Kind) -> Chart:
    """Return the chart with its measure drawn as another kind; bars begin at nothing, and those of
    several series stand beside each other: rates do not add up."""
    layer = main_layer(chart)
    if layer is None or layer.mark == kind:
        return chart
    place, measure = axes(layer)
    drawn = (_drawn_as(one, kind, layer.mark, measure) for one in chart.layers)
    if kind == "bar" and _several(layer):
        apart = {f"{place}Offset": layer.channels["color"]}
        drawn = (replace(one, channels={**apart, **one.channels}) for one in drawn)
    return replace(chart, layers=tuple(drawn))


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
    measured = {as_name(names.value(row)): as_number(values.value(row)) for row in layer.rows}
    if any(name[:1].isdigit() for name in measured):
        return chart
    known = {name: value for name, value in measured.items() if value is not None}
    order = sorted(known, key=lambda name: -known[name])
    return in_order(chart, [*order, *(name for name in measured if name not in known)])


def in_order(chart: Chart, names: Sequence[str]) -> Chart:
    """Return the chart with its names in this order."""
    layer = main_layer(chart)
    if layer is None:
        return chart
    place, _ = axes(layer)
    made = _with_channels(
        chart, lambda at, channel: replace(channel, order=tuple(names)) if at == place else channel
    )
    return replace(made, beside=tuple(in_order(one, names) for one in chart.beside))


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
