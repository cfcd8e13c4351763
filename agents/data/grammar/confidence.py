"""How sure a reading is: a logistic model over what it is made of, with weights that are data.

Fitted on the part of WikiTableQuestions to develop on (`tests/corpora/fitting.py`).
"""

from collections import Counter
from functools import lru_cache
from math import exp

from agents.data.grammar.assembly import Draft
from agents.data.grammar.reading import Read
from agents.data.language.names import BY_PART
from agents.data.language.packs import Packs
from agents.data.model.schema import Table
from agents.data.query.operands import tests_of
from agents.data.query.query import Query
from agents.data.query.shape import kinds_of_columns, shape_of

_MOST = 3  # of a kind; more of it say no more


def features(found: Read, query: Query, made: Draft | None, table: Table) -> dict[str, float]:
    """Return what a reading is made of, each as a number of about 0 to 3."""
    counts: Counter[str] = Counter(piece.type for piece in found.bag.pieces)
    told = {f"type {kind}": float(min(count, _MOST)) for kind, count in counts.items()}
    told |= {f"rule {piece.rule}": 1.0 for piece in found.bag.pieces if piece.rule}
    far = [piece for piece in found.bag.pieces if piece.cost >= BY_PART]
    told["far values"] = float(min(sum(one.type == "value" for one in far), _MOST))
    told["far columns"] = float(min(sum(one.type == "column" for one in far), _MOST))
    told["passed"] = float(min(len(found.passed), _MOST))
    told["narrowing"] = float(min(len(found.narrowing), _MOST))
    length = found.reading.run[1] - found.reading.run[0]
    told["long"] = length / 10
    told["cost"] = min(found.reading.cost / 5, 3.0)
    told["doubt"] = min(made.doubt, 3.0) if made is not None else 0.0
    shape = shape_of(query)
    for one in made.how if made is not None else ():
        told[one] = 1.0
        told[f"{one}, {shape}"] = 1.0
    ordinary = len(found.reading.passed)
    told["ordinary"] = min(ordinary / 4, 3.0)
    told["read of it"] = sum(one.end - one.start for one in found.bag.pieces) / max(1, length)
    told[f"{shape}, {min(len(found.bag.pieces), 6)} pieces"] = 1.0
    told[f"{shape}, {min(len(found.passed), 3)} passed"] = 1.0
    told |= {f"{shape}, type {kind}": 1.0 for kind in counts}
    told["mended"] = float(min(len(found.lattice.mended), _MOST))
    tests = list(tests_of(query.where))
    told["conditions"] = float(min(len(tests), _MOST))
    told["contains"] = float(min(sum(one.op == "contains" for one in tests), _MOST))
    told[shape] = 1.0
    told |= dict.fromkeys(kinds_of_columns(query, table), 1.0)
    ends = {piece.end: piece.type for piece in found.bag.pieces}
    for thing in found.bag.of("thing"):  # behind what words stand that nobody knows
        told[f"thing behind {ends.get(thing.start, 'nothing')}"] = 1.0
    told["rows of all"] = float(query.rows and not tests and not query.limit)
    told["count of all"] = float(shape == "count alone" and not tests)
    return told


@lru_cache(maxsize=4)
def _weights(source: Packs) -> dict[str, float]:
    return {name: float(weight) for name, weight in source.read("confidence").items()}


def confidence(found: Read, query: Query, made: Draft | None, table: Table, source: Packs) -> float:
    """Return how sure it is that a query is what a message means, 0 … 1."""
    weights = _weights(source)
    told = features(found, query, made, table)
    total = weights.get("", 0.0) + sum(
        weights.get(name, 0.0) * value for name, value in told.items()
    )
    return 1 / (1 + exp(-total))
