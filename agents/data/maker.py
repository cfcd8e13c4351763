"""Makes the data agent for a table: its card, and its executor once the host's history is there."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from a2a.server.agent_execution import AgentExecutor
from a2a.types import AgentCard

from agents.answering.history import TaskHistory
from agents.answering.source import LARGE, size_of
from agents.data.agent.opening import Opening
from agents.data.card import card_of
from agents.data.dataset import Dataset, open_dataset
from agents.data.executor import DataAnalysisExecutor

if TYPE_CHECKING:
    from agents.data.agent.proposals.asking import ConsultingOf

SAMPLE = Path(__file__).resolve().parents[2] / "assets" / "sample" / "simulated_matches.csv"


def make(
    *,
    table: Path | None,
    as_of: date | None,
    profile: Path | None,
    consulting: "ConsultingOf | None" = None,
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Load the table (the bundled sample without one) and return the card and a maker.

    Blocks while the file is read, but for a large one, which is read at the first question; raises
    `BadFile`. What was changed of its model by hand is kept in the profile's folder `models`.
    `consulting` puts questions to a language model.
    """
    folder = profile / "models" if profile is not None else None
    path = table or SAMPLE
    opened: Dataset | Opening
    if size_of(path) >= LARGE:
        opened = Opening(path, model_folder=folder)
    else:
        opened = open_dataset(path, model_folder=folder)

    def executor(history: TaskHistory) -> AgentExecutor:
        return DataAnalysisExecutor(
            table=opened, history=history, as_of=as_of, consulting=consulting
        )

    return card_of(opened if isinstance(opened, Dataset) else None, path.name), executor
