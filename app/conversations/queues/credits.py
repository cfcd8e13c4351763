"""Turns are shared between priorities by weight: urgent ones wait little, the others go on.

Smooth weighted round robin (nginx's way): after each twelve turns every priority had its share, and
its turns are spread over the twelve.
"""

from collections import Counter

from app.conversations.queues.names import WEIGHTS, Priority


class Credits:
    """Deals out turns; owns what each priority has to its credit."""

    def __init__(self) -> None:
        self._credit = dict.fromkeys(WEIGHTS, 0)

    def deal(self, turns: int) -> Counter[Priority]:
        """Return how many of the next turns each priority gets."""
        dealt: Counter[Priority] = Counter()
        total = sum(WEIGHTS.values())
        for _ in range(turns):
            for priority, weight in WEIGHTS.items():
                self._credit[priority] += weight
            best = max(self._credit, key=self._credit.__getitem__)
            self._credit[best] -= total
            dealt[best] += 1
        return dealt
