"""Nouns of headers that are said as they sound, or abroad: 팩션별, 컵마다, por copa."""

from datetime import date

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, meetings, reader

SIDES = ("Empire", "Skaven", "Dwarfs", "Elves")
TODAY = date(2024, 6, 1)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    rows = ["date,faction1,faction2,winner,pool,cup,stadium"]
    rows += [
        f"{day},{one},{two},{number % 3 % 2 + 1},{'AB'[number % 2]},"
        f"{('King Cup', 'Super Cup')[number // 2 % 2]},{('Tomb', 'Fort')[number % 2]}"
        for number, day, one, two in meetings(SIDES, 200, date(2023, 1, 1), 2)
    ]
    return reader(TODAY, tmp_path_factory.mktemp("headers"), "\n".join(rows))


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("팩션별 승률", ("faction",)),
        ("Skaven 승률 풀별로", ("pool",)),
        ("컵별 경기 수", ("cup",)),
        ("tasa de victorias de Skaven por copa", ("cup",)),
        ("Skaven win rate by cup", ("cup",)),
    ],
)
def test_a_header_is_grouped_by(read: Reads, text: str, groups: tuple[str, ...]) -> None:
    assert frame(read, text).group_by == groups


def test_which_of_a_header_is_ranked(read: Reads) -> None:
    asked = frame(read, "어느 팩션이 제일 세?")
    assert (asked.group_by, asked.order, asked.filters) == (("faction",), "desc", ())


@pytest.mark.parametrize(
    "text", ["Skaven 승률 폴란드별로", "Skaven 승률 풀에서", "Skaven 승률 코트별로"]
)
def test_other_words_are_no_headers(read: Reads, text: str) -> None:
    assert isinstance(read(text), Decline)
