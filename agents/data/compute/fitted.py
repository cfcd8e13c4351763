"""A result whose rates are fitted to games: what is read for the fit, and its rows anew."""

import asyncio
from collections.abc import Mapping, Sequence
from threading import Event

from agents.data.compute.comparing import Tested, apart_of
from agents.data.compute.engines.port import Engine, Row
from agents.data.compute.result import Cell, Compared, Computation, Warned
from agents.data.compute.skill import Adjusted, Pairings, adjust
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.compute.statistics import odds_p
from agents.data.query.fitting import Pairing
from agents.data.query.operands import measured
from agents.data.query.query import AllOf, Group, Query, Test

MOST_PAIRINGS = 1_000_000
_EVEN = 0.5
_OTHERWISE = {"mirrors_out": "mirrors_skill", "draws": "draws_skill",
              "draws_lost": "draws_skill"}  # fmt: skip


def counted(query: Query) -> Query:
    """Return the query of the figures as they are counted, of all rows and in no order."""
    measures = tuple(one.model_copy(update={"estimator": ""}) for one in query.measures)
    return query.model_copy(update={"measures": measures, "order": (), "limit": None, "offset": 0})


def won_games(query: Query, pairing: Pairing) -> Query:
    """Return the query of how often who won against whom, in all games that are fitted."""
    won = Test(column=pairing.won, values=(True,))
    names = (pairing.side, pairing.opponent, pairing.player, pairing.rival)
    return Query(
        table=query.table, groups=tuple(Group(by=one) for one in names),
        where=AllOf(all=(won, *pairing.rest)),
    )  # fmt: skip


async def rates(
    engine: Engine, sql: str, asked: Sequence[tuple[str, str | None]]
) -> list[Adjusted | None]:
    """Fit the games of a statement, and return the rate of each side against another, or all.

    Off the loop's thread; cancelling stops the fit itself. Raises CannotCompute of more than a
    million pairings of players.
    """
    pairings = Pairings()

    def take(rows: list[Row]) -> None:
        for own, rival, winner, loser, games in rows:
            pairings.add(str(own), str(rival), str(winner), str(loser), int(games or 0))

    await engine.each(sql, {}, take)
    if len(pairings) > MOST_PAIRINGS:
        raise CannotCompute("There are too many pairings of players to fit their skill.")
    stopped = Event()
    work = asyncio.create_task(asyncio.to_thread(adjust, pairings, asked, stopped))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stopped.set()
        await asyncio.wait([work])
        work.exception()
        raise


def asked(bare: Computation, pairing: Pairing) -> list[tuple[str, str | None]]:
    """Return whose rate each row is, and against whom."""
    found = []
    for row in bare.rows:
        own, against = (
            str(row[_group(bare, end)]) if isinstance(end, int) else end
            for end in (pairing.own, pairing.against)
        )
        found.append((str(own), against))
    return found


def fitted(
    bare: Computation, query: Query, found: Mapping[int, Sequence[Adjusted | None]]
) -> Computation:
    """Return the result with fitted rates, by the places of their measures, in the query's order.

    What has no fit has no rate.
    """
    columns = {
        (part, place): bare.place(part, place)
        for place in found for part in ("measure", "low", "high")
    }  # fmt: skip
    rows = []
    for at, row in enumerate(bare.rows):
        cells: list[Cell] = list(row)
        for place, many in found.items():
            one = many[at]
            values = (None, None, None) if one is None else (one.rate, *one.interval)
            for part, value in zip(("measure", "low", "high"), values, strict=True):
                column = columns[part, place]
                assert column is not None
                cells[column] = value
        rows.append(tuple(cells))
    for order in reversed(query.order):
        column = bare.place("measure", order.measure) if order.measure is not None else (
            _group(bare, order.group or 0)
        )  # fmt: skip
        assert column is not None
        rows = _sorted(rows, column, descending=order.descending)
    stop = None if query.limit is None else query.offset + query.limit
    warnings = [
        one.model_copy(update={"key": _OTHERWISE.get(one.key, one.key)})
        for one in bare.warnings if one.key != "mirrors_in"
    ]  # fmt: skip
    every = [one for many in found.values() for one in many]
    samples = next((one.samples for one in every if one is not None), 0)
    warnings.append(Warned(key="skill", count=samples))
    if None in every:
        warnings.append(Warned(key="skill_missing"))
    return bare.model_copy(update={
        "query": query, "rows": tuple(rows[query.offset : stop]), "warnings": tuple(warnings),
        "level": _EVEN, "compared": _compared(bare, query, rows[query.offset : stop], found.get(0)),
    })  # fmt: skip


def _compared(
    bare: Computation,
    query: Query,
    shown: Sequence[tuple[Cell, ...]],
    rates: Sequence[Adjusted | None] | None,
) -> Compared | None:
    """Which rates differ from one half; the two sides that meet are one test."""
    groups = slice(0, len(query.groups))
    tested = [
        Tested(row[groups], frozenset(map(str, row[groups])), odds_p(one.rate, one.interval))
        for row, one in zip(bare.rows, rates or (), strict=False) if one is not None
    ]  # fmt: skip
    found = apart_of(tested, [row[groups] for row in shown], "level")
    return None if found is None else found.model_copy(update={"dependent": True})


def places_of(query: Query) -> list[int]:
    """Return the places of measures that are fitted."""
    return [place for place, one in enumerate(measured(query)) if one.estimator]


def _group(bare: Computation, group: int) -> int:
    place = bare.place("group", group)
    assert place is not None
    return place


def _sorted(
    rows: Sequence[tuple[Cell, ...]], column: int, *, descending: bool
) -> list[tuple[Cell, ...]]:
    """Return rows by a column, what is empty last; those alike stay as they were."""
    known = [row for row in rows if row[column] is not None]
    empty = [row for row in rows if row[column] is None]

    def key(row: tuple[Cell, ...]) -> tuple[float, str]:
        cell = row[column]
        number = isinstance(cell, int | float)
        return (float(cell) if isinstance(cell, int | float) else 0.0, "" if number else str(cell))

    return [*sorted(known, key=key, reverse=descending), *empty]
