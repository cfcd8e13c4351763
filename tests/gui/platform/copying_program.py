"""A program that copies messages and ends: `python copying_program.py`.

It prints what was on the clipboard; whether it ends well is for whoever started it to see.
"""

import sys

from PySide6.QtGui import QGuiApplication

from app.main import new_application
from gui.chat.model import ChatModel
from gui.chat.selection import ChatClipboard
from gui.platform.event_loop import run
from tests.gui.chat.chat_samples import request


async def copied() -> int:
    model = ChatModel()
    model.reset(2, [request(at, f"message {at}") for at in range(2)])
    ChatClipboard().copy(model, range(2), lambda row: f"row {row}")
    print(QGuiApplication.clipboard().text().replace("\n", "|"))
    return 0


def main() -> int:
    application = new_application()
    return run(copied(), app=application, on_error=lambda error: None)


if __name__ == "__main__":
    sys.exit(main())
