"""What comes after the end of a task is dropped, and is noise only where it is a mistake."""

import logging

import pytest
from a2a.server.events.event_queue import Event, EventQueue
from a2a.server.tasks import TaskUpdater

from agents.hosting.task_queue import TaskQueue

pytestmark = pytest.mark.anyio


class Kept(EventQueue):
    """Keeps what is passed on."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    async def enqueue_event(self, event: Event) -> None:
        self.events.append(event)


@pytest.mark.parametrize(("end", "warned"), [("cancel", 0), ("complete", 1), ("failed", 1)])
async def test_only_a_task_that_was_stopped_may_speak_late(
    end: str, warned: int, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Kept()
    queue = TaskQueue(
        kept, task_id="t", context_id="c", known=None, request=None, together_seconds=0
    )
    updater = TaskUpdater(queue, "t", "c")
    await updater.start_work()
    await getattr(updater, end)()
    passed = len(kept.events)
    with caplog.at_level(logging.WARNING):
        await TaskUpdater(queue, "t", "c").start_work()
    assert len(kept.events) == passed
    assert len(caplog.records) == warned
