"""A question about the lines of a log is a turn about a table, with what a log adds to it."""

import time
from collections.abc import Mapping
from typing import Any, Final

from a2a.server.tasks import TaskUpdater

from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.answering.text.markdown import paragraphs
from agents.data.agent.turn_context import Step
from agents.data.model.schema import Table
from agents.data.query.operands import conjuncts, joined, names_in
from agents.data.query.query import Computed, Group, Measure, Order, Query, Test
from agents.logs.answers import notes
from agents.logs.lines.model import EVENT
from agents.logs.lines.store import OpenLog
from agents.logs.steps import LogSteps

GAP: Final = "gap"
_GAPS: Final = 5
_OF_EVERY_LINE: Final = ("level", "host", "source", "pid", "time")
"""Columns that say something of a line, whatever it tells."""
_BEFORE: Final = Computed(function="previous", args=("time",))


class AroundLog:
    """What the log agent adds to a turn: the plan's steps, and what is said of a log."""

    def __init__(self, log: OpenLog, steps: LogSteps, drift: str | None) -> None:
        self.about: Mapping[str, Any] = {
            "agent": "logs", "file": str(log.table.look.path), "tail": log.tail,
        }  # fmt: skip
        self._log = log
        self._steps = steps
        self._drift = drift
        self._hosts_are_addresses = False
        self._began = time.monotonic()

    def settled(self, query: Query) -> Query:
        """Return a query of this log: lines as they are shown, and who was there as an address."""
        table = self._log.dataset.model.table()
        self._hosts_are_addresses |= _with_addresses(query, table) != query
        return settled(query, table)

    def notes(self, query: Query, language: Language) -> list[str]:
        """Return what is to be said beside the answer."""
        said = notes.of_query(query, self._log, language)
        if self._hosts_are_addresses:
            said.append(notes.of_hosts(self._log, language))
        return [*said, *notes.of_log(self._log, language, drift=self._drift)]

    async def begins(self, step: Step) -> None:
        """Tell that a step begins, unless it was done in the run that goes on."""
        self._began = time.monotonic()
        if not self._steps.has(step):
            await self._steps.begins(step)

    def done(self, step: Step, given: Mapping[str, Any], made: Any) -> None:
        """Keep what a step made, once."""
        if not self._steps.has(step):
            self._steps.own(step, dict(given), made, self._began)
        self._steps.done(step)


class RunReporter(Reporter):
    """Ends the run with the task."""

    def __init__(self, updater: TaskUpdater, steps: LogSteps) -> None:
        super().__init__(updater)
        self._steps = steps
        self._said = ""

    async def stream(self, text: str, of: str = "") -> None:
        """Send the answer."""
        self._said = paragraphs(self._said, text)
        await super().stream(text, of)

    async def ask(self, text: str, *args: Any, **more: Any) -> None:
        """Ask back; the run waits."""
        await self._steps.ended("", status="waiting")
        await super().ask(text, *args, **more)

    async def complete(self, text: str, **more: Any) -> None:
        """End the task with its answer, and the run."""
        await self._steps.ended(self._said)
        await super().complete(text, **more)

    async def fail(self, text: str, **more: Any) -> None:
        """End the task and the run without an answer."""
        await super().fail(await self._steps.failed(text), **more)

    async def reject(self, text: str, **more: Any) -> None:
        """Refuse the request, and end the run."""
        await super().reject(await self._steps.failed(text), **more)


def settled(query: Query, table: Table) -> Query:
    """Return a query of lines as they are shown, and with who was there as an address."""
    if query.rows and query.columns == (table.name_of_row,):
        query = query.model_copy(update={"columns": (), "distinct": False})
    return _with_addresses(_of_its_kind(_gaps(query), table), table)


def _of_its_kind(query: Query, table: Table) -> Query:
    """Shares of what only some kinds of lines have a value of are of those lines: the share of
    responses that were a 200."""
    named = dict.fromkeys(
        name for one in query.measures if one.share == "rows" and one.where is not None
        for name in names_in(one.where)
    )  # fmt: skip
    some = [Test(column=one, op="not empty") for one in named if one not in _OF_EVERY_LINE
            and table.column(one).role != EVENT and table.column(one).empty]  # fmt: skip
    where = joined((*conjuncts(query.where), *some))
    return query.model_copy(update={"where": where}) if some else query


def _gaps(query: Query) -> Query:
    """Gaps that are asked for by themselves are told with where they are, the longest first."""
    longest = Measure(aggregate="max", of=GAP)
    told = query.rows and {GAP} <= {*query.columns} <= {"time", "template", GAP}
    alone = told and (not query.order or query.order[0].column == GAP)
    if not alone and (query.measures != (longest,) or query.groups or query.compare):
        return query
    several = query.columns == (GAP,) and not query.order
    return Query(
        table=query.table, rows=True, columns=("time", GAP, _BEFORE, "text"), where=query.where,
        order=query.order or (Order(column=GAP),), limit=query.limit or (_GAPS if several else 1),
    )  # fmt: skip


def _with_addresses(query: Query, table: Table) -> Query:
    """Who failed to log in is an address where all lines are written by one host."""
    alone = table.has("host") and table.column("host").distinct == 1
    several = table.has("address") and table.column("address").distinct > 1
    conditions = [query.where, *(one.where for one in query.measures)]
    some = any(one is not None for one in conditions)
    if not (alone and several and some):
        return query
    groups = tuple(Group(by="address") if one == Group(by="host") else one for one in query.groups)
    measures = tuple(
        one.model_copy(update={"of": "address"})
        if one.of == "host" else one
        for one in query.measures
    )  # fmt: skip
    return query.model_copy(update={"groups": groups, "measures": measures})
