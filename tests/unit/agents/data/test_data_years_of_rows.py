"""In a table without days a year is a value of the column that holds years."""

from collections.abc import Iterator
from datetime import date
from itertools import product

import pytest

from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

RACES = ("Terran", "Zerg", "Protoss")
TERRAN = Filter(dimension="race", values=("Terran",))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["season,map,race,opponent_race,games,wins"]
    for season, name, own, rival in product(("2022", "2023"), ("Alcyone", "Babylon"), RACES, RACES):
        rows.append(f"{season},{name},{own},{rival},{40 + len(own)},{20 + len(rival)}")
    return Talk.about("\n".join(rows), tmp_path_factory.mktemp("years"), date(2024, 5, 1))


@pytest.fixture
def talk(begun: Talk) -> Iterator[Talk]:
    yield begun
    begun.anew()


def season(*years: str, exclude: bool = False, together: bool = False) -> Filter:
    return Filter(dimension="season", values=years, exclude=exclude, together=together)


@pytest.mark.parametrize("text", ["Terran in 2022", "테란 2022년 승률", "Terran en 2022"])
def test_a_year_is_a_season(talk: Talk, text: str) -> None:
    assert set(talk.answer(text).filters) == {TERRAN, season("2022")}


def test_years_follow_each_other(talk: Talk) -> None:
    found = talk.answer("Terran win rate", "in 2022", "and last year?")
    assert set(found.filters) == {TERRAN, season("2023")}


def test_since_a_year_they_are_together(talk: Talk) -> None:
    assert set(talk.answer("Terran since 2022").filters) == {
        TERRAN,
        season("2022", "2023", together=True),
    }


def test_two_years_are_compared(talk: Talk) -> None:
    assert set(talk.answer("Terran 2022 vs 2023").filters) == {TERRAN, season("2022", "2023")}


@pytest.mark.parametrize("text", ["Terran by year", "연도별 테란 승률", "Terran trend"])
def test_by_year_is_by_season(talk: Talk, text: str) -> None:
    assert talk.answer(text) == Frame(filters=(TERRAN,), group_by=("season",))


@pytest.mark.parametrize(
    "text",
    ["Terran without 2022", "2022년 빼고 테란 승률"],
)
def test_a_year_is_left_out(talk: Talk, text: str) -> None:
    assert set(talk.answer(text).filters) == {TERRAN, season("2022", exclude=True)}


def test_two_years_are_left_out(talk: Talk) -> None:
    found = talk.answer("Terran not in 2022, not in 2023")
    assert set(found.filters) == {TERRAN, season("2022", "2023", exclude=True)}


@pytest.mark.parametrize(
    "text", ["Terran in 2023 instead of 2022", "Terran in 2023 not 2022", "2022년 말고 2023년 테란"]
)
def test_a_year_takes_the_place_of_another(talk: Talk, text: str) -> None:
    assert set(talk.answer(text).filters) == {TERRAN, season("2023")}


@pytest.mark.parametrize("text", ["Terran in 2019", "Terran in May 2022"])
def test_what_no_row_has_cannot_be_told(talk: Talk, text: str) -> None:
    outcome = talk.say(text)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "no_time"


def test_by_race_after_a_matchup_is_of_all_races(talk: Talk) -> None:
    assert talk.answer("TvZ on Babylon", "win rate by race") == Frame(
        filters=(Filter(dimension="map", values=("Babylon",)),), group_by=("race",)
    )


@pytest.mark.parametrize("text", ["win rate of Zerg above Babylon", "Zerg below Alcyone"])
def test_above_a_map_means_nothing(talk: Talk, text: str) -> None:
    assert isinstance(talk.say(text), Decline)
