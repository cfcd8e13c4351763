"""What was understood, as chips: each can be taken off or said otherwise; and what is offered."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from app.domain.answers import Answer
from gui.blocks.base import Block, BlockOrder, Paint, Target
from gui.blocks.buttons import MIDDLE, paint_focus
from gui.blocks.result_data import chart_of
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style
from gui.platform.i18n import QT_TRANSLATE_NOOP, locale_said, said_in
from gui.texts.frames import frame_of

_MOST, _MOST_ADDITIONS, _LONGEST, _LONGEST_SAYING = 16, 60, 120, 60
_MOST_PASSED = 4
_VALUE = "{value}"
_SPACES = dict.fromkeys(map(ord, "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"), " ")
"""They stand between a number and its unit, and Python does not take them for printable."""
_LISTS = ("kept", "added", "removed")
_SHOWN_VALUES = ("measure", "group_by", "period", "order", "limit", "mirror", "having")
_PAD, _GAP, _CROSS = 10, 6, 18


class ScopeChip(NamedTuple):
    """A part of what was understood: foreign text, and what takes it off.

    `edits` are the agent's own, to be sent back as they are; `without` is what a person may say
    instead. `passed_over` are words that nothing came of. One with neither stays. `path` is where
    the agent has it in its question: who says it otherwise names that. `part` is what it is there,
    a condition on one column with the `field`, maybe a `value` of it; what else can be there is an
    addition of the same. A condition on numbers has those that can be there in its `numbers`, times
    `scale`, between the ends that `span` tells; the `kind` is that of its column.
    """

    text: str
    edits: tuple[JsonValue, ...] = ()
    without: str = ""
    passed_over: bool = False
    path: str = ""
    part: str = ""
    field: str = ""
    value: str = ""
    kind: str = ""
    numbers: tuple[ScopeOffer, ...] = ()
    scale: float = 1
    span: str = ""


class ScopeOffer(NamedTuple):
    """Something that an agent proposes: its words, its edits, and how many `rows` have it.

    The edits are of the question of the task `base`, if not of its own. One of a
    `ScopeChip.numbers` has `{value}` where a number is to stand.
    """

    text: str
    edits: tuple[JsonValue, ...] = ()
    rows: str = ""
    base: str = ""

    def of(self, said: str, number: float) -> ScopeOffer:
        """Return it with a number, which is said so."""
        filled = json.dumps(self.edits).replace(json.dumps(_VALUE), repr(number))
        return self._replace(text=self.text.replace(_VALUE, said), edits=tuple(json.loads(filled)))


class ScopeAddition(NamedTuple):
    """Something that a question could have besides: a `group`, a `where` or a `measure`.

    With `choices` it is one of these, the values of a `field`; else its own `edits` add it.
    """

    part: str
    text: str
    edits: tuple[JsonValue, ...] = ()
    choices: tuple[ScopeOffer, ...] = ()
    field: str = ""


def chips_of(answer: Answer) -> tuple[ScopeChip, ...]:
    """Return what the frame of an answer says was understood, in the agent's order."""
    frame = frame_of(answer)
    said = frame.get("chips") or frame.get("labels")
    found = [
        ScopeChip(
            text,
            edits=_edits(item),
            passed_over=item.get("part") == "ignored",
            path=_words(item.get("path")),
            part=_words(item.get("part")),
            field=_words(item.get("field")),
            value=_words(item.get("value")),
            kind=_words(item.get("kind")),
            **_numbers(item.get("numbers")),
        )
        for item in _mappings(said)
        if (text := _words(item.get("text")))
    ]
    if not {"chips", "labels"} & frame.keys():
        found = [ScopeChip(text) for text in map(_words, _plain_values(frame)) if text]
    known = {chip.text for chip in found}
    passed = _passed_over(frame)
    sayings: set[str] = set()
    for item in _mappings(frame.get("assumptions")):
        text, without = _words(item.get("text")), _words(item.get("without"), _LONGEST_SAYING)
        if text and text not in known and not any(word in text for word in passed):
            chip = ScopeChip(text, _edits(item), "" if without in sayings else without)
            if chip.edits or chip.without or text not in answer.text:
                found.append(chip)  # what only is told, the words above tell
            sayings.add(without)
    whole = _edits({"edits": frame.get("without_ignored")})
    found += [ScopeChip(word, whole, passed_over=True) for word in passed if word not in known]
    return _folded(found)[:_MOST]


def _numbers(told: JsonValue) -> dict[str, Any]:
    """Return what an agent says of the numbers that a condition can be of, as fields of a chip."""
    ways = told.get("ways") if isinstance(told, dict) else None
    if not isinstance(told, dict) or not (found := _offers(ways)):
        return {}
    scale = told.get("scale")
    scale = scale if isinstance(scale, float | int) else 1
    return {"numbers": found, "scale": float(scale), "span": _words(told.get("range"))}


def _offers(value: JsonValue) -> tuple[ScopeOffer, ...]:
    """Return those of proposals that have words and edits."""
    named = (ScopeOffer(_words(one.get("text")), _edits(one), _words(one.get("count")))
             for one in _mappings(value))  # fmt: skip
    return tuple(one for one in named if one.text and one.edits)[:_MOST]


def _folded(chips: list[ScopeChip]) -> tuple[ScopeChip, ...]:
    """Return chips with each word passed over once; of many, the last chip tells how many more.

    They are as many as a person writes or pastes, and say no more by being listed.
    """
    kept, passed = [], set[str]()
    for chip in chips:
        if not chip.passed_over or (chip.text not in passed and len(passed) < _MOST_PASSED):
            kept.append(chip)
        if chip.passed_over:
            passed.add(chip.text)
    if len(passed) > _MOST_PASSED:
        kept.append(ScopeChip(f"+{len(passed) - _MOST_PASSED}", passed_over=True))
    return tuple(kept)


def offers_of(answer: Answer) -> tuple[ScopeOffer, ...]:
    """Return what can be asked instead, of an answer that could not be given as it was asked."""
    frame = frame_of(answer)
    if frame.get("outcome") == "ask":
        return ()  # The question that waits has them as its choices.
    named = (
        (_words(one.get("label") or one.get("text")), one) for one in _mappings(frame.get("offers"))
    )
    return tuple(ScopeOffer(text, _edits(one)) for text, one in named if text)[:_MOST]


def additions_of(answer: Answer) -> tuple[ScopeAddition, ...]:
    """Return what the agent says could be added to a question, in its order."""
    found = []
    for one in _mappings(frame_of(answer).get("additions"))[:_MOST_ADDITIONS]:
        part, text, edits = _words(one.get("part")), _words(one.get("text")), _edits(one)
        choices = _offers(one.get("choices"))
        if text and (edits or choices):
            field = _words(one.get("field"))
            found.append(ScopeAddition(part, text, edits, choices, field))
    return tuple(found)


def others_of(answer: Answer, chip: ScopeChip) -> tuple[ScopeOffer, ...]:
    """Return what can stand in the place of a chip, as far as the agent tells it.

    Of a condition these are the other values of its field, of a group the other groups, and so on.
    """
    found: list[ScopeOffer] = []
    for one in additions_of(answer) if chip.path else ():
        if one.part == chip.part and one.field == chip.field:
            found += one.choices or (ScopeOffer(one.text, one.edits),)
    return tuple(one for one in found if one.text not in (chip.text, chip.value))


def table_asked(answer: Answer) -> str:
    """Return which of several tables is asked after an answer, "" where that is not told."""
    return _words(frame_of(answer).get("table"))


def narrows(answer: Answer) -> bool:
    """Whether the agent says of any mark of the chart what keeps its rows."""
    return any(_edits(one) for one in _mappings(frame_of(answer).get("narrow")))


def narrowing_of(answer: Answer, mark: str) -> ScopeOffer | None:
    """Return what keeps only the rows of a mark of the chart, where the agent says how.

    A mark is known by the place of its row in the data of the chart.
    """
    row = _drawn_row(answer, mark)
    kept = [
        one for one in _mappings(frame_of(answer).get("narrow"))
        if isinstance(field := one.get("field"), str) and field in row
        and row[field] == one.get("value") and _edits(one)
    ]  # fmt: skip
    name = ", ".join(filter(None, (_words(one.get("text")) for one in kept)))
    if not name:
        return None
    said = said_in(language_of(answer), QT_TRANSLATE_NOOP("Chat", "Only “{value}”"))
    edits = tuple(edit for one in kept for edit in _edits(one))
    base = next(filter(None, (_words(one.get("base_task_id")) for one in kept)), "")
    return ScopeOffer(said.replace("{value}", name), edits, base=base)


def _drawn_row(answer: Answer, mark: str) -> dict[str, JsonValue]:
    artifact = chart_of(answer) if mark.isdecimal() else None
    spec = artifact.data if artifact is not None else None
    data = spec.get("data") if isinstance(spec, dict) else None
    values = data.get("values") if isinstance(data, dict) else None
    rows = [one for one in values if isinstance(one, dict)] if isinstance(values, list) else []
    return rows[int(mark)] if rows and int(mark) < len(rows) else {}


def language_of(answer: Answer) -> str:
    """Return the language of an answer as its agent names it: what is pressed is said in it."""
    language = frame_of(answer).get("language")
    return language if isinstance(language, str) else ""


def locale_of(answer: Answer) -> QLocale:
    """Return how an answer writes numbers and moments: as the language that it is said in."""
    return locale_said(language_of(answer))


def _passed_over(frame: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return the words that nothing came of; they have chips, and need no sentence beside."""
    ignored = frame.get("ignored")
    return tuple(filter(None, map(_words, ignored if isinstance(ignored, list) else ())))


def _mappings(value: JsonValue) -> list[dict[str, JsonValue]]:
    if not isinstance(value, list):
        return []
    return [item if isinstance(item, dict) else {"text": item} for item in value]


def _edits(item: dict[str, JsonValue]) -> tuple[JsonValue, ...]:
    edits = item.get("edits")
    return tuple(edits) if isinstance(edits, list) else ()


def _words(value: JsonValue, longest: int = _LONGEST) -> str:
    """Return a text that a chip can show: one short line, else nothing."""
    text = value.strip() if isinstance(value, str) else ""
    signs = text.translate(_SPACES)
    return text if 0 < len(text) <= longest and signs.isprintable() else ""


def _plain_values(frame: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return a frame without chips in short pieces: its plain values."""
    found = []
    for key in _SHOWN_VALUES:
        text = _plain(frame.get(key))
        if text and text != "auto":
            found.append(f"{key.replace('_', ' ')}: {text}")
    filters = frame.get("filters")
    for item in filters if isinstance(filters, list) else []:
        if isinstance(item, dict):
            sign = "≠" if item.get("exclude") is True else "="
            found.append(f"{item.get('dimension', '')} {sign} {_plain(item.get('values'))}")
    for key in _LISTS:
        found += [f"{key}: {text}" for text in _texts(frame.get(key))]
    return tuple(found)


def _plain(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, (_plain(item) for item in value)))
    if isinstance(value, dict):
        return str(value.get("label") or value.get("text") or value.get("name") or "")
    return "" if value is None else str(value)


def _texts(value: JsonValue) -> tuple[str, ...]:
    if isinstance(value, dict):
        pairs = ((key, _plain(item)) for key, item in value.items())
        return tuple(f"{key}: {text}" for key, text in pairs if text)
    if not isinstance(value, list):
        return ()
    return tuple(filter(None, (_plain(item) for item in value)))


class ScopeBlock(Block):
    """Owns the places of the chips, and of the sign that adds one."""

    order = BlockOrder.SCOPE
    gap = 12

    def __init__(self, chips: tuple[ScopeChip, ...], style: Style, *, editable: bool) -> None:
        super().__init__()
        self._chips = chips
        self._style = style
        self._editable = editable
        self._caption = QCoreApplication.translate("Chat", "Understood as")
        self._places: list[QRectF] = []
        self._add: Target | None = None
        self._passed = QFont(style.small)
        self._passed.setStrikeOut(True)

    def lay_out(self, width: int) -> int:
        """Return the height of the lines that the chips take."""
        metrics, high = QFontMetrics(self._style.small), self._height
        x = float(metrics.horizontalAdvance(self._caption) + 12) if self._chips else 0.0
        y, self._places = 0.0, []
        for chip in self._chips:
            wide = min(width, metrics.horizontalAdvance(chip.text) + 2 * _PAD + self._cross(chip))
            if x and x + wide > width:
                x, y = 0.0, y + high + _GAP
            self._places.append(QRectF(x, y, wide, high))
            x += wide + _GAP
        self._add = None
        if self._editable:
            label = QCoreApplication.translate("Chat", "Add")
            wide = metrics.horizontalAdvance(label) + icon_side(self._style.small) + 2 * _PAD
            if x + wide > width:
                x, y = 0.0, y + high + _GAP
            self._add = Target("action", "scope_add", label, QRectF(x, y, wide, high))
        return round(y) + high

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the caption, the chips and the sign."""
        theme, small = self._style.theme, self._style.small
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        if self._chips:
            painter.drawText(QRectF(0, 0, self.width, self._height), MIDDLE, self._caption)
        for chip, rect in zip(self._chips, self._places, strict=True):
            quiet = chip.passed_over
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.setBrush(QColor(theme.base if quiet else theme.raised))
            half = self._height / 2
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), half, half)
            painter.setPen(QColor(theme.waiting if quiet else theme.text))
            painter.setFont(self._passed if quiet else small)
            room = rect.adjusted(_PAD, 0, -_PAD - self._cross(chip), 0)
            words = QFontMetrics(painter.font()).elidedText(
                chip.text, Qt.TextElideMode.ElideMiddle, round(room.width()) + 2
            )
            painter.drawText(room.adjusted(0, 0, 4, 0), MIDDLE, words)
            if self._cross(chip):
                cross = self._cross_rect(rect).adjusted(3, 0, -3, 0)
                cross.setHeight(cross.width())
                cross.moveTop(rect.center().y() - cross.height() / 2)
                paint_icon(painter, "close", cross, theme.muted)
        if self._add is not None:
            side = icon_side(small)
            spot = QRectF(self._add.rect.x() + _PAD / 2, 0, side, side)
            spot.moveTop(self._add.rect.center().y() - side / 2)
            paint_icon(painter, "new", spot, theme.muted)
            painter.setFont(small)
            painter.setPen(QColor(theme.muted))
            painter.drawText(
                self._add.rect.adjusted(_PAD / 2 + side + 4, 0, 4, 0), MIDDLE, self._add.label
            )
        painter.restore()
        if how.focused is not None:
            paint_focus(painter, how.focused.rect, self._style)

    def targets(self) -> list[Target]:
        """Return each chip, the cross of those that can be taken off, and the sign."""
        found = []
        for at, (chip, rect) in enumerate(zip(self._chips, self._places, strict=True)):
            if self._editable:
                room = rect.adjusted(0, 0, -self._cross(chip), 0)
                found.append(Target("action", f"scope_edit:{at}", chip.text, room))
            if self._cross(chip):
                said = QCoreApplication.translate("Chat", "Without “{part}”")
                label = said.replace("{part}", chip.text)
                value = f"ask:{chip.without}" if chip.without else f"scope_off:{at}"
                found.append(Target("action", value, label, self._cross_rect(rect)))
        return found + ([self._add] if self._add is not None else [])

    @property
    def _height(self) -> int:
        return self._style.small_line + 8

    def _cross(self, chip: ScopeChip) -> int:
        return _CROSS if self._editable and (chip.edits or chip.without) else 0

    def _cross_rect(self, rect: QRectF) -> QRectF:
        return QRectF(rect.right() - _CROSS - 4, rect.y(), _CROSS, rect.height())


class OffersBlock(Block):
    """Owns the places of what can be asked instead: a bordered line each, to be pressed."""

    order = BlockOrder.OFFERS
    gap = 8

    def __init__(self, offers: tuple[ScopeOffer, ...], style: Style) -> None:
        super().__init__()
        self._offers = offers
        self._style = style
        self._targets: list[Target] = []

    def lay_out(self, width: int) -> int:
        """Return the height of the lines that the offers take."""
        metrics, high = QFontMetrics(self._style.body), self._style.line + 12
        x = y = 0.0
        self._targets = []
        for at, offer in enumerate(self._offers):
            wide = float(min(width, metrics.horizontalAdvance(offer.text) + 2 * _PAD + 4))
            if x and x + wide > width:
                x, y = 0.0, y + high + _GAP
            place = QRectF(x, y, wide, high)
            self._targets.append(Target("action", f"offer:{at}", offer.text, place))
            x += wide + _GAP
        return round(y) + high

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the offers."""
        theme = self._style.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._style.body)
        metrics = QFontMetrics(self._style.body)
        for target in self._targets:
            focused = how.focused == target
            pen = QPen(QColor(theme.accent if focused else theme.border), 2 if focused else 1)
            painter.setPen(pen)
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(target.rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            painter.setPen(QColor(theme.link))
            room = target.rect.adjusted(_PAD, 0, -_PAD, 0)
            words = metrics.elidedText(
                target.label, Qt.TextElideMode.ElideRight, round(room.width()) + 2
            )
            painter.drawText(room.adjusted(0, 0, 4, 0), Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def targets(self) -> list[Target]:
        """Return the offers."""
        return list(self._targets)
