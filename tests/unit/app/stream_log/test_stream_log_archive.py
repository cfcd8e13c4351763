"""Days grow old, move, are compressed, and read the same all the time; alterations are named."""

import gzip
import json
import os
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.errors import StoreError
from app.stream_log import LogSettings, StreamLogger
from app.stream_log.archive import Archive, ArchiveReport
from app.stream_log.hash_chain import FIRST, first_link, seal, unsealed
from app.stream_log.index import stats
from app.stream_log.tail import newest, watch
from app.stream_log.verification import Alteration, verify
from app.system.file_lock import FileLock

START = datetime(2026, 1, 1, 23, 0, tzinfo=UTC)
SETTINGS = LogSettings(session_bytes=4096, chain=True)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stream(tmp_path: Path, clock: Clock) -> Iterator[StreamLogger]:
    """Forty days with two files each, every message the answer to the one before."""
    with StreamLogger(tmp_path, settings=SETTINGS, clock=clock) as logger:
        parent = None
        for day in range(40):
            clock.now = START + timedelta(days=day)
            for part in range(2):
                parent = logger.log(
                    from_agent="ceo",
                    to_agent="pm",
                    msg_type="request",
                    content=f"{day}/{part} " + "가" * 800,
                    parent_id=parent,
                )
        yield logger


def contents(stream: StreamLogger) -> list[str]:
    return [message["content"].split()[0] for message in stream.messages()]


def archive(stream: StreamLogger, clock: Clock) -> ArchiveReport:
    return Archive(stream.files, stream.settings).run(clock.now.date())


def test_old_days_move_very_old_ones_are_compressed_all_read_the_same(
    stream: StreamLogger, clock: Clock
) -> None:
    before = contents(stream)
    head = next(iter(stream.messages(first=clock.now.date().isoformat())))["id"]
    last = stream.read_today()[-1]["id"]
    assert len(before) == 80
    due = Archive(stream.files, stream.settings).due(clock.now.date())
    report = archive(stream, clock)
    assert report == due
    assert len(stream.files.active_stems()) == 14, "seven days of two files"
    assert len(report.moved) == 66 and len(report.compressed) == 20
    names = sorted(os.listdir(stream.files.archive))
    assert names.count("2026-01-10_session1.jsonl.gz") == 1
    assert not [name for name in names if name.endswith(".part")]
    assert contents(stream) == before
    assert [m["content"].split()[0] for m in stream.read_date("2026-01-01")] == ["0/0", "0/1"]
    assert len(stream.get_chain(last)) == 80
    assert stream.get(head) is not None
    assert archive(stream, clock) == ArchiveReport()
    assert len(newest(stream, 40)) == 40
    assert [m["content"].split()[0] for m in newest(stream, 3)] == before[-3:]


def test_a_day_that_was_packed_by_hand_is_read_where_it_stands_and_archived_in_its_time(
    stream: StreamLogger, clock: Clock
) -> None:
    before = contents(stream)
    newest = stream.files.active_stems()[-1]
    plain = stream.files.active(newest)
    packed = plain.with_name(f"{plain.name}.gz")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    plain.unlink()
    assert contents(stream) == before and not stream.skipped
    assert stats(stream.files, stream.index)["compressed_files"] == 1
    identity = stream.log(from_agent="pm", msg_type="response", content="after it")
    assert stream.files.active_stems()[-1] == newest.following, "what is packed is not written to"
    assert contents(stream) == [*before, "after"]
    assert verify(stream.files).alterations == ()
    Archive(stream.files, SETTINGS).run((clock.now + timedelta(days=8)).date())
    assert not packed.exists() and stream.files.compressed(newest).exists()
    assert contents(stream) == [*before, "after"]
    last = [message["id"] for message in stream.messages()][-2]
    assert stream.get(last) is not None and stream.get(identity) is not None


def test_a_packed_day_that_is_damaged_is_named_by_its_own_path(stream: StreamLogger) -> None:
    newest = stream.files.active_stems()[-1]
    plain = stream.files.active(newest)
    packed = plain.with_name(f"{plain.name}.gz")
    packed.write_bytes(gzip.compress(plain.read_bytes())[:-200])
    plain.unlink()
    assert len(contents(stream)) >= 70
    assert [skipped.stem for skipped in stream.skipped] == [newest.name]
    (altered,) = verify(stream.files).alterations
    assert altered.file == newest.name
    packed.unlink()
    with pytest.raises(FileNotFoundError) as missing:
        stream.files.open(newest)
    assert missing.value.filename == str(plain)


def test_a_compressed_day_is_ordinary_gzip(stream: StreamLogger, clock: Clock) -> None:
    plain = stream.files.active(stream.files.stems()[0]).read_bytes()
    archive(stream, clock)
    with gzip.open(stream.files.archive / "2026-01-01.jsonl.gz") as file:
        assert file.read() == plain


def test_an_index_from_before_goes_on_after_the_archive(stream: StreamLogger, clock: Clock) -> None:
    assert stream.index.catch_up() == 80
    archive(stream, clock)
    stream.log(from_agent="pm", msg_type="response", content="new")
    assert stream.index.catch_up() == 1
    assert stream.index.rebuild() == 81


def test_a_clock_that_went_back_writes_beside_what_is_archived(
    stream: StreamLogger, clock: Clock
) -> None:
    archive(stream, clock)
    clock.now = START
    stream.log(from_agent="ceo", msg_type="request", content="late")
    assert [m["content"].split()[0] for m in stream.read_date("2026-01-01")] == [
        "0/0",
        "0/1",
        "late",
    ]
    clock.now = START + timedelta(days=39)
    archive(stream, clock)
    assert len(stream.read_date("2026-01-01")) == 3
    assert verify(stream.files).alterations == ()


def test_while_one_archives_another_does_not_wait(stream: StreamLogger, clock: Clock) -> None:
    stream.files.archive.mkdir(parents=True)
    lock = FileLock(stream.files.archive / ".lock")
    with lock:
        assert archive(stream, clock).busy
    lock.close()
    assert not archive(stream, clock).busy


def test_an_archive_that_cannot_be_written_loses_nothing(
    stream: StreamLogger, clock: Clock
) -> None:
    stream.files.archive.write_text("in the way")
    with pytest.raises(StoreError):
        archive(stream, clock)
    assert len(contents(stream)) == 80


def test_figures_count_what_there_is(stream: StreamLogger, clock: Clock) -> None:
    archive(stream, clock)
    figures = stats(stream.files, stream.index)
    assert figures["records"] == 80 and figures["days"] == 40
    assert (figures["first_day"], figures["last_day"]) == ("2026-01-01", "2026-02-09")
    assert figures["by_type"] == {"request": 80} and figures["by_agent"] == {"ceo": 80}
    kinds = [figures[f"{kind}_files"] for kind in ("active", "archived", "compressed")]
    assert kinds == [14, 46, 20]
    assert stats(stream.files, stream.index, first="2026-02-09")["records"] == 2


def test_following_tells_each_new_message_once(stream: StreamLogger, clock: Clock) -> None:
    seen: list[str] = []
    turns = iter([False, False, True])

    def step() -> bool:
        ended = next(turns)
        if not seen and not ended:
            stream.log(from_agent="a", msg_type="request", content=f"new {clock.now}")
            clock.now += timedelta(days=1)
            stream.log(from_agent="a", msg_type="request", content=f"new {clock.now}")
        return ended

    for message in watch(stream, ended=step):
        seen.append(message["content"])
    assert len(seen) == 2


def test_a_log_as_it_was_written_is_proved(stream: StreamLogger, clock: Clock) -> None:
    report = verify(stream.files)
    assert (report.files, report.sealed, report.open, report.alterations) == (80, 80, 0, ())
    archive(stream, clock)
    again = verify(stream.files)
    assert (again.sealed, again.alterations) == (80, ())
    assert len(again.head) == 64


def first_of(report: Any) -> Alteration:
    assert report.alterations
    return report.alterations[0]  # type: ignore[no-any-return]


@pytest.fixture
def sealed(tmp_path: Path, clock: Clock) -> Iterator[StreamLogger]:
    """One day with ten records, closed by the next day's first."""
    with StreamLogger(tmp_path, settings=LogSettings(chain=True), clock=clock) as logger:
        for number in range(10):
            logger.log(from_agent="ceo", msg_type="request", content=f"number {number}")
        clock.now += timedelta(days=1)
        logger.log(from_agent="ceo", msg_type="request", content="next day")
        yield logger


def edit(stream: StreamLogger, change: Any) -> None:
    path = stream.files.stream / "2026-01-01.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))


def bare(line: bytes) -> bytes:
    taken = unsealed(line)
    assert taken is not None
    return taken.bare


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda n: [*n[:3], n[3].replace(b"number 3", b"number 8"), *n[4:]], 4),
        (lambda n: [*n[:3], *n[4:]], 4),
        (lambda n: [*n[:3], n[4], n[3], *n[5:]], 4),
        (lambda n: [*n[:3], b"garbage\n", *n[4:]], 4),
        (lambda n: [*n[:4], n[0], *n[4:]], 5),
        (lambda n: n[:8], 9),
        (lambda n: [*n[:5], bare(n[5]) + b"\n", *n[6:]], 6),
    ],
    ids=["changed", "removed", "swapped", "garbled", "repeated", "cut", "unsealed"],
)
def test_the_first_altered_line_is_named(sealed: StreamLogger, change: Any, line: int) -> None:
    assert verify(sealed.files).alterations == ()
    edit(sealed, change)
    altered = first_of(verify(sealed.files))
    assert (altered.file, altered.line) == ("2026-01-01", line)


def test_a_chain_that_was_computed_anew_is_told_by_the_checkpoint(sealed: StreamLogger) -> None:
    def forge(lines: list[bytes]) -> list[bytes]:
        chain, forged = first_link("2026-01-01", FIRST), []
        for line in lines:
            made, chain = seal(bare(line).replace(b"number 3", b"number 8"), chain)
            forged.append(made + b"\n")
        return forged

    edit(sealed, forge)
    assert "checkpoint" in first_of(verify(sealed.files)).what


def test_missing_files_and_altered_checkpoints_are_told(sealed: StreamLogger) -> None:
    (sealed.files.stream / "2026-01-01.jsonl").unlink()
    assert first_of(verify(sealed.files)) == Alteration("2026-01-01", 0, "", "the file is gone")
    head = verify(sealed.files).head
    path = sealed.files.stream / "checkpoints.jsonl"
    entry = json.loads(path.read_text())
    path.write_text(json.dumps({**entry, "bytes": 1}) + "\n")
    assert verify(sealed.files).head != head


def test_a_checkpoint_that_is_gone_is_told(sealed: StreamLogger) -> None:
    assert not verify(sealed.files).alterations
    (sealed.files.stream / "checkpoints.jsonl").unlink()
    gone = first_of(verify(sealed.files))
    assert gone == Alteration("2026-01-01", 0, "", "its checkpoint is gone")


@pytest.mark.logs_warnings
def test_a_line_cut_off_by_a_crash_is_no_alteration(tmp_path: Path, clock: Clock) -> None:
    settings = LogSettings(chain=True)
    with StreamLogger(tmp_path, settings=settings, clock=clock) as stream:
        stream.log(from_agent="a", msg_type="request", content="one")
        with (stream.files.stream / "2026-01-01.jsonl").open("ab") as file:
            file.write(b'{"id":"msg_2026')
    # A chain that was begun goes on, also with a writer that was not told to.
    with StreamLogger(tmp_path, clock=clock) as stream:
        stream.log(from_agent="a", msg_type="request", content="two")
        report = verify(stream.files)
    assert (report.sealed, report.damaged, report.alterations) == (2, 1, ())


@pytest.mark.logs_warnings
@pytest.mark.parametrize("damaged", [False, True])
def test_what_stands_before_the_first_seal_is_proved_too(
    tmp_path: Path, clock: Clock, *, damaged: bool
) -> None:
    with StreamLogger(tmp_path, clock=clock) as stream:
        stream.log(from_agent="a", msg_type="request", content="without")
        path = stream.files.stream / "2026-01-01.jsonl"
    if damaged:
        path.write_bytes(path.read_bytes()[:-9])
    with StreamLogger(tmp_path, settings=LogSettings(chain=True), clock=clock) as stream:
        for content in ("one", "two"):
            stream.log(from_agent="a", msg_type="request", content=content)
        assert verify(stream.files).alterations == ()
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b"without", b"altered"))
        assert first_of(verify(stream.files)).line == (1 if damaged else 2)
        path.write_bytes(whole.splitlines(keepends=True)[0] + whole)
        assert first_of(verify(stream.files)).line == (1 if damaged else 3)


def test_a_record_put_in_before_the_first_of_an_open_file_is_told(sealed: StreamLogger) -> None:
    path = sealed.files.stream / "2026-01-02.jsonl"
    line = path.read_bytes()
    path.write_bytes(bare(line).replace(b"next day", b"put in") + b"\n" + line)
    altered = first_of(verify(sealed.files))
    assert (altered.file, altered.line) == ("2026-01-02", 2)


def test_messages_read_from_a_chained_log_are_as_they_were_given(sealed: StreamLogger) -> None:
    assert sealed.read_date("2026-01-01")[0]["metadata"] == {}
    raw = next(iter(sealed.messages(raw=True)))
    assert len(raw["metadata"]["_chain"]) == 64


def test_a_content_beside_the_log_is_checked_too(tmp_path: Path, clock: Clock) -> None:
    settings = LogSettings(chain=True, record_bytes=4096)
    with StreamLogger(tmp_path, settings=settings, clock=clock) as stream:
        stream.log(from_agent="a", msg_type="request", content="x" * 9000)
        assert verify(stream.files).alterations == ()
        next(stream.files.payloads.rglob("*.json")).unlink()
        assert first_of(verify(stream.files)).line == 1


def test_the_age_of_a_day_decides(tmp_path: Path, clock: Clock) -> None:
    with StreamLogger(tmp_path, clock=clock) as stream:
        stream.log(from_agent="a", msg_type="request", content="x")
        made = Archive(stream.files, stream.settings)
        assert made.due(date(2026, 1, 7)).moved == ()
        assert made.due(date(2026, 1, 8)).moved == ("2026-01-01",)
        assert made.due(date(2026, 1, 30)).compressed == ()
        assert made.due(date(2026, 1, 31)).compressed == ("2026-01-01",)
