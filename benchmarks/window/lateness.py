"""How late a timer of the window is, tick by tick: what a person feels as sluggish."""

import time

from PySide6.QtCore import Qt, QTimer

TICK_MS = 16


class Lateness:
    """Owns a 16 ms timer; `late` is how late each tick came, in ms."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._expected = 0.0
        self._timer = QTimer(interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin anew."""
        self.late = []
        self._expected = time.perf_counter() + TICK_MS / 1000
        self._timer.start()

    def stop(self) -> list[float]:
        """End, and return how late the ticks were."""
        self._timer.stop()
        return self.late

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late.append((now - self._expected) * 1000)
        # From this tick on: one stall counts once, not in every tick after it.
        self._expected = now + TICK_MS / 1000
