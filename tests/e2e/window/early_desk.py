"""The program's window, written in before anything behind it is there.

`python early_desk.py PROFILE` sends a question while the centre has still to be imported, asks for
a new conversation and sends another, closes the window once both are answered, and prints the
window's composer and chips as they were in between.
"""

import json
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton

from app import main
from app.profile.settings import Settings
from gui.balance_gui import BalanceGUI
from gui.composer.chips import ChipRow
from gui.platform.input_events import InputEvents
from tests.patience import PATIENCE

PERSON = InputEvents()
LOOK_MS, LONGEST_MS = 50, round(PATIENCE * 1000)
bring_in = main.import_while_alive


def person(names: tuple[str, ...]) -> None:
    """Write, before the import that the program waits for."""
    [window] = [w for w in QApplication.topLevelWidgets() if isinstance(w, BalanceGUI)]
    composer, queued = window.findChild(QPlainTextEdit), window.findChild(ChipRow, "queued")
    new = window.findChild(QPushButton, "newButton")
    assert composer is not None
    assert new is not None
    assert queued is not None
    centre = "app.domain.messages" in sys.modules
    PERSON.type(composer, "first")
    PERSON.key(composer, Qt.Key.Key_Return)
    print(json.dumps([composer.toPlainText(), queued.words(), centre]), flush=True)
    PERSON.click(new)
    PERSON.type(composer, "second")
    PERSON.key(composer, Qt.Key.Key_Return)
    print(json.dumps([composer.toPlainText(), queued.words(), centre]), flush=True)
    since = QElapsedTimer()
    since.start()
    timer = QTimer(window)

    def look() -> None:
        ended = [task for task in window.task_history if task["status"] == "completed"]
        if len(ended) == 2 or since.hasExpired(LONGEST_MS):
            timer.stop()
            window.close()

    timer.timeout.connect(look)
    timer.start(LOOK_MS)
    bring_in(names)


if __name__ == "__main__":
    main.import_while_alive = person
    sys.exit(main.gui(Settings(profile=Path(sys.argv[1]), agent="echo", language="en")))
