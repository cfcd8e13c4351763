"""A tool: what it is called, what it takes, what it touches, and how it is run."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from app.errors import BadInput

Effect = Literal["reads files", "writes files", "network", "unknown"]


class Parameters(BaseModel):
    """The parameters of an action: typed, and closed to names that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


P = TypeVar("P", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class Action(Generic[P]):
    """One thing a tool does. `effects` is everything it touches outside the program's memory."""

    name: str
    description: str
    parameters: type[P]
    run: Callable[[P], Awaitable[Any]]
    effects: frozenset[Effect] = frozenset()
    own_schema: Mapping[str, Any] | None = None

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the parameters; a server's tool says its own."""
        if self.own_schema is not None:
            return dict(self.own_schema)
        return self.parameters.model_json_schema()

    async def __call__(self, given: Mapping[str, Any]) -> Any:
        """Check what is given and run; raises `BadInput` naming what does not fit."""
        try:
            parameters = self.parameters.model_validate(dict(given))
        except ValidationError as error:
            problems = "; ".join(
                f"{'.'.join(map(str, one['loc'])) or 'input'}: {one['msg']}"
                for one in error.errors(include_url=False, include_input=False)
            )
            raise BadInput(f"{self.name}: {problems}", key="tool_parameters") from None
        return await self.run(parameters)


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A named group of actions."""

    name: str
    description: str
    actions: tuple[Action[Any], ...]

    def action(self, name: str) -> Action[Any]:
        """Return an action; raises `BadInput` naming those there are."""
        found = next((one for one in self.actions if one.name == name), None)
        if found is None:
            known = ", ".join(one.name for one in self.actions)
            raise BadInput(f"{self.name} has no action {name!r}: {known}.", key="no_action")
        return found
