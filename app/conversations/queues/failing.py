"""Queues that fail, one without the others: left out, tried again ever more rarely, said once."""

import logging
from collections.abc import Mapping
from time import monotonic
from typing import Final, NamedTuple

from redis.exceptions import ResponseError

_AGAIN_SECONDS: Final = (0.1, 2.0)

log = logging.getLogger(__name__)


class _Failure(NamedTuple):
    reason: str
    again: float
    due: float


class Failing:
    """Owns which queues fail, by their names, and when each is to be tried again."""

    def __init__(self) -> None:
        self._failures: dict[str, _Failure] = {}

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why each that fails does, in one word."""
        return {name: failure.reason for name, failure in self._failures.items()}

    def due(self, name: str) -> bool:
        """Return whether it is time to try this one; always, where it does not fail."""
        failure = self._failures.get(name)
        return failure is None or failure.due <= monotonic()

    def fails(self, name: str, error: ResponseError) -> None:
        """Note that it was tried in vain; this is logged with the first time."""
        known = self._failures.get(name)
        if known is None:
            log.error("a queue cannot be used: %s: %s", name, error)
        again = _AGAIN_SECONDS[0] if known is None else min(2 * known.again, _AGAIN_SECONDS[1])
        self._failures[name] = _Failure(reason_of(error), again, monotonic() + again)

    def works(self, name: str) -> None:
        """Note that it can be used, if it was not so before."""
        if self._failures.pop(name, None) is not None:
            log.info("a queue can be used again: %s", name)


def reason_of(error: ResponseError) -> str:
    """Return what Redis refused for, as `WRONGTYPE`: the rest of its words is for the log alone."""
    word = str(error).split(" ", 1)[0]
    # redis-py takes the words off of which it has a class.
    return word if word.isalpha() and word.isupper() else type(error).__name__
