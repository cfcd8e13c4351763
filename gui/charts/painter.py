"""Paints a chart: title, legend, grid and labels, then the marks."""

import unicodedata
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPolygonF

from gui.charts.labels import cut_apart
from gui.charts.layout import Plot, Shape, coloured_names, series_names, tinted_names
from gui.charts.moments import as_seconds
from gui.charts.scales import BandScale, as_name, as_number, formatted
from gui.charts.vega_lite import Chart, Row
from gui.look.message_style import Style

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_NAME = 48
"""The pixels that each of many names gets under an axis: cut short is better than left out."""
_APART = 14
_CAP = 3
_BAR_ALPHA = 0.8
"""Bars let the interval that is drawn over them be seen."""
_DOT = 4.5
_CROWD, _CROWD_DOT, _CROWD_ALPHA = 200, 3.0, 0.35
"""Of more points than this each is smaller and lets those under it be seen."""
_WHISKER_ALPHA = 0.6
"""An interval says how sure a value is, and is not heavier than the value."""
_BAND_ALPHA = 0.16
_MOST_BANDS = 2
"""Of more lines bands would hide the lines: intervals are told at a point and in the table."""
_CLOSE = 16
"""Intervals of a line that stand closer than so many pixels cannot be told apart as whiskers."""
_ENTRY, _LONGEST_ENTRY = 34, 180
"""Around a name of the legend, and the most that one takes where not all have their room."""
_HATCH = Qt.BrushStyle.BDiagPattern
_SHADE = 0.45
"""Of more values than colours the next are so much darker or lighter."""
_DEEPEST = 0.45
"""The words on a cell keep their contrast."""


class ChartPainter:
    """Owns the colours and pens of one frame of one chart."""

    def __init__(self, chart: Chart, plot: Plot, style: Style, width: int, titled: int = 0) -> None:
        """`width` is that of the pane, `titled` that of the title, where that is of several."""
        self._chart = chart
        self._plot = plot
        self._style = style
        self._width = width
        self._titled = titled or width
        self._metrics = QFontMetrics(style.small)
        many = len(style.theme.series)
        names = tinted_names(chart) if chart.tinted else coloured_names(chart)
        self._tints = dict(zip(names, tints(names, many, chart.values, chart.of), strict=True))
        self._names = names

    def paint(self, painter: QPainter) -> None:
        """Paint everything."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_head(painter)
        painter.setFont(self._style.small)
        self._paint_y(painter)
        self._paint_x(painter)
        bands, in_bands = interval_bands(self._plot)
        for outline, series in bands if len(bands) <= _MOST_BANDS else ():
            self._paint_band(painter, outline, series)
        order = ("rect", "area", "bar", "rule", "line", "errorbar", "tick", "point", "text")
        for mark in order:
            for shape in self._plot.shapes:
                if shape.mark == mark and id(shape) not in in_bands:
                    self._paint_shape(painter, shape)

    def paint_rings(self, painter: QPainter, shapes: Iterable[Shape]) -> None:
        """Paint a ring around marks that were pressed."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._style.theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in map(outline, shapes):
            if rect is not None:
                painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 5, 5)
        painter.restore()

    def _paint_head(self, painter: QPainter) -> None:
        style, theme = self._style, self._style.theme
        if self._chart.title:
            painter.setFont(style.strong)
            painter.setPen(QColor(theme.text))
            title = QFontMetrics(style.strong).elidedText(
                self._chart.title, Qt.TextElideMode.ElideRight, self._titled
            )
            painter.drawText(QRectF(0, 0, self._titled, style.line), _LEFT, title)
        names = series_names(self._chart)
        if len(names) > 1:
            axis = self._chart.channel("y")
            under = style.small_line + 2 if axis is not None and axis.title else 0
            self._paint_legend(
                painter, names, self._plot.area.top() - under - style.small_line - 16
            )

    def _paint_legend(self, painter: QPainter, names: list[str], y: float) -> None:
        style, theme = self._style, self._style.theme
        painter.setFont(style.small)
        hatched = {shape.series for shape in self._plot.shapes if shape.layer.hatched}
        x = 0.0
        whole = sum(self._metrics.horizontalAdvance(name) + _ENTRY for name in names)
        most = self._width if whole - _APART <= self._width else _LONGEST_ENTRY
        for at, words in enumerate(cut_apart(names, self._metrics, most)):
            wide = self._metrics.horizontalAdvance(words)
            if x + wide + 18 > self._width:
                painter.setPen(QColor(theme.muted))
                painter.drawText(QRectF(x, y, 20, style.small_line), _LEFT, "…")
                return
            colour = QColor(theme.muted if self._chart.tinted else self._colour(at))
            painter.setPen(QPen(colour, 1) if at in hatched else Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(colour, _HATCH) if at in hatched else colour)
            painter.drawRoundedRect(QRectF(x, y + style.small_line / 2 - 5, 10, 10), 2, 2)
            painter.setPen(QColor(theme.text))
            painter.drawText(QRectF(x + 16, y, wide + 2, style.small_line), _LEFT, words)
            x += wide + _ENTRY

    def _paint_y(self, painter: QPainter) -> None:
        area, theme, line = self._plot.area, self._style.theme, self._style.small_line
        named = isinstance(self._plot.y, BandScale)
        most = len(self._plot.y.names) if isinstance(self._plot.y, BandScale) else 6
        ticks, wide = self._plot.y.ticks(most), round(area.left() - 8)
        told = cut_apart([label for _, label in ticks], self._metrics, wide)
        for (y, _), words in zip(ticks, told, strict=True):
            if not named:
                painter.setPen(QPen(QColor(theme.border), 1))
                painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(QColor(theme.text if named else theme.muted))
            painter.drawText(QRectF(0, y - line / 2, wide, line), _RIGHT, words)
        channel = self._chart.channel("y")
        if channel is not None and channel.title:
            painter.setPen(QColor(theme.muted))
            at = QRectF(0, area.top() - line - 6, self._width, line)
            painter.drawText(at, _LEFT, self._within(channel.title))

    def _paint_x(self, painter: QPainter) -> None:
        area, theme, line = self._plot.area, self._style.theme, self._style.small_line
        named = isinstance(self._plot.x, BandScale)
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(QLineF(area.left(), area.bottom(), area.right(), area.bottom()))
        for x, left, words in self.x_labels():
            if not named:
                painter.setPen(QPen(QColor(theme.border), 1))
                painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
            painter.setPen(QColor(theme.text if named else theme.muted))
            wide = self._metrics.horizontalAdvance(words) + 2
            painter.drawText(QRectF(left, area.bottom() + 6, wide, line), _LEFT_TOP, words)
        channel = self._chart.channel("x")
        if channel is not None and channel.title:
            painter.setPen(QColor(theme.muted))
            words = self._within(channel.title)
            wide = self._metrics.horizontalAdvance(words) + 2
            left = max(0.0, min(area.center().x() - wide / 2, self._width - wide))
            painter.drawText(QRectF(left, area.bottom() + line + 10, wide, line), _LEFT_TOP, words)

    def _within(self, title: str) -> str:
        """Return the title of an axis as far as the pane has room for it."""
        return self._metrics.elidedText(title, Qt.TextElideMode.ElideRight, self._width - 2)

    def x_labels(self) -> list[tuple[float, float, str]]:
        """Return the pixel of each tick of the x axis, where its words begin, and the words.

        Names give way to an ellipsis. Times and numbers are read whole or not at all: where there
        is no room for all of them there are fewer.
        """
        area, scale = self._plot.area, self._plot.x
        named = isinstance(scale, BandScale)
        probe = [label for _, label in scale.ticks(1000 if named else 6)]
        widest = max((self._metrics.horizontalAdvance(label) for label in probe), default=1)
        cut = named and not all(as_seconds(label) is not None for label in probe)
        if cut:
            widest = min(widest, _NAME)
        most = max(1 if named and not cut else 2, int(area.width() / (widest + _APART)))
        ticks = scale.ticks(most if named else min(8, most))
        each = max(area.width() / max(1, len(ticks)), widest) - _APART / 2
        room = each if cut else self._width
        found: list[tuple[float, float, str]] = []
        free = 0.0
        told = cut_apart([label for _, label in ticks], self._metrics, round(room))
        for (x, _), words in zip(ticks, told, strict=True):
            wide = self._metrics.horizontalAdvance(words) + 2
            left = max(0.0, min(x - wide / 2, self._width - wide))
            if cut or left >= free:
                found.append((x, left, words))
                free = left + wide + _APART / 2
        return found

    def _paint_shape(self, painter: QPainter, shape: Shape) -> None:
        colour, theme = QColor(self._colour(shape.series, shape.row)), self._style.theme
        first, last = shape.points[0], shape.points[-1]
        match shape.mark:
            case "bar":
                hatched = shape.layer.hatched
                painter.setPen(QPen(colour, 1) if hatched else Qt.PenStyle.NoPen)
                colour.setAlphaF(_BAR_ALPHA)
                painter.setBrush(QBrush(colour, _HATCH) if hatched else colour)
                painter.drawRoundedRect(_bar_rect(shape), 3, 3)
            case "rule" if shape.reference:
                painter.setPen(QPen(QColor(theme.muted), 1.2, Qt.PenStyle.DashLine))
                painter.drawLine(QLineF(first, last))
            case "rule" | "errorbar":
                on_bar = any(layer.mark == "bar" for layer in self._chart.layers)
                whisker = QColor(theme.text) if on_bar else colour
                whisker.setAlphaF(_WHISKER_ALPHA)
                painter.setPen(QPen(whisker, 1.3))
                painter.drawLine(QLineF(first, last))
                reach = min(_CAP, shape.width / 2)
                for end in (first, last):
                    painter.drawLine(_cap(end, reach, upright=abs(first.x() - last.x()) < 0.01))
            case "line":
                style = Qt.PenStyle.DashLine if shape.layer.hatched else Qt.PenStyle.SolidLine
                painter.setPen(QPen(colour, 2.0, style))
                painter.drawLines(
                    [QLineF(a, b) for a, b in zip(shape.points, shape.points[1:], strict=False)]
                )
            case "area":
                self._paint_area(painter, shape, colour)
            case "rect":
                painter.setPen(QPen(QColor(theme.base), 2))
                painter.setBrush(self._shade(shape))
                painter.drawRect(QRectF(first, last))
            case "text":
                self._paint_text(painter, shape)
            case "tick":
                painter.setPen(QPen(colour, 2.0))
                half = shape.width / 2
                painter.drawLine(QLineF(last.x() - half, last.y(), last.x() + half, last.y()))
            case _ if len(shape.layer.rows) > _CROWD:
                painter.setPen(Qt.PenStyle.NoPen)
                colour.setAlphaF(_CROWD_ALPHA)
                painter.setBrush(colour)
                painter.drawEllipse(last, _CROWD_DOT, _CROWD_DOT)
            case _:
                painter.setPen(QPen(QColor(theme.base), 1.5))
                painter.setBrush(colour)
                if shape.layer.hatched:
                    painter.drawRect(QRectF(last.x() - _DOT, last.y() - _DOT, 2 * _DOT, 2 * _DOT))
                else:
                    painter.drawEllipse(last, _DOT, _DOT)

    def _paint_area(self, painter: QPainter, shape: Shape, colour: QColor) -> None:
        floor = self._plot.y.at(0)
        level = self._plot.area.bottom() if floor is None else floor
        level = min(level, self._plot.area.bottom())
        outline = [
            QPointF(shape.points[0].x(), level),
            *shape.points,
            QPointF(shape.points[-1].x(), level),
        ]
        colour.setAlphaF(0.3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(outline))

    def _paint_band(self, painter: QPainter, outline: QPolygonF, series: int) -> None:
        colour = QColor(self._colour(series))
        colour.setAlphaF(_BAND_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(outline)

    def _shade(self, shape: Shape) -> QColor:
        """Return the colour of a cell: the ground at the middle, two colours to its sides."""
        channel = shape.layer.channels.get("color")
        value = as_number(channel.value(shape.row)) if channel and shape.row else None
        if channel is None or value is None:
            return QColor(self._style.theme.raised)
        values = [as_number(channel.value(row)) for row in shape.layer.rows]
        known = [one for one in values if one is not None]
        middle = channel.middle if channel.middle is not None else min(known)
        reach = max((abs(one - middle) for one in known), default=0.0) or 1.0
        share = _DEEPEST * min(1.0, abs(value - middle) / reach)
        theme = self._style.theme
        end = QColor(theme.plain if value >= middle else theme.failed)
        return _between(QColor(theme.base), end, share)

    def _paint_text(self, painter: QPainter, shape: Shape) -> None:
        channel = shape.layer.channels.get("text")
        if channel is None or shape.row is None:
            return
        words = formatted(channel.value(shape.row), channel.format, self._style.locale)
        painter.setPen(QColor(self._style.theme.text))
        at = shape.points[-1]
        room = QRectF(at.x() - 60, at.y() - 20, 120, 40)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def _colour(self, series: int, row: Row | None = None) -> str:
        colours, tinted = self._style.theme.series, self._chart.tinted
        name = self._names[series] if series < len(self._names) and not tinted else ""
        if tinted and row is not None:
            name = as_name(row.get(tinted))
        if name not in self._tints:
            return self._style.theme.plain
        shade, at = divmod(self._tints[name], len(colours))
        if not shade:
            return colours[at]
        towards = self._style.theme.text if shade % 2 else self._style.theme.base
        return _between(QColor(colours[at]), QColor(towards), _SHADE).name()


def outline(shape: Shape) -> QRectF | None:
    """Return what a mark takes that can be pressed: a bar, a cell, a point; None of another."""
    at = shape.points[-1]
    match shape.mark:
        case "bar":
            return _bar_rect(shape)
        case "rect":
            return QRectF(shape.points[0], at).normalized()
        case "point" | "hover" | "tick":
            return QRectF(at.x() - _DOT, at.y() - _DOT, 2 * _DOT, 2 * _DOT)
    return None


def tints(
    names: Sequence[str], colours: int, known: Sequence[str] = (), of: Mapping[str, str] = {}
) -> list[int]:
    """Return the number of the colour of each name, of so many colours.

    A name has the same colour in every chart, whatever stands beside it, unless another name has
    that one already. Names alone settle that, whatever is commoner in the data of today, and a name
    that is new takes its colour from few others. Of more names than there are colours the next have
    these again, `colours` further on, in another shade: the rarer of those that are `known`, then
    the others. What a name is `of` gives it its colour.
    """
    meant = [of.get(name, name) for name in names]
    others = sorted({*meant} - {*known}, key=lambda one: (one.casefold(), one))
    every = [*dict.fromkeys([*known, *others])]
    taken: dict[str, int] = {}
    for before in range(0, len(every), colours):
        placed = _placed(every[before : before + colours], colours)
        taken |= {name: before + at for at, name in placed.items()}
    return [taken[name] for name in meant]


def _placed(names: Sequence[str], places: int) -> dict[int, str]:
    """Return names by the places that they have, of no more names than places: each has the one
    of its digest, and those that find it taken have the next of the free ones.
    """
    digests = {
        name: zlib.crc32(unicodedata.normalize("NFC", name).casefold().encode()) for name in names
    }
    found: dict[int, str] = {}
    order = sorted(names, key=lambda name: (digests[name], name))
    for name in order:
        found.setdefault(digests[name] % places, name)
    held = {*found.values()}
    for name in order:
        if name not in held:
            steps = ((digests[name] + step) % places for step in range(places))
            found[next(at for at in steps if at not in found)] = name
    return found


def interval_bands(plot: Plot) -> tuple[list[tuple[QPolygonF, int]], set[int]]:
    """Return the intervals around lines that are too dense for whiskers, or lie over each other: an
    outline and its series each; and the ids of the shapes that these stand for.
    """
    held: dict[tuple[int, float], Shape] = {
        (shape.series, shape.points[0].x()): shape
        for shape in plot.shapes
        if shape.mark in ("rule", "errorbar") and not shape.reference
        and shape.points[0].x() == shape.points[-1].x()
    }  # fmt: skip
    found: list[tuple[QPolygonF, int]] = []
    taken: set[int] = set()
    over = _lie_over(held)
    for line in plot.shapes if held else ():
        places = [point.x() for point in line.points] if line.mark == "line" else []
        dense = len(places) > 1 and places[-1] - places[0] < _CLOSE * (len(places) - 1)
        around = [held[line.series, x] for x in places if (line.series, x) in held]
        if (dense or over) and len(around) > 1:
            ends = [sorted((one.points[0], one.points[-1]), key=QPointF.y) for one in around]
            outline = [low for low, _ in ends] + [high for _, high in reversed(ends)]
            found.append((QPolygonF(outline), line.series))
            taken |= {id(one) for one in around}
    return found, taken


def _lie_over(held: Mapping[tuple[int, float], Shape]) -> bool:
    """Whether an interval of a series lies over one of another at the same place."""
    spans: dict[float, list[tuple[float, float]]] = {}
    for (_, x), shape in held.items():
        ends = sorted(point.y() for point in (shape.points[0], shape.points[-1]))
        spans.setdefault(x, []).append((ends[0], ends[1]))
    return any(
        after[0] < before[1]
        for at_one in spans.values() for before, after in pairwise(sorted(at_one))
    )  # fmt: skip


def _between(start: QColor, end: QColor, share: float) -> QColor:
    def mix(one: float, other: float) -> float:
        return one + (other - one) * share

    return QColor.fromRgbF(
        mix(start.redF(), end.redF()),
        mix(start.greenF(), end.greenF()),
        mix(start.blueF(), end.blueF()),
    )


def _bar_rect(shape: Shape) -> QRectF:
    rect = QRectF(shape.points[0], shape.points[-1]).normalized()
    half = shape.width / 2
    if abs(shape.points[0].x() - shape.points[-1].x()) < 0.01:
        return rect.adjusted(-half, 0, half, 0)
    return rect.adjusted(0, -half, 0, half)


def _cap(end: QPointF, reach: float, *, upright: bool) -> QLineF:
    if upright:
        return QLineF(end.x() - reach, end.y(), end.x() + reach, end.y())
    return QLineF(end.x(), end.y() - reach, end.x(), end.y() + reach)
