"""A table's file that changes or goes away while people ask about it, through the real host."""

import asyncio
from pathlib import Path

import pytest

from tests.contract.test_data_executor import cells, talking

HEAD = "played_at,p1_deck,p2_deck,winner\n"
GAMES = "2024-01-02,Aggro,Control,1\n2024-02-03,Control,Aggro,1\n2024-03-04,Aggro,Ramp,2\n" * 400
OTHER = "2024-01-02,Aggro,Control,2\n" * 50


@pytest.mark.anyio
async def test_answers_hold_while_the_file_is_written_and_removed(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(HEAD + GAMES)
    questions = ("Aggro win rate", "win rate by deck", "Aggro win rate by month", "how many games")

    async def disturb() -> None:
        for turn in range(6):
            await asyncio.to_thread(table.write_text, HEAD + OTHER * turn)
            await asyncio.sleep(0)
            await asyncio.to_thread(table.unlink)
            await asyncio.sleep(0)

    async with talking(table) as talk:
        calm = [cells(await talk.say(text)) for text in questions]
        disturbing = asyncio.create_task(disturb())
        for _ in range(3):
            for text, before in zip(questions, calm, strict=True):
                turn = await talk.say(text)
                assert turn.states[-1] == "completed"
                assert cells(turn) == before
        await disturbing
        gone = await talk.say("Aggro win rate")
        assert cells(gone) == calm[0]
        assert "no longer there" in gone.answer
        assert any("no longer there" in one for one in gone.data["result"]["warnings"])


@pytest.mark.anyio
async def test_a_file_that_is_put_back_is_no_other_file(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(HEAD + GAMES)
    async with talking(table) as talk:
        first = await talk.say("Aggro win rate")
        table.unlink()
        assert "no longer there" in (await talk.say("and Control?")).answer
        table.write_text(HEAD + GAMES)
        again = await talk.say("Aggro win rate")
        assert cells(again) == cells(first)
        assert again.data["result"]["warnings"] == first.data["result"]["warnings"]


@pytest.mark.anyio
async def test_a_conversation_goes_on_from_the_loaded_table(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(HEAD + GAMES)
    async with talking(table) as talk:
        await talk.say("Aggro win rate")
        table.write_text("something,else\n1,2\n")
        turn = await talk.say("only games in January 2024")
        assert cells(turn)[0]["games"] == 400
        assert "changed since it was loaded" in turn.answer
