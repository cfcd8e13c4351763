"""A profile is the folder that holds everything a desk keeps; one program at a time works in it."""

import errno
import os
import sys
from pathlib import Path
from typing import IO
from weakref import WeakSet

from app.errors import BadProfile
from app.system.files import private_file, private_folder

_PROBE_BYTES = 4096


class Profile:
    """Owns the folder's layout and, after `try_lock`, the right to work in it.

    The lock belongs to the process: the system takes it back however the process ends.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or default_folder()).expanduser().absolute()
        self._lock: IO[bytes] | None = None

    @property
    def database(self) -> Path:
        """Conversations, tasks and events."""
        return self.folder / "desk.db"

    @property
    def conversations(self) -> Path:
        """The folder of the stream log and its task files."""
        return self.folder / "conversations"

    @property
    def runs(self) -> Path:
        """The folder of SharedStorage sessions."""
        return self.folder / "runs"

    @property
    def models(self) -> Path:
        """The folder of what people said of their tables."""
        return self.folder / "models"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.folder / "settings.toml"

    def prepare(self) -> None:
        """Make the folder, for its owner only, and prove that it can be written.

        Raises `BadProfile`.
        """
        if self.folder.exists() and not self.folder.is_dir():
            raise BadProfile(
                f"The profile {self.folder} is a file: choose a folder with --profile.",
                key="profile_is_file",
                folder=str(self.folder),
            )
        try:
            private_folder(self.folder)
            probe = self.folder / f".probe-{os.getpid()}"
            try:
                with probe.open("wb") as file:
                    file.write(b"\0" * _PROBE_BYTES)
                    file.flush()
                    os.fsync(file.fileno())
            finally:
                probe.unlink(missing_ok=True)
        except OSError as error:
            raise unusable(self.folder, error) from error

    def try_lock(self) -> bool:
        """Take the profile for this process; return whether nobody else has it.

        Raises `BadProfile` when the folder cannot be written.
        """
        if self._lock is not None:
            return True
        try:
            private_file(self._lock_file)
            file = self._lock_file.open("a+b")
        except OSError as error:
            raise unusable(self.folder, error) from error
        if not _lock(file):
            file.close()
            return False
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode())
        file.flush()
        self._lock = file
        _HELD.add(self)
        return True

    def owner(self) -> int | None:
        """Return the process id of who has the profile, or had it last; None if nobody ever did."""
        try:
            return int(self._lock_file.read_bytes())
        except (OSError, ValueError):
            return None

    def unlock(self) -> None:
        """Give the profile back; idempotent."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            _HELD.discard(self)

    @property
    def _lock_file(self) -> Path:
        return self.folder / "desk.lock"


def default_folder() -> Path:
    """Return the folder where the platform keeps an application's data."""
    from platformdirs import user_data_path

    return user_data_path("balance-desk", appauthor=False)


def unusable(folder: Path, error: OSError) -> BadProfile:
    """Return what to say about a folder that the system refused."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            key, words = "profile_no_space", "has no space left: free some and start again"
        case errno.ENOTDIR:
            key, words = "profile_is_file", "lies inside a file: choose a folder with --profile"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            key = "profile_not_writable"
            words = "cannot be written: change its rights, or choose another one with --profile"
        case _:
            key = "bad_profile"
            words = f"cannot be used ({error.strerror}): choose another one with --profile"
    return BadProfile(f"The profile {folder} {words}.", key=key, folder=str(folder))


if sys.platform == "win32":
    import msvcrt

    _BEYOND_TEXT = 1 << 30

    def _lock(file: IO[bytes]) -> bool:
        # A locked byte cannot be read by others, who want to know the owner.
        file.seek(_BEYOND_TEXT)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_HELD: WeakSet[Profile] = WeakSet()


def _let_go_in_child() -> None:
    """Close a forked child's copies, which would hold the lock when its parent is gone."""
    for profile in list(_HELD):
        profile.unlock()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_let_go_in_child)
