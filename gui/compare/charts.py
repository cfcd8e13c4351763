"""Two charts over each other: one plot, the second result drawn dashed and hatched."""

from dataclasses import replace

from pydantic import JsonValue
from PySide6.QtCore import QLocale

from app.domain.answers import Answer
from gui.blocks.origin import ordered
from gui.blocks.result_data import is_chart
from gui.charts.layout import coloured_names, named_axis, series_names
from gui.charts.scales import as_name, formatted
from gui.charts.variants import by_value
from gui.charts.vega_lite import Channel, Chart, Layer, Row, UnknownChart, read_chart
from gui.compare.pairing import Comparison, as_number

RESULT = "\x00result"
"""The field that says which result a row is of: no agent's field is called that."""

_MOST = 60
_SHOWN = ("low_shown", "high_shown")
_OFFSETS = {"xOffset", "yOffset"}
_BARS = ("bar", "rule", "errorbar", "point", "tick")


def chart_of(answer: Answer) -> Chart | None:
    """Return the newest chart of an answer in the order that it has there, as far as it can be
    drawn here."""
    for artifact in reversed(answer.artifacts):
        if is_chart(artifact):
            try:
                chart = read_chart(artifact.data)
            except UnknownChart:
                return None
            return chart if ordered(answer) else by_value(chart)
    return None


def laid_over(first: Chart, second: Chart, names: tuple[str, str]) -> Chart | None:
    """Return one chart of two that have the same axes, else None; `names` are the results'."""
    if _axes(first) != _axes(second) or first.beside or second.beside:
        return None
    meant, of = {**first.of, **second.of}, dict[str, str]()
    layers = [_of(layer, names[0], of, hatched=False) for layer in first.layers]
    for layer in second.layers:
        if not _fixed(layer):
            layers.append(_of(layer, names[1], of, hatched=True))
    # Lines lie over each other, and their intervals stay on them.
    if not any(layer.mark in ("line", "area") for layer in layers):
        layers = _beside(layers)
    title = first.title if first.title == second.title else " / ".join((first.title, second.title))
    values = tuple(dict.fromkeys((*first.values, *second.values)))
    return Chart(
        title=title.strip(" /"), layers=tuple(layers), values=values,
        of=meant | {name: meant.get(one, one) for name, one in of.items()},
        tinted="" if of else _tinted(first, second), n=first.n,
        interval=first.interval if first.interval == second.interval else (),
    )  # fmt: skip


def drawn_from(comparison: Comparison, names: tuple[str, str]) -> Chart | None:
    """Return a chart of the measure of two tables; None where there is none, or too many rows."""
    at = comparison.measure
    keys = [n for n, column in enumerate(comparison.columns) if column.key]
    if at is None or not keys or not 0 < len(comparison.pairs) <= _MOST:
        return None
    column = comparison.columns[at]
    form = ".1%" if column.rate else ""
    rows: tuple[list[Row], list[Row]] = ([], [])
    for row in range(len(comparison.pairs)):
        named = [[v for v in comparison.values(row, n) if v is not None] for n in keys]
        label = " · ".join(as_name(values[0]) for values in named if values)
        for side in range(2):
            value = as_number(comparison.values(row, at)[side])
            if value is not None:
                made: Row = {"name": label, "value": value}
                for end, place in zip(("low", "high"), comparison.interval or (), strict=False):
                    told = comparison.values(row, place)[side]
                    made |= {end: told, f"{end}_shown": formatted(told, form, QLocale())}
                rows[side].append(made)
    if not any(rows):
        return None
    naming = [comparison.columns[n] for n in keys]
    columns = [comparison.first.columns[c.first] for c in naming if c.first is not None]
    columns += [comparison.second.columns[c.second] for c in naming if c.second is not None]
    values = tuple(value for one in columns for value in one.values)
    charts = [_bars(held, column.column.label, values, rate=column.rate) for held in rows]
    return laid_over(charts[0], charts[1], names)


def _bars(rows: list[Row], label: str, values: tuple[str, ...], *, rate: bool) -> Chart:
    y = Channel(
        field="value",
        kind="quantitative",
        title=label,
        format=".0%" if rate else "",
        zero=True,
    )
    x = Channel(field="name", kind="nominal", title="")
    layers = [Layer("bar", tuple(rows), {"x": x, "y": y})]
    whole = [row for row in rows if {"low", "high"} <= row.keys()]
    if whole:
        low = replace(y, field="low")
        high = replace(y, field="high")
        layers.append(Layer("rule", tuple(whole), {"x": x, "y": low, "y2": high}))
    return Chart(title="", layers=tuple(layers), values=values, interval=_SHOWN)


def _tinted(first: Chart, second: Chart) -> str:
    """Return the field whose names are few enough to have a colour each in both charts."""
    axis = named_axis(first)
    return axis.field if axis is not None and all(map(coloured_names, (first, second))) else ""


def _of(layer: Layer, name: str, of: dict[str, str], *, hatched: bool) -> Layer:
    """Return a layer whose rows say which result they are of; `of` keeps what names are of."""
    if _fixed(layer):
        return layer
    colour = layer.channels.get("color")
    rows = tuple({**row, RESULT: _series(colour, row, name)} for row in layer.rows)
    if colour is not None and colour.field and colour.kind != "quantitative":
        of |= {
            as_name(_series(colour, row, name)): as_name(row.get(colour.field))
            for row in layer.rows
        }
    channels = {**layer.channels, "color": Channel(field=RESULT, kind="nominal", stacked=False)}
    return replace(layer, rows=rows, channels=channels, hatched=hatched)


def _beside(layers: list[Layer]) -> list[Layer]:
    """Return layers whose marks of one place stand beside each other, each series in its room."""
    series = tuple(series_names(Chart(title="", layers=tuple(layers))))
    found = []
    for layer in layers:
        across, offset = (
            ("x", "xOffset") if _kind(layer, "y") == "quantitative" else ("y", "yOffset")
        )
        channels = dict(layer.channels)
        if layer.mark in _BARS and not _fixed(layer) and _kind(layer, across) != "quantitative":
            channels[offset] = Channel(field=RESULT)
        for name in _OFFSETS & channels.keys():
            channels[name] = replace(channels[name], order=series)
        found.append(replace(layer, channels=channels))
    return found


def _series(colour: Channel | None, row: Row, name: str) -> JsonValue:
    if colour is None or not colour.field or colour.kind == "quantitative":
        return name
    return f"{name}: {as_name(row.get(colour.field))}"


def _fixed(layer: Layer) -> bool:
    """Whether a layer is a line at one value, which says nothing of either result."""
    return not any(channel.field for channel in layer.channels.values())


def _kind(layer: Layer, name: str) -> str:
    channel = layer.channels.get(name)
    return channel.kind if channel is not None else ""


def _axes(chart: Chart) -> tuple[tuple[str, str], ...]:
    found = (chart.channel("x"), chart.channel("y"))
    marks = {layer.mark for layer in chart.layers}
    if "rect" in marks or "text" in marks:
        return (("", str(id(chart))),)
    return tuple((c.field, c.kind) if c is not None else ("", "") for c in found)
