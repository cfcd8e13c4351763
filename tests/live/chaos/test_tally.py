"""What is counted of a run."""

from tests.live.chaos.tally import Kept


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
