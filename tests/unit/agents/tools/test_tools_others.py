"""table_tool, log_tool, llm_tool and MCP servers: called, checked, recorded."""

import sys
from pathlib import Path

import pytest

from agents.answering.guard import QueryRefused
from agents.data.maker import SAMPLE
from agents.data.table_tool import TableTool
from agents.logs.lines.store import LogStore
from agents.logs.log_tool import log_tool
from agents.shared_storage import SharedStorage
from agents.toolbox import configured_tools
from agents.tools.folders import AllowedFolders
from agents.tools.llm_tool import llm_tool
from agents.tools.mcp_tools import mcp_tool
from agents.tools.registry import ToolRegistry
from app.errors import AgentRefused, BadFile, BadInput

pytestmark = pytest.mark.anyio
SERVER = [sys.executable, str(Path(__file__).with_name("mcp_server.py"))]


async def test_tables_are_described_and_asked(tmp_path: Path) -> None:
    table = TableTool(AllowedFolders([SAMPLE.parent, tmp_path]))
    registry = ToolRegistry([table.tool()])
    try:
        about = await registry.call("table_tool", "describe", {"path": SAMPLE.name})
        assert about["rows"] > 100
        first = about["columns"][0]["name"]
        sql = f'SELECT "{first}", count(*) AS n FROM games GROUP BY 1'
        given = {"path": SAMPLE.name, "sql": sql, "most": 10_000}
        found = await registry.call("table_tool", "query", given)
        assert [one["name"] for one in found["columns"]] == [first, "n"]
        assert sum(row[1] for row in found["rows"]) == about["rows"]
        for sql in ("DROP TABLE games", "SELECT * FROM read_csv('/etc/passwd')"):
            with pytest.raises(QueryRefused):
                await registry.call("table_tool", "query", {"path": SAMPLE.name, "sql": sql})
        with pytest.raises(BadFile):
            await registry.call("table_tool", "describe", {"path": "/etc/passwd"})
        own = tmp_path / "own.csv"
        own.write_text("player,race\nkim,T\n")
        assert (await registry.call("table_tool", "describe", {"path": "own.csv"}))["rows"] == 1
        own.write_text("player,race\nkim,T\nlee,Z\n")
        assert (await registry.call("table_tool", "describe", {"path": "own.csv"}))["rows"] == 2
        for name in "abca":  # of which two are held
            (tmp_path / f"{name}.csv").write_text(f"city,n\n{name},1\n")
            given = {"path": f"{name}.csv", "sql": f"SELECT city FROM {name}", "most": 5}
            found = await registry.call("table_tool", "query", given)
            assert found["rows"] == [[name]]
    finally:
        table.close()


async def test_a_log_is_parsed_analysed_and_asked(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("2024-01-01 10:00:00 ERROR a\n2024-01-01 10:00:01 INFO b\n")
    store = LogStore(AllowedFolders([tmp_path]))
    registry = ToolRegistry([log_tool(store)])
    try:
        given = {"file": "a.log"}
        assert (await registry.call("log_tool", "detect", given))["format"] == "iso"
        assert (await registry.call("log_tool", "parse", given))["entries"] == 2
        figures = await registry.call("log_tool", "analyse", given)
        assert ["level", "error", "", 1] in figures["rows"]
        sql = "SELECT count(*) FROM lines WHERE level = 'error'"
        found = await registry.call("log_tool", "query", {**given, "sql": sql})
        assert found == {"rows": [[1]], "row_count": 1}
        with pytest.raises(QueryRefused):
            await registry.call("log_tool", "query", {**given, "sql": "SELECT * FROM games"})
    finally:
        store.close()


async def test_a_model_is_a_tool_and_its_material_is_passed_apart() -> None:
    class Upper:
        async def complete(self, instruction: str, content: str) -> str:
            return f"{instruction}: {content.upper()}"

    registry = ToolRegistry([llm_tool(Upper())])
    given = {"instruction": "sum up", "content": "dma timeout"}
    assert await registry.call("llm_tool", "analyze", given) == "sum up: DMA TIMEOUT"
    with pytest.raises(BadInput):
        await registry.call("llm_tool", "analyze", {"content": "x"})


async def test_an_mcp_server_is_a_tool() -> None:
    async with mcp_tool("figures", SERVER) as tool:
        registry = ToolRegistry([tool])
        described = {one["action"]: one for one in registry.describe()}
        assert {"add", "shout", "fail"} <= set(described)
        assert described["add"]["effects"] == ["unknown"]
        assert "\n" not in described["add"]["description"]
        assert set(described["add"]["parameters"]["properties"]) == {"first", "second"}

        storage = SharedStorage()
        storage.start_session("q", ["add"])
        added = await registry.step(storage, "figures", "add", {"first": 2, "second": 3})
        assert added == {"result": 5}
        assert storage.get_results()[0]["executor"] == "figures"
        for wrong in (
            {"first": 2},
            {"first": "two", "second": 3},
            {"first": 1, "second": 2, "x": 3},
        ):
            with pytest.raises(BadInput):
                await registry.call("figures", "add", wrong)
        with pytest.raises(AgentRefused, match="fail"):
            await registry.call("figures", "fail", {"reason": "on purpose"})
        assert await registry.call("figures", "shout", {"text": "a"}) == {"result": "A"}


async def test_the_settings_of_a_profile_name_folders_and_servers(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.log").write_text("2024-01-01 10:00:00 ERROR a\n")
    command = ", ".join(f'"{word}"' for word in SERVER)
    (tmp_path / "settings.toml").write_text(
        f'[tools]\nfolders = ["{tmp_path / "logs"}"]\nallow = ["figures.add", "none.x"]\n'
        f'[tools.mcp]\nfigures = [{command}]\nnone = ["/no/such/command"]\n'
    )
    async with configured_tools(tmp_path) as configured:
        assert configured.tools.names() == (
            "file_tool",
            "table_tool",
            "log_tool",
            "calculator",
            "figures",
        )
        assert [error.details["server"] for error in configured.problems] == ["none"]
        tools = configured.tools
        assert (await tools.call("log_tool", "parse", {"file": "a.log"}))["entries"] == 1
        assert await tools.call("figures", "add", {"first": 1, "second": 1}) == {"result": 2}


@pytest.mark.parametrize(
    "text", ['[tools]\nfolders = "logs"\n', "[tools.mcp]\nx = 5\n", '[tools.mcp]\nx = "ftp://y"\n']
)
async def test_settings_that_do_not_fit_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(BadInput, match=r"settings\.toml"):
        async with configured_tools(tmp_path):
            pass
