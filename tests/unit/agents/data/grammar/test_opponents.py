"""Who meets whom: the record of two, how their games came out, and places that always meet."""

import pytest

from agents.data.query.query import Compare, Group, Measure, Test
from tests.unit.agents.data.grammar.leagues import checkers, handball, ladder, meant, query_of, said

WON, LOST, DRAWN = (
    Measure(where=Test(column=one, values=(True,))) for one in ("won", "lost", "drawn")
)
TWO = ("Wismar", "TSG Altona")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "wismar vs altona head to head"),
        ("en", "wismar against altona: wins of each of them and draws"),
        ("ko", "Wismar Altona 상대전적"),
        ("es", "historial entre wismar y altona"),
    ],
)
def test_the_record_of_two_tells_what_each_of_them_won(language: str, text: str) -> None:
    query = query_of(text, handball(), language)
    assert query.measures == (WON, DRAWN) and query.groups == (Group(by="team"),)
    assert said(query.where) == {"team": TWO, "opponent": TWO}


def test_games_that_each_of_two_won_are_those_between_them() -> None:
    query = query_of("wismar contra altona, cuántos ganó cada uno", handball(), "es")
    assert query.measures == (WON,) and query.groups == (Group(by="team"),)


@pytest.mark.parametrize(
    ("language", "text", "figures"),
    [
        ("en", "record of wismar", (WON, LOST, DRAWN)),
        ("ko", "Wismar 몇승 몇패야", (WON, LOST)),
        ("es", "victorias, empates y derrotas de wismar", (WON, DRAWN, LOST)),
    ],
)
def test_results_that_no_game_has_both_of_are_counted_apart(
    language: str, text: str, figures: tuple[Measure, ...]
) -> None:
    query = query_of(text, handball(), language)
    assert query.measures == figures and said(query.where) == {"team": ("Wismar",)}


def test_a_figure_of_games_won_stands_beside_that_of_games_lost() -> None:
    query = query_of("average goals when wismar wins vs when they lose", handball())
    assert isinstance(query.compare, Compare)
    assert [one.label for one in query.compare.cases] == ["won", "lost"]


@pytest.mark.parametrize("text", ["white wins vs black wins", "win rate of white vs black"])
def test_sides_that_always_meet_are_told_beside_each_other(text: str) -> None:
    query = query_of(text, checkers())
    assert query.groups == (Group(by="side"),) and "opponent" not in said(query.where)


def test_how_often_two_met_is_one_number() -> None:
    query = query_of("how many times did wismar and altona meet head to head", handball())
    assert query.measures == (Measure(),) and not query.groups


def test_of_two_that_are_compared_both_are_told() -> None:
    query = query_of("who has the better win rate, wismar or altona", handball())
    assert query.limit is None and query.groups == (Group(by="team"),)


OWN = ("Vega", "xVega")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "win rate against zerg"),
        ("es", "cuántas partidas contra cada raza"),
        ("ko", "테테전 승률은"),
        ("en", "win rate on dusk"),
        ("en", "win rate by opponent race"),
    ],
)
def test_a_log_of_ones_own_games_is_told_of_oneself(language: str, text: str) -> None:
    assert said(query_of(text, ladder(), language).where)["player"] == OWN


@pytest.mark.parametrize("text", ["win rate of foe7", "win rate by race", "how many games on tide"])
def test_whose_side_is_said_is_meant_in_a_log_too(text: str) -> None:
    assert said(query_of(text, ladder()).where).get("player") != OWN


def test_a_figure_of_whoever_is_faced_is_the_rivals() -> None:
    query = query_of("average opponent rating of vega", ladder())
    assert query.measures == (Measure(aggregate="mean", of="opponent_rating_number"),)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "win rate of vega when the opponent rating is higher than his own"),
        ("ko", "상대 레이팅이 본인보다 높을 때 Vega 승률"),
    ],
)
def test_a_number_stands_against_that_of_the_other_side(language: str, text: str) -> None:
    where = query_of(text, ladder(), language).where
    higher = Test(column="opponent_rating_number", op=">", other="rating_number")
    assert higher in getattr(where, "all", ())


@pytest.mark.parametrize(
    ("language", "text"), [("ko", "그 맵은 승률이 어때"), ("en", "win rate on that map")]
)
def test_what_points_at_nothing_is_asked_about(language: str, text: str) -> None:
    assert meant(text, ladder(), language).outcome.outcome == "ask"
