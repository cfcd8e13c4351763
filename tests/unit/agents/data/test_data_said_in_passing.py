"""Turns of phrase between questions: taken back, the hardest rival, with which races, 친, 다승."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Filter, Frame, Measured
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 11, 15)
ANN = Filter(dimension="player", values=("Ann",))
BY_MONTH = Frame(measure="wins", filters=(ANN,), group_by=("month",))


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    rows = ["date,stage,map,player1,race1,player2,race2,winner,총수"]
    races = ("Terran", "Zerg", "Protoss")
    for index in range(120):
        one, two = ("Ann", "Bo", "Cy")[index % 3], ("Dee", "Eve")[index % 2]
        rows.append(
            f"2024-0{1 + index % 9}-03,{('Poule', 'Directa')[index % 2]},Reef,{one},"
            f"{races[index % 3]},{two},{races[index // 3 % 3]},{1 + index % 2},{100 + index}"
        )
    return reader(TODAY, tmp_path_factory.mktemp("passing"), "\n".join(rows))


@pytest.mark.parametrize(
    "text",
    ["mejor no, por mapa", "no wait, by map", "아니다 맵별로"],
)
def test_what_was_asked_is_taken_back(read: Reads, text: str) -> None:
    assert frame(read, text, BY_MONTH) == BY_MONTH.model_copy(update={"group_by": ("map",)})


@pytest.mark.parametrize("text", ["¿con qué razas?", "with which races?", "어떤 종족으로?"])
def test_with_which_asks_for_rows(read: Reads, text: str) -> None:
    counted = Frame(measure="games", filters=(ANN,))
    assert frame(read, text, counted) == counted.model_copy(update={"group_by": ("race",)})


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Ann's toughest opponent", "asc"), ("Ann's easiest opponent", "desc"),
        ("el rival más difícil de Ann", "asc"), ("el rival más fácil de Ann", "desc"),
        ("Ann의 제일 어려운 상대는?", "asc"), ("Ann의 제일 쉬운 상대는?", "desc"),
    ],
)  # fmt: skip
def test_the_hardest_rival_is_the_one_beaten_least(read: Reads, text: str, order: str) -> None:
    asked = frame(read, text)
    assert (asked.measure, asked.order, asked.filters) == ("win_rate", order, (ANN,))
    assert asked.group_by in (("opponent",), ("opponent_player",))


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("Ann 몇 판 쳤지?", "games"), ("¿cuántas victorias lleva Ann?", "wins"),
        ("다승 1위 누구야", "wins")
    ],
)  # fmt: skip
def test_verbs_of_playing_say_nothing_more(read: Reads, text: str, measure: str) -> None:
    assert frame(read, text).measure == measure


def test_total_moves_are_moves(read: Reads) -> None:
    asked = frame(read, "총수 150수 이하인 판에서 테란 승률")
    assert asked.measured == (Measured(quantity="moves", comparison="<=", value=150),)


@pytest.mark.parametrize("text", ["Zerg en eliminación directa", "Zerg win rate in the knockouts"])
def test_stages_have_other_names(read: Reads, text: str) -> None:
    assert Filter(dimension="stage", values=("Directa",)) in frame(read, text).filters


def test_not_the_recent_ones_are_all(read: Reads) -> None:
    assert frame(read, "저그 최근 성적 말고 전체 승률").period == ()
    assert frame(read, "not the recent games, overall Zerg win rate").period == ()


@pytest.mark.parametrize(
    "text", ["añade la partida de hoy a la tabla", "add today's game to the table"]
)
def test_a_game_for_the_table_is_written_by_nobody(read: Reads, text: str) -> None:
    outcome = read(text)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "write"


def test_a_figure_for_the_table_is_shown(read: Reads) -> None:
    shown = frame(read, "añade las derrotas a la tabla", Frame(filters=(ANN,)))
    assert shown.measure == "losses"


@pytest.mark.parametrize(
    "text",
    ["Ann을 제일 많이 이긴 건 누구야?", "¿quién le ganó más a Ann?", "who beat Ann the most?"],
)
def test_who_beat_somebody_is_a_rival(read: Reads, text: str) -> None:
    asked = frame(read, text)
    assert asked.filters == (ANN.model_copy(update={"side": "opponent"}),)
    assert asked.group_by == ("player",)


@pytest.mark.parametrize(
    "text", ["oh, not in there. Zerg then", "ah, no está. Zerg entonces", "없구나. 그럼 저그"]
)
def test_a_remark_that_something_is_missing_leaves_nothing_out(read: Reads, text: str) -> None:
    terran = Frame(filters=(Filter(dimension="race", values=("Terran",)),))
    assert frame(read, text, terran).filters == (Filter(dimension="race", values=("Zerg",)),)


@pytest.mark.parametrize(
    "text",
    [
        "¿con quién ha jugado más Ann?", "who has Ann faced most?",
        "Ann이 누구랑 제일 많이 붙었어?"
    ],
)  # fmt: skip
def test_whom_somebody_played_most_is_counted(read: Reads, text: str) -> None:
    asked = frame(read, text)
    assert (asked.measure, asked.order, asked.filters) == ("games", "desc", (ANN,))
    assert asked.group_by == ("opponent_player",)


def test_against_whom_more_was_played_is_counted_too(read: Reads) -> None:
    lost = frame(read, "¿contra quién pierde más Ann?")
    played = frame(read, "¿contra quién ha jugado más?", lost)
    assert played == lost.model_copy(update={"measure": "games"})


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("가장 많았던 해는?", "desc"), ("경기가 가장 적었던 해는?", "asc")
    ],
)  # fmt: skip
def test_the_year_that_had_most_is_one_of_games(read: Reads, text: str, order: str) -> None:
    asked = frame(read, text)
    assert (asked.measure, asked.group_by, asked.order) == ("games", ("year",), order)


def test_what_there_was_most_of_is_of_games(read: Reads) -> None:
    asked = frame(read, "제일 많았던 맵은?")
    assert (asked.measure, asked.group_by) == ("games", ("map",))
