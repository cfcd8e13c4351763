"""What answers the agent's own questions: places, parts of a date, and all that is meant."""

import asyncio
from pathlib import Path

import pytest

from tests.contract.test_data_executor import cells, talking

KIMS = [f"김{name}" for name in ("가온", "나래", "다솔", "라온", "마루", "바다", "사랑", "아람")]
PLAYED = [
    (KIMS[i % 8], ("박하늘", "이바위")[i % 2], ("투혼", "폴리포이드")[i % 3 % 2], 1 + i % 5 % 2)
    for i in range(120)
]
PEOPLE = "선수1,선수2,맵,승자\n" + "".join(f"{a},{b},{m},{w}\n" for a, b, m, w in PLAYED)


def test_all_that_share_a_name_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(PEOPLE, encoding="utf-8")

    async def run() -> None:
        async with talking(path) as talk:
            asked = await talk.say("김 승률")
            choices = asked.question["choices"]
            assert len(choices) == 6
            assert choices[-1] == {"value": "*", "label": "전체", "count": 120}
            every = await talk.say("전체")
            assert {row["player"] for row in cells(every)} == set(KIMS)
            assert sum(row["games"] for row in cells(every)) == 120

    asyncio.run(run())


@pytest.mark.parametrize("reply", ["Kim Taeyang", "2"])
def test_an_answer_keeps_the_language_of_the_question(tmp_path: Path, reply: str) -> None:
    path = tmp_path / "games.csv"
    rows = "".join(
        f"{('Kim Minsu', 'Kim Taeyang')[i % 2]},Park Jiho,{1 + i % 3 % 2}\n" for i in range(40)
    )
    path.write_text(f"player1,player2,winner\n{rows}", encoding="utf-8")

    async def run() -> None:
        async with talking(path) as talk:
            asked = await talk.say("Kim 몇 판 했어?")
            assert asked.states[-1] == "input_required"
            answered = await talk.say(reply, task_id=asked.task_id)
            assert "Kim Taeyang 경기 수" in answered.answer

    asyncio.run(run())
