"""`ask` and `call` against agents that want an answer, that refuse, and that never answer."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.desk.recovery import Reconciling
from tests.contract.transport.conformance.plain_agent import Faults, PlainAgent
from tests.contract.transport.http_agents import listening
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

INFO = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    "reason": "TASK_NOT_FOUND",
    "domain": "a2a-protocol.org",
    "metadata": {"taskId": "none"},
}
BAD = {
    "@type": "type.googleapis.com/google.rpc.BadRequest",
    "fieldViolations": [{"field": "id", "description": "no such \u202eid"}],
}


async def run(*command: str) -> int:
    return await asyncio.to_thread(main, list(command))


async def test_a_task_that_waits_is_named_and_answered_by_its_id_alone(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        command = ["ask", "--agent", agent.base, "--profile", str(profile)]
        assert await run(*command, "wait") == 0
        told = capsys.readouterr().err
        assert "needs your answer" in told
        task = told.rsplit("--task ", 1)[1].split()[0]
        other = str(profile.with_name("another"))
        fresh = ["ask", "--agent", agent.base, "--profile", other, "--task", task, "--raw", "Go on"]
        assert await run(*fresh) == 0
        frames = map(json.loads, capsys.readouterr().out.splitlines())
        [sent] = [one["body"] for one in frames if one["direction"] == "sent"]
        assert sent["message"]["taskId"] == task
        got = ["tasks", "get", task, "--agent", agent.base, "--profile", other, "--json"]
        assert await run(*got) == 0
        known = json.loads(capsys.readouterr().out)
        assert known["status"]["state"] == "TASK_STATE_COMPLETED"
        assert {known["contextId"]} == contexts(sent)
        assert await run(*command, "--task", "none", "Go on") == 1
        assert "does not know this task" in capsys.readouterr().err


@pytest.mark.logs_warnings
async def test_an_agent_that_never_answers_keeps_no_other_waiting(
    profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Reconciling.__init__.__kwdefaults__ or {}, "silence", 10 * PATIENCE)
    hangs = Faults(http=lambda method, r: r if method == "card" else r._replace(chunks=[PATIENCE]))
    silent, agent = PlainAgent(hangs), PlainAgent()
    command = ["ask", "--profile", str(profile), "--agent"]
    async with listening(silent) as silent.base, listening(agent) as agent.base:
        assert await run(*command, silent.base, "--timeout", "1", "hello") == 3
        async with asyncio.timeout(PATIENCE):
            assert await run(*command, agent.base, "hello") == 0
    assert "one two" in capsys.readouterr().out


async def test_the_webhooks_of_a_task_are_told_in_lines(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        of = ["--agent", agent.base, "--profile", str(profile)]
        message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hello"}]}
        assert await run("call", "SendMessage", json.dumps({"message": message}), *of) == 0
        task = json.loads(capsys.readouterr().out)["task"]["id"]
        assert await run("push", "add", task, "https://e.example/h", *of) == 0
        capsys.readouterr()
        assert await run("push", "list", task, *of) == 0
        told = capsys.readouterr().out
        assert json.loads(told)["configs"][0]["url"] == "https://e.example/h"
        assert len(told.splitlines()) > 2
        assert await run("push", "list", task, *of, "--json") == 0
        assert len(capsys.readouterr().out.splitlines()) == 1


def contexts(value: Any) -> set[str]:
    """Return the contexts that a value of JSON names, wherever they stand."""
    if isinstance(value, list):
        return set().union(*map(contexts, value))
    if not isinstance(value, dict):
        return set()
    own = {str(value["contextId"])} if "contextId" in value else set()
    return own.union(*map(contexts, value.values()))


@pytest.mark.parametrize("binding", [0, 1], ids=["json-rpc", "http+json"])
async def test_an_agents_error_is_shown_as_it_came(
    profile: Path, capsys: pytest.CaptureFixture[str], binding: int
) -> None:
    where = "data" if binding == 0 else "details"

    def worded(error: Any) -> Any:
        inner = error.get("error", error)
        inner["message"], inner[where] = "It is gone.", [INFO, BAD]
        return error

    def card(told: Any) -> Any:
        return {**told, "supportedInterfaces": [told["supportedInterfaces"][binding]]}

    agent = PlainAgent(Faults(error=worded, card=card))
    async with listening(agent) as agent.base:
        command = ["call", "GetTask", '{"id": "none"}', "--agent", agent.base]
        command += ["--profile", str(profile)]
        assert await run(*command, "--json") == 1
        out, err = capsys.readouterr()
        told = json.loads(out)["error"]
        assert told["code"] == (-32001, 404)[binding]
        assert told[where][0]["reason"] == "TASK_NOT_FOUND"
        assert told[where][1]["fieldViolations"][0]["field"] == "id"
        assert "does not know this task" in err
        assert await run(*command) == 1
        out, err = capsys.readouterr()
        assert out == "" and "TASK_NOT_FOUND" in err and "fieldViolations" in err
        assert "\u202e" not in err


@asynccontextmanager
async def silent_port() -> AsyncIterator[str]:
    """Take connections, and say nothing until the client goes."""
    held: set[asyncio.Task[None]] = set()

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        held.add(task)
        while await reader.read(4096):
            pass
        writer.close()
        held.discard(task)

    server = await asyncio.start_server(hold, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        if held:
            await asyncio.wait(held)


@pytest.mark.parametrize(
    ("command", "says"), [("ask", "did not answer"), ("check", "The card at"), ("call", "finish")]
)
async def test_the_time_that_was_said_bounds_the_fetching_of_the_card(
    profile: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    says: str,
) -> None:
    monkeypatch.setattr("transport.client.cards.FETCH_SECONDS", None)  # else it would end anyhow
    monkeypatch.setattr("transport.client.cards.fetch_card.__kwdefaults__", {"seconds": None})
    async with silent_port() as url:
        what = {"ask": ["Hello", "--agent", url], "check": [url]}.get(
            command, ["GetTask", "--agent", url]
        )
        asked = [command, *what, "--timeout", "0.2", "--profile", str(profile)]
        assert await run(*asked) == 3
        err = capsys.readouterr().err
        assert says in err and "within 0.2 seconds" in err and "Traceback" not in err
