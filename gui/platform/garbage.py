"""Garbage is collected in the window's thread alone.

Python collects in whichever thread happens to make one object too many. An object of Qt may be
deleted only in the thread that it lives in: what the window let go of and a computing thread found
ended the program, or stopped it for good.
https://doc.qt.io/qt-6/threads-qobject.html
"""

import gc
from time import monotonic
from typing import Final

_SHARE: Final = 0.02
"""Of the time, at most, that looking through all objects takes."""


class GarbageCollection:
    """Owns when garbage is collected, from the first `collect` that finds it on to `give_back`.

    Generations and thresholds are Python's own (https://docs.python.org/3.11/library/gc.html). Only
    when all objects are looked through goes by time: how many are new since then, Python keeps to
    itself.
    """

    def __init__(self) -> None:
        self._owned = False
        self._due = 0.0

    def collect(self) -> None:
        """Collect what is due; to be called often, from the window's thread."""
        if gc.isenabled():
            gc.disable()
            self._owned = True
        if not self._owned:
            return
        young, middle, old = gc.get_count()
        often, seldom, rarely = gc.get_threshold()
        if not often or young <= often:
            return
        if middle <= seldom:
            gc.collect(0)
        elif old <= rarely or monotonic() < self._due:
            gc.collect(1)
        else:
            began = monotonic()
            gc.collect()
            ended = monotonic()
            self._due = ended + (ended - began) / _SHARE

    def give_back(self) -> None:
        """Let Python collect by itself again, if it did before."""
        if self._owned:
            self._owned = False
            gc.enable()
