"""What a follow-up keeps: games that it points at, one rival for another, edges, exclusions."""

from datetime import date, timedelta

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.frame import Filter, Frame, Lasting
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 6, 15)
PEOPLE = ("Serral", "Reynor", "Maru", "Classic")
RACES = ("Zerg", "Zerg", "Terran", "Protoss")
GAMES = "date,patch,map,player1,race1,player2,race2,winner,minutes\n" + "".join(
    f"{date(2022, 1, 1) + timedelta(days=i)},{('4.11.1', '4.11.2', '4.12.0', '4.12.1')[i // 60]},"
    f"{('Reef', 'Dune', 'Mesa')[i % 3]},{PEOPLE[i % 4]},{RACES[i % 4]},"
    f"{PEOPLE[(i + 1 + i // 4 % 3) % 4]},{RACES[(i + 1 + i // 4 % 3) % 4]},"
    f"{1 + i % 2},{8 + i % 20}\n"
    for i in range(240)
)  # fmt: skip
LONG = (Lasting(comparison=">", seconds=1200),)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("kept"), GAMES)


def talk(read: Reads, *texts: str) -> Frame:
    previous: Frame | None = None
    for text in texts:
        previous = frame(read, text, previous)
    assert previous is not None
    return previous


@pytest.mark.parametrize(
    "texts",
    [
        ("games over 20 minutes", "who wins those, Zerg or Terran?"),
        ("20분 넘는 경기 수", "그 경기들에서 저그 승률은?"),
        ("20분 넘는 경기 수", "그중 테란 승률"),
        ("partidas de más de 20 minutos", "tasa de victorias de Zerg en esas partidas"),
    ],
)
def test_those_games_are_those_of_the_last_answer(read: Reads, texts: tuple[str, ...]) -> None:
    assert talk(read, *texts).lasting == LONG
    assert talk(read, texts[0], "Zerg win rate by map").lasting == ()


@pytest.mark.parametrize(
    ("texts", "rival"),
    [
        (("Serral vs Terran", "vs Maru"), ("player", "Maru")),
        (("Serral vs Maru", "vs Protoss"), ("race", "Protoss")),
        (("Maru vs Terran", "and Reynor vs Serral?"), ("player", "Serral")),
    ],
)  # fmt: skip
def test_another_rival_replaces_the_one_before(
    read: Reads, texts: tuple[str, ...], rival: tuple[str, str]
) -> None:
    found = talk(read, *texts)
    assert [one for one in found.filters if one.side == "opponent"] == [
        Filter(dimension=rival[0], values=(rival[1],), side="opponent")
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ("Protoss win rate since October 2022", "up to December"),
        ("프로토스 승률 2022년 10월부터", "12월까지"),
        ("Protoss desde octubre de 2022", "hasta diciembre"),
        ("Protoss win rate until December 2022", "since October"),
    ],
)
def test_the_other_edge_is_added(read: Reads, texts: tuple[str, ...]) -> None:
    assert talk(read, *texts).period == (Period(start=date(2022, 10, 1), end=date(2023, 1, 1)),)


@pytest.mark.parametrize(
    "texts",
    [
        ("Zerg win rate except Reef", "and Dune too"), ("리프 빼고 저그 승률", "Dune도"),
        ("Zerg sin Reef", "Dune también"),
    ],
)  # fmt: skip
def test_too_after_an_exclusion_excludes(read: Reads, texts: tuple[str, ...]) -> None:
    (one,) = (f for f in talk(read, *texts).filters if f.dimension == "map")
    assert one.exclude and one.values == ("Reef", "Dune")


@pytest.mark.parametrize("text", ["", "?", "\u202e\x00\ufeff"])
def test_a_message_without_words_points_at_nothing(read: Reads, text: str) -> None:
    assert isinstance(read(text), Decline)


def test_two_beginnings_of_versions_are_compared(read: Reads) -> None:
    one = talk(read, "Zerg win rate on patch 4.12 vs 4.11").filter("patch")
    assert one is not None and len(one.values) == 4 and not one.together


def test_who_asks_for_another_subject(read: Reads) -> None:
    found = talk(read, "Zerg win rate without Serral", "who beat Serral most often?")
    assert found.group_by == ("player",) and found.filter("race") is None
