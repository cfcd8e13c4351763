"""A profile's database is checked after a crash, refused when foreign, repaired when damaged."""

import asyncio
import os
import random
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.service_task_rows import Claim
from app.conversations.database.sqlite import engine_report, writing_engine
from app.conversations.store.rebuild import UNREADABLE, Salvaged
from app.conversations.store.repair import OpenedStore, OpenReport, open_store
from app.conversations.store.sql_store import SqlStore
from app.domain.answers import Answer, fold
from app.domain.book import LOCAL_CALLER
from app.domain.conversations import AnswerEntry, Conversation, RequestEntry
from app.domain.events import ArtifactEvent, StatusEvent, TurnEvent
from app.domain.messages import Message, Role, TextPart
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.domain.tasks import Artifact, TaskState
from app.errors import StoreError
from app.ports import Recorded, TaskRecord

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 1, tzinfo=UTC)
PAGE = 4096
TURNS = 200
CONVERSATIONS = 5

CRASH = """
import asyncio, os, sys
from pathlib import Path
from app.conversations.store.sql_store import SqlStore
from app.domain.conversations import Conversation
from app.domain.ids import utc_now

async def main():
    store = await SqlStore.open(Path(sys.argv[1]))
    await store.save_conversation(
        Conversation(context_id="c", title="kept", created_at=utc_now(), updated_at=utc_now())
    )
    os._exit(9)

asyncio.run(main())
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "desk.db"


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    made = tmp_path_factory.mktemp("filled") / "desk.db"
    asyncio.run(fill(made))
    return made.read_bytes()


@pytest.fixture
def filled(database: Path, contents: bytes) -> Path:
    database.write_bytes(contents)
    return database


def names(database: Path) -> list[str]:
    return sorted(path.name for path in database.parent.iterdir())


def read(database: Path) -> bytearray:
    return bytearray(database.read_bytes())


def write(database: Path, raw: bytes) -> None:
    database.write_bytes(raw)


def crash(database: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", CRASH, str(database)], check=False)
    assert ended.returncode == 9


async def fill(database: Path) -> None:
    store, _ = await open_store(database)
    for number in range(CONVERSATIONS):
        await store.save_conversation(
            Conversation(
                context_id=f"c{number}", title=f"Title {number}", created_at=NOW, updated_at=NOW
            )
        )

    async def turn(number: int) -> None:
        context_id, turn_id = f"c{number % CONVERSATIONS}", f"m{number}"
        message = Message(
            message_id=turn_id,
            context_id=context_id,
            role=Role.USER,
            parts=(TextPart(text=f"승률 {number} " + "?" * 300),),
            created_at=NOW,
        )
        answer = Answer(turn_id=turn_id, context_id=context_id, agent="data", started_at=NOW)
        await store.begin_turn(message, answer)
        events: list[TurnEvent] = [
            ArtifactEvent(
                task_id=f"t{number}",
                context_id=context_id,
                artifact=Artifact(
                    artifact_id="a", name="answer", parts=(TextPart(text=f"{number} % " * 40),)
                ),
            ),
            StatusEvent(task_id=f"t{number}", context_id=context_id, state=TaskState.COMPLETED),
        ]
        for event in events:
            answer = fold(answer, event, NOW)
            await store.record(answer, [Recorded(event, NOW)])
        await store.save(TaskRecord("data", f"t{number}", context_id, "completed", NOW, b"x" * 99))

    await asyncio.gather(*map(turn, range(TURNS)))
    await store.aclose()


async def entries_by_conversation(
    opened: OpenedStore,
) -> dict[str, list[RequestEntry | AnswerEntry]]:
    found = {}
    for conversation in await opened.store.conversations():
        entries = await opened.store.entries(conversation.context_id, 0, 9999)
        assert [entry.position for entry in entries] == list(range(conversation.entries))
        found[conversation.context_id] = list(entries)
    return found


async def test_a_new_database_is_made_and_closed_without_traces(database: Path) -> None:
    opened = await open_store(database)
    assert opened.report == OpenReport()
    await opened.store.aclose()
    assert names(database) == ["desk.db", "desk.db.clean"]
    again = await open_store(database)
    assert not again.report.unclean
    await again.store.aclose()


async def test_after_a_crash_the_database_is_checked_and_complete(database: Path) -> None:
    crash(database)
    opened = await open_store(database)
    assert opened.report.unclean
    assert opened.report.damaged_copy is None
    assert [c.title for c in await opened.store.conversations()] == ["kept"]
    await opened.store.aclose()


async def test_a_change_from_outside_is_checked(filled: Path) -> None:
    write(filled, read(filled))
    opened = await open_store(filled)
    assert opened.report.unclean and opened.report.damaged_copy is None
    await opened.store.aclose()


async def test_a_newer_database_is_refused_and_left_alone(filled: Path) -> None:
    with writing_engine(filled, "delete").connect() as connection:
        connection.exec_driver_sql("PRAGMA user_version=99")
        connection.commit()
    before = read(filled)
    for opening in (open_store(filled), SqlStore.open(filled)):
        with pytest.raises(StoreError) as caught:
            await opening
        assert caught.value.reason == "store_newer"
        assert "newer" in str(caught.value)
    assert read(filled) == before
    assert "desk.db.damaged" not in str(names(filled))


async def test_the_database_of_another_program_is_refused_and_left_alone(database: Path) -> None:
    with writing_engine(database, "delete").connect() as connection:
        connection.exec_driver_sql("CREATE TABLE theirs (x)")
        connection.commit()
    before = read(database)
    for opening in (open_store(database), SqlStore.open(database)):
        with pytest.raises(StoreError) as caught:
            await opening
        assert caught.value.reason == "store_foreign"
    assert read(database) == before


@pytest.mark.parametrize("seed", range(4))
async def test_what_whole_pages_hold_is_salvaged(filled: Path, seed: int) -> None:
    raw = read(filled)
    chance = random.Random(seed)
    for page in chance.sample(range(len(raw) // PAGE // 2, len(raw) // PAGE), 3):
        raw[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)
    write(filled, raw)
    opened = await open_store(filled)
    report = opened.report
    assert report.damaged_copy is not None
    assert read(report.damaged_copy) == raw
    assert report.salvaged is not None
    assert report.salvaged.conversations == CONVERSATIONS
    assert report.salvaged.messages >= TURNS * 0.9
    held = await entries_by_conversation(opened)
    assert sum(map(len, held.values())) == 2 * report.salvaged.messages
    for entry in (entry for entries in held.values() for entry in entries):
        if isinstance(entry, AnswerEntry):
            number = entry.answer.turn_id[1:]
            if entry.answer.state is TaskState.COMPLETED:
                assert entry.answer.text == f"{number} % " * 40
            else:
                assert entry.answer.reason == UNREADABLE
    assert len(await opened.store.select("data")) >= TURNS * 0.8
    await opened.store.aclose()
    again = await open_store(filled)
    assert again.report == OpenReport()
    assert await entries_by_conversation(again) == held
    await again.store.aclose()


async def test_a_database_cut_in_half_gives_its_first_half(filled: Path) -> None:
    raw = read(filled)
    write(filled, raw[: len(raw) // 2])
    opened = await open_store(filled)
    assert opened.report.salvaged is not None
    assert opened.report.salvaged.messages >= TURNS // 4
    await entries_by_conversation(opened)
    await opened.store.aclose()


async def test_a_database_without_its_beginning_is_read_all_the_same(filled: Path) -> None:
    raw = read(filled)
    raw[:PAGE] = b"garbage!" * (PAGE // 8)
    write(filled, raw)
    opened = await open_store(filled)
    assert opened.report.salvaged == Salvaged(CONVERSATIONS, TURNS)
    held = await entries_by_conversation(opened)
    assert {len(entries) for entries in held.values()} == {2 * TURNS // CONVERSATIONS}
    titles = {c.context_id: c.title for c in await opened.store.conversations()}
    assert titles == {f"c{n}": f"Title {n}" for n in range(CONVERSATIONS)}
    await opened.store.aclose()


async def test_who_works_on_a_task_and_what_is_cancelled_is_known_after_a_repair(
    filled: Path,
) -> None:
    opened = await open_store(filled)
    book = EmbeddedBook(opened.store.database)
    working = ServiceTask(id="begun", state=ServiceTaskState.PROCESSING)
    await book.task_begin(LOCAL_CALLER, working, Claim("somebody", 60, ""))
    await book.task_cancel(LOCAL_CALLER, "waiting")
    await opened.store.aclose()
    raw = read(filled)
    write(filled, b"garbage!" * (PAGE // 8) + raw[PAGE:])
    opened = await open_store(filled)
    assert opened.report.salvaged is not None
    book = EmbeddedBook(opened.store.database)
    assert not (await book.task_begin(LOCAL_CALLER, working, Claim("another", 60, ""))).given
    put = await book.task_put(LOCAL_CALLER, ServiceTask(id="waiting"))
    assert put.state is ServiceTaskState.CANCELLED
    await opened.store.aclose()


async def test_a_file_that_never_was_a_database_is_set_aside(database: Path) -> None:
    write(database, b"dear diary" * 1000)
    opened = await open_store(database)
    assert opened.report.salvaged == Salvaged(0, 0)
    assert opened.report.damaged_copy is not None
    assert read(opened.report.damaged_copy) == b"dear diary" * 1000
    assert await opened.store.conversations() == []
    await opened.store.aclose()


async def test_only_the_owner_repairs(database: Path) -> None:
    write(database, b"dear diary" * 1000)
    with pytest.raises(StoreError) as caught:
        await open_store(database, owner=False)
    assert caught.value.reason == "store_damaged"
    assert names(database) == ["desk.db"]
    assert read(database) == b"dear diary" * 1000


async def test_another_process_opens_what_is_in_use(filled: Path) -> None:
    owner = await open_store(filled)
    other = await open_store(filled, owner=False)
    assert other.report == OpenReport()
    assert len(await other.store.conversations()) == CONVERSATIONS
    await other.store.aclose()
    await owner.store.save_conversation(
        Conversation(context_id="new", created_at=NOW, updated_at=NOW)
    )
    await owner.store.aclose()


async def test_two_damaged_databases_are_both_kept(database: Path) -> None:
    copies = set()
    for number in range(3):
        write(database, f"{number}".encode() * 9000)
        opened = await open_store(database)
        assert opened.report.damaged_copy is not None
        copies.add(chr(read(opened.report.damaged_copy)[0]))
        await opened.store.aclose()
    assert copies == {"0", "1", "2"}
    assert len([name for name in names(database) if ".damaged-" in name]) == 3


async def test_a_repair_cut_off_before_its_last_step_is_finished(filled: Path) -> None:
    os.replace(filled, f"{filled}.new")
    opened = await open_store(filled)
    assert len(await opened.store.conversations()) == CONVERSATIONS
    await opened.store.aclose()


async def test_a_repair_cut_off_in_the_middle_is_done_again(filled: Path) -> None:
    write(Path(f"{filled}.new"), b"half")
    opened = await open_store(filled)
    assert len(await opened.store.conversations()) == CONVERSATIONS
    await opened.store.aclose()
    assert "desk.db.new" not in names(filled)


async def test_damage_met_while_running_is_looked_for_at_the_next_start(filled: Path) -> None:
    raw = read(filled)
    opened = await open_store(filled)
    for page in range(2, len(raw) // PAGE):
        raw[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
    write(filled, raw)
    with pytest.raises(StoreError) as caught:
        await opened.store.entries("c1", 0, 99)
    assert caught.value.reason == "store_damaged"
    await opened.store.aclose()
    assert "desk.db.clean" not in names(filled)


async def test_a_folder_in_the_databases_place_is_refused(database: Path) -> None:
    os.mkdir(database)
    with pytest.raises(StoreError) as caught:
        await open_store(database)
    assert caught.value.reason == "store_unreachable"


async def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await open_store(tmp_path / "nowhere" / "desk.db")
    assert caught.value.reason == "store_unreachable"


def test_the_engine_says_what_it_is() -> None:
    report = engine_report()
    version = tuple(map(int, report.version.split(".")))
    assert (report.journal, report.connections) == (
        ("wal", 2) if version >= (3, 51, 3) else ("delete", 1)
    )
