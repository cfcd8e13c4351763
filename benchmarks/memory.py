"""What the program holds of memory after thirty questions of the sample, in three languages.

    python -m benchmarks.memory [--mappings N]

The program as `balance-desk gui` starts it, on a new profile, its agents in the same process; a
timer of the window writes what a person would, and waits for each answer. `Rss` is what is
resident, also what the kernel could drop and read again, as libraries and fonts are; `Pss` shares
that out among the processes that have it mapped; `Anonymous` is in no file. The line is taken by
`Rss`: 220 MB.
"""

import argparse
import gc
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

TICK_MS = 20
STILL_MS = 1_000, 5_000
"""How long nothing is asked before the figures are taken."""
TOLD_MS = 500
SECONDS = 600
TOLD_AFTER = (0, 1, 10, 30)
MAPPINGS = 24
QUESTIONS = (
    "테란 승률",
    "저그는?",
    "프로토스는?",
    "맵별 승률",
    "가장 긴 게임은?",
    "평균 게임 시간",
    "저그 대 테란",
    "맵별 저그 승률",
    "게임 수는?",
    "가장 많이 쓰인 맵",
    "win rate by race",
    "which map has the longest games?",
    "Terran vs Zerg",
    "compare Terran and Protoss",
    "how many games in total?",
    "win rate of Terran by map",
    "average duration by race",
    "show me the five longest games",
    "win rate by month",
    "median duration",
    "¿cuál es la tasa de victorias de Zerg?",
    "¿y de Protoss?",
    "duración media por mapa",
    "compara Terran y Zerg",
    "¿cuántas partidas hay?",
    "tasa de victorias por mapa",
    "¿cuál es la partida más larga?",
    "duración media por raza",
    "tasa de victorias por mes",
    "distribución de la duración",
)
_FIGURES = ("Rss", "Pss", "Anonymous")


class Driver:
    """Owns a timer that writes a question when the one before has its answer, and tells."""

    def __init__(self, mappings: int) -> None:
        from PySide6.QtCore import QTimer

        self._asked, self._mappings = 0, mappings
        self._timer = QTimer(interval=TICK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        from PySide6.QtCore import QTimer

        if self._at_rest():
            self._timer.stop()
            told = self._asked in TOLD_AFTER or self._asked == len(QUESTIONS)
            for wait in STILL_MS if told else ():
                QTimer.singleShot(wait, self._tell)
            QTimer.singleShot(max(STILL_MS) + TOLD_MS if told else 0, self._go_on)

    def _at_rest(self) -> bool:
        """Whether the agent has been opened, and every question has all of its answer."""
        if not self._asked:
            return gc.get_freeze_count() > 0 and _widget("composer") is not None
        view = _widget("chatView")
        row = view.model().entry(2 * self._asked - 1) if view is not None else None
        return row is not None and row.answer.state.settled

    def _tell(self) -> None:
        print(f"after {self._asked:>2} questions: {_figures()}", flush=True)

    def _go_on(self) -> None:
        """Ask the next question, or tell where the memory is and end."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        if self._asked == len(QUESTIONS):
            for name, kilobytes in _by_mapping().most_common(self._mappings):
                print(f"{kilobytes / 1024:>8.1f} MB  {name}")
            _window().close()
            return
        composer = _widget("composer")
        composer.setPlainText(QUESTIONS[self._asked])
        QTest.keyClick(composer, Qt.Key.Key_Return)
        self._asked += 1
        self._timer.start()


def _window() -> Any:
    from PySide6.QtWidgets import QApplication

    from gui.balance_gui import BalanceGUI

    return next((w for w in QApplication.topLevelWidgets() if isinstance(w, BalanceGUI)), None)


def _widget(name: str) -> Any:
    from PySide6.QtWidgets import QWidget

    window = _window()
    return window.findChild(QWidget, name) if window is not None else None


def _figures() -> str:
    text = Path("/proc/self/smaps_rollup").read_text(encoding="ascii")
    kilobytes = {name: int(value) for name, value in re.findall(r"^(\w+): +(\d+) kB", text, re.M)}
    return ", ".join(f"{name} {kilobytes[name] / 1024:.0f} MB" for name in _FIGURES)


def _by_mapping() -> Counter[str]:
    """Return how many kB of each file are resident; what is in none is called by its kind."""
    found: Counter[str] = Counter()
    name = ""
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
            name = (line.split(maxsplit=5)[5:] or ["[anonymous]"])[0]
        elif line.startswith("Rss:"):
            found[Path(name).name] += int(line.split()[1])
    return found


def _be_the_program(profile: str, mappings: int) -> int:
    """Run the window as its command does, with a driver beside it."""
    from app import cli, main

    new_application = main.new_application
    drivers: list[Driver] = []

    def driven() -> Any:
        application = new_application()
        drivers.append(Driver(mappings))
        return application

    main.new_application = driven
    return cli.main(["gui", "--profile", profile, "--lang", "en"])


def main() -> int:
    """Measure and print; the exit code is the program's."""
    parser = argparse.ArgumentParser("python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--mappings", type=int, default=MAPPINGS, help="how many are told")
    parser.add_argument("--profile", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.profile:
        return _be_the_program(given.profile, given.mappings)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.memory", "--mappings", str(given.mappings)]
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
        done = subprocess.run(
            [*command, "--profile", str(Path(folder) / "profile")],
            env=environment, timeout=SECONDS, check=False,
        )  # fmt: skip
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
