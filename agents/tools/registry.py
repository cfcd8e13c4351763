"""The tools that an agent or a model may call, by name, and steps recorded in SharedStorage."""

import time
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from agents.shared_storage import SharedStorage
from agents.tools.tool import Tool
from app.errors import BadInput, DeskError
from app.system import tracing


class Described(TypedDict):
    """An action as a model is told of it."""

    tool: str
    action: str
    description: str
    effects: list[str]
    parameters: dict[str, Any]


class ToolRegistry:
    """Owns the tools of an agent; a name stands for one tool."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.add(tool)

    def add(self, tool: Tool) -> None:
        """Add a tool; raises `BadInput` if its name is taken."""
        if tool.name in self._tools:
            raise BadInput(f"There already is a tool {tool.name}.", key="tool_twice")
        self._tools[tool.name] = tool

    def names(self) -> tuple[str, ...]:
        """Return the tools' names, in the order they came."""
        return tuple(self._tools)

    def describe(self) -> list[Described]:
        """Return every action, for a model or a person to choose from."""
        return [
            Described(
                tool=tool.name,
                action=action.name,
                description=action.description,
                effects=sorted(action.effects),
                parameters=action.schema(),
            )
            for tool in self._tools.values()
            for action in tool.actions
        ]

    async def call(self, tool: str, action: str, given: Mapping[str, Any]) -> Any:
        """Run an action and return its output.

        Raises `BadInput` for a tool, an action or parameters that are not there or do not fit, and
        whatever the action raises. Cancelling cancels the action.
        """
        if tool not in self._tools:
            known = ", ".join(self._tools)
            raise BadInput(f"There is no tool {tool!r}: {known}.", key="no_tool")
        run = self._tools[tool].action(action)
        name = f"{tool}.{action}"
        told = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.type": "function",
        }
        with tracing.inside(tracing.started(f"execute_tool {name}", "internal", told)):
            return await run(given)

    async def step(
        self,
        storage: SharedStorage,
        tool: str,
        action: str,
        given: Mapping[str, Any],
        *,
        plan_step: int | None = None,
    ) -> Any:
        """Run an action and record it: its output, or that it failed and why, is the next result.

        Raises what the action raises, after it was recorded.
        """
        started = time.monotonic()

        def record(output: Any, status: str, error: str | None) -> Any:
            return storage.add_result(
                executor=tool,
                executor_type="tool",
                action=action,
                input_data=dict(given),
                output=output,
                status=status,
                error_message=error,
                plan_step=plan_step,
                seconds=time.monotonic() - started,
            )

        try:
            output = await self.call(tool, action, given)
        except DeskError as error:
            record(None, "error", str(error))
            raise
        except Exception as error:
            record(None, "error", f"{type(error).__name__}: {error}")
            raise
        except BaseException:
            record(None, "canceled", None)
            raise
        return record(output, "success", None)["output"]
