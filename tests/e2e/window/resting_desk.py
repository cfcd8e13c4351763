"""The program's window, which asks once and is closed when it has rested after that.

`python resting_desk.py PROFILE` prints how the question ended, and how often the window rested: it
does once when it stands, and again when something was said.
"""

import json
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app import main
from app.profile.settings import Settings
from app.system import start
from gui.balance_gui import BalanceGUI
from gui.platform.input_events import InputEvents
from tests.patience import PATIENCE

PERSON = InputEvents()
LOOK_MS, LONGEST_MS = 50, round(PATIENCE * 1000)
hand_back, bring_in = start.hand_back, main.import_while_alive
rests: list[None] = []


def window() -> BalanceGUI:
    [found] = [one for one in QApplication.topLevelWidgets() if isinstance(one, BalanceGUI)]
    return found


def asked() -> str:
    return next((str(task["status"]) for task in window().task_history), "")


def rest() -> None:
    hand_back()
    rests.append(None)


def person(names: tuple[str, ...]) -> None:
    """Ask before anything is there, and look from then on."""
    composer = window().findChild(QPlainTextEdit)
    assert composer is not None
    PERSON.type(composer, "first")
    PERSON.key(composer, Qt.Key.Key_Return)
    since, timer = QElapsedTimer(), QTimer(window())
    since.start()

    def look() -> None:
        if (asked() == "completed" and len(rests) > 1) or since.hasExpired(LONGEST_MS):
            timer.stop()
            print(json.dumps([asked(), len(rests)]), flush=True)
            window().close()

    timer.timeout.connect(look)
    timer.start(LOOK_MS)
    bring_in(names)


if __name__ == "__main__":
    main.import_while_alive = person
    main.REST_SECONDS = 0
    start.hand_back = rest
    sys.exit(main.gui(Settings(profile=Path(sys.argv[1]), agent="echo", language="en")))
