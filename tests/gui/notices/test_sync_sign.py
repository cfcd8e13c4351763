"""The window says when its conversations are not in step, and nothing while they are."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QMainWindow, QStatusBar

from app.connections.service_token import VARIABLE, token_for
from app.errors import BadInput, NotAllowed, ServiceTimeout
from app.ports import SyncStatus
from gui.notices.synchronization import SyncSign
from gui.platform.i18n import Translations


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


def test_a_missing_token_is_said_with_what_to_do_about_it(
    qapp: QApplication, window: QMainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(BadInput) as missing:
        token_for(Scripted.service)
    syncing, translations = Scripted(), Translations(qapp)
    sign = SyncSign(syncing, window)
    bar = window.findChild(QStatusBar)
    assert bar is not None
    syncing.say(SyncStatus("refused", error=missing.value))
    command = f"balance-desk conversations connect {syncing.service}"
    for language, words in {
        "en": "There is no token for the conversation service.",
        "ko": "대화 서비스의 토큰이 없습니다.",
        "es": "No hay token para el servicio de conversaciones.",
    }.items():
        translations.use(language)
        qapp.sendPostedEvents()
        assert sign.text.startswith(words)
        assert command in sign.text
        # What there is to do stands there already.
        assert sign.accessibleName() == sign.text
    assert bar.isVisible()
    syncing.say(SyncStatus("in_step"))
    assert (sign.text, bar.isVisible()) == ("", False)


def test_it_hears_no_more_once_stopped(window: QMainWindow) -> None:
    syncing = Scripted()
    sign = SyncSign(syncing, window)
    sign.stop()
    syncing.say(SyncStatus("offline"))
    assert sign.text == ""
