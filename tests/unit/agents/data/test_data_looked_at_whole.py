"""What is looked at as a whole is one figure: 전체, a half of a year, these games in total."""

from datetime import date

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Talk

NAMES = {"Quasar": ("Terran", "Protoss"), "Moth": ("Zerg",), "Oryx": ("Protoss", "Zerg")}
HALF = Period(start=date(2024, 1, 1), end=date(2024, 7, 1))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,map,winner,winner_race,loser,loser_race"]
    names = list(NAMES)
    for index in range(180):
        one, two = names[index % 3], names[(index + 1 + index // 3 % 2) % 3]
        races = (NAMES[one][index % len(NAMES[one])], NAMES[two][index % len(NAMES[two])])
        rows.append(
            f"{2023 + index % 2}-{1 + index % 11:02d}-15,{('Ley', 'Eco')[index // 2 % 2]},"
            f"{one},{races[0]},{two},{races[1]}"
        )
    folder = tmp_path_factory.mktemp("whole")
    return Talk.about("\n".join(rows), folder, date(2024, 12, 15))


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["game_time,rank,my_colors,opp_colors,won"]
    pairs = ("WG", "WB", "UR")
    rows += [
        f"2024-{1 + index % 5:02d}-15,{('gold', 'silver')[index % 2]},{pairs[index % 3]},"
        f"{pairs[(index + 1) % 3]},{('True', 'False')[index // 2 % 2]}"
        for index in range(120)
    ]
    return Talk.about("\n".join(rows), tmp_path_factory.mktemp("drafts"), date(2024, 12, 15))


def test_all_of_one_is_no_list_of_its_races(talk: Talk) -> None:
    assert talk.asked("Quasar 전체 승률").group_by == ()
    assert talk.answer("전체 종족 승률").group_by == ("race",)


@pytest.mark.parametrize("text", ["2024년 전체로", "all of 2024", "en todo 2024"])
def test_a_whole_period_keeps_whom_it_is_about(talk: Talk, text: str) -> None:
    asked = talk.asked("Quasar win rate", text)
    year = Period(start=date(2024, 1, 1), end=date(2025, 1, 1))
    assert (asked.period, asked.group_by) == ((year,), ())
    assert asked.filters == (Filter(dimension="player", values=("Quasar",)),)


@pytest.mark.parametrize("text", ["모든 종족 상대로", "against all races"])
def test_against_all_is_against_everyone(talk: Talk, text: str) -> None:
    assert talk.asked("Quasar win rate", "against Zerg", text).group_by == ()
    assert talk.answer(f"Quasar 승률 {text}").group_by == ()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("월별 Quasar 승률", "2024년 상반기만 합쳐서"),
        ("Quasar win rate by month", "just the first half of 2024 combined"),
        ("Quasar win rate by month", "January to June 2024 together"),
    ],
)
def test_a_period_put_together_is_no_summary(talk: Talk, first: str, then: str) -> None:
    asked = talk.asked(first, then)
    assert (asked.period, asked.group_by) == ((HALF,), ())


def test_months_with_a_gap_are_not_put_together(talk: Talk) -> None:
    talk.asked("Quasar win rate by month")
    assert isinstance(talk.say("January and March 2024 combined"), Decline)
    asked = talk.answer("January and March 2024")
    assert [one.start for one in asked.period] == [date(2024, 1, 1), date(2024, 3, 1)]


@pytest.mark.parametrize("text", ["only March and April 2024", "only April and March 2024"])
def test_march_beside_a_month_is_one(talk: Talk, text: str) -> None:
    asked = talk.asked("Quasar win rate", text)
    assert asked.period == (Period(start=date(2024, 3, 1), end=date(2024, 5, 1)),)


def test_that_in_total_is_of_what_was_shown(talk: Talk, drafts: Talk) -> None:
    drafts.asked("win rate by rank", "just WG", "how many games is that in total?")
    assert drafts.rows == [(40,)]
    of_terran = talk.asked("Terran win rate by map", "how many games is that in total?")
    assert of_terran.filters == (Filter(dimension="race", values=("Terran",)),)
    assert isinstance(talk.say("how many games is that in total?"), Answerable)
