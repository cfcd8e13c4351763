"""Intervals of 95 % for the figures of a query, from counts, moments and values, and p-values.

Each says what its figure could have been in other rows of the same kind: rows are taken as drawn
independently.
"""

from collections.abc import Sequence
from math import atanh, erf, erfc, exp, isfinite, lgamma, log, log1p, sqrt, tanh
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

Z95 = 1.959963984540054
FEW = 30
RESAMPLES = 1000


class Interval(NamedTuple):
    """A closed interval."""

    low: float
    high: float

    def overlaps(self, other: "Interval") -> bool:
        """Whether the two intervals share a point."""
        return self.low <= other.high and other.low <= self.high


def wilson(hits: float, n: float) -> Interval:
    """Return the score interval of a proportion; raises ValueError unless 0 <= hits <= n, n > 0.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927), 209-212.
    """
    if not 0 <= hits <= n or n == 0:
        raise ValueError(f"{hits} of {n} is no proportion")
    centre = (hits + Z95**2 / 2) / (n + Z95**2)
    half = Z95 / (n + Z95**2) * sqrt(hits * (n - hits) / n + Z95**2 / 4)
    return Interval(
        0.0 if hits == 0 else max(0.0, centre - half), 1.0 if hits == n else min(1.0, centre + half)
    )


def newcombe(hits: float, n: float, base_hits: float, base_n: float) -> Interval:
    """Return the interval of a proportion less an independent one, -1 … 1; neither n may be 0.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions",
    Statistics in Medicine 17 (1998), 873-890, method 10.
    """
    a, b = hits / n, base_hits / base_n
    one, two = wilson(hits, n), wilson(base_hits, base_n)
    low = a - b - sqrt((a - one.low) ** 2 + (two.high - b) ** 2)
    high = a - b + sqrt((one.high - a) ** 2 + (b - two.low) ** 2)
    return Interval(max(-1.0, low), min(1.0, high))


def level_p(hits: float, n: float, level: float = 0.5) -> float:
    """Return the two-sided p-value of a proportion against a level, 0 … 1.

    The score test, with the correction for continuity that brings it near the exact one (F. Yates,
    Supplement to the Journal of the Royal Statistical Society 1 (1934), 217-235).
    """
    spread = sqrt(n * level * (1 - level))
    return erfc(max(0.0, abs(hits - n * level) - 0.5) / spread / sqrt(2)) if spread else 1.0


def odds_p(share: float, interval: Interval) -> float:
    """Return the two-sided p-value against one half of a share with an interval in log-odds.

    Wald's test: the half of a 95 % interval in log-odds is `Z95` standard errors (A. Agresti,
    "Categorical Data Analysis", 3rd edition (2013), 1.3.3). All are between 0 and 1, without them.
    """
    low, high = (log(one / (1 - one)) for one in interval)
    return erfc(abs(log(share / (1 - share))) * 2 * Z95 / (high - low) / sqrt(2))


def rest_p(hits: float, n: float, base_hits: float, base_n: float) -> float:
    """Return the two-sided p-value of two independent proportions being one; 1 of no trials.

    The test of the pooled proportion, with Yates's correction as in `level_p`.
    """
    if not n or not base_n:
        return 1.0
    pooled = (hits + base_hits) / (n + base_n)
    spread = sqrt(pooled * (1 - pooled) * (1 / n + 1 / base_n))
    apart = abs(hits / n - base_hits / base_n) - 0.5 * (1 / n + 1 / base_n)
    return erfc(max(0.0, apart) / spread / sqrt(2)) if spread else 1.0


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values corrected for being several, in the order given.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979), 65-70.
    """
    found = [0.0] * len(p_values)
    highest = 0.0
    for place, at in enumerate(sorted(range(len(p_values)), key=lambda one: p_values[one])):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[at]))
        found[at] = highest
    return tuple(found)


def of_mean(mean: float, deviation: float, n: int) -> Interval | None:
    """Return the interval of a mean from the sample's standard deviation; None below 2 values.

    Student, "The probable error of a mean", Biometrika 6 (1908), 1-25.
    """
    if n < 2 or not isfinite(mean) or not isfinite(deviation):
        return None
    half = t95(n - 1) * deviation / sqrt(n)
    return Interval(mean - half, mean + half)


def welch(
    mean: float, deviation: float, n: int, base: float, base_deviation: float, base_n: int
) -> Interval | None:
    """Return the interval of a mean less an independent one, of unequal variances.

    B. L. Welch, Biometrika 34 (1947), 28-35. None where either has fewer than 2 values.
    """
    if min(n, base_n) < 2:
        return None
    one, two = deviation**2 / n, base_deviation**2 / base_n
    if one + two == 0:
        return Interval(mean - base, mean - base)
    freedom = (one + two) ** 2 / (one**2 / (n - 1) + two**2 / (base_n - 1))
    half = t95(freedom) * sqrt(one + two)
    return Interval(mean - base - half, mean - base + half)


def is_skewed(values: "NDArray[Any]") -> bool:
    """Whether a sample is too skewed for Student's interval of its mean.

    W. G. Cochran, Sampling Techniques (3rd ed. 1977), p. 42: n > 25 G1 squared is wanted.
    """
    import numpy as np

    sample = np.asarray(values, dtype=float)
    deviation = sample.std()
    if deviation == 0:
        return False
    skewness = float((((sample - sample.mean()) / deviation) ** 3).mean())
    return len(sample) <= 25 * skewness**2


def bootstrap(values: "NDArray[Any]") -> Interval | None:
    """Return the bias-corrected, accelerated bootstrap interval of a mean; None below 2 values.

    B. Efron, "Better bootstrap confidence intervals", JASA 82 (1987), 171-185. The same values
    give the same interval, whatever their order.
    """
    import numpy as np

    sample = np.sort(np.asarray(values, dtype=float))
    n = len(sample)
    if n < 2:
        return None
    mean = float(sample.mean())
    if sample[0] == sample[-1]:
        return Interval(mean, mean)
    drawn = np.random.default_rng(n).integers(n, size=(RESAMPLES, n))
    means = np.sort(sample[drawn].mean(axis=1))
    below = ((means < mean).sum() + 0.5 * (means == mean).sum()) / RESAMPLES
    bias = normal_quantile(min(max(float(below), 1 / RESAMPLES), 1 - 1 / RESAMPLES))
    left_out = (sample.sum() - sample) / (n - 1)
    around = left_out.mean() - left_out
    spread = float((around**2).sum()) ** 1.5
    pull = float((around**3).sum()) / (6 * spread) if spread else 0.0
    ends = []
    for z in (-Z95, Z95):
        share = normal_share(bias + (bias + z) / (1 - pull * (bias + z)))
        ends.append(float(means[min(RESAMPLES - 1, max(0, round(share * (RESAMPLES - 1))))]))
    return Interval(ends[0], ends[1])


def order_ranks(n: int, q: float = 0.5) -> tuple[int, int] | None:
    """Return between which places, from 1, of n sorted values their q-quantile lies; None if none.

    The places are the widest whose binomial coverage is 95 % or more (H. A. David, Order
    Statistics, 3rd ed. 2003, 7.1): the tails are cut at 2.5 % each, and beyond 1,000 values by the
    normal approximation.
    """
    if n > 1000:
        half = Z95 * sqrt(n * q * (1 - q)) + 0.5
        first, last = int(n * q - half), int(n * q + half) + 1
        return (first, last) if first >= 1 and last <= n else None
    if not 0 < q < 1:
        return None
    low: int | None = None
    high: int | None = None
    total = 0.0
    for below in range(n + 1):  # the number of values below the quantile is binomial
        total += exp(
            lgamma(n + 1) - lgamma(below + 1) - lgamma(n - below + 1)
            + below * log(q) + (n - below) * log1p(-q)
        )  # fmt: skip
        if total <= 0.025:
            low = below + 1
        if high is None and total >= 0.975:
            high = below + 1
    return (low, high) if low is not None and high is not None and high <= n else None


def of_quantile(values: Sequence[float], q: float = 0.5) -> Interval | None:
    """Return the interval of a quantile (0 … 1) by `order_ranks`; None of too few values."""
    ranks = order_ranks(len(values), q)
    if ranks is None:
        return None
    ordered = sorted(values)
    return Interval(ordered[ranks[0] - 1], ordered[ranks[1] - 1])


def fisher(r: float, n: int) -> Interval | None:
    """Return the interval of Pearson's correlation of n pairs; None below 4.

    R. A. Fisher, "On the 'probable error' of a coefficient of correlation deduced from a small
    sample", Metron 1 (1921), 3-32: its arc tangent has a standard error of 1 / √(n - 3).
    """
    if n < 4 or not isfinite(r):
        return None
    if abs(r) >= 1:
        return Interval(r, r)
    half = Z95 / sqrt(n - 3)
    return Interval(tanh(atanh(r) - half), tanh(atanh(r) + half))


def t95(freedom: float) -> float:
    """Return the 97.5 % quantile of Student's t.

    G. W. Hill, "Algorithm 396: Student's t-quantiles", CACM 13 (1970), 619-620; between 1 and 2
    degrees of freedom it is a little too wide.
    """
    from math import cos, pi, sin

    if freedom <= 1:
        return cos(0.025 * pi) / sin(0.025 * pi)
    if freedom == 2:
        return sqrt(2 / (0.05 * 1.95) - 2)
    a = 1 / (freedom - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * freedom
    y = (d * 0.05) ** (2 / freedom)
    if y > 0.05 + a:
        x = -Z95
        y = x * x
        if freedom < 5:
            c += 0.3 * (freedom - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = exp(y) - 1 if y > 0.002 else y + y * y / 2
    else:
        y = (
            (1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3)
             + 0.5 / (freedom + 4)) * y - 1
        ) * (freedom + 1) / (freedom + 2) + 1 / y  # fmt: skip
    return sqrt(freedom * y)


def normal_share(z: float) -> float:
    """Return the share of a standard normal distribution up to z."""
    return 0.5 * (1 + erf(z / sqrt(2)))


def normal_quantile(share: float) -> float:
    """Return the point up to which a standard normal distribution has that share, 0 … 1 without.

    Raises `StatisticsError` for any other share.
    """
    from statistics import NormalDist

    return NormalDist().inv_cdf(share)
