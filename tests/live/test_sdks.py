"""Clients and agents of the SDKs of three languages, over each binding, against ours.

Agents of the Python SDK need no server:
`tests/contract/transport/conformance/test_check.py`.
"""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.client.client import ClientCallContext, ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.client.interceptors import AfterArgs, BeforeArgs, ClientCallInterceptor

from app.cli import main
from app.connections.remote_agents import RemoteAgents
from app.domain.tasks import TaskState
from tests.contract.transport.a2a_operations import every_operation
from tests.contract.transport.grpc_wire import HERE as GRPC
from tests.contract.transport.serving import collect, last_state, say, shape, task_id_of
from tests.live.sdks import prepared
from tests.live.servers import NoServer, free_port
from tests.patience import PATIENCE
from transport.connect import connect
from transport.protocol.operations import GET_EXTENDED_CARD, OPERATIONS

pytestmark = [pytest.mark.live, pytest.mark.anyio]

ROOT = Path(__file__).parents[2]
BINDINGS = ["JSONRPC", "HTTP+JSON", *(["GRPC"] if GRPC else [])]
LANGUAGES: dict[str, Callable[[str], list[str]]] = {
    "javascript": prepared.javascript,
    "go": prepared.go,
}
TOKEN = "token-of-ada"
# What is wrong with the SDKs' own agents, by binding and rule.
GO_EVERYWHERE = ("answer.expected", "error.kind", "error.missing", "history.none")
KNOWN = {
    # A JSON-RPC request without a method is answered as one with wrong params: a remark.
    "javascript": {("JSONRPC", "error.standard")},
    # The version is not looked at; what has ended is not found, or has wrong params, and what waits
    # is not found by who subscribes; a deletion has no result; a webhook is taken for a task that
    # there is not; a sent message is answered with history that was not wanted; nobody lists tasks
    # who is not signed in.
    "go": {
        ("JSONRPC", "rpc.envelope"),
        *((one, rule) for one in BINDINGS for rule in GO_EVERYWHERE),
        *((one, "version.metadata" if one == "GRPC" else "version.unknown") for one in BINDINGS),
    },
}


def program(language: str, name: str) -> list[str]:
    try:
        return LANGUAGES[language](name)
    except NoServer as reason:
        pytest.skip(str(reason))


@contextmanager
def said_by(command: list[str], pattern: str, **more: str) -> Iterator[str]:
    """Run a program until the block is left; give what it says that matches."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **more},
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(pattern, line):
                yield found[0]
                return
        raise AssertionError(f"{command[0]} has ended")
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def greeter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Our agent, for those with a token: the address of its card, and that of each binding."""
    folder = tmp_path_factory.mktemp("greeter")
    (folder / "tokens").write_text(f"ada {TOKEN}\n")
    calls = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "app", "serve", "--agent", "tests.live.sdk_agent:Greeter"]
    command += ["--http", "127.0.0.1:0", "--token-file", str(folder / "tokens")]
    command += ["--allow-private-webhooks", "--profile", str(folder / "profile")]
    command += ["--grpc", calls] if GRPC else []
    with said_by(command, r"http://[\w.:]+/greeter", PYTHONPATH=str(ROOT)) as url:
        yield {"card": url, "JSONRPC": url, "HTTP+JSON": url, "GRPC": calls}


@pytest.mark.parametrize("binding", BINDINGS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_client_of_another_sdk_does_every_operation(
    greeter: dict[str, str], language: str, binding: str
) -> None:
    command = await asyncio.to_thread(program, language, "client")
    address = greeter["card" if language == "javascript" else binding]
    said = [address, binding, TOKEN, "Ada", "Hello, Ada!", "ask", "http://127.0.0.1:9/hook"]
    process = await asyncio.create_subprocess_exec(
        *command, *said, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(PATIENCE):
        out, error = await process.communicate()
    assert process.returncode == 0, error.decode()
    done = {*OPERATIONS, "TaskNotFoundError"}
    if language == "go" and binding != "GRPC":
        # It cannot read a card that asks for anything: see the program.
        assert "SecuritySchemeScopes" in error.decode()
        done.discard(GET_EXTENDED_CARD)
    assert set(out.decode().split()) == done


class SignedIn(ClientCallInterceptor):
    """Sends the token along, over every wire."""

    async def before(self, args: BeforeArgs) -> None:
        args.context = args.context or ClientCallContext()
        sent = args.context.service_parameters or {}
        args.context.service_parameters = {**sent, "authorization": f"Bearer {TOKEN}"}

    async def after(self, args: AfterArgs) -> None:
        pass


@pytest.mark.parametrize("binding", BINDINGS)
async def test_a_client_of_the_python_sdk_does_every_operation(
    greeter: dict[str, str], binding: str
) -> None:
    calls: list[Any] = []

    def channel(address: str) -> Any:
        import grpc.aio  # type: ignore[import-untyped]

        calls.append(grpc.aio.insecure_channel(address))
        return calls[-1]

    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        card = await A2ACardResolver(http, greeter["card"]).get_agent_card()
        clients = [
            ClientFactory(
                ClientConfig(
                    httpx_client=http,
                    supported_protocol_bindings=[binding],
                    streaming=streaming,
                    grpc_channel_factory=channel,
                )
            ).create(card, interceptors=[SignedIn()])
            for streaming in (True, False)
        ]
        described = await every_operation(
            *clients, text="Ada", says="Hello, Ada!", waits="ask", hook="http://127.0.0.1:9/hook"
        )
        for one in clients:
            await one.close()
        for opened in calls:
            await opened.close()
    assert described == "Greets those who are signed in."


async def test_a_client_of_go_reads_a_card_that_asks_for_nothing(tmp_path: Path) -> None:
    client = await asyncio.to_thread(program, "go", "client")
    command = [sys.executable, "-m", "app", "serve", "--agent", "tests.live.sdk_agent:Greeter"]
    command += ["--http", "127.0.0.1:0", "--profile", str(tmp_path), "--allow-private-webhooks"]
    with said_by(command, r"http://[\w.:]+/greeter", PYTHONPATH=str(ROOT)) as url:
        said = [url, "JSONRPC", "", "Ada", "Hello, Ada!", "ask", "http://127.0.0.1:9/hook"]
        done = await asyncio.to_thread(
            subprocess.run, [*client, *said], capture_output=True, text=True, timeout=PATIENCE
        )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {*OPERATIONS, "TaskNotFoundError"} - {GET_EXTENDED_CARD}


@pytest.fixture(scope="module", params=LANGUAGES)
def foreign(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """An agent of another SDK: its language and its address."""
    with said_by(program(request.param, "agent"), r"http://[\w.:]+") as url:
        yield request.param, url


async def test_an_agent_of_another_sdk_is_sound_but_for_what_is_known(
    foreign: tuple[str, str], profile: Path
) -> None:
    language, url = foreign
    results = await RemoteAgents(profile).check(
        url,
        messages=("Ada", "ask"),
        seconds=PATIENCE,
        bindings=frozenset(BINDINGS),
        webhook="http://127.0.0.1:9/hook",
        tell=lambda result: None,
    )
    found = {(r.interface.split(" ")[0], one.rule) for r in results for one in r.findings}
    assert found == KNOWN[language]
    assert {r.interface.split(" ")[0] for r in results} == {"card", *BINDINGS}


@pytest.mark.parametrize("binding", BINDINGS)
async def test_an_agent_of_another_sdk_is_talked_with(
    foreign: tuple[str, str], binding: str
) -> None:
    link = await connect(foreign[1], binding=binding)
    try:
        events = await collect(link.send(say("Ada", context="")))
        assert shape(events)[0].startswith("task ")
        assert "=Hello, Ada!" in shape(events)
        assert last_state(events) is TaskState.COMPLETED
        assert (await link.get(task_id_of(events))).state is TaskState.COMPLETED
        asked = await collect(link.send(say("ask", context="")))
        assert last_state(asked) is TaskState.INPUT_REQUIRED
        answer = say("red", context="", task=task_id_of(asked))
        assert "=Hello, red!" in shape(await collect(link.send(answer)))
        stopped = task_id_of(await collect(link.send(say("ask", context=""))))
        # A server that is still ending the turn answers with how that ended.
        async with asyncio.timeout(60):
            while (found := await link.cancel(stopped)).state is TaskState.INPUT_REQUIRED:
                pass
        assert found.state is TaskState.CANCELED
    finally:
        await link.aclose()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_agent_of_the_page_is_what_the_page_says(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "developing-agents-js-go.md").read_text()
    [code] = re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    [there] = re.findall(r"127\.0\.0\.1:(\d+)\"", code)[:1]
    [told] = re.findall(rf"^balance-desk check \S+:{there}(.*?)^```", page, re.M | re.S)
    known = re.findall(r"--known (\S+)", told)
    port = free_port()
    try:
        command = await asyncio.to_thread(
            prepared.written, language, code.replace(there, str(port)), tmp_path
        )
    except NoServer as reason:
        pytest.skip(str(reason))
    with said_by(command, r"Serving http\S+"):
        check = ["check", f"http://127.0.0.1:{port}", "--profile", str(tmp_path / "profile")]
        check += ["--message", "Ada", "--message", "ask"]
        for rule in known:
            check += ["--known", rule]
        code = await asyncio.to_thread(main, check)
    assert code == 0, capsys.readouterr().out
