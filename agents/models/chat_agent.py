"""The chat agent: its card, and its executor for the model that the profile has configured."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from a2a.server.agent_execution import AgentExecutor
from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.answering.history import TaskHistory
from agents.models.chat_executor import ChatExecutor, OpenTools
from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from agents.toolbox import Configured, configured_tools
from agents.tools.calculator import calculator
from agents.tools.registry import ToolRegistry
from agents.tools.settings import allow_call, allowed_folders, mcp_servers
from app.domain.messages import CHOICE_MEDIA_TYPE
from app.ports import AgentContexts


def make(
    config: ModelConfig, *, profile: Path | None = None, contexts: AgentContexts | None = None
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Return the card and how the executor is made; its tools are those of the profile."""
    model = LanguageModel(config)
    runs = None if profile is None else profile / "runs"

    def executor(history: TaskHistory) -> AgentExecutor:
        return ChatExecutor(
            model,
            history=history,
            tools=tools_of(profile),
            runs=runs,
            contexts=contexts,
            allow=None if profile is None else partial(allow_call, profile),
        )

    return card_of(config), executor


def tools_of(profile: Path | None) -> OpenTools:
    """Return what opens a profile's tools; where its settings name no folder and no server, it is
    the calculator alone.
    """

    @asynccontextmanager
    async def opened() -> AsyncIterator[Configured]:
        if profile is None or not (allowed_folders(profile) or mcp_servers(profile)):
            yield Configured(ToolRegistry([calculator()]))
            return
        async with configured_tools(profile, all_servers=True) as configured:
            yield configured

    return opened


def card_of(config: ModelConfig) -> AgentCard:
    """Return the card: what it is, and which model answers."""
    return AgentCard(
        name="Chat",
        description=f"Talks, with {config}.",
        version="1.0",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain", CHOICE_MEDIA_TYPE],
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
