"""The sheet of the shortcuts: every command by menu, with its keys, which can be changed here."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.actions.actions import Actions, plain
from gui.actions.shortcuts import Refusal, after_choice, pressed, refusal, shown
from gui.look.theme import scroll_bar_css, sized
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of

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


class KeyDialog(Dialog):
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


class ShortcutSheet(Dialog):
    """Owns the rows and the person's choices, name of a command → keys.

    `chosen` carries the choices after each change; whoever hears it gives the commands their keys.
    """

    chosen = Signal(dict)

    def __init__(self, actions: Actions, choices: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "shortcutSheet")
        self.setWindowTitle(self.tr("Keyboard Shortcuts"))
        self._actions = actions
        self._choices = dict(choices)
        self._rows: list[tuple[QAction, QLabel, Button]] = []
        self._menus: list[tuple[QLabel, list[QWidget]]] = []
        self.filter = named(Field(), "shortcutFilter")
        self.filter.setPlaceholderText(self.tr("Part of a command, or keys"))
        self.filter.setAccessibleName(self.tr("Part of a command, or keys"))
        self.filter.offer_clearing()
        self.reset = named(Button("plain"), "shortcutReset")
        self.reset.setText(self.tr("All as they came"))
        close = named(Button("main"), "shortcutClose")
        close.setText(self.tr("Close"))
        for button in (self.reset, close):
            button.setAutoDefault(False)
        above, below = QHBoxLayout(), QHBoxLayout()
        above.setContentsMargins(24, 16, 24, 0)
        above.addWidget(self.filter)
        below.setContentsMargins(24, 0, 24, 0)
        below.addWidget(self.reset)
        below.addStretch(1)
        below.addWidget(close)
        area = QScrollArea()
        area.setWidget(self._page())
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area = area
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 16)
        layout.addLayout(above)
        layout.addWidget(area)
        layout.addLayout(below)
        self.resize(560, 680)
        self.filter.textChanged.connect(self._narrow)
        self.reset.clicked.connect(lambda: self._choose({}))
        close.clicked.connect(self.reject)
        self._fill()
        self._dress()
        self.filter.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        on_window = scroll_bar_css(theme, theme.window)
        self._area.verticalScrollBar().setStyleSheet(on_window)

    def _page(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(24, 8, 24, 16)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        menu = ""
        for title, action in self._actions.listed():
            if title != menu:
                menu = title
                self._add_menu(grid, title)
            label = QLabel(plain(action.text()))
            button = named(Button("plain"), f"keys{action.objectName().removeprefix('action')}")
            button.setAutoDefault(False)
            button.clicked.connect(partial(self._ask, action))
            self._rows.append((action, label, button))
            self._add_row(grid, label, button)
        self._add_menu(grid, self.tr("While you write"))
        for words, keys in (
            (self.tr("Bring back your last message"), "↑"),
            (self.tr("Choose an answer to a question"), "1 – 6"),
            (self.tr("Break the line"), "Shift+Enter"),
            (self.tr("Give a command"), "/"),
            (self.tr("Ask another agent"), "@"),
        ):
            self._add_row(grid, QLabel(words), QLabel(keys))
        return page

    def _add_menu(self, grid: QGridLayout, title: str) -> None:
        heading = QLabel(title)
        heading.setFont(sized(heading.font(), 1.0, bold=True))
        heading.setContentsMargins(0, 8, 0, 0)
        grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
        self._menus.append((heading, []))

    def _add_row(self, grid: QGridLayout, label: QLabel, keys: QWidget) -> None:
        row = grid.rowCount()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        grid.addWidget(label, row, 0)
        grid.addWidget(keys, row, 1, Qt.AlignmentFlag.AlignRight)
        self._menus[-1][1].append(label)

    def _fill(self) -> None:
        for action, label, button in self._rows:
            keys = shown(action.shortcuts())
            button.setText(keys or "…")
            words = self.tr("{command}: {keys}. Change").replace(
                "{keys}", keys or self.tr("no keys")
            )
            button.setAccessibleName(words.replace("{command}", label.text()))
        self.reset.setEnabled(bool(self._choices))

    def _narrow(self, typed: str) -> None:
        wanted = typed.casefold().split()
        for action, label, button in self._rows:
            held = f"{label.text()} {shown(action.shortcuts())}".casefold()
            fits = all(word in held for word in wanted)
            label.setVisible(fits)
            button.setVisible(fits)
        for heading, labels in self._menus:
            heading.setVisible(any(not label.isHidden() for label in labels))

    def _ask(self, action: QAction) -> None:
        name, keys = action.objectName(), action.shortcuts()
        own = self._actions.own_keys[name]

        def holder(wanted: QKeySequence) -> str:
            other = self._actions.holder(wanted)
            return "" if other is None or other is action else plain(other.text())

        dialog = KeyDialog(
            plain(action.text()),
            keys[0] if keys else QKeySequence(),
            own[0] if own else QKeySequence(),
            holder,
            self,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._take(name, dialog.keys))
        dialog.open()

    def _take(self, name: str, keys: QKeySequence) -> None:
        self._choose(after_choice(self._actions.own_keys, self._choices, name, keys))

    def _choose(self, choices: dict[str, str]) -> None:
        self._choices = choices
        self.chosen.emit(choices)
        self._fill()
