"""The values of large tables are listed where they are few, however the table begins."""

import duckdb
import pytest

from agents.data.match.model import loaded
from agents.data.match.model.loaded import Loaded
from agents.data.model import measuring


def test_few_and_many_texts_of_a_large_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "_COUNTED", 1000)
    monkeypatch.setattr(measuring, "_FEW", 50)
    monkeypatch.setattr(loaded, "LISTED", 50)
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE games AS SELECT CASE WHEN i < 500 THEN 'same' ELSE 'p' || i END AS late, "
        "['Triton', 'Disco'][1 + i % 2] AS map, nullif('p' || i % 3, 'p2') AS gaps, "
        "NULL::VARCHAR AS empty, i % 7 AS score FROM range(2000) t(i)"
    )
    table = Loaded(connection).profile()
    assert table.column("map").values == ("Disco", "Triton")
    assert table.column("map").distinct == 2
    assert set(table.column("gaps").values) == {"p0", "p1"}
    assert table.column("gaps").empty == 666
    assert not table.column("late").values  # one text in the first rows, many behind them
    assert table.column("late").distinct > 50
    assert (table.column("empty").distinct, table.column("empty").empty) == (0, 2000)
    assert table.column("score").distinct == 7
