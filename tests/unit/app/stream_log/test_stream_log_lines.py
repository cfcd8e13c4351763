"""Damage of every kind is skipped, counted and put aside, and hides no record."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.stream_log import StreamLogger
from app.stream_log.day_files import DayFiles, Stem
from app.stream_log.reading import Position, follow
from app.stream_log.record import Damage, Open, Whole, scan

DAY = "2026-01-09"


def line(number: int, **more: Any) -> bytes:
    record = {
        "id": f"msg_20260109_061700_{number:06x}",
        "t": "2026-01-09T06:17:00.123456",
        "from_agent": "ceo",
        "to_agent": None,
        "type": "request",
        "content": f"말 {number}",
        "parent_id": None,
        "metadata": {},
        **more,
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def numbers(data: bytes) -> list[int]:
    return [
        int(item.message["id"][-6:], 16)
        for item in scan(io.BytesIO(data))
        if not isinstance(item, Damage) and item.message is not None
    ]


def damages(data: bytes) -> list[Damage]:
    return [item for item in scan(io.BytesIO(data)) if isinstance(item, Damage)]


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[StreamLogger]:
    from datetime import UTC, datetime

    with StreamLogger(tmp_path, clock=lambda: datetime(2026, 1, 9, 12, tzinfo=UTC)) as logger:
        logger.files.stream.mkdir(parents=True)
        yield logger


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"\0" * 4096 + b"\n", "NUL"),
        (line(9)[:40] + b"\n", "cut off"),
        (line(9).replace(b'"id"', b'"ID"'), "cut off"),
        (b"hello\n", "not a record"),
        (b"\xff\xfe\n", "not a record"),
        (b"[1,2]\n", "not a record"),
        (line(9)[:-1].replace("말".encode(), b"\xb0") + b"\n", "cut off"),
    ],
)
def test_a_damaged_line_is_told_with_its_place(bad: bytes, reason: str) -> None:
    data = line(1) + bad + line(2)
    assert numbers(data) == [1, 2]
    (told,) = damages(data)
    assert reason in told.reason
    assert (told.offset, told.length, told.line) == (len(line(1)), len(bad), 2)


def test_records_glued_to_damage_or_to_each_other_are_found() -> None:
    assert numbers(line(1)[:50] + line(2) + line(3)) == [2, 3]
    assert numbers(line(1)[:-1] + line(2) + line(3)) == [1, 2, 3]
    assert numbers(b"\0" * 10 + line(1) + line(2)) == [1, 2]
    assert numbers(line(1)[:-1] + b"\0" * 10 + b"\n" + line(2)) == [1, 2]
    assert numbers(line(1)[:-1] + b"\0" * 8 + line(2)) == [1, 2]


def test_a_record_inside_a_content_is_not_taken_for_one() -> None:
    inner = json.loads(line(7))
    outer = line(1, content={"quoted": inner})
    assert numbers(b"xx" + outer) == [1]
    assert numbers(outer + line(2)) == [1, 2]


def test_what_an_older_writer_left_out_is_filled_in() -> None:
    old = b'{"id":"m","t":"2026-01-01T00:00:00","from_agent":"a","type":"request","content":1}\n'
    (item,) = scan(io.BytesIO(old))
    assert isinstance(item, Whole)
    assert (item.message["to_agent"], item.message["parent_id"]) == (None, None)
    assert item.message["metadata"] == {}


@given(st.lists(st.sampled_from([b"\n", b"\0\0", b"junk", b"{", b'{"id":"']), max_size=6))
def test_the_last_line_is_whole_or_open_whatever_stands_before(junk: list[bytes]) -> None:
    data = b"".join(junk) + b"\n" + line(3)
    assert numbers(data)[-1:] == [3]
    items = list(scan(io.BytesIO(data[:-1])))
    assert isinstance(items[-1], Open) and items[-1].message is not None


@given(st.binary(max_size=400))
def test_nothing_makes_a_scan_fail_and_every_byte_is_accounted_for(data: bytes) -> None:
    items = list(scan(io.BytesIO(line(1) + data + b"\n" + line(2))))
    found = [item for item in items if not isinstance(item, Damage)]
    assert [item.offset for item in items] == sorted(item.offset for item in items)
    assert found[0].offset == 0 and found[-1].length <= len(line(2))


@pytest.mark.logs_warnings
def test_reading_tells_what_it_skipped_and_keeps_a_copy(stream: StreamLogger) -> None:
    bad = b"\0" * 64 + b"\n"
    path = stream.files.stream / f"{DAY}.jsonl"
    path.write_bytes(line(1) + bad + line(2) + line(3)[:30])
    assert [m["content"] for m in stream.read_today()] == ["말 1", "말 2"]
    middle, end = stream.skipped
    assert (middle.stem, middle.line, middle.offset, middle.length) == (DAY, 2, len(line(1)), 65)
    assert (end.line, end.reason) == (4, "an unfinished line")
    (copy,) = stream.files.quarantine.iterdir()
    assert copy.read_bytes() == bad
    stream.index.catch_up()
    assert stream.index.rows("SELECT line FROM damages") == [(2,)]


@pytest.mark.logs_warnings
def test_writing_after_a_cut_off_line_begins_a_new_one(stream: StreamLogger) -> None:
    path = stream.files.stream / f"{DAY}.jsonl"
    path.write_bytes(line(1) + line(2)[:30])
    identity = stream.log(from_agent="a", msg_type="request", content="new")
    assert [m["content"] for m in stream.read_today()] == ["말 1", "new"]
    assert path.read_bytes().startswith(line(1) + line(2)[:30] + b"\n")
    assert stream.get_chain(identity)[0]["content"] == "new"
    with path.open("ab") as file:
        file.write(line(4)[:-1])
    stream.log(from_agent="a", msg_type="request", content="newer")
    assert [m["content"] for m in stream.read_today()] == ["말 1", "new", "말 4", "newer"]


def test_a_line_that_is_being_written_is_indexed_when_it_is_whole(stream: StreamLogger) -> None:
    path = stream.files.stream / f"{DAY}.jsonl"
    path.write_bytes(line(1) + line(2)[:30])
    assert stream.index.catch_up() == 1
    with path.open("ab") as file:
        file.write(line(2)[30:] + line(3))
    assert stream.index.catch_up() == 2
    assert stream.index.rows("SELECT count(*) FROM damages") == [(0,)]


def test_other_programs_still_read_the_whole_records(stream: StreamLogger) -> None:
    import duckdb

    path = stream.files.stream / f"{DAY}.jsonl"
    path.write_bytes(line(1) + b"\0\0\0\n" + line(2))
    with duckdb.connect() as connection:
        rows = connection.execute(
            "SELECT content FROM read_json(?, format = 'newline_delimited', ignore_errors = true)"
            " WHERE id IS NOT NULL ORDER BY id",
            [str(path)],
        ).fetchall()
    assert rows == [("말 1",), ("말 2",)]


@pytest.mark.parametrize("field", ["id", "t", "from_agent", "to_agent", "type", "parent_id"])
def test_a_field_of_the_wrong_kind_makes_a_line_damage(stream: StreamLogger, field: str) -> None:
    assert numbers(line(1) + line(2, **{field: ["x"]}) + line(3)) == [1, 3]
    assert numbers(line(1) + line(2, metadata="x") + line(3)) == [1, 3]


class Growing(DayFiles):
    """A log where a new file is begun while its folder is being listed."""

    def active_stems(self) -> list[Stem]:
        found = super().active_stems()
        path = self.active(Stem(DAY))
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(line(1))
        return found


def test_a_file_that_begins_while_looking_is_not_taken_for_archived(tmp_path: Path) -> None:
    files = Growing(tmp_path)
    positions: dict[Stem, Position] = {}
    seen = 0
    for _ in range(3):
        for batch in follow(files, positions):
            positions[batch.stem] = batch.position
            seen += len(batch.records)
        assert not any(position.complete for position in positions.values())
        with files.active(Stem(DAY)).open("ab") as file:
            file.write(line(2))
    assert seen == 3
