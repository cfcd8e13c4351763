"""A window whose person goes on writing while the agent works, to be killed from outside.

`python queueing_desk.py PROFILE ROUND` sends what an earlier run left, then lets the agent wait and
writes messages that wait, too. It prints `ready` before it sends, and `kept TEXT` when the window
has taken a message out of the composer. With the round `last` it sends what is left, waits for the
answers and prints `finished`.
"""

import asyncio
import os
import sys
from collections import Counter
from functools import partial
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.composition import open_desk
from app.desk.desk import Desk
from app.desk.session import ChatSession
from app.domain.conversations import RequestEntry
from app.main import new_application
from app.profile.settings import Settings
from gui.balance_gui import BalanceGUI
from gui.composer.chips import ChipRow
from gui.look.preferences import Preferences
from gui.platform.event_loop import run
from gui.platform.input_events import InputEvents
from gui.platform.input_events import until as seen
from tests.patience import PATIENCE

MESSAGES = 6
WORK = "wait"
PERSON = InputEvents()
until = partial(seen, seconds=PATIENCE)


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def write(window: BalanceGUI, text: str) -> None:
    composer = window.findChild(QPlainTextEdit, "composer")
    assert composer is not None
    PERSON.type(composer, text)
    PERSON.key(composer, Qt.Key.Key_Return)
    await until(lambda: composer.toPlainText() == "", "the message taken")


async def send_what_waits(window: BalanceGUI, session: ChatSession, desk: Desk) -> None:
    """Press the first of the messages that wait until none does; see all said and answered.

    One that keeps the agent at work for ever may be among them: it was killed before it was sent.
    """
    row = window.findChild(ChipRow, "queued")
    assert row is not None
    left = [one.text for one in await desk.messages.load()]
    due = await said(session, desk) + Counter(left)
    if left:
        await until(row.words, "what waits")
    while words := row.words():
        await until(lambda: shown(row), "a chip")
        PERSON.click(shown(row)[0])
        await until(lambda words=words: row.words() != words, "a message taken")  # type: ignore[misc]
    # In this order: an answer stands in the store from when its message does, but not before.
    while not await said(session, desk) >= due or not await answered(session, desk):
        for turn in session.running:
            if turn.message is not None and turn.message.text == WORK:
                await turn.stop()
        await asyncio.sleep(0.02)


async def said(session: ChatSession, desk: Desk) -> Counter[str]:
    """Return what was said in the conversation, as it is stored."""
    entries = await desk.entries(session.context_id, 0, 10_000)
    return Counter(entry.message.text for entry in entries if isinstance(entry, RequestEntry))


async def answered(session: ChatSession, desk: Desk) -> bool:
    """Whether all that was said has its answer."""
    return all(entry.answer.state.terminal for entry in await desk.answers(session.context_id))


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
        if found:
            session = await opened.desk.session(found[0].context_id)
            await send_what_waits(window, session, opened.desk)
        if turn == "last":
            tell("finished")
        else:
            await write(window, WORK)
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
