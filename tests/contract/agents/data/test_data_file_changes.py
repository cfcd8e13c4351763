"""A table's file that changes or goes away while people ask about it, through the real host."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agents.data.agent.media_types import QUERY
from tests.contract.agents.data.test_data_executor import cells, talking

pytestmark = pytest.mark.anyio

HEAD = "day,kind,city,price\n"
ROWS = "2024-01-02,Toys,Lima,1\n2024-02-03,Books,Lima,1\n2024-03-04,Toys,Quito,2\n" * 400
OTHER = "2024-01-02,Toys,Lima,2\n" * 50
QUERIES: tuple[dict[str, Any], ...] = (
    {"measures": [{"aggregate": "sum", "of": "price"}]},
    {"measures": [{"aggregate": "mean", "of": "price"}], "groups": [{"by": "kind"}]},
    {"measures": [{}], "groups": [{"by": "day", "grain": "month"}]},
    {"rows": True, "columns": ["city", "price"], "limit": 3},
)


async def test_answers_hold_while_the_file_is_written_and_removed(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(HEAD + ROWS)

    async def disturb() -> None:
        for turn in range(6):
            await asyncio.to_thread(table.write_text, HEAD + OTHER * turn)
            await asyncio.sleep(0)
            await asyncio.to_thread(table.unlink)
            await asyncio.sleep(0)

    async with talking(table) as talk:
        calm = [cells(await talk.say("", value=(QUERY, query))) for query in QUERIES]
        disturbing = asyncio.create_task(disturb())
        for _ in range(3):
            for query, before in zip(QUERIES, calm, strict=True):
                turn = await talk.say("", value=(QUERY, query))
                assert turn.states[-1] == "completed"
                assert cells(turn) == before
        await disturbing
        gone = await talk.say("", value=(QUERY, QUERIES[0]))
        assert cells(gone) == calm[0]
        assert "no longer there" in gone.answer
        assert any("no longer there" in one for one in gone.data["result"]["warnings"])


async def test_a_file_that_is_put_back_is_no_other_file(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(HEAD + ROWS)
    async with talking(table) as talk:
        first = await talk.say("total price")
        table.unlink()
        assert "no longer there" in (await talk.say("by city")).answer
        table.write_text(HEAD + ROWS)
        again = await talk.say("total price")
        assert cells(again) == cells(first)
        assert again.data["result"]["warnings"] == first.data["result"]["warnings"]


async def test_a_conversation_goes_on_from_the_loaded_table(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(HEAD + ROWS)
    async with talking(table) as talk:
        await talk.say("total price")
        table.write_text("something,else\n1,2\n")
        turn = await talk.say("only in Quito")
        assert cells(turn)[0]["sum_price"] == 800
        assert "has changed since it was read" in turn.answer
        assert any("has changed" in warning for warning in turn.data["result"]["warnings"])
