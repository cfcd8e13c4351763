"""Files made for their owner alone, made durable, appended whole or replaced in one step."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone; raises OSError.

    One that is there stays as it is.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        # Not `parents=True`: that makes those above by the umask, whatever the mode.
        private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file that its owner alone can read, if there is none; raises OSError.

    Whatever opens it then, SQLite for example, keeps to its rights, also for what it puts beside.
    """
    # One that is there is not opened: closing it would take SQLite's locks on it away (POSIX).
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def sync_path(path: Path) -> None:
    """Return when a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if os.name == "posix":
        sync_path(folder)


def sync_data(handle: int) -> None:
    """Return when the data of an open file is on the disk."""
    if hasattr(os, "fdatasync"):
        os.fdatasync(handle)
    else:
        os.fsync(handle)


def append_whole(handle: int, data: bytes, *, size: int) -> None:
    """Append to an open file of `size` bytes, all of the data or nothing; raises OSError."""
    try:
        written = os.write(handle, data)
        while written < len(data):
            # A disk that is nearly full takes a part; the next write says why.
            written += os.write(handle, data[written:])
    except BaseException:
        os.ftruncate(handle, size)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, for its owner alone, so that it is there whole and durable, or not at all."""
    private_folder(path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        private_file(part)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def scratch_folder(kind: str) -> Path:
    """Make a temporary folder of this process; those that ended processes left behind go.

    Whoever asked for it removes it.
    """
    if os.name == "posix":
        for left in Path(tempfile.gettempdir()).glob(f"balance-desk-{kind}-*-*"):
            pid = left.name.split("-")[-2]
            if pid.isdigit() and not process_is_alive(int(pid)):
                shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"balance-desk-{kind}-{os.getpid()}-"))


def process_is_alive(pid: int) -> bool:
    """Whether a process of that id runs on this machine (POSIX)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
