"""What is counted of a run."""

from benchmarks._load import Taken
from tests.live.chaos.tally import LATE_SECONDS, Kept, Tally


def test_what_its_person_said_again_is_not_doubled() -> None:
    kept = Kept()
    kept.compare(["a.0", "a.1"], ["a.0", "a.1", "a.0"], again=["a.0"])
    assert (kept.stored, kept.lost, kept.doubled, kept.out_of_order) == (2, 0, 0, 0)


def test_what_was_said_once_and_is_there_twice_is_doubled() -> None:
    kept = Kept()
    kept.compare(["a.0", "a.1"], ["a.0", "a.1", "a.0", "a.0"], again=["a.0"])
    assert (kept.stored, kept.lost, kept.doubled) == (2, 0, 1)


def test_what_is_away_and_what_moved_is_counted() -> None:
    kept = Kept()
    kept.compare(["a.0", "a.1", "a.2"], ["a.2", "a.1"])
    assert (kept.stored, kept.lost, kept.doubled, kept.out_of_order) == (2, 1, 0, 1)


def test_what_came_late_is_told_of_each_kind() -> None:
    tally = Tally()
    tally.kept["over HTTP"].taken += Taken(seconds=[0.1, LATE_SECONDS + 1])
    tally.kept["by desks"].taken += Taken(seconds=[LATE_SECONDS, LATE_SECONDS + 2, float("inf")])
    assert [one.late for one in tally.kept.values()] == [1, 2]
    assert "  over HTTP: p50 6.00 s, p99 6.00 s, slowest 6.00 s\n" in tally.table()
    assert "  by desks: p50 7.00 s, p99 inf s, slowest inf s\n" in tally.table()
