"""No number is shown in a model's words that a tool, a person or an earlier answer did not give."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.models.numbers import LEFT_OUT, Known, checked
from agents.models.spoken import Spoken

MATERIAL = "2,400 games, 1392 wins, rate 0.5796, Acropolis LE 1.2, 53,4 %"


def known(text: str = MATERIAL) -> Known:
    found = Known()
    found.learn(text)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "2,400 games", "2400 games", "2.400 partidas", "1,392승", "58%", "58.0 %", "57.96%",
        "57,96 %", "0.58", "53.4%", "53,4%", "1. first\n2. second", "LE 1.2", "no number",
    ],
)  # fmt: skip
def test_what_was_given_is_shown_however_it_is_written(text: str) -> None:
    assert checked(text, known()) == (text, 0)


@pytest.mark.parametrize(
    "text",
    ["2,401 games", "1393", "59%", "57.95 %", "0.57", "24", "1 392", "２４０１", "1789", "10"],
)
def test_what_nobody_gave_is_left_out(text: str) -> None:
    shown, strange = checked(text, known())
    assert strange
    assert LEFT_OUT in shown
    assert not re.search(r"2,401|1393|59|57\.95|0\.57|24\b|1789", shown)


def test_a_list_keeps_its_numbers_and_nothing_else_does() -> None:
    shown, strange = checked("1. About 99 %\n2) Then 98\n", known())
    assert (shown, strange) == (f"1. About {LEFT_OUT} %\n2) Then {LEFT_OUT}\n", 2)


def test_a_number_that_comes_alone_in_mid_line_begins_no_list() -> None:
    spoken = Spoken(known())
    assert spoken.take("about ") + spoken.take("99. ") + spoken.rest() == f"about {LEFT_OUT}. "


@given(st.text(), st.lists(st.text(alphabet="0123456789,. a%\n"), max_size=8))
def test_in_pieces_it_is_as_it_is_at_once(material: str, pieces: list[str]) -> None:
    spoken = Spoken(known(material))
    shown = "".join([*(spoken.take(piece) for piece in pieces), spoken.rest()])
    whole = "".join(pieces)
    assert (shown, spoken.left_out) == checked(whole, known(material))


@given(st.text(alphabet="0123456789 .,x"))
def test_nothing_unknown_comes_through(text: str) -> None:
    shown, _ = checked(f"x {text}", known("7"))
    assert all(known("7").holds(n) for n in re.findall(r"\d+(?:[.,]\d+)*", shown))
