"""Figures of games: of both sides together, unless a side is meant."""

import pytest

from agents.data.query.query import Computed, Measure, Query, Test
from tests.unit.agents.data.grammar.leagues import handball, ladder, query_of

BOTH = Computed(function="+", args=("goals_number", "opponent_goals_number"))
ONCE = Test(column="first", values=(True,))


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "average goals per game"), ("ko", "경기당 평균 골"), ("es", "goles por partido")],
)
def test_goals_per_game_are_those_of_both_sides_once(language: str, text: str) -> None:
    query = query_of(text, handball(), language)
    assert query.measures == (Measure(aggregate="mean", of=BOTH),) and query.where == ONCE


@pytest.mark.parametrize(
    "text", ["goals per game of wismar", "goals per game at home", "average goals per game by team"]
)
def test_goals_per_game_of_a_side_are_its_own(text: str) -> None:
    query = query_of(text, handball())
    assert query.measures == (Measure(aggregate="mean", of="goals_number"),)


@pytest.mark.parametrize(
    ("language", "text", "of"),
    [
        ("en", "how many games had 45 or more goals", BOTH),
        ("ko", "45골 이상 터진 경기 몇 경기야", BOTH),
        ("en", "how many games of wismar had 45 or more goals", "goals_number"),
    ],
)
def test_a_game_has_the_goals_of_both_sides(language: str, text: str, of: Computed | str) -> None:
    where = query_of(text, handball(), language).where
    assert where is not None
    assert Test(column=of, op=">=", values=(45,)) in getattr(where, "all", (where,))


def test_games_that_are_told_as_they_are_stand_in_rows() -> None:
    query: Query = query_of("show me every game where wismar scored 23 or more", handball())
    assert query.rows and not query.distinct


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "win rate of vega against opponents rated over 1600"),
        ("es", "tasa de victorias de vega contra rivales de 1600 elo o más"),
    ],
)
def test_what_is_held_of_opponents_is_theirs(language: str, text: str) -> None:
    where = query_of(text, ladder(), language).where
    assert "opponent_rating_number" in str(where) and "'rating_number'" not in str(where)
