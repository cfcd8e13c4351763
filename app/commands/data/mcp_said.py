"""What `balance-desk mcp` lets clients do beyond tables: search what was said, ask agents."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.errors import DeskError

if TYPE_CHECKING:
    from mcp.server import MCPServer

MOST_FOUND = 50


def add_search(server: "MCPServer[Any]", folder: Path) -> None:
    """Add `search` and `chain` over the profile's log, which has its conversations."""
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    @server.tool(
        annotations=reads,
        description="Find what people and agents said on this machine, the best first; `agent` "
        "keeps what one of them said. `chain` tells the whole of what was found, by its id.",
    )
    async def search(query: str, agent: str = "", limit: int = 10) -> list[dict[str, Any]]:
        try:
            return await asyncio.to_thread(_found, folder, query, agent, min(limit, MOST_FOUND))
        except DeskError as error:
            raise ToolError(str(error)) from None

    @server.tool(annotations=reads, description="A message and all that led to it, by its id.")
    async def chain(message: str) -> list[dict[str, Any]]:
        found = await asyncio.to_thread(_chain, folder, message)
        if not found:
            raise ToolError(f"There is no message {message!r} in the log.")
        return found


def add_asking(
    server: "MCPServer[Any]",
    folder: Path,
    agents: Sequence[str],
    language: Literal["ko", "en", "es"],
) -> None:
    """Add `ask`, of the agents that were named and of no other."""
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    from app.commands.chat import answered
    from app.profile.settings import load

    listed = ", ".join(agents)

    @server.tool(
        annotations=ToolAnnotations(read_only_hint=False, open_world_hint=True),
        description=f"Ask an agent. Agents: {listed}. With `conversation`, as an answer tells it, "
        "the question goes on from there.",
    )
    async def ask(agent: str, question: str, conversation: str = "") -> dict[str, str]:
        if agent not in agents:
            raise ToolError(f"There is no agent {agent!r}. There are: {listed}.")
        try:
            settings = load(folder, agent=agent, context=conversation or None, language=language)
            answer, of = await answered(settings, question)
        except DeskError as error:
            raise ToolError(str(error)) from None
        return {"answer": answer, "conversation": of}


def _found(folder: Path, query: str, agent: str, limit: int) -> list[dict[str, Any]]:
    from app.search import Filters, Search
    from app.search.embedder_choice import chosen_embedder
    from app.stream_log import get_stream

    stream = get_stream(folder)
    if not stream.files.stream.is_dir():
        return []
    with Search(stream, embedder=chosen_embedder(folder)) as search:
        search.catch_up()
        hits = search.find(query, limit=limit, filters=Filters(agent=agent or None))
    return [
        {"id": one.id, "t": one.t, "from_agent": one.from_agent, "to_agent": one.to_agent,
         "type": one.type, "conversation": one.context_id, "text": one.snippet.text}
        for one in hits
    ]  # fmt: skip


def _chain(folder: Path, message: str) -> list[dict[str, Any]]:
    from app.stream_log import get_stream

    stream = get_stream(folder)
    return stream.get_chain(message) if stream.files.stream.is_dir() else []
