"""Makes the orchestrator: its card, and its executor over the agents of a directory."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from a2a.server.agent_execution import AgentExecutor
from a2a.types import AgentCapabilities, AgentCard, AgentSkill

from agents.answering.extensions import task_per_request
from agents.answering.history import TaskHistory
from agents.answering.text.language import LANGUAGES, Language
from agents.orchestrator.delegation import DelegationLimits
from agents.orchestrator.earlier import Comparing
from agents.orchestrator.executor import OrchestratorExecutor
from agents.orchestrator.model_planning import ModelPlanner
from agents.orchestrator.transcript import NAME
from agents.orchestrator.words import heard
from app.domain.messages import (
    CHOICE_MEDIA_TYPE,
    EDITS_MEDIA_TYPE,
    QUERY_MEDIA_TYPE,
    SQL_MEDIA_TYPE,
)
from app.errors import BadInput
from app.ports import AgentDirectory, Notes
from app.profile.settings import read_file

_EXAMPLES: Mapping[Language, Sequence[str]] = {
    language: heard("card")[language]["examples"] for language in LANGUAGES
}


def make(
    agents: AgentDirectory,
    *,
    runs: Path | None = None,
    limits: DelegationLimits | None = None,
    planner: ModelPlanner | None = None,
    notes: Notes | None = None,
    approve: frozenset[str] = frozenset(),
    comparing: Comparing | None = None,
    first: str = "",
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Return the card and how the executor is made; `agents` are asked by it and not owned.

    The person is asked before those of `approve` are (`approved_agents` of a profile's settings).
    `comparing` puts answers with figures beside each other. `first` is asked what nobody in
    particular is known for, until somebody has answered; what it proposes is proposed.
    """

    def executor(history: TaskHistory) -> AgentExecutor:
        return OrchestratorExecutor(
            agents,
            history=history,
            runs=runs,
            limits=limits,
            planner=planner,
            notes=notes,
            approve=approve,
            comparing=comparing,
            first=first,
        )

    return card(_examples(agents, first)), executor


def approved_agents(profile: Path) -> frozenset[str]:
    """Return whom the settings let be asked with the person's approval only; raises `BadInput`.

    [orchestrator]
    approve = ["mail"]
    """
    table = read_file(profile).get("orchestrator", {})
    said = table.get("approve", []) if isinstance(table, Mapping) else None
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise BadInput(
            "In settings.toml, orchestrator.approve is a list of agents.", key="bad_setting"
        )
    return frozenset(said)


def _examples(agents: AgentDirectory, first: str) -> Mapping[Language, Sequence[str]]:
    """Return what can be asked: with a table of its own, what whoever answers about it proposes."""
    link = agents.opened(first) if first else None
    if link is None:
        return _EXAMPLES
    return {
        language: [one for s in link.card.skills if language in s.tags for one in s.examples]
        for language in LANGUAGES
    }


def card(examples: Mapping[Language, Sequence[str]] = _EXAMPLES) -> AgentCard:
    """Return the orchestrator's card, with examples by language."""
    return AgentCard(
        name=NAME,
        description="Asks the agents of this desk and puts their answers together.",
        version="0.1.0",
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[task_per_request()],
        ),
        # Changes of answers, which whoever gave them takes, and any file: who is asked, and so what
        # is taken, changes while this card stands.
        default_input_modes=[
            "text/plain",
            "*/*",
            CHOICE_MEDIA_TYPE,
            EDITS_MEDIA_TYPE,
            QUERY_MEDIA_TYPE,
            SQL_MEDIA_TYPE,
        ],
        default_output_modes=["text/markdown", "application/json"],
        skills=[
            AgentSkill(
                id=f"orchestrate-{language}",
                name=heard("card")[language]["name"],
                description=heard("card")[language]["about"],
                tags=[language, "orchestrator"],
                examples=list(examples[language]),
            )
            for language in LANGUAGES
        ],
    )
