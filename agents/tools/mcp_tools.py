"""MCP servers as tools: each server is a tool, each of its tools an action.

What a server says of itself is not trusted: its actions may touch anything ("unknown"), and its
descriptions are cut to one line. Needs the extra `mcp`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, create_model

from agents.tools.tool import Action, Tool
from app.errors import AgentRefused, AgentUnreachable, BadInput

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import CallToolResult

SECONDS: Final = 60.0
_LONGEST = 200
_MOST_PAGES = 100
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
    standard input and output. Enter and leave the context in the same task. Raises `BadInput` where
    the extra is not installed, `AgentUnreachable` where no MCP server answers. An action raises
    `AgentRefused` when the server reports an error, `AgentUnreachable` when it is gone or takes
    longer than `seconds`.
    """
    try:
        from mcp import Client, StdioServerParameters
    except ImportError:
        raise BadInput(
            "MCP servers need the extra: install balance-desk[mcp].", key="no_mcp"
        ) from None
    target: Any = server
    if not isinstance(server, str):
        command, *arguments = server
        target = StdioServerParameters(command=command, args=arguments)
    client = Client(target, read_timeout_seconds=seconds)
    try:
        await client.__aenter__()
    except Exception as error:
        raise _unreachable(name, error) from error
    try:
        yield Tool(
            name=name,
            description=f"The MCP server {name}.",
            actions=tuple([action async for action in _actions(client, name)]),
        )
    finally:
        await client.__aexit__(None, None, None)


async def _actions(client: "Client", name: str) -> AsyncIterator[Action[Any]]:
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        try:
            page = await client.list_tools(cursor=cursor)
        except Exception as error:
            raise _unreachable(name, error) from error
        for tool in page.tools:
            yield Action(
                name=tool.name,
                description=_one_line(tool.description or tool.name),
                parameters=_parameters(tool.name, tool.input_schema),
                run=_call(client, name, tool.name),
                effects=frozenset({"unknown"}),
                own_schema=tool.input_schema,
            )
        cursor = page.next_cursor
        if cursor is None:
            return


def _call(client: "Client", server: str, tool: str) -> Callable[[BaseModel], Awaitable[Any]]:
    async def run(given: BaseModel) -> Any:
        from mcp import MCPError

        try:
            result = await client.call_tool(tool, given.model_dump(exclude_unset=True))
        except MCPError as error:
            raise AgentRefused(f"{server}: {_one_line(str(error))}", server=server) from error
        except Exception as error:
            raise _unreachable(server, error) from error
        if result.is_error:
            raise AgentRefused(f"{server}: {_one_line(str(_output(result)))}", server=server)
        return _output(result)

    return run


def _output(result: "CallToolResult") -> Any:
    """Return what a tool gave: its structured content, else its texts."""
    if result.structured_content is not None:
        return result.structured_content
    found = [block.model_dump(mode="json", exclude_none=True) for block in result.content]
    if all(block.get("type") == "text" for block in found):
        return "\n".join(str(block["text"]) for block in found)
    return found


def _parameters(name: str, schema: Mapping[str, Any]) -> type[BaseModel]:
    """Return a model of the plain types of a schema; the server checks what is finer."""
    required = set(schema.get("required") or ())
    fields: dict[str, Any] = {}
    for key, about in (schema.get("properties") or {}).items():
        named = about.get("type") if isinstance(about, Mapping) else None
        kind: Any = _TYPES.get(named, Any) if isinstance(named, str) else Any
        fields[key] = (kind, ...) if key in required else (kind | None, None)
    closed = schema.get("additionalProperties") is not True
    config = ConfigDict(extra="forbid" if closed else "allow", strict=False)
    made: type[BaseModel] = create_model(name, __config__=config, **fields)
    return made


def _unreachable(name: str, error: Exception) -> AgentUnreachable:
    said = _one_line(str(error)) or type(error).__name__
    return AgentUnreachable(f"The MCP server {name} does not answer: {said}", server=name)


def _one_line(text: str) -> str:
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"
