"""Turns of favour, of growing strength and of how often something is met are read as figures."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.answering.periods.periods import month
from agents.data.match.compute.frame import Filter, Frame
from agents.data.rewording import reword
from tests.unit.agents.data.data_support import Talk

GAMES = """played,map,patch,race_1,race_2,winner
2024-02-01,Oasis,5.0,Terran,Zerg,1
2024-06-01,Oasis,5.1,Zerg,Protoss,2
2024-06-02,Ridge,5.1,Protoss,Terran,1
2024-07-01,Ridge,5.1,Zerg,Terran,1
"""
ZERG = Filter(dimension="race", values=("Zerg",))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    return Talk.about(GAMES, tmp_path_factory.mktemp("favoured"), date(2024, 11, 15))


@pytest.fixture
def talk(begun: Talk) -> Iterator[Talk]:
    yield begun
    begun.anew()


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("which map is most favorable for Zerg?", "desc"),
        ("mapa que más favorece a Zerg", "desc"), ("el mapa que más perjudica a Zerg", "asc"),
        ("which map is least favorable for Zerg?", "asc")
    ],
)  # fmt: skip
def test_what_favours_a_side_is_its_best(talk: Talk, text: str, order: str) -> None:
    found = talk.answer(text)
    assert found == Frame(filters=(ZERG,), group_by=("map",), order=found.order)
    assert found.order == order


def test_without_a_superlative_all_are_shown(talk: Talk) -> None:
    assert talk.answer("저그한테 좋은 맵은?") == Frame(filters=(ZERG,), group_by=("map",))


@pytest.mark.parametrize(
    "text",
    [
        "has Zerg become stronger?", "저그가 강해졌어?", "¿está mejorando Zerg?"
    ],
)  # fmt: skip
def test_who_becomes_stronger_has_a_trend_of_wins(talk: Talk, text: str) -> None:
    assert talk.answer(text) == talk.answer("Zerg win rate trend")


@pytest.mark.parametrize(
    "text",
    [
        "how often does Zerg show up?", "저그가 얼마나 자주 나와?",
        "¿con qué frecuencia se juega Zerg?"
    ],
)  # fmt: skip
def test_how_often_is_a_share_of_picks(talk: Talk, text: str) -> None:
    assert talk.answer(text) == Frame(measure="pick_share", filters=(ZERG,))


@pytest.mark.parametrize(
    "text",
    [
        "does Oasis favour Zerg?", "¿Oasis favorece a Zerg?", "오아시스가 저그한테 유리해?"
    ],
)  # fmt: skip
def test_whether_a_place_favours_a_side_is_its_rate_there(talk: Talk, text: str) -> None:
    oasis = Filter(dimension="map", values=("Oasis",))
    found = talk.answer(text)
    assert (found.measure, set(found.filters)) == ("win_rate", {ZERG, oasis})


@pytest.mark.parametrize(
    "text", ["어떤 종족으로 제일 많이 했어?", "무슨 종족을 가장 많이 했지?", "제일 많이 한 종족"]
)
def test_what_was_done_most_was_played_most(talk: Talk, text: str) -> None:
    found = talk.answer(text)
    assert (found.measure, found.group_by, found.order) == ("pick_share", ("race",), "desc")


def test_what_was_done_most_keeps_its_ending() -> None:
    assert reword("저그로 제일 많이 한 맵") == "저그로 가장 많이 플레이한 맵"
    assert reword("경기를 제일 많이 한 순으로") == "경기 수 많은 순으로"


def test_what_there_is_most_of_is_counted(talk: Talk) -> None:
    found = talk.answer("저그가 가장 많은 맵")
    assert (found.measure, found.group_by, found.order) == ("games", ("map",), "desc")
    assert talk.answer("저그가 제일 적은 맵은?").order == "asc"


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("win rate heatmap", "matchup"), ("승률 히트맵", "matchup"),
        ("mapa de calor de las tasas de victoria", "matchup"), ("Zerg heat map by map", "map"),
    ],
)  # fmt: skip
def test_a_heat_map_is_a_picture(talk: Talk, text: str, grouped: str) -> None:
    found = talk.answer(text)
    assert (found.group_by, found.presentation) == ((grouped,), "chart")


@pytest.mark.parametrize(
    "text",
    ["Zerg last June", "지난 6월 저그", "Zerg el pasado junio"],
)
def test_a_past_month_is_the_one_that_ended_last(talk: Talk, text: str) -> None:
    assert talk.answer(text) == Frame(filters=(ZERG,), period=(month(6, 2024),))


def test_the_month_that_is_not_over_is_not_past(talk: Talk) -> None:
    assert talk.hear("Zerg last November") == talk.hear("Zerg in November 2023")


def test_before_and_after_a_patch(talk: Talk) -> None:
    assert talk.answer("5.1 전후 저그 승률") == talk.answer("5.1 이전과 이후 저그 승률")
