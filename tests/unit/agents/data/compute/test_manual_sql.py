"""Cells of a statement written by hand, of any type of the database's."""

import asyncio
from typing import Any

import pytest

from agents.data.compute.manual_sql import run_by_hand, type_of
from tests.query_engines import on_duckdb
from tests.query_samples import sample

GIVEN = sample(5)


@pytest.mark.parametrize(
    ("written", "shown", "type_"),
    [
        ("true", True, "boolean"),
        ("7", 7, "integer"),
        ("1.5::DECIMAL(4, 1)", 1.5, "number"),
        ("0.25::DOUBLE", 0.25, "number"),
        ("'-inf'::DOUBLE", "-inf", "string"),
        ("INTERVAL 2 MINUTE", 120.0, "number"),
        ("DATE '2024-03-05'", "2024-03-05", "string"),
        ("TIME '09:30:00'", "09:30:00", "string"),
        ("[1, 2]", "[1, 2]", "string"),
        ("NULL", None, "string"),
    ],
)
def test_a_cell_is_shown_as_its_type_is(written: str, shown: Any, type_: str) -> None:
    with on_duckdb(GIVEN) as engine:
        sql = f"SELECT {written} AS x FROM (SELECT count(*) FROM sales) t;"
        found = asyncio.run(run_by_hand(sql, GIVEN.model, engine))
    assert (found.names, found.rows) == (("x",), ((shown,),))
    assert type_of([row[0] for row in found.rows]) == type_
