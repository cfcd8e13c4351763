"""Which keys give a command: they are pressed, and what stands against them is said at once."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.buttons import Button
from gui.fields import Field
from gui.naming import named
from gui.shortcuts import Refusal, pressed, refusal, shown
from gui.surfaces import ink, theme_of

_WIDTH, _LINES = 380, 19


class KeyField(Field):
    """A field that shows the keys that are pressed in it; Tab, Esc and Enter do what they do.

    `pressed` carries them.
    """

    pressed = Signal(QKeySequence)

    def __init__(self) -> None:
        super().__init__()
        named(self, "keyField")
        self.setReadOnly(True)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)

    def event(self, event: QEvent) -> bool:
        """Keep every key for this field, whatever else it does in the window."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that are pressed, but those that lead out of a dialog."""
        leading = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() in leading and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            event.ignore()
            return
        event.accept()
        keys = pressed(event)
        if keys is not None:
            self.pressed.emit(keys)


class KeyDialog(QDialog):
    """Owns the keys that are wanted for one command; `keys` is empty for none.

    `holder` names the other command that has keys now, "" for nobody.
    """

    def __init__(
        self,
        command: str,
        now: QKeySequence,
        own: QKeySequence,
        holder: Callable[[QKeySequence], str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        named(self, "keyDialog")
        self.setWindowTitle(self.tr("Keys of “{command}”").replace("{command}", command))
        self.keys = now
        self._own_keys = own
        self._holder = holder
        said = QLabel(self.tr("Press the keys that should give this command."))
        self.field = KeyField()
        self.field.setAccessibleName(self.windowTitle())
        self.field.setAccessibleDescription(said.text())
        self._told = named(QLabel(), "keyTold")
        for label in (said, self._told):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            # A label that wraps says how high it is only for a width that is fixed.
            label.setFixedWidth(max(_WIDTH, _LINES * self.fontMetrics().lineSpacing()))
        self._own = named(Button("quiet"), "keyOwn")
        self._own.setText(self.tr("As it came"))
        self._none = named(Button("quiet"), "keyNone")
        self._none.setText(self.tr("No keys"))
        leave = named(Button("plain"), "keyCancel")
        leave.setText(self.tr("Cancel"))
        self._save = named(Button("main"), "keySave")
        self._save.setText(self.tr("Save"))
        self._save.setDefault(True)
        for button in (self._own, self._none, leave):
            button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._own)
        buttons.addWidget(self._none)
        buttons.addStretch(1)
        buttons.addWidget(leave)
        buttons.addWidget(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (said, self.field, self._told):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addLayout(buttons)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        # Room for what may have to be said: the buttons stay where they are.
        self._told.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self._told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.field.pressed.connect(self._take)
        self._own.clicked.connect(lambda: self._take(own))
        self._none.clicked.connect(lambda: self._take(QKeySequence()))
        leave.clicked.connect(self.reject)
        self._save.clicked.connect(self.accept)
        self.field.setText(_name(now))
        self._dress()
        self.field.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _dress(self) -> None:
        ink(self._told, theme_of(self).waiting)

    def _take(self, keys: QKeySequence) -> None:
        self.keys = keys
        self.field.setText(_name(keys))
        why: Refusal = "" if keys == self._own_keys else refusal(keys)
        other = "" if why or keys.isEmpty() else self._holder(keys)
        told = _why(why)
        if other:
            told = self.tr("“{command}” has these keys now. Saved, they are taken from it.")
            told = told.replace("{command}", other)
        self._told.setText(told)
        self._save.setEnabled(not why)
        if QAccessible.isActive():
            words = f"{self.field.text()}. {told}" if told else self.field.text()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.field, words))


def _name(keys: QKeySequence) -> str:
    if keys.isEmpty():
        return QCoreApplication.translate("KeyDialog", "No keys")
    return shown([keys])


def _why(why: Refusal) -> str:
    match why:
        case "writing":
            return QCoreApplication.translate(
                "KeyDialog",
                "This key alone is for writing. Hold Ctrl or Alt too, or take F1 to F12.",
            )
        case "menus":
            return QCoreApplication.translate(
                "KeyDialog", "Alt and a letter opens a menu. Hold Ctrl or another key too."
            )
        case "fields":
            return QCoreApplication.translate(
                "KeyDialog", "What is being written needs these keys. Take others."
            )
        case _:
            return ""
