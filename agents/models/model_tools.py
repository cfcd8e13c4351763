"""Tools of the registry as a model may call them: those that change nothing, one step each."""

import json
import re
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
_LONGEST_NAME: Final = 64

Call = Callable[[str, str, dict[str, Any]], Awaitable[Any]]
"""Runs an action of a tool and returns its output; raises `DeskError`."""


def offered(
    registry: ToolRegistry,
    call: Call,
    allowed: frozenset[str] = frozenset(),
    *,
    asking: bool = True,
) -> "list[Tool[object]]":
    """Return the actions that a model may call.

    What writes, or goes over the network, or may do either, needs the person's approval each time,
    unless they have `allowed` it for good, as `tool.action`. With `asking` false it is left out.
    What a tool gives is shown to the model as material, cut in its middle; that it failed is shown
    too.
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

    found: dict[str, Tool[object]] = {}
    for one in registry.describe():
        may = f"{one['tool']}.{one['action']}" in allowed
        free = may or HARMLESS.issuperset(one["effects"])
        if not free and not asking:
            continue
        name = _name(one["tool"], one["action"])
        if name not in found:
            found[name] = Tool.from_schema(
                made(one["tool"], one["action"]),
                name=name,
                description=one["description"],
                json_schema=one["parameters"],
            )
            found[name].requires_approval = not free
    return list(found.values())


def names(registry: ToolRegistry) -> dict[str, str]:
    """Return for each name that a model knows the action that it stands for, as `tool.action`."""
    found: dict[str, str] = {}
    for one in registry.describe():
        found.setdefault(_name(one["tool"], one["action"]), f"{one['tool']}.{one['action']}")
    return found


def _name(tool: str, action: str) -> str:
    """Return a name that every vendor takes: one that does not fit refuses the whole request."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", f"{tool}__{action}")[:_LONGEST_NAME]
