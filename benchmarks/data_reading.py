"""Reading a message: the question sets of the tests on their tables, each turn in its talk.

Figures are the processor's time of one reading of each turn, over several passes in another order
each, so that neighbours are about other tables: what the processor keeps at hand of one is gone.
What is worked out at a table's first question is there by then, and is not in them. Python collects
garbage as it does in the application.
"""

import random
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from agents.answering.text.language import Language, language_of
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Ask, Waiting
from agents.data.understanding import Understanding
from tests.eval.further_questions import FURTHER_CASES
from tests.eval.further_tables import FURTHER
from tests.eval.named_questions import NAMED_CASES
from tests.eval.named_tables import NAMED
from tests.eval.odd_questions import CASES
from tests.eval.odd_tables import ODD
from tests.eval.questions import DIALOGUES
from tests.eval.scoring import fill, phrasings
from tests.eval.tables import MAKERS, Table

TODAY = date(2025, 6, 1)
PASSES = 5


class Turn(NamedTuple):
    """A message, and what it is read in view of."""

    reads: Understanding
    text: str
    language: Language
    previous: Frame | None
    waiting: Waiting | None

    def read(self) -> Answerable | Ask | None:
        """Read it; return what goes on from it, if anything does."""
        outcome = self.reads.understand(
            self.text, today=TODAY, language=self.language, previous=self.previous,
            waiting=self.waiting,
        ).outcome  # fmt: skip
        return outcome if isinstance(outcome, Answerable | Ask) else None


def talks_of(table: Table) -> Iterator[list[str]]:
    """Yield the questions that a table is asked, each alone, and its dialogues."""
    yield from ([asked.text] for asked in phrasings(table))
    x, y, p, q = [*list(table.values)[:2], *list(table.places)[:2]]
    for language, talks in DIALOGUES.items():
        for talk in talks:
            yield [fill(table, language, text, x, y, p, q, "2022") for text, _ in talk]


def odd_talks(name: str) -> Iterator[list[str]]:
    """Yield the questions about an odd table with those that follow them up."""
    talk: list[str] = []
    for case in (CASES | FURTHER_CASES | NAMED_CASES)[name]:
        if talk and not case.text.startswith(">"):
            yield talk
            talk = []
        talk.append(case.text.removeprefix(">"))
    yield talk


def turns_of(path: Path, talks: Iterator[list[str]]) -> Iterator[Turn]:
    """Yield all turns of the talks about one file, after what each goes on from."""
    analyst = Analyst.open(path)
    reads = Understanding(analyst.model, versions=analyst.versions)
    analyst.close()
    for talk in talks:
        previous: Frame | None = None
        waiting: Waiting | None = None
        for text in talk:
            turn = Turn(reads, text, language_of(text), previous, waiting)
            yield turn
            outcome = turn.read()
            waiting = Waiting(outcome.frame, outcome.slot) if isinstance(outcome, Ask) else None
            previous = outcome.frame if isinstance(outcome, Answerable) else previous


def main() -> None:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        tables = [make(Path(folder)) for make in MAKERS]
        turns = [turn for table in tables for turn in turns_of(table.path, talks_of(table))]
        for odd in (make(Path(folder)) for make in (*ODD, *FURTHER, *NAMED)):
            turns += turns_of(odd.path, odd_talks(odd.name))
    taken: list[float] = []
    for seed in range(PASSES):
        for turn in random.Random(seed).sample(turns, len(turns)):
            start = time.thread_time()
            turn.read()
            taken.append(time.thread_time() - start)
    ranked = sorted(1000 * one for one in taken)
    shown = (f"p{p} {ranked[len(ranked) * p // 100]:.2f} ms" for p in (50, 95, 99))
    tables_read = len({id(turn.reads) for turn in turns})
    print(
        f"{len(turns):,} turns on {tables_read} tables: {', '.join(shown)}, most {ranked[-1]:.2f}"
    )


if __name__ == "__main__":
    main()
