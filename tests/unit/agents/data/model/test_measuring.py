"""What a column holds: the grain of moments by all of their rows."""

import duckdb
import pytest

from agents.data.model.measuring import measured

ROWS = 5_000
"""More than the first rows that tell most grains."""


@pytest.mark.parametrize(
    ("moment", "grain"),
    [
        ("TIMESTAMP '2020-01-01' + to_days(i)", "day"),
        ("TIMESTAMP '2020-01-01' + to_hours(i)", "hour"),
        ("TIMESTAMP '2020-01-01' + to_seconds(i)", "second"),
        (f"TIMESTAMP '2020-01-01' + to_days(i) + to_minutes(i // {ROWS - 1})", "minute"),
        (f"TIMESTAMP '2020-01-01' + to_days(i) + to_seconds(i // {ROWS - 1})", "second"),
        (f"CASE WHEN i = {ROWS - 1} THEN TIMESTAMP '2020-01-01 00:00:01' END", "second"),
        (f"make_date(2020, 1, 1 + i // {ROWS - 1})", "day"),
        ("make_date(1000 + i % 5000, 1, 1)", "year"),
        (f"make_time(i % 24, 0, i // {ROWS - 1})", "second"),
        ("make_time(i % 24, 0, 0)", "minute"),
    ],
)
def test_the_grain_is_the_finest_of_any_row(moment: str, grain: str) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t AS SELECT {moment} AS m FROM range({ROWS}) r(i)")
        ((_, kind, *_),) = connection.execute("DESCRIBE t").fetchall()
        assert measured(connection, "t", [("m", kind)], ROWS)["m"].grain == grain
