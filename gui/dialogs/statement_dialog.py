"""The query of an answer, to be changed and run: read-only, as a result of its own."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.look.theme import mono_font
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import TextBox

_LONGEST = 20_000
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StatementField(TextBox):
    """A statement while it is written; Tab leaves the field, Ctrl+Enter runs what stands in it."""

    def __init__(self, parent: "StatementDialog") -> None:
        super().__init__(parent=parent)
        self._dialog = parent
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Run with Ctrl+Enter."""
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if held and event.key() in _ENTER:
            self._dialog.run()
        else:
            super().keyPressEvent(event)


class StatementDialog(Dialog):
    """Owns the statement while it is changed; what does not run stays here to be mended."""

    def __init__(
        self, statement: str, parent: QWidget, *, first: str = "", refused: str = ""
    ) -> None:
        """`first` is the query that an answer ran, to go back to; `refused` says why the statement
        was not run.
        """
        super().__init__(parent)
        self._first = plain_signs(first[:_LONGEST])
        named(self, "statementDialog")
        self.setWindowTitle(self.tr("Edit and run the query"))
        said = QLabel(
            self.tr(
                "It runs read-only: one SELECT over the tables of this data. The result says that"
                " it is your own; nothing of its meaning is checked."
            )
        )
        said.setWordWrap(True)
        self.field = named(StatementField(self), "statementField")
        self.field.setFont(mono_font(self.font().pointSizeF() / 10.5))
        self.field.setAccessibleName(self.tr("Query (SQL)"))
        self.field.setPlainText(plain_signs(statement[:_LONGEST]))
        why = named(QLabel(plain_signs(refused)), "statementRefused")
        why.setTextFormat(Qt.TextFormat.PlainText)
        why.setWordWrap(True)
        why.setVisible(bool(refused))
        ink(why, theme_of(self).failed)
        hint = QLabel(self.tr("Ctrl+Enter runs it"))
        self._run = named(Button("main"), "statementRun")
        self._run.setText(self.tr("Run"))
        self._run.setAutoDefault(False)
        self._run.clicked.connect(self.run)
        self._restore = named(Button("plain"), "statementRestore")
        self._restore.setText(self.tr("Restore the query"))
        self._restore.setAutoDefault(False)
        self._restore.clicked.connect(self.restore)
        leave = named(Button("plain"), "statementCancel")
        leave.setText(self.tr("Cancel"))
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        below = QHBoxLayout()
        below.addWidget(hint)
        below.addStretch(1)
        below.addWidget(self._restore)
        below.addWidget(leave)
        below.addWidget(self._run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(said)
        layout.addWidget(why)
        layout.addWidget(self.field, 1)
        layout.addLayout(below)
        self.setMinimumSize(360, 260)
        self.resize(720, 420)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.field.textChanged.connect(self._offer)
        self._offer()
        self.field.setFocus()

    @property
    def statement(self) -> str:
        """What is to be run."""
        return self.field.toPlainText().strip()

    def run(self) -> None:
        """Run what stands in the field, unless there is nothing."""
        if self._run.isEnabled():
            self.accept()

    def restore(self) -> None:
        """Write the query that the answer ran again, in a step that can be undone."""
        cursor = self.field.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self._first)
        self.field.setFocus()

    def _offer(self) -> None:
        self._restore.setVisible(bool(self._first) and self._first != self.field.toPlainText())
        self._run.setEnabled(0 < len(self.statement) <= _LONGEST)
