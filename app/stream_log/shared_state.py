"""What all writers of a log know in common; it stands at the beginning of the lock file."""

import mmap
import os
import struct
from typing import Final, NamedTuple

_FORM = struct.Struct("<8sQQQQ")
_MAGIC: Final = b"msgids01"


class State(NamedTuple):
    """How many ids were given, the latest second shown in one, and the second below which none may
    be shown; `turns` counts how often writers had to look anew which file they write to.
    """

    given: int
    latest: int
    floor: int
    turns: int


class SharedState:
    """Owns the mapping of an open lock file; read and written by the holder of the lock."""

    def __init__(self, handle: int) -> None:
        if os.fstat(handle).st_size < _FORM.size:
            os.ftruncate(handle, _FORM.size)
        self._map = mmap.mmap(handle, _FORM.size)

    def read(self) -> State | None:
        """Return what stands there, or None in a new file."""
        magic, *numbers = _FORM.unpack_from(self._map)
        return State(*numbers) if magic == _MAGIC else None

    def write(self, state: State) -> None:
        """Replace what stands there, for all processes at once."""
        _FORM.pack_into(self._map, 0, _MAGIC, *state)

    def turn(self, state: State) -> State:
        """Make every writer look anew which file it writes to; return the state after it."""
        turned = state._replace(turns=state.turns + 1)
        self.write(turned)
        return turned

    def close(self) -> None:
        """Let the mapping go."""
        self._map.close()
