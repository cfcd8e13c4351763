"""The window says when its conversations are not in step, and nothing while they are."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QMainWindow, QStatusBar

from app.errors import NotAllowed, ServiceTimeout
from app.syncing import SyncStatus
from gui.sync_sign import SyncSign


class Scripted:
    """A syncing whose status the test says."""

    service = "https://desks.example.org"

    def __init__(self) -> None:
        self.status = SyncStatus("connecting")
        self.watchers: list[Callable[[SyncStatus], None]] = []

    def watch(self, watcher: Callable[[SyncStatus], None]) -> Callable[[], None]:
        self.watchers.append(watcher)
        return lambda: self.watchers.remove(watcher)

    def say(self, status: SyncStatus) -> None:
        self.status = status
        for watcher in list(self.watchers):
            watcher(status)


@pytest.fixture
def window(qtbot: Any) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_says_what_is_the_matter_and_goes_when_nothing_is(window: QMainWindow) -> None:
    syncing = Scripted()
    sign = SyncSign(syncing, window)
    bar = window.findChild(QStatusBar)
    assert bar is not None
    assert (sign.text, bar.isVisible()) == ("", False)
    away = ServiceTimeout("away")
    syncing.say(SyncStatus("offline", waiting=True, error=away))
    assert "will sync" in sign.text
    assert "your messages are kept here" in sign.text
    assert sign.accessibleName() == sign.text
    assert bar.isVisible()
    syncing.say(SyncStatus("offline", waiting=False, error=away))
    assert "other desks" in sign.text
    syncing.say(SyncStatus("refused", error=NotAllowed("no")))
    assert "token" in sign.text
    syncing.say(SyncStatus("in_step"))
    assert (sign.text, bar.isVisible()) == ("", False)


def test_it_hears_no_more_once_stopped(window: QMainWindow) -> None:
    syncing = Scripted()
    sign = SyncSign(syncing, window)
    sign.stop()
    syncing.say(SyncStatus("offline"))
    assert sign.text == ""
