"""The question about a table's shape takes an answer however it is given."""

import asyncio
from pathlib import Path

import pytest

from tests.contract.test_data_executor import Turn, talking

_PAIRS = [("Ana", "Bo"), ("Bo", "Cho"), ("Cho", "Dee"), ("Dee", "Ana")]


def _table(folder: Path) -> Path:
    path = folder / "t.csv"
    rows = [
        f"{a},{b},{'xy'[i % 2]},{'kl'[i // 2 % 2]}" for i in range(40) for a, b in [_PAIRS[i % 4]]
    ]
    path.write_text("\n".join(["p1,p2,res,mood", *rows]) + "\n", encoding="utf-8")
    return path


def _answered(folder: Path, *replies: str) -> Turn:
    async def run() -> Turn:
        async with talking(_table(folder)) as talk:
            turn = await talk.say("Ana win rate")
            for reply in replies:
                assert turn.states[-1] == "input_required", turn
                turn = await talk.say(reply, task_id=turn.task_id)
            return turn

    return asyncio.run(run())


@pytest.mark.parametrize("reply", ["res", "res (x, y)", "it is res"])
def test_a_choice_may_be_typed(tmp_path: Path, reply: str) -> None:
    turn = _answered(tmp_path, reply, "x")
    assert turn.states[-1] == "completed"
    assert "20 wins in 20 games" in turn.answer
