"""Records are written as the document has them, and read back by day and by chain."""

import json
import os
import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import BadInput, StoreError
from app.stream_log import LogSettings, StreamLogger
from app.stream_log.record import checked_fields, encode, parse
from app.stream_log.writer import SUFFIXES, MessageIds, State, first_state

ID = re.compile(r"msg_\d{8}_\d{6}_[0-9a-f]{6}")
NOON = datetime(2026, 1, 9, 12, 0, 0, 123456, tzinfo=UTC)


class Clock:
    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stream(tmp_path: Path, clock: Clock) -> Iterator[StreamLogger]:
    with StreamLogger(tmp_path, clock=clock) as logger:
        yield logger


def say(stream: StreamLogger, content: Any = "x", **more: Any) -> str:
    given: dict[str, Any] = {"from_agent": "ceo", "msg_type": "request", "content": content}
    return stream.log(**{**given, **more})


def lines(stream: StreamLogger, name: str) -> list[str]:
    return (stream.files.stream / name).read_text("utf-8").splitlines()


def test_a_record_has_the_documents_fields_in_their_order(stream: StreamLogger) -> None:
    first = say(stream, "프로젝트 상태를 알려줘", to_agent="pm")
    second = say(stream, {"a": [1, None]}, from_agent="pm", msg_type="response", parent_id=first)
    assert ID.fullmatch(first) and first.startswith("msg_20260109_120000_")
    written = lines(stream, "2026-01-09.jsonl")
    assert "프로젝트 상태를 알려줘" in written[0]
    assert [list(json.loads(line)) for line in written] == [
        ["id", "t", "from_agent", "to_agent", "type", "content", "parent_id", "metadata"]
    ] * 2
    assert stream.read_today() == [
        {
            "id": first,
            "t": "2026-01-09T12:00:00.123456",
            "from_agent": "ceo",
            "to_agent": "pm",
            "type": "request",
            "content": "프로젝트 상태를 알려줘",
            "parent_id": None,
            "metadata": {},
        },
        {
            "id": second,
            "t": "2026-01-09T12:00:00.123456",
            "from_agent": "pm",
            "to_agent": None,
            "type": "response",
            "content": {"a": [1, None]},
            "parent_id": first,
            "metadata": {},
        },
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"msg_type": "question"},
        {"from_agent": ""},
        {"from_agent": None},
        {"from_agent": "x" * 300},
        {"to_agent": 5},
        {"content": float("nan")},
        {"content": {"a": b"bytes"}},
        {"content": {1: 2}},
        {"metadata": ["x"]},
        {"metadata": {"_chain": "x"}},
        {"parent_id": ""},
    ],
)
def test_what_is_no_record_is_refused_and_leaves_nothing(
    stream: StreamLogger, wrong: dict[str, Any]
) -> None:
    with pytest.raises(BadInput):
        say(stream, **wrong)
    assert stream.read_today() == []


def test_too_deep_a_content_is_refused_before_it_cannot_be_read(stream: StreamLogger) -> None:
    deep: Any = 1
    for _ in range(101):
        deep = [deep]
    with pytest.raises(BadInput, match="nested"):
        say(stream, deep)
    say(stream, deep[0])
    assert stream.read_today()[0]["content"] == deep[0]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(content=JSON, metadata=st.dictionaries(st.text(min_size=1), JSON, max_size=3))
def test_any_json_is_read_as_it_was_given_on_one_line(content: Any, metadata: Any) -> None:
    fields = checked_fields(
        from_agent="a",
        to_agent=None,
        msg_type="state",
        content=content,
        parent_id=None,
        metadata=metadata,
    )
    line = encode({"id": "i", "t": "t", **fields})
    assert b"\n" not in line and b"\r" not in line
    read = parse(line)
    assert read is not None and (read["content"], read["metadata"]) == (content, metadata)


def test_a_lone_surrogate_becomes_a_replacement_character(stream: StreamLogger) -> None:
    say(stream, {"a\ud800": ["b\udfff", "ok"]})
    assert stream.read_today()[0]["content"] == {"a\ufffd": ["b\ufffd", "ok"]}


def test_days_are_utc_and_files_are_by_day(stream: StreamLogger, clock: Clock) -> None:
    clock.now = datetime(2026, 1, 10, 0, 30, tzinfo=UTC).astimezone()
    say(stream, "tenth")
    clock.now = datetime(2026, 1, 9, 23, 59, 59, 999999, tzinfo=UTC)
    say(stream, "ninth")
    assert [m["content"] for m in stream.read_date("2026-01-09")] == ["ninth"]
    assert [m["content"] for m in stream.read_date("2026-01-10")] == ["tenth"]
    assert stream.read_date("2026-01-11") == []
    for wrong in ("yesterday", "2026-13-01", ""):
        with pytest.raises(BadInput):
            stream.messages(first=wrong or "x", last=None)


def test_a_large_day_goes_on_in_sessions_in_order(tmp_path: Path, clock: Clock) -> None:
    with StreamLogger(tmp_path, settings=LogSettings(session_bytes=4096), clock=clock) as stream:
        for number in range(40):
            say(stream, f"{number} " + "x" * 500)
        names = [stem.name for stem in stream.files.stems()]
        assert names[:3] == ["2026-01-09", "2026-01-09_session1", "2026-01-09_session2"]
        for name in names:
            assert (stream.files.stream / f"{name}.jsonl").stat().st_size <= 4096
        assert [int(m["content"].split()[0]) for m in stream.read_today()] == list(range(40))


def test_the_tenth_session_comes_after_the_ninth(tmp_path: Path, clock: Clock) -> None:
    with StreamLogger(tmp_path, settings=LogSettings(session_bytes=4096), clock=clock) as stream:
        for number in range(13):
            say(stream, f"{number} " + "x" * 4000)
        assert [int(m["content"].split()[0]) for m in stream.read_today()] == list(range(13))


def test_a_large_content_stands_beside_and_is_read_whole(tmp_path: Path, clock: Clock) -> None:
    with StreamLogger(tmp_path, settings=LogSettings(record_bytes=4096), clock=clock) as stream:
        content = {"rows": ["가" * 100] * 100}
        say(stream, content, metadata={"k": 1})
        line = lines(stream, "2026-01-09.jsonl")[0]
        assert len(line.encode()) < 8192
        read = stream.read_today()[0]
        assert (read["content"], read["metadata"]) == (content, {"k": 1})
        (payload,) = stream.files.payloads.rglob("*.json")
        assert json.loads(payload.read_bytes()) == content
        os.utime(payload, (0, 0))
        say(stream, content)  # named once more, it is as young as that
        assert payload.stat().st_mtime > 0
        payload.write_bytes(b'"something else"')
        read = stream.read_today()[0]
        assert read["content"].startswith('{"rows":["가')
        assert read["metadata"]["_payload"]["missing"] is True
        with pytest.raises(BadInput, match="metadata"):
            say(stream, "x", metadata={"k": "y" * 5000})


def test_a_payload_name_from_a_foreign_line_opens_no_other_file(stream: StreamLogger) -> None:
    say(stream)
    secret = stream.files.root / "secret.json"
    secret.write_text('"secret"')
    line = json.loads(lines(stream, "2026-01-09.jsonl")[0])
    line["metadata"] = {"_payload": {"sha256": "../../secret"}}
    with (stream.files.stream / "2026-01-09.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    assert stream.read_today()[1]["content"] == "x"


def test_ids_are_unique_among_threads(stream: StreamLogger) -> None:
    ids: list[str] = []

    def work() -> None:
        for _ in range(500):
            ids.append(say(stream))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(ids)) == 4000
    assert {m["id"] for m in stream.read_today()} == set(ids)


def test_ids_stay_unique_when_the_counter_comes_round_and_the_clock_goes_back() -> None:
    ids = MessageIds()
    state = State(given=SUFFIXES - 3, latest=int(NOON.timestamp()), floor=0, turns=0)
    seen = set()
    for moment in (NOON, NOON, NOON, NOON, NOON - timedelta(hours=1), NOON + timedelta(days=1)):
        identity, state = ids.next(moment, state)
        seen.add(identity)
    assert len(seen) == 6
    before = State(given=SUFFIXES * 2 - 3, latest=0, floor=0, turns=0)
    again = State(given=SUFFIXES - 3, latest=0, floor=0, turns=0)
    first, before = ids.next(NOON, before)
    second, again = ids.next(NOON, again)
    assert first == second, "the same place of the counter, the same second: only rounds differ"
    for _ in range(4):
        _, before = ids.next(NOON, before)
    assert before.floor == int(NOON.timestamp()) + 1


def test_a_lost_state_cannot_repeat_an_id_of_this_second() -> None:
    assert first_state(NOON, log_is_new=False).floor == int(NOON.timestamp()) + 1
    assert first_state(NOON, log_is_new=True).floor == 0


def test_two_loggers_on_one_folder_write_in_turn(tmp_path: Path, clock: Clock) -> None:
    settings = LogSettings(session_bytes=4096)
    with (
        StreamLogger(tmp_path, settings=settings, clock=clock) as one,
        StreamLogger(tmp_path, settings=settings, clock=clock) as two,
    ):
        expected = []
        for number in range(60):
            logger = (one, two)[number % 3 == 0]
            expected.append(say(logger, f"{number} " + "x" * 300))
        assert [m["id"] for m in one.read_today()] == expected
        assert len(set(expected)) == 60


def test_a_chain_goes_back_to_its_first_message(stream: StreamLogger, clock: Clock) -> None:
    ids: list[str] = []
    for number in range(6):
        ids.append(say(stream, str(number), parent_id=ids[-1] if ids else None))
        clock.now += timedelta(hours=9)
    say(stream, "another")
    assert [m["content"] for m in stream.get_chain(ids[4])] == ["0", "1", "2", "3", "4"]
    assert stream.get_chain("msg_20260109_061700_abc123") == []
    assert stream.get(ids[2]) == stream.get_chain(ids[2])[-1]


def test_a_missing_parent_is_marked_and_a_circle_ends(stream: StreamLogger) -> None:
    orphan = say(stream, "orphan", parent_id="msg_20200101_000000_000000")
    answer = say(stream, "answer", parent_id=orphan)
    chain = stream.get_chain(answer)
    assert [m["content"] for m in chain] == ["orphan", "answer"]
    assert chain[0]["metadata"] == {"parent_missing": True}
    name = "2026-01-09.jsonl"
    record = json.loads(lines(stream, name)[0])
    circle = [
        {**record, "id": "msg_a", "parent_id": "msg_b"},
        {**record, "id": "msg_b", "parent_id": "msg_a"},
    ]
    with (stream.files.stream / name).open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in circle)
    chain = stream.get_chain("msg_a")
    assert [m["id"] for m in chain] == ["msg_b", "msg_a"]
    assert chain[0]["metadata"] == {"parent_repeats": True}


def test_the_index_is_made_anew_when_it_is_gone_or_broken(
    stream: StreamLogger, tmp_path: Path
) -> None:
    first = say(stream, "first")
    second = say(stream, "second", parent_id=first)
    assert len(stream.get_chain(second)) == 2
    stream.close()
    (stream.files.stream / "index.db").write_bytes(b"not a database" * 1000)
    assert len(stream.get_chain(second)) == 2
    assert stream.index.rebuild() == 2
    assert len(stream.get_chain(second)) == 2


def test_an_index_that_is_damaged_inside_is_told_in_words(stream: StreamLogger) -> None:
    said = [say(stream, f"number {number}") for number in range(50)]
    assert stream.get_chain(said[0])
    damage(stream)
    with pytest.raises(StoreError, match="--rebuild"):
        stream.get_chain(said[0])
    assert stream.index.rebuild() == 50
    assert len(stream.get_chain(said[0])) == 1


def damage(stream: StreamLogger) -> None:
    stream.close()
    path = stream.files.stream / "index.db"
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))


def test_the_first_of_two_records_with_one_id_counts(stream: StreamLogger) -> None:
    first = say(stream, "first")
    path = stream.files.stream / "2026-01-09.jsonl"
    path.write_text(path.read_text() * 2)
    assert [m["content"] for m in stream.get_chain(first)] == ["first"]
    assert stream.index.rows("SELECT count(*) FROM repeated") == [(1,)]


@pytest.mark.parametrize("durability", ["none", "group", "record"])
def test_each_durability_writes_before_it_returns(
    tmp_path: Path, clock: Clock, durability: Any
) -> None:
    settings = LogSettings(durability=durability, session_bytes=4096)
    with (
        StreamLogger(tmp_path, settings=settings, clock=clock) as stream,
        StreamLogger(tmp_path, clock=clock) as reader,
    ):
        for _ in range(30):
            identity = say(stream, "x" * 300)
            assert reader.read_today()[-1]["id"] == identity
        stream.flush()
        clock.now += timedelta(days=1)
        say(stream)
        stream.flush()


def test_a_folder_that_cannot_be_written_is_told_in_words(tmp_path: Path, clock: Clock) -> None:
    from app.errors import StoreError

    (tmp_path / "stream").write_text("a file")
    with StreamLogger(tmp_path, clock=clock) as stream, pytest.raises(StoreError):
        say(stream)
