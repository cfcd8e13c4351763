"""A model behind a server with OpenAI's interface, as it is used from the command line."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.contract.agents.data.model_endpoint import endpoint, proposes
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
KEY = "sk-loopback-secret"


FAILURES = {
    "refuses": (401, json.dumps({"error": {"message": f"Incorrect API key: {KEY}"}})),
    "busy": (429, json.dumps({"error": {"message": f"slow down, {KEY}"}})),
    "broken": (500, "<html>oops</html>"),
    "garbage": (200, "%%% no JSON %%%"),
    "other": (200, json.dumps({"answer": 4242})),
}
"""What models of these names reply."""


class OpenAi(BaseHTTPRequestHandler):
    """Answers chat completions: reads a file first where tools are offered, then says a number."""

    asked: ClassVar[list[dict[str, Any]]] = []
    keys: ClassVar[set[str | None]] = set()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body)
        self.keys.add(self.headers.get("Authorization"))
        if (failure := FAILURES.get(body["model"])) is not None:
            self.reply(*failure)
            return
        used = any(message["role"] == "tool" for message in body["messages"])
        delta: dict[str, Any]
        if body.get("tools") and not used:
            call = {"name": "file_tool__read", "arguments": '{"path": "wins.txt"}'}
            delta = {"tool_calls": [{"index": 0, "id": "t1", "type": "function", "function": call}]}
        else:
            delta = {"content": "There are 1,392 wins and 77 losses."}
        if not body.get("stream"):
            answer = {"role": "assistant", **delta}
            choices = [{"index": 0, "message": answer, "finish_reason": "stop"}]
            whole = {"id": "c", "object": "chat.completion", "created": 0, "model": "m"}
            self.reply(200, json.dumps({**whole, "choices": choices}))
            return
        self.stream(delta, "tool_calls" if "tool_calls" in delta else "stop")

    def stream(self, delta: dict[str, Any], end: str) -> None:
        shape = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m"}
        chunks = [
            {**shape, "choices": [{"index": 0, "delta": {"role": "assistant", **delta}}]},
            {**shape, "choices": [{"index": 0, "delta": {}, "finish_reason": end}]},
        ]
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.reply(200, text, "text/event-stream")

    def reply(self, status: int, text: str, kind: str = "application/json") -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("x-should-retry", "false")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    OpenAi.asked.clear()
    OpenAi.keys.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), OpenAi) as http:
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{http.server_port}/v1"
        http.shutdown()
        thread.join()


Run = Callable[..., "subprocess.CompletedProcess[str]"]
Ask = Callable[..., tuple[int, list[Any], str]]


def run(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "app", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`use(url, model)`: the model that the environment names."""

    def named(url: str, model: str = "m") -> None:
        monkeypatch.setenv("BALANCE_DESK_MODEL", f"openai:{model}")
        monkeypatch.setenv("BALANCE_DESK_MODEL_URL", url)
        monkeypatch.setenv("BALANCE_DESK_MODEL_KEY", KEY)

    return named


@pytest.fixture
def ask(called: Run, use: Callable[..., None]) -> Ask:
    """Ask an agent within this process; the exit code, the lines and what was told."""

    def asked(
        text: str,
        profile: Path,
        url: str,
        model: str = "m",
        agent: str = "chat",
        *more: str,
        by: Run = called,
    ) -> tuple[int, list[Any], str]:
        use(url, model)
        done = by("ask", text, "--agent", agent, "--json", *more, "--profile", profile)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    return asked


def everything_in(profile: Path) -> bytes:
    return b"".join(path.read_bytes() for path in profile.rglob("*") if path.is_file())


def test_a_turn_with_a_tool_and_a_number_nobody_gave(server: str, tmp_path: Path, ask: Ask) -> None:
    files, profile = tmp_path / "files", tmp_path / "profile"
    files.mkdir()
    profile.mkdir()
    (files / "wins.txt").write_text("wins 1392\n")
    (profile / "settings.toml").write_text(f"[tools]\nfolders = [{json.dumps(str(files))}]\n")
    code, lines, _ = ask("How many wins?", profile, server, by=run)
    assert code == 0
    words = "".join(
        part["text"]
        for line in lines
        if line["event"] == "artifact" and line["name"] == "answer"
        for part in line["parts"]
    )
    assert words.startswith("There are 1,392 wins and ▢ losses.")
    assert lines[-1]["state"] == "completed"
    assert OpenAi.keys == {f"Bearer {KEY}"}
    assert KEY.encode() not in everything_in(profile)


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("refuses", "status 401"),
        ("busy", "status 429"),
        ("broken", "status 500"),
        ("garbage", "cannot be used"),
        ("other", "cannot be used"),
        ("m", "cannot be reached"),
    ],
)
def test_what_fails_is_said_without_the_key(
    server: str, tmp_path: Path, ask: Ask, model: str, says: str
) -> None:
    url = server if model in FAILURES else "http://127.0.0.1:9/v1"
    code, lines, told = ask("Hi", tmp_path, url, model)
    assert code == 1
    state = [line for line in lines if line["event"] == "status"][-1]
    assert state["state"] == "failed"
    assert says in state["text"] and "4242" not in state["text"]
    assert KEY not in json.dumps(lines) + told
    assert KEY.encode() not in everything_in(tmp_path)


@pytest.mark.parametrize(
    ("model", "verdict", "says"), [("m", "ok", "openai:m at"), ("refuses", "note", "status 401")]
)
def test_doctor_says_which_model_answers_without_the_key(
    server: str,
    tmp_path: Path,
    called: Run,
    use: Callable[..., None],
    model: str,
    verdict: str,
    says: str,
) -> None:
    use(server, model)
    done = called("doctor", "--json", "--profile", tmp_path)
    found = {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert found["language model"]["verdict"] == verdict
    assert says in found["language model"]["text"]
    assert KEY not in done.stdout + done.stderr


def test_what_one_agent_was_told_to_remember_another_knows(
    server: str, tmp_path: Path, ask: Ask
) -> None:
    profile = tmp_path / "profile"
    code, _, _ = ask("내 종족은 저그라고 기억해 줘", profile, server, agent="data")
    assert code == 0
    assert not any("저그" in json.dumps(body) for body in OpenAi.asked if body.get("stream"))
    code, _, _ = ask("What is my race?", profile, server)
    assert code == 0
    talked = [body for body in OpenAi.asked if body.get("stream")][-1]
    told = json.dumps(talked["messages"], ensure_ascii=False)
    assert "- 내 종족은 저그" in told
    assert "기억해 줘" not in told  # another conversation's words are not this one's


@pytest.mark.parametrize(
    ("more", "read_by"),
    [((), None), (("--models", "model-first"), "openai:m"), (("--models", "never"), None)],
)
def test_who_reads_a_question_about_a_table_is_chosen_for_a_run(
    tmp_path: Path, ask: Ask, more: tuple[str, ...], read_by: str | None
) -> None:
    table = tmp_path / "shop.csv"
    table.write_text("city,price\nLima,10\nSeoul,30\nLima,20\n")
    query = {"measures": [{"aggregate": "mean", "of": "price"}]}
    with endpoint(proposes(understood=True, query=query)) as model:
        url = f"http://127.0.0.1:{model.server_port}/v1"
        words = ("--data", str(table), *more)
        code, lines, _ = ask("average price", tmp_path / "p", url, "m", "data", *words)
    assert code == 0
    assert len(model.asked) == (read_by is not None)
    data = {
        line["name"]: line["parts"][0].get("data") for line in lines if line["event"] == "artifact"
    }
    assert data["frame"].get("read_by") == read_by
    assert data["result"]["rows"][0][0] == 20
