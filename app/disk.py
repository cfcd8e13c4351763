"""Files made durable, appended whole or replaced in one step."""

import os
from pathlib import Path


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
    """Write a file so that it is there whole and durable, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
