"""What only the database store can get wrong: growth, cancelled callers, faults, its threads."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from app.conversations.database.job_thread import store_error
from app.conversations.database.sqlite import (
    EngineReport,
    engine_report,
    reading_engine,
    writing_engine,
)
from app.conversations.store.sql_store import SqlStore
from app.domain.answers import Answer, fold
from app.domain.conversations import Conversation
from app.domain.events import ArtifactEvent, StatusEvent
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import Artifact, TaskState
from app.errors import StoreError
from app.ports import Recorded

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 1, tzinfo=UTC)

FILLS_THE_DISK = """
import asyncio, resource, signal, sys
from pathlib import Path
from app.conversations.store.sql_store import SqlStore
from app.domain.conversations import Conversation
from app.domain.ids import utc_now
from app.errors import StoreError

async def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = await SqlStore.open(Path(sys.argv[1]))
    async def save(number):
        await store.save_conversation(Conversation(
            context_id=str(number), draft="x" * 9000, created_at=utc_now(), updated_at=utc_now()))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, hard))
    number = 0
    try:
        while number < 1000:
            await save(number)
            number += 1
    except StoreError as error:
        print(error.reason, number, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await save("after")
    print(len(await store.conversations()), flush=True)
    await store.aclose()

asyncio.run(main())
"""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(tmp_path / "desk.db")
    yield opened
    await opened.aclose()


def draft(text: str, context_id: str = "c1") -> Conversation:
    return Conversation(context_id=context_id, draft=text, created_at=NOW, updated_at=NOW)


async def begin(store: SqlStore, turn_id: str = "m1") -> Answer:
    message = Message(
        message_id=turn_id,
        context_id="c1",
        role=Role.USER,
        parts=(TextPart(text="Q"),),
        created_at=NOW,
    )
    answer = Answer(turn_id=turn_id, context_id="c1", agent="data", started_at=NOW)
    await store.begin_turn(message, answer)
    return answer


def piece(text: str) -> ArtifactEvent:
    return ArtifactEvent(
        task_id="t",
        context_id="c1",
        artifact=Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),)),
        append=True,
    )


def rows(path: Path, statement: str) -> list[Any]:
    with reading_engine(path).connect() as connection:
        return list(connection.exec_driver_sql(statement))


async def test_a_streamed_answer_is_not_rewritten_for_each_piece(
    store: SqlStore, tmp_path: Path
) -> None:
    answer = await begin(store)
    for number in range(500):
        recorded = Recorded(piece(f"{number:04} " * 8), NOW)
        answer = fold(answer, recorded.event, NOW)
        await store.record(answer, [recorded])
    (size, events), *_ = rows(tmp_path / "desk.db", "SELECT length(body), events FROM turns")
    assert (size < 1500, events) == (True, 500)
    entry = await store.answer("m1")
    assert entry is not None and entry.answer == answer
    done = StatusEvent(task_id="t", context_id="c1", state=TaskState.COMPLETED)
    answer = fold(answer, done, NOW)
    await store.record(answer, [Recorded(done, NOW)])
    (size, behind), *_ = rows(tmp_path / "desk.db", "SELECT length(body), events-folded FROM turns")
    assert (size > 20_000, behind) == (True, 0)


async def test_what_was_acknowledged_is_there_for_another_connection(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    store = await SqlStore.open(path)
    for number in range(20):
        await store.save_conversation(draft(f"{number}"))
        assert rows(path, "SELECT draft FROM conversations") == [(f"{number}",)]
    await store.aclose()


async def test_two_stores_on_one_file_leave_no_gaps(tmp_path: Path) -> None:
    stores = [await SqlStore.open(tmp_path / "desk.db") for _ in range(2)]
    await asyncio.gather(
        *(begin(store, f"m{s}-{n}") for s, store in enumerate(stores) for n in range(25))
    )
    assert await stores[0].entry_count("c1") == 100
    entries = await stores[1].entries("c1", 0, 200)
    assert [entry.position for entry in entries] == list(range(100))
    for store in stores:
        await store.aclose()


async def test_a_cancelled_caller_leaves_a_whole_write(store: SqlStore) -> None:
    writes = [
        asyncio.create_task(store.save_conversation(draft("x", f"c{number:03}")))
        for number in range(200)
    ]
    await asyncio.sleep(0)
    for write in writes[::2]:
        write.cancel()
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(isinstance(result, asyncio.CancelledError) for result in results) == 100
    await store.save_conversation(draft("last", "last"))
    assert len(await store.conversations()) == 201


async def test_closing_finishes_what_was_asked_for_and_ends_the_threads(tmp_path: Path) -> None:
    before = threading.active_count()
    store = await SqlStore.open(tmp_path / "desk.db")
    writes = [
        asyncio.create_task(store.save_conversation(draft("x", f"c{number}")))
        for number in range(100)
    ]
    await asyncio.sleep(0)
    await asyncio.gather(store.aclose(), store.aclose())
    await asyncio.gather(*writes)
    assert threading.active_count() == before
    assert rows(tmp_path / "desk.db", "SELECT count(*) FROM conversations") == [(100,)]


async def test_a_close_that_is_cancelled_still_closes(tmp_path: Path) -> None:
    store = await SqlStore.open(tmp_path / "desk.db")
    await store.save_conversation(draft("x"))
    closing_store = asyncio.create_task(store.aclose())
    await asyncio.sleep(0)
    closing_store.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing_store
    await store.aclose()
    with pytest.raises(StoreError):
        await store.conversations()


async def test_one_bad_write_does_not_spoil_its_neighbours(store: SqlStore) -> None:
    stranger = Answer(turn_id="nobody", context_id="c1", agent="x", started_at=NOW)
    writes = [
        store.record(stranger, []) if number % 7 == 3 else begin(store, f"m{number}")
        for number in range(70)
    ]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [isinstance(result, StoreError) for result in results] == [
        number % 7 == 3 for number in range(70)
    ]
    assert await store.entry_count("c1") == 120


async def test_text_that_utf8_does_not_have_is_refused_in_words(store: SqlStore) -> None:
    broken = draft("x").model_copy(update={"draft": "half \ud83d"})
    with pytest.raises(StoreError) as caught:
        await store.save_conversation(broken)
    assert caught.value.reason == "store_unfit"
    assert await store.conversation("c1") is None


async def test_it_runs_on_the_windows_loop(qapp: object, tmp_path: Path) -> None:
    store = await SqlStore.open(tmp_path / "desk.db")
    answers = await asyncio.gather(*(begin(store, f"m{number}") for number in range(50)))
    assert len(await store.open_answers()) == len(answers) == 50
    await store.aclose()


async def test_the_file_is_durable_and_strict(store: SqlStore, tmp_path: Path) -> None:
    with writing_engine(tmp_path / "desk.db", "wal").connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.parametrize("report", [engine_report(), EngineReport("x", "3.40.1", "delete", 1)])
async def test_the_journal_is_the_one_that_is_safe(tmp_path: Path, report: EngineReport) -> None:
    store = await SqlStore.open(tmp_path / "desk.db", using=report)
    await store.save_conversation(draft("x"))
    assert rows(tmp_path / "desk.db", "PRAGMA journal_mode") == [(report.journal,)]
    await store.aclose()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_disk_that_takes_no_more_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FILLS_THE_DISK, str(tmp_path / "desk.db")],
        check=True,
        capture_output=True,
        text=True,
    )
    reason, acknowledged, after = ended.stdout.split()
    assert reason in ("store_io", "store_full")
    assert 20 < int(acknowledged) < 1000
    assert int(after) == int(acknowledged) + 1
    assert rows(tmp_path / "desk.db", "PRAGMA integrity_check") == [("ok",)]


def test_every_fault_has_words_that_say_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    engine = writing_engine(path, "delete")
    found: list[tuple[str, str]] = []

    def fails(connection: Any, *statements: str) -> None:
        with pytest.raises(DBAPIError) as caught:
            for statement in statements:
                connection.exec_driver_sql(statement)
        connection.rollback()
        error = store_error(caught.value)
        found.append((error.reason, str(error)))

    with closing(engine.connect()) as connection:
        connection.exec_driver_sql("CREATE TABLE t (x)")
        connection.commit()
        fails(
            connection,
            "PRAGMA max_page_count=3",
            "INSERT INTO t SELECT zeroblob(99999)",
        )
        fails(connection, "NONSENSE")
        with closing(reading_engine(path).connect()) as reader:
            fails(reader, "INSERT INTO t VALUES (1)")
        with closing(engine.connect()) as second:
            second.exec_driver_sql("PRAGMA busy_timeout=0")
            second.rollback()
            connection.exec_driver_sql("SELECT 1")
            fails(second, "SELECT 1")
    path.write_bytes(b"no database " * 99)
    with closing(reading_engine(path).connect()) as reader:
        fails(reader, "SELECT * FROM t")
    with pytest.raises(DBAPIError) as caught:
        reading_engine(tmp_path / "no" / "folder").connect()
    found.append((store_error(caught.value).reason, str(store_error(caught.value))))
    assert [key for key, _ in found] == [
        "store_full",
        "store",
        "store_read_only",
        "store_busy",
        "store_damaged",
        "store_unreachable",
    ]
    assert all("sqlite3." not in words for _, words in found)
