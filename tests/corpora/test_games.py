"""The questions about games are read, and none comes to a wrong figure."""

from pathlib import Path

import pytest

from tests.corpora.games.__main__ import Score, made, of_odd, of_table
from tests.corpora.games.tables import Table

# Shares of each set that are right; the others are asked back.
_RIGHT = {"rate and weight": 0.87, "tiers": 0.0, "mazos": 0.6}
_MOST = 0.7
_OF_ALL = 0.97


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Score]:
    folder: Path = tmp_path_factory.mktemp("games")
    return {one.name: of_table(one) if isinstance(one, Table) else of_odd(one)
            for one in made(folder)}  # fmt: skip


def test_no_question_about_games_comes_to_a_wrong_figure(scores: dict[str, Score]) -> None:
    wrong = [fault for score in scores.values() for fault in score.faults
             if fault.startswith("wrong")]  # fmt: skip
    assert not wrong, "\n".join(wrong)


def test_questions_about_games_come_to_what_plain_python_counts(scores: dict[str, Score]) -> None:
    for name, score in scores.items():
        assert score.right >= _RIGHT.get(name, _MOST) * score.turns, "\n".join(score.faults)
    total = Score()
    for score in scores.values():
        total.add(score)
    assert total.right >= _OF_ALL * total.turns, "\n".join(total.faults)
