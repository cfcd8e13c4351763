"""`log_tool`: the format, the lines and the figures of log files."""

from threading import Event
from typing import Any

from pydantic import Field

from agents.logs.answers.overview import COLUMNS as FIGURES
from agents.logs.answers.overview import plan_overview
from agents.logs.files import log_files
from agents.logs.lines.reading import detected
from agents.logs.lines.store import LogStore, OpenLog, newest
from agents.tools.threads import in_thread
from agents.tools.tool import Action, Effect, Parameters, Tool

SECONDS = 600.0


class Place(Parameters):
    """Where a log is."""

    path: str = Field(min_length=1, description="a log file, or a folder or glob of several")


class OneLog(Parameters):
    """A log: its path, or what was found when that was looked at."""

    file: str | dict[str, Any] = Field(
        description="the log file, or folder or glob of several, in an allowed folder"
    )
    tail: int = Field(0, ge=0, description="read only so many bytes at its end; 0 is all of it")

    @property
    def path(self) -> str:
        """The file's path."""
        return self.file if isinstance(self.file, str) else str(self.file.get("path", ""))


class Parsing(OneLog):
    """A log file to be read into a table."""

    anew: bool = Field(False, description="read it again if it has changed since")


class LogQuery(OneLog):
    """A question to the lines of a log."""

    sql: str = Field(min_length=1, max_length=20_000, description="one SELECT over `lines`")


def log_tool(store: LogStore) -> Tool:
    """Return the tool over the logs of a store."""
    reads: frozenset[Effect] = frozenset({"reads files", "writes files"})

    async def parse(given: Parsing) -> dict[str, Any]:
        async with store.log(given.path, tail=given.tail, anew=given.anew) as log:
            parsed: dict[str, Any] = await in_thread(_parsed)(log)
            return parsed

    async def analyse(given: OneLog) -> dict[str, Any]:
        async with store.log(given.path, tail=given.tail) as log:
            plan = await in_thread(_planned)(log)
            rows = await log.table.engine.run(plan.sql, {}, seconds=SECONDS)
            return {
                "columns": [name for name, _ in FIGURES],
                "rows": [list(row) for row in rows],
                "grain": plan.grain,
                "sql": plan.sql,
            }

    async def query(given: LogQuery) -> dict[str, Any]:
        async with store.log(given.path, tail=given.tail) as log:
            rows = await log.table.engine.run(given.sql, {}, seconds=SECONDS)
            return {"rows": [list(row) for row in rows], "row_count": len(rows)}

    def files(given: Place, stopped: Event) -> dict[str, Any]:
        place = store.place(given.path)
        sizes = {one.name: one.stat().st_size for one in log_files(store.folders, place)}
        return {"path": str(place), "files": sizes, "size": sum(sizes.values()), "packing": ""}

    def detect(given: OneLog, stopped: Event) -> dict[str, Any]:
        (newest_one,) = newest(log_files(store.folders, store.place(given.path)), 1)
        with store.folders.open(newest_one) as (path, file):
            return detected(path, file, stopped, formats=store.formats)

    return Tool(
        name="log_tool",
        description="Log files: their format, their lines as a table, their figures.",
        actions=(
            Action(
                name="files",
                description="The files that a log has, and how large they are.",
                parameters=Place,
                run=in_thread(files),
                effects=frozenset({"reads files"}),
            ),
            Action(
                name="detect",
                description="The format of a log, by a sample of the lines of its newest file.",
                parameters=OneLog,
                run=in_thread(detect),
                effects=frozenset({"reads files"}),
            ),
            Action(
                name="parse",
                description="Read all lines of a log into a table; says what it holds.",
                parameters=Parsing,
                run=parse,
                effects=reads,
            ),
            Action(
                name="analyse",
                description="Levels, rates, bursts, gaps, top sources and templates of a log.",
                parameters=OneLog,
                run=analyse,
                effects=reads,
            ),
            Action(
                name="query",
                description="Run one SELECT over the table `lines` of a log.",
                parameters=LogQuery,
                run=query,
                effects=reads,
            ),
        ),
    )


def _parsed(log: OpenLog, stopped: Event) -> dict[str, Any]:
    table, facts = log.table, log.facts
    first, last = facts.span
    return {
        "format": table.detected.format.key,
        "columns": [name for name in facts.counts if facts.has(name)],
        "lines": facts.counts["lines"],
        "entries": facts.counts["entries"],
        "first": str(first) if first else None,
        "last": str(last) if last else None,
        "year_assumed": table.year,
        "sha256": table.engine.source.sha256,
        "drift": log.drift(),
    }


def _planned(log: OpenLog, stopped: Event) -> Any:
    return plan_overview(log.table, log.facts)
