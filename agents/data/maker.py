"""Makes the data agent for a table: its card, and its executor once the host's history is there."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from a2a.server.agent_execution import AgentExecutor
from a2a.types import AgentCard

from agents.data.analysis import Analyst
from agents.data.card import card_of
from agents.data.executor import DataAnalysisExecutor
from agents.data.proposals import Proposer
from agents.history import TaskHistory

SAMPLE = Path(__file__).resolve().parents[2] / "assets" / "sample" / "simulated_matches.csv"


def make(
    *,
    table: Path | None,
    as_of: date | None,
    profile: Path | None,
    proposer: Proposer | None = None,
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Load the table (the bundled sample without one) and return the card and a maker.

    Blocks while the file is read; raises `BadFile`. The semantic model is kept in the profile's
    folder `models`, where it can be edited. `proposer` may read what the
    parser does not understand.
    """
    folder = profile / "models" if profile is not None else None
    analyst = Analyst.open(table or SAMPLE, model_folder=folder)

    def executor(history: TaskHistory) -> AgentExecutor:
        return DataAnalysisExecutor(table=analyst, history=history, as_of=as_of, proposer=proposer)

    return card_of(analyst), executor
