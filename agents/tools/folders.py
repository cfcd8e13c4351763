"""Which files a tool may touch: those in folders that were allowed, wherever links lead."""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app.errors import BadFile


class AllowedFolders:
    """Owns the list of folders (or single files) that may be read; all else is refused.

    A path is followed through its links first: what counts is where it ends.
    """

    def __init__(self, places: Sequence[Path], *, own: Sequence[Path] = ()) -> None:
        """Allow `places`; `own` are folders of the program itself, which nobody is told of."""
        self.places = tuple(place.expanduser().resolve() for place in places)
        self._own = tuple(place.resolve() for place in own)

    def resolve(self, path: str | Path) -> Path:
        """Return the real path of something that is there and allowed; raises `BadFile`.

        A relative path is looked for in each allowed folder, in order.
        """
        given = Path(path).expanduser()
        candidates = [given] if given.is_absolute() else [self._in(place) / given for place in
                                                          self.places]  # fmt: skip
        real: Path | None = None
        for candidate in candidates:
            try:
                real = candidate.resolve(strict=True)
            except (OSError, RuntimeError, ValueError):
                continue
            if self.allows(real):
                return real
        outside = real is not None or (
            given.is_absolute() and not self.allows(Path(os.path.normpath(given)))
        )
        if outside:
            raise BadFile(
                f"{given} is not in a folder that may be read: "
                f"{', '.join(map(str, self.places)) or 'none is allowed'}.",
                key="file_not_allowed",
                file=str(given),
                places=", ".join(map(str, self.places)),
            )
        raise BadFile(f"There is no file {given}.", key="file_missing", file=str(given))

    def allows(self, real: Path) -> bool:
        """Whether a path without links is in an allowed folder."""
        known = (*self.places, *self._own)
        return any(real == place or real.is_relative_to(place) for place in known)

    @contextmanager
    def open(self, path: str | Path) -> Iterator[tuple[Path, BinaryIO]]:
        """Open a regular file to be read, and say where it really is; raises `BadFile`."""
        real = self.resolve(path)
        # Without waiting: a pipe has no end, and opening one would wait for its writer.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            handle = os.open(real, flags | getattr(os, "O_NOFOLLOW", 0))
        except OSError as error:
            raise unreadable(real, error) from error
        kind = os.fstat(handle).st_mode
        if not stat.S_ISREG(kind):
            os.close(handle)
            if stat.S_ISDIR(kind):
                raise is_directory(real)
            raise BadFile(f"{real} is not a regular file.", key="file_not_regular", file=str(real))
        with os.fdopen(handle, "rb") as file:
            yield real, file

    @staticmethod
    def _in(place: Path) -> Path:
        return place if place.is_dir() else place.parent


def is_directory(path: Path) -> BadFile:
    """Return what to say of a folder where a file was expected."""
    return BadFile(f"{path} is a folder: name a file in it.", key="file_is_folder", file=str(path))


def unreadable(path: Path, error: OSError) -> BadFile:
    """Return what to say of a file that the system does not let be read."""
    if error.errno == errno.EISDIR:
        return is_directory(path)
    return BadFile(
        f"{path} cannot be read: {error.strerror} (errno {error.errno}).",
        key="file_unreadable",
        file=str(path),
        cause=error.strerror or "",
        errno=error.errno,
    )
