"""The log through kills, cuts, full disks, clocks that jump and power that fails.

`FAULT_SCALE` (default 0.1) sets how much is done; 1 is what the project promises to hold.
"""

import gzip
import json
import os
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from app.stream_log import LogSettings, StreamLogger
from app.stream_log.day_files import stem_of
from app.stream_log.verification import verify

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(1200)]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))
HOST = Path(__file__).with_name("crash_host.py")
REPOSITORY = Path(__file__).parents[2]

posix_only = pytest.mark.skipif(os.name != "posix", reason="kills and limits of POSIX")


def scaled(full: int) -> int:
    return max(2, round(full * SCALE))


def host(*arguments: object) -> Any:
    done = subprocess.run(
        [sys.executable, str(HOST), *map(str, arguments)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@posix_only
@pytest.mark.logs_warnings
@pytest.mark.parametrize("mode", ["none", "group", "record"])
def test_f1_a_killed_writer_loses_nothing_that_it_was_told_is_written(
    tmp_path: Path, mode: str
) -> None:
    rounds = scaled(200)
    told = host("append", tmp_path, mode, rounds)["told"]
    with StreamLogger(tmp_path) as stream:
        read = [m["id"] for m in stream.messages()]
        assert len(told) >= rounds // 2
        assert set(told) <= set(read)
        assert len(read) == len(set(read)) <= len(told) + rounds, "one unacknowledged per kill"
        assert len(stream.skipped) <= rounds
        assert verify(stream.files).alterations == ()


RECORDS = 5


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, bytes]:
    with StreamLogger(tmp_path / "made", clock=lambda: datetime(2026, 1, 9, tzinfo=UTC)) as stream:
        for number in range(RECORDS):
            stream.log(from_agent="a", msg_type="request", content=f"말 {number}")
        (path,) = stream.files.stream.glob("2*.jsonl")
    return path, path.read_bytes()


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    "after", [b"", b"\0", b"\0" * 4096, b"\xff\xfegarbage", b'{"id":"msg_', b"glued"]
)
def test_f2_cut_at_every_byte_and_written_on(
    tmp_path: Path, written: tuple[Path, bytes], after: bytes
) -> None:
    _, data = written
    lines = data.splitlines(keepends=True)
    if after == b"glued":
        after = lines[0].replace(b'"id":"msg_2026', b'"id":"msg_2025')
    begin = len(b"".join(lines[:-3]))
    folder = tmp_path / "cut"
    for cut in range(begin, len(data) + 1):
        root = folder / str(cut)
        path = root / "stream" / "2026-01-09.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(data[:cut] + after)
        glued = after.endswith(b"\n")
        whole = sum(cut >= end - 1 for end in _ends(lines))
        # Garbage behind a record without its end of line spoils that line alone.
        spoiled = (
            bool(after.strip(b"\0")) and not glued and cut in [end - 1 for end in _ends(lines)]
        )
        with StreamLogger(root, clock=lambda: datetime(2026, 1, 9, tzinfo=UTC)) as stream:
            stream.log(from_agent="a", msg_type="request", content="next")
            read = [m["content"] for m in stream.read_today()]
            bad = len(stream.skipped)
        assert read[-1] == "next"
        expected = whole + glued + 1
        assert expected - spoiled <= len(read) <= expected, (cut, read)
        assert bad <= 1 + bool(after), cut
        assert path.read_bytes().startswith(data[:cut] + after), "older bytes are never rewritten"


def _ends(lines: list[bytes]) -> list[int]:
    ends, at = [], 0
    for line in lines:
        at += len(line)
        ends.append(at)
    return ends


@pytest.mark.logs_warnings
def test_f3_every_bit_of_a_line_in_the_middle(tmp_path: Path, written: tuple[Path, bytes]) -> None:
    path, data = written
    lines = data.splitlines(keepends=True)
    before = len(lines[0]) + len(lines[1])
    for at in range(len(lines[2])):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[before + at] ^= 1 << bit
            path.write_bytes(flipped)
            with StreamLogger(path.parents[1]) as stream:
                read = [m["content"] for m in stream.read_date("2026-01-09")]
                last = at == len(lines[2]) - 1
                assert [read[0], read[1], read[-1]] == ["말 0", "말 1", "말 4"]
                assert read.count("말 3") == 1 or last or read[2] != "말 2"
                assert len(read) in (4, 5, 6), (at, bit, read)
                if len(read) == 4:
                    assert stream.skipped and stream.skipped[0].line == 3


@posix_only
def test_f4_four_writers_over_many_days_while_the_archive_works(tmp_path: Path) -> None:
    lines = scaled(10_000)
    assert host("many", tmp_path, lines)["codes"] == [0, 0, 0, 0]
    ids: set[str] = set()
    order: dict[str, int] = {}
    count = 0
    with StreamLogger(tmp_path) as stream:
        for message in stream.messages():
            number = int(message["content"].split()[0])
            writer = message["from_agent"]
            assert number == order.get(writer, -1) + 1, "the order of each writer is kept"
            order[writer] = number
            ids.add(message["id"])
            count += 1
        assert stream.skipped == []
        assert count == len(ids) == 4 * lines
        assert len({stem.day for stem in stream.files.stems()}) > 5
        assert all(stream.files.compressed(stem).exists() for stem in stream.files.stems())
        stream.index.catch_up()
        assert stream.index.rows("SELECT count(*) FROM records") == [(count,)]
        assert stream.index.rows("SELECT count(*) FROM repeated") == [(0,)]


@posix_only
def test_f5_a_file_that_may_not_grow_keeps_whole_records(tmp_path: Path) -> None:
    steps = scaled(64)
    report = host("full_disk", tmp_path, steps)
    assert report["refused"] == steps
    assert report["whole"] == 2 * steps


@posix_only
def test_f5_a_full_disk_is_told_and_room_is_used_again(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("a small disk cannot be made here: mounting is not allowed")
    try:
        report = host("small_disk", disk)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert report["key"] == "log_full"
    assert report["written"] == report["read"] > 50
    assert report["after"] == report["read"] + 1


def forty_days(root: Path) -> str:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    now = [start]
    settings = LogSettings(session_bytes=4096, chain=True)
    with StreamLogger(root, settings=settings, clock=lambda: now[0]) as stream:
        for day in (0, 1, 35):
            now[0] = start + timedelta(days=day)
            for number in range(3):
                stream.log(from_agent="a", msg_type="request", content=f"{number} " + "가" * 900)
    return now[0].date().isoformat()


def contents(root: Path) -> dict[str, str]:
    """Return the hash of each day file's content, wherever it is."""
    found = {}
    for path in sorted((root / "stream").rglob("2*.jsonl*")):
        stem = stem_of(path.name)
        assert stem is not None
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        found[stem.name] = sha256(data).hexdigest()
    return found


@posix_only
def test_f6_the_archive_killed_at_each_of_its_steps(tmp_path: Path) -> None:
    day = forty_days(tmp_path)
    with StreamLogger(tmp_path) as stream:
        ids = [m["id"] for m in stream.messages()]
    before = contents(tmp_path)
    report = host("archive_steps", tmp_path, day)
    assert report["steps"] > 20
    assert all(copy == ids for copy in report["copies"])
    assert contents(tmp_path) == before
    assert Counter(stem_of(p.name) for p in (tmp_path / "stream").rglob("2*.jsonl*")) == Counter(
        {stem_of(f"{name}.jsonl"): 1 for name in before}
    )
    assert not list((tmp_path / "stream").rglob("*.part"))
    with StreamLogger(tmp_path) as stream:
        assert verify(stream.files).alterations == ()


@posix_only
def test_f6_the_archive_killed_at_random_moments(tmp_path: Path) -> None:
    day = forty_days(tmp_path)
    with StreamLogger(tmp_path) as stream:
        ids = [m["id"] for m in stream.messages()]
    before = contents(tmp_path)
    report = host("archive_kills", tmp_path, day, scaled(50))
    assert report["code"] == 0
    assert all(copy == ids for copy in report["copies"])
    assert contents(tmp_path) == before
    assert not list((tmp_path / "stream").rglob("*.part"))


@posix_only
def test_f7_ids_of_one_second_from_four_processes(tmp_path: Path) -> None:
    lines = scaled(25_000)
    assert host("same_second", tmp_path, lines)["codes"] == [0, 0, 0, 0]
    with StreamLogger(tmp_path) as stream:
        ids = [m["id"] for m in stream.messages()]
    assert len(ids) == len(set(ids)) == 4 * lines
    assert {identity[:19] for identity in ids} == {"msg_20260301_120000"}


def test_f7_clocks_that_jump_and_leap_days(tmp_path: Path) -> None:
    moments = [
        datetime(2028, 2, 28, 23, 59, 59, 999999, tzinfo=UTC),
        datetime(2028, 2, 29, 0, 0, tzinfo=UTC),
        datetime(2028, 3, 1, 0, 0, tzinfo=UTC),
        datetime(2028, 3, 26, 2, 30, tzinfo=UTC),
        datetime(2028, 3, 26, 1, 30, tzinfo=UTC),
        datetime(2028, 2, 29, 12, 0, tzinfo=UTC),
    ]
    now = [moments[0]]
    with StreamLogger(tmp_path, clock=lambda: now[0]) as stream:
        ids = set()
        for _ in range(50):
            for moment in moments:
                now[0] = moment
                ids.add(stream.log(from_agent="a", msg_type="state", content=moment.isoformat()))
        assert len(ids) == 300
        for day in ("2028-02-28", "2028-02-29", "2028-03-01", "2028-03-26"):
            for message in stream.read_date(day):
                assert message["t"].startswith(day) and message["content"].startswith(day)
        assert len(stream.read_date("2028-02-29")) == 100


@posix_only
@pytest.mark.logs_warnings
@pytest.mark.parametrize("mode", ["none", "group", "record"])
def test_f23_power_that_fails_takes_nothing_that_was_durable(tmp_path: Path, mode: str) -> None:
    told = host("power", tmp_path, mode, scaled(200))["told"]
    with StreamLogger(tmp_path) as stream:
        read = {m["id"] for m in stream.messages()}
    assert len(told) > 100
    assert set(told) <= read
