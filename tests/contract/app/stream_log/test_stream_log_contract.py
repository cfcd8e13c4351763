"""What other programs rely on: the documented use of the log, its files, and the desk's journal."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.search import search_by_agent
from app.stream_log import StreamLogger, get_stream
from app.stream_log.journal import open_journal
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once, asks_then_answers

FIELDS = ["id", "t", "from_agent", "to_agent", "type", "content", "parent_id", "metadata"]


def test_the_documented_calls(profile: Path) -> None:
    stream = get_stream(profile)
    first = stream.log(
        from_agent="ceo", to_agent="pm", msg_type="request", content="프로젝트 상태를 알려줘"
    )
    msg_id = stream.log(
        from_agent="pm", to_agent="ceo", msg_type="response", content="좋습니다", parent_id=first
    )
    assert re.fullmatch(r"msg_\d{8}_\d{6}_[0-9a-f]{6}", msg_id)
    assert len(stream.read_today()) == 2
    assert stream.read_date("2026-01-07") == []
    chain = stream.get_chain(msg_id)
    assert [f"{m['from_agent']} → {m['to_agent']}: {m['content'][:50]}" for m in chain] == [
        "ceo → pm: 프로젝트 상태를 알려줘",
        "pm → ceo: 좋습니다",
    ]
    assert [m["id"] for m in search_by_agent("pm", "좋습니다", limit=10, profile=profile)] == [
        msg_id
    ]
    stream.close()


def test_the_documented_files(tmp_path: Path) -> None:
    with StreamLogger(tmp_path) as stream:
        for kind in ("request", "response", "error", "decision", "state"):
            stream.log(from_agent="pm", msg_type=kind, content={"종류": kind})
    today = datetime.now(UTC).date().isoformat()
    path = tmp_path / "stream" / f"{today}.jsonl"
    raw = path.read_bytes()
    assert raw.endswith(b"\n") and "종류".encode() in raw
    for line in raw.decode("utf-8").splitlines():
        message = json.loads(line)
        assert list(message) == FIELDS
        assert datetime.fromisoformat(message["t"]).tzinfo is None


def test_without_a_profile_the_platforms_folder_is_meant(home: Path) -> None:
    code = (
        "from app.stream_log import get_stream\n"
        "get_stream().log(from_agent='a', msg_type='request', content='x')\n"
        "print(get_stream().files.root)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])},
        check=True,
    )
    root = Path(done.stdout.strip())
    assert root.is_relative_to(home) and root.name == "conversations"
    assert list((root / "stream").glob("*.jsonl"))


@pytest.mark.anyio
async def test_the_desk_writes_its_conversations_down(tmp_path: Path) -> None:
    stream = StreamLogger(tmp_path)
    journal = open_journal(stream)
    link = ScriptedLink(answered_at_once)
    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(link), journal=journal)
    session = desk.new()
    for text in ("첫 질문", "둘째 질문"):
        async for _ in session.say(text):
            pass
    await desk.aclose()
    await journal.aclose()
    messages = stream.read_today()
    assert [m["content"] for m in messages if m["type"] == "request"] == ["첫 질문", "둘째 질문"]
    responses = [m for m in messages if m["type"] == "response"]
    assert len(responses) == 2
    chain = stream.get_chain(responses[-1]["id"])
    assert [m["type"] for m in chain] == ["request", "response", "request", "response"]
    assert {m["metadata"]["context_id"] for m in messages} == {session.context_id}
    assert all(m["metadata"]["task_id"] for m in responses)
    assert len(list((tmp_path / "tasks").glob("*.yaml"))) == 2
    stream.close()


@pytest.mark.anyio
async def test_a_question_and_its_answer_are_one_chain(tmp_path: Path) -> None:
    stream = StreamLogger(tmp_path)
    journal = open_journal(stream)
    link = ScriptedLink(asks_then_answers)
    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(link), journal=journal)
    session = desk.new()
    for text in ("which?", "this"):
        async for _ in session.say(text):
            pass
    await desk.aclose()
    await journal.aclose()
    messages = stream.read_today()
    last = [m for m in messages if m["type"] == "response"][-1]
    kinds = [m["type"] for m in stream.get_chain(last["id"])]
    assert kinds == ["request", "response", "request", "response"]
    states = {m["content"] for m in messages if m["type"] == "state"}
    assert {"input_required", "completed"} <= states
    stream.close()
