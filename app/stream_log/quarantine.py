"""Damaged bytes are copied beside the log, once, under the name of where they stand."""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.disk import write_whole
from app.stream_log.day_files import Stem

MAX_COPY: Final = 1 << 20

log = logging.getLogger(__name__)


def quarantine(folder: Path, stem: Stem, offset: int, raw: bytes) -> None:
    """Keep a copy of damaged bytes (at most `MAX_COPY` of them) as `<stem>.<offset>.bad`.

    A log that cannot be written is still read: then there is no copy.
    """
    path = folder / f"{stem.name}.{offset}.bad"
    with suppress(OSError):
        if path.exists():
            return
        write_whole(path, raw[:MAX_COPY])
        log.warning("%s: damaged bytes at %d were skipped; a copy is %s", stem.name, offset, path)
