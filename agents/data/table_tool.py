"""`table_tool`: tables in files, asked in SQL, through the data agent's engine."""

import asyncio
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from pydantic import Field

from agents.answering.engine import MOST_ROWS, Engine
from agents.data.dataset import Dataset, open_dataset
from agents.tools.folders import AllowedFolders
from agents.tools.tool import Action, Effect, Parameters, Tool

_MOST_OPEN: Final = 2


class OneTable(Parameters):
    """A table."""

    path: str = Field(min_length=1, description="a file of rows, in an allowed folder")


class TableQuery(OneTable):
    """A question to a table."""

    sql: str = Field(min_length=1, max_length=20_000, description="one SELECT over its tables")
    most: int = Field(1_000, ge=1, le=MOST_ROWS, description="rows returned")


class TableTool:
    """Owns the tables that were opened last; a file that changed is read again."""

    def __init__(self, folders: AllowedFolders) -> None:
        self._folders = folders
        self._open: OrderedDict[Path, Dataset] = OrderedDict()
        self._lock = asyncio.Lock()

    def tool(self) -> Tool:
        """Return the tool; its actions raise `BadFile`, `QueryRefused` and `QueryTooLong`."""
        reads: frozenset[Effect] = frozenset({"reads files"})
        return Tool(
            name="table_tool",
            description="Tables in files, asked in SQL under the names that `describe` tells.",
            actions=(
                Action(
                    name="describe",
                    description="A file's main table: its name, columns, rows; and its others.",
                    parameters=OneTable,
                    run=self._describe,
                    effects=reads,
                ),
                Action(
                    name="query",
                    description="Run one SELECT over the tables of a file.",
                    parameters=TableQuery,
                    run=self._query,
                    effects=reads,
                ),
            ),
        )

    def close(self) -> None:
        """Free the tables; idempotent."""
        for dataset in self._open.values():
            dataset.close()
        self._open.clear()

    async def _describe(self, given: OneTable) -> dict[str, Any]:
        async with self._lock:
            dataset = await self._dataset(given.path)
            main, *others = dataset.model.tables
            return {
                "table": main.name,
                "columns": [{"name": one.name, "type": one.stored} for one in main.columns],
                "rows": main.rows,
                "others": [one.name for one in others],
                "sha256": dataset.source.sha256,
            }

    async def _query(self, given: TableQuery) -> dict[str, Any]:
        async with self._lock:
            engine = (await self._dataset(given.path)).engine
            assert isinstance(engine, Engine)
            rows = await engine.run(given.sql, {}, most=given.most)
            columns = await asyncio.to_thread(_columns, engine, given.sql)
            return {
                "columns": columns,
                "rows": [[_plain(cell) for cell in row] for row in rows],
                "row_count": len(rows),
            }

    async def _dataset(self, path: str) -> Dataset:
        real = await asyncio.to_thread(self._folders.resolve, path)
        dataset = self._open.get(real)
        if dataset is not None and await dataset.drift() is not None:
            self._open.pop(real).close()
            dataset = None
        if dataset is None:
            dataset = await asyncio.to_thread(open_dataset, real)
            self._open[real] = dataset
        self._open.move_to_end(real)
        while len(self._open) > _MOST_OPEN:
            self._open.popitem(last=False)[1].close()
        return dataset


def _columns(engine: Engine, sql: str) -> list[dict[str, str]]:
    """Return name and type of a query's columns; the query has passed the engine's check."""
    described = engine.connection.execute(f"DESCRIBE {sql}").fetchall()
    return [{"name": str(row[0]), "type": str(row[1])} for row in described]


def _plain(cell: object) -> object:
    """Return a cell as JSON can say it: days and decimals as text."""
    return cell if cell is None or isinstance(cell, str | int | float | bool) else str(cell)
