"""Fits the weights of `agents/data/packs/confidence.yaml` on a part of WikiTableQuestions.

`python -m tests.corpora.fitting FOLDER COUNT` reads so many questions of the part to develop on.
"""

import random
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import yaml

from tests.corpora.corpus import EXAMPLES
from tests.corpora.wtq import Asked, features_of, parts, questions

_LEAST = 15  # readings that a feature has to be of
_RIDGE = 4.0
_STEPS = 60


def fitted(told: list[tuple[dict[str, float], bool]]) -> dict[str, float]:
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


def main(folder: Path, count: int) -> None:
    """Write the weights."""
    develop, _ = parts(questions(folder))
    asked: list[Asked] = random.Random(7).sample(develop, count)
    with TemporaryDirectory() as place:
        zipfile.ZipFile(folder / "tables.zip").extractall(place)
        told = features_of(asked, Path(place))
    weights = fitted(told)
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
