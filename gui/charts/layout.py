"""Where the marks of a chart stand: axes, bars, points and lines in pixels."""

from dataclasses import dataclass, field
from itertools import groupby

from pydantic import JsonValue
from PySide6.QtCore import QLocale, QPointF, QRectF

from gui.charts.scales import BandScale, LinearScale, Scale, as_name, as_number
from gui.charts.time_scale import TimeScale, time_scale
from gui.charts.vega_lite import Channel, Chart, Layer, Row

_HEADROOM = 0.06
_FEW = 6


@dataclass(slots=True)
class Shape:
    """One mark: its kind, its pixels, which series it belongs to and the row behind it."""

    mark: str
    points: list[QPointF]
    series: int
    row: Row | None
    layer: Layer
    width: float = 0.0
    reference: bool = False


@dataclass(slots=True)
class Plot:
    """Owns the scales and shapes of a chart in one rectangle."""

    area: QRectF
    x: Scale
    y: Scale
    shapes: list[Shape] = field(default_factory=list)


def series_names(chart: Chart) -> list[str]:
    """Return the values of the colour channel in their order; empty where colour says nothing."""
    names: list[str] = []
    for layer in chart.layers:
        colour = layer.channels.get("color")
        if colour is not None and colour.field and colour.kind != "quantitative":
            names += [as_name(row.get(colour.field)) for row in layer.rows]
    return list(dict.fromkeys(names))


def coloured_names(chart: Chart) -> list[str]:
    """Return the values that have a colour each: those of the colour channel, else a few names.

    Names on an axis are coloured where they are few and have no order of their own: races, teams.
    """
    names = series_names(chart)
    if names:
        return names
    channel = named_axis(chart)
    if channel is None or any(layer.mark in ("line", "area", "rect") for layer in chart.layers):
        return []
    found = (as_name(row.get(channel.field)) for layer in chart.layers for row in layer.rows)
    names = list(dict.fromkeys(name for name in found if name))
    known = all(chart.of.get(name, name) in chart.values for name in names)
    few = (known or len(names) > 1) and not any(name[:1].isdigit() for name in names)
    return names if few and len(names) <= _FEW else []


def tinted_names(chart: Chart) -> list[str]:
    """Return the values of the field that gives marks their colours."""
    rows = (row for layer in chart.layers for row in layer.rows)
    return list(dict.fromkeys(as_name(row[chart.tinted]) for row in rows if chart.tinted in row))


def named_axis(chart: Chart) -> Channel | None:
    """Return the axis of names that have no order of their own, None without one."""
    axes = (chart.channel("x"), chart.channel("y"))
    named = (c for c in axes if c is not None and c.kind == "nominal" and c.field and not c.ordered)
    return next(named, None)


def axis_names(chart: Chart, name: str) -> tuple[str, ...]:
    """Return the names along an axis in the order that is drawn; none of numbers and times."""
    channel = chart.channel(name)
    return _names(chart, name, channel) if channel is not None and channel.kind == "nominal" else ()


def lay_out(chart: Chart, area: QRectF, locale: QLocale) -> Plot:
    """Return the plot of a chart inside a rectangle."""
    x = _scale(chart, "x", area.left(), area.right(), locale)
    y_channel = chart.channel("y")
    named = y_channel is not None and y_channel.kind == "nominal"
    first, last = (area.top(), area.bottom()) if named else (area.bottom(), area.top())
    plot = Plot(area, x, _scale(chart, "y", first, last, locale))
    names = {name: at for at, name in enumerate(coloured_names(chart))}
    on_axis = None if series_names(chart) else named_axis(chart)
    for layer in chart.layers:
        plot.shapes += _shapes(layer, plot, names, layer.channels.get("color") or on_axis)
    return plot


def _scale(chart: Chart, name: str, start: float, stop: float, locale: QLocale) -> Scale:
    channel = chart.channel(name) or Channel()
    if channel.kind == "temporal":
        timed = time_scale(
            _values(chart, name),
            _fixed(chart, name),
            channel.domain,
            (start, stop),
            channel.format,
            locale,
            cells=any(layer.mark == "rect" for layer in chart.layers),
        )
        if timed is not None:
            return timed
    if channel.kind != "quantitative":
        return BandScale(_names(chart, name, channel), start, stop)
    values = [*_values(chart, name), *_fixed(chart, name), *_heights(chart, name)]
    found = [v for v in map(as_number, values) if v is not None] or [0.0, 1.0]
    limits = [v for v in map(as_number, channel.domain) if v is not None]
    low, high = (min(limits), max(limits)) if len(limits) > 1 else (min(found), max(found))
    whole = _all_whole(chart, name, channel)
    if len(limits) < 2:
        bars = any(layer.mark in ("bar", "area") for layer in chart.layers)
        said = [
            c.zero for la in chart.layers if (c := la.channels.get(name)) and c.zero is not None
        ]
        zero = all(said) if said else bars
        if zero:
            low, high = min(0.0, low), max(0.0, high)
        if whole and low == high:
            # One whole step to either side, and no count below none.
            low, high = low - 1 if low else low, high + 1
        room = (high - low) * _HEADROOM or abs(high) * 0.1 or 0.5
        high += room if high else 0.0
        low -= 0.0 if zero and low == 0 else room
    count = max(1, len(set(found)))
    band = min(40.0, max(2.0, abs(stop - start) / count * 0.6))
    return LinearScale(low, high, start, stop, channel.format, locale, band, whole)


def _all_whole(chart: Chart, name: str, channel: Channel) -> bool:
    """Say whether an axis is one of counts; a line that stands for their mean is not counted."""
    if channel.format.endswith(("%", "f")):
        return False
    measured = [v for v in map(as_number, _values(chart, name)) if v is not None]
    return bool(measured) and all(value.is_integer() for value in measured)


def _names(chart: Chart, name: str, channel: Channel) -> tuple[str, ...]:
    values = [*_values(chart, name), *_fixed(chart, name)]
    names = list(dict.fromkeys(as_name(value) for value in values))
    listed = channel.order or channel.domain
    if listed:
        order = [as_name(value) for value in listed]
        names = [n for n in order if n in names] + [n for n in names if n not in order]
    elif channel.ascending or channel.descending:
        names.sort(reverse=channel.descending)
    return tuple(names)


def _values(chart: Chart, name: str) -> list[JsonValue]:
    """Return the values of the rows that stand on an axis."""
    return [
        row.get(channel.field)
        for layer in chart.layers
        for channel in _on_axis(layer, name)
        if channel.field
        for row in layer.rows
    ]


def _heights(chart: Chart, name: str) -> list[JsonValue]:
    """Return how far the bars that stand on each other reach on an axis."""
    found: list[JsonValue] = []
    for layer in chart.layers:
        if layer.mark != "bar" or not {"x", "y"} <= layer.channels.keys():
            continue
        upright = layer.channels["y"].kind == "quantitative"
        measure, place = ("y", "x") if upright else ("x", "y")
        if name != measure or not _stacks(layer, measure, place):
            continue
        reached: dict[tuple[str, bool], float] = {}
        for row in layer.rows:
            value = as_number(layer.channels[measure].value(row)) or 0.0
            key = as_name(layer.channels[place].value(row)), value >= 0
            reached[key] = reached.get(key, 0.0) + value
        found += reached.values()
    return found


def _stacks(layer: Layer, measure: str, place: str) -> bool:
    """Whether the bars of one place and several colours stand on each other."""
    colour = layer.channels.get("color")
    apart = {"xOffset", "yOffset", "x2", "y2"} & layer.channels.keys()
    if colour is None or apart or not layer.channels[measure].stacked:
        return False
    return colour.field != layer.channels[place].field


def _fixed(chart: Chart, name: str) -> list[JsonValue]:
    """Return the values of an axis that lines are drawn at."""
    found = (channel for layer in chart.layers for channel in _on_axis(layer, name))
    return [channel.datum for channel in found if not channel.field]


def _on_axis(layer: Layer, name: str) -> list[Channel]:
    return [layer.channels[one] for one in (name, f"{name}2") if one in layer.channels]


def _shapes(layer: Layer, plot: Plot, names: dict[str, int], colour: Channel | None) -> list[Shape]:
    x, y = layer.channels.get("x"), layer.channels.get("y")
    if layer.mark == "rule" and not {"x2", "y2"} & layer.channels.keys():
        if y is not None and not y.field:
            return _reference(layer, plot, None, y)
        if x is not None and not x.field:
            return _reference(layer, plot, x, None)
    if x is None or y is None:
        return _reference(layer, plot, x, y)
    if layer.mark in ("line", "area"):
        return _lines(layer, plot, names)
    stacks: dict[tuple[str, str], float] = {}
    found = []
    for row in layer.rows:
        series = names.get(as_name(colour.value(row)), 0) if colour is not None else 0
        shape = _mark(layer, plot, row, series, stacks)
        if shape is not None:
            _offset(shape, layer, plot, row)
            found.append(shape)
    return found


def _mark(
    layer: Layer, plot: Plot, row: Row, series: int, stacks: dict[tuple[str, str], float]
) -> Shape | None:
    channels = layer.channels
    px, py = plot.x.at(channels["x"].value(row)), plot.y.at(channels["y"].value(row))
    if px is None or py is None:
        return None
    end = QPointF(px, py)
    start = QPointF(end)
    for name in ("x", "y"):
        second = channels.get(f"{name}2")
        scale = plot.x if name == "x" else plot.y
        other = scale.at(second.value(row)) if second is not None else None
        if other is not None:
            start.setX(other) if name == "x" else start.setY(other)
    if layer.mark == "rect":
        half = QPointF(_step(plot.x) / 2, _step(plot.y) / 2)
        return Shape(layer.mark, [end - half, end + half], series, row, layer)
    upright = isinstance(plot.y, LinearScale)
    across = plot.x if upright else plot.y
    if layer.mark == "bar" and "x2" not in channels and "y2" not in channels:
        start, end = _bar(layer, plot, row, upright, stacks)
    return Shape(layer.mark, [start, end], series, row, layer, across.band)


def _step(scale: Scale) -> float:
    """Return how wide a cell is: cells of names and moments leave no room between them."""
    return abs(scale.step) if isinstance(scale, BandScale | TimeScale) else scale.band


def _bar(
    layer: Layer, plot: Plot, row: Row, upright: bool, stacks: dict[tuple[str, str], float]
) -> tuple[QPointF, QPointF]:
    """Return the two ends of a bar; bars of one place and several colours stand on each other."""
    measure, place = ("y", "x") if upright else ("x", "y")
    channel, scale = layer.channels[measure], plot.y if upright else plot.x
    value = as_number(channel.value(row)) or 0.0
    base = 0.0
    if _stacks(layer, measure, place):
        key = (as_name(layer.channels[place].value(row)), "+" if value >= 0 else "-")
        base = stacks.get(key, 0.0)
        stacks[key] = base + value
    floor = base
    if isinstance(scale, LinearScale):
        floor = max(scale.low, min(scale.high, base))
    start, end = scale.at(floor) or 0.0, scale.at(base + value) or 0.0
    across = (plot.x if upright else plot.y).at(layer.channels[place].value(row)) or 0.0
    if upright:
        return QPointF(across, start), QPointF(across, end)
    return QPointF(start, across), QPointF(end, across)


def _offset(shape: Shape, layer: Layer, plot: Plot, row: Row) -> None:
    """Move marks of one place beside each other."""
    for name, scale in (("xOffset", plot.x), ("yOffset", plot.y)):
        channel = layer.channels.get(name)
        if channel is None or not channel.field:
            continue
        listed = [as_name(value) for value in channel.order]
        names = listed or list(dict.fromkeys(as_name(r.get(channel.field)) for r in layer.rows))
        step = scale.band / max(1, len(names))
        shift = (names.index(as_name(channel.value(row))) + 0.5) * step - scale.band / 2
        across = QPointF(shift, 0) if name == "xOffset" else QPointF(0, shift)
        shape.points = [point + across for point in shape.points]
        shape.width = step * 0.9


def _lines(layer: Layer, plot: Plot, names: dict[str, int]) -> list[Shape]:
    colour = layer.channels.get("color")
    groups: dict[str, list[tuple[float, float | None, Row]]] = {}
    for row in layer.rows:
        px = plot.x.at(layer.channels["x"].value(row))
        if px is not None:
            key = as_name(colour.value(row)) if colour is not None else ""
            py = plot.y.at(layer.channels["y"].value(row))
            groups.setdefault(key, []).append((px, py, row))
    found = []
    for key, places in groups.items():
        places.sort(key=lambda place: place[0])
        series = names.get(key, 0)
        # A value that is missing is a gap: a line across it would show what nobody measured.
        for known, run in groupby(places, key=lambda place: place[1] is not None):
            if not known:
                continue
            rows = [(QPointF(px, py or 0.0), row) for px, py, row in run]
            found.append(Shape(layer.mark, [point for point, _ in rows], series, None, layer))
            mark = "point" if layer.points or len(rows) == 1 else "hover"
            found += [Shape(mark, [p, p], series, row, layer) for p, row in rows]
    return found


def _reference(layer: Layer, plot: Plot, x: Channel | None, y: Channel | None) -> list[Shape]:
    """Return a line through the whole plot, at a value of one axis, if it is on that axis."""
    row = layer.rows[0] if layer.rows else {}
    area = plot.area
    across, up = (plot.x.at(x.value(row)) if x else None), (plot.y.at(y.value(row)) if y else None)
    if up is not None:
        points = [QPointF(area.left(), up), QPointF(area.right(), up)]
    elif across is not None:
        points = [QPointF(across, area.top()), QPointF(across, area.bottom())]
    else:
        return []
    return [Shape("rule", points, 0, None, layer, reference=True)]
