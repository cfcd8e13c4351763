"""The questions on odd tables, put to an opened file: the right act, and the right figures."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import chain

from agents.answering.text.language import language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Ask, Waiting
from agents.data.understanding import Understanding
from tests.eval.further_questions import FURTHER_CASES
from tests.eval.named_questions import NAMED_CASES
from tests.eval.odd_questions import CASES, Case
from tests.eval.odd_tables import Odd
from tests.eval.scoring import Score, act_of

TODAY = date(2025, 3, 1)


def score_odd(odd: Odd) -> Score:
    """Put all questions of a table, whole and as follow-ups; its slots are told by the figures."""
    score = Score()
    analyst = Analyst.open(odd.path)
    understanding = Understanding(analyst.model)
    for talk in _talks((CASES | FURTHER_CASES | NAMED_CASES)[odd.name]):
        before = len(score.faults)
        _converse(odd, talk, analyst, understanding, score)
        if len(talk) > 1:
            score.dialogues += 1
            score.right_dialogues += len(score.faults) == before
    analyst.close()
    return score


def _talks(cases: tuple[Case, ...]) -> Iterator[list[Case]]:
    """Yield each question with those that follow it up."""
    starts = [i for i, case in enumerate(cases) if not case.text.startswith(">")]
    for start, end in zip(starts, chain(starts[1:], [len(cases)]), strict=True):
        yield list(cases[start:end])


def _converse(
    odd: Odd, talk: list[Case], analyst: Analyst, understanding: Understanding, score: Score
) -> None:
    previous: Frame | None = None
    waiting: Waiting | None = None
    for case in talk:
        text = case.text.removeprefix(">")
        understood = understanding.understand(
            text, today=TODAY, language=language_of(text), previous=previous, waiting=waiting
        )
        outcome, waiting = understood.outcome, None
        act = act_of(outcome)
        score.asked += 1
        score.right_act += act == case.act
        score.needless += act == "ask" and case.act == "answer"
        if act != case.act:
            score.faults.append(f"{odd.name}: {case.text!r}: {outcome!r}")
            score.wrong_numbers += act == "answer"
            continue
        if isinstance(outcome, Ask):
            waiting = Waiting(outcome.frame, outcome.slot)
        if isinstance(outcome, Answerable):
            previous = outcome.frame
            analysis = asyncio.run(analyst.analyse(outcome.frame))
            Writer(analysis, analyst.model, understood.language, simulated=False).write()
            names = [analysis.names.index(name) for name in case.counts.split()]
            rows = Counter(tuple(int(str(row[i])) for i in names) for row in analysis.rows)
            right = rows == expected(odd, case)
            score.answers += 1
            score.right_slots += right
            score.right_numbers += right
            score.wrong_numbers += not right
            if not right:
                score.faults.append(f"{odd.name}: {case.text!r}: {rows} for {expected(odd, case)}")


def expected(odd: Odd, case: Case) -> Counter[tuple[int, ...]]:
    """Count the sides that a case asks for, from what was kept beside the file."""
    if case.counts == "sides picks":
        picked = [s for s in odd.sides if all(str(s[k]) == v for k, v in case.where.items())]
        return Counter([(len(odd.sides), len(picked))])
    games: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    seen: set[tuple[str, object]] = set()
    entity_rivals = odd.name in ("decks", "drafts")
    least, most = case.lasting
    whole = case.counts != "games wins" and not {"own", "side"} & {*case.where, case.by}
    for side in odd.sides:
        if any(str(side[k]) not in v.split("|") for k, v in case.where.items()):
            continue
        if entity_rivals and side["own"] == side["rival"]:
            continue
        if not least <= int(side.get("minutes", 1)) <= most:
            continue
        key = str(side.get(case.by, ""))
        if whole and (key, side["g"]) in seen:
            continue
        seen.add((key, side["g"]))
        games[key] += int(side["n"])
        counted[key] += int(side["drawn" if "draws" in case.counts else "won"])
    kept = [key for key in games if case.rows(games[key], counted[key])]
    rates = {key: counted[key] / games[key] for key in kept}
    if case.beyond:
        kept = [key for key in kept if rates[key] > rates[case.beyond]]
    if case.place:
        kept = sorted(kept, key=lambda key: -rates[key])[case.place - 1 : case.place]
    if case.counts == "games":
        return Counter((games[key],) for key in kept)
    return Counter((games[key], counted[key]) for key in kept)
