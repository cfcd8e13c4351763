"""A stamp beside the database says that it was closed in good order and not touched since."""

from contextlib import suppress
from pathlib import Path

from app.disk import private_file


def write(database: Path) -> None:
    """Stamp a database that was just closed; where that fails it will only be checked once more."""
    with suppress(OSError):
        private_file(_stamp(database))
        _stamp(database).write_text(_state(database), "utf-8")


def remove(database: Path) -> None:
    """Take the stamp off a database that is about to be written."""
    with suppress(OSError):
        _stamp(database).unlink(missing_ok=True)


def holds(database: Path) -> bool:
    """Whether the database is, as far as the file system tells, as it was when it was closed."""
    if any(Path(f"{database}{ending}").exists() for ending in ("-wal", "-journal")):
        return False
    try:
        return _stamp(database).read_text("utf-8") == _state(database)
    except (OSError, UnicodeDecodeError):
        return False


def _stamp(database: Path) -> Path:
    return Path(f"{database}.clean")


def _state(database: Path) -> str:
    seen = database.stat()
    return f"{seen.st_size} {seen.st_mtime_ns}\n"
