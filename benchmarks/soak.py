"""A day of work in minutes: whether memory, tasks, timers, threads and open files stay level.

    python -m benchmarks.soak [--events 200000] [--json]

One window on a profile of its own, with its database, log and search. Conversations are begun,
answers stream into them piece by piece, bring tables and charts, are scrolled, searched, copied,
renamed, and most are deleted again. Ten times on the way everything is let come to rest and
counted. Exits with 1 when what is counted grew: memory by more than 5 % and 10 MB in the second
half (until then what is remembered of the newest thousand messages and the databases' pages fill
up), anything else at all between the second count and the last.
"""

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.conversations.store.repair import open_store
from app.desk.desk import Desk
from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent
from app.domain.messages import Message, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from app.errors import TaskUnknown
from app.ports import AgentLink
from app.search.embedders import HashedNgrams
from app.search.window_search import FollowingSearch
from app.stream_log.journal import open_profile_journal
from app.stream_log.window_log import StreamReading
from app.system.start import settle
from benchmarks.window.agent import CARD
from benchmarks.window.corpus import Corpus, chart, result
from benchmarks.window.frames import memory_mb
from benchmarks.window.whole import until
from gui.balance_gui import BalanceGUI
from gui.look.preferences import Preferences
from gui.platform.event_loop import run

PIECES = 96
KEPT = 20
COUNTS = 10
LEVEL = 1.05
LEVEL_MB = 10.0


class Count(NamedTuple):
    """What there is when everything is at rest; memory in MB."""

    events: int
    memory: float
    objects: int
    tasks: int
    timers: int
    threads: int
    files: int
    widgets: int


class Talker:
    """An agent in the same process that answers in so many pieces, at times with a table."""

    in_process = True
    card = CARD

    def __init__(self) -> None:
        self.said = 0
        self._corpus = Corpus(5)
        self._tasks: dict[str, Task] = {}

    async def send(self, message: Message) -> AsyncIterator[AgentEvent]:
        """Answer in pieces."""
        task_id = f"task-{message.message_id}"
        ids = {"task_id": task_id, "context_id": message.context_id}
        self._tasks = {task_id: Task(**ids, state=TaskState.WORKING)}
        yield StatusEvent(**ids, state=TaskState.WORKING)
        for piece in self._corpus.chunks(self._corpus.long_answer(3_000), PIECES):
            part = TextPart(text=piece)
            artifact = Artifact(artifact_id="a", name="answer", parts=(part,))
            self.said += 1
            yield ArtifactEvent(**ids, artifact=artifact, append=True)
            if self.said % 16 == 0:
                await asyncio.sleep(0)
        if self.said % 5 == 0:
            yield ArtifactEvent(**ids, artifact=result(self.said, 30))
            yield ArtifactEvent(**ids, artifact=chart(self.said))
        self.said += 2
        yield StatusEvent(**ids, state=TaskState.COMPLETED)

    async def subscribe(self, task_id: str) -> AsyncIterator[AgentEvent]:
        """Refuse: nothing is kept."""
        raise TaskUnknown(task_id)
        yield

    async def get(self, task_id: str) -> Task:
        """Return a task under way."""
        if task_id not in self._tasks:
            raise TaskUnknown(task_id)
        return self._tasks[task_id]

    async def cancel(self, task_id: str) -> Task:
        """Return the task as it is."""
        return await self.get(task_id)

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return none: nothing is kept."""
        return []

    async def aclose(self) -> None:
        """Do nothing."""


class Talkers:
    """A directory of that one agent."""

    def __init__(self) -> None:
        self.agent = Talker()

    async def names(self) -> Sequence[str]:
        """Return its name."""
        return ["data"]

    async def link(self, agent: str) -> AgentLink:
        """Return the link, whatever the name."""
        return self.agent

    def opened(self, agent: str) -> AgentLink:
        """Return the link: it is open from the start."""
        return self.agent

    async def aclose(self) -> None:
        """Do nothing."""


async def soak(events: int, folder: Path) -> list[Count]:
    """Work until so many events have come; return what was counted on the way."""
    QAccessible.setActive(True)
    store = (await open_store(folder / "desk.db")).store
    stream, journal = await asyncio.to_thread(open_profile_journal, folder)
    search = FollowingSearch(stream, embedder=HashedNgrams())
    records = StreamReading(stream)
    agents = Talkers()
    desk = Desk(store=store, agents=agents, journal=journal)
    window = BalanceGUI(preferences=Preferences(language="en", theme="light"))
    window.resize(1180, 880)
    window.show()
    try:
        await window.attach(desk, search=search, records=records)
        return await _Day(window, desk, agents.agent).work(events)
    finally:
        window.close()
        await window.closed()
        await desk.aclose()
        await records.aclose()
        await search.aclose()
        await journal.aclose()
        await store.aclose()


class _Day:
    def __init__(self, window: BalanceGUI, desk: Desk, agent: Talker) -> None:
        self._window = window
        self._desk = desk
        self._agent = agent
        self._begun: list[str] = []

    async def work(self, events: int) -> list[Count]:
        counts: list[Count] = []
        for due in range(1, COUNTS + 1):
            while self._agent.said < events * due // COUNTS:
                await self._conversation()
            counts.append(await self._rest())
            if due == 1:
                settle()
        return counts

    async def _conversation(self) -> None:
        """Begin a conversation, say three things, look around in it, delete the oldest."""
        self._window.new_conversation()
        for question in ("How often does Terran win?", "And Zerg?", "승률 알려줘"):
            async for _ in self._window.send_message(question):
                pass
        self._begun.append(self._window.context_id or "")
        view: Any = self._widget("chatView")
        view.jump_to_latest()
        for _ in range(5):
            QTest.keyClick(view, Qt.Key.Key_PageUp)
            await asyncio.sleep(0)
        view.select_all()
        view.copy_selection()
        await until(lambda: QGuiApplication.clipboard().text() != "", "the copy")
        QGuiApplication.clipboard().clear()
        field: Any = self._widget("searchField")
        field.setText("Terran")
        await self._desk.find("Terran")
        field.clear()
        await self._desk.rename(self._begun[-1], f"Conversation {len(self._begun)}")
        composer: Any = self._widget("composer")
        composer.setPlainText("a draft")
        composer.clear()
        if len(self._begun) > KEPT:
            await self._desk.delete(self._begun.pop(0))
        if len(self._begun) % 4 == 0:
            for name in ("actionThemeDark", "actionThemeLight"):
                self._trigger(name)

    async def _rest(self) -> Count:
        """Let everything come to its end, and count."""
        QApplication.processEvents()
        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            await asyncio.sleep(0.6)
            gc.collect()
        timers = [thing for thing in gc.get_objects() if issubclass(type(thing), QTimer)]
        return Count(
            events=self._agent.said,
            memory=memory_mb(),
            objects=len(gc.get_objects()),
            tasks=len(asyncio.all_tasks()),
            timers=sum(timer.isActive() for timer in timers),
            threads=threading.active_count(),
            files=_open_files(),
            widgets=len(QApplication.allWidgets()),
        )

    def _trigger(self, name: str) -> None:
        from PySide6.QtGui import QAction

        action = self._window.findChild(QAction, name)
        assert action is not None, name
        action.trigger()

    def _widget(self, name: str) -> QWidget:
        found = self._window.findChild(QWidget, name)
        assert found is not None, name
        return found


def _open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def grown(counts: Sequence[Count]) -> list[str]:
    """Return what grew between the second count and the last, memory in the second half."""
    first, half, last = counts[1], counts[(len(counts) - 1) // 2], counts[-1]
    found = [
        f"{name}: {before} → {after}"
        for name, before, after in zip(Count._fields, first, last, strict=True)
        if name in ("tasks", "timers", "threads", "files", "widgets") and after > before
    ]
    more = last.memory - half.memory
    if more > LEVEL_MB and last.memory > half.memory * LEVEL:
        found.append(f"memory: {half.memory:.0f} → {last.memory:.0f} MB")
    return found


def main() -> int:
    """Work for a day, print the counts; exit with 1 when something grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args()
    app = QApplication([])

    def mistaken(where: str, error: BaseException | None) -> None:
        raise SystemExit(f"{where}: {error!r}")

    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        counts = run(soak(chosen.events, Path(folder)), app=app, on_error=mistaken)
    seconds = time.perf_counter() - began
    more = grown(counts)
    if chosen.json:
        told = {"seconds": seconds, "counts": [count._asdict() for count in counts]}
        print(json.dumps({**told, "grown": more}))
    else:
        print("".join(f"{name:>10}" for name in Count._fields))
        for count in counts:
            print("".join(f"{value:>10,.0f}" for value in count))
        print(f"{seconds:.0f} s; grew: {', '.join(more) or 'nothing'}")
    return int(bool(more))


if __name__ == "__main__":
    sys.exit(main())
