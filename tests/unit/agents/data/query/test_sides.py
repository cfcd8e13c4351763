"""Queries over sides of games: each game counts once, and one of two alike decides nothing."""

import pytest

from agents.data.compute.outcomes import Outcomes
from agents.data.model.schema import Column, Table
from agents.data.query.query import AllOf, AnyOf, Condition, Group, Measure, Query, Test
from agents.data.query.sides import is_even, settled, whose


def column(name: str, role: str, distinct: int = 2, kind: str = "category") -> Column:
    return Column(name=name, role=role, distinct=distinct, kind=kind)  # type: ignore[arg-type]


SIDES = Table(
    name="sides", derived="SELECT 1", pack="match", metric="win_rate", rows=20,
    columns=(
        column("race", "side", 3), column("opponent", "opponent", 3), column("player", "player", 9),
        column("map", "", 4), column("won", "won", kind="yes_no"),
        column("first", "first", kind="yes_no"), column("mirror", "mirror", kind="yes_no"),
    ),
)  # fmt: skip
RATE = Measure(metric="win_rate")
ONCE = Test(column="first", values=(True,))
APART = Test(column="mirror", values=(False,))
TERRAN = Test(column="race", values=("Terran",))
MET = AllOf(all=(TERRAN, Test(column="opponent", values=("Terran",))))
ON_A_MAP = Test(column="map", values=("Zen",))


def where(query: Query) -> Condition | None:
    return settled(query, SIDES).where


def test_what_says_nothing_of_a_side_counts_each_game_once() -> None:
    assert where(Query(measures=(Measure(),))) == ONCE
    assert where(Query(groups=(Group(by="map"),))) == ONCE
    assert where(Query(rows=True)) == ONCE


def test_a_rate_of_sides_leaves_games_of_two_alike_out() -> None:
    assert where(Query(measures=(RATE,), groups=(Group(by="race"),))) == APART
    against_each = Query(measures=(RATE,), where=TERRAN, groups=(Group(by="opponent"),))
    assert where(against_each) == AllOf(all=(TERRAN, APART))
    found = where(Query(measures=(Measure(),), where=Test(column="won", values=(True,)),
                        groups=(Group(by="race"),)))  # fmt: skip
    assert found is not None and "mirror" in found.model_dump_json()


def test_games_of_a_side_count_once_whoever_is_met() -> None:
    assert where(Query(groups=(Group(by="race"),))) == AnyOf(any=(APART, ONCE))


@pytest.mark.parametrize(
    "query",
    [
        Query(measures=(RATE,), groups=(Group(by="player"),)),
        Query(measures=(RATE,), where=MET),
    ],
)
def test_who_is_named_or_faced_keeps_every_game(query: Query) -> None:
    assert where(query) == query.where


def test_settling_again_changes_nothing_and_follows_what_is_said_next() -> None:
    games = settled(Query(measures=(Measure(),), where=ON_A_MAP), SIDES)
    assert settled(games, SIDES) == games
    rate = settled(
        games.model_copy(update={"measures": (RATE,), "groups": (Group(by="race"),)}), SIDES
    )
    assert "first" not in rate.model_dump_json()
    rows = settled(Query(rows=True, where=TERRAN), SIDES)
    assert settled(rows, SIDES) == rows and "first" not in rows.columns


def test_rows_that_stand_for_many_games_are_added_up() -> None:
    counted = SIDES.model_copy(update={"columns": (*SIDES.columns, column("n", "n", 9, "number"))})
    assert settled(Query(), counted).measures == (Measure(aggregate="sum", of="n"),)


def test_another_table_is_left_as_it_is() -> None:
    query = Query(measures=(Measure(),))
    assert settled(query, Table(name="sales", columns=SIDES.columns[:1])) is query


def test_who_meets_whom_is_one_side_of_each_game() -> None:
    """Terran vs Zerg is of Terran: its rate is none of both sides, as the answer would say."""
    columns = (*SIDES.columns, column("matchup", "matchup", 9))
    table = SIDES.model_copy(update={"columns": columns})
    met = Query(measures=(RATE,), where=Test(column="matchup", values=("Terran vs Zerg",)))
    assert settled(met, table).where == met.where
    assert not is_even(met, table)
    assert not Outcomes(met, table, {}).is_even


def test_the_rate_of_both_sides_says_nothing() -> None:
    assert is_even(Query(measures=(RATE,), groups=(Group(by="map"),)), SIDES)
    assert not is_even(Query(measures=(RATE,), where=TERRAN), SIDES)
    assert not is_even(Query(measures=(Measure(),)), SIDES)
    assert whose(SIDES) == ("race", "player")
