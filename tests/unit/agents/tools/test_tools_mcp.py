"""MCP servers as tools: real ones, over both transports, and those that fail or lie."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import RunContext
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RunUsage

from agents.models.model_tools import offered
from agents.shared_storage import SharedStorage
from agents.toolbox import configured_tools
from agents.tools.mcp_tools import MOST_OUTPUT, mcp_tool
from agents.tools.registry import ToolRegistry
from agents.tools.tool import Tool
from app.commands.doctor import system
from app.errors import AgentRefused, AgentUnreachable, BadInput

pytestmark = pytest.mark.anyio
HERE = Path(__file__).parent
SERVER = [sys.executable, str(HERE / "mcp_server.py")]
LIAR = [sys.executable, str(HERE / "mcp_liar.py")]
HTTP = (
    "import sys; from tests.unit.agents.tools.mcp_server import server; "
    "server.run('streamable-http', port={})"
)


@pytest.fixture
def address() -> Iterator[str]:
    """The same server over Streamable HTTP."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [sys.executable, "-c", HTTP.format(port)], cwd=HERE.parents[3], stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        while b"running on" not in process.stderr.readline():
            assert process.poll() is None
        yield f"http://127.0.0.1:{port}/mcp"
        process.kill()


async def call(tool: Tool, action: str, **given: Any) -> Any:
    return await ToolRegistry([tool]).call(tool.name, action, given)


async def test_a_server_over_http_is_a_tool_until_it_dies(address: str) -> None:
    async with mcp_tool("figures", address) as tool:
        assert await call(tool, "add", first=2, second=3) == {"result": 5}
        with pytest.raises(AgentRefused, match="bytes"):
            await call(tool, "flood")
        with pytest.raises(AgentUnreachable, match="figures"):
            await call(tool, "die")
        with pytest.raises(AgentUnreachable, match="figures"):
            await call(tool, "add", first=2, second=3)


async def test_a_server_that_dies_in_a_call_is_told_and_recorded() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["die", "add"])
    async with mcp_tool("figures", SERVER) as tool:
        tools = ToolRegistry([tool])
        for action, given in (("die", {}), ("add", {"first": 1, "second": 1})):
            with pytest.raises(AgentUnreachable, match="has ended"):
                await tools.step(storage, "figures", action, given)
    assert [one["status"] for one in storage.get_results()] == ["error", "error"]


async def test_a_call_that_hangs_ends_and_the_server_goes_on() -> None:
    async with mcp_tool("figures", SERVER) as started:
        assert started.actions  # once its imports are in the memory it starts in time
    async with mcp_tool("figures", SERVER, seconds=15) as tool:
        with pytest.raises(AgentUnreachable, match="within 15 seconds"):
            await call(tool, "hang")
        assert await call(tool, "add", first=1, second=1) == {"result": 2}


async def test_a_call_is_cancelled_with_whoever_waits() -> None:
    async with mcp_tool("figures", SERVER) as tool:
        waiting = asyncio.create_task(call(tool, "hang"))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await call(tool, "add", first=1, second=1) == {"result": 2}


async def test_more_than_an_output_may_have_is_refused() -> None:
    async with mcp_tool("figures", SERVER) as tool:
        with pytest.raises(AgentRefused, match=f"{MOST_OUTPUT:,}"):
            await call(tool, "flood")
        assert await call(tool, "add", first=1, second=1) == {"result": 2}


@pytest.mark.parametrize("how", ["shape", "endless"])
async def test_tools_that_cannot_be_understood_are_refused(how: str) -> None:
    with pytest.raises(AgentRefused, match="liar"):
        async with mcp_tool("liar", [*LIAR, how]):
            pass


async def test_parameters_may_be_called_anything() -> None:
    given = {"schema": 1, "copy": "a", "_x": None, "model_config": [2]}
    async with mcp_tool("liar", [*LIAR, "words"]) as tool:
        assert (await call(tool, "words", **given))["given"] == given


async def test_what_a_schema_promises_and_does_not_hold_is_told() -> None:
    async with mcp_tool("liar", [*LIAR, "ghost"]) as tool:
        with pytest.raises(BadInput):
            await call(tool, "ghost", ghost=1)
    async with mcp_tool("liar", [*LIAR, "twice"]) as tool:
        assert [one.name for one in tool.actions] == ["twice"]
    async with mcp_tool("liar", [*LIAR, "result"]) as tool:
        with pytest.raises(AgentRefused, match="cannot be used"):
            await call(tool, "result")


@pytest.mark.parametrize(
    ("server", "says"),
    [
        ([sys.executable, "-c", "pass"], "has ended"),
        ([sys.executable, "-c", "import time; time.sleep(60)"], "within 1 seconds"),
        ([sys.executable, "-c", "while True: print('no protocol')"], "within 1 seconds"),
        (["/no/such/command"], "cannot be reached"),
        ("http://127.0.0.1:9/mcp", "cannot be reached"),
    ],
)
async def test_a_server_that_is_none_is_told(server: Any, says: str) -> None:
    seconds = 1 if "within" in says else 30
    with pytest.raises(AgentUnreachable, match=says) as told:
        async with mcp_tool("broken", server, seconds=seconds):
            pass
    assert "TaskGroup" not in str(told.value)


def settings(folder: Path, *, allow: list[str]) -> None:
    words = ", ".join(f'"{word}"' for word in SERVER)
    folder.joinpath("settings.toml").write_text(
        f'[tools]\nallow = {allow}\n[tools.mcp]\nfigures = [{words}]\nnone = ["/no/such/command"]\n'
    )


async def test_what_is_not_allowed_waits_for_the_person(tmp_path: Path) -> None:
    async def refuse(tool: str, action: str, given: dict[str, Any]) -> Any:
        raise AssertionError(tool)

    settings(tmp_path, allow=["figures.add", "none.x"])
    async with configured_tools(tmp_path) as configured:
        assert [type(error) for error in configured.problems] == [AgentUnreachable]
        found = offered(configured.tools, refuse, configured.allowed)
        waits = {one.name: one.requires_approval for one in found}
        assert not waits["figures__add"]
        assert waits["figures__die"] and waits["figures__evil"]
        free = offered(configured.tools, refuse, configured.allowed, asking=False)
        assert [o.name for o in free if o.name.startswith("figures")] == ["figures__add"]
        free = offered(configured.tools, refuse, asking=False)
        assert not any(one.name.startswith("figures") for one in free)
    settings(tmp_path, allow=[])
    async with configured_tools(tmp_path) as configured:
        assert "figures" not in configured.tools.names()  # nobody may call it: it is not started
        assert configured.problems == ()


async def test_what_a_server_says_stays_inside_its_marks() -> None:
    async with mcp_tool("figures", SERVER) as tool:
        tools = ToolRegistry([tool])
        (evil,) = offered(tools, tools.call, frozenset({"figures.evil"}), asking=False)
        context: RunContext[object] = RunContext(deps=None, model=TestModel(), usage=RunUsage())
        given = await evil.function_schema.call({}, context)
        assert given.count("</data>") == 1 and given.endswith("</data>")


async def test_names_that_no_vendor_takes_are_made_fit() -> None:
    async with mcp_tool("my server!", [*LIAR, "words"]) as tool:
        tools = ToolRegistry([tool])
        (one,) = offered(tools, tools.call, frozenset({"my server!.words"}))
        assert one.name == "my_server___words"


@pytest.mark.parametrize(
    "text",
    [
        'allow = "figures.add"\n',
        'allow = ["figures"]\n',
        '[tools.mcp]\n"a.b" = "https://example.org"\n',
        '[tools.mcp]\nfile_tool = "https://example.org"\n',
    ],
)
async def test_settings_that_do_not_fit_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[tools]\n{text}")
    with pytest.raises(BadInput, match=r"settings\.toml"):
        async with configured_tools(tmp_path):
            pass


async def test_the_doctor_says_which_servers_answer_and_what_may_be_called(tmp_path: Path) -> None:
    found = {}
    for allow in (["figures.add"], [], ["figures.subtract"]):
        settings(tmp_path, allow=allow)
        found[str(allow)] = [one async for one in system.mcp_servers(tmp_path)]
    fine, none, wrong = found.values()
    assert [(one.verdict, "none" in one.text) for one in fine] == [("note", True), ("ok", False)]
    assert "may call figures.add" in fine[1].text
    assert '"figures.add"' in none[1].remedy
    assert "has no tool figures.subtract" in wrong[1].text
    assert [one async for one in system.mcp_servers(tmp_path / "empty")] == []
