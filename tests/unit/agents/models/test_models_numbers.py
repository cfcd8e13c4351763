"""No number is shown in a model's words that a tool, a person or an earlier answer did not give."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.models.answer_stream import Spoken
from agents.models.numbers import LEFT_OUT, KnownNumbers, checked

MATERIAL = "2,400 games, 1392 wins, rate 0.5796, Acropolis LE 1.2, 53,4 %"


def known(text: str = MATERIAL) -> KnownNumbers:
    found = KnownNumbers()
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


@pytest.mark.parametrize(
    "text",
    [
        "fifty-eight percent", "one thousand three hundred and ninety-two wins", "this one", "once",
        "cincuenta y ocho por ciento", "mil trescientos noventa y dos", "la primera", "¿Un mapa?",
        "오십팔 퍼센트", "천삼백구십이 경기", "네, 이 경기는 하나", "사이 시간에", "天下",
    ],
)  # fmt: skip
def test_what_was_given_is_shown_in_words_too(text: str) -> None:
    assert checked(text, known()) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "seven", "Forty-two", "forty two", "dozens", "twenty one", "one hundred and five",
        "cuarenta y dos", "dos mil", "veintiún", "setecientas", "once mil",
        "마흔둘", "사십이 퍼센트", "세 경기", "스무 명", "다섯", "이십사만 오천 명", "四十二",
        "½", "⑦",
    ],
)  # fmt: skip
def test_what_nobody_gave_is_left_out_in_words_too(text: str) -> None:
    shown, strange = checked(f"> {text} <", known())
    assert strange == 1
    assert shown.startswith(f"> {LEFT_OUT}")


@pytest.mark.parametrize(
    "text",
    [
        "half of the games", "half", "halved", "a third of them", "one-third", "two thirds",
        "three quarters", "a quarter of it", "twice", "doubled", "double the rate", "thousands of",
        "hundreds of thousands", "tens of games", "both won", "XII games", "MMXX",
        "절반", "두 배", "수천 경기", "수만 명", "삼분의 일", "갑절", "둘 다 졌다",
        "mitad de ellas", "un tercio de", "dos tercios", "el doble", "miles de partidas",
        "cientos de miles", "ambos ganan",
    ],
)  # fmt: skip
def test_a_quantity_that_nobody_gave_is_left_out(text: str) -> None:
    shown, strange = checked(f"> {text} <", known("7 games, 7.5 points"))
    assert strange == 1, shown
    assert shown.startswith(f"> {LEFT_OUT}")


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        ("50 % of 24 games", "half of the games, la mitad, 절반"),
        ("rate 0.333", "a third of them, un tercio de, 삼분의 일"),
        ("66.7 %", "two thirds"),
        ("2", "twice, both, el doble, ambas, 두 배, 둘 다"),
        ("3,400 games", "thousands of games, miles de partidas, 수천 경기"),
        ("250000 lines", "hundreds of thousands of lines, cientos de miles"),
        ("Terran and Zerg", "both of them"),
        ("TvZ vs PvT", "both"),
        ("테란과 저그", "둘 다 졌다"),
        ("12", "XII"),
        ("patch XII", "XII"),
    ],
)
def test_a_quantity_that_was_given_is_shown(given_: str, text: str) -> None:
    assert checked(text, known(given_)) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "the first half of the year", "in the second half", "the other half", "half an hour",
        "half-hearted", "last quarter", "the third game", "a third game", "per quarter",
        "Both Terran and Zerg lose", "Terran and Zerg: both lose", "StarCraft II",
        "el rey Felipe VI reinó",
        "double elimination", "The CI and the DM", "some miles", "I. V. X",
        "II. Second\nIII. Third", "el cuarto mapa", "la segunda mitad", "반 정도", "수천시", "배로",
        "테란과 저그는 둘 다", "Terran y Zerg, ambos", "MIX", "vs",
    ],
)  # fmt: skip
def test_what_is_no_quantity_stays(text: str) -> None:
    assert checked(text, known("99 games")) == (text, 0)


def test_a_number_in_words_makes_its_digits_known_and_the_other_way_round() -> None:
    assert checked("7, siete, 일곱 번, seven", known("seven"))[1] == 0
    assert checked("siete", known("7"))[1] == 0


def test_known_numbers_make_no_other_one() -> None:
    assert checked("forty-seven", known("42 and 7")) == (LEFT_OUT, 1)


def test_a_list_keeps_its_numbers_and_nothing_else_does() -> None:
    shown, strange = checked("1. About 99 %\n2) Then 98\n", known())
    assert (shown, strange) == (f"1. About {LEFT_OUT} %\n2) Then {LEFT_OUT}\n", 2)


def test_a_number_that_comes_alone_in_mid_line_begins_no_list() -> None:
    spoken = Spoken(known())
    assert spoken.take("about ") + spoken.take("99. ") + spoken.rest() == f"about {LEFT_OUT}. "


PIECES = st.lists(
    st.one_of(
        st.text(alphabet="0123456789,. a%\n", max_size=8),
        st.sampled_from(
            ["forty", "-", " ", "two", "and", "y", "mil", "cien", "사십", "이", "만", "마흔", "둘",
             "두", "경기", "퍼센트", "\u00a0", "x", "½", "四", "十", "half",
             "an", "a", "third", "of", "first", "both", "XII", "Terran", "수천", "thousands",
             "miles", "de", "절반", "el", "doble", "분의", "일", "둘 다"]
        ),
    ),
    max_size=12,
)  # fmt: skip


@given(st.text(), PIECES)
def test_in_pieces_it_is_as_it_is_at_once(material: str, pieces: list[str]) -> None:
    spoken = Spoken(known(material))
    shown = "".join([*(spoken.take(piece) for piece in pieces), spoken.rest()])
    whole = "".join(pieces)
    assert (shown, spoken.left_out) == checked(whole, known(material))


@given(st.text(alphabet="0123456789 .,x"))
def test_nothing_unknown_comes_through(text: str) -> None:
    shown, _ = checked(f"x {text}", known("7"))
    assert all(known("7").holds(n) for n in re.findall(r"\d+(?:[.,]\d+)*", shown))


def test_the_marks_of_material_are_not_shown_however_they_come() -> None:
    spoken = Spoken(known("99"))
    pieces = ["The file says <da", "ta>\n99 errors\n</", "data> and ", "<\u200bdata> too"]
    shown = "".join([*map(spoken.take, pieces), spoken.rest()])
    assert shown == "The file says \n99 errors\n and  too"
    asked = Spoken(known("99"), marks=True)
    assert asked.take("a <data> element ") + asked.rest() == "a <data> element "
