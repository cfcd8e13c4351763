"""A run that dies without a word leaves a trace, which the next one finds."""

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from app.profile.folder import Profile
from app.system.files import private_file

_NAME = "crash.txt"
_LONGEST = 100_000


def found(profile: Profile) -> str:
    """Return the trace that the last run left, and forget it; empty if it ended as it should."""
    path = profile.folder / _NAME
    try:
        trace = path.read_text("utf-8", "replace")[:_LONGEST]
        path.unlink()
    except OSError:
        return ""
    return trace.strip()


@contextmanager
def listening(profile: Profile) -> Iterator[None]:
    """Have a fatal error (a fault in native code, an abort) leave its trace in the profile."""
    path = profile.folder / _NAME
    try:
        private_file(path)
        file = path.open("wb")
    except OSError:
        yield  # a profile that cannot be written is told of elsewhere
        return
    try:
        faulthandler.enable(file=file)
        yield
    finally:
        faulthandler.disable()
        file.close()
        with suppress(OSError):
            path.unlink()
