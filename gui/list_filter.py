"""The box over the list that narrows it to a tag or the archive; hidden while there is neither."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from gui.choices import Choice
from gui.shelves import ALL, ARCHIVE, Shelf, Shelves

_ARCHIVE = "archive"
_TAG = "tag:"


class ListFilter(Choice):
    """Owns what is offered; `picked` tells the `Shelf` that the person chose."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("listFilter", parent)
        self._shelves = Shelves()
        self.activated.connect(lambda _: self.picked.emit(self._shelf()))
        self._fill()

    def show_shelves(self, shelves: Shelves, chosen: Shelf) -> None:
        """Offer what there is, with this one chosen."""
        self._shelves = shelves
        self._fill()
        self.choose(_key(chosen))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _fill(self) -> None:
        self.setAccessibleName(self.tr("Conversations shown"))
        offered: list[tuple[str | None, str]] = [(None, self.tr("All conversations"))]
        offered += [(f"{_TAG}{tag}", f"#{tag} ({count})") for tag, count in self._shelves.tags]
        if self._shelves.archived:
            words = self.tr("Archive ({count})").format(count=self._shelves.archived)
            offered.append((_ARCHIVE, words))
        self.offer(offered)
        self.setVisible(len(offered) > 1)

    def _shelf(self) -> Shelf:
        value = self.value
        if value is None:
            return ALL
        return ARCHIVE if value == _ARCHIVE else Shelf(tag=value.removeprefix(_TAG))


def _key(shelf: Shelf) -> str | None:
    if shelf.archived:
        return _ARCHIVE
    return f"{_TAG}{shelf.tag}" if shelf.tag else None
