"""Short messages over the composer, a few at a time, with what can be done; none blocks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.errors import DeskError
from gui.look.icons import icon_side, pixmap
from gui.texts.errors import error_text
from gui.widgets.buttons import Button
from gui.widgets.layouts import FlowLayout
from gui.widgets.object_names import named
from gui.widgets.surfaces import Surface, theme_of

UNDO_SECONDS = 10

_SHOWN = 3
"""So many are shown, each of another kind; the others are counted, and shown on a press."""


_LOOKS = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)

_LEAST_SIGNS = 36
"""Lines beside what a notice offers are no shorter; it stands below them where there is no room."""


@dataclass(frozen=True)
class NoticeAction:
    """Something that can be done about a notice: its words, made anew in each language."""

    words: Callable[[], str]
    act: Callable[[], None]


@dataclass(frozen=True)
class Notice:
    """What is said, and what is offered; `key` tells notices apart: a new one replaces the old.

    `key` is a kind, or one and what it is about (`forgotten/ID`); the newest of a kind stands for
    all of it.

    `seconds` is how long it stays; None until it is closed. One that is `here` is about the
    conversation that is open when it is shown, and is seen in that one only.
    """

    key: str
    words: Callable[[], str]
    offers: tuple[NoticeAction, ...] = ()
    seconds: float | None = None
    warning: bool = False
    here: bool = False

    @property
    def kind(self) -> str:
        """What it has in common with others of its kind."""
        return self.key.partition("/")[0]


class SalvageNotice(NamedTuple):
    """A damaged database was put aside at `copy`; so many conversations were saved out of it."""

    copy: str
    conversations: int


class Updated(NamedTuple):
    """The database was changed for this version; as it was before it is kept at `copy`."""

    copy: str


class NoticeBar(QWidget):
    """Owns the notices that are shown, newest first; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "notices")
        self._cards: dict[str, _Card] = {}
        self._open: str | None = None
        self._unfolded = False
        self._more = named(Button("line"), "noticesMore")
        self._more.clicked.connect(self._unfold)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_notice(self, notice: Notice) -> None:
        """Show a notice above the others."""
        self.dismiss(notice.key)
        card = _Card(notice, self, of=self._open if notice.here else None)
        card.closed.connect(lambda: self.dismiss(notice.key))
        self._cards[notice.key] = card
        self._layout.insertWidget(0, card)
        self._show_those_here()

    def enter(self, context_id: str | None) -> None:
        """Show what is about the conversation that is open now, and nothing of another."""
        if context_id != self._open:
            self._open = context_id
            self._show_those_here()

    def ask_on(self) -> None:
        """Hear that the person asks the next thing: what was told for a while is read by then.

        What offers something that has no key stays for as long as an undo is offered.
        """
        for key, card in list(self._cards.items()):
            if card.read_by_now():
                self.dismiss(key)

    def refresh(self, key: str) -> None:
        """Say anew what a notice says; one that has nothing left to say goes."""
        card = self._cards.get(key)
        if card is not None and not card.refresh():
            self.dismiss(key)

    def dismiss(self, key: str) -> None:
        """Take a notice away; unknown keys are no error."""
        card = self._cards.pop(key, None)
        if card is not None:
            card.stop()
            self._layout.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._show_those_here()

    def texts(self) -> list[str]:
        """Return what is shown now, newest first."""
        return [card.text for card in reversed(self._cards.values()) if not card.isHidden()]

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_those_here()

    def _unfold(self) -> None:
        self._unfolded = not self._unfolded
        self._show_those_here()

    def _show_those_here(self) -> None:
        here = [card for card in reversed(self._cards.values()) if card.of in (None, self._open)]
        newest = {card.kind: card for card in reversed(here)}
        told = [card for card in here if newest[card.kind] is card][:_SHOWN]
        hidden = len(here) - len(told)
        self._unfolded = self._unfolded and hidden > 0
        for card in self._cards.values():
            card.setVisible(card in here if self._unfolded else card in told)
        more = self.tr("%n more message(s)", "", hidden)
        self._more.setText(self.tr("Fewer messages") if self._unfolded else more)
        self._more.icon_name = "chevron-down" if self._unfolded else "chevron-right"
        self._more.setVisible(hidden > 0)
        self.setVisible(bool(here))


class _Words(QLabel):
    """Owns words that break into lines, none of which is so short that reading is hard."""

    def sizeHint(self) -> QSize:
        """Return the least size in which they are read with ease."""
        metrics = self.fontMetrics()
        one = metrics.size(0, self.text())
        return QSize(
            min(one.width() + 1, _LEAST_SIGNS * metrics.horizontalAdvance("0")), one.height()
        )


class _Card(Surface):
    """Owns the widgets and the clock of one notice."""

    closed = Signal()

    def __init__(self, notice: Notice, parent: QWidget, *, of: str | None) -> None:
        """`of` is the conversation that it is about; None for all."""
        self.of, self.kind = of, notice.kind
        super().__init__("waiting" if notice.warning else "raised", parent)
        named(self, "notice")
        self._notice = notice
        self._icon = QLabel()
        self._icon.setVisible(notice.warning)
        self._label = named(_Words(), "noticeText")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._buttons = [Button() for _ in notice.offers]
        self._close = named(Button("quiet", icon="close"), "noticeClose")
        self._close.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        words = FlowLayout(spacing=8)
        words.addWidget(self._label)
        row.addLayout(words, 1)
        offers = QWidget()
        beside = QHBoxLayout(offers)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(8)
        for number, (button, offer) in enumerate(zip(self._buttons, notice.offers, strict=True)):
            named(button, f"noticeOffer{number}")
            button.clicked.connect(offer.act)
            button.clicked.connect(self.closed)
            beside.addWidget(button)
        if self._buttons:
            words.addWidget(offers)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.closed)
        if notice.seconds is not None:
            self._clock.start(round(notice.seconds * 1000))
        self._fill()

    @property
    def text(self) -> str:
        """What the notice says."""
        return self._label.text()

    def stop(self) -> None:
        """Stop the clock."""
        self._clock.stop()

    def read_by_now(self) -> bool:
        """Return whether it can go when the person asks on; one that cannot yet goes soon."""
        if self._notice.seconds is None:
            return False
        if self._notice.here or not self._notice.offers:
            return True
        self._clock.start(min(self._clock.remainingTime(), UNDO_SECONDS * 1000))
        return False

    def refresh(self) -> bool:
        """Make the words anew; return whether there are any."""
        self._fill()
        return bool(self.text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self._fill()

    def _fill(self) -> None:
        self._label.setText(self._notice.words())
        self.setAccessibleName(self._label.text())
        for button, offer in zip(self._buttons, self._notice.offers, strict=True):
            button.setText(offer.words())
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        theme = theme_of(self)
        side = icon_side(self._label.font())
        self._icon.setPixmap(pixmap("warning", theme.waiting, side, self.devicePixelRatioF()))
        for first in (self._icon, self._label):
            first.setMinimumHeight(self._close.sizeHint().height())


def error_notice(error: DeskError) -> Notice:
    """Return the notice of an expected error."""
    return Notice(key=f"error:{error.reason}", words=lambda: error_text(error), warning=True)


def mistake_notice(show: Callable[[], None]) -> Notice:
    """Return the notice of a mistake of ours; `show` shows what is known of it."""

    def words() -> str:
        return QCoreApplication.translate(
            "Notices",
            "Something went wrong inside Balance Desk. What you wrote and what was answered is"
            " kept; the details are in the log.",
        )

    offer = NoticeAction(lambda: QCoreApplication.translate("Notices", "Show the report"), show)
    return Notice(key="mistake", words=words, offers=(offer,), warning=True)
