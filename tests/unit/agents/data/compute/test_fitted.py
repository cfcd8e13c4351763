"""Rates between equal players, of a query over sides of games told by their roles."""

import asyncio
import random
from functools import cache
from threading import Event

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.data.compute import fitted as fitting
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.compute.skill import Adjusted
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.model.schema import Column, Metric, Table, TableModel
from agents.data.query.checking import problems
from agents.data.query.query import (
    AllOf,
    Case,
    Compare,
    Group,
    Having,
    Measure,
    Order,
    Query,
    Test,
)
from tests.patience import PATIENCE
from tests.query_samples import NOW

PLAYERS = tuple(f"p{number}" for number in range(40))


def category(name: str, role: str, values: tuple[str, ...] = ()) -> Column:
    return Column(name=name, kind="category", role=role, values=values)


COLUMNS = (
    category("f", "side"), category("g", "opponent"), category("a", "player", PLAYERS),
    category("seat", "rival", ("left", "right")), category("b", "rival", PLAYERS),
    category("m", ""), Column(name="k", kind="number", stored="number", role="own"),
    Column(name="w", kind="yes_no", stored="number", role="won", true="1", false="0"),
    Column(name="z", kind="yes_no", stored="boolean", role="mirror", true="true"),
)  # fmt: skip
MODEL = TableModel(
    tables=(Table(name="s", columns=COLUMNS),),
    metrics=(Metric(name="rate", expression="AVG(CASE WHEN w = 1 THEN 1 ELSE 0 END)"),),
)
WON = Test(column="w", values=(1,))
SKILL = Measure(where=WON, share="rows", estimator="skill")
OUT = Test(column="z", values=(False,))
BY_SIDE = Query(measures=(SKILL,), where=OUT, groups=(Group(by="f"),))


@cache
def games(count: int) -> duckdb.DuckDBPyConnection:
    """Games in which X beats Y at 60 % between equals, and the better half of players likes Y."""
    pick = random.Random(5)
    rows = []
    for number in range(count):
        one, two = pick.sample(range(40), 2)
        sides = ["Y" if pick.random() < (0.8 if player < 20 else 0.2) else "X"
                 for player in (one, two)]  # fmt: skip
        effect = {"XY": 0.405, "YX": -0.405}.get("".join(sides), 0.0)
        odds = effect + (1.0 if one < 20 else 0.0) - (1.0 if two < 20 else 0.0)
        won = int(pick.random() < 1 / (1 + 2.718281828**-odds))
        for place, (own, rival) in enumerate(((one, two), (two, one))):
            rows.append((
                sides[place], sides[1 - place], f"p{own}", ("left", "right")[place], f"p{rival}",
                "mn"[number % 2], 1, won if place == 0 else 1 - won, sides[0] == sides[1],
            ))  # fmt: skip
    connection = duckdb.connect(config={"threads": 1})
    connection.execute(
        "CREATE TABLE s (f TEXT, g TEXT, a TEXT, seat TEXT, b TEXT, m TEXT, k INT, w INT, "
        "z BOOLEAN)"
    )
    values = ", ".join(str(row) for row in rows)
    connection.execute(f"INSERT INTO s VALUES {values}")
    return connection


def engine(count: int = 3000) -> Engine:
    """An engine on those games, which no query changes."""
    return Engine(games(count).cursor(), None, table=("s",))  # type: ignore[arg-type]


def computed(query: Query) -> Computation:
    opened = engine()
    try:
        return asyncio.run(compute(query, MODEL, opened, NOW))
    finally:
        opened.close()


def shown(found: Computation) -> dict[str, float]:
    place = found.place("measure")
    assert place is not None
    return {str(row[0]): float(str(row[place])) for row in found.rows}


def test_strength_of_players_is_taken_out() -> None:
    counted = computed(BY_SIDE.model_copy(update={"measures": (Measure(metric="rate"),)}))
    found = computed(BY_SIDE)
    assert shown(counted)["X"] < 0.5
    assert shown(found)["X"] == pytest.approx(0.6, abs=0.05)
    assert shown(found)["X"] + shown(found)["Y"] == pytest.approx(1.0)
    low, high = found.place("low"), found.place("high")
    assert low is not None and high is not None
    for row in found.rows:
        assert float(str(row[low])) < shown(found)[str(row[0])] < float(str(row[high]))
    keys = {one.key for one in found.warnings}
    assert "mirrors_skill" in keys and "mirrors_out" not in keys and "skill" in keys
    assert found.level == 0.5 and found.compared is not None and found.compared.apart == (0, 1)


def test_a_metric_is_fitted_like_what_it_computes() -> None:
    metric = Measure(metric="rate", estimator="skill")
    assert computed(BY_SIDE.model_copy(update={"measures": (metric,)})).rows == (
        computed(BY_SIDE).rows
    )


def test_rows_stand_by_what_is_fitted_and_then_are_cut() -> None:
    order = Order(measure=0)
    found = computed(BY_SIDE.model_copy(update={"order": (order,), "limit": 1}))
    assert list(shown(found)) == ["X"]
    assert found.total == 2
    up = order.model_copy(update={"descending": False})
    found = computed(BY_SIDE.model_copy(update={"order": (up,)}))
    assert list(shown(found)) == ["Y", "X"]


def test_one_side_against_another_is_told_by_conditions() -> None:
    where = AllOf(all=(OUT, Test(column="f", values=("Y",)), Test(column="g", values=("X",)),
                       Test(column="m", values=("m",))))  # fmt: skip
    found = computed(Query(measures=(SKILL,), where=where))
    place = found.place("measure")
    assert place is not None
    assert found.rows[0][place] == pytest.approx(0.4, abs=0.07)


def test_where_one_side_never_won_there_is_no_rate() -> None:
    where = AllOf(all=(Test(column="f", values=("X",)), Test(column="g", values=("X",))))
    found = computed(Query(measures=(SKILL,), where=where))
    place = found.place("measure")
    assert place is not None
    assert found.rows[0][place] is None
    assert "skill_missing" in {one.key for one in found.warnings}


@pytest.mark.parametrize(
    "changed",
    [
        {"groups": (Group(by="m"),)},
        {"groups": ()},
        {"groups": (Group(by="f"), Group(by="a"))},
        {"where": Test(column="a", values=("p1",))},
        {"where": Test(column="k", op=">", values=(1,))},
        {"where": Test(column="f", op="!=", values=("X",))},
        {"having": (Having(measure=0, value=0.5),)},
        {"compare": Compare(cases=(
            Case(label="m", where=Test(column="m", values=("m",))),
            Case(label="n", where=Test(column="m", values=("n",))),
        ))},
        {"measures": (SKILL.model_copy(update={"where": Test(column="m", values=("m",))}),)},
    ],
)  # fmt: skip
def test_what_a_fit_cannot_tell_apart_is_a_problem(changed: dict[str, object]) -> None:
    query = BY_SIDE.model_copy(update=changed)
    assert [one.key for one in problems(query, MODEL)] == ["skill_groups"]
    with pytest.raises(CannotCompute):
        computed(query)


@pytest.mark.parametrize("without", ["player", "rival", "opponent", "won"])
def test_without_players_and_what_they_played_there_is_no_fit(without: str) -> None:
    assert problems(BY_SIDE, MODEL) == ()
    columns = tuple(
        one.model_copy(update={"role": ""}) if one.role == without else one for one in COLUMNS
    )
    model = TableModel(tables=(Table(name="s", columns=columns),))
    assert [one.key for one in problems(BY_SIDE, model)] == ["skill_table"]


def test_cancelling_stops_the_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = Event(), Event()

    def endless(_: object, __: object, stopped: Event) -> list[Adjusted | None]:
        begun.set()
        assert stopped.wait(PATIENCE)
        ended.set()
        return []

    monkeypatch.setattr(fitting, "adjust", endless)

    async def cancelled() -> None:
        opened = engine(100)
        work = asyncio.create_task(compute(BY_SIDE, MODEL, opened, NOW))
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        opened.close()

    asyncio.run(cancelled())
    assert ended.is_set()


def test_only_so_many_pairings_of_players_are_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MOST_PAIRINGS", 3)
    with pytest.raises(CannotCompute, match="too many pairings"):
        computed(BY_SIDE)
