"""What `balance-desk doctor` says of one thing that it looked at, and what can be done about it."""

from collections.abc import Callable
from typing import Literal, NamedTuple

Verdict = Literal["ok", "note", "problem", "fixed"]


class Repair(NamedTuple):
    """What `--fix` does: `what` says it beforehand, `act` does it and returns what came of it.

    `act` raises `DeskError` or OSError when it could not be done.
    """

    what: str
    act: Callable[[], str]


class DoctorFinding(NamedTuple):
    """One thing that was looked at; `remedy` says what to do, empty where nothing is to be done."""

    name: str
    verdict: Verdict
    text: str
    remedy: str = ""
    repair: Repair | None = None

    def as_json(self) -> dict[str, str]:
        """Return the finding as one flat object; `fix` is what `--fix` would do, or empty."""
        return {
            "name": self.name,
            "verdict": self.verdict,
            "text": self.text,
            "remedy": self.remedy,
            "fix": self.repair.what if self.repair is not None else "",
        }
