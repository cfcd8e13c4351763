"""What is most balanced or most lopsided is ranked by how far its rate is from one half."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable
from tests.unit.agents.data.data_support import Talk

WON = {  # of 40 games each: Terran's wins over Zerg and Protoss, Zerg's over Protoss
    "Oasis": (26, 20, 21), "Ridge": (19, 31, 8), "Delta": (12, 22, 33),
}  # fmt: skip
PAIRS = (("Terran", "Zerg"), ("Terran", "Protoss"), ("Zerg", "Protoss"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["played,map,race_1,race_2,winner"]
    for name, won in WON.items():
        for (one, two), wins in zip(PAIRS, won, strict=True):
            rows += [f"2024-03-01,{name},{one},{two},{1 if n < wins else 2}" for n in range(40)]
    folder = tmp_path_factory.mktemp("evenness")
    return Talk.about("\n".join(rows), folder, date(2024, 6, 1))


@pytest.fixture
def talk(begun: Talk) -> Iterator[Talk]:
    yield begun
    begun.anew()


def first(talk: Talk) -> str:
    assert talk.analysis is not None
    return str(talk.analysis.rows[0][0])


@pytest.mark.parametrize(
    "text",
    [
        "most balanced map in TvZ", "테저전 밸런스 제일 잘 맞는 맵",
        "¿cuál es el mapa más equilibrado en TvZ?"
    ],
)  # fmt: skip
def test_the_most_balanced_is_nearest_to_one_half(talk: Talk, text: str) -> None:
    found = talk.answer(text)
    assert (found.group_by, found.order) == (("map",), "even")
    assert first(talk) == "Ridge"
    assert talk.text.count("50") >= 1


@pytest.mark.parametrize(
    "text",
    [
        "most lopsided map in TvP", "테프전 밸런스가 가장 무너진 맵은?",
        "¿qué mapa está más desequilibrado en TvP?"
    ],
)  # fmt: skip
def test_the_most_lopsided_is_farthest_from_it(talk: Talk, text: str) -> None:
    assert talk.answer(text).order == "uneven"
    assert first(talk) == "Ridge"


@pytest.mark.parametrize(
    "text",
    [
        "which matchup is the most lopsided?", "가장 밸런스가 안 맞는 종족전은?",
        "¿qué enfrentamiento está más desequilibrado?"
    ],
)  # fmt: skip
def test_a_lopsided_matchup_is_told_of_the_side_that_wins_more(talk: Talk, text: str) -> None:
    found = talk.answer(text)
    assert (found.measure, found.group_by, found.order) == ("win_rate", ("matchup",), "uneven")
    assert talk.analysis is not None
    place = talk.analysis.names.index("win_rate")
    far = [round(float(str(row[place])) - 0.5, 9) for row in talk.analysis.rows]
    assert far == sorted(far, reverse=True)
    assert far[-1] >= 0


def test_the_other_end_follows(talk: Talk) -> None:
    talk.answer("most balanced map in TvZ")
    found = talk.answer("and the least balanced?")
    assert (found.group_by, found.order) == (("map",), "uneven")
    assert first(talk) == "Delta"


@pytest.mark.parametrize("text", ["is TvZ balanced?", "TvZ 밸런스 어때?", "¿está equilibrado TvZ?"])
def test_without_a_choice_it_is_the_rate(talk: Talk, text: str) -> None:
    outcome = talk.say(text)
    assert isinstance(outcome, Answerable)
    plain = talk.answer("TvZ win rate")
    assert outcome.frame == plain == Frame(filters=plain.filters)
