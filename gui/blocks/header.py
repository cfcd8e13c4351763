"""The line above an answer: who speaks, the state with icon, word and time."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from app.domain.answers import Answer
from gui.blocks.base import Block, BlockOrder, Paint, Target
from gui.blocks.buttons import (
    MIDDLE,
    button_height,
    paint_button,
    place_button,
    shortened,
    width_of,
)
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style
from gui.texts.frames import declined
from gui.texts.messages import (
    STATE_ICONS,
    clock,
    duration_words,
    pace_words,
    recovered_phrase,
    show_newer_word,
    show_task_word,
    state_phrase,
    token_words,
    usage_phrase,
)
from gui.texts.names import agent_label

_GAP = 8
_ICON = 14


class HeaderBlock(Block):
    """Owns the words of the header of one answer."""

    order = BlockOrder.HEADER

    def __init__(self, answer: Answer, style: Style) -> None:
        super().__init__()
        self._style = style
        self._answer = answer
        self._name = agent_label(answer.agent)
        self._state = state_phrase(answer)
        self._time = clock(answer.ended_at or answer.started_at, style.locale)
        took = answer.seconds
        if took is not None and answer.state.terminal and not answer.answered_by:
            self._time += f" · {duration_words(took, style.locale)}"
        self._side = icon_side(style.small, _ICON)
        if answer.usage is not None:
            self._time += f" · {token_words(answer.usage, style.locale)}"
        self._icon = STATE_ICONS[answer.state]
        self._colour = style.theme.state_colour(answer.state)
        self._link = ("show_task", show_task_word()) if answer.answered_by is not None else None
        if answer.replaced_by is not None:
            self._icon, self._colour = "retry", style.theme.stopped
            self._link = (f"show_turn:{answer.replaced_by}", show_newer_word())
        elif answer.answered_by is not None:
            self._icon, self._colour = "done", style.theme.done
        elif declined(answer):
            self._icon, self._colour = "declined", style.theme.declined
        elif answer.cut_off:
            self._icon, self._colour = "lost", style.theme.waiting
        self._recovered = recovered_phrase() if answer.recovered else ""
        self._target: Target | None = None
        self._places: list[tuple[str, QRectF]] = []

    def lay_out(self, width: int) -> int:
        """Return the height: one line."""
        style, height = self._style, button_height(self._style)
        name = shortened(self._name, style.strong, max(40, width // 3))
        name_width = width_of(name, style.strong)
        x = 0.0
        self._places = [(name, QRectF(x, 0, name_width + 1, height))]
        x += name_width + _GAP
        time_width = QFontMetrics(style.small).horizontalAdvance(self._time) + 1
        room = max(40, round(width - x - time_width - 3 * _GAP - self._side - 6))
        state = shortened(self._state, style.small, room)
        chip = width_of(state, style.small) + self._side + 2 * _GAP + 6
        self._places.append((state, QRectF(x, 1, chip, height - 2)))
        x += chip + _GAP
        self._places.append((self._time, QRectF(x, 0, time_width, height)))
        x += time_width + _GAP
        if self._link is not None and width - x > 60:
            self._target = place_button(style, x, 0, *self._link, most=width - x)
            x += self._target.rect.width() + _GAP
        else:
            self._target = None
        if self._recovered and width - x > 60:
            room = round(width - x - self._side - 6)
            words = shortened(self._recovered, style.small, room)
            self._places.append((words, QRectF(x, 0, width - x, height)))
        return height

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint name, chip, time and what became of the task."""
        theme = self._style.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        (name, name_at), (state, chip), (time, time_at), *rest = self._places
        painter.setPen(QColor(theme.text))
        painter.setFont(self._style.strong)
        painter.drawText(name_at, MIDDLE, name)
        painter.setPen(QPen(QColor(theme.border)))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(
            chip.adjusted(0.5, 0.5, -0.5, -0.5), chip.height() / 2, chip.height() / 2
        )
        top = round(chip.center().y() - self._side / 2)
        paint_icon(
            painter, self._icon, QRectF(chip.x() + _GAP, top, self._side, self._side), self._colour
        )
        painter.setFont(self._style.small)
        painter.setPen(QColor(self._colour))
        painter.drawText(chip.adjusted(_GAP + self._side + 5, 0, 0, 0), MIDDLE, state)
        painter.setPen(QColor(theme.muted))
        painter.drawText(time_at, MIDDLE, time)
        for words, place in rest:
            icon = QRectF(
                place.x(), round(place.center().y() - self._side / 2), self._side, self._side
            )
            paint_icon(painter, "recovered", icon, theme.muted)
            painter.setPen(QColor(theme.muted))
            painter.drawText(place.adjusted(self._side + 5, 0, 0, 0), MIDDLE, words)
        painter.restore()
        if self._target is not None:
            focused = how.focused == self._target
            paint_button(painter, self._target, "link", self._style, focused=focused)

    def targets(self) -> list[Target]:
        """Return the link to the task that answered this one, or to what was asked instead."""
        return [self._target] if self._target is not None else []

    def tooltip_at(self, point: object) -> str:
        """Return the whole state, which may be cut off, and what time and tokens it took."""
        pace = pace_words(self._answer, self._style.locale)
        used = self._answer.usage
        usage = usage_phrase(used, self._style.locale) if used is not None else ""
        return "\n".join(filter(None, (self._state, pace, usage)))
