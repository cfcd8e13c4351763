"""A chart in a message, drawn natively; what cannot be drawn is said in words."""

import math

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QFontMetrics, QPainter

from gui.blocks.base import Block, Order, Paint
from gui.charts.layout import Plot, Shape, lay_out, series_names
from gui.charts.painter import ChartPainter
from gui.charts.scales import BandScale
from gui.charts.tooltip import tooltip
from gui.charts.vega_lite import Chart, UnknownChart, read_chart
from gui.look.message_style import Style

_HEIGHT = 260
_ALL_NAMES = 1000
_BAR_STEP = 34
_REACH = 14


def chart_or_note(spec: JsonValue, style: Style) -> "ChartBlock | str":
    """Return the block of a specification, or in words why it cannot be drawn."""
    try:
        return ChartBlock(read_chart(spec), style)
    except UnknownChart as unknown:
        said = QCoreApplication.translate(
            "Chat", "This chart uses “{what}”, which cannot be drawn here. The table has its data."
        )
        return said.replace("{what}", str(unknown))


class ChartBlock(Block):
    """Owns a chart and its plot at the present width."""

    order = Order.CHART
    gap = 12

    def __init__(self, chart: Chart, style: Style) -> None:
        super().__init__()
        self._chart = chart
        self._style = style
        self._plot: Plot | None = None

    def lay_out(self, width: int) -> int:
        """Return the height; charts with names down the side grow with them."""
        style, zoom = self._style, max(1.0, self._style.zoom)
        y, small = self._chart.channel("y"), QFontMetrics(style.small)
        probe = lay_out(self._chart, QRectF(0, 0, width, _HEIGHT), style.locale)
        labels = [
            label for _, label in probe.y.ticks(_ALL_NAMES if isinstance(probe.y, BandScale) else 8)
        ]
        left = min(width // 3, max((small.horizontalAdvance(t) for t in labels), default=0)) + 14
        top = 8 + (style.line + 6 if self._chart.title else 0)
        top += style.small_line + 8 if len(series_names(self._chart)) > 1 else 0
        top += style.small_line + 2 if y is not None and y.title else 0
        x = self._chart.channel("x")
        bottom = style.small_line + 10 + (style.small_line + 4 if x is not None and x.title else 0)
        inner = round(_HEIGHT * zoom) - 60
        if isinstance(probe.y, BandScale):
            inner = max(60, round(_BAR_STEP * zoom) * len(probe.y.names))
        area = QRectF(left, top, max(40, width - left - 16), inner)
        self._plot = lay_out(self._chart, area, style.locale)
        return top + inner + bottom

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint title, legend, axes and marks."""
        if self._plot is not None:
            painter.save()
            ChartPainter(self._chart, self._plot, self._style, self.width).paint(painter)
            painter.restore()

    def tooltip_at(self, point: QPointF) -> str:
        """Return the values of the nearest mark, with the number of games behind it."""
        shape = self._nearest(point)
        if shape is None or shape.row is None:
            return ""
        return tooltip(self._chart, shape, self._style.locale)

    def _nearest(self, point: QPointF) -> Shape | None:
        if self._plot is None:
            return None
        best, near = None, float(_REACH)
        for shape in self._plot.shapes:
            if shape.row is None:
                continue
            distance = _distance(shape, point)
            if distance < near:
                best, near = shape, distance
        return best


def _distance(shape: Shape, point: QPointF) -> float:
    """Return how far a point is from a mark, 0 inside a bar."""
    rect = QRectF(shape.points[0], shape.points[-1]).normalized()
    if shape.mark == "bar":
        half = shape.width / 2
        upright = rect.width() < 0.01
        rect.adjust(-half if upright else 0, 0 if upright else -half, 0, 0)
        rect.adjust(0, 0, half if upright else 0, 0 if upright else half)
    across = max(rect.left() - point.x(), 0.0, point.x() - rect.right())
    along = max(rect.top() - point.y(), 0.0, point.y() - rect.bottom())
    return math.hypot(across, along)
