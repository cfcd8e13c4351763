"""The questions about games that were developed on are read, and none comes to a wrong figure."""

import pytest

from tests.corpora.games.__main__ import scores


@pytest.mark.parametrize("name", ["two sides", "goals and draws"])
def test_questions_about_games_come_to_what_plain_python_counts(name: str) -> None:
    ((_, score),) = scores((name,))
    assert score.wrong == 0, "\n".join(score.faults)
    assert score.right >= 0.97 * score.turns, "\n".join(score.faults)
