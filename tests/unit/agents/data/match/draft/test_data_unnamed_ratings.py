"""Large numbers of rated sides are ratings, though nothing says so: opponents over 2000."""

from datetime import date

import pytest

from agents.data.match.compute.frame import Comparison, Filter, Measured, Whose
from tests.unit.agents.data.data_support import Reads, frame, reader

NAMES = ("Ana", "Beto", "Carla", "Dani")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    rows = ["Date,White,Black,Result,WhiteElo,BlackElo,Opening"]
    for index in range(120):
        white, black = NAMES[index % 4], NAMES[(index + 1 + index // 4 % 3) % 4]
        result = ("1-0", "0-1", "1/2-1/2")[index % 3]
        rows.append(
            f"2024-0{1 + index % 9}-05,{white},{black},{result},{1500 + 7 * index},"
            f"{2300 - 6 * index},{('Italian', 'Sicilian')[index % 2]}"
        )
    return reader(date(2024, 11, 15), tmp_path_factory.mktemp("club"), "\n".join(rows))


def _rating(comparison: Comparison, value: float, side: Whose = "opponent") -> Measured:
    return Measured(quantity="rating", comparison=comparison, value=value, side=side)


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("when the opponent is over 2000 too", ">"),
        ("opponents over 2000", ">"),
        ("against players above 2000", ">"),
        ("against 2000+ players", ">="),
        ("vs 2000+", ">="),
        ("contra rivales de más de 2000", ">"),
        ("상대도 2000 넘을 때", ">"),
        ("상대가 2000 이하일 때", "<="),
        ("2000 이상 상대로는?", ">="),
    ],
)
def test_the_rivals_number_is_a_rating(read: Reads, text: str, comparison: Comparison) -> None:
    whose = frame(read, "Ana win rate")
    asked = frame(read, text, whose)
    assert asked.measured == (_rating(comparison, 2000),)
    assert asked.filters == whose.filters
    assert (asked.having, asked.group_by) == (None, ())


@pytest.mark.parametrize(
    "text",
    [
        "white win rate in games where both are over 1800",
        "white win rate with both players over 1800",
        "tasa de victorias de blancas con ambos jugadores por encima de 1800",
        "둘 다 1800 초과일 때 백 승률",
    ],
)
def test_both_sides_have_it(read: Reads, text: str) -> None:
    asked = frame(read, text)
    assert asked.measured == (_rating(">", 1800, "own"), _rating(">", 1800))
    assert asked.group_by == ()


def test_a_range_is_one_of_ratings(read: Reads) -> None:
    asked = frame(read, "opponents between 1800 and 2000", frame(read, "Ana win rate"))
    assert asked.measured == (_rating(">=", 1800), _rating("<=", 2000))


def test_games_that_are_named_are_games(read: Reads) -> None:
    asked = frame(read, "opponents with over 500 games", frame(read, "Ana win rate"))
    assert (asked.measured, asked.having) == ((), 501)
    asked = frame(read, "openings with over 20 games")
    assert (asked.measured, asked.having) == ((), 21)


def test_players_over_a_number_are_rows_of_such_games(read: Reads) -> None:
    asked = frame(read, "players over 2000")
    assert asked.measured == (_rating(">", 2000, "own"),)
    assert asked.group_by == ("player",)


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("what about Black above 2000?", ">"),
        ("win rate of Black above 2000", ">"),
        ("흑 2000 이상은?", ">="),
        ("흑 2000 이상 승률", ">="),
        ("¿y negras por encima de 2000?", ">"),
    ],
)
def test_of_a_side_that_is_named_it_is_its_own(
    read: Reads, text: str, comparison: Comparison
) -> None:
    asked = frame(read, text, frame(read, "White win rate with rating above 2000"))
    assert asked.measured == (_rating(comparison, 2000, "own"),)
    assert asked.filters == (Filter(dimension="side", values=("black",)),)


@pytest.mark.parametrize(
    "text",
    [
        "white win rate against Black above 2000",
        "tasa de victorias de blancas contra negras por encima de 2000",
    ],
)
def test_of_the_other_side_it_is_the_rivals(read: Reads, text: str) -> None:
    asked = frame(read, text)
    assert asked.measured == (_rating(">", 2000),)
    assert asked.filters == (Filter(dimension="side", values=("white",)),)


def test_a_side_with_so_many_games_has_no_rating(read: Reads) -> None:
    asked = frame(read, "Black over 1000 games")
    assert (asked.measured, asked.having) == ((), 1001)
