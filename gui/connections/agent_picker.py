"""Which agent answers in this conversation: its name as a button, its card and the others below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.look.theme import BODY_POINTS, scroll_bar_css, sized
from gui.texts.agent_cards import about, in_language
from gui.texts.names import agent_label
from gui.widgets.buttons import Button
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of

if TYPE_CHECKING:
    from app.domain.cards import AgentCard

_WIDTH = 360
_NAME = 220
"""Pixels that the name of the agent takes at the most."""
_TALLEST = 560
_SHARE = 0.9
_SKILLS = 12


class AgentPicker(Button):
    """Shows the agent of the conversation; pressed, it shows the card and the other agents.

    `opened` asks for fresh names and the card; `picked` is the agent that was chosen;
    `addRequested` asks for a new agent (""), or for the changed card of a known one (its name),
    `signInRequested` and `signOutRequested` concern the agent that is shown.
    """

    opened = Signal()
    picked = Signal(str)
    addRequested = Signal(str)
    signInRequested = Signal(str)
    signOutRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("quiet", icon="agent", parent=parent)
        named(self, "agentPicker")
        self._agent = ""
        self._card: AgentCard | None = None
        self._names: Sequence[str] = ()
        self._why = ""
        self._room = _NAME
        self._changed = False
        self._adding = self._signing = False
        self._panel: CardPanel | None = None
        self.clicked.connect(self._drop)
        self.setEnabled(False)
        self._fill()

    def show_agent(
        self,
        agent: str,
        card: AgentCard | None,
        names: Sequence[str] = (),
        *,
        why: str = "",
        changed: bool = False,
    ) -> None:
        """Show an agent, its card where it is known, and the names one may choose from.

        `why` says what is wrong; `changed`, that it is a card that was not accepted.
        """
        self._agent, self._card, self._names, self._why = agent, card, names, why
        self._changed = changed
        self.setEnabled(bool(agent))
        self._fill()

    def leave_room(self, pixels: int) -> None:
        """Cut the name of the agent where it is longer than so many pixels."""
        self._room = min(_NAME, pixels)
        self._show_name()

    def offer_adding(self) -> None:
        """Offer to add an agent from now on."""
        self._adding = True
        self._fill()

    def offer_signing_in(self) -> None:
        """Offer to sign in with agents that ask for it, from now on."""
        self._signing = True
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Show the words of another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _fill(self) -> None:
        self._show_name()
        label = agent_label(self._agent)
        self.setAccessibleName(self.tr("Agent: {name}").format(name=label))
        self.setToolTip(self.tr("Who answers in this conversation"))
        if self._panel is not None:
            self._panel.show_card(self._agent, self._card, self._names, self._why)
            if self._signing and self._card is not None and self._card.security:
                self._panel.offer_signing_in()
            if self._adding:
                self._panel.offer(self._agent if self._changed else "")

    def _show_name(self) -> None:
        label, metrics = agent_label(self._agent), QFontMetrics(self.font())
        shown = metrics.elidedText(label, Qt.TextElideMode.ElideMiddle, self._room)
        self.setText(shown.replace("&", "&&"))

    def _drop(self) -> None:
        if self._panel is None:
            self._panel = CardPanel(self)
            self._panel.picked.connect(self._pick)
            self._panel.addRequested.connect(self._add)
            self._panel.signing.connect(self._sign)
            self._fill()
        self.opened.emit()
        corner = self.mapToGlobal(QPoint(self.width() - self._panel.width(), self.height() + 4))
        screen = self.screen().availableGeometry()
        corner.setX(max(screen.left(), corner.x()))
        corner.setY(max(screen.top(), min(corner.y(), screen.bottom() - self._panel.height())))
        self._panel.move(corner)
        self._panel.show()

    def _pick(self, agent: str) -> None:
        if self._panel is not None:
            self._panel.hide()
        if agent != self._agent:
            self.picked.emit(agent)

    def _sign(self, sign_in: bool) -> None:
        if self._panel is not None:
            self._panel.hide()
        (self.signInRequested if sign_in else self.signOutRequested).emit(self._agent)

    def _add(self, agent: str) -> None:
        if self._panel is not None:
            self._panel.hide()
        self.addRequested.emit(agent)


class CardPanel(QFrame):
    """Shows an agent's card as plain text, and the other agents as buttons."""

    picked = Signal(str)
    addRequested = Signal(str)
    signing = Signal(bool)
    """The person wants to sign in (True) or out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "agentCard")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._page = QVBoxLayout()
        self._page.setContentsMargins(16, 16, 16, 16)
        self._page.setSpacing(8)
        inner = QWidget()
        inner.setLayout(self._page)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(self._area)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fit()

    def show_card(self, agent: str, card: AgentCard | None, names: Sequence[str], why: str) -> None:
        """Show a card; `why` says what is wrong where there is none."""
        self._area.setAccessibleName(self.tr("Card of the agent"))
        while (item := self._page.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        title = card.title or card.name if card is not None else ""
        if title in ("", agent.partition(":")[0]):
            title = agent_label(agent)
        self._say(title, 1.2, bold=True)
        if card is not None:
            language = QLocale().name()[:2]
            skills = in_language(card.skills, language)[:_SKILLS]
            said = about(card, language)
            if said not in (skill.description for skill in skills):
                self._say(said)
            if skills:
                self._say(self.tr("What it can do"), 0.95, bold=True)
            for skill in skills:
                self._say(f"{skill.name}\n{skill.description}".strip())
            if card.version:
                self._say(self.tr("Version {version}").format(version=card.version), 0.88)
        self._say(why)
        others = [name for name in names if name != agent]
        if others:
            self._say(self.tr("Other agents"), 0.95, bold=True)
        for name in others:
            button = Button("card", icon="agent")
            button.setText(agent_label(name).replace("&", "&&"))
            button.clicked.connect(lambda _=False, name=name: self.picked.emit(name))
            self._add(button)
        self._fit()

    def offer_signing_in(self) -> None:
        """Offer to sign in with the agent that is shown, and out."""
        for words, name, wanted in (
            (self.tr("Sign in…"), "pickerSignIn", True),
            (self.tr("Sign out"), "pickerSignOut", False),
        ):
            button = named(Button("quiet", icon="needs-sign-in"), name)
            button.setText(words)
            button.clicked.connect(lambda _=False, wanted=wanted: self.signing.emit(wanted))
            self._add(button)
        self._fit()

    def offer(self, changed: str) -> None:
        """Offer to add an agent, and to look at the changed card of a known one."""
        wanted = [(self.tr("Add an agent…"), "", "addAgentButton")]
        if changed:
            wanted.insert(0, (self.tr("Look at the changed card…"), changed, "reviewCardButton"))
        for words, agent, name in wanted:
            button = named(Button("quiet", icon="new"), name)
            button.setText(words)
            button.clicked.connect(lambda _=False, agent=agent: self.addRequested.emit(agent))
            self._add(button)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the words need, now that their fonts are known."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._page.activate()
        around = 2 * (1 + self.frameWidth())
        room = self.screen().availableSize() * _SHARE
        zoom = max(1.0, self.font().pointSizeF() / BODY_POINTS)
        width = min(round(_WIDTH * zoom), room.width())
        bar = self._area.verticalScrollBar()
        theme = theme_of(self)
        bar.setStyleSheet(scroll_bar_css(theme, theme.window))
        tallest = min(round(_TALLEST * zoom), room.height())
        wanted = self._page.heightForWidth(width - around) + around
        if wanted > tallest:
            wanted = self._page.heightForWidth(width - around - bar.sizeHint().width()) + around
        self.setFixedSize(width, min(tallest, wanted))
        # What is known of an agent may come while the panel is open, and makes its buttons anew.
        buttons = [one for one in self.findChildren(Button) if not one.isHidden()]
        if self.isVisible() and buttons and self.focusWidget() not in buttons:
            buttons[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def _add(self, widget: QWidget) -> None:
        self._page.addWidget(widget)
        # A child of a shown widget is shown a turn later, and counts for no height before.
        widget.show()

    def _say(self, words: str, size: float = 1.0, *, bold: bool = False) -> None:
        if words:
            label = QLabel(words)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFont(sized(self.font(), size, bold=bold))
            self._add(label)
