"""The newest messages of a log, and those that are added from now on."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from app.stream_log.logger import StreamLogger
from app.stream_log.open_file import read_tail
from app.stream_log.payloads import Payloads
from app.stream_log.reading import LogReader, Position, follow
from app.stream_log.record import Message

POLL_SECONDS: Final = 0.25


def newest(
    stream: StreamLogger, count: int, wanted: Callable[[Message], bool] = lambda _: True
) -> list[Message]:
    """Return the newest wanted messages, oldest first; whole files are read, the newest first."""
    found: deque[Message] = deque()
    for stem in reversed(stream.files.stems()):
        piece = [m for m in LogReader(stream.files).read([stem]) if wanted(m)]
        found.extendleft(reversed(piece[-(count - len(found)) :]))
        if len(found) >= count:
            break
    return list(found)


def watch(stream: StreamLogger, *, ended: Callable[[], bool] = lambda: False) -> Iterator[Message]:
    """Yield the messages that are added from now on by anyone, until `ended`.

    Nothing is yielded twice or left out while the log is archived or goes on in another file.
    """
    files = stream.files
    payloads = Payloads(files.payloads)
    stems = files.stems()
    # Looked up last: what is not active now was archived, and will not grow any more.
    active = set(files.active_stems())
    positions = {stem: Position(_end(files.active(stem)), 0, stem not in active) for stem in stems}
    while not ended():
        for batch in follow(files, positions):
            positions[batch.stem] = batch.position
            for item in batch.records:
                yield payloads.restore(item.message)
        time.sleep(POLL_SECONDS)


def _end(path: Path) -> int:
    """Return where the next line of a file begins: one being written is still to come."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            return read_tail(file.fileno(), size).begins
    except FileNotFoundError:
        return 0
