"""A copy of a file that DuckDB cannot read by itself is kept once it is whole.

Queries of earlier answers name the copies that they were computed from. So when the file has
changed, a few copies from before stay; what is older goes.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from app.system.files import private_file, private_folder

EARLIER = 3  # states of the file before the present one
EARLIER_BYTES = 1_000_000_000  # of all these together
_COPY = re.compile(
    r"(?P<source>.+)-(?P<digest>[0-9a-f]{12})(?:-[0-9a-f]{6})?\.csv", re.DOTALL
)  # of a table of a database, the table's digest follows


def written(write: Callable[[Path], None], kept: Path | None, folder: Path) -> Path:
    """Let a copy be written and return where it is: in `kept`, or in `folder` if that cannot be.

    Who reads `kept` meanwhile never sees half of it. Copies of other states of the same source are
    removed from its folder, but for the newest.
    """
    if kept is not None:
        part = kept.with_name(f".{uuid4().hex}.part")
        try:
            private_folder(kept.parent)
            private_file(part)
            write(part)
            part.replace(kept)
            with suppress(OSError):
                _clear(kept)
            return kept
        except OSError:  # no room, or no right to write there: the query then says what was done
            pass
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    copy = folder / "table.csv"
    write(copy)
    return copy


def _clear(kept: Path) -> None:
    """Remove old copies of the source of the copy `kept`; two files of one name are one source."""
    own = _COPY.fullmatch(kept.name)
    if own is None:
        return
    states: dict[str, list[tuple[int, int, Path]]] = {}
    for file in kept.parent.iterdir():
        named = _COPY.fullmatch(file.name)
        if named is None or named["source"] != own["source"] or named["digest"] == own["digest"]:
            continue
        if file.is_file() and not file.is_symlink():
            stat = file.stat()
            states.setdefault(named["digest"], []).append((stat.st_mtime_ns, stat.st_size, file))
    held = 0
    newest = sorted(states.values(), key=max, reverse=True)
    for place, state in enumerate(newest):
        held += sum(size for _, size, _ in state)
        if place >= EARLIER or held > EARLIER_BYTES:
            for _, _, file in state:
                with suppress(OSError):  # somebody reads it
                    file.unlink(missing_ok=True)
