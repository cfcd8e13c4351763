"""How much a fault test does: a little beside the live tests, all that is promised on its own.

`FAULT_SCALE` (default 0.1) is the share of the long form; 1 is what the project promises to hold.
"""

import os
from dataclasses import dataclass

import pytest

SHARE = float(os.environ.get("FAULT_SCALE", "0.1"))


@dataclass(frozen=True)
class Scale:
    """The share of the long form; None for the short one."""

    share: float | None

    def __call__(self, short: int, whole: int) -> int:
        """Return how many: `short`, or the share of `whole` where that is more."""
        return short if self.share is None else max(short, round(whole * self.share))

    def seconds(self, short: float, whole: float) -> float:
        """Return how long: as for how many."""
        return short if self.share is None else max(short, whole * self.share)


SHORT = pytest.param(Scale(None), id="short", marks=pytest.mark.live)
LONG = pytest.param(
    Scale(SHARE),
    id="long",
    marks=[pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(3600)],
)
