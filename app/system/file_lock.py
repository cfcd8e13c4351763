"""A lock between processes that the system takes back however its holder ends."""

import os
import sys
from pathlib import Path

from app.system.files import private_folder

if sys.platform == "win32":
    import msvcrt

    # A locked byte cannot be read by others; the state of the log stands at the beginning.
    _BEYOND_STATE = 1 << 30

    def _take(handle: int, *, wait: bool) -> bool:
        while True:
            os.lseek(handle, _BEYOND_STATE, os.SEEK_SET)
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:
                    return False
            else:
                return True

    def _give_back(handle: int) -> None:
        os.lseek(handle, _BEYOND_STATE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(handle: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _give_back(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


class FileLock:
    """Owns an open lock file; `with lock:` holds it against other processes.

    Threads of one process share it: they need a lock of their own around it.
    """

    def __init__(self, path: Path) -> None:
        private_folder(path.parent)
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)

    @property
    def handle(self) -> int:
        """The descriptor of the lock file, whose content belongs to the holder."""
        return self._handle

    def try_take(self) -> bool:
        """Take the lock if nobody has it; return whether it was taken."""
        return _take(self._handle, wait=False)

    def __enter__(self) -> None:
        _take(self._handle, wait=True)

    def __exit__(self, *_: object) -> None:
        _give_back(self._handle)

    def close(self) -> None:
        """Close the file, which gives the lock back."""
        os.close(self._handle)
