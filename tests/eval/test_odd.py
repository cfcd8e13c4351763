"""Odd tables with no hand-written model: the right act, and the right figures."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from agents.data.analysis import Analyst
from agents.data.answers import Writer
from agents.data.frame import Frame
from agents.data.language import language_of
from agents.data.understanding import Answerable, Ask, Understanding, Waiting
from tests.eval.odd_questions import CASES, Case
from tests.eval.odd_tables import ODD, Odd
from tests.eval.scoring import act_of

TODAY = date(2025, 3, 1)


def expected(odd: Odd, case: Case) -> Counter[tuple[int, ...]]:
    games: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    seen: set[tuple[str, object]] = set()
    entity_rivals = odd.name in ("decks", "drafts")
    whole = case.counts != "games wins" and not {"own", "side"} & {*case.where, case.by}
    for side in odd.sides:
        if any(str(side[k]) not in v.split("|") for k, v in case.where.items()):
            continue
        if entity_rivals and side["own"] == side["rival"]:
            continue
        key = str(side.get(case.by, ""))
        if whole and (key, side["g"]) in seen:
            continue
        seen.add((key, side["g"]))
        games[key] += int(side["n"])
        counted[key] += int(side["drawn" if "draws" in case.counts else "won"])
    if case.counts == "games":
        return Counter((games[key],) for key in games)
    return Counter((games[key], counted[key]) for key in games)


@pytest.mark.parametrize("make", ODD, ids=lambda make: make.__name__)
def test_questions_on_an_odd_table(make: Callable[[Path], Odd], tmp_path: Path) -> None:
    odd = make(tmp_path)
    analyst = Analyst.open(odd.path)
    understanding = Understanding(analyst.model)
    faults: list[str] = []
    previous: Frame | None = None
    waiting: Waiting | None = None
    for case in CASES[odd.name]:
        text = case.text.removeprefix(">")
        if text == case.text:
            previous, waiting = None, None
        understood = understanding.understand(
            text, today=TODAY, language=language_of(text), previous=previous, waiting=waiting
        )
        outcome, waiting = understood.outcome, None
        if act_of(outcome) != case.act:
            faults.append(f"{case.text!r}: {outcome!r}")
            continue
        if isinstance(outcome, Ask):
            waiting = Waiting(outcome.frame, outcome.slot)
        if isinstance(outcome, Answerable):
            previous = outcome.frame
            analysis = asyncio.run(analyst.analyse(outcome.frame))
            Writer(analysis, analyst.model, understood.language, simulated=False).write()
            names = [analysis.names.index(name) for name in case.counts.split()]
            rows = Counter(tuple(int(str(row[i])) for i in names) for row in analysis.rows)
            if rows != expected(odd, case):
                faults.append(f"{case.text!r}: {rows} for {expected(odd, case)}")
    analyst.close()
    assert faults == []
