"""Opens small logs for tests, as the log agent's store does."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from agents.logs.lines.profile import LogFacts
from agents.logs.lines.store import sampled
from agents.logs.lines.table import LogTable, load
from agents.tools.text_file import look_at


@contextmanager
def opened(path: Path, *, year: int | None = None) -> Iterator[tuple[LogTable, LogFacts]]:
    """Read a log; `year` is set as that of the file's last change."""
    if year is not None:
        moment = datetime(year, 12, 31, tzinfo=UTC).timestamp()
        os.utime(path, (moment, moment))
    with path.open("rb") as file:
        look = look_at(path, file)
        table = load(look, sampled(look, path), file, progress=lambda *_: None, stopped=Event())
    try:
        yield table, LogFacts(table)
    finally:
        table.close()
