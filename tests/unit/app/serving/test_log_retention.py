"""Of a server's log the oldest goes by age and size, archived or not, under its writers."""

import os
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.domain.ids import utc_now
from app.serving import retention
from app.serving.log_retention import purge_log
from app.stream_log.log_settings import LogSettings
from app.stream_log.logger import StreamLogger
from app.stream_log.verification import verify
from app.system.file_lock import FileLock

KINDS = ("day files", "task files", "large contents")


def put(folder: Path, name: str, size: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"x" * size)
    return folder / name


def content(root: Path, name: str, moment: datetime, size: int = 0) -> None:
    """Put a large content there, as it was when a record named it last."""
    path = put(root / "stream" / "payloads" / name[:2], name, size)
    os.utime(path, 2 * (moment.timestamp(),))


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.*") if path.name != ".lock")


def test_old_days_of_a_servers_log_and_what_belongs_to_them_go(tmp_path: Path) -> None:
    stream = tmp_path / "stream"
    for name in ("2024-01-01.jsonl.gz", "2026-10-01_session1.jsonl", "note.txt"):
        put(stream / "archive", name)
    put(stream, "2024-01-02.jsonl")  # somebody may have it open
    for name in ("2024-01-01_001.yaml", "2026-10-01_001.yaml"):
        put(tmp_path / "tasks", name)
    # The record that names it may be of the next day, which is not too old.
    content(tmp_path, "aa.json", datetime(2025, 10, 31, 23, 59, tzinfo=UTC))
    content(tmp_path, "bb.json", datetime(2025, 10, 30, 23, 59, tzinfo=UTC))
    today = date(2026, 11, 1)
    said = retention.Retention(log_days=365)
    wanted = {kind: {"": 1} for kind in KINDS}
    assert purge_log(tmp_path, said, today=today, really=False) == wanted
    with_archive = FileLock(stream / "archive" / ".lock")
    with with_archive:
        assert not retention.not_none(purge_log(tmp_path, said, today=today))
    with_archive.close()
    assert purge_log(tmp_path, said, today=today) == wanted
    assert [name for name in left(tmp_path) if "index" not in name] == [
        "2024-01-02.jsonl",
        "2026-10-01_001.yaml",
        "2026-10-01_session1.jsonl",
        "aa.json",
        "note.txt",
    ]
    none = retention.Retention(log_days=0, log_megabytes=0)
    assert not retention.not_none(purge_log(tmp_path, none, today=date(2036, 1, 1)))


def test_of_a_servers_log_the_newest_stay_that_have_room(tmp_path: Path) -> None:
    archive, tasks = tmp_path / "stream" / "archive", tmp_path / "tasks"
    for day in range(1, 5):
        # Not archived yet, but for the first two: they count, and go, as those do.
        put(archive if day < 3 else tmp_path / "stream", f"2026-10-0{day}.jsonl", 200_000)
        put(tasks, f"2026-10-0{day}_001.yaml", 100_000)
        content(tmp_path, f"a{day}.json", datetime(2026, 10, day, 12, tzinfo=UTC), 50_000)
    put(tmp_path / "stream", "2026-10-05.jsonl", 100_000)
    put(tmp_path / "stream", "2026-10-05_session1.jsonl", 50_000)
    said = retention.Retention(log_days=0, log_megabytes=1)
    today = date(2026, 11, 1)
    gone = purge_log(tmp_path, said, today=today)
    # The record of a large content may stand in the file after the one that was written then.
    assert gone == {"day files": {"": 2}, "task files": {"": 2}, "large contents": {"": 1}}
    assert left(tmp_path / "stream" / "payloads") == ["a2.json", "a3.json", "a4.json"]
    assert left(archive) == []
    assert "2026-10-03.jsonl" in left(tmp_path / "stream")
    assert not retention.not_none(purge_log(tmp_path, said, today=today))


def test_large_contents_go_first_of_what_somebody_may_have_open(tmp_path: Path) -> None:
    put(tmp_path / "stream", "2026-10-05.jsonl", 100_000)
    for hour in range(4):
        content(tmp_path, f"a{hour}.json", datetime(2026, 10, 5, hour, tzinfo=UTC), 300_000)
    said = retention.Retention(log_days=0, log_megabytes=1)
    purge_log(tmp_path, said, today=date(2026, 11, 1))
    assert [name for name in left(tmp_path) if "index" not in name] == [
        "2026-10-05.jsonl",
        "a2.json",
        "a3.json",
    ]


@pytest.fixture(params=[False, True], ids=["plain", "sealed"])
def log(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[StreamLogger]:
    settings = LogSettings(session_bytes=1_000_000, chain=request.param)
    with StreamLogger(tmp_path, settings=settings) as stream:
        yield stream


def test_a_log_that_is_written_goes_on_while_its_oldest_go(
    log: StreamLogger, tmp_path: Path
) -> None:
    said, today = retention.Retention(log_megabytes=10), utc_now().date()
    written: list[str] = []
    removed = 0
    with StreamLogger(tmp_path, settings=log.settings) as other:
        for number in range(600):
            stream = (log, other)[number % 2]
            written.append(
                stream.log(
                    from_agent="ada",
                    msg_type="request",
                    content="x" * 50_000,
                    metadata={"task_id": f"t{number}", "message_id": f"m{number}"},
                )
            )
            if number % 50 == 49:
                log.index.catch_up()
                removed += purge_log(tmp_path, said, today=today)["day files"][""]
                assert sum(p.stat().st_size for p in tmp_path.rglob("*.*")) <= 10_000_000
    assert removed > 10
    # Of what was written the end is there, each record whole, and the index knows that and no more.
    kept = [message["id"] for message in log.messages()]
    assert kept == written[-len(kept) :]
    assert len(kept) > 100
    assert not log.skipped
    assert log.index.rows("SELECT count(*) FROM records") == [(len(kept),)]
    assert log.index.rows("SELECT count(*) FROM requests") == [(len(kept),)]
    assert log.index.rows("SELECT count(*) FROM tasks") == [(len(kept),)]
    assert {one.what for one in verify(log.files).alterations} <= {"the file is gone"}
