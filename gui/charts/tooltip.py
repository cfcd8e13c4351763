"""What is said of a mark of a chart: its values, its interval and the games behind it."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale

from gui.charts.layout import Shape
from gui.charts.moments import moment_words
from gui.charts.scales import as_number, formatted
from gui.charts.vega_lite import Channel, Chart, Row
from gui.texts.numbers import interval

_BOUNDS = ("ci_low", "ci_high")
_COUNTS = ("games", "n")
_WRITTEN = ("low_shown", "high_shown")
"""Ends of an interval as the agent writes them."""


def tooltip(chart: Chart, shape: Shape, locale: QLocale) -> str:
    """Return lines of plain text for a mark; empty for one without a row."""
    row = shape.row
    if row is None:
        return ""
    positions = _positions(chart)
    lines: list[str] = []
    told = _told(chart, shape)
    for channel in told or _drawn(chart, shape):
        if channel.field not in row or channel.field in (*_BOUNDS, *_COUNTS):
            continue
        known = positions.get(channel.field, channel)
        write = moment_words if "temporal" in (channel.kind, known.kind) else formatted
        text = write(row[channel.field], channel.format or known.format, locale)
        title = channel.title if channel.title != channel.field else known.title
        # What a mark is called needs no title before it.
        named = title and (channel.kind == "quantitative" or (told and lines))
        lines.append(f"{title}: {text}" if named else text)
    lines += _interval_line(row, locale)
    lines += [f"n: {formatted(row[key], '', locale)}" for key in _COUNTS if key in row]
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


def _interval_line(row: Row, locale: QLocale) -> list[str]:
    low, high = (as_number(row.get(name)) for name in _BOUNDS)
    ends = [row[name] for name in _WRITTEN if isinstance(row.get(name), str)]
    if len(ends) == len(_WRITTEN):
        told = " – ".join(map(str, ends))
    elif low is not None and high is not None:
        told = interval(low, high, locale)
    else:
        return []
    said = QCoreApplication.translate("Chat", "95% interval: {interval}")
    return [said.replace("{interval}", told)]
