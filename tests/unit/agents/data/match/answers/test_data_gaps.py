"""How far the numbers of the two sides are apart: "when the rating gap is over 200"."""

import asyncio
from datetime import date

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.understanding import Understanding

# Ratings of either side, 150 apart and 250 apart in turn.
_GAMES = [
    (
        "Zerg" if i % 2 else "Terran",
        "Terran" if i % 2 else "Zerg",
        1500 + i,
        1500 + i + gap,
        i % 3 > 0,
    )
    for i in range(60)
    for gap in [(-150, 250, -250, 150)[i % 4]]
]


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Analyst:
    lines = ["p1_race,p2_race,p1_mmr,p2_mmr,winner"]
    lines += [f"{a},{b},{x},{y},{1 if won else 2}" for a, b, x, y, won in _GAMES]
    path = tmp_path_factory.mktemp("gaps") / "games.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return Analyst.open(path)


def read(analyst: Analyst, text: str) -> Outcome:
    return Understanding(analyst.model).understand(text, today=date(2024, 6, 1)).outcome


@pytest.mark.parametrize(
    "text",
    [
        "win rate of Zerg when the rating gap is over 200",
        "Zerg win rate when the mmr difference is above 200",
        "Zerg win rate with a difference in rating of at least 200",
        "MMR 차이가 200 이상일 때 저그 승률",
        "레이팅 격차 200 이상 경기에서 저그 승률",
        "tasa de victorias de Zerg cuando la diferencia de MMR es mayor de 200",
    ],
)
def test_games_are_kept_by_how_far_the_sides_are_apart(analyst: Analyst, text: str) -> None:
    outcome = read(analyst, text)
    assert isinstance(outcome, Answerable), outcome
    (row,) = asyncio.run(analyst.analyse(outcome.frame)).rows
    wins = [won == (a == "Zerg") for a, _, x, y, won in _GAMES if abs(x - y) > 200]
    assert list(row[:2]) == [len(wins), sum(wins)]


def test_a_difference_of_other_things_is_no_gap(analyst: Analyst) -> None:
    for text in (
        "저그와 테란 차이, MMR 1500 이상",
        "difference between Zerg and Terran with mmr above 1500",
    ):
        outcome = read(analyst, text)
        assert isinstance(outcome, Decline) or (
            isinstance(outcome, Answerable)
            and all(one.side == "own" for one in outcome.frame.measured)
        )
