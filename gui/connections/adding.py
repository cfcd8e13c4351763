"""Adding an agent by its address: where it is, what its card says, whether it is accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.errors import DeskError
from app.window_ports import AddingAgents, CardLook
from gui.connections.agent_picker import AgentPicker
from gui.look.theme import sized
from gui.notices.bar import Notice, NoticeAction, NoticeBar
from gui.platform.tasks import TaskScope, ask_dialog
from gui.texts.agent_cards import in_language
from gui.texts.errors import error_text
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import boxed
from gui.widgets.two_line_delegate import Line

if TYPE_CHECKING:
    from app.domain.cards import AgentCard


_SKILLS = 40
_LONG = 1_000


class AddAgentDialog(Dialog):
    """Owns the address and name, and the card as it was read; it fetches and keeps nothing.

    `looked` asks for the card at (address, name); `acceptRequested` is the look to be accepted.
    What is typed after a look has to be looked at again.
    """

    looked = Signal(str, str)
    acceptRequested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "addAgent")
        self.setWindowTitle(self.tr("Add an agent"))
        self.address = named(Field(), "addAgentAddress")
        self.name = named(Field(), "addAgentName")
        self.look = named(Button("plain"), "addAgentLook")
        self.add = named(Button("main"), "addAgentAccept")
        self.leave = named(Button("plain"), "addAgentCancel")
        self._said = named(QLabel(), "addAgentStatus")
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setWordWrap(True)
        self.known = LineList("addAgentKnown")
        self.known.setAccessibleName(self.tr("Known addresses"))
        self._known_caption = QLabel(self.tr("Known addresses"))
        self._shown: CardLook | None = None
        self._page = QVBoxLayout()
        self._area = named(QScrollArea(), "addAgentScroll")
        self._lay_out()
        self.address.setPlaceholderText("https://agent.example.org")
        self.address.setAccessibleName(self.tr("Address of the agent"))
        self.name.setPlaceholderText(self.tr("Name here (optional)"))
        self.name.setAccessibleName(self.tr("Name here (optional)"))
        self.look.setText(self.tr("Read its card"))
        self.leave.setText(self.tr("Cancel"))
        self.address.textChanged.connect(lambda _: self._stale())
        self.name.textChanged.connect(lambda _: self._stale())
        for field in (self.address, self.name):
            field.returnPressed.connect(self._ask)
        self.look.clicked.connect(self._ask)
        self.leave.clicked.connect(self.reject)
        self.add.clicked.connect(self._accept)
        self.known.picked.connect(self._take_known)
        self.show_known({})
        self._stale()

    def show_known(self, known: Mapping[str, str]) -> None:
        """Offer addresses, each with what is called so here or an empty text."""
        lines = [
            (address, Line(plain_signs(name or address), plain_signs(address) if name else ""))
            for address, name in known.items()
        ]
        self.known.show_rows(lines)
        self.known.setFixedHeight(self.known.sizeHint().height())
        for widget in (self.known, self._known_caption):
            widget.setVisible(bool(lines))

    def show_look(self, look: CardLook) -> None:
        """Show a card, as plain text, to be accepted or left."""
        self._clear()
        self._shown = look
        self._say(self.tr("Will be called {name} here").replace("{name}", look.name), 0.88)
        if look.changes:
            self._say(self.tr("Changed since it was accepted"), 1.0, bold=True)
            for line in look.changes:
                self._say(line)
        if look.card is not None:
            self._show_card(look.card)
        else:
            self._say(self.tr("Its card can be read once you speak with it."))
        self._page.addStretch(1)
        news = not look.known or bool(look.changes)
        self._tell("" if news else self.tr("It is added already, and has not changed."))
        self.add.setText(self._add_words())
        self.add.setEnabled(news)
        if news:
            # Not the button: an Enter that was meant for the address would accept it unread.
            self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_busy(self) -> None:
        """Say that the card is being read."""
        self._tell(self.tr("Reading the card…"))
        self.look.setEnabled(False)

    def show_error(self, why: str) -> None:
        """Say what is wrong; what was typed stays."""
        self._stale()
        self._tell(why, wrong=True)
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_known(self, address: object) -> None:
        self.name.clear()
        self.address.setText(str(address))
        self._ask()

    def _ask(self) -> None:
        address = self.address.text().strip()
        if address and self.look.isEnabled():
            self._clear()
            self.looked.emit(address, self.name.text().strip())

    def _accept(self) -> None:
        if self._shown is not None:
            self.add.setEnabled(False)
            self.acceptRequested.emit(self._shown)

    def _tell(self, words: str, *, wrong: bool = False) -> None:
        theme = theme_of(self)
        ink(self._said, theme.failed if wrong else theme.muted)
        self._said.setText(words)

    def _stale(self) -> None:
        self._clear()
        self._say(self.tr("What it says of itself stands here, before you add it."))
        self._page.addStretch(1)
        self._tell("")
        self.look.setEnabled(bool(self.address.text().strip()))

    def _clear(self) -> None:
        self._shown = None
        self.add.setEnabled(False)
        self.add.setText(self._add_words())
        while (item := self._page.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def _add_words(self) -> str:
        if self._shown is not None and self._shown.known:
            return self.tr("Accept the changed card")
        return self.tr("Add this agent")

    def _show_card(self, card: AgentCard) -> None:
        self._say(f"{card.title or card.name} {card.version}".strip(), 1.2, bold=True)
        self._say(card.description)
        if card.provider:
            self._say(self.tr("Offered by {name}").replace("{name}", card.provider))
        if card.skills:
            self._say(self.tr("What it can do"), 1.0, bold=True)
        for skill in in_language(card.skills, QLocale().name()[:2])[:_SKILLS]:
            self._say("\n".join(filter(None, (skill.name, skill.description))))
        self._say(self.tr("Takes and gives"), 1.0, bold=True)
        self._say(f"{', '.join(card.input_modes) or '–'} → {', '.join(card.output_modes) or '–'}")
        self._say(self.tr("Where it is reached"), 1.0, bold=True)
        for one in card.interfaces:
            self._say(f"{one.binding} {one.version} {one.url}")
        self._say(self.tr("Security"), 1.0, bold=True)
        for needs in card.security:
            self._say(" + ".join(f"{need.name} ({need.kind})" for need in needs) or "–")
        if not card.security:
            self._say(self.tr("It lets everybody in."))
        self._say(self._signature(card))

    def _signature(self, card: AgentCard) -> str:
        found = card.signature
        if found is None or found.state == "unsigned":
            return self.tr("It is not signed.")
        match found.state:
            case "verified":
                words = self.tr("It is signed by {name}; the signature was checked and is good.")
            case "mismatch":
                words = self.tr("It is signed by {name}, but the signature does not match.")
            case _:
                words = self.tr("It is signed by {name}, with a key that you do not know yet.")
        return words.replace("{name}", found.by or "–")

    def _say(self, words: str, size: float = 1.0, *, bold: bool = False) -> None:
        if words:
            shown = plain_signs(words if len(words) <= _LONG else words[:_LONG] + "…")
            label = QLabel(shown)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFont(sized(self.font(), size, bold=bold))
            self._page.addWidget(label)

    def _lay_out(self) -> None:
        for button in (self.look, self.add, self.leave):
            button.setAutoDefault(False)
        where = QHBoxLayout()
        where.setSpacing(8)
        where.addWidget(self.address, 3)
        where.addWidget(self.name, 2)
        where.addWidget(self.look)
        inner = named(QWidget(), "addAgentCard")
        inner.setLayout(self._page)
        self._page.setContentsMargins(16, 16, 16, 16)
        self._page.setSpacing(8)
        area = self._area
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setAccessibleName(self.tr("Card of the agent"))
        area.setStyleSheet(boxed("QScrollArea", theme_of(self)))
        inner.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self._said, 1)
        below.addWidget(self.leave)
        below.addWidget(self.add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(where)
        layout.addWidget(self._known_caption)
        layout.addWidget(self.known)
        layout.addWidget(area, 1)
        layout.addLayout(below)
        self.resize(640, 560)


_TOLD_SECONDS = 30
_ADDRESSES = ("http://", "https://", "kafka://")


class AddingAgent:
    """Owns the way from an address to an agent that stands in the picker.

    `used` gives the agents of the conversations, some by their address; `converse` opens a
    conversation with an agent, `taken` lets it answer in the open one if nothing was said there and
    returns whether it does; `changed` is told whose card is another now, `failed` hears of mistakes
    of ours. `command` asks for a new one, as the picker does.
    """

    def __init__(
        self,
        *,
        adding: AddingAgents,
        window: QWidget,
        picker: AgentPicker,
        command: QAction,
        notices: NoticeBar,
        tasks: TaskScope,
        used: Callable[[], Iterable[str]],
        converse: Callable[[str], object],
        taken: Callable[[str], bool],
        changed: Callable[[str], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._adding = adding
        self._window = window
        self._notices = notices
        self._tasks = tasks
        self._used = used
        self._converse = converse
        self._taken = taken
        self._changed = changed
        self._failed = failed
        picker.offer_adding()
        picker.addRequested.connect(lambda agent: self._tasks.start(self._ask(agent)))
        command.triggered.connect(lambda: self._tasks.start(self._ask("")))
        command.setEnabled(True)

    async def _ask(self, agent: str) -> None:
        dialog = AddAgentDialog(self._window)
        asking = TaskScope(self._failed)
        dialog.looked.connect(lambda where, name: asking.start(self._look(dialog, where, name)))
        dialog.acceptRequested.connect(lambda look: asking.start(self._accept(dialog, look)))
        try:
            dialog.show_known(await self._known())
            if agent:
                dialog.address.setText(agent)
                dialog.looked.emit(agent, "")
            await ask_dialog(dialog)
        finally:
            await asking.aclose()

    async def _known(self) -> dict[str, str]:
        """Return the names of known addresses: those added, then those that were spoken with."""
        try:
            added = {address: name for name, address in (await self._adding.known()).items()}
        except DeskError:
            added = {}  # why the profile cannot be read is told when something is looked at
        spoken = [agent for agent in self._used() if agent.startswith(_ADDRESSES)]
        return {**added, **{agent: "" for agent in spoken if agent not in added}}

    async def _look(self, dialog: AddAgentDialog, address: str, name: str) -> None:
        dialog.show_busy()
        try:
            look = await self._adding.look(address, name)
        except DeskError as error:
            dialog.show_error(error_text(error))
            return
        dialog.look.setEnabled(True)
        if (dialog.address.text().strip(), dialog.name.text().strip()) == (address, name):
            dialog.show_look(look)

    async def _accept(self, dialog: AddAgentDialog, look: CardLook) -> None:
        try:
            name = await self._adding.accept(look)
        except DeskError as error:
            dialog.show_error(error_text(error))
            return
        dialog.accept()
        self._changed(name)
        taken = self._taken(name)
        self._notices.show_notice(
            Notice(
                key="agent-added",
                words=lambda: _added(name),
                offers=() if taken else (NoticeAction(_speak, lambda: self._begin(name)),),
                seconds=_TOLD_SECONDS,
            )
        )

    def _begin(self, name: str) -> None:
        self._notices.dismiss("agent-added")
        self._converse(name)


def _added(name: str) -> str:
    said = QCoreApplication.translate("Notices", "The agent {name} can be chosen now.")
    return said.replace("{name}", name)


def _speak() -> str:
    return QCoreApplication.translate("Notices", "New conversation with it")
