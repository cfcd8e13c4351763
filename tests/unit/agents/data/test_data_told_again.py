"""What was told before is asked for again: what was Ken's again? 처음에 물어본 거 다시."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk, meetings

_RACES = {"Brisk": "Terran", "Corvid": "Zerg", "Dapple": "Protoss", "Ember": "Terran"}
_CUPS = ("Harbour Cup", "Lake Cup")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,map,tournament,player1,race1,player2,race2,winner"]
    for number, day, one, two in meetings(tuple(_RACES), 360, date(2022, 1, 1), 2):
        arena = ("Copperline", "Saltmarsh", "Nightglass")[number % 3]
        rows.append(
            f"{day},{arena},{_CUPS[number % 2]},{one},{_RACES[one]},{two},{_RACES[two]},"
            f"{one if number % 5 < 3 else two}"
        )
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("again"), date(2024, 6, 1))


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


@pytest.mark.parametrize(
    "last",
    [
        "what was Brisk's again?", "¿cuánto era la de Brisk antes?", "브리스크는 아까 얼마였지?"
    ],
)  # fmt: skip
def test_an_earlier_figure_of_a_name_is_told_again(talk: Talk, last: str) -> None:
    told = talk.answer("Brisk win rate in Harbour Cup", "and in Lake Cup?")
    figures = talk.rows
    said = talk.answer("Corvid?", "by map", last)
    assert (said, talk.rows) == (told, figures)


@pytest.mark.parametrize(
    "last",
    ["what was the Zerg one again?", "아까 저그는 얼마였지?", "¿cuánto era la de Zerg antes?"],
)
def test_so_is_a_row_of_what_was_shown(talk: Talk, last: str) -> None:
    said = talk.answer("win rate by race in 2023", "by map", last)
    assert said.filters == (Filter(dimension="race", values=("Zerg",)),)
    assert (said.group_by, len(said.period)) == ((), 1)


def test_what_was_not_told_is_asked_of_the_last_question(talk: Talk) -> None:
    said = talk.answer("Brisk win rate in Lake Cup", "what was Dapple's again?")
    assert said.filter("player") == Filter(dimension="player", values=("Dapple",))
    assert said.filter("tournament") is not None


@pytest.mark.parametrize(
    "last",
    [
        "맨 처음에 물어본 거 다시", "show me the first question again",
        "repite la primera pregunta"
    ],
)  # fmt: skip
def test_the_first_question_is_answered_again(talk: Talk, last: str) -> None:
    told = talk.answer("Brisk win rate in Harbour Cup")
    figures = talk.rows
    talk.answer("Corvid?", "Dapple?", "Ember?", "by map", "in 2023", "Zerg win rate", "by month")
    assert (talk.answer(last), talk.rows) == (told, figures)


@pytest.mark.parametrize("text", ["the first half of 2023", "첫 경기 승률", "el primer mapa"])
def test_what_else_is_first_is_no_question(talk: Talk, text: str) -> None:
    told = talk.answer("Brisk win rate", "Corvid win rate by map")
    outcome = talk.say(text)
    assert getattr(outcome, "frame", None) != told.model_copy(update={"group_by": ()})
