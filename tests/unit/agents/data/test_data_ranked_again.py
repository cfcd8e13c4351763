"""What was ranked is ranked anew: by another figure, with enough games, among some of them."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.frame import Filter, Frame
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 11, 15)
RANKED = Frame(measure="wins", group_by=("player",), order="desc")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    rows = ["date,map,player1,race1,player2,race2,winner"]
    races = ("Terran", "Zerg", "Protoss")
    for index in range(240):
        one, two = f"Player{index % 8}", f"Player{(index // 8) % 8}"
        two = two if two != one else "Player8"
        arena = ("Reef", "Dune")[index % 2]
        rows.append(
            f"2024-{1 + index % 9:02d}-03,{arena},{one},{races[index % 3]},{two},"
            f"{races[(index // 3) % 3]},{1 + index % 2}"
        )
    return reader(TODAY, tmp_path_factory.mktemp("ranked"), "\n".join(rows))


@pytest.mark.parametrize(
    "text",
    [
        "best win rate with at least 50 games",
        "mejor tasa de victorias con al menos 50 partidas",
        "50판 이상 중 승률 1위는?",
    ],
)
def test_people_stay_people_where_they_need_enough_games(read: Reads, text: str) -> None:
    kept = frame(read, text, RANKED)
    assert (kept.group_by, kept.order, kept.having) == (("player",), "desc", 50)
    assert (kept.measure, kept.limit) == ("win_rate", None)


def test_people_stay_people_in_other_games(read: Reads) -> None:
    year = frame(read, "who won the most games in 2023?")
    kept = frame(read, "best win rate on Reef", year)
    assert (kept.group_by, kept.order, kept.period) == (("player",), "desc", ())
    assert kept.filters == (Filter(dimension="map", values=("Reef",)),)


@pytest.mark.parametrize(
    "text",
    [
        "by win rate?", "¿y por porcentaje?", "승률로 보면?"
    ],
)  # fmt: skip
def test_another_figure_by_which_the_rows_go_ranks_them(read: Reads, text: str) -> None:
    kept = frame(read, text, RANKED.model_copy(update={"limit": 3}))
    assert (kept.measure, kept.group_by) == ("win_rate", ("player",))
    assert (kept.order, kept.limit) == ("desc", 3)


def test_the_worst_lost_most(read: Reads) -> None:
    worst = Frame(measure="win_rate", group_by=("player",), order="asc")
    assert frame(read, "by losses?", worst).order == "desc"
    assert frame(read, "losses?", worst).order is None


@pytest.mark.parametrize(
    "text",
    [
        "저그 중에서는?", "among Zerg players?", "¿entre los jugadores de Zerg?"
    ],
)  # fmt: skip
def test_among_some_of_them_ranks_these(read: Reads, text: str) -> None:
    kept = frame(read, text, RANKED)
    assert (kept.group_by, kept.order) == (("player",), "desc")
    assert kept.filters == (Filter(dimension="race", values=("Zerg",)),)


def test_two_of_which_one_is_better_are_compared(read: Reads) -> None:
    compared = frame(read, "저그랑 테란 중에 누가 더 높아?")
    assert compared.filters == (Filter(dimension="race", values=("Zerg", "Terran")),)
    assert compared.group_by == ()


@pytest.mark.parametrize(
    ("text", "measure"),
    [("¿y ganado?", "wins"), ("and won?", "wins"), ("and lost?", "losses")],
)
def test_a_verb_alone_counts_what_it_says_of_the_same_games(
    read: Reads, text: str, measure: str
) -> None:
    ann = Filter(dimension="player", values=("Player1",))
    counted = Frame(measure="games", filters=(ann,))
    assert frame(read, text, counted) == counted.model_copy(update={"measure": measure})


@pytest.mark.parametrize(
    "text", ["동족전도 포함해줘", "미러전도 넣어서", "incluye también los espejos"]
)
def test_mirrors_too_are_counted_beside_the_others(read: Reads, text: str) -> None:
    terran = Frame(filters=(Filter(dimension="race", values=("Terran",)),))
    assert frame(read, text, terran).mirror == "include"


def test_what_was_left_out_is_counted_too_again(read: Reads) -> None:
    barred = Filter(dimension="map", values=("Reef",), exclude=True)
    assert (
        frame(read, "Reef도 포함해줘", Frame(group_by=("race",), filters=(barred,))).filters == ()
    )


def test_rounds_that_a_side_won_are_no_names(tmp_path: Path) -> None:
    rows = ["match_id,team,map,rounds_won,rounds_lost,outcome"]
    for index in range(60):
        one, two = ("Ocelots", "Static", "Vantage")[index % 3], ("Static", "Vantage")[index % 2]
        two = two if two != one else "Ocelots"
        rows.append(f"{index},{one},Reef,13,{index % 12},won")
        rows.append(f"{index},{two},Reef,{index % 12},13,lost")
    read = reader(TODAY, tmp_path, "\n".join(rows))
    assert frame(read, "who beats Static most often?").group_by == ("team",)
    assert frame(read, "who wins the most?").group_by == ("team",)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("which opening is best for White?", "and wins the most for Black?"),
        ("which opening draws the most?", "most wins for Black"),
        ("백이 가장 많이 이긴 오프닝은?", "흑이 가장 많이 이긴 건?"),
    ],
)
def test_openings_stay_openings_for_the_other_side(tmp_path: Path, first: str, then: str) -> None:
    rows = "".join(
        f"{('Ada', 'Bo', 'Cy')[i % 3]},{('Bo', 'Cy', 'Ada')[i % 3]},"
        f"{('1-0', '0-1', '1/2-1/2')[i // 2 % 3]},"
        f"{('Slav', 'French', 'Ruy Lopez')[i // 3 % 3]},2024-0{1 + i % 9}-11\n"
        for i in range(120)
    )
    read = reader(TODAY, tmp_path, f"White,Black,Result,Opening,Date\n{rows}")
    assert frame(read, then, frame(read, first)).group_by == ("opening",)


@pytest.mark.parametrize("text", ["only the best one", "1등만 보여줘", "solo el mejor"])
def test_the_first_alone_is_one_row(read: Reads, text: str) -> None:
    rows = Frame(measure="win_rate", group_by=("race",))
    found = frame(read, text, rows)
    assert (found.group_by, found.order, found.limit) == (("race",), "desc", 1)


def test_what_is_ranked_by_a_rate_is_not_counted(read: Reads) -> None:
    found = frame(read, "which race wins the most on Reef, by win rate?")
    assert (found.measure, found.order) == ("win_rate", "desc")
