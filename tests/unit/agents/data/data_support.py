"""A small table that is read, and what a question on it is understood as."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from agents.answering.text.language import Language
from agents.data.carried import Before
from agents.data.conversation import NO_QUESTION
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.artifacts import shown_of, top_of
from agents.data.match.answers.ranked_rows import ranked_of
from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline, Outcome, Understood
from agents.data.understanding import Understanding

Reads = Callable[..., Outcome]
SAMPLE = Path(__file__).resolve().parents[4] / "assets" / "sample" / "simulated_matches.csv"
SAMPLE_DAY = date(2022, 9, 21)  # within the days of the sample


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


@lru_cache(maxsize=4)
def understanding(analyst: Analyst) -> Understanding:
    """Return the lexicons of a table, which take longer to make than a question to read."""
    return Understanding(analyst.model, versions=analyst.versions)


@cache
def sample() -> Analyst:
    """Return the sample that comes with the program, opened once for all tests of a process."""
    return Analyst.open(SAMPLE)


def meetings(
    names: Sequence[str], games: int, first: date, days: int
) -> Iterator[tuple[int, date, str, str]]:
    """Yield games so many days apart: number, day, and two of four names, any two as often."""
    for number in range(games):
        one, two = names[number % 4], names[(number + 1 + number // 4 % 3) % 4]
        yield number, first + timedelta(days=days * number), one, two


class Talk:
    """A talk about a table, in which each message goes on from the answers before it."""

    def __init__(self, analyst: Analyst, today: date) -> None:
        self.analyst = analyst
        self.analysis: Analysis | None = None
        self.text = ""
        self._today = today
        self._understanding = understanding(analyst)
        self._frames: list[Frame] = []
        self._refused: Decline | None = None
        self._top: dict[str, str] = {}
        self._shown: dict[str, tuple[str, ...]] = {}
        self._ranked: dict[str, tuple[str, ...]] = {}
        self._language: Language = "en"

    @classmethod
    def about(cls, text: str, folder: Path, today: date) -> "Talk":
        """Begin a talk about the CSV `text`."""
        path = folder / "table.csv"
        path.write_text(text, encoding="utf-8")
        return cls(Analyst.open(path), today)

    @classmethod
    def on_sample(cls, today: date = SAMPLE_DAY) -> "Talk":
        """Begin a talk about the sample."""
        return cls(sample(), today)

    def anew(self) -> None:
        """Forget what was said."""
        self._frames, self._refused, self._top, self._shown, self._ranked = [], None, {}, {}, {}

    def asked(self, *messages: str) -> Frame:
        """Return the frame of the last of some messages, all answered, that begin a new talk."""
        self.anew()
        return self.answer(*messages)

    def hear(self, message: str) -> Outcome:
        """Return what a message would be understood as; the talk stays where it is."""
        return self._understood(message).outcome

    def _understood(self, message: str) -> Understood:
        refused = self._refused
        before = Before(
            earlier=self._frames[-2] if len(self._frames) > 1 else None,
            top=self._top,
            refused=refused.kept if refused is not None else None,
            named=refused.named if refused is not None else None,
            rows=len(self.analysis.rows) if self.analysis is not None else None,
            shown=self._shown,
            older=tuple(reversed(self._frames[:-2]))[:4],
            ranked=self._ranked,
            first=self._frames[0] if self._frames else None,
        )
        return self._understanding.understand(
            message,
            today=self._today,
            language=self._language,
            previous=self._frames[-1] if self._frames else None,
            unanswered=refused is not None and refused.reason not in NO_QUESTION,
            before=before,
        )

    def say(self, message: str) -> Outcome:
        """Return what a message is understood as; what can be answered is answered."""
        understood = self._understood(message)
        self._language, outcome = understood.language, understood.outcome
        self._refused = outcome if isinstance(outcome, Decline) else None
        if isinstance(outcome, Answerable):
            self._frames.append(outcome.frame)
            self.analysis = asyncio.run(self.analyst.analyse(outcome.frame))
            self._top = top_of(self.analysis, self.analyst.model)
            self._shown = shown_of(self.analysis, self.analyst.model)
            self._ranked = ranked_of(self.analysis, self.analyst.model)
            writer = Writer(self.analysis, self.analyst.model, self._language, simulated=False)
            self.text = writer.write(()).text
        return outcome

    def answer(self, *messages: str) -> Frame:
        """Return the frame of the last of some messages, which is answered."""
        outcome: Outcome | None = None
        for message in messages:
            outcome = self.say(message)
        assert isinstance(outcome, Answerable), (messages, outcome)
        return outcome.frame

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The rows of the last answer."""
        assert self.analysis is not None
        return [tuple(row) for row in self.analysis.rows]

    def column(self, name: str) -> list[Any]:
        """Return a column of the last answer."""
        assert self.analysis is not None
        return [self.analysis.cell(row, name) for row in self.analysis.rows]
