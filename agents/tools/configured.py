"""The tools that a profile's settings name: allowed folders, and MCP servers.

What an MCP server does may touch anything: a model calls only the tools that `allow` names.

[tools]
folders = ["~/logs", "/var/log"]
allow = ["figures.add"]

[tools.mcp]
figures = ["python", "figures_server.py"]
weather = "https://example.org/mcp"
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from agents.logs.store import LogStore
from agents.tools.file_tool import file_tool
from agents.tools.folders import AllowedFolders
from agents.tools.llm_tool import LanguageModel, llm_tool
from agents.tools.log_tool import log_tool
from agents.tools.mcp_tools import mcp_tool
from agents.tools.registry import ToolRegistry
from agents.tools.table_tool import TableTool
from agents.tools.tool import Tool
from app.errors import AgentError, BadInput, DeskError
from app.settings import read_file

Server = str | Sequence[str]


class Configured(NamedTuple):
    """The tools there are, the servers that could not be reached, each with its reason, and what
    a model may call of the others (`server.tool`).
    """

    tools: ToolRegistry
    problems: tuple[DeskError, ...] = ()
    allowed: frozenset[str] = frozenset()


def allowed_folders(profile: Path) -> list[Path]:
    """Return the folders that the settings allow to be read; raises `BadInput`, `BadProfile`."""
    said = _tools(profile).get("folders", [])
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise BadInput("In settings.toml, tools.folders is a list of folders.", key="bad_setting")
    return [Path(one).expanduser() for one in said]


def allowed_calls(profile: Path) -> frozenset[str]:
    """Return what a model may call of MCP servers, as `server.tool`; raises `BadInput`."""
    said = _tools(profile).get("allow", [])
    if not isinstance(said, list) or not all(isinstance(one, str) and "." in one for one in said):
        raise BadInput(
            'In settings.toml, tools.allow is a list of tools of MCP servers: ["server.tool"].',
            key="bad_setting",
        )
    return frozenset(said)


def mcp_servers(profile: Path) -> dict[str, Server]:
    """Return the MCP servers of the settings by name: an address, or a command's words."""
    said = _tools(profile).get("mcp", {})
    if not isinstance(said, Mapping) or not all(map(_is_server, said.values())):
        raise BadInput(
            "In settings.toml, each name of tools.mcp is an address, or a list of the words of a"
            " command.",
            key="bad_setting",
        )
    taken = sorted(set(said) & {"file_tool", "table_tool", "log_tool", "llm_tool"})
    if taken or any("." in name for name in said):
        raise BadInput(
            "In settings.toml, a name of tools.mcp has no full stop and is not that of a tool of"
            " the program.",
            key="bad_setting",
        )
    return dict(said)


@asynccontextmanager
async def configured_tools(
    profile: Path,
    *,
    places: Sequence[Path] = (),
    model: LanguageModel | None = None,
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
        tables, logs = TableTool(folders), LogStore(folders)
        stack.callback(tables.close)
        stack.callback(logs.close)
        tools = ToolRegistry([file_tool(folders), tables.tool(), log_tool(logs)])
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


def _tools(profile: Path) -> Mapping[str, object]:
    said = read_file(profile).get("tools", {})
    return said if isinstance(said, Mapping) else {}


def _is_server(value: object) -> bool:
    if isinstance(value, str):
        return value.startswith(("http://", "https://"))
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
