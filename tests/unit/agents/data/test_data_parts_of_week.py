"""Days of the week and parts of the day are told by a column that holds them."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

_CLUBS = ("두산", "키움", "한화", "KIA")
_GAMES = "경기일자,요일,홈팀,원정팀,홈득점,원정득점,주야,연장여부\n" + "".join(
    f"2024-0{4 + i % 5}-{1 + i % 28:02d},{'월화수목금토일'[i % 7]},{_CLUBS[i % 4]},"
    f"{_CLUBS[(i + 1 + i // 4 % 3) % 4]},{i % 5},{(i * 3 + 1) % 7},{('주간', '야간')[i // 2 % 2]},"
    f"{('Y', 'N', 'N')[i // 3 % 3]}\n"
    for i in range(280)
)
_LOG = "when,my deck,their deck,went first,weekday,result\n" + "".join(
    f"2024-0{1 + i % 9}-{1 + i % 28:02d},{('Ramp Druid', 'Plague DK')[i % 2]},"
    f"{('Ramp Druid', 'Token Druid', 'Odyn Warrior')[i // 2 % 3]},{('yes', 'no')[i // 3 % 2]},"
    f"{('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')[i % 7]},{('won', 'lost')[i // 5 % 2]}\n"
    for i in range(210)
)
_WEEKEND = Filter(dimension="요일", values=("토", "일"))


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    talk = Talk.about(_GAMES, tmp_path_factory.mktemp("league"), date(2024, 11, 15))
    yield talk
    talk.analyst.close()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    talk = Talk.about(_LOG, tmp_path_factory.mktemp("log"), date(2024, 11, 15))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("월요일 KIA 승률", {"월"}), ("KIA win rate on Saturdays", {"토"}),
        ("tasa de victorias de KIA los domingos", {"일"}), ("주말 경기 KIA 승률", {"토", "일"}),
        ("KIA win rate at weekends", {"토", "일"}), ("KIA los fines de semana", {"토", "일"}),
        ("평일 KIA 승률", {"월", "화", "수", "목", "금"}),
    ],
)  # fmt: skip
def test_a_day_of_the_week_is_a_condition(league: Talk, said: str, values: set[str]) -> None:
    frame = league.asked(said)
    found = frame.filter("요일")
    assert found is not None
    assert (set(found.values), frame.group_by) == (values, ())
    assert found.together == (len(values) > 1)


def test_days_that_are_left_out_are_left_out(league: Talk) -> None:
    found = league.asked("주말 빼고 KIA 승률").filter("요일", exclude=True)
    assert found is not None
    assert set(found.values) == {"토", "일"}


@pytest.mark.parametrize(
    "said", ["요일별 KIA 승률", "KIA win rate by weekday", "KIA by day of the week"]
)
def test_days_of_the_week_are_rows_where_it_is_said(league: Talk, said: str) -> None:
    frame = league.asked(said)
    assert (frame.group_by, frame.filter("요일")) == (("요일",), None)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("야간 경기 KIA 승률", "야간"), ("KIA win rate at night", "야간"), ("KIA de noche", "야간"),
        ("KIA win rate in the daytime", "주간"), ("KIA 낮 경기 승률", "주간"),
    ],
)  # fmt: skip
def test_a_part_of_the_day_is_a_condition(league: Talk, said: str, value: str) -> None:
    found = league.asked(said).filter("주야")
    assert found is not None
    assert found.values == (value,)


def test_a_table_without_such_a_column_says_so(tmp_path: Path) -> None:
    talk = Talk.about(
        "date,race_1,race_2,winner\n2024-05-01,Terran,Zerg,1\n2024-05-02,Zerg,Terran,2\n",
        tmp_path, date(2024, 11, 15),
    )  # fmt: skip
    outcome = talk.say("Zerg win rate on Saturdays")
    talk.analyst.close()
    assert isinstance(outcome, Decline)
    assert outcome.word == "day of the week"


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (("연장전 KIA 승률",), "Y"), (("KIA 승률", "연장전만"), "Y"),
        (("KIA 승률", "연장전만", "연장 빼고"), "N"), (("연장 아닌 경기 KIA 승률",), "N"),
    ],
)  # fmt: skip
def test_whether_is_no_part_of_what_a_header_asks(
    league: Talk, said: tuple[str, ...], value: str
) -> None:
    found = league.asked(*said).filter("연장여부")
    assert found is not None
    assert found.values == (value,)


@pytest.mark.parametrize(
    "said",
    [
        "which deck do I face most?", "¿a qué mazo me enfrento más?", "어떤 덱을 제일 많이 만나?"
    ],
)  # fmt: skip
def test_what_is_faced_most_is_of_rivals(log: Talk, said: str) -> None:
    frame = log.asked(said)
    assert (frame.measure, frame.group_by, frame.order) == ("games", ("opponent",), "desc")


@pytest.mark.parametrize(
    "said", ["first vs second", "win rate going first or second", "선공 vs 후공"]
)
def test_who_began_is_set_beside_who_did_not(log: Talk, said: str) -> None:
    found = log.asked(said).filter("went_first")
    assert found is not None
    assert set(found.values) == {"true", "false"}


def test_first_alone_is_not_who_came_second(log: Talk) -> None:
    log.anew()
    assert isinstance(log.say("win rate first"), Decline)


def test_a_plural_is_of_the_name(log: Talk) -> None:
    found = log.asked("win rate vs Token Druids")
    assert found.filters == (Filter(dimension="deck", values=("Token Druid",), side="opponent"),)


@pytest.mark.parametrize("said", ["who leads?", "누가 더 많이 이겼어?", "¿quién va ganando?"])
def test_who_leads_is_asked_of_the_two(league: Talk, said: str) -> None:
    both = league.asked("두산 대 KIA").filters
    assert league.answer(said).filters == both


@pytest.mark.parametrize(
    "said",
    [
        "win rate against players with Token Druid",
        "tasa de victorias contra rivales que usan Token Druid", "Token Druid 쓰는 상대로 승률"
    ],
)  # fmt: skip
def test_those_who_play_something_are_rivals_with_it(log: Talk, said: str) -> None:
    rival = Filter(dimension="deck", values=("Token Druid",), side="opponent")
    assert log.asked(said).filters == (rival,)
