"""A matchup is ranked in one row where both of its sides would say the same."""

from datetime import date

import pytest

from agents.data.match.compute.deduplication import told_once
from tests.unit.agents.data.data_support import Talk

_RECORDS = {("Terran", "Zerg"): 18, ("Protoss", "Terran"): 15, ("Zerg", "Protoss"): 12}
_WHO = {"Terran": "Tia", "Zerg": "Zoe", "Protoss": "Pim"}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    """Thirty games of each matchup, of which the first race won so many."""
    lines = ["date,map,player1,race1,player2,race2,winner"]
    for (one, two), won in _RECORDS.items():
        for n in range(30):
            sides = [(_WHO[one], one), (_WHO[two], two)]
            winner = sides[n >= won][0]
            (a, first), (b, second) = sides if n % 2 else sides[::-1]
            lines.append(f"2024-01-{n % 28 + 1:02},Reef,{a},{first},{b},{second},{winner}")
    return Talk.about("\n".join(lines), tmp_path_factory.mktemp("once"), date(2024, 6, 1))


def _pairs(talk: Talk) -> list[frozenset[str]]:
    rows = zip(talk.column("race"), talk.column("opponent"), strict=True)
    return [frozenset(row) for row in rows]


@pytest.mark.parametrize(
    "text",
    ["most balanced matchup", "가장 균형 잡힌 종족전", "matchup más equilibrado",
     "most lopsided matchup", "which matchup has the most games?", "경기가 가장 많은 종족전은?"],
)  # fmt: skip
def test_each_matchup_has_one_row(talk: Talk, text: str) -> None:
    talk.asked(text)
    assert len(set(_pairs(talk))) == len(talk.rows) == 3


def test_the_side_that_won_more_is_told(talk: Talk) -> None:
    talk.asked("most balanced matchup")
    rows = zip(talk.column("race"), talk.column("opponent"), talk.column("wins"), strict=True)
    found = list(rows)
    assert found[0] == ("Protoss", "Terran", 15)
    assert set(found[1:]) == {("Terran", "Zerg", 18), ("Protoss", "Zerg", 18)}
    assert "Terran against Protoss" not in talk.text


@pytest.mark.parametrize(
    ("text", "rows"),
    [("best matchup", 6), ("win rate by matchup", 6), ("most balanced matchup for Terran", 2)],
)
def test_where_a_side_is_asked_for_both_have_their_rows(talk: Talk, text: str, rows: int) -> None:
    talk.asked(text)
    assert len(talk.rows) == rows


def test_games_as_one_side_saw_them_are_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = ["date,my_race,opponent_race,result"]
    races = ("Terran", "Zerg", "Protoss")
    for n in range(90):
        lines.append(f"2024-01-{n % 28 + 1:02},{races[n % 3]},{races[n // 3 % 3]},{'WL'[n % 2]}")
    own = Talk.about("\n".join(lines), tmp_path_factory.mktemp("own"), date(2024, 6, 1))
    own.asked("most balanced matchup with at least 5 games")
    assert own.analysis is not None
    assert told_once(own.analysis.plan, own.analyst.model) == []
