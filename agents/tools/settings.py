"""The table `[tools]` of the settings: allowed folders, MCP servers, what a model may call."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.errors import BadInput
from app.profile.settings import read_file, save_allowed

Server = str | Sequence[str]


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


def allow_call(profile: Path, call: str) -> None:
    """Write into the settings that a model may call a tool of an MCP server, as `server.tool`.

    Raises `BadProfile` when they cannot be written.
    """
    save_allowed(profile, sorted({*allowed_calls(profile), call}))


def mcp_servers(profile: Path) -> dict[str, Server]:
    """Return the MCP servers of the settings by name: an address, or a command's words."""
    said = _tools(profile).get("mcp", {})
    if not isinstance(said, Mapping) or not all(map(_is_server, said.values())):
        raise BadInput(
            "In settings.toml, each name of tools.mcp is an address, or a list of the words of a"
            " command.",
            key="bad_setting",
        )
    taken = sorted(set(said) & {"file_tool", "table_tool", "log_tool", "llm_tool", "calculator"})
    if taken or any("." in name for name in said):
        raise BadInput(
            "In settings.toml, a name of tools.mcp has no full stop and is not that of a tool of"
            " the program.",
            key="bad_setting",
        )
    return dict(said)


def _tools(profile: Path) -> Mapping[str, object]:
    said = read_file(profile).get("tools", {})
    return said if isinstance(said, Mapping) else {}


def _is_server(value: object) -> bool:
    if isinstance(value, str):
        return value.startswith(("http://", "https://"))
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
