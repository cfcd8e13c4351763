"""What one does not play is left out, whom one is weak against, and a season named by its year."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Frame
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 11, 15)
NAMES, RACES = ("Solaris", "Pixie", "Drover", "Ghast"), ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows = ["date,season,p1,p1_race,p1_mmr,p2,p2_race,p2_mmr,winner"]
    for i in range(180):
        year, one, two = 2022 + i % 3, NAMES[i % 4], NAMES[(i + 1 + i // 4 % 3) % 4]
        sides = [f"{who},{RACES[(i + 2 * n) // (2 + n) % 3]},{5000 + (i * 37 + n * 211) % 900}"
                 for n, who in enumerate((one, two))]  # fmt: skip
        day = f"{year}-{1 + i % 9:02d}-03"
        rows.append(f"{day},{year} league,{sides[0]},{sides[1]},{1 + i // 3 % 2}")
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("denied"), TODAY)
    yield talk
    talk.analyst.close()


def told(frame: Frame) -> set[tuple[str, str, str, bool]]:
    return {(one.dimension, one.side, "+".join(one.values), one.exclude) for one in frame.filters}


@pytest.mark.parametrize(
    "text",
    [
        "Pixie win rate when not playing Zerg", "Pixie가 저그 아닐 때 승률",
        "tasa de victorias de Pixie cuando no juega Zerg"
    ],
)  # fmt: skip
def test_what_one_does_not_play_is_left_out(talk: Talk, text: str) -> None:
    assert told(talk.asked(text)) == {
        ("player", "own", "Pixie", False), ("race", "own", "Zerg", True),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("turns", "order"),
    [
        (("Pixie는 누구한테 제일 약해?",), "asc"), (("Pixie 승률", "누구한테 제일 약해?"), "asc"),
        (("Pixie 승률", "누구 상대로 제일 못해?"), "asc"),
        (("Pixie 상대별 승률", "누구한테 가장 강한가요?"), "desc"),
        (("Pixie 승률", "누구 상대로 제일 잘해?"), "desc"),
    ],
)  # fmt: skip
def test_whom_one_is_weak_against_are_ones_rivals(
    talk: Talk, turns: tuple[str, ...], order: str
) -> None:
    frame = talk.asked(*turns)
    assert told(frame) == {("player", "own", "Pixie", False)}
    assert (frame.group_by, frame.order) == (("opponent_player",), order)


@pytest.mark.parametrize(
    "text", ["MMR 5500 넘는 상대로 Pixie 승률", "MMR이 5500 이상인 상대로 Pixie 승률"]
)
def test_rivals_that_a_number_tells_are_nobody_named(talk: Talk, text: str) -> None:
    frame = talk.asked(text)
    assert told(frame) == {("player", "own", "Pixie", False)}
    assert [one.side for one in frame.measured] == ["opponent"]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("win rate by player in the 2024 season", ("player",)),
        ("tasa de victorias por jugador en la temporada 2024", ("player",)),
        ("Pixie win rate by season in 2024", ("season",)),
    ],
)
def test_a_season_beside_its_year_makes_no_rows(
    talk: Talk, text: str, groups: tuple[str, ...]
) -> None:
    frame = talk.asked(text)
    named = told(frame) - {("player", "own", "Pixie", False)}
    assert frame.group_by == groups
    assert frame.period or named == {("season", "own", "2024 league", False)}
