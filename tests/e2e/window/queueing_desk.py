"""A window whose person goes on writing while the agent works, to be killed from outside.

`python queueing_desk.py PROFILE ROUND` sends what an earlier run left, then lets the agent wait and
writes messages that wait, too. It prints `ready` before it sends, and `kept TEXT` when the window
has taken a message out of the composer. With the round `last` it sends what is left, waits for the
answers and prints `finished`.
"""

import asyncio
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.composition import open_desk
from app.main import new_application
from app.profile.settings import Settings
from gui.balance_gui import BalanceGUI
from gui.composer.chips import ChipRow
from gui.look.preferences import Preferences
from gui.platform.event_loop import run
from gui.platform.input_events import InputEvents, until
from tests.patience import PATIENCE

MESSAGES = 6
ENDED = ("completed", "canceled", "failed")
PERSON = InputEvents()


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def write(window: BalanceGUI, text: str) -> None:
    composer = window.findChild(QPlainTextEdit, "composer")
    assert composer is not None
    PERSON.type(composer, text)
    PERSON.key(composer, Qt.Key.Key_Return)
    await until(lambda: composer.toPlainText() == "", "the message taken")


async def send_what_waits(window: BalanceGUI) -> None:
    """Press the first of the messages that wait until none does, and see them all said."""
    row = window.findChild(ChipRow, "queued")
    assert row is not None
    texts = {words.removeprefix("Next: ") for words in row.words()[:-1]}
    while words := row.words():
        await until(lambda: shown(row), "a chip")
        PERSON.click(shown(row)[0])
        await until(lambda words=words: row.words() != words, "a message taken")  # type: ignore[misc]
    await until(lambda: texts <= said(window), "what waited said")


def said(window: BalanceGUI) -> set[str]:
    return {exchange["user"] for exchange in window.conversation_history}


def shown(row: ChipRow) -> list[QWidget]:
    """Return the first chip of a row, once it is shown."""
    return [chip for chip in row.findChildren(QWidget, "queued0") if chip.isVisible()]


async def live(profile: Path, turn: str) -> int:
    window = BalanceGUI(preferences=Preferences(language="en", theme="light"))
    window.show()
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        found = await opened.desk.conversations()
        if found:
            await opened.desk.recover()
        await window.attach(opened.desk)
        if found:
            window.open_link(f"balance-desk://conversation/{found[0].context_id}")
            await until(lambda: window.context_id == found[0].context_id, "the conversation")
        tell("ready")
        await send_what_waits(window)
        await until(
            lambda: all(task["status"] in ENDED for task in window.task_history),
            "the last answer",
            seconds=PATIENCE,
        )
        if turn == "last":
            tell("finished")
        else:
            # Never while another answer is made: it would be queued, and wait in the last round.
            await write(window, "wait")
            await until(lambda: window.findChild(QWidget, "stopButton").isVisible(), "the work")
            for number in range(MESSAGES):
                text = f"round {turn} message {number}"
                await write(window, text)
                tell(f"kept {text}")
            await asyncio.sleep(3600)
        window.close()
        await window.closed()
    return 0


if __name__ == "__main__":
    application = new_application()
    code = run(
        live(Path(sys.argv[1]), sys.argv[2]),
        app=application,
        on_error=lambda error: tell(f"mistake {error!r}"),
    )
    sys.exit(code)
