"""How a newer version is found and taken: nothing is looked up or sent by itself."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.updating import RELEASES, Installed, installed, program_version
from gui.buttons import Button
from gui.clipboard import put_text
from gui.fields import Field
from gui.naming import named
from gui.web_links import open_link

_WIDTH, _LINES = 420, 21


class UpdateDialog(QDialog):
    """Says which version this is and how this copy is updated; the page opens on asking."""

    def __init__(self, parent: QWidget, copy: Installed | None = None) -> None:
        """Make it for a `copy` of the program, else for this one."""
        super().__init__(parent)
        named(self, "updateDialog")
        self.setWindowTitle(self.tr("Updates"))
        copy = installed() if copy is None else copy
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        version = self.tr("You have version {version}.").replace("{version}", program_version())
        asked = self.tr(
            "Balance Desk never looks for newer versions by itself, and tells nobody that you use"
            " it. The web page names the newest one."
        )
        kept = self.tr(
            "An update keeps your conversations; before it changes their database it makes a copy."
        )
        # A label that wraps says how high it is only for a width that is fixed.
        width = max(_WIDTH, _LINES * self.fontMetrics().lineSpacing())
        for number, words in enumerate((version, asked, _way(copy), kept)):
            label = named(QLabel(words), f"updateText{number}")
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFixedWidth(width)
            layout.addWidget(label)
            if number == 2 and copy.command:
                layout.addLayout(self._command(copy.command))
        page = named(Button("plain"), "updatePage")
        page.setText(self.tr("Open {page}").replace("{page}", RELEASES))
        page.clicked.connect(lambda: open_link(RELEASES))
        close = named(Button("main"), "updateClose")
        close.setText(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.reject)
        page.setAutoDefault(False)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(page)
        below.addStretch(1)
        below.addWidget(close)
        layout.addSpacing(8)
        layout.addLayout(below)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        close.setFocus()

    def _command(self, command: str) -> QHBoxLayout:
        field = named(Field(), "updateCommand")
        field.setText(command)
        field.setReadOnly(True)
        field.setAccessibleName(self.tr("The command that updates this copy"))
        button = named(Button("plain", icon="copy"), "updateCopy")
        button.setText(self.tr("Copy"))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: put_text(command))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(field, 1)
        row.addWidget(button)
        return row


def _way(copy: Installed) -> str:
    translate = QCoreApplication.translate
    match copy.kind:
        case "bundle":
            return translate(
                "UpdateDialog",
                "This copy came as a folder: download the new archive there, and put its folder in"
                " the place of this one.",
            )
        case "flatpak":
            return translate(
                "UpdateDialog",
                "This copy came as a Flatpak: your software centre or this updates it.",
            )
        case "source":
            return translate("UpdateDialog", "This copy runs from its source: this updates it.")
        case _:
            return translate("UpdateDialog", "This copy came as a Python package: this updates it.")
