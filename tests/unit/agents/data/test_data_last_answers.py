"""The last answers beside each other, without what was named last, and before or after it."""

from datetime import date

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Talk, meetings

TODAY = date(2024, 6, 1)
PLAYERS = {"Brisk": "Terran", "Corvid": "Zerg", "Dapple": "Protoss", "Ember": "Terran"}
_RACES = ("Terran", "Zerg", "Protoss")
MAPS = ("Copperline", "Saltmarsh", "Nightglass")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,map,patch,player1,race1,player2,race2,winner"]
    for number, day, one, two in meetings(list(PLAYERS), 360, date(2022, 1, 1), 2):
        patch = ("4.1", "4.2", "4.3")[number // 120]
        rows.append(
            f"{day},{MAPS[number % 3]},{patch},{one},{PLAYERS[one]},{two},{PLAYERS[two]},"
            f"{one if number % 5 < 3 else two}"
        )
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("last"), TODAY)


@pytest.fixture(scope="module")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    """Games in which the first of two names wins more on some maps than on others."""
    rows = ["date,map,player1,race1,player2,race2,winner"]
    races = dict(zip("ABCDEF", (*_RACES, *_RACES), strict=True))
    for number, day, one, two in meetings("ABCD", 720, date(2022, 1, 1), 1):
        names = [name if number % 11 > 4 else {"A": "E", "B": "F"}.get(name, name)
                 for name in (one, two)]  # fmt: skip
        wins = number * 7 % 13 < 4 + number % 3 + ord(names[0]) % 5
        sides = ",".join(f"Sir {name},{races[name]}" for name in names)
        won = names[0] if wins else names[1]
        rows.append(f"{day},{MAPS[number // 5 % 3]},{sides},Sir {won}")
    return Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("uneven"), TODAY)


@pytest.fixture(autouse=True)
def _anew(talk: Talk, uneven: Talk) -> None:
    talk.anew()
    uneven.anew()


@pytest.mark.parametrize(
    "last",
    [
        "all three", "세 사람 다 비교", "los tres"
    ],
)  # fmt: skip
def test_the_last_three_answers_are_compared(talk: Talk, last: str) -> None:
    asked = talk.answer("Brisk win rate", "and Corvid?", "and Dapple?", last)
    assert asked.filter("player") == Filter(
        dimension="player", values=("Brisk", "Corvid", "Dapple")
    )


@pytest.mark.parametrize(
    ("turns", "groups"),
    [
        (("best map for Sir A?", "best map for Sir B?", "best map for Sir D?",
          "compare the three"), ("player", "map")),
        (("제일 잘하는 테란은?", "제일 잘하는 저그는?", "제일 잘하는 프로토스는?", "셋 비교해줘"),
         ("race", "player")),
        (("mejor jugador Terran", "mejor jugador Zerg", "mejor jugador Protoss",
          "compara los tres"), ("race", "player")),
    ],
)  # fmt: skip
def test_the_first_of_three_rankings_are_compared(
    uneven: Talk, turns: tuple[str, ...], groups: tuple[str, ...]
) -> None:
    first = []
    for turn in turns[:3]:
        uneven.answer(turn)
        first.append(str(uneven.rows[0][0]))
    asked = uneven.answer(turns[3])
    assert (asked.group_by, asked.within, asked.limit) == (groups, groups[0], 1)
    assert len(uneven.rows) == 3 and sorted(str(row[1]) for row in uneven.rows) == sorted(first)


@pytest.mark.parametrize(
    ("first", "then", "whose"),
    [
        ("best map for Sir A?", "does Sir B play it well?", "Sir B"),
        ("best map for Sir A?", "does he play it well?", "Sir A"),
        ("best map for Sir A?", "how often does Sir D win on it?", "Sir D"),
        ("¿el mejor mapa de Sir A?", "¿cómo lo juega Sir B?", "Sir B"),
    ],
)
def test_it_is_what_was_ranked_first(uneven: Talk, first: str, then: str, whose: str) -> None:
    uneven.answer(first)
    best = str(uneven.rows[0][0])
    asked = uneven.answer(then)
    assert (asked.group_by, asked.measure) == ((), "win_rate")
    assert {one.dimension: one.values for one in asked.filters} == {
        "player": (whose,), "map": (best,),
    }  # fmt: skip


def test_so_many_periods_are_compared(talk: Talk) -> None:
    asked = talk.answer(
        "Zerg win rate in January 2022", "February 2022?", "March 2022?", "all three"
    )
    assert len(asked.period) == 3
    assert asked.filter("race") == Filter(dimension="race", values=("Zerg",))


def test_other_answers_in_between_are_none_of_the_three(talk: Talk) -> None:
    talk.answer("Brisk win rate", "and Corvid?", "on Saltmarsh", "and Dapple?")
    outcome = talk.hear("compare the three players")
    assert not isinstance(outcome, Answerable)


@pytest.mark.parametrize("last", ["and without it?", "그거 빼면?", "¿y sin él?"])
def test_without_it_leaves_out_what_was_named_last(talk: Talk, last: str) -> None:
    asked = talk.answer("Zerg win rate", "on Saltmarsh", last)
    assert asked.filter("map", exclude=True) == Filter(
        dimension="map", values=("Saltmarsh",), exclude=True
    )


@pytest.mark.parametrize("last", ["and when not?", "¿y cuando no?", "거기가 아닐 때는?"])
def test_when_not_leaves_it_out(talk: Talk, last: str) -> None:
    asked = talk.answer("Zerg win rate on Saltmarsh", last)
    assert asked.filters == (
        Filter(dimension="race", values=("Zerg",)),
        Filter(dimension="map", values=("Saltmarsh",), exclude=True),
    )


def test_without_it_is_asked_about_where_it_may_be_either(talk: Talk) -> None:
    talk.answer("Zerg win rate on Saltmarsh with patch 4.2")
    assert isinstance(talk.hear("and without it?"), Decline)


@pytest.mark.parametrize("last", ["and with it?", "con eso", "그거 포함하면?"])
def test_with_it_puts_it_back(talk: Talk, last: str) -> None:
    asked = talk.answer("Zerg win rate", "without Saltmarsh", last)
    assert asked.filter("map", exclude=True) is None


@pytest.mark.parametrize(
    "last", ["before that patch?", "그 패치 전에는?", "¿y antes de ese parche?"]
)
@pytest.mark.parametrize("first", ["Zerg win rate since patch 4.2", "Zerg win rate on patch 4.2"])
def test_before_that_patch_is_told_by_its_first_day(talk: Talk, first: str, last: str) -> None:
    asked = talk.answer(first, last)
    assert [p.end for p in asked.period] == [date(2022, 8, 29)]
    assert asked.filter("patch") is None


@pytest.mark.parametrize(
    ("last", "period"),
    [
        ("after that?", Period(start=date(2022, 4, 1))),
        ("since then?", Period(start=date(2022, 3, 1))),
        ("그 후로는?", Period(start=date(2022, 4, 1))),
        ("¿y desde entonces?", Period(start=date(2022, 3, 1))),
        ("¿y después?", Period(start=date(2022, 4, 1))),
        ("and earlier?", Period(end=date(2022, 3, 1))),
    ],
)
def test_before_and_after_are_told_by_the_last_period(
    talk: Talk, last: str, period: Period
) -> None:
    assert talk.answer("Zerg win rate in March 2022", last).period == (period,)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("¿quién le gana más a Corvid?", "¿y a Dapple?"),
        ("누가 Corvid한테 제일 많이 이겼어?", "Dapple한테는?"),
        ("who lost most to Corvid?", "and to Dapple?"),
    ],
)
def test_to_whom_is_another_rival(talk: Talk, first: str, last: str) -> None:
    asked = talk.answer(first, last)
    assert asked.filter("player", "opponent") == Filter(
        dimension="player", values=("Dapple",), side="opponent"
    )
    assert asked.group_by == ("player",)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Terran win rate by map", "and Zerg wins?"),
        ("tasa de victorias de Terran por mapa", "¿y victorias de Zerg?"),
        ("테란 맵별 승률", "그럼 저그 승수는?"),
    ],
)
def test_a_figure_of_another_side_keeps_the_rows(talk: Talk, first: str, last: str) -> None:
    asked = talk.answer(first, last)
    assert (asked.measure, asked.group_by) == ("wins", ("map",))
    assert asked.filter("race") == Filter(dimension="race", values=("Zerg",))


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Zerg win rate by map above 40%", "same for Protoss"),
        ("맵별로 저그 승률이 40% 넘는 데는?", "프로토스도 그렇게"),
        ("Zerg win rate by map above 40%", "lo mismo para Protoss"),
    ],
)
def test_the_same_of_another_is_of_that_one_alone(talk: Talk, first: str, last: str) -> None:
    asked = talk.answer(first, last)
    assert asked.filter("race") == Filter(dimension="race", values=("Protoss",))
    assert asked.bounds


@pytest.mark.parametrize(
    "last",
    ["which map is better?", "어느 맵이 더 나아?", "¿qué mapa es mejor?"],
)
def test_the_best_after_losses_is_the_one_of_the_best_rate(talk: Talk, last: str) -> None:
    asked = talk.answer("how many games did Brisk lose?", last)
    assert (asked.measure, asked.order, asked.group_by) == ("win_rate", "desc", ("map",))


@pytest.mark.parametrize("often", ["más a menudo", "más frecuentemente", "con más frecuencia"])
def test_more_often_is_most(talk: Talk, often: str) -> None:
    asked = talk.answer(f"¿a quién le gana {often} Brisk?")
    assert (asked.order, asked.filter("player")) == (
        "desc", Filter(dimension="player", values=("Brisk",)),
    )  # fmt: skip


def test_what_is_missing_is_called_what_was_asked_for(talk: Talk) -> None:
    outcome = talk.hear("win rate on Mondays")
    assert isinstance(outcome, Decline)
    assert outcome.word == "day of the week"
    told = talk.hear("오늘 저녁 뭐 먹지")
    assert isinstance(told, Decline)
    assert told.reason == "topic"
