"""Opens small logs for tests, as the log agent's store does."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from agents.logs.lines.loading import load, sampled
from agents.logs.lines.profile import LogFacts
from agents.logs.lines.table import LogTable
from agents.tools.text_file import look_at
from app.system.files import scratch_folder


@contextmanager
def opened(path: Path, *, year: int | None = None) -> Iterator[tuple[LogTable, LogFacts]]:
    """Read a log; `year` is set as that of the file's last change."""
    if year is not None:
        moment = datetime(year, 12, 31, tzinfo=UTC).timestamp()
        os.utime(path, (moment, moment))
    folder = scratch_folder("log")
    try:
        with path.open("rb") as file:
            look = look_at(path, file)
            loaded = load(look, sampled(look, file), file, folder, progress=_nobody)
    except BaseException:
        shutil.rmtree(folder)
        raise
    table = LogTable(loaded, folder)
    try:
        yield table, LogFacts(table)
    finally:
        table.close()


def _nobody(done: int, total: int, lines: int) -> None:
    """Hear nothing of the progress."""
