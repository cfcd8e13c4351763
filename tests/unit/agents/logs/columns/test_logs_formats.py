"""Formats: what is found in the lines of many programs, and what the shown view makes of them."""

import asyncio
import gzip
import json
import os
import shutil
import signal
from pathlib import Path
from threading import Event

import duckdb
import pytest

from agents.logs.columns.detection import detect
from agents.logs.lines.loading import database, load_into, sampled
from agents.logs.lines.reading import ReadingStopped, detected, read
from agents.logs.lines.store import LogStore
from agents.logs.lines.widening import widen
from agents.tools.folders import AllowedFolders
from agents.tools.text_file import LONGEST_LINE, look_at
from app.errors import BadFile
from tests.unit.agents.logs.logs_support import opened

FOLDER = Path(__file__).parents[4] / "fixtures" / "logs"
EXPECTED = json.loads((FOLDER / "expected.json").read_text("utf-8"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_entries_are_found_with_time_level_source_and_address(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    shutil.copyfile(FOLDER / name, path)
    with opened(path, year=2024) as (table, _):
        assert table.detected.format.key == EXPECTED[name]["format"]
        rows = table.connection.execute(
            "SELECT line, CAST(time AS VARCHAR), level, source, address FROM lines WHERE entry "
            "ORDER BY line"
        ).fetchall()
        assert [list(row) for row in rows] == EXPECTED[name]["entries"]
        again = duckdb.connect()
        again.execute(table.engine.source.view)
        view = again.execute("SELECT * FROM lines ORDER BY line")
        names = ", ".join(f'"{column[0]}"' for column in view.description)
        every = table.connection.execute(f"SELECT {names} FROM lines ORDER BY line").fetchall()
        lines = path.read_text("utf-8").removesuffix("\n").split("\n")
        assert [row[1] for row in every] == lines
        assert view.fetchall() == every
        again.close()


def test_lines_without_a_year_take_the_files_and_turn_at_new_year(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("Dec 31 23:59:59 h a: one\nJan  1 00:00:01 h a: two\n")
    with opened(path, year=2023) as (table, facts):
        assert table.year == 2023
        assert [str(one) for one in facts.span] == ["2022-12-31 23:59:59", "2023-01-01 00:00:01"]
    path.write_text("Feb 29 10:00:00 h a: leap\n")
    with opened(path, year=2023) as (table, facts):
        assert str(facts.span[0].date()) == "2020-02-29"


def test_several_zones_are_brought_to_one(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(
        "2024-03-05T10:00:00+09:00 web1 a: x\n2024-03-05T02:30:00+01:00 web2 a: y\n"
        "2024-03-04T20:00:00-05:30 web2 a: z\n"
    )
    with opened(path) as (table, _):
        assert table.utc
        rows = table.connection.execute("SELECT CAST(time AS VARCHAR) FROM lines ORDER BY line")
        assert [row[0] for row in rows.fetchall()] == [
            "2024-03-05 01:00:00", "2024-03-05 01:30:00", "2024-03-05 01:30:00",
        ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "cp949", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_any_code_and_gzip(tmp_path: Path, encoding: str, packed: bool) -> None:
    text = "2024-03-05 10:00:00 ERROR 서버 오류\r\n2024-03-05 10:00:01 INFO 정상\r\n\r\n"
    data = text.encode(encoding)
    path = tmp_path / "a.log"
    path.write_bytes(gzip.compress(data) if packed else data)
    with opened(path) as (table, facts):
        rows = table.connection.execute("SELECT text, level, message FROM lines ORDER BY line")
        assert rows.fetchall() == [
            ("2024-03-05 10:00:00 ERROR 서버 오류", "error", "서버 오류"),
            ("2024-03-05 10:00:01 INFO 정상", "info", "정상"),
            ("", None, ""),
        ]
        assert facts.counts["lines"] == 3


def test_damaged_and_hostile_bytes_lose_no_line(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    good = b"2024-03-05 10:00:00 INFO fine\n"
    strange = [
        b"2024-03-05 10:00:01 ERROR \xff\xfe bytes\n",
        b"2024-03-05 10:00:02 INFO '); DROP TABLE lines; --\n",
        b"2024-03-05 10:00:03 INFO \x01\x02 | \"quotes\" 'and' `ticks`\n",
        b"\n",
        b"x" * 300_000 + b"\n",
    ]
    path.write_bytes(good * 50 + b"".join(strange) + good * 50 + b"last without end")
    with opened(path) as (table, facts):
        assert facts.counts["lines"] == 50 + len(strange) + 50 + 1
        assert facts.counts["entries"] == 103
        ((held,),) = table.connection.execute(
            "SELECT count(*) FROM lines WHERE contains(lower(text), 'drop table')"
        ).fetchall()
        assert held == 1


def test_reading_can_be_stopped_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_text("2024-03-05 10:00:00 INFO fine\n" * 60_000)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    stopped = Event()
    seen: list[int] = []

    def progress(done: int, total: int, lines: int) -> None:
        seen.append(done)
        assert 0 < done <= total
        stopped.set()

    with path.open("rb") as file, pytest.raises(ReadingStopped):
        read(path, file, progress=progress, stopped=stopped)
    assert len(seen) == 1
    assert list(scratch.iterdir()) == []


def test_the_process_that_reads_ends_with_the_reading_whatever_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with path.open("wb") as file:
        file.write(b"2024-03-05 10:00:00 INFO fine\n")
        file.write(b"x" * 10_000_000 + b"\n")
        file.write(b'{"a":' * 2_000_000 + b"\n")
    with path.open("rb") as log:
        table = read(path, log, progress=lambda *_: None, stopped=Event())
    try:
        counted = table.connection.execute(
            "SELECT count(*), count(DISTINCT time) FROM lines"
        ).fetchone()
        assert counted == (3, 1), "a line that is cut is one line"
        longest = table.connection.execute("SELECT max(length(text)) FROM lines").fetchone()
        assert longest == (LONGEST_LINE,)
        assert (table.loaded.cut, table.loaded.rest) == (2, 20_000_000 - 2 * LONGEST_LINE)
    finally:
        table.close()
    path.write_bytes(bytes(range(256)) * 1_000)
    with path.open("rb") as log, pytest.raises(BadFile) as refused:
        read(path, log, progress=lambda *_: None, stopped=Event())
    assert refused.value.reason == "file_binary" and refused.value.details["file"] == "a.log"


def test_a_process_that_is_killed_while_it_reads_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("2024-03-05 10:00:00 INFO fine\n" * 400_000)

    def progress(done: int, total: int, lines: int) -> None:
        for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"agents.logs.lines.reader" in command and str(path).encode() in command:
                os.kill(int(child), signal.SIGKILL)

    with path.open("rb") as log, pytest.raises(BadFile) as refused:
        read(path, log, progress=progress, stopped=Event())
    assert refused.value.reason == "log_reader_ended"


def test_the_format_alone_is_found_in_a_process_of_its_own_too(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("2024-03-05 10:00:00 INFO fine\n" * 40)
    with path.open("rb") as log:
        assert detected(path, log, Event()) == {
            "format": "iso", "read": 40, "lines": 40, "has_time": True, "has_year": True,
        }  # fmt: skip


def test_a_disk_without_room_is_told_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_text("2024-03-05 10:00:00 INFO fine\n")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    monkeypatch.setattr("shutil.disk_usage", lambda _: shutil._ntuple_diskusage(9, 8, 1))  # type: ignore[attr-defined]
    with pytest.raises(BadFile) as refused, opened(path):
        pass
    assert refused.value.reason == "log_no_room"
    assert list(scratch.iterdir()) == []


def test_what_a_killed_program_left_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / "balance-desk-log-999999999-abc"
    left.mkdir()
    (left / "lines.db").write_text("much")
    path = tmp_path / "a.log"
    path.write_text("2024-03-05 10:00:00 INFO fine\n")
    with opened(path):
        assert not left.exists()


def test_the_end_of_a_log_is_read_from_the_next_line_on(tmp_path: Path) -> None:
    lines = [f"2024-03-05 10:{number // 60:02}:{number % 60:02} INFO {number}" for number in
             range(3_000)]  # fmt: skip
    path = tmp_path / "a.log"
    path.write_text("\n".join(lines) + "\n")

    async def read(tail: int) -> list[str]:
        store = LogStore(AllowedFolders([tmp_path]))
        try:
            async with store.log("a.log", tail=tail) as log:
                rows = log.table.connection.execute("SELECT text FROM lines ORDER BY line")
                return [row[0] for row in rows.fetchall()]
        finally:
            store.close()

    size = len(lines[-1]) + 1
    for tail, expected in ((10 * size, 10), (10 * size - 1, 9), (10 * size + 1, 10)):
        assert asyncio.run(read(tail)) == lines[-expected:]


@pytest.mark.parametrize(
    "line",
    [
        "a" * 2_000_000,
        "a." * 1_000_000,
        'a="\\" ' * 300_000,
        '{"a":' * 400_000,
        "2024-05-01 08:00:00.1 INFO 1 --- " + "[a]" * 600_000,
        "05-01 08:00:00.1 1 1 V" + " " * 2_000_000,
        "V/" + " " * 2_000_000,
        '10.0.0.1 - - [01/May/2024:08:00:00 +0000] "' + "\\a" * 1_000_000,
        "2024-05-01 08:00:00" + " \t:|-" * 400_000,
        "[ 1.5] " + ". " * 1_000_000,
    ],
    ids=range(10),
)
def test_one_long_line_takes_time_by_its_length_and_no_more(line: str) -> None:
    # What takes the square of it would take hours: the test's own limit ends it.
    assert detect([line, line]).lines == 2


def test_long_lines_need_no_more_memory_than_short_ones(tmp_path: Path) -> None:
    path = tmp_path / "long.log"
    said = "x" * 4000
    path.write_text("".join(
        f"2026-10-03 0{n // 3600}:{n // 60 % 60:02}:{n % 60:02},000 ERROR [main] a.B: {said}\n"
        for n in range(4000)
    ))  # fmt: skip
    with path.open("rb") as file, database(tmp_path, "48MB") as connection:
        look = look_at(path, file)
        found = sampled(look, file)
        loaded = load_into(connection, look, found, file, progress=lambda *_: None)
        widen(connection, found.format, loaded.select, ordered=not loaded.disorder)
        assert connection.execute("SELECT count(gap), sum(gap) FROM lines").fetchone() == (
            3999, 3999.0,
        )  # fmt: skip


def test_lines_of_three_codes_are_each_read_in_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mixed.log"
    said = [("señal perdida", "latin-1"), ("한국어 오류", "utf-8"), ("niño", "latin-1"),
            ("señal", "utf-8")] * 50  # fmt: skip
    path.write_bytes(b"".join(
        f"2026-10-03 08:00:00 ERROR {text}\n".encode(code) for text, code in said
    ))  # fmt: skip
    with opened(path) as (table, _):
        rows = table.connection.execute("SELECT message FROM lines ORDER BY line").fetchall()
    assert [row[0] for row in rows] == [text for text, _ in said]
