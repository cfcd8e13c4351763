"""A chart in a message, drawn natively; what cannot be drawn is said in words."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue
from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from gui.blocks.base import KIND, Block, BlockOrder, Paint, Target
from gui.blocks.buttons import ActionsBlock, button_height
from gui.charts.layout import Plot, Shape, lay_out, series_names
from gui.charts.painter import ChartPainter
from gui.charts.scales import BandScale, as_name
from gui.charts.tooltip import tooltip
from gui.charts.variants import (
    KINDS,
    Kind,
    as_kind,
    axes,
    by_value,
    in_order,
    in_units,
    kinds,
    main_layer,
)
from gui.charts.vega_lite import Chart, UnknownChart, read_chart
from gui.look.message_style import Style, make_style
from gui.look.theme import LIGHT, body_font

_HEIGHT = 260
_ALL_NAMES = 1000
_HEAD_AND_FOOT = 60
_BAR_STEP = 34
"""Names down the side stand so far apart, and closer where they would make the chart higher."""
_REACH = 14
_LABELS = 0.42
"""The share of the width that names at the side may take."""
_SHARP = 2
_PAPER = 16


def chart_or_note(
    spec: JsonValue,
    style: Style,
    *,
    types: Mapping[str, str] | None = None,
    kind: Kind | None = None,
    sort: bool = False,
    more: Sequence[tuple[str, str, str]] = (),
    marked: str = "",
) -> "ChartBlock | str":
    """Return the block of a specification, or in words why it cannot be drawn.

    `types` are those of the columns of its table, `kind` one that was chosen; `sort` orders names
    by value where they have no order of their own. `more` is what else can be done, before all
    else: (action, label, icon) each. `marked` is the name whose marks were pressed.
    """
    try:
        chart = in_units(read_chart(spec), types or {})
    except UnknownChart as unknown:
        said = QCoreApplication.translate(
            "Chat", "This chart uses “{what}”, which cannot be drawn here. The table has its data."
        )
        return said.replace("{what}", str(unknown))
    shown = by_value(chart) if sort else chart
    return ChartBlock(shown, style, kind=kind, more=more, marked=marked)


def names_along(spec: JsonValue, *, sort: bool) -> tuple[str, ...]:
    """Return the names along the chart of a specification as `chart_or_note` has them drawn; none
    where it cannot be drawn.
    """
    try:
        chart = read_chart(spec)
    except UnknownChart:
        return ()
    return _names(by_value(chart) if sort else chart)


def _names(chart: Chart) -> tuple[str, ...]:
    layer = main_layer(chart)
    channel = layer.channels[axes(layer)[0]] if layer is not None else None
    if layer is None or channel is None or channel.kind != "nominal":
        return ()
    held = dict.fromkeys(as_name(channel.value(row)) for row in layer.rows)
    first = [as_name(name) for name in channel.order if as_name(name) in held]
    return tuple(dict.fromkeys([*first, *held]))


class ChartBlock(Block):
    """Owns a chart, its plot at the present width, and what can be done with it."""

    order = BlockOrder.CHART
    gap = 12

    def __init__(
        self,
        chart: Chart,
        style: Style,
        *,
        kind: Kind | None = None,
        tools: bool = True,
        more: Sequence[tuple[str, str, str]] = (),
        marked: str = "",
    ) -> None:
        """`kind` is one that was chosen, `more` what can be done beside the chart's own tools,
        `marked` the name whose marks are ringed; without `tools` there is the chart alone.
        """
        super().__init__()
        self._kinds = kinds(chart)
        self._chart = as_kind(chart, kind) if kind in self._kinds and kind else chart
        self._style = style
        self._marked = marked
        self._plot: Plot | None = None
        self._corner = QPointF()
        self._actions = ActionsBlock(
            [*more, *self._offers()] if tools else [], style, order=BlockOrder.CHART
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names along the chart, in the order that is drawn; none on an axis of numbers."""
        return _names(self._chart)

    def arrange(self, names: Sequence[str]) -> bool:
        """Draw the names in another order; return whether that is a change."""
        if not names or set(names) != set(self.names) or tuple(names) == self.names:
            return False
        self._chart = in_order(self._chart, names)
        if self.width:
            self.height = self.lay_out(self.width)
        return True

    def lay_out(self, width: int) -> int:
        """Return the height; charts with names down the side grow with them."""
        self._actions.set_width(width)
        return self._lay_out_chart(width, self._place_tools(width))

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint title, what can be done, legend, axes and marks."""
        if self._plot is None:
            return
        self._paint_chart(painter)
        if self._marked:
            pressed = [one for one in self._plot.shapes if self._name_of(one) == self._marked]
            self._painter(self._plot).paint_rings(painter, pressed)
        painter.save()
        painter.translate(self._corner)
        focused = how.focused
        if focused is not None:
            focused = focused._replace(rect=focused.rect.translated(-self._corner))
        self._actions.paint(painter, Paint(how.clip.translated(-self._corner), None, focused))
        painter.restore()

    def targets(self) -> list[Target]:
        """Return what can be done with the chart."""
        corner = self._corner
        return [t._replace(rect=t.rect.translated(corner)) for t in self._actions.targets()]

    def target_at(self, point: QPointF) -> Target | None:
        """Return the action at a point, or the mark, whose rows can be shown."""
        found = super().target_at(point)
        shape = self._nearest(point) if found is None else None
        name = self._name_of(shape) if shape is not None else None
        if name is None:
            return found
        return Target("action", f"mark:{name}", name, QRectF(point.x(), point.y(), 1, 1))

    def tooltip_at(self, point: QPointF) -> str:
        """Return the values of the nearest mark, with the number of games behind it."""
        shape = self._nearest(point)
        if shape is None or shape.row is None:
            return ""
        return tooltip(self._chart, shape, self._style.locale)

    def picture(self, width: int) -> QImage:
        """Return the chart on white, for documents, two pixels for each."""
        paper, size = self._on_paper(width)
        image = QImage(size * _SHARP, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SHARP)
        image.fill(QColor(LIGHT.base))
        painter = QPainter(image)
        paper(painter)
        painter.end()
        return image

    def svg(self, width: int) -> bytes:
        """Return the chart as SVG, for documents."""
        from PySide6.QtSvg import QSvgGenerator

        paper, size = self._on_paper(width)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(size)
        generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        painter = QPainter(generator)
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(LIGHT.base))
        paper(painter)
        painter.end()
        return bytes(buffer.data().data())

    def _on_paper(self, width: int) -> tuple[Callable[[QPainter], None], QSize]:
        """Return what paints the chart alone, dark on white, and the size that it takes."""
        style = replace(make_style(LIGHT, body_font()), locale=self._style.locale)
        alone = ChartBlock(self._chart, style, tools=False)
        alone.set_width(width - 2 * _PAPER)

        def paint(painter: QPainter) -> None:
            painter.translate(_PAPER, _PAPER)
            alone._paint_chart(painter)

        return paint, QSize(width, alone.height + 2 * _PAPER)

    def _paint_chart(self, painter: QPainter) -> None:
        if self._plot is not None:
            painter.save()
            self._painter(self._plot).paint(painter)
            painter.restore()

    def _painter(self, plot: Plot) -> ChartPainter:
        return ChartPainter(self._chart, plot, self._style, self.width)

    def _place_tools(self, width: int) -> int:
        """Put what can be done beside the title, or below it; return the height it takes there.

        It stands before the picture, so that it is in sight as soon as the picture is.
        """
        tools, title = self._actions.targets(), self._chart.title
        if not tools:
            return 0
        line, row = self._style.line, button_height(self._style)
        free = width - max(target.rect.right() for target in tools)
        said = QFontMetrics(self._style.strong).horizontalAdvance(title)
        if title and self._actions.height == row and said + 2 * self._style.line < free:
            self._corner = QPointF(free, (line - row) // 2)
            return 0
        self._corner = QPointF(0, line + 2 if title else 0)
        return self._actions.height

    def _lay_out_chart(self, width: int, tools: int) -> int:
        style, zoom = self._style, max(1.0, self._style.zoom)
        y, small = self._chart.channel("y"), QFontMetrics(style.small)
        probe = lay_out(self._chart, QRectF(0, 0, width, _HEIGHT), style.locale)
        labels = [
            label for _, label in probe.y.ticks(_ALL_NAMES if isinstance(probe.y, BandScale) else 8)
        ]
        widest = max((small.horizontalAdvance(t) for t in labels), default=0)
        left = min(round(width * _LABELS), widest) + 14
        top = 8 + tools + (style.line + 6 if self._chart.title else 0)
        top += style.small_line + 8 if len(series_names(self._chart)) > 1 else 0
        top += style.small_line + 2 if y is not None and y.title else 0
        x = self._chart.channel("x")
        bottom = style.small_line + 10 + (style.small_line + 4 if x is not None and x.title else 0)
        inner = round(_HEIGHT * zoom) - _HEAD_AND_FOOT
        if isinstance(probe.y, BandScale):
            names = max(1, len(probe.y.names))
            step = max(style.small_line + 4, min(round(_BAR_STEP * zoom), inner // names))
            inner = max(_HEAD_AND_FOOT, step * names)
        area = QRectF(left, top, max(40, width - left - 16), inner)
        self._plot = lay_out(self._chart, area, style.locale)
        return top + inner + bottom

    def _offers(self) -> list[tuple[str, str, str]]:
        translate = QCoreApplication.translate
        words = {
            "bar": translate("Chat", "Bars"),
            "point": translate("Chat", "Dots"),
            "line": translate("Chat", "Line"),
        }
        layer = main_layer(self._chart)
        shown = layer.mark if layer is not None else ""
        others = [kind for kind in KINDS if kind in self._kinds and kind != shown]
        return [
            ("copy_chart", translate("Chat", "Copy picture"), "copy"),
            ("save_png", translate("Chat", "Save as PNG"), "save"),
            ("save_svg", translate("Chat", "Save as SVG"), "save"),
            *((f"unfold:{KIND}:{kind}", words[kind], "chart") for kind in others),
        ]

    def _name_of(self, shape: Shape) -> str | None:
        """Return the name along the chart that a mark stands for, None for a line of reference."""
        layer = main_layer(self._chart)
        if shape.row is None or layer is None:
            return None
        return as_name(layer.channels[axes(layer)[0]].value(shape.row))

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
