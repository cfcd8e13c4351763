"""Files that the window writes for the person: what they are called, and what is said of them."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.errors import BadFile
from gui.notices import Notice

_LONGEST = 80
_SECONDS = 8


def file_name(title: str) -> str:
    """Return a title, or an untrusted name, as the name of a file: no folders, nothing hidden."""
    kept = "".join(c if c.isalnum() or c in " -_." else " " for c in title)
    return " ".join(kept.split()).lstrip(".- ")[:_LONGEST] or "table"


def saved_notice(path: Path) -> Notice:
    """Return the notice of a file that was saved."""
    return Notice(
        key="saved",
        words=lambda: QCoreApplication.translate("Notices", "Saved as {path}").format(path=path),
        seconds=_SECONDS,
    )


def not_saved(path: Path, error: OSError) -> BadFile:
    """Return the error of a file that could not be written, to be raised."""
    cause = error.strerror or str(error)
    return BadFile(
        f"{path} could not be saved: {cause}.", key="not_saved", path=str(path), cause=cause
    )
