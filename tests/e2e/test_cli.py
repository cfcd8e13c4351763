"""The command line as other programs use it: exit codes, JSON lines, plain errors."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.connections.known_agents import BUNDLED
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "app", *map(str, arguments)]


def run(
    *arguments: str | Path, said: str | bytes = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    data = said.encode() if isinstance(said, str) else said
    done = subprocess.run(
        command(*arguments),
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={**os.environ, "PYTHONWARNINGS": "error::ResourceWarning", **environment},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_turns_as_json_lines_in_one_conversation(tmp_path: Path) -> None:
    done = run(
        "chat", "--json", "--agent", "echo", "--profile", tmp_path, said="ask\nred\n/new\nhello\n"
    )
    assert done.returncode == 0, done.stderr
    got = lines(done)
    for line in got:
        assert {"event", "context_id", "task_id", "at"} <= set(line)
    ends = [line for line in got if line["event"] == "turn_end"]
    assert [end["state"] for end in ends] == ["input_required", "completed", "completed"]
    assert ends[0]["context_id"] == ends[1]["context_id"] != ends[2]["context_id"]
    assert len({end["task_id"] for end in ends}) == 3
    question = next(line for line in got if line.get("state") == "input_required")
    assert question["slot"] == "colour"
    assert [choice["label"] for choice in question["choices"]] == ["Red", "Green", "Blue"]


def test_the_parked_task_is_completed_in_the_store(tmp_path: Path) -> None:
    first = run("chat", "--json", "--agent", "echo", "--profile", tmp_path, said="ask\nred\n")
    context = lines(first)[0]["context_id"]
    again = run(
        "ask", "hello", "--json", "--agent", "echo", "--profile", tmp_path, "--context", context
    )
    assert lines(again)[0]["context_id"] == context
    import pysqlite3

    database = pysqlite3.connect(str(tmp_path / "desk.db"))
    states = [row[0] for row in database.execute("SELECT state FROM turns ORDER BY position")]
    database.close()
    assert states == ["completed", "completed", "completed"]


@pytest.mark.parametrize(
    ("said", "code"), [("hello", 0), ("ask", 0), ("fail", 1), ("reject", 1), ("crash", 1)]
)
@pytest.mark.logs_warnings
def test_exit_codes_tell_how_the_turn_ended(
    tmp_path: Path, called: Run, said: str, code: int
) -> None:
    done = called("ask", said, "--agent", "echo", "--profile", tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout


def test_a_turn_that_takes_too_long_is_told_and_ends_with_three(
    tmp_path: Path, called: Run
) -> None:
    asking = ("--json", "--agent", "echo", "--profile", tmp_path)
    assert called("ask", "hello", *asking).returncode == 0  # what is imported once is there now
    done = called("ask", "wait", *asking, "--timeout", "3")
    assert done.returncode == 3, done.stderr
    assert "within 3 seconds" in done.stderr
    last = lines(done)[-1]
    assert (last["event"], last["state"]) == ("turn_end", "canceled")


def test_a_profile_that_cannot_be_used_says_so(tmp_path: Path, called: Run) -> None:
    (tmp_path / "file").write_text("x")
    done = called("ask", "hi", "--agent", "echo", "--profile", tmp_path / "file")
    assert done.returncode == 2
    assert "is a file" in done.stderr


def test_a_message_of_a_megabyte_is_refused_and_the_next_is_taken(tmp_path: Path) -> None:
    done = run(
        "chat", "--json", "--agent", "echo", "--profile", tmp_path, said="a" * 2**20 + "\nhello\n"
    )
    assert done.returncode == 0
    assert "512 kB" in done.stderr
    assert lines(done)[-1]["state"] == "completed"


def test_objects_carry_references_and_attachments(tmp_path: Path) -> None:
    file = tmp_path / "한글 파일.csv"
    file.write_text("a,b\n1,2\n", "utf-8")
    good = json.dumps({"text": "hello", "attachments": [str(file)]})
    bad = ['{"text": 3}', '{"words": "x"}', "{broken", '{"text": "x", "attachments": ["/none"]}']
    done = run(
        "chat",
        "--json",
        "--agent",
        "echo",
        "--profile",
        tmp_path / "p",
        said="\n".join([*bad, good]),
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("balance-desk:") == len(bad)
    files = [
        part
        for line in lines(done)
        if line["event"] == "artifact"
        for part in line["parts"]
        if part["kind"] == "file"
    ]
    assert [file["name"] for file in files] == ["한글 파일.csv"]


def test_an_offered_answer_is_chosen_by_its_number(tmp_path: Path) -> None:
    done = run("chat", "--agent", "echo", "--profile", tmp_path, said="ask\n2\n9\n")
    assert done.returncode == 0, done.stderr
    assert "You answered: Green" in done.stdout or "You answered: green" in done.stdout
    assert done.stdout.rstrip().endswith("9")


def test_bytes_that_are_not_utf8_are_replaced(tmp_path: Path) -> None:
    done = run("chat", "--json", "--agent", "echo", "--profile", tmp_path, said=b"caf\xe9\r\nok")
    assert done.returncode == 0
    assert [line["state"] for line in lines(done) if line["event"] == "turn_end"] == [
        "completed",
        "completed",
    ]


def test_ctrl_c_stops_the_task_and_keeps_its_state(tmp_path: Path) -> None:
    arguments = command("ask", "wait", "--json", "--agent", "echo", "--profile", tmp_path)
    with subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # Whoever runs the tests in the background lets their children ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        while json.loads(process.stdout.readline()).get("state") != "working":
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    import pysqlite3

    database = pysqlite3.connect(str(tmp_path / "desk.db"))
    assert database.execute("SELECT state FROM turns").fetchall() == [("canceled",)]
    database.close()


def test_agents_are_listed_added_and_removed(tmp_path: Path, called: Run) -> None:
    assert called("agents", "add", "https://lab.example/a2a", "--profile", tmp_path).returncode == 0
    listed = lines(called("agents", "--json", "--profile", tmp_path))
    assert [line["name"] for line in listed] == [*BUNDLED, "lab.example"]
    assert all({"name", "where", "reachable"} <= set(line) for line in listed)
    assert called("agents", "remove", "lab.example", "--profile", tmp_path).returncode == 0
    assert len(lines(called("agents", "--json", "--profile", tmp_path))) == len(BUNDLED)


def test_help_names_every_command(called: Run) -> None:
    done = called("--help")
    assert done.returncode == 0
    for name in ("gui", "ask", "chat", "agents", "demo", "doctor"):
        assert name in done.stdout
    for name in ("gui", "ask", "chat", "agents", "demo", "doctor"):
        assert "--profile" in called(name, "--help").stdout


@pytest.mark.parametrize(
    ("command", "variables"),
    [
        *((f"conversations {name}", "DATABASE") for name in ("backup", "migrate", "audit")),
        *((f"conversations token {name}", "DATABASE") for name in ("create", "list", "revoke")),
        ("conversations dead list", "REDIS"),
        ("conversations dead revive", "DATABASE REDIS"),
        ("conversations serve", "DATABASE REDIS"),
        ("purge", "DATABASE TASKS_DATABASE REDIS"),
        ("serve", "TASKS_DATABASE"),
    ],
)
def test_help_names_the_variables_that_a_command_reads(
    called: Run, command: str, variables: str
) -> None:
    said = called(*command.split(), "--help").stdout.split()
    for name in variables.split():
        assert any(f"BALANCE_DESK_{name}" == word.strip("(),") for word in said)


def test_doctor_reports_as_json(tmp_path: Path) -> None:
    done = run("doctor", "--json", "--profile", tmp_path)
    names = {line["name"] for line in lines(done)}
    assert {"python", "sqlite", "profile", "display", "hangul", "agent data"} <= names
    assert "language model" in names
    assert done.returncode == 0, done.stdout


def test_a_database_that_does_not_answer_is_said_and_ends_with_three(
    tmp_path: Path, called: Run
) -> None:
    pytest.importorskip("psycopg")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        away = f"postgresql://nobody@127.0.0.1:{probe.getsockname()[1]}/tasks"
        place = ("--database", away, "--profile", tmp_path)
        refused = called("conversations", "migrate", "--check", *place)
    assert refused.returncode == 3
    assert "database server cannot be used" in refused.stderr
    assert "Connection refused" in refused.stderr  # what it said itself: it may be the password
    assert "Traceback" not in refused.stderr


def test_a_token_that_would_have_ended_is_not_made(tmp_path: Path, called: Run) -> None:
    words = ("conversations", "token", "create", "--tenant", "acme", "--expires-days=-1")
    refused = called(*words, "--profile", tmp_path)
    assert refused.returncode == 2
    assert "from 0 on" in refused.stderr


def test_queues_at_an_address_that_cannot_be_are_said(tmp_path: Path, called: Run) -> None:
    words = ("conversations", "serve", "--http", "127.0.0.1:0", "--redis", "localhost:6379")
    refused = called(*words, "--profile", tmp_path)
    assert refused.returncode == 2
    assert "redis://HOST:PORT" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_what_was_said_is_read_by_nobody_else(tmp_path: Path, called: Run) -> None:
    tmp_path.chmod(0o755)
    assert called("ask", "hello", "--agent", "echo", "--profile", tmp_path).returncode == 0
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert (tmp_path / "desk.db") in kept
    assert not [path for path in kept if path.stat().st_mode & 0o077]
