"""The clock goes back over midnight: what was written stays proved, and alterations are named."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.errors import StoreError
from app.stream_log import LogSettings, StreamLogger
from app.stream_log.archive import Archive
from app.stream_log.day_files import DayFiles, Stem
from app.stream_log.hash_chain import Checkpoints, first_link, seal, unsealed
from app.stream_log.verification import verify

CHAINED = LogSettings(chain=True)
STEPS = (20, 23, 21, 23, 24)


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 20, 23, 59, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def step_to(self, day: int) -> None:
        self.now = self.now.replace(day=day)


def write(stream: StreamLogger, clock: Clock, days: Sequence[int]) -> None:
    for day in days:
        clock.step_to(day)
        for number in range(3):
            stream.log(from_agent="a", msg_type="request", content=f"{day}: number {number}")


def altered(stream: StreamLogger) -> list[tuple[str, int]]:
    return [found[:2] for found in verify(stream.files).alterations]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stepped(tmp_path: Path, clock: Clock) -> Iterator[StreamLogger]:
    with StreamLogger(tmp_path, settings=CHAINED, clock=clock) as stream:
        write(stream, clock, STEPS)
        yield stream


def in_file(stem: str, change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Path], None]:
    def alter(folder: Path) -> None:
        path = folder / f"{stem}.jsonl"
        path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))

    return alter


def swap(folder: Path) -> None:
    one, other = folder / "2026-03-21.jsonl", folder / "2026-03-23.jsonl"
    held = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(held)


def test_a_log_whose_clock_went_back_is_proved(stepped: StreamLogger, clock: Clock) -> None:
    report = verify(stepped.files)
    assert (report.files, report.sealed, report.alterations) == (5, 15, ())
    write(stepped, clock, [22, 21, 25])
    assert altered(stepped) == []
    Archive(stepped.files, stepped.settings).run(date(2026, 4, 30))
    assert altered(stepped) == []


@pytest.mark.parametrize(
    ("alter", "expected"),
    [
        (in_file("2026-03-21", lambda n: n[:1] + n[2:]), ("2026-03-21", 2)),
        (in_file("2026-03-21", lambda n: n[:2]), ("2026-03-21", 3)),
        (in_file("2026-03-21", lambda n: n[1:]), ("2026-03-21", 1)),
        (
            in_file("2026-03-23", lambda n: [n[0].replace(b"number", b"Number"), *n[1:]]),
            ("2026-03-23", 1),
        ),
        (lambda folder: (folder / "2026-03-21.jsonl").unlink(), ("2026-03-21", 0)),
        (
            lambda folder: (folder / "2026-03-23_session1.jsonl").unlink(),
            ("2026-03-23_session1", 0),
        ),
        (swap, ("2026-03-21", 1)),
        (in_file("checkpoints", lambda n: n[:2] + n[3:]), ("checkpoints", 3)),
        (in_file("checkpoints", lambda n: n[:3]), ("2026-03-23_session1", 0)),
        (in_file("checkpoints", lambda n: n[:2]), ("2026-03-23_session1", 1)),
    ],
    ids=[
        "line removed",
        "last line removed",
        "first line removed",
        "line changed",
        "file removed",
        "next file removed",
        "files swapped",
        "checkpoint removed",
        "last checkpoint removed",
        "last checkpoints removed",
    ],
)
def test_what_is_altered_is_told_though_the_clock_went_back(
    stepped: StreamLogger, alter: Callable[[Path], None], expected: tuple[str, int]
) -> None:
    assert altered(stepped) == []
    alter(stepped.files.stream)
    assert expected in altered(stepped)


def test_a_lost_checkpoint_is_told_though_a_later_day_has_one(tmp_path: Path, clock: Clock) -> None:
    with StreamLogger(tmp_path, settings=CHAINED, clock=clock) as stream:
        write(stream, clock, [20, 23, 21, 22])
        assert altered(stream) == []
        in_file("checkpoints", lambda n: n[:-1])(stream.files.stream)
        assert altered(stream) == [("2026-03-22", 1)]


def as_older_versions_wrote(files: DayFiles, days: Sequence[int]) -> None:
    """Write a log whose chains begin with the name alone, and that closes the newest by name."""
    for step, day in enumerate(days):
        stem = Stem(f"2026-03-{day}")
        while files.active(stem).exists():
            stem = stem.following
        if step:
            Checkpoints(files).close(files.stems()[-1:])
        chain = first_link(stem.name, "")
        files.stream.mkdir(exist_ok=True)
        with files.active(stem).open("wb") as file:
            for number in range(3):
                record = {
                    "id": f"msg_202603{day}_120000_{step:03}{number:03}",
                    "t": f"2026-03-{day}T12:00:00.000000",
                    "from_agent": "a",
                    "to_agent": None,
                    "type": "request",
                    "content": f"number {number}",
                    "parent_id": None,
                    "metadata": {},
                }
                bare = json.dumps(record, separators=(",", ":")).encode()
                line, chain = seal(bare, chain)
                assert unsealed(line) is not None
                file.write(line + b"\n")


def test_a_log_of_an_older_version_is_proved_though_its_clock_went_back(
    tmp_path: Path, clock: Clock
) -> None:
    with StreamLogger(tmp_path, settings=CHAINED, clock=clock) as stream:
        as_older_versions_wrote(stream.files, STEPS)
        assert [made.stem.name[8:] for made in Checkpoints(stream.files)] == [
            "20",
            "23",
            "23_session1",
        ]
        assert altered(stream) == []
        write(stream, clock, [25, 22, 26])
        report = verify(stream.files)
        assert (report.sealed, report.alterations) == (24, ())
        in_file("2026-03-21", lambda n: n[:1] + n[2:])(stream.files.stream)
        assert altered(stream) == [("2026-03-21", 2)]


def test_a_lost_checkpoint_of_an_older_version_is_told(tmp_path: Path) -> None:
    with StreamLogger(tmp_path, settings=CHAINED) as stream:
        as_older_versions_wrote(stream.files, [20, 21, 22])
        assert altered(stream) == []
        in_file("checkpoints", lambda n: n[:-1])(stream.files.stream)
        assert altered(stream) == [("2026-03-21", 0)]


def test_nobody_goes_on_in_a_day_that_the_archive_has_closed(tmp_path: Path, clock: Clock) -> None:
    with StreamLogger(tmp_path, settings=CHAINED, clock=clock) as stream:
        write(stream, clock, [20])
        Archive(stream.files, stream.settings).run(date(2026, 3, 21))
        write(stream, clock, [20])
        assert altered(stream) == []
        assert len(stream.read_date("2026-03-20")) == 6


def test_a_writer_without_a_chain_leaves_closed_files_alone(
    stepped: StreamLogger, clock: Clock
) -> None:
    with StreamLogger(stepped.files.root, clock=clock) as stream:
        write(stream, clock, [21])
    assert altered(stepped) == []


def test_a_file_is_closed_for_all_though_the_next_one_cannot_be_made(
    tmp_path: Path, clock: Clock
) -> None:
    settings = LogSettings(chain=True, session_bytes=4096)
    following = tmp_path / "stream" / "2026-03-20_session1.jsonl"
    with (
        StreamLogger(tmp_path, settings=settings, clock=clock) as one,
        StreamLogger(tmp_path, settings=settings, clock=clock) as two,
    ):
        write(one, clock, [20])
        write(two, clock, [20])
        following.symlink_to(tmp_path / "nowhere" / "file")
        with pytest.raises(StoreError):
            one.log(from_agent="a", msg_type="request", content="x" * 4096)
        following.unlink()
        write(two, clock, [20])
        assert altered(one) == []
