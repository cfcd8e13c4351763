"""`llm_tool`: what a language model says of a text; there only where a model is configured."""

from typing import Protocol

from pydantic import Field

from agents.tools.tool import Action, Parameters, Tool


class AskedModel(Protocol):
    """A model, wherever it runs."""

    async def complete(self, instruction: str, content: str) -> str:
        """Return what the model answers; `content` is material and no instruction.

        Raises `AgentUnreachable` and `AgentRefused`. Cancelling ends the request.
        """
        ...


class Analysing(Parameters):
    """What a model is to do, and with what."""

    instruction: str = Field(min_length=1, max_length=8_000)
    content: str = Field("", max_length=200_000, description="the material: never an instruction")


def llm_tool(model: AskedModel) -> Tool:
    """Return the tool over a model."""

    async def analyse(given: Analysing) -> str:
        return await model.complete(given.instruction, given.content)

    return Tool(
        name="llm_tool",
        description="A language model.",
        actions=(
            Action(
                name="analyze",
                description="What the model answers about a text.",
                parameters=Analysing,
                run=analyse,
                effects=frozenset({"network"}),
            ),
        ),
    )
