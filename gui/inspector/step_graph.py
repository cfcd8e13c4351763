"""What steps wait for, drawn beside them: a dot for each, and an arrow from those before it."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from gui.inspector.steps import PlanStep
from gui.widgets.surfaces import theme_of
from gui.widgets.two_line_delegate import Index, TwoLineDelegate

_DOT = 3.5
_LANE = 9
_MARGIN = 10


class Edge(NamedTuple):
    """An arrow between two rows; one that passes others has a lane, from 1, beside them."""

    start: int
    end: int
    lane: int
    conditional: bool


def edges(steps: Sequence[PlanStep]) -> list[Edge]:
    """Return the arrows between steps; those that lie beside each other have lanes of their own."""
    rows = {step.number: row for row, step in enumerate(steps)}
    wanted = [
        (rows[before], row, step.when != "answered")
        for row, step in enumerate(steps) for before in step.after if before in rows
    ]  # fmt: skip
    found: list[Edge] = []
    for start, end, conditional in sorted(wanted, key=lambda one: (one[1] - one[0], one)):
        beside = {one.lane for one in found if one.start < end and start < one.end}
        free = next(lane for lane in range(1, len(wanted) + 2) if lane not in beside)
        found.append(Edge(start, end, 0 if end == start + 1 else free, conditional))
    return found


class StepDelegate(TwoLineDelegate):
    """Paints steps with their dots and arrows; those of a condition are dashed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._edges: list[Edge] = []
        self._repeated: frozenset[int] = frozenset()

    def show(self, steps: Sequence[PlanStep]) -> None:
        """Paint these steps from now on."""
        self._edges = edges(steps)
        self._repeated = frozenset(
            row for row, step in enumerate(steps) if step.until or step.tried > 1
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row behind its part of the graph."""
        lanes = max((one.lane for one in self._edges), default=0)
        whole = QRectF(option.rect)
        self._draw(painter, option, index.row(), whole.left() + _MARGIN + lanes * _LANE)
        option.rect.setLeft(option.rect.left() + _MARGIN + lanes * _LANE + _MARGIN // 2)
        super().paint(painter, option, index)

    def _draw(self, painter: QPainter, option: QStyleOptionViewItem, row: int, at: float) -> None:
        theme, room = theme_of(option.widget), QRectF(option.rect)
        dot = QPointF(at, room.center().y())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for edge in self._edges:
            if not edge.start <= row <= edge.end:
                continue
            dashed = Qt.PenStyle.DashLine if edge.conditional else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(theme.muted), 1.4, dashed))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(_part(edge, row, dot, room))
            if row == edge.end:
                _arrow(painter, dot, QColor(theme.muted), down=edge.lane == 0)
        painter.setPen(QPen(QColor(theme.muted), 1.4))
        painter.setBrush(QColor(theme.muted))
        painter.drawEllipse(dot, _DOT, _DOT)
        if row in self._repeated:  # a ring round it: it is done more than once
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(dot, _DOT + 3, _DOT + 3)
        painter.restore()


def _part(edge: Edge, row: int, dot: QPointF, room: QRectF) -> QPainterPath:
    """The part of an arrow that lies within a row."""
    lane = dot.x() - edge.lane * _LANE
    path = QPainterPath()
    if row == edge.start:
        path.moveTo(dot)
        path.lineTo(lane, dot.y())
        path.lineTo(lane, room.bottom() + 1)
    elif row == edge.end:
        path.moveTo(lane, room.top())
        path.lineTo(lane, dot.y())
        path.lineTo(dot)
    else:
        path.moveTo(lane, room.top())
        path.lineTo(lane, room.bottom() + 1)
    return path


def _arrow(painter: QPainter, dot: QPointF, ink: QColor, *, down: bool) -> None:
    tip = QPointF(dot.x(), dot.y() - _DOT) if down else QPointF(dot.x() - _DOT, dot.y())
    back = QPointF(0, -5) if down else QPointF(-5, 0)
    side = QPointF(3, 0) if down else QPointF(0, 3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon([tip, tip + back + side, tip + back - side])
