"""The chat agent: its card, and its executor for the model that the profile has configured."""

from collections.abc import Callable
from pathlib import Path

from a2a.server.agent_execution import AgentExecutor
from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.history import TaskHistory
from agents.models.chat_executor import ChatExecutor
from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from agents.tools.registry import ToolRegistry


def make(
    config: ModelConfig, *, tools: ToolRegistry, runs: Path | None = None
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Return the card and how the executor is made."""
    model = LanguageModel(config)

    def executor(history: TaskHistory) -> AgentExecutor:
        return ChatExecutor(model, history=history, tools=tools, runs=runs)

    return card_of(config, tools), executor


def card_of(config: ModelConfig, tools: ToolRegistry) -> AgentCard:
    """Return the card: what it is, and which model answers."""
    named = ", ".join(tools.names())
    return AgentCard(
        name="Chat",
        description=f"Talks, with {config}" + (f" and the tools {named}." if named else "."),
        version="1.0",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/markdown", "text/plain"],
        skills=[
            AgentSkill(
                id="chat",
                name="Talk",
                description="Answers in words; numbers only from tools or from you.",
                tags=["chat"],
                examples=["이 폴더에 어떤 파일이 있어?", "What is a confidence interval?"],
            )
        ],
    )
