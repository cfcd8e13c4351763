"""A chart in a message, drawn natively; what cannot be drawn is said in words."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pydantic import JsonValue
from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from gui.blocks.base import KIND, MARK, Behind, Block, BlockOrder, Paint, Target
from gui.blocks.buttons import (
    ActionsBlock,
    button_height,
    paint_button,
    paint_focus,
    place_button,
)
from gui.charts.layout import Plot, Shape, lay_out, series_names
from gui.charts.painter import ChartPainter, outline
from gui.charts.scales import BandScale, as_name
from gui.charts.tooltip import tooltip
from gui.charts.variants import (
    KINDS,
    Kind,
    as_it_came,
    as_kind,
    by_value,
    in_order,
    in_units,
    kinds,
    rows_along,
)
from gui.charts.vega_lite import Chart, Row, UnknownChart, read_chart
from gui.look.message_style import Style, make_style
from gui.look.theme import LIGHT, body_font

_HEIGHT = 260
_ALL_NAMES = 1000
_HEAD_AND_FOOT = 60
_BAR_STEP = 34
"""Names down the side stand so far apart, and closer where they would make the chart higher."""
_BAR_BESIDE = 10
"""Each of several bars of one name down the side takes so much of the step at the least."""
_REACH = 14
_LABELS = 0.42
"""The share of the width that names at the side may take."""
_ROW = "row"
"""The field that has the place of a row in the table, where the agent says so."""
_NAMING = ("y", "x", "color", "xOffset")
_BETWEEN, _NARROWEST = 24, 260
"""Pixels between panes, and what each of them takes at the least."""
_SHARP = 2
_PAPER = 16


def chart_or_note(
    spec: JsonValue,
    style: Style,
    *,
    types: Mapping[str, str] | None = None,
    kind: Kind | None = None,
    sort: bool = False,
    only: str | None = None,
    marked: str = "",
) -> "ChartBlock | str":
    """Return the block of a specification, or in words why it cannot be drawn.

    `types` are those of the columns of its table, `kind` one that was chosen; `sort` orders names
    by value where they have no order of their own. `marked` is the mark that was pressed, `only`
    the words of what keeps its rows, "" for another one's, and None where no mark has any.
    """
    try:
        chart = in_units(read_chart(spec), types or {})
    except UnknownChart as unknown:
        said = QCoreApplication.translate(
            "Chat", "This chart uses “{what}”, which cannot be drawn here. The table has its data."
        )
        return said.replace("{what}", str(unknown))
    shown = by_value(chart) if sort else chart
    return ChartBlock(shown, style, kind=kind, only=only, marked=marked)


def marks_along(spec: JsonValue, *, sort: bool) -> tuple[Behind, ...]:
    """Return the marks along the chart of a specification as `chart_or_note` has them drawn, each
    by the row of its table; none where it cannot be drawn.
    """
    try:
        chart = read_chart(spec)
    except UnknownChart:
        return ()
    return marks_of(by_value(chart) if sort else chart)


def marks_of(chart: Chart) -> tuple[Behind, ...]:
    """Return the rows of a table of which the marks along a chart are drawn, in their order; none
    on axes of numbers and times."""
    rows = rows_along(chart)
    numbered = [row for row in rows if _ROW in row]
    return tuple(dict.fromkeys(_behind(chart, row) for row in numbered or rows))


def _behind(chart: Chart, row: Row) -> Behind:
    """Return the row of a table that a mark is drawn of: its place, else its names."""
    place = row.get(_ROW)
    if isinstance(place, int):
        return place
    channels = [la.channels[name] for name in _NAMING for la in chart.layers if name in la.channels]
    named = (one for one in channels if one.field in row and one.kind != "quantitative")
    return tuple(dict.fromkeys(as_name(one.value(row)) for one in named))


@dataclass(slots=True)
class _Pane:
    """A further pane, and where it stands in the block."""

    block: "ChartBlock"
    corner: QPointF = field(default_factory=QPointF)


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
        only: str | None = None,
        marked: str = "",
    ) -> None:
        """`kind` is one that was chosen, `marked` the mark that was pressed, `only` the words of
        what keeps its rows; without `tools` there is the chart alone.

        A mark is known by the place of its row in the data of the chart.
        """
        super().__init__()
        self._rows = tuple({id(row): row for la in chart.layers for row in la.rows}.values())
        self._marks = {id(row): str(at) for at, row in enumerate(self._rows)}
        self._numbered = any(_ROW in row for row in self._rows)
        self._current = marked
        self._order: dict[str, Shape] = {}
        self._tools = tools
        self._kinds = kinds(chart)
        self._kind = kind if kind in self._kinds else as_it_came(chart)
        self._chart = as_kind(chart, self._kind) if self._kind is not None else chart
        self._style = style
        self._marked = marked
        self._plot: Plot | None = None
        self._corner = QPointF()
        self._actions = ActionsBlock(self._offers() if tools else [], style, order=BlockOrder.CHART)
        # What keeps a mark's rows has its room before one is pressed, which stays where it is then.
        self._narrows = only is not None
        self._only_words = only or ""
        self._only: Target | None = None
        self._panes = [
            _Pane(ChartBlock(one, style, kind=kind, tools=False, marked=marked))
            for one in self._chart.beside
        ]
        self._own = 0

    @property
    def drawn(self) -> tuple[Behind, ...]:
        """The rows of the table of which its marks are drawn, in the order of their names."""
        return marks_of(self._chart)

    def arrange(self, places: Mapping[Behind, int]) -> bool:
        """Draw the names in the order of the places of their rows in the table; return whether that
        is a change."""
        before, rows = self.drawn, rows_along(self._chart)
        if not before or not places.keys() >= set(before):
            return False
        told = [(places[behind], row) for row in rows
                if (behind := _behind(self._chart, row)) in places]  # fmt: skip
        told.sort(key=lambda one: one[0])
        self._chart = in_order(self._chart, [row for _, row in told])
        for pane in self._panes:
            pane.block.arrange(places)
        if self.width:
            self.height = self.lay_out(self.width)
        return self.drawn != before

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
            pressed = [one for one in self._plot.shapes if self._mark_of(one) == self._marked]
            self._painter(self._plot).paint_rings(painter, pressed)
        focused = how.focused
        if focused is not None and focused.value.startswith(f"{MARK}:"):
            paint_focus(painter, focused.rect, self._style)
        if self._only is not None:
            paint_button(painter, self._only, "search", self._style, focused=focused == self._only)
        painter.save()
        painter.translate(self._corner)
        if focused is not None:
            focused = focused._replace(rect=focused.rect.translated(-self._corner))
        self._actions.paint(painter, Paint(how.clip.translated(-self._corner), None, focused))
        painter.restore()

    def targets(self) -> list[Target]:
        """Return the mark that the keyboard comes to, and what can be done with the chart."""
        marks = self._pressable()
        mark = self._current if self._current in marks else next(iter(marks), None)
        first = self._target(mark, marks[mark]) if mark is not None else None
        return [one for one in (first, *self._buttons()) if one is not None]

    def _buttons(self) -> Iterator[Target | None]:
        yield self._only
        for tool in self._actions.targets():
            yield tool._replace(rect=tool.rect.translated(self._corner))

    def beside(self, target: Target, by: int) -> Target | None:
        """Return the mark so many after one, the last or first at the end; None of no mark."""
        marks, held = self._pressable(), target.value.removeprefix(f"{MARK}:")
        if held not in marks:
            return None
        order = list(marks)
        self._current = order[max(0, min(len(order) - 1, order.index(held) + by))]
        return self._target(self._current, marks[self._current])

    def target_at(self, point: QPointF) -> Target | None:
        """Return the action at a point, or the mark, whose rows can be shown."""
        tools = (one for one in self._buttons() if one is not None)
        found = next((tool for tool in tools if tool.rect.contains(point)), None)
        for pane in self._panes if found is None else ():
            if (beside := pane.block.target_at(point - pane.corner)) is not None:
                return beside._replace(rect=beside.rect.translated(pane.corner))
        shape = self._nearest(point) if found is None else None
        mark = self._mark_of(shape) if shape is not None else None
        if shape is None or mark is None:
            return found
        return self._target(mark, shape)._replace(rect=QRectF(point.x(), point.y(), 1, 1))

    def behind(self, mark: str) -> Behind:
        """Return the row of the table that a mark is drawn of: its place, else its names."""
        row = self._rows[int(mark)] if mark.isdecimal() and int(mark) < len(self._rows) else {}
        return _behind(self._chart, row)

    def tooltip_at(self, point: QPointF) -> str:
        """Return the values of the nearest mark, with the number of rows behind it."""
        beside = (pane.block.tooltip_at(point - pane.corner) for pane in self._panes)
        shape = self._nearest(point)
        if shape is None or shape.row is None:
            return next(filter(None, beside), "")
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
        for pane in self._panes:
            painter.save()
            painter.translate(pane.corner)
            pane.block.paint(painter, Paint(QRectF()))
            painter.restore()

    def _painter(self, plot: Plot) -> ChartPainter:
        return ChartPainter(self._chart, plot, self._style, self._own, self.width)

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

    def _place_only(self, top: float) -> None:
        """Put what keeps the rows of a mark into the line of the axis, above the plot."""
        self._only = None
        if self._only_words:
            value, words = f"only:{self._marked}", self._only_words
            y = top - 6 - (self._style.small_line + button_height(self._style)) / 2
            made = place_button(self._style, 0, y, value, words, most=self.width / 2)
            aside = self.width - made.rect.width()
            self._only = made._replace(rect=made.rect.translated(aside, 0))

    def _lay_out_chart(self, width: int, tools: int) -> int:
        """Return the height; panes stand beside each other, or below where they are too narrow."""
        count = 1 + len(self._panes)
        own = (width - (count - 1) * _BETWEEN) // count
        across = own >= _NARROWEST
        self._own = own if across else width
        top = tools + (self._style.line + 6 if self._chart.title else 0)
        height = self._lay_out_pane(self._own, top)
        for at, pane in enumerate(self._panes, start=1):
            pane.corner = QPointF(at * (own + _BETWEEN), top) if across else QPointF(0, height)
            pane.block.set_width(self._own)
            height = max(height, round(pane.corner.y()) + pane.block.height)
        return height

    def _lay_out_pane(self, width: int, above: int) -> int:
        style, zoom = self._style, max(1.0, self._style.zoom)
        y, small = self._chart.channel("y"), QFontMetrics(style.small)
        probe = lay_out(self._chart, QRectF(0, 0, width, _HEIGHT), style.locale)
        labels = [
            label for _, label in probe.y.ticks(_ALL_NAMES if isinstance(probe.y, BandScale) else 8)
        ]
        widest = max((small.horizontalAdvance(t) for t in labels), default=0)
        left = min(round(width * _LABELS), widest) + 14
        top = 8 + above
        top += style.small_line + 8 if len(series_names(self._chart)) > 1 else 0
        top += style.small_line + 2 if (y is not None and y.title) or self._narrows else 0
        x = self._chart.channel("x")
        bottom = style.small_line + 10 + (style.small_line + 4 if x is not None and x.title else 0)
        inner = round(_HEIGHT * zoom) - _HEAD_AND_FOOT
        if isinstance(probe.y, BandScale):
            names = max(1, len(probe.y.names))
            beside = len(series_names(self._chart)) if self._apart else 1
            least = max(style.small_line + 4, round(_BAR_BESIDE * zoom) * beside)
            step = max(least, min(round(_BAR_STEP * zoom), inner // names))
            inner = max(_HEAD_AND_FOOT, step * names)
        area = QRectF(left, top, max(40, width - left - 16), inner)
        self._plot = lay_out(self._chart, area, style.locale)
        self._order = {}
        self._place_only(area.top())
        return top + inner + bottom

    @property
    def _apart(self) -> bool:
        """Whether marks of one name stand beside each other, down the side."""
        return any("yOffset" in layer.channels for layer in self._chart.layers)

    def _offers(self) -> list[tuple[str, str, str]]:
        translate = QCoreApplication.translate
        words = {
            "bar": translate("Chat", "Bars"),
            "point": translate("Chat", "Dots"),
            "line": translate("Chat", "Line"),
            "rect": translate("Chat", "Heat map"),
            "turned": translate("Chat", "Swap axes"),
        }
        others = [kind for kind in KINDS if kind in self._kinds and kind != self._kind]
        return [
            ("copy_chart", translate("Chat", "Copy picture"), "copy"),
            ("save_png", translate("Chat", "Save as PNG"), "save"),
            ("save_svg", translate("Chat", "Save as SVG"), "save"),
            *((f"unfold:{KIND}:{kind}", words[kind], "chart") for kind in others),
        ]

    def _mark_of(self, shape: Shape) -> str | None:
        """Return the mark that a shape is of; None for a line of reference, and for what stands
        where the table has nothing."""
        if shape.row is None or (self._numbered and _ROW not in shape.row):
            return None
        return self._marks[id(shape.row)]

    def _pressable(self) -> dict[str, Shape]:
        """Return the marks that can be pressed, in reading order: lines one after the other."""
        plot = self._plot
        if self._order or plot is None or not self._tools:
            return self._order
        shapes = plot.shapes
        if not any(layer.mark in ("line", "area") for layer in self._chart.layers):
            down = isinstance(plot.y, BandScale)
            key = (QPointF.y, QPointF.x) if down else (QPointF.x, QPointF.y)
            shapes = sorted(shapes, key=lambda one: [round(of(one.points[-1])) for of in key])
        for shape in shapes:
            mark = self._mark_of(shape)
            if mark is not None and outline(shape) is not None:
                self._order.setdefault(mark, shape)
        return self._order

    def _target(self, mark: str, shape: Shape) -> Target:
        told = tooltip(self._chart, shape, self._style.locale).replace("\n", ", ")
        return Target("action", f"{MARK}:{mark}", told, outline(shape) or QRectF())

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
