"""What a server is asked of a table that is opened, here of DuckDB in its place."""

from typing import Any

from agents.answering.engine import Engine
from agents.data.compute.server_profile import Ends, ends_of, first_rows
from agents.data.model.schema import TableModel
from tests.query_engines import on_duckdb
from tests.query_samples import Sample, sample

MODEL = sample(5).model
ROW: dict[str, Any] = dict.fromkeys(one.name for one in MODEL.tables[0].columns)


class Asked:
    """An engine of statements that block, as those of servers do."""

    dialect = "duckdb"

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def at_once(self, sql: str) -> list[Any]:
        return self._engine.connection.execute(sql).fetchall()


def asked(rows: list[dict[str, Any]], model: TableModel = MODEL) -> Any:
    return on_duckdb(Sample([{**ROW, **one} for one in rows], model))


def test_cells_are_counted_and_have_ends_where_these_mean_something() -> None:
    rows = [{"qty": 3, "who": "b"}, {"qty": -1, "who": "a"}, {"won": True}]
    with asked(rows) as engine:
        count, ends = ends_of(Asked(engine), MODEL.tables[0])  # type: ignore[arg-type]
    assert count == 3
    assert (ends["qty"], ends["price"]) == (Ends(2, -1, 3), Ends(0))
    assert (ends["who"], ends["won"]) == (Ends(2), Ends(1))


def test_of_the_first_rows_long_texts_are_cut() -> None:
    with asked([{"who": "x" * 5000, "qty": n} for n in range(5)]) as engine:
        rows = first_rows(Asked(engine), MODEL.tables[0], 2)  # type: ignore[arg-type]
    names = [one.name for one in MODEL.tables[0].columns]
    assert [row[names.index("who")] for row in rows] == ["x" * 1000] * 2
