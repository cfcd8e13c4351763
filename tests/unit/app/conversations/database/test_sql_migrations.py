"""Databases of earlier versions come up to date whole, with a copy kept, or stay as they are."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from app.conversations.database import schema
from app.conversations.database.migrations import revisions
from app.conversations.database.sqlite import reading_engine
from app.conversations.database.tables import METADATA
from app.conversations.store.repair import OpenReport, open_store
from app.conversations.store.sql_store import SqlStore
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.tasks import TaskState
from app.errors import StoreError
from tests.first_schema import CONVERSATIONS, OPEN_TURN, TURNS, first_rows, write_first_schema

pytestmark = pytest.mark.anyio

PER = TURNS // CONVERSATIONS


@pytest.fixture
def first(tmp_path: Path) -> Path:
    database = tmp_path / "desk.db"
    write_first_schema(database)
    return database


def read(database: Path) -> bytes:
    return database.read_bytes()


def write(database: Path, raw: bytes) -> None:
    database.write_bytes(raw)


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def copies(database: Path) -> list[Path]:
    return sorted(database.parent.glob("desk.db.v*"))


def rows(database: Path, statement: str) -> list[tuple[object, ...]]:
    with reading_engine(database).connect() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(statement)]


def in_metadata(_object: object, name: str, *_: object) -> bool:
    """Whether the tables know of it: an index with a condition is made beside them."""
    return name not in ("messages_of_the_system", "turns_pinned_for_all")


async def upgraded(database: Path) -> None:
    await (await SqlStore.open(database)).aclose()


async def test_everything_said_is_there_after_the_upgrade(first: Path) -> None:
    opened = await open_store(first)
    assert opened.report == OpenReport(unclean=True, earlier_copy=copies(first)[0])
    store = opened.store
    assert [c.title for c in await store.conversations()] == ["Título 1", "Título 2", "Título 0"]
    for number in range(CONVERSATIONS):
        entries = await store.entries(f"c{number}", 0, 99)
        assert [entry.position for entry in entries] == list(range(2 * PER))
        for index, entry in enumerate(entries):
            turn = number * PER + index // 2
            if isinstance(entry, RequestEntry):
                assert entry.message.text == f"{turn}번째 경기의 승률을 알려줘"
            else:
                expected = "" if turn == OPEN_TURN else f"승률은 {turn} %입니다."
                assert (entry.answer.turn_id, entry.answer.text) == (f"m{turn}", expected)
    assert len(await store.select("data")) == TURNS
    assert [hit.position for hit in await store.find("승률은 0 %")] == [1]
    (running,) = await store.open_answers()
    assert isinstance(running, AnswerEntry) and running.answer.state is TaskState.WORKING
    await store.aclose()
    again = await open_store(first)
    assert again.report == OpenReport()
    await again.store.aclose()


async def test_each_answer_is_a_message_with_its_tokens(first: Path) -> None:
    await upgraded(first)
    found = rows(
        first,
        "SELECT context_id, message_id, position, role, content, tokens > 0, turn_id"
        " FROM messages ORDER BY context_id, position",
    )
    assert len(found) == 2 * TURNS
    assert found[0] == ("c0", "m0", 0, "user", "0번째 경기의 승률을 알려줘", 1, "m0")
    assert found[1] == ("c0", "m0.answer", 1, "assistant", "승률은 0 %입니다.", 1, "m0")
    assert found[-1][4:] == ("", 0, f"m{OPEN_TURN}")
    totals = rows(
        first,
        "SELECT count(*) FROM conversations c WHERE token_total <> (SELECT sum(tokens) FROM"
        " messages m WHERE m.context_id = c.context_id) OR entries <> (SELECT count(*) FROM"
        " messages m WHERE m.context_id = c.context_id)",
    )
    assert totals == [(0,)]


async def test_an_upgraded_database_has_the_tables_of_a_new_one(
    first: Path, tmp_path: Path
) -> None:
    await upgraded(first)
    await upgraded(tmp_path / "new.db")
    for database in (first, tmp_path / "new.db"):
        with reading_engine(database).connect() as connection:
            known = MigrationContext.configure(
                connection, opts={"compare_type": True, "include_object": in_metadata}
            )
            assert compare_metadata(known, METADATA) == []
        assert rows(database, "SELECT version_num FROM alembic_version") == [(schema.REVISION,)]
        assert rows(database, "PRAGMA user_version") == [(schema.SCHEMA_VERSION,)]
    columns = "SELECT m.name, p.* FROM sqlite_schema m, pragma_{}(m.name) p WHERE m.type = 'table'"
    for what in ("table_info", "index_list", "foreign_key_list"):
        one, other = (
            sorted(map(str, [row[:1] + row[2:7] for row in rows(path, columns.format(what))]))
            for path in (first, tmp_path / "new.db")
        )
        assert one == other


def test_the_version_of_the_file_is_that_of_the_newest_revision() -> None:
    assert revisions()[-1] == schema.REVISION
    assert list(revisions()) == sorted(revisions())


async def test_a_copy_is_kept_from_before(first: Path) -> None:
    before = {name: set(map(str, rows)) for name, rows in first_rows().items()}
    await upgraded(first)
    (copy,) = copies(first)
    assert copy.name.startswith("desk.db.v1-")
    assert rows(copy, "PRAGMA user_version") == [(1,)]
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]
    for name, expected in before.items():
        found = {str(row).replace("True", "1") for row in rows(copy, f"SELECT * FROM {name}")}
        expected = {row.replace("True", "1").replace("False", "0") for row in expected}
        assert found == expected
    await upgraded(first)
    assert copies(first) == [copy]


async def test_without_a_copy_nothing_is_changed(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    held = read(first)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(StoreError) as caught:
            await SqlStore.open(first)
    assert caught.value.reason == "store_backup"
    assert rows(first, "PRAGMA user_version") == [(1,)]
    assert rows(first, "SELECT count(*) FROM messages") == [(TURNS,)]
    assert not [path.name for path in first.parent.iterdir() if ".v1-" in path.name]
    assert len(read(first)) == len(held)
    await upgraded(first)


async def test_beside_another_program_nothing_is_upgraded(first: Path) -> None:
    held = read(first)
    with pytest.raises(StoreError) as caught:
        await open_store(first, owner=False)
    assert caught.value.reason == "store_busy"
    assert read(first) == held


async def test_what_a_broken_upgrade_began_is_undone(first: Path) -> None:
    change(first, "UPDATE texts SET text = x'ff' WHERE context_id = 'c2' AND position = 3")
    with pytest.raises(TypeError, match="bytes-like"):
        await SqlStore.open(first)
    assert rows(first, "PRAGMA user_version") == [(1,)]
    assert rows(first, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'") == [(6,)]
    assert copies(first) == [], "nothing was changed: the copy would only fill the disk"
    change(first, "UPDATE texts SET text = 'mended' WHERE text = x'ff'")
    await upgraded(first)
    assert len(copies(first)) == 1


async def test_a_damaged_first_database_is_salvaged_into_todays(first: Path) -> None:
    raw = bytearray(read(first))
    page = len(raw) // 4096 * 3 // 4
    raw[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    write(first, raw)
    opened = await open_store(first)
    assert opened.report.salvaged is not None
    assert opened.report.salvaged.messages >= TURNS // 2
    assert rows(first, "PRAGMA user_version") == [(schema.SCHEMA_VERSION,)]
    await opened.store.aclose()


def test_a_start_with_nothing_to_upgrade_loads_no_alembic(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from pathlib import Path;"
        "from app.conversations.store.repair import open_store;"
        "opened = asyncio.run(open_store(Path(sys.argv[1])));"
        "asyncio.run(opened.store.aclose());"
        "sys.exit('alembic' in sys.modules)"
    )
    for _ in range(2):
        ended = subprocess.run([sys.executable, "-c", program, str(tmp_path / "desk.db")])
        assert ended.returncode == 0
