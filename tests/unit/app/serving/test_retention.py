"""What servers keep no longer is removed, by age, number and size, and nothing else is."""

import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select

from agents.hosting.database import task_rows
from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.task_rows import TaskFilter, TaskRow
from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.job_thread import Lane
from app.conversations.database.sqlite import writing_engine
from app.conversations.database.tables import AUDIT, CHANGES, INBOX, METADATA
from app.conversations.service.tokens import AuditEntry, insert_audit
from app.domain.book import SCOPES, Caller, NewConversation, NewMessage
from app.domain.ids import utc_now
from app.errors import BadInput
from app.serving import retention
from tests.e2e.serving.test_serve import ROOT

pytestmark = pytest.mark.anyio

DAY = 86_400.0


@pytest.fixture
async def tasks(tmp_path: Path) -> AsyncIterator[KeptDatabase]:
    database = KeptDatabase([Lane(writing_engine(tmp_path / "tasks.db", "delete"), name="test")])
    await database.prepare()
    yield database
    await database.aclose()


def kept(number: int, *, age: float, state: str = "completed", owner: str = "ann") -> TaskRow:
    return TaskRow(
        agent="echo",
        task_id=f"{owner}-{number}",
        owner=owner,
        context_id="c",
        state=state,
        updated_at=time.time() - age * DAY,
        version=1,
        replica="",
        payload=b"x" * 1000,
    )


async def left(database: KeptDatabase) -> set[str]:
    rows = await database.run("", lambda c: task_rows.page(c, TaskFilter("echo")))
    return {row.task_id for row in rows}


async def test_tasks_go_by_age_number_and_size_of_each_person(tasks: KeptDatabase) -> None:
    rows = [kept(n, age=n) for n in range(10)]
    rows += [kept(n, age=n, owner="bob") for n in range(3)]
    rows += [kept(99, age=500, state="input_required"), kept(98, age=500, state="working")]
    for row in rows:
        await tasks.run("", lambda c, row=row: task_rows.put(c, row))
    everything = await left(tasks)

    def said(**limits: int) -> retention.Retention:
        none = {"tasks_days": 0, "tasks_most": 0, "tasks_megabytes": 0}
        return retention.Retention(**{**none, **limits})

    assert (await retention.purge_tasks(tasks, said()))["served tasks"] == 0
    dry = await retention.purge_tasks(tasks, said(tasks_days=5), really=False)
    assert (dry["served tasks"], await left(tasks)) == (5, everything)
    assert (await retention.purge_tasks(tasks, said(tasks_days=5)))["served tasks"] == 5
    assert (await retention.purge_tasks(tasks, said(tasks_most=2)))["served tasks"] == 4
    # What has not ended stays, however old it is, and counts for nobody.
    assert await left(tasks) == {"ann-0", "ann-1", "bob-0", "bob-1", "ann-99", "ann-98"}
    big = kept(50, age=0.5)._replace(payload=b"x" * 1_000_000)
    await tasks.run("", lambda c: task_rows.put(c, big))
    assert (await retention.purge_tasks(tasks, said(tasks_megabytes=1)))["served tasks"] == 2
    assert await left(tasks) == {"ann-0", "bob-0", "bob-1", "ann-99", "ann-98"}


async def test_a_service_forgets_what_it_keeps_for_itself_and_nothing_that_was_said(
    tmp_path: Path,
) -> None:
    book = await EmbeddedBook.open(tmp_path / "desk.db")
    now = utc_now()
    try:
        for name in ("acme", "other"):
            caller = Caller(tenant=name, scopes=SCOPES)
            await book.create(caller, NewConversation(id="c"))
            for n in range(20):
                await book.add(caller, "c", NewMessage(role="user", content=str(n)))

            def old(connection: Connection, name: str = name) -> None:
                for days in (1, 8, 800):
                    at = now - timedelta(days=days)
                    row = {"tenant": name, "message_id": str(days), "received_at": at}
                    connection.execute(insert(INBOX).values(row))
                    insert_audit(connection, name, AuditEntry(at=at, actor="a", action="x"))

            await book.database.write(name, old)
        profile = tmp_path / "profile"
        profile.mkdir()
        (profile / "settings.toml").write_text(
            "[retention]\nchanges_most = 5\n[retention.tenants.other]\naudit_days = 0\n"
        )
        said = retention.read(profile)

        def counts(connection: Connection) -> dict[str, int]:
            return {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in METADATA.sorted_tables
            }

        before = await book.database.whole(counts)
        dry = await retention.purge_book(book.database, said, really=False)
        assert await book.database.whole(counts) == before
        gone = await retention.purge_book(book.database, said)
        assert dry == gone
        assert (gone["inbox"], gone["audit"]) == (4, 1)
        after = await book.database.whole(counts)
        assert after == before | {
            INBOX.name: before[INBOX.name] - 4,
            AUDIT.name: before[AUDIT.name] - 1,
            CHANGES.name: 10,
        }
        assert sum((await retention.purge_book(book.database, said)).values()) == 0
    finally:
        await book.aclose()


def put(folder: Path, name: str, size: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"x" * size)
    return folder / name


def content(root: Path, name: str, moment: datetime, size: int = 0) -> None:
    """Put a large content there, as it was when a record named it last."""
    path = put(root / "stream" / "payloads" / name[:2], name, size)
    os.utime(path, 2 * (moment.timestamp(),))


def test_old_days_of_a_servers_log_and_what_belongs_to_them_go(tmp_path: Path) -> None:
    stream = tmp_path / "stream"
    for name in ("2024-01-01.jsonl.gz", "2026-10-01_session_001.jsonl", "note.txt"):
        put(stream / "archive", name)
    put(stream, "2024-01-02.jsonl")  # not archived yet: `log archive` goes first
    for name in ("2024-01-01_001.yaml", "2026-10-01_001.yaml"):
        put(tmp_path / "tasks", name)
    # The record that names it may be of the next day, which is not too old.
    content(tmp_path, "aa.json", datetime(2025, 10, 31, 23, 59, tzinfo=UTC))
    content(tmp_path, "bb.json", datetime(2025, 10, 30, 23, 59, tzinfo=UTC))
    today = date(2026, 11, 1)
    said = retention.Retention(log_days=365)
    wanted = {"archived days": 1, "task files": 1, "large contents": 1}
    assert retention.purge_log(tmp_path, said, today=today, really=False) == wanted
    assert retention.purge_log(tmp_path, said, today=today) == wanted
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert left == [
        "2024-01-02.jsonl",
        "2026-10-01_001.yaml",
        "2026-10-01_session_001.jsonl",
        "aa.json",
        "note.txt",
    ]
    none = retention.Retention(log_days=0, log_megabytes=0)
    assert not any(retention.purge_log(tmp_path, none, today=date(2036, 1, 1)).values())


def test_of_a_servers_log_the_newest_days_stay_that_have_room(tmp_path: Path) -> None:
    archive, tasks = tmp_path / "stream" / "archive", tmp_path / "tasks"
    for day in range(1, 5):
        put(archive, f"2026-10-0{day}.jsonl", 200_000)
        put(tasks, f"2026-10-0{day}_001.yaml", 100_000)
        content(tmp_path, f"a{day}.json", datetime(2026, 10, day - 1 or 1, tzinfo=UTC), 100_000)
    # Not archived yet: of no size, and not removed.
    put(tmp_path / "stream", "2026-10-05.jsonl", 5_000_000)
    put(tasks, "2026-10-05_001.yaml", 5_000_000)
    said = retention.Retention(log_days=0, log_megabytes=1)
    gone = retention.purge_log(tmp_path, said, today=date(2026, 11, 1))
    assert gone == {"archived days": 2, "task files": 2, "large contents": 2}
    assert sorted(path.name for path in archive.iterdir()) == [
        "2026-10-03.jsonl",
        "2026-10-04.jsonl",
    ]
    assert not any(retention.purge_log(tmp_path, said, today=date(2026, 11, 1)).values())


@pytest.mark.parametrize(
    "text",
    [
        "retention = 3",
        "[retention]\ntasks_days = -1",
        "[retention]\ntasks_days = true",
        "[retention]\nwhat = 1",
        "[retention.tenants]\nacme = 1",
        "[retention.tenants.acme]\ntasks_days = 1",
    ],
)
def test_a_setting_that_does_not_fit_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text + "\n")
    with pytest.raises(BadInput, match="retention"):
        retention.read(tmp_path)


def test_purge_works_on_a_profile(tmp_path: Path) -> None:
    def ran(*words: str) -> str:
        command = [sys.executable, "-m", "app", *words, "--profile", str(tmp_path / "profile")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    ran("conversations", "token", "create", "--tenant", "acme")
    assert "inbox: 0" in ran("purge", "--dry-run")
    assert "audit: 0" in ran("purge")
