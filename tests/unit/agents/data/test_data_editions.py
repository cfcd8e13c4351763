"""Editions of a cup are asked for together, and words of statistics are nobody's name."""

import pytest

from agents.data.editions import are_editions, edition_of
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

CUPS = tuple(f"Alpine Open {year}" for year in range(2020, 2027))


@pytest.fixture
def talk() -> Talk:
    return Talk.on_sample()


@pytest.mark.parametrize(
    "said",
    [
        ("Terran win rate at the Alpine Open",), ("테란 승률 Alpine Open에서",),
        ("tasa de victorias de Terran en el Alpine Open",),
        ("Terran win rate", "only the Alpine Open"),
        ("Terran win rate at the Harbour League", "and in the Alpine Open?"),
    ],
)  # fmt: skip
def test_all_editions_are_one_figure(talk: Talk, said: tuple[str, ...]) -> None:
    found = talk.asked(*said).filter("tournament")
    assert found == Filter(dimension="tournament", values=CUPS, together=True)


@pytest.mark.parametrize(
    "said", [("Terran except the Alpine Open",), ("Terran win rate", "not in the Alpine Open")]
)
def test_all_editions_are_left_out(talk: Talk, said: tuple[str, ...]) -> None:
    found = talk.asked(*said).filters[-1]
    assert (found.values, found.exclude) == (CUPS, True)


def test_one_edition_is_one(talk: Talk) -> None:
    found = talk.asked("Terran at the Alpine Open 2021").filter("tournament")
    assert found is not None
    assert found.values == ("Alpine Open 2021",)


@pytest.mark.parametrize(
    ("value", "stem"),
    [
        ("Alpine Open 2020", "alpine open"), ("2020 GSL", "gsl"), ("Liga (2021)", "liga"),
        ("Premier 2022/23", "premier"), ("봄 리그 2021년", "봄 리그"), ("2021", "")
    ],
)  # fmt: skip
def test_what_is_left_without_a_year(value: str, stem: str) -> None:
    assert edition_of(value) == stem
    assert not are_editions([value])


@pytest.mark.parametrize(
    "text", ["median game length on Acropolis", "mediana de duración", "경기 시간 중앙값"]
)
def test_a_median_is_no_player(talk: Talk, text: str) -> None:
    assert isinstance(talk.say(text), Decline)


def test_a_name_that_is_also_a_word_stands_before_its_noun(talk: Talk) -> None:
    found = talk.asked("Terran win rate on the us server").filter("server")
    assert found is not None
    assert found.values == ("us",)
    assert talk.asked("show us Terran win rate").filter("server") is None


@pytest.mark.parametrize(
    ("text", "order"), [("저그가 제일 약한 종족은?", "asc"), ("신더가 가장 강한 종족은?", "desc")]
)
def test_whom_one_is_weak_against_is_a_rival(talk: Talk, text: str, order: str) -> None:
    found = talk.asked(text)
    assert (found.group_by, found.order) == (("opponent",), order)


def test_trending_is_a_trend(talk: Talk) -> None:
    assert talk.asked("How is TvZ trending since 2021?").group_by == ("month",)
