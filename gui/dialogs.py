"""The dialogs that only tell: the shortcut sheet, and what this program is."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.actions import Actions
from gui.naming import named
from gui.surfaces import theme_of
from gui.theme import scroll_bar_css, sized

_ABOUT_WIDTH = 440


class ShortcutSheet(QDialog):
    """Lists every command that has a key, by menu."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "shortcutSheet")
        self.setWindowTitle(self.tr("Keyboard Shortcuts"))
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(24, 16, 24, 16)
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for title, rows in actions.sheet():
            if not rows:
                continue
            heading = QLabel(title)
            heading.setFont(sized(heading.font(), 1.0, bold=True))
            grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
            for text, keys in rows:
                row = grid.rowCount()
                grid.addWidget(QLabel(text), row, 0)
                grid.addWidget(QLabel(keys), row, 1, Qt.AlignmentFlag.AlignRight)
        row = grid.rowCount()
        heading = QLabel(self.tr("While you write"))
        heading.setFont(sized(heading.font(), 1.0, bold=True))
        grid.addWidget(heading, row, 0, 1, 2)
        written = (
            (self.tr("Bring back your last message"), "↑"),
            (self.tr("Choose an answer to a question"), "1 – 6"),
            (self.tr("Break the line"), "Shift+Enter"),
        )
        for number, (text, keys) in enumerate(written, start=row + 1):
            grid.addWidget(QLabel(text), number, 0)
            grid.addWidget(QLabel(keys), number, 1, Qt.AlignmentFlag.AlignRight)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        theme = theme_of(parent)
        bars = scroll_bar_css(replace(theme, base=theme.window))
        area.verticalScrollBar().setStyleSheet(bars)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 16)
        layout.addWidget(area)
        layout.addWidget(_closing(self))
        self.resize(520, 640)


class AboutDialog(QDialog):
    """Says what this program is, its version and its licence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "about")
        self.setWindowTitle(self.tr("About Balance Desk"))
        name = QLabel("Balance Desk")
        name.setFont(sized(name.font(), 1.6, bold=True))
        version = QLabel(self.tr("Version {version}").format(version=_version()))
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
        layout.addWidget(_closing(self))
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        for label in (what, terms):
            label.setFixedWidth(_ABOUT_WIDTH - 48)


def _closing(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.setContentsMargins(24, 0, 24, 0)
    buttons.rejected.connect(dialog.reject)
    return buttons


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("balance-desk")
    except metadata.PackageNotFoundError:
        return ""
