"""The documents' conversation through the command line, as a person or a program would have it."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.conversations.store.sql_store import SqlStore
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("BALANCE_DESK_TEST_DATA", ROOT.parent / "shared" / "data"))
REAL = DATA / "sc2_pro_2019_2020.csv"

TURNS = ["승률 알려줘", "테란", "저그는?", "이전 분석들을 종합해줘"]


def chat(profile: Path, said: list[str], *more: str) -> list[list[dict[str, Any]]]:
    """Return the lines of each turn."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "chat", "--json", "--profile", str(profile), *more],
        input="\n".join(said),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    turns: list[list[dict[str, Any]]] = [[]]
    for line in done.stdout.splitlines():
        turns[-1].append(json.loads(line))
        if turns[-1][-1]["event"] == "turn_end":
            turns.append([])
    return turns[:-1]


def states(turn: list[dict[str, Any]]) -> list[str]:
    found = [line["state"] for line in turn if line["event"] == "status"]
    return [state for index, state in enumerate(found) if index == 0 or found[index - 1] != state]


async def states_kept(profile: Path, context_id: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the states by task id: those the desk keeps, and those its agent keeps."""
    store = await SqlStore.open(profile / "desk.db")
    try:
        answers = [entry.answer for entry in await store.answers(context_id)]
        served = await store.select("data", context_id=context_id)
    finally:
        await store.aclose()
    return (
        {answer.task_id or "": answer.state.value for answer in answers},
        {record.task_id: record.state for record in served},
    )


def text(turn: list[dict[str, Any]]) -> str:
    return "".join(
        part["text"]
        for line in turn
        if line["event"] == "artifact" and line["name"] == "answer"
        for part in line["parts"]
        if part["kind"] == "text"
    )


def artifact(turn: list[dict[str, Any]], name: str) -> Any:
    lines = [line for line in turn if line["event"] == "artifact" and line["name"] == name]
    part = lines[-1]["parts"][0]
    return part["data"] if part["kind"] == "data" else part["text"]


def figures(turn: list[dict[str, Any]]) -> tuple[int, int]:
    result = artifact(turn, "result")
    names = [column["name"] for column in result["columns"]]
    row = dict(zip(names, result["rows"][0], strict=True))
    return row["win_rate_numerator"], row["win_rate_denominator"]


def test_the_documents_conversation(tmp_path: Path) -> None:
    first, second, third, fourth = chat(tmp_path, TURNS)
    assert states(first) == ["submitted", "working", "input_required"]
    asked = next(line for line in first if line.get("state") == "input_required")
    values = " ".join(choice["value"] for choice in asked["choices"])
    assert all(race in values for race in ("Terran", "Zerg", "Protoss"))
    assert "%" not in json.dumps(first, ensure_ascii=False)
    for turn in (second, third, fourth):
        assert states(turn) == ["submitted", "working", "completed"]
    assert "58" in text(second)
    assert "42" in text(third)
    every = [*first, *second, *third, *fourth]
    assert len({line["context_id"] for line in every}) == 1
    tasks = list(dict.fromkeys(line["task_id"] for line in every))
    assert len(tasks) == 4
    assert artifact(fourth, "result")["source"]["tasks"] == tasks[1:3]
    assert "58" in text(fourth)
    assert "42" in text(fourth)

    kept, served = asyncio.run(states_kept(tmp_path, every[0]["context_id"]))
    assert kept == dict.fromkeys(tasks, "completed")
    assert served == dict.fromkeys(tasks, "completed")


def test_a_question_can_be_answered_after_a_restart(tmp_path: Path) -> None:
    (asked,) = chat(tmp_path, ["승률 알려줘"])
    context = asked[0]["context_id"]
    answered, followed = chat(tmp_path, ["테란", "저그는?"], "--context", context)
    assert "58" in text(answered)
    assert "42" in text(followed)


@pytest.mark.skipif(not REAL.exists(), reason="the table of professional games is not here")
def test_the_same_on_real_games(tmp_path: Path) -> None:
    _, terran, zerg, _ = chat(tmp_path, TURNS, "--data", str(REAL))
    assert figures(terran) == (497, 1000)
    assert figures(zerg) == (567, 1163)
    assert "49.7%" in text(terran)
    assert artifact(terran, "result")["source"]["rows"] == 2421
    assert "SELECT" in artifact(terran, "query")
