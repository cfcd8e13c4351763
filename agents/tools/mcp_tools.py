"""MCP servers as tools: each server is a tool, each of its tools an action.

What a server says of itself is not trusted: its actions may touch anything ("unknown"), and its
descriptions are cut to one line. Needs the extra `mcp`.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, Field, create_model

from agents.storage.limits import Limits
from agents.tools.mcp_link import McpLink, one_line
from agents.tools.tool import Action, Tool
from app.errors import AgentRefused

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import CallToolResult, ListToolsResult
    from mcp.types import Tool as ServerTool

SECONDS: Final = 60.0
MOST_TOOLS: Final = 200
MOST_OUTPUT: Final = Limits().output_most
_TYPES: Final[dict[str, type]] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
}


@asynccontextmanager
async def mcp_tool(
    name: str, server: str | Sequence[str], *, seconds: float = SECONDS
) -> AsyncIterator[Tool]:
    """Connect to a server and give it as a tool called `name`, for as long as the context lasts.

    `server` is the address of a Streamable HTTP server, or the command that starts one over
    standard input and output. Raises `BadInput` where the extra is not installed,
    `AgentUnreachable` where no MCP server answers within `seconds`, and `AgentRefused` where its
    tools cannot be understood, or are more than 200. An action raises `AgentRefused` when the
    server reports an error or gives more than an output may have, `AgentUnreachable` when it is
    gone or takes longer than `seconds`.
    """
    link = McpLink(name, server, seconds=seconds)
    await link.open()
    try:
        found = await _tools(link, name)
        actions = tuple(_action(link, name, tool) for tool in found.values())
        yield Tool(name=name, description=f"The MCP server {name}.", actions=actions)
    finally:
        await link.aclose()


async def _tools(link: McpLink, name: str) -> "dict[str, ServerTool]":
    """Return a server's tools by name; of two with one name the first counts."""
    found: dict[str, ServerTool] = {}
    cursor: str | None = None
    while True:
        page = await link.ask(_page(cursor))
        before = len(found)
        for tool in page.tools:
            found.setdefault(tool.name, tool)
        cursor = page.next_cursor
        if cursor is None:
            return found
        if len(found) > MOST_TOOLS or len(found) == before:
            raise AgentRefused(
                f"The MCP server {name} lists tools without end.", key="mcp_unusable", server=name
            )


def _page(cursor: str | None) -> "Callable[[Client], Awaitable[ListToolsResult]]":
    return lambda client: client.list_tools(cursor=cursor)


def _action(link: McpLink, server: str, tool: "ServerTool") -> Action[Any]:
    return Action(
        name=tool.name,
        description=one_line(tool.description or tool.name),
        parameters=_parameters(tool.input_schema),
        run=_call(link, server, tool.name),
        effects=frozenset({"unknown"}),
        own_schema=tool.input_schema,
    )


def _call(link: McpLink, server: str, tool: str) -> Callable[[BaseModel], Awaitable[Any]]:
    async def run(given: BaseModel) -> Any:
        arguments = given.model_dump(exclude_unset=True, by_alias=True)
        result = await link.ask(lambda client: client.call_tool(tool, arguments))
        output = _output(result)
        if result.is_error:
            raise AgentRefused(
                f"{server}: {one_line(str(output))}", key="mcp_refused", server=server
            )
        size = len(json.dumps(output, ensure_ascii=False).encode("utf-8", "replace"))
        if size > MOST_OUTPUT:
            raise AgentRefused(
                f"{server}: {tool} gave {size:,} bytes; {MOST_OUTPUT:,} are taken at most.",
                key="mcp_too_much",
                server=server,
            )
        return output

    return run


def _output(result: "CallToolResult") -> Any:
    """Return what a tool gave: its structured content, else its texts."""
    if result.structured_content is not None:
        return result.structured_content
    found = [block.model_dump(mode="json", exclude_none=True) for block in result.content]
    if all(block.get("type") == "text" for block in found):
        return "\n".join(str(block["text"]) for block in found)
    return found


def _parameters(schema: Mapping[str, Any]) -> type[BaseModel]:
    """Return a model of the plain types of a schema; the server checks what is finer.

    Its names are the fields' aliases: as names of fields some would be words of pydantic's own.
    """
    required = set(schema.get("required") or ())
    fields: dict[str, Any] = {}
    for number, (key, about) in enumerate((schema.get("properties") or {}).items()):
        named = about.get("type") if isinstance(about, Mapping) else None
        kind: Any = _TYPES.get(named, Any) if isinstance(named, str) else Any
        if key in required:
            fields[f"field_{number}"] = (kind, Field(alias=key))
        else:
            fields[f"field_{number}"] = (kind | None, Field(None, alias=key))
    closed = schema.get("additionalProperties") is not True
    config = ConfigDict(extra="forbid" if closed else "allow", strict=False)
    made: type[BaseModel] = create_model("Parameters", __config__=config, **fields)
    return made
