"""The bottom of the chat: the composer with its buttons, and what went wrong with a message."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.composer.chips import ChipRow
from gui.composer.composer import Composer
from gui.look.theme import sized
from gui.texts.plain import as_tooltip
from gui.widgets.buttons import Button
from gui.widgets.object_names import named
from gui.widgets.surfaces import Surface, ink, theme_of

_WIDEST_TABLE = 140  # pixels


class ComposerBar(QWidget):
    """Owns the composer, Send, Stop and the line beneath them: a hint, or an error.

    An error stays until the text changes or something is sent.
    """

    stopped = Signal()

    def __init__(self, composer: Composer) -> None:
        super().__init__()
        self.composer = composer
        self.composer.setFrameShape(QFrame.Shape.NoFrame)
        self.composer.viewport().setAutoFillBackground(False)
        self.composer.installEventFilter(self)
        self.enclosures = ChipRow("enclosures")
        self.queued = ChipRow("queued")
        self.attach = named(Button("quiet", icon="attach"), "attachButton")
        self.table = named(Button("quiet", icon="table"), "tableButton")
        self.send = named(Button("main", icon="send"), "sendButton")
        self.stop = named(Button("plain", icon="stop"), "stopButton")
        for button in (self.attach, self.table, self.send, self.stop):
            # Pressing it must not take the focus, which would end a composition by itself.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop.hide()
        self.table.hide()
        self._line = named(QLabel(), "composerLine")
        self._line.setTextFormat(Qt.TextFormat.PlainText)
        self._line.setWordWrap(True)
        self._error = ""
        self._beside: QWidget | None = None
        self._surface = Surface("base")
        row = QHBoxLayout(self._surface)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(8)
        self._surface.setFocusProxy(composer)  # Tab comes to what is written before the buttons.
        row.addWidget(self.attach, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.table, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.composer, 1)
        row.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.send, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.queued)
        layout.addWidget(self.enclosures)
        layout.addWidget(self._surface)
        self._below = QHBoxLayout()
        self._below.setSpacing(8)
        self._below.addWidget(self._line, 1)
        layout.addLayout(self._below)
        self.send.clicked.connect(self.composer.submit)
        self.stop.clicked.connect(self.stopped)
        self.composer.textChanged.connect(self._typed)
        self._typed()
        self._retranslate()

    @property
    def error(self) -> str:
        """What is said to be wrong; empty if nothing is."""
        return self._error

    def show_error(self, text: str) -> None:
        """Say what is wrong with the message; the text stays as it is."""
        self._error = text
        self._retranslate()

    def add_beside_line(self, button: QWidget) -> None:
        """Put a button at the end of the line beneath the composer."""
        self._beside = button
        button.setFont(self._line.font())
        self._below.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_table(self, name: str) -> None:
        """Show which of several tables is asked, which can be changed; "" where there is no other.

        `name` is foreign text.
        """
        self.table.setText(self.table.fontMetrics().elidedText(
            name.replace("&", "&&"), Qt.TextElideMode.ElideMiddle, _WIDEST_TABLE
        ))  # fmt: skip
        self.table.setVisible(bool(name))
        asked = self.tr("Asks the table “{name}”").replace("{name}", name)
        self.table.setAccessibleName(asked)
        self.table.setToolTip(as_tooltip(asked))

    def show_running(self, running: bool) -> None:
        """Offer Stop while an answer is being made."""
        self.stop.setVisible(running)

    def use_send_key(self, key: str) -> None:
        """Send with `enter` or `ctrl_enter`."""
        self.composer.send_key = key
        self._retranslate()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Light the border while the composer has the focus; nothing is decided here."""
        if isinstance(event, QFocusEvent):
            self._surface.lit = event.gotFocus()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the font and the palette."""
        super().changeEvent(event)
        kinds = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if event.type() in kinds:
            self._retranslate()

    def _typed(self) -> None:
        if self._error:
            self._error = ""
            self._retranslate()

    def _retranslate(self) -> None:
        self.attach.setAccessibleName(self.tr("Attach files"))
        self.attach.setToolTip(self.tr("Attach files"))
        self.send.setText(self.tr("Send"))
        self.stop.setText(self.tr("Stop"))
        self.stop.setAccessibleName(self.tr("Stop the answer"))
        theme = theme_of(self)
        hint = self.tr("Enter sends, Shift+Enter breaks the line")
        if self.composer.send_key == "ctrl_enter":
            hint = self.tr("Ctrl+Enter sends, Enter breaks the line")
        self._line.setText(self._error or hint)
        for one in (self._line, self._beside):
            if one is not None:
                one.setFont(sized(self.font(), 0.88))
        ink(self._line, theme.failed if self._error else theme.muted)
