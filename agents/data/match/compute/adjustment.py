"""The skill-adjusted rates of an analysis' rows: its games are read, and a model is fitted."""

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import NamedTuple

from agents.answering.engine import Engine, Row
from agents.data.match.compute.pairings import Pairings
from agents.data.match.compute.skill import Adjusted, adjust
from agents.data.match.compute.sql import Query

MOST_PAIRINGS = 1_000_000


class Adjustment(NamedTuple):
    """The rates of rows, None where there is no fit, and of how many games they are fitted to.

    `games` of `in_all` are fitted: fewer only where there are more than a million pairings of
    players.
    """

    rates: tuple[Adjusted | None, ...] = ()
    games: int = 0
    in_all: int = 0


async def adjusted(
    engine: Engine, query: Query, asked: Sequence[tuple[str, str | None]]
) -> Adjustment:
    """Fit the games of a query, and return the rate of each race against its rival, or against all.

    Off the loop's thread; cancelling stops the fit itself. Raises `QueryTooLong`.
    """
    pairings = Pairings()
    in_all = 0

    def take(rows: list[Row]) -> None:
        nonlocal in_all
        for own, rival, winner, loser, games, every in rows:
            pairings.add(str(own), str(rival), str(winner), str(loser), int(games or 0))
            in_all = int(every or 0)

    await engine.each(query.bound, query.values, take)
    stopped = Event()
    work = asyncio.create_task(asyncio.to_thread(adjust, pairings, asked, stopped))
    try:
        found = await asyncio.shield(work)
    except asyncio.CancelledError:
        stopped.set()
        await asyncio.wait([work])
        work.exception()
        raise
    return Adjustment(tuple(found), pairings.games, in_all)
