"""A large table: read at the first question, with progress, stoppable, kept on disk."""

import asyncio
import csv
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Semaphore
from types import SimpleNamespace
from typing import Any, cast

import pytest
from a2a.server.context import ServerCallContext
from a2a.types import CancelTaskRequest

from agents.data.agent.opening import Opening
from agents.data.card import card_of
from agents.data.dataset import open_dataset
from agents.data.executor import DataAnalysisExecutor
from agents.data.tables.opening import Loading, LoadingStopped
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from tests.contract.agents.data.test_data_executor import TODAY, Talk, cells
from tests.corpora.games.tables import ladder

RACES = ("Terran", "Zerg", "Protoss")


def written(folder: Path, games: int) -> Path:
    path = folder / "games.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["game_id", "p1_race", "p2_race", "winner", "note"])
        writer.writerows(
            [i, RACES[i % 3], RACES[(i // 3) % 3], 1 + i % 2, "x" * 40] for i in range(games)
        )
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that takes its time."""
    return written(tmp_path_factory.mktemp("large"), 200_000)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that takes none."""
    return written(tmp_path_factory.mktemp("small"), 2_000)


@asynccontextmanager
async def talking(opening: Opening) -> AsyncIterator[Talk]:
    host = AgentHost(
        name="data",
        card=card_of(None, "games.csv"),
        make_executor=lambda history: DataAnalysisExecutor(
            table=opening, history=history, as_of=TODAY
        ),
        records=MemoryStore(),
    )
    try:
        yield Talk(host)
    finally:
        await host.aclose()


async def left(opening: Opening) -> None:
    """Wait for a table, and stop waiting while it is read."""
    began = asyncio.Event()

    async def report(_seconds: float, _share: float | None) -> None:
        began.set()

    waiting = asyncio.create_task(opening.wait(report))
    await began.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def unheard(_seconds: float, _share: float | None) -> None:
    """Take no notice of how far a reading is."""


@pytest.mark.anyio
async def test_the_first_question_waits_for_the_table_and_says_so(table: Path) -> None:
    opening = Opening(table)
    async with talking(opening) as talk:
        assert opening.table is None
        first, second = await asyncio.gather(talk.say("rows by note"), talk.say("rows by note"))
        assert first.states[-1] == second.states[-1] == "completed"
        assert opening.table is not None
        again = await talk.say("rows by note")
        assert cells(again) == cells(first)


@pytest.mark.anyio
async def test_reading_is_stopped_with_the_question_and_begins_anew(table: Path) -> None:
    opening = Opening(table)
    await left(opening)
    assert opening.table is None
    opened = await opening.wait(unheard)
    assert opened.source.rows == 200_000
    await opening.aclose()


@pytest.mark.anyio
async def test_a_reading_that_misses_its_interrupt_gets_another(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupts, taken = Semaphore(0), []

    def two_statements(path: Path, *, loading: Loading, **_: object) -> None:
        reading = SimpleNamespace(interrupt=interrupts.release, query_progress=lambda: 0)
        loading.reads(cast(Any, reading))
        taken.extend(interrupts.acquire(timeout=60) for _ in range(2))
        raise LoadingStopped("stopped")

    monkeypatch.setattr("agents.data.agent.opening.open_dataset", two_statements)
    opening = Opening(table)
    await left(opening)
    await opening.aclose()
    assert taken == [True, True]


@pytest.mark.anyio
async def test_a_question_is_cancelled_while_the_table_is_read(table: Path) -> None:
    opening = Opening(table)
    async with talking(opening) as talk:
        task = asyncio.create_task(talk.say("rows by note"))
        task_id, state = await talk.heard.get()
        assert state == "working"
        await talk.host.handler.on_cancel_task(CancelTaskRequest(id=task_id), ServerCallContext())
        turn = await task
        assert turn.states[-1] == "canceled"
        assert opening.table is None


@pytest.mark.anyio
async def test_a_table_that_is_gone_by_then_fails_the_task_in_words(tmp_path: Path) -> None:
    async with talking(Opening(tmp_path / "gone.csv")) as talk:
        turn = await talk.say("테란 승률")
        assert turn.states[-1] == "failed"
        assert "gone.csv" in turn.status


@pytest.fixture
def spill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files that nobody else uses."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_on_disk_it_holds_the_same_and_leaves_nothing_behind(quick: Path, spill: Path) -> None:
    memory, disk = open_dataset(quick), open_dataset(quick, large=1)
    sql = "SELECT p1_race, COUNT(*), SUM(winner) FROM games GROUP BY 1 ORDER BY 1"
    one, two = (dataset.engine.connection.execute(sql).fetchall() for dataset in (memory, disk))
    assert one == two
    memory.close()
    disk.close()
    assert list(spill.iterdir()) == []


def test_a_stopped_reading_leaves_nothing_behind(quick: Path, spill: Path) -> None:
    loading = Loading()
    loading.stop()
    with pytest.raises(LoadingStopped):
        open_dataset(quick, loading=loading)
    with pytest.raises(LoadingStopped):
        open_dataset(quick, loading=loading, large=1)
    assert list(spill.iterdir()) == []


def test_the_card_tells_by_its_tags_what_the_table_holds(tmp_path: Path) -> None:
    table = ladder(tmp_path)
    opened = open_dataset(table.path)
    card = card_of(opened, table.path.name)
    opened.close()
    tags = {skill.id: list(skill.tags) for skill in card.skills}
    assert {"Terran", "map"} <= set(tags["ask-en"])
    assert "맵" in tags["ask-ko"]
    assert all(len(found) <= 40 for found in tags.values())
    assert all(len(tag) <= 40 for found in tags.values() for tag in found)
    assert len(card_of(None, "games.csv").skills[0].tags) == 2
