"""Which Zerg: the people of a kind, whom somebody met or who they are; and shares, and records."""

from datetime import date

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

RACES = {"Maru": "Terran", "Serral": "Zerg", "Dark": "Zerg", "herO": "Protoss", "Cure": "Terran"}
NAMES = tuple(RACES)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,player_a,race_a,score_a,score_b,race_b,player_b,turns"]
    for index in range(300):
        one, two = NAMES[index % 5], NAMES[(index + 1 + index // 5 % 4) % 5]
        score = "2,1" if index % 3 else "0,2"
        rows.append(
            f"2024-0{1 + index % 9}-05,{one},{RACES[one]},{score},{RACES[two]},{two},{index % 20}"
        )
    folder = tmp_path_factory.mktemp("kinds")
    return Talk.about("\n".join(rows), folder, date(2024, 11, 15))


@pytest.mark.parametrize(
    "texts",
    [
        ("which Zerg did Maru beat most?",),
        ("Maru vs Zerg", "which Zerg did he beat most"),
        ("¿A qué zerg ganó más Maru?",),
        ("Maru가 가장 많이 이긴 저그는?",),
    ],
)
def test_those_of_a_kind_whom_somebody_beat(talk: Talk, texts: tuple[str, ...]) -> None:
    asked = talk.asked(*texts)
    assert (asked.measure, asked.group_by) == ("wins", ("opponent_player",))
    own, rival = asked.filter("player"), asked.filter("race", "opponent")
    assert own is not None and own.values == ("Maru",)
    assert rival is not None and rival.values == ("Zerg",)
    assert len(asked.filters) == 2
    assert {row[0] for row in talk.rows} == {"Serral", "Dark"}


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("Which Terran beat Serral most?", "wins"),
        ("¿Qué terran ganó más a Serral?", "wins"),
        ("Serral을 가장 많이 이긴 테란은?", "wins"),
        ("which Terran lost to Serral most?", "losses"),
        ("Serral한테 가장 많이 진 테란은?", "losses"),
    ],
)
def test_those_of_a_kind_who_met_somebody(talk: Talk, text: str, measure: str) -> None:
    asked = talk.asked(text)
    assert (asked.measure, asked.group_by) == (measure, ("player",))
    assert {row[0] for row in talk.rows} == {"Maru", "Cure"}


@pytest.mark.parametrize(
    "text",
    [
        "which Zerg is best?", "제일 잘하는 저그는?", "el mejor Zerg"
    ],
)  # fmt: skip
def test_the_best_of_a_kind(talk: Talk, text: str) -> None:
    assert talk.asked(text).group_by == ("player",)
    assert {row[0] for row in talk.rows} == {"Serral", "Dark"}


def test_the_best_rate_of_a_kind_is_that_of_all_of_it(talk: Talk) -> None:
    assert talk.asked("best Zerg win rate").group_by == ()


def test_races_that_are_asked_for_are_rows(talk: Talk) -> None:
    assert talk.asked("which race beats Zerg most?").group_by == ("race",)


@pytest.mark.parametrize("text", ["share of Zerg", "proporción de Zerg", "저그 비율"])
def test_the_share_of_a_value_is_how_often_it_is_played(talk: Talk, text: str) -> None:
    assert talk.asked(text).measure == "pick_share"
    assert talk.answer("Zerg win rate", text).measure == "pick_share"


@pytest.mark.parametrize("first", ["number of games of Maru", "average turns", "Zerg pick share"])
def test_a_record_is_won_and_lost(talk: Talk, first: str) -> None:
    asked = talk.asked(first, "Maru vs Serral record")
    assert (asked.measure, asked.group_by, len(asked.filters)) == ("win_rate", (), 2)


@pytest.mark.parametrize(
    "text", ["against the top 10 players", "contra rivales top 10", "상위 10위 상대로는?"]
)
def test_rivals_of_an_unnamed_ranking_are_none_that_is_known(talk: Talk, text: str) -> None:
    talk.asked("Maru win rate")
    assert isinstance(talk.say(text), Decline)
    assert talk.answer("top 3 players against Zerg").limit == 3


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["game_time,my_colors,opp_colors,jornada,num_turns,won"]
    pairs = ("WG", "WB", "UR")
    rows += [
        f"2024-{1 + index % 5:02d}-15,{pairs[index % 3]},{pairs[(index + 1) % 3]},"
        f"{1 + index % 14},{4 + index % 11},{('True', 'False')[index // 2 % 2]}"
        for index in range(140)
    ]
    return Talk.about("\n".join(rows), tmp_path_factory.mktemp("drafts"), date(2024, 12, 15))


@pytest.mark.parametrize(
    "text", ["num_turns over 10", "when num_turns is over 10", "in games over 10 turns"]
)
def test_a_number_of_things_is_compared_by_its_header(drafts: Talk, text: str) -> None:
    asked = drafts.asked("WG win rate", text)
    (limit,) = asked.measured
    assert (limit.quantity, limit.comparison, limit.value) == ("turns", ">", 10)
    assert (asked.group_by, asked.having, asked.measure) == ((), None, "win_rate")


def test_games_over_a_number_of_two_who_meet_are_theirs(drafts: Talk) -> None:
    asked = drafts.asked("WG vs WB", "games over 10 turns")
    assert (asked.measure, len(asked.filters)) == ("win_rate", 2)


def test_what_is_said_last_of_a_column_holds(drafts: Talk) -> None:
    asked = drafts.asked("WG win rate in jornada 12", "en las jornadas 1 a 10")
    assert asked.filter("round") is None
    assert [one.value for one in asked.measured] == [1, 10]
    asked = drafts.answer("en la jornada 12")
    assert (asked.measured, asked.filter("round") is not None) == ((), True)
