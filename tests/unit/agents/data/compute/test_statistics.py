"""Intervals against published values, and against how often they hold what they should."""

import math

import numpy as np
import pytest

from agents.data.compute.sql.measures import MOST_LEVELS, levels
from agents.data.compute.statistics import (
    Interval,
    bootstrap,
    fisher,
    is_skewed,
    newcombe,
    of_mean,
    of_quantile,
    order_ranks,
    t95,
    welch,
    wilson,
)


@pytest.mark.parametrize(
    ("found", "low", "high"),
    [
        (wilson(81, 263), 0.2553, 0.3662),  # Newcombe (1998), Stat. Med. 17, 857-872, table I
        (wilson(15, 148), 0.0624, 0.1605),
        (wilson(0, 20), 0.0, 0.1611),
        (wilson(1, 29), 0.0061, 0.1718),
        (newcombe(56, 70, 48, 80), 0.0524, 0.3339),  # the same, 873-890, table II, method 10
        (newcombe(9, 10, 3, 10), 0.1705, 0.8090),
        (newcombe(10, 10, 0, 20), 0.6791, 1.0),
        (of_mean(10.0, 2.0, 25), 9.1744, 10.8256),  # t(24) = 2.0639
        (fisher(0.5, 28), 0.1561, 0.7358),
        (fisher(-1.0, 9), -1.0, -1.0),
        # 32.24 degrees of freedom; t(32) = 2.0369 and t(33) = 2.0345 times sqrt(4 / 20 + 3 / 15)
        (welch(10.0, 2.0, 20, 8.0, math.sqrt(3), 15), 0.7121, 3.2879),
        (welch(3.0, 0.0, 5, 1.0, 0.0, 9), 2.0, 2.0),
    ],
)
def test_intervals_are_the_published_ones(found: Interval, low: float, high: float) -> None:
    assert found == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (1e6, 1.95996),
    ],
)
def test_students_quantiles_are_the_tables(freedom: float, quantile: float) -> None:
    assert t95(freedom) == pytest.approx(quantile, abs=5e-5)


@pytest.mark.parametrize("freedom", [1.01, 1.5, 1.9, 2.5, 3.9, 4.2, 4.9, 7.7, 32.24, 999.5])
def test_students_quantiles_enclose_95_percent_of_any_freedom(freedom: float) -> None:
    """Student's density, integrated over the angle whose tangent is t / sqrt(freedom)."""
    angles = np.linspace(0, math.atan(t95(freedom) / math.sqrt(freedom)), 20_001)
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    area = float(np.trapezoid(np.cos(angles) ** (freedom - 1), angles))
    enclosed = 2 * scale / math.sqrt(math.pi) * area
    near = 2e-8 if freedom > 3.85 else 1e-5  # where the algorithm's series begins
    assert 0.95 - near <= enclosed <= (0.95 + near if freedom > 2 else 0.958)


@pytest.mark.parametrize(
    ("n", "ranks"), [(5, None), (6, (1, 6)), (10, (2, 9)), (20, (6, 15)), (100, (40, 61))]
)
def test_a_median_lies_between_the_tables_ranks(n: int, ranks: tuple[int, int] | None) -> None:
    assert order_ranks(n) == ranks  # W. J. Conover, Practical Nonparametric Statistics, A3


def test_ranks_go_on_where_the_binomial_is_approximated() -> None:
    exact, near = order_ranks(1000), order_ranks(1001)
    assert exact is not None and near is not None
    assert all(abs(one - other) <= 2 for one, other in zip(exact, near, strict=True))


def test_too_few_values_have_no_interval() -> None:
    assert of_mean(1.0, 0.0, 1) is None
    assert bootstrap(np.array([1.0])) is None
    assert of_quantile([1.0, 2.0]) is None
    assert fisher(0.9, 3) is None
    assert welch(1, 1, 1, 1, 1, 9) is None
    with pytest.raises(ValueError, match="no proportion"):
        wilson(3, 2)


@pytest.mark.parametrize("q", [0, 1])
def test_the_ends_of_all_values_lie_between_none_of_them(q: float) -> None:
    assert order_ranks(50, q) is None


@pytest.mark.parametrize("q", [0.1, 0.5, 0.9])
def test_sizes_that_are_near_share_the_widest_of_their_quantiles(q: float) -> None:
    sizes = [1000 + 37 * n for n in range(400)]
    found = levels(q, sizes)
    assert len(found) <= MOST_LEVELS
    for size in sizes:
        _, low, high = [one for one in found if one[0] <= size][-1]
        ranks = order_ranks(size, q)
        assert ranks is not None
        assert low <= (ranks[0] - 1) / (size - 1) + 1e-3
        assert high >= (ranks[1] - 1) / (size - 1) - 1e-3


def test_the_bootstrap_is_the_same_for_the_same_values() -> None:
    values = np.random.default_rng(1).lognormal(size=40)
    assert bootstrap(values) == bootstrap(values[::-1])
    assert bootstrap(np.full(9, 2.5)) == Interval(2.5, 2.5)


def test_skewness_tells_which_samples_want_it() -> None:
    draw = np.random.default_rng(2)
    assert is_skewed(draw.lognormal(sigma=1.5, size=60))
    assert not is_skewed(draw.normal(size=60))
    assert not is_skewed(np.full(5, 1.0))


@pytest.mark.parametrize(
    ("kind", "least"), [("bootstrap", 0.88), ("student", 0.92), ("median", 0.93), ("fisher", 0.92)]
)
def test_intervals_hold_the_truth_about_as_often_as_they_say(kind: str, least: float) -> None:
    draw, held, times = np.random.default_rng(3), 0, 300
    for _ in range(times):
        if kind == "fisher":
            pair = draw.multivariate_normal([0, 0], [[1, 0.4], [0.4, 1]], size=50)
            found, truth = fisher(float(np.corrcoef(pair.T)[0, 1]), 50), 0.4
        elif kind == "bootstrap":
            found, truth = bootstrap(draw.exponential(size=25)), 1.0
        elif kind == "median":
            found, truth = of_quantile(list(draw.exponential(size=60))), math.log(2)
        else:
            sample = draw.normal(size=40)
            found, truth = of_mean(float(sample.mean()), float(sample.std(ddof=1)), 40), 0.0
        assert found is not None
        held += found.low <= truth <= found.high
    assert held / times >= least
