"""What is said of a mark of a chart: its values, its interval and the rows behind it."""

from collections.abc import Iterable, Sequence

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from gui.charts.layout import Shape
from gui.charts.moments import moment_words
from gui.charts.scales import as_number, formatted
from gui.charts.vega_lite import Channel, Chart, Row
from gui.texts.numbers import interval


def tooltip(chart: Chart, shape: Shape, locale: QLocale) -> str:
    """Return lines of plain text for a mark; empty for one without a row."""
    row = shape.row
    if row is None:
        return ""
    positions = _positions(chart)
    lines: list[str] = []
    told = _told(chart, shape)
    ends = chart.interval or (() if told else _ends(chart, row))
    for channel in told or _drawn(chart, shape):
        if channel.field not in row or channel.field in (*ends, chart.n):
            continue
        known = positions.get(channel.field, channel)
        write = moment_words if "temporal" in (channel.kind, known.kind) else formatted
        text = write(row[channel.field], channel.format or known.format, locale)
        title = channel.title if channel.title != channel.field else known.title
        # What a mark is called needs no title before it.
        named = title and (channel.kind == "quantitative" or (told and lines))
        lines.append(f"{title}: {text}" if named else text)
    lines += _interval_line([row.get(end) for end in ends], positions.values(), locale)
    if chart.n in row:
        lines.append(f"n: {formatted(row[chart.n], '', locale)}")
    return "\n".join(lines)


def _positions(chart: Chart) -> dict[str, Channel]:
    """Return the channels of the axes by field: they know titles and formats."""
    found: dict[str, Channel] = {}
    for layer in chart.layers:
        for name in ("x", "y"):
            channel = layer.channels.get(name)
            if channel is not None and channel.field:
                found.setdefault(channel.field, channel)
    return found


def _told(chart: Chart, shape: Shape) -> Sequence[Channel]:
    """Return what the layer of a mark tells, or one of the same rows, such as of an interval."""
    layers = (shape.layer, *(layer for layer in chart.layers if layer.rows == shape.layer.rows))
    return next((layer.tooltip for layer in layers if layer.tooltip), ())


def _drawn(chart: Chart, shape: Shape) -> list[Channel]:
    """Return what is drawn of a row, in every layer: an interval says its value, too."""
    names = ("x", "color", "y", "y2", "x2")
    layers = [shape.layer, *(layer for layer in chart.layers if layer is not shape.layer)]
    found = [la.channels[name] for name in names for la in layers if name in la.channels]
    fields: dict[str, Channel] = {}
    for channel in found:
        if channel.field:
            fields.setdefault(channel.field, channel)
    return sorted(fields.values(), key=lambda channel: channel.kind == "quantitative")


def _ends(chart: Chart, row: Row) -> tuple[str, ...]:
    """Return the fields of the ends of the interval that is drawn of a row, none without one."""
    for layer in chart.layers:
        for name in "xy" if layer.mark in ("rule", "errorbar") else "":
            ends = [layer.channels.get(one) for one in (name, f"{name}2")]
            fields = tuple(one.field for one in ends if one is not None and one.field in row)
            if len(fields) == len(ends):
                return fields
    return ()


def _interval_line(
    ends: Sequence[JsonValue], axes: Iterable[Channel], locale: QLocale
) -> list[str]:
    """Return the line of an interval, whose ends are numbers of one of the axes, or texts that are
    told as they are; none where an end is missing."""
    form = next((one.format for one in axes if one.kind == "quantitative" and one.format), "")
    low, high = ends if len(ends) == 2 else (None, None)
    if low is None or high is None:
        return []
    least, most = as_number(low), as_number(high)
    if least is not None and most is not None and form.endswith("%"):
        told = interval(least, most, locale)
    else:
        texts = (end if isinstance(end, str) else formatted(end, form, locale) for end in ends)
        told = " – ".join(texts)
    said = QCoreApplication.translate("Chat", "95% interval: {interval}")
    return [said.replace("{interval}", told)]
