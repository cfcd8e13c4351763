"""The folder that files were opened from or saved in last: the next dialog begins there."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal


class LastFolder(QObject):
    """Owns its path, "" while there is none, of which the program has one, as a profile does.

    `changed` carries the path, for whoever keeps it over runs.
    """

    changed = Signal(str)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self.path = ""

    @property
    def there(self) -> str:
        """The path, while there is such a folder."""
        return self.path if self.path and Path(self.path).is_dir() else ""

    def take(self, file: str) -> None:
        """Take in that a file was chosen."""
        path = str(Path(file).parent)
        if path != self.path:
            self.path = path
            self.changed.emit(path)


def last_folder() -> LastFolder:
    """Return the one of the program."""
    program = QCoreApplication.instance()
    found = program.findChild(LastFolder) if program is not None else None
    return found or LastFolder(program)
