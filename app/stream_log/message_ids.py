"""Ids of the form `msg_YYYYMMDD_HHMMSS_xxxxxx`, never given twice in a log.

The six hexadecimal digits come from a counter that all processes share and that is only touched
under the lock. It comes round after 2^24 ids; the seconds shown from then on are later than all
that were shown before, so that no step of the clock can repeat an id.
"""

import os
from datetime import UTC, datetime
from typing import Final

from app.stream_log.shared_state import State

SUFFIXES: Final = 1 << 24

# An odd factor permutes the numbers below 2^24: neighbours look different, none is lost.
_SCATTER = 0x9E3779


class MessageIds:
    """Writes the counter and the second as an id; the counter itself belongs to the state."""

    def __init__(self) -> None:
        self._second = -1
        self._shown = ""

    def next(self, moment: datetime, state: State) -> tuple[str, State]:
        """Return a fresh id for a moment in UTC, and the state after it."""
        given, latest, floor, turns = state
        given += 1
        if given % SUFFIXES == 0:
            floor = latest + 1
        second = max(int(moment.timestamp()), floor)
        if second != self._second:
            self._second = second
            self._shown = f"msg_{datetime.fromtimestamp(second, UTC):%Y%m%d_%H%M%S}_"
        identity = f"{self._shown}{given * _SCATTER % SUFFIXES:06x}"
        return identity, State(given, max(latest, second), floor, turns)


def first_state(moment: datetime, *, log_is_new: bool) -> State:
    """Return the state of a log that has none: at a random place of the counter.

    Where ids were given before and only the state is gone, those of this second may be among them.
    """
    second = int(moment.timestamp())
    start = int.from_bytes(os.urandom(3), "little")
    return State(start, second, 0 if log_is_new else second + 1, 0)
