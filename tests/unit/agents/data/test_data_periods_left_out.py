"""Periods whose games are left out, rows that are kept, and all that a shared word may mean."""

from datetime import date

import pytest

from agents.answering.periods.periods import Period
from agents.data.answered_by_place import ALL, chosen_by_place
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Ask, Decline, Waiting
from tests.unit.agents.data.data_support import Talk, meetings, understanding

TODAY = date(2024, 6, 1)
PLAYERS = {"Brisk": "Terran", "Corvid": "Zerg", "Dapple": "Protoss", "Ember": "Terran"}
MAPS = ("Alpine Lake", "Alpine Rift", "Nightglass")
Y2022 = Period(start=date(2022, 1, 1), end=date(2023, 1, 1))
Y2023 = Period(start=date(2023, 1, 1), end=date(2024, 1, 1))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,map,player1,race1,player2,race2,winner,sets"]
    for number, day, one, two in meetings(list(PLAYERS), 360, date(2021, 7, 1), 3):
        won = ("draw", one, two, one)[number % 4]
        rows.append(
            f"{day},{MAPS[number % 3]},{one},{PLAYERS[one]},{two},{PLAYERS[two]},{won},"
            f"{2 + number % 2}"
        )
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("left_out"), TODAY)


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


@pytest.mark.parametrize(
    "last",
    [
        "not 2022", "sin 2022", "2022년 빼고"
    ],
)  # fmt: skip
def test_a_period_is_left_out(talk: Talk, last: str) -> None:
    all_years = talk.answer("Zerg win rate by year")
    games = dict(zip(talk.column("year"), talk.column("games"), strict=True))
    assert talk.answer(last).periods_out == (Y2022,)
    assert all_years.period == ()
    del games["2022"]
    assert dict(zip(talk.column("year"), talk.column("games"), strict=True)) == games
    assert "2022" in talk.text


def test_what_is_left_out_is_counted_again(talk: Talk) -> None:
    assert talk.answer("Zerg win rate by year", "without 2022", "include 2022").periods_out == ()
    assert talk.answer("without 2022", "put it back").periods_out == ()
    assert talk.answer("without 2022", "all dates").periods_out == ()


def test_another_period_is_left_out_too(talk: Talk) -> None:
    asked = talk.answer("Zerg win rate", "without 2022", "without 2023 too")
    assert asked.periods_out == (Y2022, Y2023)


def test_a_month_is_left_out_of_the_year_that_was_asked_for(talk: Talk) -> None:
    asked = talk.answer("Zerg win rate in 2022", "without June")
    assert asked.period == (Y2022,)
    assert asked.periods_out == (Period(start=date(2022, 6, 1), end=date(2022, 7, 1)),)


def test_one_of_two_periods_is_one_no_more(talk: Talk) -> None:
    asked = talk.answer("compare the Zerg win rate in 2022 and 2023", "without 2022")
    assert (asked.period, asked.periods_out) == ((Y2023,), ())


def test_the_only_period_that_is_barred_is_dropped(talk: Talk) -> None:
    assert talk.answer("Zerg win rate in 2022", "not 2022") == Frame(
        filters=(Filter(dimension="race", values=("Zerg",)),)
    )


@pytest.mark.parametrize(
    ("first", "last", "order"),
    [
        ("best player", "the other way round", "asc"),
        ("승률 1위 선수는?", "반대로", "asc"),
        ("el peor jugador", "al revés", "desc"),
        ("worst player", "only the first two", "asc"),
        ("승률 꼴찌 선수는?", "앞에 두 명만", "asc"),
        ("el peor jugador", "los dos primeros", "asc"),
    ],
)
def test_the_end_of_a_ranking_is_kept_or_turned(
    talk: Talk, first: str, last: str, order: str
) -> None:
    asked = talk.answer(first, last)
    assert (asked.order, asked.group_by) == (order, ("player",))


def test_the_first_rows_of_a_trend_are_the_first_in_time(talk: Talk) -> None:
    asked = talk.answer("Zerg win rate by year", "only the first two")
    assert (asked.order, talk.column("year")) == (None, ["2021", "2022"])


@pytest.mark.parametrize("last", ["show all of them", "enséñamelos todos", "다 보여줘"])
def test_all_rows_of_a_ranking_are_its_rows(talk: Talk, last: str) -> None:
    assert talk.answer("worst map for Zerg", last).group_by == ("map",)


@pytest.mark.parametrize(
    ("first", "last", "key"),
    [
        ("Brisk win rate", "and the worst?", "player"),
        ("TvZ on Nightglass", "and the worst?", "map"),
        ("how many games were played on Nightglass?", "top 2", "map"),
    ],
)
def test_what_was_named_is_what_is_ranked(talk: Talk, first: str, last: str, key: str) -> None:
    assert talk.answer(first, last).group_by == (key,)


@pytest.mark.parametrize("last", ["which of the two is better?", "둘 중에 누가 나아?"])
def test_which_of_the_two_needs_two(talk: Talk, last: str) -> None:
    talk.answer("Brisk win rate")
    assert isinstance(talk.hear(last), Decline)
    talk.answer("and Corvid?")
    assert isinstance(talk.hear(last), Answerable)


@pytest.mark.parametrize("last", ["가장 좋았던 해는?", "which year was best?"])
def test_the_best_of_the_years_that_were_compared(talk: Talk, last: str) -> None:
    asked = talk.answer("2022년 2023년 저그 승률 비교", last)
    assert asked.filter("race") == Filter(dimension="race", values=("Zerg",))
    assert asked.order == "desc"


@pytest.mark.parametrize(
    "last", ["vuelve a contar los empates", "무승부 다시 세줘", "draws included"]
)
def test_draws_are_counted_again(talk: Talk, last: str) -> None:
    asked = talk.answer("Zerg win rate", "without draws", last)
    assert (asked.measure, asked.draws) == ("win_rate", "auto")


def test_the_rate_of_draws_counts_them(talk: Talk) -> None:
    assert talk.answer("Zerg win rate", "without draws", "and draws?").draws == "auto"


@pytest.mark.parametrize(
    "last", ["3세트까지 간 경기만", "matches that went to three sets", "partidos a tres sets"]
)
def test_so_many_sets_are_a_condition(talk: Talk, last: str) -> None:
    asked = talk.answer("Brisk win rate", last)
    assert asked.filter("sets") == Filter(dimension="sets", values=("3",))


def test_a_percentage_of_wins_is_no_rate_that_was_assumed(talk: Talk) -> None:
    plain = talk.hear("¿qué porcentaje gana Brisk?")
    bare = talk.hear("Brisk")
    assert isinstance(plain, Answerable)
    assert isinstance(bare, Answerable)
    assert (plain.default_measure, bare.default_measure) == (False, True)


@pytest.mark.parametrize("answer", ["all", "전부"])
def test_all_that_a_word_may_mean_are_shown(talk: Talk, answer: str) -> None:
    asked = talk.hear("Zerg win rate on alpine")
    assert isinstance(asked, Ask)
    offered = (*(f"{term.key}={term.detail}" for term in asked.meanings), ALL)
    waiting = Waiting(asked.frame, asked.slot, offered)
    assert chosen_by_place(answer, waiting) == ("meaning", ALL)
    told = understanding(talk.analyst).understand(answer, today=TODAY, waiting=waiting).outcome
    assert isinstance(told, Answerable)
    assert told.frame.filter("map") == Filter(
        dimension="map", values=("Alpine Lake", "Alpine Rift")
    )
