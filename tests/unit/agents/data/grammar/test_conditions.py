"""Which rows a message is about: the names that it says, and of which column they are."""

import pytest

from agents.data.query.query import Test
from tests.unit.agents.data.grammar.leagues import handball, meant, query_of, said


@pytest.mark.parametrize(
    ("text", "club"),
    [
        ("win rate of lübeck", "SV Lübeck"),  # what is left of the name says the kind of club
        ("win rate of lübeck hafen", "Lübeck Hafen"),
        ("how many games did altona win", "TSG Altona"),
        ("win rate of bremem nord", "Bremen Nord"),  # misspelt as a whole
        ("how many games did unoin bremen win", "FC Union Bremen"),
    ],
)
def test_a_name_is_the_one_club_that_is_called_so(text: str, club: str) -> None:
    assert said(query_of(text, handball()).where)["team"] == (club,)


def test_a_part_of_several_names_is_all_of_them() -> None:
    where = query_of("win rate of bremen", handball()).where
    assert isinstance(where, Test) and (where.column, where.op) == ("team", "contains")


def test_two_names_that_no_row_has_both_of_are_asked_about() -> None:
    found = meant("how many games did wismar bremen win", handball())
    assert found.outcome.outcome == "ask"


def test_a_name_in_other_letters_is_heard_before_syllables_that_say_nothing() -> None:
    where = query_of("알토나랑 비스마르 중에 누가 승률 더 좋아?", handball(), "ko").where
    assert set(said(where)["team"]) == {"TSG Altona", "Wismar"}


@pytest.mark.parametrize(
    ("text", "club"),
    [("win rate of wisma", "Wismar"), ("games won by alto", "TSG Altona")],
)
def test_a_name_is_heard_under_what_is_short_for_it(text: str, club: str) -> None:
    assert said(query_of(text, handball()).where)["team"] == (club,)


def test_what_may_be_short_for_several_names_is_asked_about() -> None:
    assert meant("win rate of brem", handball()).outcome.outcome == "ask"


def test_a_season_is_heard_as_it_is_written_with_two_years() -> None:
    where = query_of("how many games did wismar loose in 2024/25", handball()).where
    assert said(where) == {"team": ("Wismar",), "season": ("2024",), "lost": (True,)}
    assert meant("how many games did wismar lose in 2024/29", handball()).outcome.outcome == "ask"
