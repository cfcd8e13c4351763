"""The append-only log of every message between people and agents, one JSON object per line."""

import threading
from pathlib import Path

from app.stream_log.log_settings import LogSettings, load_settings
from app.stream_log.logger import StreamLogger

__all__ = ["LogSettings", "StreamLogger", "get_stream"]

_OPEN: dict[Path, StreamLogger] = {}
_MUTEX = threading.Lock()


def get_stream(profile: Path | None = None) -> StreamLogger:
    """Return the log of a profile (default: the platform's data folder), the same each time.

    Raises `BadInput` and `BadProfile` for settings that cannot be used.
    """
    from app.profile.folder import Profile

    chosen = Profile(profile)
    with _MUTEX:
        if chosen.folder not in _OPEN:
            _OPEN[chosen.folder] = StreamLogger(
                chosen.conversations, settings=load_settings(chosen.folder)
            )
        return _OPEN[chosen.folder]
