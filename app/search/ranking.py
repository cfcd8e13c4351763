"""Several rankings become one: reciprocal rank fusion."""

from collections.abc import Hashable, Sequence
from typing import Final, TypeVar

K: Final = 60

T = TypeVar("T", bound=Hashable)


def fused(rankings: Sequence[Sequence[T]]) -> list[tuple[T, float]]:
    """Return items with their scores, the best first; equal scores in the order they are met.

    score = sum of 1 / (K + rank), rank from 1 (Cormack, Clarke and Büttcher, SIGIR 2009).
    """
    scores: dict[T, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + 1 / (K + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])
