"""What servers keep no longer is read from settings, and removed from logs by age and size."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.errors import BadInput
from app.serving import retention
from tests.e2e.serving.test_serve import ROOT


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
    wanted = {kind: {"": 1} for kind in ("archived days", "task files", "large contents")}
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
    gone = retention.purge_log(tmp_path, none, today=date(2036, 1, 1))
    assert not retention.not_none(gone)


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
    assert gone == {kind: {"": 2} for kind in ("archived days", "task files", "large contents")}
    assert sorted(path.name for path in archive.iterdir()) == [
        "2026-10-03.jsonl",
        "2026-10-04.jsonl",
    ]
    again = retention.purge_log(tmp_path, said, today=date(2026, 11, 1))
    assert not retention.not_none(again)


@pytest.mark.parametrize(
    "text",
    [
        "retention = 3",
        "[retention]\ntasks_days = -1",
        "[retention]\ntasks_days = true",
        "[retention]\nwhat = 1",
        "[retention.tenants]\nacme = 1",
        "[retention.tenants.acme]\nlog_days = 1",
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

    for _ in range(2):
        ran("conversations", "token", "create", "--tenant", "acme")
    (tmp_path / "profile" / "settings.toml").write_text("[retention]\naudit_most = 1\n")
    # Where room is short, the note of who did it takes that of one more.
    for words, count in ((["--dry-run"], 1), ([], 2)):
        told = ran("purge", *words).splitlines()
        assert {"inbox: 0", f"audit: {count} (acme {count})"} <= set(told)
    assert "audit: 0" in ran("purge").splitlines()
    assert "database.purge" in ran("conversations", "audit", "--tenant", "acme")
