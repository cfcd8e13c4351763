"""What this program is: its version and its licence."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from app.updating import program_version
from gui.buttons import Button
from gui.naming import named
from gui.theme import sized

_ABOUT_WIDTH = 440


class AboutDialog(QDialog):
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
