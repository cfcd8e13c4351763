"""A SELECT written by hand is run as it is and says so; anything else is refused."""

from pathlib import Path
from typing import Any

import pytest

from agents.data.agent.media_types import SQL
from tests.contract.agents.data.test_data_executor import Talk, Turn, cells, talking

pytestmark = pytest.mark.anyio


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "orders.csv"
    lines = [f"2026-01-{1 + n % 28:02d},{'NS'[n % 2]},{n}" for n in range(1500)]
    path.write_text("\n".join(["day,area,amount", *lines]), "utf-8")
    return path


async def run(talk: Talk, sql: str, **more: Any) -> Turn:
    return await talk.say(sql, value=(SQL, {"sql": sql, **more}))


async def test_it_runs_as_it_stands_and_says_so(table: Path) -> None:
    sql = "SELECT area, sum(amount) AS total, max(day) FROM orders GROUP BY area ORDER BY area;"
    async with talking(table) as talk:
        turn = await run(talk, sql)
        assert turn.states[-1] == "completed"
        assert [row["area"] for row in cells(turn)] == ["N", "S"]
        assert [row["total"] for row in cells(turn)] == [561750, 562500]
        assert turn.data["query"] == sql
        assert "nothing was checked" in turn.answer
        assert turn.data["frame"]["chips"][0]["text"] == "your own query"
        asked = await talk.say("total amount by area")
        assert asked.states[-1] == "completed", "a question in words goes on beside it"


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("SELECT * FROM orders LIMIT 3", ["day", "area", "amount"]),
        ("SELECT o.*, amount FROM orders o LIMIT 1", ["day", "area", "amount", "amount 2"]),
        ("SELECT * FROM (SELECT area AS x FROM orders) LIMIT 1", ["x"]),
        ("WITH t AS (SELECT area FROM orders) SELECT *, 1 AS one FROM t LIMIT 1", ["area", "one"]),
    ],
)
async def test_columns_have_the_names_of_the_statement(
    table: Path, sql: str, names: list[str]
) -> None:
    async with talking(table) as talk:
        turn = await run(talk, sql)
    assert [column["name"] for column in turn.data["result"]["columns"]] == names


async def test_a_column_may_be_called_map_and_texts_be_trimmed(tmp_path: Path) -> None:
    path = tmp_path / "arena.csv"
    path.write_text("map,player,score\nTriton ,a,1\nTriton,b,2\nAcropolis,c,3\n")
    async with talking(path) as talk:
        found = await run(talk, "SELECT map, score FROM arena WHERE map='Triton'")
        trimmed = await run(talk, "SELECT trim(map) AS m, median(score) AS s FROM arena GROUP BY 1 "
                                  "ORDER BY upper(m)")  # fmt: skip
        wrong = await run(talk, "SELECT winner FROM arena")
        refused = await run(talk, "SELECT getenv('HOME') FROM arena")
    assert [row["score"] for row in cells(found)] == [1, 2]  # no space is left behind Triton
    assert cells(trimmed) == [{"m": "Acropolis", "s": 3.0}, {"m": "Triton", "s": 1.5}]
    assert wrong.status.endswith("There are the columns map, player, score.")
    assert "such as TRIM" in refused.status


async def test_at_most_a_thousand_rows_are_shown(table: Path) -> None:
    async with talking(table) as talk:
        turn = await run(talk, "SELECT amount FROM orders")
    assert turn.data["result"]["row_count"] == 1000
    assert "first 1,000 rows" in turn.answer


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE orders",
        "SELECT 1; DELETE FROM orders",
        "INSERT INTO orders SELECT * FROM orders",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT getenv('HOME') FROM orders",
        "COPY orders TO '/tmp/x'",
        "SELECT nothing FROM orders",
        "SELECT amount + area FROM orders",
        "SELECT amount FROM orders WHERE amount > $1",
        "not sql at all",
        "SELECT '",
    ],
)
async def test_anything_else_is_refused_in_words(table: Path, sql: str) -> None:
    async with talking(table) as talk:
        turn = await run(talk, sql, language="es")
        assert turn.states[-1] == "rejected"
        assert turn.status.startswith("Su consulta no se ejecutó.")
        whole = await run(talk, "SELECT count(*) AS n FROM orders")
        assert cells(whole) == [{"n": 1500}]


@pytest.mark.parametrize("value", [{}, {"sql": ""}, {"sql": "x" * 30_000}, 7])
async def test_what_is_no_statement_is_refused(table: Path, value: Any) -> None:
    async with talking(table) as talk:
        assert (await talk.say("", value=(SQL, value))).states[-1] == "rejected"
