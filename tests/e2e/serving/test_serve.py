"""`balance-desk serve` as people run it: a process, a port, signals, crashes."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from app.domain.events import AgentEvent, ArtifactEvent, StreamLost
from app.domain.tasks import TaskState
from tests.contract.transport.grpc_wire import HERE
from tests.contract.transport.serving import collect, last_state, say, shape, task_id_of
from tests.live.servers import free_port
from tests.patience import PATIENCE
from transport.connect import connect

ROOT = Path(__file__).parents[3]
Run = Callable[..., subprocess.CompletedProcess[str]]
VERSION = {"A2A-Version": "1.0"}

PACED = """
import asyncio
from a2a.server.agent_execution import AgentExecutor
from a2a.server.tasks import TaskUpdater
from a2a.types import AgentCard, AgentCapabilities, AgentSkill, Part
from a2a.helpers import new_task_from_user_message


GO_ON = asyncio.Event()  # for turns that are `held`: they wait amid their numbers


class Paced(AgentExecutor):
    agent_card = AgentCard(
        name="Paced", description="Counts slowly.", version="1",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"], default_output_modes=["text/plain"],
        skills=[AgentSkill(id="count", name="Count", description="Counts.", tags=["test"])],
    )

    async def execute(self, context, event_queue):
        if context.current_task is None:
            await event_queue.enqueue_event(new_task_from_user_message(context.message))
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await updater.start_work()
        count, *held = context.get_user_input().split()
        if held == ["go-on"]:
            GO_ON.set()
        for n in range(int(count)):
            if n == 20 and held:
                await GO_ON.wait()
            await updater.add_artifact([Part(text=f"{n};")], artifact_id="a", append=n > 0)
            await asyncio.sleep(0.02)
        await updater.complete()

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()
"""


async def let_go_on(base: str) -> None:
    """Let the turn that is held at a server go on."""
    link = await connect(f"{base}/paced")
    await collect(link.send(say("0 go-on", context="other")))
    await link.aclose()


@contextmanager
def serving(
    folder: Path, *more: str, port: int = 0, agent: str = "paced_agent:Paced"
) -> Iterator[tuple[str, subprocess.Popen[bytes], Path]]:
    (folder / "paced_agent.py").write_text(PACED)
    port = port or free_port()
    log = folder / f"serve-{time.monotonic_ns()}.log"
    command = [sys.executable, "-m", "app", "serve", "--profile", str(folder / "profile")]
    command += ["--agent", agent, "--http", f"127.0.0.1:{port}", *more]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while "Serving" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}", process, log
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def stop(process: subprocess.Popen[bytes]) -> int:
    process.send_signal(signal.SIGTERM)
    return process.wait(PATIENCE)


def task_of(base: str, task_id: str, path: str = "paced") -> dict[str, Any]:
    found = httpx.get(f"{base}/{path}/tasks/{task_id}", headers=VERSION, timeout=PATIENCE)
    value: dict[str, Any] = found.json()
    return value


@pytest.mark.anyio
async def test_a_server_killed_and_started_again_in_mid_stream(tmp_path: Path) -> None:
    events: list[AgentEvent] = []
    with serving(tmp_path) as (base, process, _):
        link = await connect(base)
        stream = aiter(link.send(say("2000")))
        while not (events and isinstance(events[-1], ArtifactEvent) and len(events) > 20):
            events.append(await anext(stream))
        process.kill()
        process.wait()
        port = int(base.rsplit(":", 1)[1])
        while not isinstance(events[-1], StreamLost):
            events.append(await anext(stream))
        # The desk seeks its task for a while: meanwhile the server comes back.
        seeking = asyncio.create_task(collect(_rest(stream)))
        with await asyncio.to_thread(_started, tmp_path, port=port) as (
            again,
            _,
            log,
        ):
            events += await seeking
            assert shape(events)[-2:] == ["task failed", "recovered"]
            found = task_of(again, task_id_of(events))
            assert found["status"]["state"] == "TASK_STATE_FAILED"
            assert found["status"]["message"]["metadata"]["reason"] == "interrupted"
            assert found["artifacts"][0]["parts"][0]["text"] == "0;"
            assert "1 tasks that were interrupted" in log.read_text()
        await link.aclose()


@pytest.mark.anyio
async def test_two_clients_follow_one_task_on_different_bindings(tmp_path: Path) -> None:
    with await asyncio.to_thread(_started, tmp_path) as (base, *_):
        one = await connect(base, binding="JSONRPC")
        other = await connect(base, binding="HTTP+JSON")
        sent: list[AgentEvent] = []
        followed: list[AgentEvent] = []
        async for event in one.send(say("60 held")):
            sent.append(event)
            if not followed and isinstance(event, ArtifactEvent):
                following = aiter(other.subscribe(event.task_id))
                followed.append(await anext(following))
                await let_go_on(base)
        followed += await collect(_rest(following))
        pieces = [event.artifact.text for event in followed if isinstance(event, ArtifactEvent)]
        assert pieces == [f"{n};" for n in range(60 - len(pieces), 60)]
        assert len(pieces) > 20
        assert shape(followed)[-1] == "task completed"
        assert last_state(sent) is TaskState.COMPLETED
        await one.aclose()
        await other.aclose()


async def _rest(stream: AsyncIterator[AgentEvent]) -> AsyncIterator[AgentEvent]:
    async for event in stream:
        yield event


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("grace", "count", "state"), [(PATIENCE, 60, "completed"), (0.3, 100_000, "canceled")]
)
async def test_stopping_lets_turns_finish_or_ends_them_truly(
    tmp_path: Path, grace: float, count: int, state: str
) -> None:
    with serving(tmp_path, "--grace", str(grace)) as (base, process, log):
        link = await connect(base)
        events: list[AgentEvent] = []
        async for event in link.send(say(str(count))):
            events.append(event)
            if len(events) == 10:
                process.send_signal(signal.SIGTERM)
        assert last_state(events) is TaskState(state)
        await link.aclose()
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0
        assert "Traceback" not in log.read_text()
    with serving(tmp_path) as (base, _, _):
        found = task_of(base, task_id_of(events))
        assert found["status"]["state"] == f"TASK_STATE_{state.upper()}"


TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"
TRACED = {"traceparent": f"00-{TRACE_ID}-00f067aa0ba902b7-01"}


async def asked_over_http(base: str, grpc: str, text: str) -> str:
    message = {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": text}]}
    async with httpx.AsyncClient(headers={**VERSION, **TRACED}, timeout=PATIENCE) as client:
        answer = await client.post(f"{base}/paced/message:send", json={"message": message})
    assert answer.headers["x-trace-id"] == TRACE_ID
    return str(answer.json()["task"]["status"]["state"])


async def asked_over_grpc(base: str, grpc: str, text: str) -> str:
    link = await connect(f"grpc://{grpc}", parameters=TRACED)
    state = last_state(await collect(link.send(say(text))))
    await link.aclose()
    return f"TASK_STATE_{state.upper()}"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("ask", "counted"),
    [
        (asked_over_http, 'agent_requests_total{agent="paced",status="200"}'),
        pytest.param(
            asked_over_grpc,
            'grpc_requests_total{agent="paced",status="OK"}',
            marks=pytest.mark.skipif(not HERE, reason="the extra grpc is not installed"),
        ),
    ],
)
async def test_a_request_is_counted_and_what_is_logged_for_it_has_its_trace(
    tmp_path: Path, ask: Callable[..., Awaitable[str]], counted: str
) -> None:
    where = f"127.0.0.1:{free_port()}"
    more = ("--grpc", where) if ask is asked_over_grpc else ()
    with serving(tmp_path, *more) as (base, _, log):
        assert await ask(base, where, "no number") == "TASK_STATE_FAILED"
        async with httpx.AsyncClient(timeout=PATIENCE) as operator:
            figures = (await operator.get(f"{base}/metrics")).text
    assert f"balance_desk_{counted} 1\n" in figures
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["trace_id"] for line in lines if "exception" in line] == [TRACE_ID]


@pytest.mark.anyio
async def test_operators_see_that_a_server_is_stopping_while_turns_go_on(tmp_path: Path) -> None:
    where = f"127.0.0.1:{free_port()}"
    with serving(tmp_path, "--grace", str(PATIENCE), "--operations", where) as (base, process, _):
        link = await connect(f"{base}/paced")
        stream = aiter(link.send(say("60 held")))
        while not isinstance(await anext(stream), ArtifactEvent):
            pass
        async with httpx.AsyncClient(timeout=PATIENCE) as operator, asyncio.timeout(PATIENCE):
            ready = await operator.get(f"http://{where}/ready")
            assert (ready.status_code, ready.json()["checks"]) == (200, {"database": "ok"})
            figures = (await operator.get(f"http://{where}/metrics")).text
            assert 'balance_desk_agent_requests_running{agent="paced"} 1\n' in figures
            process.send_signal(signal.SIGTERM)
            while ready.status_code == 200:
                ready = await operator.get(f"http://{where}/ready")
                await asyncio.sleep(0.05)
        assert (ready.status_code, ready.json()["status"]) == (503, "stopping")
        process.kill()
        await link.aclose()


def test_an_agent_that_does_not_stop_does_not_keep_the_server(tmp_path: Path) -> None:
    message = {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": "unstoppable"}]}
    body = {"message": message, "configuration": {"returnImmediately": True}}
    unfit = "tests.e2e.serving.unfit_agent:Unfit"
    with serving(tmp_path, "--grace", "0", agent=unfit) as (base, process, log):
        sent = httpx.post(
            f"{base}/unfit/message:send", json=body, headers=VERSION, timeout=PATIENCE
        ).json()["task"]
        assert stop(process) == 0
        assert "Stopped" in log.read_text()
        assert "does not stop" in log.read_text()
    with serving(tmp_path, agent=unfit) as (base, _, _):
        found = httpx.get(
            f"{base}/unfit/tasks/{sent['id']}", headers=VERSION, timeout=PATIENCE
        ).json()
        assert found["status"]["state"] == "TASK_STATE_CANCELED"


def test_parked_questions_outlive_the_server(tmp_path: Path) -> None:
    body = {"message": {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": "ask"}]}}
    with serving(tmp_path, agent="echo") as (base, process, _):
        sent = httpx.post(
            f"{base}/echo/message:send", json=body, headers=VERSION, timeout=PATIENCE
        ).json()["task"]
        assert sent["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        assert stop(process) == 0
    answer = {"message": {**body["message"], "messageId": "2", "taskId": sent["id"]}}
    with serving(tmp_path, agent="echo") as (base, process, _):
        done = httpx.post(
            f"{base}/echo/message:send", json=answer, headers=VERSION, timeout=PATIENCE
        ).json()["task"]
        assert done["status"]["state"] == "TASK_STATE_COMPLETED"
        assert done["id"] == sent["id"]
        assert stop(process) == 0


def test_tokens_database_and_several_agents(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("# who may come in\nada a-secret\n\nbob b-secret\n")
    database = tmp_path / "kept" / "tasks.db"
    more = ["--agent", "echo", "--token-file", str(tokens), "--database", f"sqlite:///{database}"]
    with serving(tmp_path, *more) as (base, process, log):
        listed = httpx.get(base, timeout=PATIENCE).json()["agents"]
        assert [agent["name"] for agent in listed] == ["paced", "echo"]
        assert (
            httpx.get(f"{base}/paced/tasks", headers=VERSION, timeout=PATIENCE).status_code == 401
        )
        allowed = {**VERSION, "Authorization": "Bearer a-secret"}
        assert httpx.get(f"{base}/echo/tasks", headers=allowed, timeout=PATIENCE).status_code == 200
        # Who is taken out of the file is let in no longer, and nobody has to be restarted.
        tokens.write_text("bob b-secret\n")
        until = time.monotonic() + PATIENCE
        while httpx.get(f"{base}/echo/tasks", headers=allowed, timeout=PATIENCE).status_code != 401:
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        assert stop(process) == 0
        assert "secret" not in log.read_text()
    assert database.exists()


class Hook:
    """A webhook that fails at first, and then takes all."""

    def __init__(self, *, failures: int = 1) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[str] = []
        self.failures = failures
        self.told_the_end = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError), closing(writer):
            await self._answer(reader, writer)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.split(":")[1])
            for line in head.lower().split("\r\n")
            if "content-length" in line
        )
        body = await reader.readexactly(length)
        status = "503 Later" if self.failures else "200 OK"
        if self.failures:
            self.failures -= 1
        else:
            self.bodies.append(json.loads(body))
            self.headers.append(head)
            if b"COMPLETED" in body:
                self.told_the_end.set()
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
        )
        await writer.drain()


@pytest.mark.anyio
async def test_webhooks_are_told_again_and_never_inside_the_network(tmp_path: Path) -> None:
    hook = Hook()
    server = await asyncio.start_server(hook, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    config = {
        "url": url,
        "token": "check-me",
        "authentication": {"scheme": "Bearer", "credentials": "hook-token"},
    }
    body: dict[str, Any] = {
        "message": {"role": "ROLE_USER", "parts": [{"text": "2"}]},
        "configuration": {"taskPushNotificationConfig": config},
    }

    async def post(base: str) -> httpx.Response:
        body["message"]["messageId"] = uuid4().hex
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            return await client.post(f"{base}/paced/message:send", json=body, headers=VERSION)

    try:
        with await asyncio.to_thread(_started, tmp_path, "--allow-private-webhooks") as (base, *_):
            assert (await post(base)).status_code == 200
            async with asyncio.timeout(PATIENCE):
                await hook.told_the_end.wait()
            assert [next(iter(one)) for one in hook.bodies] == [
                "task",
                "statusUpdate",
                "artifactUpdate",
                "artifactUpdate",
                "statusUpdate",
            ]
            assert "x-a2a-notification-token: check-me" in hook.headers[0].lower()
            assert "authorization: bearer hook-token" in hook.headers[0].lower()
        with await asyncio.to_thread(_started, tmp_path) as (base, *_):
            refused = await post(base)
            assert refused.status_code == 400
            assert "is in a private network" in refused.text
    finally:
        server.close()
        await server.wait_closed()


@pytest.mark.anyio
async def test_webhooks_that_were_not_reached_are_told_after_a_crash(tmp_path: Path) -> None:
    failing, hook = Hook(failures=10_000), Hook(failures=0)
    server = await asyncio.start_server(failing, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    url = f"http://127.0.0.1:{port}/hook"
    message = {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": "1"}]}
    body = {"message": message, "configuration": {"taskPushNotificationConfig": {"url": url}}}
    try:
        with await asyncio.to_thread(_started, tmp_path, "--allow-private-webhooks") as (
            base,
            process,
            _,
        ):
            async with httpx.AsyncClient(headers=VERSION, timeout=PATIENCE) as client:
                sent = (await client.post(f"{base}/paced/message:send", json=body)).json()
            process.kill()
            process.wait()
        # What the process had sent and nobody has read yet goes to nobody.
        server.close()
        server = await asyncio.start_server(hook, "127.0.0.1", port)
        with await asyncio.to_thread(_started, tmp_path, "--allow-private-webhooks") as (base, *_):
            async with asyncio.timeout(PATIENCE):
                await hook.told_the_end.wait()
            path = f"{base}/paced/tasks/{sent['task']['id']}/pushNotificationConfigs"
            async with httpx.AsyncClient(headers=VERSION, timeout=PATIENCE) as client:
                kept = (await client.get(path)).json()
            assert [one["url"] for one in kept["configs"]] == [url]
        kinds = [next(iter(one)) for one in hook.bodies]
        assert kinds == ["task", "statusUpdate", "artifactUpdate", "statusUpdate"]
    finally:
        server.close()
        await server.wait_closed()


def _started(folder: Path, *more: str, port: int = 0) -> Any:
    """Start a server, from a thread, and hand over a context that ends it."""
    context = serving(folder, *more, port=port)
    value = context.__enter__()

    @contextmanager
    def entered() -> Iterator[Any]:
        try:
            yield value
        finally:
            context.__exit__(None, None, None)

    return entered()


def test_a_second_server_on_the_same_profile_is_refused(tmp_path: Path, called: Run) -> None:
    with serving(tmp_path):
        profile = tmp_path / "profile"
        done = called("serve", "--agent", "echo", "--http", "127.0.0.1:0", "--profile", profile)
    assert done.returncode == 2
    assert "Another" in done.stderr


def test_an_agent_is_added_asked_and_stopped_at_when_its_card_changes(
    tmp_path: Path, called: Run
) -> None:
    profile, port = tmp_path / "desk", free_port()
    with serving(tmp_path, port=port) as (base, process, _):
        added = called("agents", "add", base, "--name", "lab", "--profile", profile)
        assert added.returncode == 0, added.stderr
        assert "Counts slowly." in added.stderr
        asked = called("ask", "--agent", "lab", "--json", "--profile", profile, "3")
        assert asked.returncode == 0, asked.stderr
        assert json.loads(asked.stdout.splitlines()[-1])["state"] == "completed"
        listed = called("agents", "--json", "--profile", profile).stdout.splitlines()
        assert json.loads(listed[-1]) == {"name": "lab", "where": base, "reachable": True}
        assert stop(process) == 0
    with serving(tmp_path, port=port, agent="echo"):
        refused = called("ask", "--agent", "lab", "--profile", profile, "3")
        assert refused.returncode == 1
        assert 'name: "Paced" → "Echo"' in refused.stderr
        assert "agents accept lab" in refused.stderr
        shown = called("agents", "show", "lab", "--profile", profile)
        assert 'name: "Paced" → "Echo"' in shown.stdout
        assert called("agents", "accept", "lab", "--profile", profile).returncode == 0
        assert called("ask", "--agent", "lab", "--profile", profile, "hi").returncode == 0
    gone = called("ask", "--agent", "lab", "--profile", profile, "3")
    assert gone.returncode == 3
    assert "Traceback" not in gone.stderr


def test_an_operator_sees_health_figures_and_traces(tmp_path: Path) -> None:
    with serving(tmp_path) as (base, process, log):
        trace = "0af7651916cd43dd8448eb211c80319c"
        headers = {"traceparent": f"00-{trace}-b7ad6b7169203331-01"}
        assert httpx.get(f"{base}/health", timeout=PATIENCE).json()["status"] == "ok"
        assert httpx.get(f"{base}/ready", timeout=PATIENCE).json() == {
            "status": "ok",
            "checks": {"database": "ok"},
        }
        answer = httpx.get(f"{base}/paced/tasks", headers={**VERSION, **headers}, timeout=PATIENCE)
        assert answer.headers["x-trace-id"] == trace
        # What a client may not ask for is no fault of the server's.
        asked = httpx.get(f"{base}/paced/extendedAgentCard", headers=VERSION, timeout=PATIENCE)
        assert asked.status_code == 400
        text = httpx.get(f"{base}/metrics", timeout=PATIENCE).text
        assert 'balance_desk_agent_requests_total{agent="paced",status="200"} 1\n' in text
        assert 'balance_desk_log_lines_total{level="error"} 0\n' in text
        assert 'balance_desk_tasks_running{agent="paced"} 0\n' in text
        assert 'balance_desk_ready{check="database"} 1\n' in text
        assert stop(process) == 0
        events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
        assert events[-1] == "Stopped"
