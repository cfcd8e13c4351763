"""Games at home and away: the advantage of a side, and teams ranked by its games."""

from datetime import date

import pytest

from tests.unit.agents.data.data_support import Talk

LEAGUE = """fecha,jornada,local,visitante,goles_local,goles_visitante
01/02/2024,1,Leeds,Hull,2,1
08/02/2024,2,Hull,Leeds,1,1
15/02/2024,3,Leeds,Hull,0,2
22/02/2024,4,Hull,Leeds,3,0
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(LEAGUE, tmp_path_factory.mktemp("league"), date(2024, 11, 15))


@pytest.fixture
def league(opened: Talk) -> Talk:
    opened.anew()
    return opened


@pytest.mark.parametrize(
    "text",
    [
        "is there a home advantage?", "홈 이점이 있어?", "¿hay ventaja de local?"
    ],
)  # fmt: skip
def test_the_advantage_of_a_side_is_how_often_it_wins(league: Talk, text: str) -> None:
    assert league.answer(text) == league.answer("home win rate")


def test_who_plays_at_home_and_away_is_a_team(league: Talk) -> None:
    assert league.analyst.model.dimensions["player"].label_in("en") == "team"
    league.answer("which team has the fewest away games?")
    assert "away" in league.text.splitlines()[0]


@pytest.mark.parametrize(
    ("text", "comparison", "figure"),
    [
        ("teams with more than 50 home wins", ">", "wins"),
        ("teams with fewer than 60 away losses", "<", "losses"),
    ],
)
def test_a_side_between_number_and_wins(
    league: Talk, text: str, comparison: str, figure: str
) -> None:
    (bound,) = league.answer(text).bounds
    assert (bound.comparison, bound.figure) == (comparison, figure)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("which team has the fewest away games?", "asc"), ("원정 경기 제일 적은 팀", "asc"),
        ("원정 경기가 가장 많은 팀은?", "desc"), ("team with the most away games", "desc"),
    ],
)  # fmt: skip
def test_games_of_a_side_are_counted(league: Talk, text: str, order: str) -> None:
    found = league.answer(text)
    assert (found.measure, found.group_by, found.order) == ("games", ("player",), order)
