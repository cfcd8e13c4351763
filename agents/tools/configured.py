"""The tools that a profile's settings name: allowed folders, and MCP servers.

[tools]
folders = ["~/logs", "/var/log"]

[tools.mcp]
figures = ["python", "figures_server.py"]
weather = "https://example.org/mcp"
"""

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
from app.errors import AgentUnreachable, BadInput, DeskError
from app.settings import read_file

Server = str | Sequence[str]


class Configured(NamedTuple):
    """The tools there are, and the servers that could not be reached, each with its reason."""

    tools: ToolRegistry
    problems: tuple[DeskError, ...]


def allowed_folders(profile: Path) -> list[Path]:
    """Return the folders that the settings allow to be read; raises `BadInput`, `BadProfile`."""
    said = _tools(profile).get("folders", [])
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise BadInput("In settings.toml, tools.folders is a list of folders.", key="bad_setting")
    return [Path(one).expanduser() for one in said]


def mcp_servers(profile: Path) -> dict[str, Server]:
    """Return the MCP servers of the settings by name: an address, or a command's words."""
    said = _tools(profile).get("mcp", {})
    if not isinstance(said, Mapping) or not all(map(_is_server, said.values())):
        raise BadInput(
            "In settings.toml, each name of tools.mcp is an address, or a list of the words of a"
            " command.",
            key="bad_setting",
        )
    return dict(said)


@asynccontextmanager
async def configured_tools(
    profile: Path, *, places: Sequence[Path] = (), model: LanguageModel | None = None
) -> AsyncIterator[Configured]:
    """Open the tools of a profile; leaving closes what they hold and ends the servers.

    With a `model` there is `llm_tool` too. `places` may be read besides the folders of the
    settings. Enter and leave in the same task. Raises `BadInput` and `BadProfile` for settings that
    do not fit.
    """
    folders = AllowedFolders([*places, *allowed_folders(profile)])
    servers = mcp_servers(profile)
    problems: list[DeskError] = []
    async with AsyncExitStack() as stack:
        tables, logs = TableTool(folders), LogStore(folders)
        stack.callback(tables.close)
        stack.callback(logs.close)
        tools = ToolRegistry([file_tool(folders), tables.tool(), log_tool(logs)])
        if model is not None:
            tools.add(llm_tool(model))
        for name, server in servers.items():
            try:
                tools.add(await stack.enter_async_context(mcp_tool(name, server)))
            except (AgentUnreachable, BadInput) as error:
                problems.append(error)
        yield Configured(tools, tuple(problems))


def _tools(profile: Path) -> Mapping[str, object]:
    said = read_file(profile).get("tools", {})
    return said if isinstance(said, Mapping) else {}


def _is_server(value: object) -> bool:
    if isinstance(value, str):
        return value.startswith(("http://", "https://"))
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
