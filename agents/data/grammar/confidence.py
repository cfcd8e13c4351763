"""How sure a reading is: a logistic model over what it is made of, with weights that are data.

Fitted on the part of WikiTableQuestions to develop on (`tests/corpora/fitting.py`).
"""

from collections import Counter
from functools import lru_cache
from math import exp

from agents.data.grammar.reading import Read
from agents.data.language.packs import Packs
from agents.data.query.operands import tests_of
from agents.data.query.values import Query

_PART = 0.5  # from this cost on a value was heard by a part of it, a column by a concept
_MOST = 3  # of a kind; more of it say no more


def features(found: Read, query: Query, doubt: float) -> dict[str, float]:
    """Return what a reading is made of, each as a number of about 0 to 3."""
    counts: Counter[str] = Counter(piece.type for piece in found.bag.pieces)
    told = {f"type {kind}": float(min(count, _MOST)) for kind, count in counts.items()}
    told |= {f"rule {piece.rule}": 1.0 for piece in found.bag.pieces if piece.rule}
    far = [piece for piece in found.bag.pieces if piece.cost >= _PART]
    told["far values"] = float(min(sum(one.type == "value" for one in far), _MOST))
    told["far columns"] = float(min(sum(one.type == "column" for one in far), _MOST))
    told["passed"] = float(min(len(found.passed), _MOST))
    told["narrowing"] = float(min(len(found.narrowing), _MOST))
    told["long"] = len(found.lattice.units) / 10
    told["cost"] = min(found.reading.cost / 5, 3.0)
    told["doubt"] = min(doubt, 3.0)
    told["mended"] = float(min(len(found.lattice.mended), _MOST))
    tests = list(tests_of(query.where))
    told["conditions"] = float(min(len(tests), _MOST))
    told["contains"] = float(min(sum(one.op == "contains" for one in tests), _MOST))
    if query.rows:
        shape = "first row" if query.limit == 1 else "some rows" if query.limit else "rows"
        told[f"{shape} of {min(len(query.columns), 2)}"] = 1.0
        told["rows of all"] = float(not tests and not query.limit)
    elif query.compare is not None:
        told["comparison"] = 1.0
    else:
        measure = query.measures[0].aggregate if query.measures else "count"
        told[f"{measure} {'groups' if query.groups else 'alone'}"] = 1.0
        told["count of all"] = float(measure == "count" and not tests and not query.groups)
    return told


@lru_cache(maxsize=4)
def _weights(source: Packs) -> dict[str, float]:
    return {name: float(weight) for name, weight in source.read("confidence").items()}


def confidence(found: Read, query: Query, doubt: float, source: Packs) -> float:
    """Return how sure it is that a query is what a message means, 0 … 1."""
    weights = _weights(source)
    told = features(found, query, doubt)
    total = weights.get("", 0.0) + sum(
        weights.get(name, 0.0) * value for name, value in told.items()
    )
    return 1 / (1 + exp(-total))
