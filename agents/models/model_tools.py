"""Tools of the registry as a model may call them: those that change nothing, one step each."""

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from agents.models.language_model import as_data
from agents.storage.truncation import cut_middle
from agents.tools.registry import ToolRegistry
from app.errors import DeskError

if TYPE_CHECKING:
    from pydantic_ai import Tool

HARMLESS: Final = frozenset({"reads files"})
MOST_OUTPUT: Final = 12_000

Call = Callable[[str, str, dict[str, Any]], Awaitable[Any]]
"""Runs an action of a tool and returns its output; raises `DeskError`."""


def offered(registry: ToolRegistry, call: Call) -> "list[Tool[object]]":
    """Return the actions that a model may call without being allowed each time.

    What writes, or goes over the network, is not among them. What a tool gives is shown to the
    model as material, cut in its middle; that it failed is shown too.
    """
    from pydantic_ai import Tool

    def made(tool: str, action: str) -> Callable[..., Awaitable[str]]:
        async def run(**given: Any) -> str:
            try:
                output = await call(tool, action, given)
            except DeskError as error:
                return as_data(f"failed: {error}")
            text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
            return as_data(cut_middle(text, MOST_OUTPUT))

        return run

    return [
        Tool.from_schema(
            made(one["tool"], one["action"]),
            name=f"{one['tool']}__{one['action']}",
            description=one["description"],
            json_schema=one["parameters"],
        )
        for one in registry.describe()
        if HARMLESS.issuperset(one["effects"])
    ]
