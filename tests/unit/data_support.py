"""A small table that is read, and what a question on it is understood as."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from agents.data.analysis import Analyst
from agents.data.frame import Frame
from agents.data.outcomes import Answerable, Outcome
from agents.data.understanding import Understanding

Reads = Callable[..., Outcome]


def reader(today: date, folder: Path, text: str) -> Reads:
    """Return what reads a question on the CSV `text`, and the frame that it follows, if any."""
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    analyst = Analyst.open(path)
    understanding = Understanding(analyst.model)
    analyst.close()

    def read(question: str, previous: Frame | None = None) -> Outcome:
        return understanding.understand(question, today=today, previous=previous).outcome

    return read


def frame(read: Reads, text: str, previous: Frame | None = None) -> Frame:
    """Return the frame of a question that is answered."""
    outcome = read(text, previous)
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame
