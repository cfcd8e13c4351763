"""WikiTableQuestions (Pasupat and Liang, 2015): how many questions are answered with what is said
there to be the answer. `python -m tests.corpora.wtq FOLDER` scores a part of its training file."""

import argparse
import random
import sys
import zipfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from agents.data.dialogue.outcomes import Answerable
from agents.data.dialogue.understanding import understand
from agents.data.grammar.confidence import features
from agents.data.grammar.constructions import grammar
from agents.data.grammar.reading import draft, read
from agents.data.grammar.scope import Scope
from agents.data.language.mending import MendersKept
from agents.data.language.packs import packs
from tests.corpora.evaluator import denotation
from tests.corpora.small_tables import Small, clock, moment, number, plain, read_wtq

TODAY = date(2026, 11, 27)
MENDERS = MendersKept()
UNSURE = 0.46  # a reading of more doubt is asked about, and no answer
_SEED, _HELD_OUT = 20_150_727, 0.25  # of the tables, so that no table is in both parts


class Asked(NamedTuple):
    name: str
    question: str
    table: str
    target: tuple[str, ...]


class Scored(NamedTuple):
    asked: Asked
    act: str  # right, wrong, asked, declined, failed
    told: str
    query: str


def questions(folder: Path) -> list[Asked]:
    """Return the questions of the training file."""
    lines = (folder / "training.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [
        Asked(name, text, table, tuple(_unescaped(one) for one in target.split("|")))
        for name, text, table, target in (line.split("\t") for line in lines)
    ]


def _unescaped(text: str) -> str:
    return text.replace("\\p", "|").replace("\\n", "\n").replace("\\\\", "\\")


def parts(asked: list[Asked]) -> tuple[list[Asked], list[Asked]]:
    """Return the part to develop on, and the part that is only scored."""
    tables = sorted({one.table for one in asked})
    random.Random(_SEED).shuffle(tables)
    held = set(tables[: int(len(tables) * _HELD_OUT)])
    return [one for one in asked if one.table not in held], [
        one for one in asked if one.table in held
    ]


def same(told: list[Any], target: tuple[str, ...]) -> bool:
    """Whether two denotations are the same set of values."""
    if len(told) != len(target):
        return False
    left = [_values(str(one)) for one in told]
    for one in target:
        wanted = _values(one)
        found = next((place for place, own in enumerate(left) if own & wanted), None)
        if found is None:
            return False
        left.pop(found)
    return True


def _values(text: str) -> set[object]:
    found: set[object] = {plain(text)}
    bare = plain(text)
    if (value := number(bare)) is not None:
        found.add(round(value[0], 4))
    if (seconds := clock(bare)) is not None:
        found.add(("clock", seconds))
    if (day := moment(bare)) is not None:
        found |= {("day", day.month, day.day)}
    return found


_ROOT = Path()


def score(asked: list[Asked], root: Path) -> list[Scored]:
    """Score questions, table by table."""
    by_table: dict[str, list[Asked]] = {}
    for one in asked:
        by_table.setdefault(one.table, []).append(one)
    work = [(table, found, root) for table, found in sorted(by_table.items())]
    with ProcessPoolExecutor(2) as pool:
        return [one for part in pool.map(_score_table, work, chunksize=20) for one in part]


def _score_table(work: tuple[str, list[Asked], Path]) -> list[Scored]:
    name, asked, root = work
    table = read_wtq(root / name)
    return [_score(one, table) for one in asked]


def features_of(asked: list[Asked], root: Path) -> list[tuple[dict[str, float], bool]]:
    """Return what the readings of questions are made of, and whether they are right; of those that
    tell something, whether the agent would ask back or not."""
    by_table: dict[str, list[Asked]] = {}
    for one in asked:
        by_table.setdefault(one.table, []).append(one)
    work = [(table, found, root) for table, found in sorted(by_table.items())]
    with ProcessPoolExecutor(2) as pool:
        return [one for part in pool.map(_features_table, work, chunksize=20) for one in part]


def _features_table(work: tuple[str, list[Asked], Path]) -> list[tuple[dict[str, float], bool]]:
    name, asked, root = work
    table = read_wtq(root / name)
    rules = grammar("en", packs())
    found = []
    for one in asked:
        made = understand(one.question, model=table.model, language="en", today=TODAY)
        if made.query is None:
            continue
        whether = isinstance(made.outcome, Answerable) and made.outcome.whether
        told = denotation(made.query, table, whether=whether)
        mender = MENDERS.of(table.model.table(), rules.words)
        scope = Scope(table.model.table(), mender.names, rules.words, TODAY)
        again = read(one.question, rules, scope, mender)
        if told:
            own = features(again, made.query, draft(again.bag, scope), scope.table)
            found.append((own, same(told, one.target)))
    return found


def _score(asked: Asked, table: Small) -> Scored:
    try:
        found = understand(asked.question, model=table.model, language="en", today=TODAY)
    except Exception as problem:  # counted, and shown
        return Scored(asked, "failed", repr(problem), "")
    query = found.query.model_dump_json(exclude_defaults=True, by_alias=True) if found.query else ""
    note = f"{query} unread={found.ignored} doubt={found.doubt:.1f}"
    if found.query is None:
        return Scored(asked, found.outcome.outcome, "", note)
    try:
        whether = isinstance(found.outcome, Answerable) and found.outcome.whether
        told = denotation(found.query, table, whether=whether)
    except Exception as problem:
        return Scored(asked, "failed", repr(problem), note)
    if not told:
        return Scored(asked, "nothing found", "", note)
    right = same(told, asked.target)
    if found.doubt > UNSURE:
        return Scored(asked, "unsure right" if right else "unsure", str(told)[:200], note)
    act = "right" if right else "wrong"
    asks = "" if found.outcome.outcome == "answer" else " though asked"
    return Scored(asked, act + asks, str(told)[:200], note)


def main(arguments: list[str]) -> None:
    """Print how many questions were read right."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--held-out", action="store_true", help="the part that is only scored")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("--act", default="wrong")
    given = parser.parse_args(arguments)
    develop, held = parts(questions(given.folder))
    asked = held if given.held_out else develop
    if given.most:
        asked = random.Random(1).sample(asked, given.most)
    with TemporaryDirectory() as folder:
        zipfile.ZipFile(given.folder / "tables.zip").extractall(folder)
        scored = score(asked, Path(folder))
    counts = Counter(one.act for one in scored)
    print(dict(counts))
    for name, acts in (("answered", ("",)), ("or asked, but sure", ("", " though asked"))):
        right = sum(counts[f"right{act}"] for act in acts)
        wrong = sum(counts[f"wrong{act}"] for act in acts)
        share, precision = right / len(scored), right / max(1, right + wrong)
        print(f"{name}: right {share:.1%} of {len(scored)}, precision {precision:.1%}")
    if given.faults and not given.held_out:
        faults = [one for one in scored if one.act == given.act]
        for one in random.Random(2).sample(faults, min(given.faults, len(faults))):
            print(f"\n{one.asked.question}  [{one.asked.table}] = {'|'.join(one.asked.target)}")
            print(f"   {one.told}\n   {one.query}")


if __name__ == "__main__":
    main(sys.argv[1:])
