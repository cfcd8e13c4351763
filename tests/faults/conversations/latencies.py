"""Whether others take no notice of a trouble: how long they wait beside it, and without it.

What else a machine does meanwhile falls on both, for each is measured several times. The long form
holds the median of the ratios. The short one runs wherever tests run, beside anything, and asks too
few for a hundredth to mean much: what is due to the trouble is there every time and lasts as long
as the trouble does, so the least ratio is held, by a wider bound.
"""

from collections.abc import Sequence
from statistics import median, quantiles

from tests.faults.scales import Scale

MOST = 2.0
"""How many times as long the slowest hundredth may take."""
MOST_SHORT = 5.0
"""How many times as long in the short form: who waits for the trouble waits far longer."""


def p99(seconds: Sequence[float]) -> float:
    """Return what ninety-nine of a hundred stay below."""
    return quantiles(seconds, n=100, method="inclusive")[98]


def unaffected(alone: Sequence[float], beside: Sequence[float], scale: Scale) -> None:
    """Raise AssertionError where what was measured beside the trouble is too long."""
    ratios = [other / one for one, other in zip(alone, beside, strict=True)]
    told = ", ".join(
        f"{1000 * one:.1f} → {1000 * other:.1f} ms ({other / one:.2f}×)"
        for one, other in zip(alone, beside, strict=True)
    )
    print(told)
    if scale.share is None:
        assert min(ratios) <= MOST_SHORT, told
    else:
        assert median(ratios) <= MOST, told
