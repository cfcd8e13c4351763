"""Opens small logs for tests, as the log agent's store does, and asks them as its turns do."""

import asyncio
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from agents.data.agent.result_rows import told_of
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import Answerable, Understood
from agents.data.dialogue.understanding import understand
from agents.data.query.query import Query
from agents.logs.asked_lines import settled
from agents.logs.lines.dataset import LogDataset
from agents.logs.lines.loading import load, sampled
from agents.logs.lines.profile import LogFacts
from agents.logs.lines.table import LogTable
from agents.tools.text_file import look_at
from app.system.files import scratch_folder
from tests.corpora.logs.lines import Lines

TODAY = date(2026, 11, 21)
_SOME_TIME = datetime(2024, 5, 1)  # noqa: DTZ001 as a log writes it


@contextmanager
def opened(path: Path, *, year: int | None = None) -> Iterator[tuple[LogTable, LogFacts]]:
    """Read a log; `year` is set as that of the file's last change."""
    if year is not None:
        moment = datetime(year, 12, 31, tzinfo=UTC).timestamp()
        os.utime(path, (moment, moment))
    folder = scratch_folder("log")
    try:
        with path.open("rb") as file:
            look = look_at(path, file)
            loaded = load(look, sampled(look, file), file, folder, progress=_nobody)
    except BaseException:
        shutil.rmtree(folder)
        raise
    table = LogTable(loaded, folder)
    try:
        yield table, LogFacts(table)
    finally:
        table.close()


class Asking:
    """One conversation about one log, with the log's own lines at hand."""

    def __init__(self, table: LogTable, lines: Lines | Sequence[str]) -> None:
        self.dataset = LogDataset(table)
        self.lines: Lines = [one if isinstance(one, tuple) else (_SOME_TIME, one) for one in lines]
        self.log = DialogueLog()

    def read(self, text: str) -> Understood:
        """Return what a message is understood as, after those before."""
        return understand(text, model=self.dataset.model, today=TODAY, log=self.log)

    def query(self, text: str) -> Query:
        """Return the query of a message, which is answered."""
        found = self.read(text)
        assert isinstance(found.outcome, Answerable), found
        assert found.query is not None
        query = settled(found.query, self.dataset.model.table())
        turn = DialogueTurn(
            language=found.language, outcome="answer", edits=found.edits, query=query
        )
        self.log = self.log.after(turn)
        return query

    def computed(self, text: str) -> Computation:
        """Return what a message is answered with, which later ones may point at."""
        query = self.query(text)
        as_of = datetime.combine(TODAY, datetime.min.time())
        found = asyncio.run(compute(query, self.dataset.model, self.dataset.engine, as_of=as_of))
        told = asyncio.run(told_of(found, self.dataset, TODAY))
        turn = self.log.turns[-1].model_copy(update=told._asdict())
        self.log = DialogueLog(turns=(*self.log.turns[:-1], turn))
        return found

    def how_many(self, text: str) -> int:
        """Return the figure of an answer, or how many rows it has."""
        found = self.computed(text)
        return found.total if found.query.rows else int(found.rows[0][0])

    def ask(self, text: str) -> list[tuple[Any, ...]]:
        """Return the groups and figures, or the cells of rows, that a message is answered with."""
        found = self.computed(text)
        kept = [
            place for place, one in enumerate(found.columns)
            if one.part in ("group", "measure", "row", "change", "window")
        ]  # fmt: skip
        return [tuple(row[place] for place in kept) for row in found.rows]

    def count(self, text: str) -> int:
        """Return the one figure of an answer."""
        rows = self.ask(text)
        assert len(rows) == 1 and len(rows[0]) == 1, rows
        return int(rows[0][0])

    def grep(self, pattern: str, when: Callable[[datetime], bool] = lambda _: True) -> int:
        """Return how many lines fit a pattern at some times."""
        return sum(when(at) and re.search(pattern, text, re.I) is not None
                   for at, text in self.lines)  # fmt: skip

    def tops(self, pattern: str, key: str) -> Counter[str]:
        """Return how often each key comes in the lines that fit a pattern."""
        found = (re.search(key, text) for _, text in self.lines if re.search(pattern, text, re.I))
        return Counter(one[1] for one in found if one is not None)

    def anew(self) -> None:
        """Forget what was said."""
        self.log = DialogueLog()


def _nobody(done: int, total: int, lines: int) -> None:
    """Hear nothing of the progress."""
