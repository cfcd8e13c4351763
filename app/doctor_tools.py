"""What the doctor finds of MCP servers: which answer, and what a model may call there."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from app.errors import DeskError
from app.findings import Finding

_ALLOW: Final = (
    "Name what the agent chat may call in settings.toml: under [tools], allow = [{names}]."
)


async def mcp_servers(profile: Path) -> AsyncIterator[Finding]:
    """Yield a finding for each MCP server of the settings; starts them, and ends them."""
    from agents.toolbox import configured_tools
    from agents.tools.settings import mcp_servers

    try:
        named = mcp_servers(profile)
        if not named:
            return
        async with configured_tools(profile, all_servers=True) as configured:
            for error in configured.problems:
                yield Finding(
                    "MCP server", "note", str(error), "Look at [tools.mcp] in the settings."
                )
            allowed = configured.allowed
            for name in named:
                actions = [
                    f"{name}.{one['action']}"
                    for one in configured.tools.describe()
                    if one["tool"] == name
                ]
                if actions:
                    yield _answering(name, actions, allowed)
    except DeskError as error:
        yield Finding("MCP servers", "note", str(error))


def _answering(name: str, actions: list[str], allowed: frozenset[str]) -> Finding:
    may = [one for one in actions if one in allowed]
    missing = sorted(one for one in allowed if one.partition(".")[0] == name and one not in actions)
    if missing:
        text = f"{name} has no tool {', '.join(missing)}: it has {', '.join(actions)}"
        return Finding("MCP server", "note", text)
    if not may:
        text = f"{name} answers; the agent chat may call none of {', '.join(actions)}"
        names = ", ".join(f'"{one}"' for one in actions)
        return Finding("MCP server", "note", text, _ALLOW.format(names=names))
    return Finding("MCP server", "ok", f"{name} answers; the agent chat may call {', '.join(may)}")
