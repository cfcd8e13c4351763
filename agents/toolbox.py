"""The tools that a profile's settings name: allowed folders, and MCP servers.

What an MCP server does may touch anything: a model calls without asking only what `allow` names.

[tools]
folders = ["~/logs", "/var/log"]
allow = ["figures.add"]

[tools.mcp]
figures = ["python", "figures_server.py"]
weather = "https://example.org/mcp"
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from agents.data.table_tool import TableTool
from agents.logs.columns.own_formats import own_formats
from agents.logs.lines.store import LogStore
from agents.logs.log_tool import log_tool
from agents.tools.calculator import calculator
from agents.tools.file_tool import file_tool
from agents.tools.folders import AllowedFolders
from agents.tools.llm_tool import AskedModel, llm_tool
from agents.tools.mcp_tools import mcp_tool
from agents.tools.registry import ToolRegistry
from agents.tools.settings import allowed_calls, allowed_folders, mcp_servers
from agents.tools.tool import Tool
from app.errors import AgentError, BadInput, DeskError
from app.profile.settings import read_file


class Configured(NamedTuple):
    """The tools there are, the servers that could not be reached, each with its reason, and what
    a model may call of the others (`server.tool`).
    """

    tools: ToolRegistry
    problems: tuple[DeskError, ...] = ()
    allowed: frozenset[str] = frozenset()


@asynccontextmanager
async def configured_tools(
    profile: Path,
    *,
    places: Sequence[Path] = (),
    model: AskedModel | None = None,
    all_servers: bool = False,
) -> AsyncIterator[Configured]:
    """Open the tools of a profile; leaving closes what they hold and ends the servers.

    With a `model` there is `llm_tool` too. `places` may be read besides the folders of the
    settings. Of the MCP servers only those are started of which a model may call something, unless
    `all_servers` are wanted. Raises `BadInput` and `BadProfile` for settings that do not fit.
    """
    folders = AllowedFolders([*places, *allowed_folders(profile)])
    allowed = allowed_calls(profile)
    called = {one.partition(".")[0] for one in allowed}
    servers = {
        name: server
        for name, server in mcp_servers(profile).items()
        if all_servers or name in called
    }
    async with AsyncExitStack() as stack:
        tables, logs = (
            TableTool(folders),
            LogStore(folders, formats=own_formats(read_file(profile))),
        )
        stack.callback(tables.close)
        stack.callback(logs.close)
        tools = ToolRegistry([file_tool(folders), tables.tool(), log_tool(logs), calculator()])
        if model is not None:
            tools.add(llm_tool(model))
        opened = await asyncio.gather(
            *(stack.enter_async_context(mcp_tool(*one)) for one in servers.items()),
            return_exceptions=True,
        )
        problems: list[DeskError] = []
        for found in opened:
            if isinstance(found, Tool):
                tools.add(found)
            elif isinstance(found, AgentError | BadInput):
                problems.append(found)
            else:
                raise found
        yield Configured(tools, tuple(problems), allowed)
