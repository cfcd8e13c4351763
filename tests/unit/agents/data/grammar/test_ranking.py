"""Thresholds of groups: so many games, beside what is asked for and who plays."""

import pytest

from agents.data.query.query import Comparison, Group, Having, Measure
from tests.unit.agents.data.grammar.leagues import handball, meant, query_of, tickets

RATE = Measure(metric="win_rate")


@pytest.mark.parametrize(
    ("language", "text", "op", "limit"),
    [
        ("en", "best win rates, min 30 games, top 3", ">=", 3),
        ("en", "best win rate, ignore anyone with fewer than 30 games", ">=", 1),
        ("es", "los 2 mejores por % de victorias, mínimo 30 partidos", ">=", 2),
        ("ko", "승률 높은 팀 2개만, 30경기 이상 뛴 팀 중에서", ">=", 2),
        ("en", "win rate of teams with more than 30 games", ">", None),
    ],
)
def test_a_threshold_of_games_stands_beside_the_figure_that_is_asked_for(
    language: str, text: str, op: Comparison, limit: int | None
) -> None:
    query = query_of(text, handball(), language)
    assert query.measures == (RATE,) and query.groups == (Group(by="team"),)
    assert query.having == (Having(measure=Measure(), op=op, value=30),) and query.limit == limit


def test_teams_with_so_many_games_are_counted() -> None:
    query = query_of("30경기 넘게 뛴 팀 있어?", handball(), "ko")
    assert query.measures == (Measure(),) and query.having == (Having(op=">", value=30),)


def test_which_side_is_asked_of_those_that_were_not_said() -> None:
    query = query_of("which side scored the most goals at home", handball())
    assert query.groups == (Group(by="team"),)


def test_a_share_of_games_by_year_is_a_share() -> None:
    query = query_of("% of games with wismar at home by season", handball())
    assert query.measures[0].share == "rows" and query.groups == (Group(by="season"),)


def test_the_mean_of_what_nobody_knows_is_asked_about() -> None:
    found = meant("what is the average ticketprice", tickets())
    assert found.outcome.outcome == "ask"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which team scored the most goals in a single game"),
        ("ko", "한 경기 골이 가장 많은 팀은"),
        ("es", "qué equipo hizo más goles en un solo partido"),
    ],
)
def test_the_most_of_a_single_game_is_no_sum_of_games(language: str, text: str) -> None:
    query = query_of(text, handball(), language)
    assert query.rows and query.columns == ("team", "goals_number") and query.limit == 1
