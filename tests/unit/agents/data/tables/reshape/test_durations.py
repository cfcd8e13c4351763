"""Lengths of time that were written as on a clock, of each form; others stay as they are."""

from datetime import timedelta

import duckdb
import pytest

from agents.answering.source import TABLE
from agents.data.tables.reshape.durations import timed


def minutes(*written: float) -> list[timedelta]:
    return [timedelta(minutes=one) for one in written]


@pytest.mark.parametrize(
    ("header", "type_", "cells", "read"),
    [
        ("duration", "TIME", ["00:26:45", "01:02:33"], minutes(26.75, 62.55)),  # hours, in all
        ("duration", "TIME", ["12:31:00", "06:07:00"], minutes(12 + 31 / 60, 6 + 7 / 60)),
        ("duration", "TIME", ["01:30:00", "02:15:00"], None),  # as well an hour and a half
        ("duration", "VARCHAR", ["26:45", "12:30"], minutes(26.75, 12.5)),
        ("duration", "VARCHAR", ["26:45", "1:02:33"], minutes(26.75, 62.55)),
        ("duration", "VARCHAR", ["26:45", "soon"], None),
        ("duration", "VARCHAR", ["1:30", "2:15"], None),
        ("duration", "VARCHAR", ["26m45s", "1h2m"], minutes(26.75, 62)),
        ("duration", "VARCHAR", ["PT26M45S", "PT1H2M"], minutes(26.75, 62)),
        ("note", "VARCHAR", ["26m45s", "1h2m"], minutes(26.75, 62)),
        ("note", "VARCHAR", ["100m", "200m"], None),  # as well metres
        ("time", "VARCHAR", ["26:45", "31:10"], minutes(26.75, 31 + 10 / 60)),
        ("time", "VARCHAR", ["16:45", "21:10"], None),  # of the day
        ("note", "VARCHAR", ["26:45", "12:30"], None),
        ("duration", "INTEGER", ["26", "12"], None),
    ],
)
def test_a_length_is_a_span_of_time(
    header: str, type_: str, cells: list[str], read: list[timedelta] | None
) -> None:
    with duckdb.connect() as connection:
        connection.execute(f'CREATE TABLE {TABLE} ("{header}" {type_})')
        connection.executemany(f"INSERT INTO {TABLE} VALUES (?)", [[one] for one in cells])
        before = connection.execute(f"FROM {TABLE}").fetchall()
        timed(connection)
        if read is None:
            assert connection.execute(f"FROM {TABLE}").fetchall() == before
            return
        found = [row[0] for row in connection.execute(f"FROM {TABLE}").fetchall()]
        assert [one.total_seconds() for one in found] == pytest.approx(
            [one.total_seconds() for one in read]
        )
