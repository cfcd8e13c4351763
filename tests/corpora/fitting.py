"""Fits the weights of `agents/data/packs/confidence.yaml` on a part of WikiTableQuestions, and on
the own corpora to develop on: examples, dialogues, games. What is only scored has no part in it.

`python -m tests.corpora.fitting FOLDER COUNT` reads so many questions of the part to develop on.
"""

import random
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np
import yaml

from agents.data.dialogue import understanding
from agents.data.grammar.confidence import features
from agents.data.query.query import Query
from tests.corpora import run
from tests.corpora.corpus import EXAMPLES, HERE, dialogues, lines, tables
from tests.corpora.games import __main__ as games
from tests.corpora.wtq import Asked, features_of, parts, questions

Told = list[tuple[dict[str, float], bool]]

_LEAST = 15  # readings that a feature has to be of
_RIDGE = 4.0
_OWN = 2  # times that a reading of the own corpora counts
_STEPS = 60


def fitted(told: Told) -> dict[str, float]:
    """Return the weights of a ridge logistic regression, by Newton's method."""
    names = sorted({name for one, _ in told for name in one})
    names = [name for name in names if sum(name in one for one, _ in told) >= _LEAST]
    rows = np.array([[1.0, *(one.get(name, 0.0) for name in names)] for one, _ in told])
    right = np.array([float(one) for _, one in told])
    weights = np.zeros(rows.shape[1])
    ridge = np.full(rows.shape[1], _RIDGE)
    ridge[0] = 0.0
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (right - likely) - ridge * weights
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + np.diag(ridge + 1e-6)
        step = np.linalg.solve(curve, gradient)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    named = dict(zip(["", *names], weights.tolist(), strict=True))
    return {name: round(weight, 3) for name, weight in named.items() if abs(weight) >= 0.01}


def _doubt(told: dict[str, float], weights: dict[str, float]) -> float:
    total = weights.get("", 0.0) + sum(weights.get(name, 0.0) * one for name, one in told.items())
    return float(1 / (1 + np.exp(total)))


@contextmanager
def _noting() -> Iterator[dict[str, float]]:
    """Yield what the last reading that was doubted is made of."""
    noted: dict[str, float] = {}

    def note(*reading: Any) -> float:
        noted.clear()
        noted.update(features(*reading[:-1]))
        return 0.5  # neither sure nor doubtful

    with patch.object(understanding, "confidence", note):
        yield noted


def own() -> Told:
    """Return what the readings of the own corpora to develop on are made of, and which are right:
    of those that were answered."""
    told: Told = []
    with _noting() as noted:
        for one in lines():
            found = understanding.understand(
                one.text, model=tables()[one.table], language=one.language, today=run.TODAY
            )
            if found.outcome.outcome == "answer":
                wanted = Query.model_validate(one.query)
                told.append(({**noted}, run.loosely(found.query) == run.loosely(wanted)))
        for dialogue in dialogues(HERE / "develop.yaml"):
            for act, _ in run.score(dialogue):  # the last turn is the one that was noted
                last = act
            if last in ("right", "wrong"):
                told.append(({**noted}, last == "right"))
        judged = games.verdict

        def verdict(turn: games.Told, *wanted: Any) -> str:
            found = judged(turn, *wanted)
            if turn.act == "answer":
                told.append(({**noted}, found == "right"))
            return found

        with patch.object(games, "verdict", verdict):
            list(games.scores())
    return told


def main(folder: Path, count: int) -> None:
    """Write the weights."""
    develop, _ = parts(questions(folder))
    asked: list[Asked] = random.Random(7).sample(develop, count)
    with TemporaryDirectory() as place:
        zipfile.ZipFile(folder / "tables.zip").extractall(place)
        told = features_of(asked, Path(place))
    weights = fitted(told + _OWN * own())
    file = EXAMPLES.with_name("confidence.yaml")
    head = "# Weights of how sure a reading is: fitted by tests/corpora/fitting.py.\n"
    file.write_text(head + yaml.safe_dump(weights, allow_unicode=True, sort_keys=True))
    for most in (0.3, 0.4, 0.5):
        sure = [right for one, right in told if _doubt(one, weights) <= most]
        share, precision = sum(sure) / count, sum(sure) / max(1, len(sure))
        print(f"doubt up to {most}: right {share:.1%}, precision {precision:.1%}")
    print(f"{len(told)} readings, {sum(right for _, right in told)} right, {len(weights)} weights")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
