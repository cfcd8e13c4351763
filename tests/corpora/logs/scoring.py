"""Scores questions about logs of further programs: right, asked back, and wrong.

`python -m tests.corpora.logs.scoring` prints both parts; `-v` the faults of the part to develop on.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from agents.answering.text.language import language_of
from agents.data.dialogue.outcomes import Answerable
from agents.logs.asked_lines import settled
from agents.logs.words import whole
from tests.corpora.logs.program_questions import DEVELOPED, ONLY_SCORED, questions
from tests.corpora.logs.programs import program_lines
from tests.corpora.logs.questions import LogQuestion, Row, answered, same
from tests.unit.agents.logs.logs_support import Asking, opened

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?")


def scored(asked: Sequence[LogQuestion], folder: Path) -> Iterator[tuple[LogQuestion, str]]:
    """Yield each question with what came of it; the logs are written below a folder."""
    with ExitStack() as stack:
        logs: dict[str, Asking] = {}
        for one in asked:
            if one.log not in logs:
                lines = program_lines(one.log)
                path = folder / one.log
                path.write_text("".join(f"{text}\n" for _, text in lines), encoding="utf-8")
                table, _ = stack.enter_context(opened(path, year=2026))
                logs[one.log] = Asking(table, lines)
            yield one, _outcome(one, logs[one.log])


def _outcome(one: LogQuestion, log: Asking) -> str:
    log.anew()
    *before, last = one.text.split("\n")
    for text in before:
        log.computed(text)
    found = log.read(last)
    if whole(last, language_of(last, "en")) or not isinstance(found.outcome, Answerable):
        return "asked"
    assert found.query is not None
    rows = answered(settled(found.query, log.dataset.model.table()), log.dataset)
    if rows is None or one.rows is None:
        return "wrong"
    return "right" if same(_told(rows), _told(one.rows(log.lines))) else "wrong"


def _told(rows: Sequence[Row]) -> list[Row]:
    """Return rows with their moments to the second."""
    return [tuple(map(_second, row)) for row in rows]


def _second(value: Any) -> Any:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, str) and (found := _MOMENT.fullmatch(value)):
        return f"{found[1]} {found[2]}"
    return value


def main() -> None:
    """Print the scores."""
    with tempfile.TemporaryDirectory() as folder:
        for name, part in (("develop", DEVELOPED), ("scored", ONLY_SCORED)):
            acts = Counter[str]()
            for one, act in scored(questions(part), Path(folder)):
                acts[act] += 1
                if act != "right" and name == "develop" and "-v" in sys.argv:
                    print(act, f"[{one.language}]", one.log, one.text)
            print(name, dict(acts))


if __name__ == "__main__":
    main()
