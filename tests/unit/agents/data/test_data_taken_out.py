"""Matchups, rivals, bounds and conditions that a follow-up takes out, or puts something in for."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Filter, Frame, Measured
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 12, 15)
GUILDS = ("Foxes", "Owls", "Bears")
PEOPLE = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
_random = Random(7)
ROWS: list[tuple[str, str, str, str, str, int, int, int]] = []
for _ in range(700):
    _a, _b = _random.sample(PEOPLE, 2)
    ROWS.append(
        (
            f"2024-{_random.randint(1, 12):02d}-{_random.randint(1, 28):02d}",
            _a, _random.choice(GUILDS), _b, _random.choice(GUILDS),
            _random.randint(1500, 2500), _random.randint(1500, 2500), _random.randint(300, 2400),
        )
    )  # fmt: skip
COURTS = ("Dune", "Fjord", "Moor")
CELLS = [(*row, _random.choice(COURTS)) for row in ROWS]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Analyst, Understanding]]:
    path: Path = tmp_path_factory.mktemp("taken") / "league.csv"
    head = (
        "date,winner_name,winner_race,loser_name,loser_race,winner_mmr,loser_mmr,duration_sec,map"
    )
    lines = [head, *(",".join(map(str, row)) for row in CELLS)]
    path.write_text("\n".join(lines), encoding="utf-8")
    analyst = Analyst.open(path)
    yield analyst, Understanding(analyst.model)
    analyst.close()


def last(table: tuple[Analyst, Understanding], *talk: str) -> Frame:
    """Put the messages one after another, and return the frame of the last one."""
    frame: Frame | None = None
    for text in talk:
        outcome = table[1].understand(text, today=TODAY, previous=frame).outcome
        assert isinstance(outcome, Answerable), (text, outcome)
        frame = outcome.frame
    assert frame is not None
    return frame


def computed(table: tuple[Analyst, Understanding], *talk: str) -> Analysis:
    return asyncio.run(table[0].analyse(last(table, *talk)))


@pytest.mark.parametrize(
    ("talk"),
    [
        ("games by map", "without games of Foxes vs Owls"),
        ("맵별 경기 수", "Foxes vs Owls 빼고"),
        ("partidas por mapa", "sin Foxes vs Owls"),
    ],
)
def test_a_matchup_that_is_taken_out_takes_no_other_games_of_its_races(
    table: tuple[Analyst, Understanding], talk: tuple[str, ...]
) -> None:
    frame = last(table, *talk)
    assert (frame.unmet, frame.filters) == ((("Foxes", "Owls"),), ())
    analysis = asyncio.run(table[0].analyse(frame))
    found = {str(analysis.cell(r, "map")): analysis.cell(r, "games") for r in analysis.rows}
    met = {"Foxes", "Owls"}
    assert found == {
        court: sum(1 for c in CELLS if c[8] == court and {c[2], c[4]} != met) for court in COURTS
    }


@pytest.mark.parametrize("text", ["without Bears vs Bears", "Bears vs Bears 빼고"])
def test_a_mirror_that_is_taken_out_leaves_the_other_ones(
    table: tuple[Analyst, Understanding], text: str
) -> None:
    analysis = computed(table, "games by map", text)
    games = sum(int(analysis.cell(row, "games") or 0) for row in analysis.rows)
    assert games == sum(1 for c in CELLS if (c[2], c[4]) != ("Bears", "Bears"))


@pytest.mark.parametrize(
    "text", ["Bears instead of Owls", "Owls 말고 Bears", "Bears en vez de Owls"]
)
def test_what_is_said_instead_of_the_rival_is_the_rival(
    table: tuple[Analyst, Understanding], text: str
) -> None:
    frame = last(table, "Foxes vs Owls win rate by map", text)
    assert frame.filters == (
        Filter(dimension="race", values=("Foxes",)),
        Filter(dimension="race", values=("Bears",), side="opponent"),
    )


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Foxes win rate with mmr above 2200", "below 2200?"),
        ("mmr 2200 이상일 때 Foxes 승률", "2200 미만은?"),
        ("tasa de victorias de Foxes con mmr superior a 2200", "¿y menos de 2200?"),
    ],
)
def test_a_bare_number_after_a_quantity_is_one_of_it(
    table: tuple[Analyst, Understanding], first: str, then: str
) -> None:
    frame = last(table, first, then)
    (quantity,) = table[0].model.quantities
    assert frame.measured == (Measured(quantity=quantity, comparison="<", value=2200),)
    assert (frame.having, frame.at_most) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "¿quién gana más a Owls?",
        "who wins the most against Owls?",
        "Owls에게 가장 많이 이긴 선수는?",
    ],
)
def test_whom_somebody_beats_is_the_rival(table: tuple[Analyst, Understanding], text: str) -> None:
    frame = last(table, text)
    assert frame.filters == (Filter(dimension="race", values=("Owls",), side="opponent"),)
    assert frame.group_by == ("player",)


def test_people_are_ranked_against_a_race_with_those_who_play_it_too(
    table: tuple[Analyst, Understanding],
) -> None:
    analysis = computed(table, "top 6 players vs Owls, minimum 10 games")
    sides = [(c[1], c[4]) for c in CELLS] + [(c[3], c[2]) for c in CELLS]
    found = {str(analysis.cell(r, "player")): analysis.cell(r, "games") for r in analysis.rows}
    assert found == {name: sides.count((name, "Owls")) for name in PEOPLE}


def test_who_wins_with_a_race_plays_it(table: tuple[Analyst, Understanding]) -> None:
    frame = last(table, "¿quién gana más con Owls?")
    assert frame.filters == (Filter(dimension="race", values=("Owls",)),)
