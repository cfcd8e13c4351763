"""Follow-ups of few words: most with which deck, where longest, changed to, only these counted."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

_NAMES = ("Sangtae", "Lumen", "Krill", "Bibim")
_DECKS = ("Ember", "Tide", "Gale")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,stage,komi,score,player1,deck1,player2,deck2,winner,minutes"]
    for game in range(360):
        one, two = _NAMES[game % 4], _NAMES[(game + 1 + game // 4 % 3) % 4]
        day, komi = date(2024, 1, 1) + timedelta(days=game), ("6.5", "7.5")[game % 5 == 0]
        decks = _DECKS[game % 3], _DECKS[game // 3 % 3]
        stage, score = ("Pier", "Rail")[game % 7 < 3], ("2-0", "2-1")[game % 4 < 3]
        won = (one, two)[game // 2 % 2]
        lines.append(
            f"{day},{stage},{komi},{score},{one},{decks[0]},{two},{decks[1]},{won},{5 + game % 11}"
        )
    folder: Path = tmp_path_factory.mktemp("few")
    talk = Talk.about("\n".join(lines), folder, date(2024, 12, 30))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("first", "then", "measure", "rows"),
    [
        ("how many games in October?", "on which stage most?", "games", "stage"),
        ("¿cuántas partidas en octubre?", "¿en qué escenario más?", "games", "stage"),
        ("10월 경기 수", "어느 stage에서 제일 많이?", "games", "stage"),
        ("Lumen wins", "with which deck most?", "wins", "deck"),
        ("victorias de Lumen", "¿con qué mazo más?", "wins", "deck"),
    ],
)
def test_most_is_of_what_was_counted(
    talk: Talk, first: str, then: str, measure: str, rows: str
) -> None:
    counted = talk.asked(first)
    frame = talk.answer(then)
    assert (frame.measure, frame.group_by, frame.order) == (measure, (rows,), "desc")
    assert (frame.filters, frame.period) == (counted.filters, counted.period)


def test_most_of_a_rate_is_not_known(talk: Talk) -> None:
    talk.asked("Lumen win rate")
    assert isinstance(talk.hear("with which deck most?"), Decline)


@pytest.mark.parametrize(
    ("said", "order", "ended"),
    [
        ("¿en qué escenario tardan más?", "desc", None),
        ("¿en qué escenario se tarda menos?", "asc", None),
        ("¿en qué escenario tarda más en ganar Lumen?", "desc", "won"),
        ("which stage takes the longest?", "desc", None),
    ],
)
def test_what_takes_longest_lasts_longest(
    talk: Talk, said: str, order: str, ended: str | None
) -> None:
    frame = talk.asked(said)
    assert (frame.measure, frame.group_by, frame.order) == ("duration", ("stage",), order)
    assert frame.ended == ended


@pytest.mark.parametrize(
    ("said", "score"),
    [
        ("how many games ended 2-1?", "2-1"), ("games that finished 2-0", "2-0"),
        ("how many games, ending with 2-0?", "2-0"),
    ],
)  # fmt: skip
def test_games_end_with_a_score(talk: Talk, said: str, score: str) -> None:
    frame = talk.asked(said)
    assert (frame.measure, frame.filters) == ("games", (_one("score", score),))
    assert talk.rows == [(270 if score == "2-1" else 90,)]


@pytest.mark.parametrize("said", ["komi 6.5일 때만", "komi 6.5만", "solo con komi 6.5"])
def test_a_number_beside_its_header_is_its_value(talk: Talk, said: str) -> None:
    assert talk.asked("Lumen 승률", said).filter("komi") == _one("komi", "6.5")


@pytest.mark.parametrize(
    ("said", "stage"),
    [("Rail로 바꾸면?", "Rail"), ("Rail만 세면?", "Rail"), ("Rail만 따지면?", "Rail")],
)
def test_a_value_that_is_changed_or_counted_alone(talk: Talk, said: str, stage: str) -> None:
    frame = talk.asked("Lumen 경기 수", "Pier에서는?", said)
    assert frame.filter("stage") == _one("stage", stage)


@pytest.mark.parametrize("said", ["제일 힘든 상대는?", "제일 힘든 상대는 누구야?"])
def test_opponents_are_nobody_who_sounds_so(talk: Talk, said: str) -> None:
    frame = talk.asked("Ember가 각 deck 상대로 승률이 어때?", said)
    assert frame.filters == (_one("deck", "Ember"),)
    assert (frame.group_by, frame.order) == (("opponent",), "asc")


def _one(dimension: str, value: str) -> Filter:
    return Filter(dimension=dimension, values=(value,))
