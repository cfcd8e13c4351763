"""What went over a link is kept, can be taken away without its secrets, and said again."""

import asyncio
import json
import os
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from a2a.types import GetTaskRequest

from app.connections.inspection import copied
from app.domain.frames import Frame
from app.domain.frames import FrameForm as Form
from app.domain.tasks import TaskState
from app.errors import AgentRefused, BadFile, BadInput
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import Served, served
from tests.contract.transport.serving import collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.connect import connect
from transport.frames.export import as_curl, as_json_lines, as_test, recorded, redacted
from transport.frames.recording import Recording

pytestmark = pytest.mark.anyio


async def counts(turn: Turn) -> None:
    await turn.updater.start_work()
    if turn.text == "ask":
        await turn.updater.requires_input()
        return
    for n in range(int(turn.text)):
        await turn.say(f"{n};", append=n > 0)
        await asyncio.sleep(0.01)
    await turn.updater.complete()


async def conversation(at: Served, binding: str = "JSONRPC") -> tuple[TransportLink, list[Any]]:
    link = await connect(f"{at.base}/scripted", binding=binding)
    assert isinstance(link, TransportLink)
    turns = [await collect(link.send(say(text))) for text in ("3", "2")]
    await link.aclose()
    return link, turns


async def test_frames_may_pass_while_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(url="x", binding="JSONRPC")
    recording.add("1", "sent", "GetTask", GetTaskRequest(id="t"))

    def written(message: Any) -> dict[str, Any]:
        recording.add("2", "received", "GetTask", {})
        return {}

    monkeypatch.setattr("transport.frames.recording.to_json", written)
    assert len(recording.frames()) == 1
    assert len(recording.frames()) == 2


async def test_frames_have_times_and_belong_to_their_exchange() -> None:
    async with served(counts) as at:
        link, turns = await conversation(at)
    frames = link.recording.frames()
    assert [frame.at for frame in frames] == sorted(frame.at for frame in frames)
    assert len({frame.exchange for frame in frames}) == 2
    one = [frame for frame in frames if frame.exchange == frames[-1].exchange]
    assert {told["taskId"] for frame in one[2:-1] for told in frame.body.values()} == {
        task_id_of(turns[1])
    }
    assert [frame.direction for frame in one] == ["sent"] + ["received"] * 5 + ["ended"]
    assert {frame.method for frame in one} == {"SendStreamingMessage"}
    assert {frame.url for frame in one} == {f"{at.base}/scripted"}


async def test_the_lines_of_http_are_kept_without_what_may_be_secret() -> None:
    async with served(counts) as at:
        link = await connect(f"{at.base}/scripted", auth=httpx.BasicAuth("me", "very-secret"))
        assert isinstance(link, TransportLink)
        await collect(link.send(say("1")))
        await link.aclose()
    frames = link.recording.frames()
    [first] = [frame for frame in frames if frame.details]
    assert first.direction == "received"
    http: Any = first.details["http"]
    assert http["request"] == f"POST {at.base}/scripted"
    assert http["response"] == "HTTP/1.1 200 OK"
    assert http["request_headers"]["a2a-version"] == "1.0"
    assert http["request_headers"]["authorization"] == "[not kept]"
    assert http["request_headers"]["host"] == at.base.removeprefix("http://")
    assert "very-secret" not in as_json_lines(frames, redact=False)
    for taken in (frames, recorded(as_json_lines(frames))):
        assert as_curl(taken).endswith('-H "authorization: $AGENT_AUTHORIZATION"\n')
        assert '"authorization": os.environ["AGENT_AUTHORIZATION"]' in as_test(taken)


async def test_errors_are_frames_too() -> None:
    async with served(counts) as at:
        link = await connect(f"{at.base}/scripted")
        assert isinstance(link, TransportLink)
        with pytest.raises(AgentRefused):
            await collect(link.send(say("1", context="x", task=await _ended(link))))
        await link.aclose()
    failed = [frame for frame in link.recording.frames() if frame.direction == "failed"]
    assert "does not match" in str(failed[0].body)


async def _ended(link: TransportLink) -> str:
    return task_id_of(await collect(link.send(say("1"))))


async def test_a_replay_is_an_agent(tmp_path: Path) -> None:
    async with served(counts) as at:
        link, turns = await conversation(at)
    file = tmp_path / "my talk.jsonl"
    file.write_text(as_json_lines(link.recording.frames()), "utf-8")
    again = await connect(f"{file.as_uri().replace('file:', 'replay:')}?speed=0")
    for turn in turns:
        played = await collect(again.send(say("anything", context="elsewhere")))
        assert shape(played) == shape(turn)
        assert last_state(played) is TaskState.COMPLETED
        found = await again.get(task_id_of(played))
        assert found.context_id == "elsewhere"
        assert found.artifacts[0].text.startswith("0;")
    assert len(await again.tasks("elsewhere")) == 2
    with pytest.raises(AgentRefused, match="no further answer"):
        await collect(again.send(say("more")))
    await again.aclose()


def test_recorded_text_may_hold_what_python_takes_for_line_breaks() -> None:
    body: Any = {"message": {"parts": [{"text": "a\u2028b\x85c"}]}}
    at = datetime(2026, 1, 1, tzinfo=UTC)
    frame = Frame(at=at, exchange="1", direction="sent", method="m", url="", binding="", body=body)
    assert recorded(as_json_lines([frame])) == [frame]


async def paused(pauses: list[float], seconds: float) -> None:
    pauses.append(seconds)


async def test_a_replay_keeps_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(counts) as at:
        link = await connect(f"{at.base}/scripted")
        assert isinstance(link, TransportLink)
        await collect(link.send(say("30")))
        await link.aclose()
    file = tmp_path / "r.jsonl"
    file.write_text(as_json_lines(link.recording.frames()), "utf-8")
    took = {}
    for speed in (1, 10):
        again = await connect(f"replay://{file}?speed={speed}")
        pauses: list[float] = []
        monkeypatch.setattr("transport.client.replay.sleep", partial(paused, pauses))
        await collect(again.send(say("x")))
        took[speed] = sum(pauses)
        await again.aclose()
    assert took[1] > 0.3
    assert took[10] == pytest.approx(took[1] / 10)


@pytest.mark.parametrize(
    ("name", "query", "error"),
    [
        ("none.jsonl", "", BadFile),
        ("bad.jsonl", "", BadFile),
        ("good.jsonl", "?speed=fast", BadInput),
        ("good.jsonl", "?speed=-1", BadInput),
        ("good.jsonl", "?speed=inf", BadInput),
    ],
)
async def test_a_bad_recording_is_said_so(
    tmp_path: Path, name: str, query: str, error: type[Exception]
) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n")
    (tmp_path / "good.jsonl").write_text("")
    with pytest.raises(error):
        await connect(f"replay://{tmp_path / name}{query}")


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_the_curl_commands_work(binding: str) -> None:
    async with served(counts) as at:
        link, _ = await conversation(at, binding)
        commands = as_curl(link.recording.frames()).splitlines()
        assert len(commands) == 2
        words = shlex.split(commands[0])
        done = await asyncio.to_thread(
            subprocess.run, [*words, "--silent"], capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.stdout.count("artifactUpdate") == 3


async def test_the_test_case_passes_against_the_agent(tmp_path: Path) -> None:
    async with served(counts) as at:
        link = await connect(f"{at.base}/scripted")
        assert isinstance(link, TransportLink)
        # What it asked is answered once: said again, the answer belongs to the task of then.
        asked = task_id_of(await collect(link.send(say("ask", context="c"))))
        await collect(link.send(say("2", context="c", task=asked)))
        await collect(link.send(say("\u2028 3", context="c")))
        await link.aclose()
        file = tmp_path / "test_again.py"
        file.write_text(as_test(link.recording.frames()), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
        done = await asyncio.to_thread(
            subprocess.run,
            command,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "AGENT_URL": f"{at.base}/scripted"},
            timeout=PATIENCE,
        )
        assert "1 passed" in done.stdout, done.stdout


def test_a_report_tells_the_fault_and_keeps_secrets_and_marks_of_others_in_their_place() -> None:
    said = "x ```` ## Agent\n`Bearer abcdef.123456`"
    body: Any = {"statusUpdate": {"taskId": said}}
    frames = [
        Frame(
            at=datetime(2026, 11, 1, 12, 0, n, tzinfo=UTC),
            exchange="e", direction=direction, method="SendStreamingMessage",
            url="http://ada:secret@a.example/rpc", binding="JSONRPC", body=told,
        )
        for n, (direction, told) in enumerate(
            [("sent", {}), ("received", {"task": {"id": "t"}}), ("received", body)]
        )
    ]  # fmt: skip
    text = copied(frames, "report")
    assert "4.2.1 MUST `stream.task_id`: All events of a stream are of one task. (frame 3" in text
    assert [line for line in text.split("\n") if line.startswith("## ")] == [
        "## Agent", "## Departures from A2A 1.0", "## Frames"
    ]  # fmt: skip
    assert "secret" not in text and "abcdef" not in text
    assert "\n`````json\n" in text
    assert "None was seen." in copied(frames[:2], "report")


def test_secrets_are_left_out_by_name_and_by_form() -> None:
    jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def"
    value: Any = {
        "Authorization": "Basic abcdefgh",
        "push": {"token": "t0ps3cret", "url": "https://ada:pw@hook.example/x"},
        "parts": [{"text": f"use Bearer abcdef.123456 or {jwt} or sk-abcdefghijkl"}],
        "apiKey": ["k"],
        "pageToken": "next",
        "numbers": [1, None, True],
        "empty_password": "",
    }
    text = json.dumps(redacted(value))
    for secret in ("abcdefgh", "t0ps3cret", "ada:pw", "abcdef.123456", jwt, "sk-abc", '"k"'):
        assert secret not in text
    assert redacted(value)["numbers"] == [1, None, True]  # type: ignore[index,call-overload]
    assert redacted(value)["pageToken"] == "next"  # type: ignore[index,call-overload]


async def test_redaction_is_the_default_and_can_be_left_out() -> None:
    async with served(counts) as at:
        link, _ = await conversation(at)
    frames = [
        Frame.model_validate({**frame.model_dump(), "body": {"message": {"password": "hunter2"}}})
        for frame in link.recording.frames()
    ]
    for form in get_args(Form):
        assert "hunter2" not in copied(frames, form)
        assert "hunter2" in copied(frames, form, redact=False)
