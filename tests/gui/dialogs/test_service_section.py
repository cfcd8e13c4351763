"""The preferences say which service keeps the conversations, and how that goes."""

from collections.abc import Callable
from typing import Any

import pytest

from app.errors import NotAllowed, ServiceTimeout
from app.ports import SyncEvent, SyncStatus
from gui.dialogs.preferences import ServiceSection


class Scripted:
    """A syncing whose status the test says."""

    service = "https://desks.example.org"

    def __init__(self) -> None:
        self.status = SyncStatus("connecting")
        self.watchers: list[Callable[[SyncStatus], None]] = []

    def watch(self, watcher: Callable[[SyncStatus], None]) -> Callable[[], None]:
        self.watchers.append(watcher)
        return lambda: self.watchers.remove(watcher)

    def watch_events(self, watcher: Callable[[SyncEvent], None]) -> Callable[[], None]:
        return lambda: None

    def say(self, status: SyncStatus) -> None:
        self.status = status
        for watcher in list(self.watchers):
            watcher(status)


def test_it_names_the_service_and_how_it_goes(qtbot: Any) -> None:
    syncing = Scripted()
    section = ServiceSection(syncing)
    qtbot.addWidget(section)
    assert "https://desks.example.org" in section.accessibleName()
    assert "Connecting…" in section.accessibleName()
    assert "balance-desk conversations disconnect" in section.accessibleName()
    syncing.say(SyncStatus("in_step"))
    assert "All is in step." in section.accessibleName()
    syncing.say(SyncStatus("offline", error=ServiceTimeout("away")))
    assert "Offline, will sync." in section.accessibleName()
    syncing.say(SyncStatus("refused", error=NotAllowed("no")))
    assert "does not accept this desk's token" in section.accessibleName()
    section.stop()
    assert syncing.watchers == []


def test_a_desk_of_its_own_says_so_and_how_to_connect(qtbot: Any) -> None:
    section = ServiceSection(None)
    qtbot.addWidget(section)
    assert "on this desk only" in section.accessibleName()
    assert "balance-desk conversations connect" in section.accessibleName()


@pytest.mark.anyio
async def test_the_preferences_show_it_while_they_are_open(open_window: Any) -> None:
    syncing = Scripted()
    person = await open_window(syncing=syncing)
    before = len(syncing.watchers)
    person.action("actionPreferences").trigger()
    assert "https://desks.example.org" in person.find("preferenceServiceWhich").text()
    person.find("preferenceService").window().close()
    assert len(syncing.watchers) == before
