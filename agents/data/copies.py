"""A copy of a file that DuckDB cannot read by itself is kept once it is whole."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4


def written(write: Callable[[Path], None], kept: Path | None, folder: Path) -> Path:
    """Let a copy be written and return where it is: in `kept`, or in `folder` if that cannot be.

    Who reads `kept` meanwhile never sees half of it.
    """
    if kept is not None:
        part = kept.with_name(f".{uuid4().hex}.part")
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            write(part)
            part.replace(kept)
            return kept
        except OSError:  # no room, or no right to write there: the query then says what was done
            pass
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    copy = folder / "table.csv"
    write(copy)
    return copy
