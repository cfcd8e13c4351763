"""What this program is: version, licence, how a newer one is found; nothing is looked up."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.system.installation import RELEASES, Installed, installed, program_version
from gui.look.theme import sized
from gui.platform.clipboard import put_text
from gui.platform.web_links import open_link
from gui.widgets.buttons import Button
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named

_ABOUT_WIDTH = 440


class AboutDialog(Dialog):
    """Says what this program is, its version and its licence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "about")
        self.setWindowTitle(self.tr("About Balance Desk"))
        name = QLabel("Balance Desk")
        name.setFont(sized(name.font(), 1.6, bold=True))
        version = QLabel(self.tr("Version {version}").format(version=program_version()))
        what = QLabel(
            self.tr(
                "A desktop chat for people who work with data agents. Every number comes with"
                " its count, its interval and the query behind it."
            )
        )
        terms = QLabel(self.tr("Free software under the Apache License 2.0"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(8)
        for label in (name, version, what, terms):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addSpacing(16)
        close = named(Button("plain"), "aboutClose")
        close.setText(self.tr("Close"))
        close.clicked.connect(self.reject)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        for label in (what, terms):
            label.setFixedWidth(_ABOUT_WIDTH - 48)


_WIDTH, _LINES = 420, 21


class UpdateDialog(Dialog):
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
