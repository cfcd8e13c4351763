"""What stands beside a name and says nothing more: titles, ranks of players, halves of brackets."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

_TODAY = date(2024, 12, 1)
_NAMES = ("신우진", "김도윤", "Carlsen", "lIlIlIl", "Ann")
_ROUNDS = ("WB", "LB", "Pools")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    lines = ["date,round,player_1,player_2,winner"]
    for n in range(150):
        one, two = _NAMES[n % 5], _NAMES[(n + 1 + n // 5 % 4) % 5]
        lines.append(f"2024-0{1 + n % 9}-1{n % 7},{_ROUNDS[n % 3]},{one},{two},{1 + n % 2}")
    return Talk.about("\n".join(lines), tmp_path_factory.mktemp("beside"), _TODAY)


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("신우진 9단 승률", "신우진"), ("김도윤 사범님 승률", "김도윤"),
        ("GM Carlsen win rate", "Carlsen"), ("coach Ann's win rate", "Ann"),
        ("el maestro Carlsen", "Carlsen"), ("and the other barcode lIlIlIl?", "lIlIlIl"),
        ("바코드 lIlIlIl 승률", "lIlIlIl")
    ],
)  # fmt: skip
def test_a_title_beside_a_name_is_no_condition(talk: Talk, said: str, name: str) -> None:
    assert [one.values for one in talk.answer("김도윤 승률", said).filters] == [(name,)]


def test_a_rank_without_a_name_is_not_known(talk: Talk) -> None:
    assert isinstance(talk.say("9단 승률"), Decline)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("losers bracket?", "LB"), ("winners' side", "WB"), ("패자조는?", "LB"),
        ("승자조만", "WB"), ("en el cuadro de perdedores", "LB")
    ],
)  # fmt: skip
def test_a_half_of_a_bracket_is_its_value(talk: Talk, said: str, value: str) -> None:
    assert [one.values for one in talk.answer("Ann win rate", said).filters] == [
        ("Ann",), (value,),
    ]  # fmt: skip


@pytest.mark.parametrize("said", ["나쁜 선수는?", "and the bad ones?", "¿y los malos?"])
def test_the_bad_after_the_best_are_the_worst(talk: Talk, said: str) -> None:
    frame = talk.answer("best players", said)
    assert (frame.group_by, frame.order) == (("player",), "asc")


@pytest.mark.parametrize("said", ["나쁜 선수는?", "and the bad ones?", "¿y los malos?"])
def test_the_bad_after_the_best_of_each_are_of_each_too(talk: Talk, said: str) -> None:
    frame = talk.answer("best player in each round", said)
    assert (frame.order, frame.within, frame.limit) == ("asc", "round", 1)


@pytest.mark.parametrize(
    ("said", "value"),
    [("in the losers bracket", "LB"), ("winners side", "WB"), ("패자조는?", "LB")],
)
def test_a_column_called_bracket_tells_its_halves(tmp_path: Path, said: str, value: str) -> None:
    lines = ["date,bracket,player_1,player_2,winner"] + [
        f"2024-0{1 + n % 9}-11,{('WB', 'LB')[n % 2]},{_NAMES[n % 5]},{_NAMES[(n + 1) % 5]},"
        f"{1 + n % 3 % 2}" for n in range(90)
    ]  # fmt: skip
    frame = Talk.about("\n".join(lines), tmp_path, _TODAY).answer("Ann win rate", said)
    assert [one.values for one in frame.filters] == [("Ann",), (value,)]
