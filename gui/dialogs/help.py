"""The help, inside the program: short pages in the person's language, searched as one types."""

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

import assets
from gui.look.theme import scroll_bar_css
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of
from gui.widgets.text_box import TextBox
from gui.widgets.two_line_delegate import Line

_FOLDER = Path(assets.__file__).parent / "help"
_WIDTH, _HEIGHT, _LIST = 760, 520, 260


class HelpPage(NamedTuple):
    """A page of the help: its title and its plain text."""

    title: str
    text: str


def read_pages(language: str) -> list[HelpPage]:
    """Return the pages of a language (`ko`, `en`, `es`), in their order."""
    whole = (_FOLDER / f"{language}.md").read_text("utf-8").replace("`", "")
    parts = [part.split("\n", 1) for part in whole.split("## ")[1:]]
    return [HelpPage(title.strip(), text.strip().replace("\n", "\n\n")) for title, text in parts]


class HelpWindow(Dialog):
    """Shows the pages that have every word that is typed, and the one that is marked."""

    def __init__(self, language: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "help")
        self._pages = read_pages(language)
        self.search = named(Field(), "helpSearch")
        self.search.offer_clearing()
        self.list = LineList("helpPages")
        self.text = named(TextBox(), "helpText")
        self.text.setReadOnly(True)
        self.list.setFixedWidth(_LIST)
        halves = QHBoxLayout()
        halves.setSpacing(12)
        halves.addWidget(self.list)
        halves.addWidget(self.text, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.search)
        layout.addLayout(halves, 1)
        self.resize(_WIDTH, _HEIGHT)
        self.search.textChanged.connect(lambda _: self._find())
        self.search.returnPressed.connect(self.list.setFocus)
        self.list.selectionModel().currentChanged.connect(self._show)
        self._retranslate()
        self._dress()
        self._find()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _find(self) -> None:
        words = self.search.text().casefold().split()
        found = [
            page
            for page in self._pages
            if all(word in f"{page.title}\n{page.text}".casefold() for word in words)
        ]
        self.list.show_rows([(p, Line(p.title, p.text.split("\n", 1)[0])) for p in found])
        if found:
            self.list.setCurrentIndex(self.list.lines.index(0))
        self.text.setPlainText(found[0].text if found else self.tr("Nothing fits."))

    def _show(self, current: QModelIndex, previous: QModelIndex) -> None:
        page = self.list.lines.key(current) if current.isValid() else None
        if isinstance(page, HelpPage):
            self.text.setPlainText(page.text)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Help"))
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.list.setAccessibleName(self.tr("Pages"))
        self.text.setAccessibleName(self.tr("Help"))

    def _dress(self) -> None:
        theme = theme_of(self)
        self.list.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))
