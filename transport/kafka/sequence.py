"""The replies to one request in order: attempts that supersede each other, numbers within each."""

from enum import Enum


class Verdict(Enum):
    """What a reply is to its reader."""

    NEXT = "next"
    RESTART = "restart"  # the first of a new attempt; the partial answer of the old one is void
    GAP = "gap"  # what came before it was lost
    REPEATED = "repeated"
    SUPERSEDED = "superseded"


class Sequence:
    """Owns which attempt is being followed and which number comes next.

    The order of attempts is that of their first records in the log; no clock is asked.
    """

    def __init__(self) -> None:
        self.attempt = ""
        self._next = 0
        self._old: set[str] = set()

    def take(self, attempt: str, seq: int) -> Verdict:
        """Return what a numbered reply is, and go on to the next."""
        if attempt in self._old:
            return Verdict.SUPERSEDED
        verdict = Verdict.NEXT
        if attempt != self.attempt:
            if self.attempt:
                self._old.add(self.attempt)
                verdict = Verdict.RESTART
            self.attempt, self._next = attempt, 0
        if seq < self._next:
            return Verdict.REPEATED
        if seq > self._next:
            verdict = Verdict.GAP
        self._next = seq + 1
        return verdict
