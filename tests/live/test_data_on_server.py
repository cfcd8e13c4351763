"""The data agent over a table that stays on PostgreSQL, asked in words and by queries."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from agents.data.agent.media_types import PROFILE
from tests.contract.agents.data.test_data_executor import cells, talking

pytestmark = [pytest.mark.live, pytest.mark.anyio]


async def test_a_table_on_postgresql_is_asked_where_it_is(new_database: Callable[[], str]) -> None:
    url = new_database()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE TABLE sales (city text, price double precision, day date)")
        admin.execute(
            "INSERT INTO sales SELECT CASE WHEN n % 3 = 0 THEN 'Lima' ELSE 'Seoul' END, n, "
            "DATE '2023-01-01' + n FROM generate_series(1, 300) AS n"
        )
        admin.execute("ANALYZE sales")
    async with talking(Path(f"{url}/public.sales")) as talk:
        turn = await talk.say("average price by city")
        lima = [n for n in range(1, 301) if n % 3 == 0]
        figures = {row["city"]: row["mean_price"] for row in cells(turn)}
        assert figures["Lima"] == pytest.approx(sum(lima) / len(lima))
        assert "public.sales" in turn.data["result"]["source"]["file"]
        profile = (await talk.say("", value=(PROFILE, {}))).data["profile"]
        assert {one["name"] for one in profile["columns"]} == {"city", "price", "day"}
