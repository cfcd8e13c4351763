"""Signing in with an agent: what it asks for, where to go for it, and where it will be kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.errors import DeskError
from app.window_ports import SignInField, SigningIn, SignInNeed
from gui.look.theme import sized
from gui.notices.bar import Notice, NoticeBar
from gui.platform.clipboard import put_text
from gui.platform.tasks import TaskScope, ask_dialog
from gui.platform.web_links import open_link
from gui.texts.errors import error_text
from gui.texts.names import agent_label
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import TextBox

_WIDTH = 460
_LINES = 5


class SignInDialog(Dialog):
    """Owns what was typed, until it is handed over; it keeps nothing.

    `given` carries the answers by scheme and field. Addresses are shown before they are opened,
    and opened by the person only.
    """

    given = Signal(object)

    def __init__(self, agent: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "signIn")
        self.setWindowTitle(self.tr("Sign in"))
        self._fields: dict[tuple[str, str], QLineEdit] = {}
        self._url = ""
        self._heading = QLabel(
            self.tr("Sign in with {name}").replace("{name}", plain_signs(agent_label(agent)))
        )
        self._heading.setFont(sized(self.font(), 1.2, bold=True))
        self._page = QVBoxLayout()
        self._page.setSpacing(8)
        self._where = named(TextBox(), "signInAddress")
        self._where.setReadOnly(True)
        self._where.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self._where.setFixedHeight(_LINES * self._where.fontMetrics().lineSpacing())
        self._where.setAccessibleName(self.tr("Where you sign in"))
        self._code = named(QLabel(), "signInCode")
        self._told = named(QLabel(), "signInStatus")
        self._kept = named(QLabel(), "signInKept")
        for label in (self._heading, self._code, self._told, self._kept):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._code.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._code.setFont(sized(self.font(), 1.9, bold=True))
        self.browse = named(Button("plain", icon="link"), "signInBrowse")
        self.copy = named(Button("plain", icon="copy"), "signInCopy")
        self.enter = named(Button("main"), "signInEnter")
        self.leave = named(Button("plain"), "signInCancel")
        self.browse.setText(self.tr("Open in the browser"))
        self.copy.setText(self.tr("Copy the address"))
        self.enter.setText(self.tr("Sign in"))
        self.leave.setText(self.tr("Cancel"))
        self._lay_out()
        self.browse.clicked.connect(lambda: open_link(self._url))
        self.copy.clicked.connect(lambda: put_text(self._url))
        self.enter.clicked.connect(self._give)
        self.leave.clicked.connect(self.reject)
        self.show_url("")
        self.enter.setEnabled(False)

    def ask(self, needs: Sequence[SignInNeed], *, lasting: bool) -> None:
        """Ask for what the agent's card needs; `lasting` says whether it outlives the program."""
        for need, fields in needs:
            if need.description:
                self._say(need.description)
            if need.scopes:
                allowed = self.tr("It asks for: {scopes}")
                self._say(allowed.replace("{scopes}", ", ".join(need.scopes)))
            for field in fields:
                self._add_field(need.name, need.kind, field)
        self._kept.setText(
            self.tr("It is kept in the keyring of this system.")
            if lasting
            else self.tr(
                "This system has no keyring: it is kept in memory and ends with the window."
            )
        )
        ink(self._kept, theme_of(self).muted if lasting else theme_of(self).waiting)
        self.enter.setEnabled(True)
        self._tell("")
        self._fit()
        first = next(iter(self._fields.values()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_busy(self) -> None:
        """Say that it is being tried."""
        self.enter.setEnabled(False)
        self._tell(self.tr("Just a moment…"))

    def show_url(self, url: str, code: str = "") -> None:
        """Show where to go, and the code to type there; "" shows neither."""
        self._url = url
        self._where.setPlainText(plain_signs(url))
        self._code.setText(plain_signs(code))
        for widget in (self._where, self.browse, self.copy):
            widget.setVisible(bool(url))
        self._code.setVisible(bool(code))
        if url:
            self._tell(self.tr("Sign in at this address, then come back."))
            self.browse.setFocus(Qt.FocusReason.OtherFocusReason)
        self._fit()

    def show_error(self, why: str) -> None:
        """Say what went wrong; what was typed stays."""
        self.show_url("")
        self.enter.setEnabled(bool(self._fields))
        self._tell(why, wrong=True)

    def show_nothing_asked(self) -> None:
        """Say that the agent lets everybody in."""
        self._tell(self.tr("This agent does not say how to sign in: there is nothing to enter."))

    def _give(self) -> None:
        if self.enter.isEnabled():
            answers = {key: field.text().strip() for key, field in self._fields.items()}
            self.given.emit(answers)

    def _add_field(self, scheme: str, kind: str, asked: SignInField) -> None:
        words = field_label(kind, asked)
        field = named(Field(), f"signIn_{asked.name}")
        if asked.secret:
            field.setEchoMode(QLineEdit.EchoMode.Password)
            field.setInputMethodHints(
                Qt.InputMethodHint.ImhHiddenText | Qt.InputMethodHint.ImhSensitiveData
            )
        optional = self.tr("{field} (may be empty)").replace("{field}", words)
        shown = optional if asked.optional else words
        field.setAccessibleName(shown)
        field.returnPressed.connect(self._give)
        label = QLabel(shown)
        label.setBuddy(field)
        self._put(label)
        self._put(field)
        self._fields[scheme, asked.name] = field

    def _say(self, words: str) -> None:
        label = QLabel(plain_signs(words[:1_000]))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self._put(label)

    def _put(self, widget: QWidget) -> None:
        self._page.addWidget(widget)
        # A child of a shown widget is shown a turn later, and cannot have the keyboard before.
        widget.show()

    def _tell(self, words: str, *, wrong: bool = False) -> None:
        theme = theme_of(self)
        ink(self._told, theme.failed if wrong else theme.muted)
        self._told.setText(words)

    def _fit(self) -> None:
        """Take the height that the words need at this width."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            width = max(_WIDTH, self.width() if self.isVisible() else 0)
            self.setMinimumHeight(layout.totalHeightForWidth(width))
            self.resize(width, self.minimumHeight())

    def _lay_out(self) -> None:
        for button in (self.browse, self.copy, self.enter, self.leave):
            button.setAutoDefault(False)
        there = QHBoxLayout()
        there.addWidget(self.browse)
        there.addWidget(self.copy)
        there.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self._told, 1)
        below.addWidget(self.leave)
        below.addWidget(self.enter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._heading)
        layout.addLayout(self._page)
        layout.addWidget(self._where)
        layout.addWidget(self._code)
        layout.addLayout(there)
        layout.addWidget(self._kept)
        layout.addLayout(below)
        self.setMinimumWidth(_WIDTH)


def field_label(kind: str, field: SignInField) -> str:
    """Return what a field is called; one that is not known keeps its English name."""
    translate = QCoreApplication.translate
    match kind, field.name:
        case "bearer", "secret":
            return translate("SignInDialog", "Token")
        case "api_key", "secret":
            return translate("SignInDialog", "Key")
        case "basic", "user":
            return translate("SignInDialog", "User")
        case "basic", "secret":
            return translate("SignInDialog", "Password")
        case _, "client_id":
            return translate("SignInDialog", "Client id")
        case _, "client_secret":
            return translate("SignInDialog", "Client secret")
        case _:
            return field.label


_TOLD_SECONDS = 20


class SignIns:
    """Owns the way from "needs sign-in" to a credential, and on to what waited for it.

    `changed` is told which agent is spoken with under another name now, `failed` hears of
    mistakes of ours.
    """

    def __init__(
        self,
        *,
        signing: SigningIn,
        window: QWidget,
        notices: NoticeBar,
        tasks: TaskScope,
        changed: Callable[[str], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._signing = signing
        self._window = window
        self._notices = notices
        self._tasks = tasks
        self._changed = changed
        self._failed = failed
        self._asking = False

    def ask(self, agent: str, then: Callable[[], None] = lambda: None) -> None:
        """Let the person sign in with an agent; `then` follows when they have."""
        if not self._asking and not self._tasks.closed:
            self._asking = True
            self._tasks.start(self._ask(agent, then))

    def sign_out(self, agent: str) -> None:
        """Forget the credentials for an agent."""
        if not self._tasks.closed:
            self._tasks.start(self._sign_out(agent))

    async def _ask(self, agent: str, then: Callable[[], None]) -> None:
        dialog = SignInDialog(agent, self._window)
        trying = TaskScope(self._failed)
        needs: list[SignInNeed] = []
        dialog.given.connect(lambda answers: trying.start(self._try(dialog, agent, needs, answers)))
        trying.start(self._prepare(dialog, agent, needs))
        try:
            done = await ask_dialog(dialog)
        finally:
            self._asking = False
            await trying.aclose()
        if done:
            self._changed(agent)
            self._tell("sign-in", lambda: _signed_in(agent))
            then()

    async def _prepare(self, dialog: SignInDialog, agent: str, needs: list[SignInNeed]) -> None:
        dialog.show_busy()
        try:
            needs += await self._signing.needs(agent)
            lasting = await self._signing.lasting()
        except DeskError as error:
            if error.reason != "no_agent":
                dialog.show_error(error_text(error))
                return
            lasting = False  # an agent of this process: it asks for a sign-in somewhere else
        if needs:
            dialog.ask(needs, lasting=lasting)
        else:
            dialog.show_nothing_asked()

    async def _try(
        self,
        dialog: SignInDialog,
        agent: str,
        needs: Sequence[SignInNeed],
        answers: Mapping[tuple[str, str], str],
    ) -> None:
        dialog.show_busy()
        try:
            for need, fields in needs:
                given = {field.name: answers[need.name, field.name] for field in fields}
                await self._signing.sign_in(agent, need, given, _Shown(dialog))
        except DeskError as error:
            dialog.show_error(error_text(error))
            return
        dialog.accept()

    async def _sign_out(self, agent: str) -> None:
        await self._signing.sign_out(agent)
        self._changed(agent)
        self._tell("sign-in", lambda: _signed_out(agent))

    def _tell(self, key: str, words: Callable[[], str]) -> None:
        self._notices.show_notice(Notice(key=key, words=words, seconds=_TOLD_SECONDS))


class _Shown:
    """Shows in the dialog where to go; nothing is opened by itself."""

    def __init__(self, dialog: SignInDialog) -> None:
        self._dialog = dialog

    async def open_url(self, url: str) -> None:
        self._dialog.show_url(url)

    async def show_code(self, url: str, code: str) -> None:
        self._dialog.show_url(url, code)


def _signed_in(agent: str) -> str:
    said = QCoreApplication.translate("Notices", "You are signed in with {name}.")
    return said.replace("{name}", agent_label(agent))


def _signed_out(agent: str) -> str:
    said = QCoreApplication.translate("Notices", "You are signed out of {name}.")
    return said.replace("{name}", agent_label(agent))
