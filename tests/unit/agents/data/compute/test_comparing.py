"""Groups are told apart by their rates only as far as several looked at together allow."""

from math import erfc, sqrt
from random import Random

import pytest

from agents.data.compute.comparing import CountedGroup, compared
from agents.data.compute.statistics import holm, level_p, rest_p


def groups(*counts: tuple[int, int]) -> list[CountedGroup]:
    return [CountedGroup(place, place, hits, n) for place, (hits, n) in enumerate(counts)]


def test_holm_corrects_as_published() -> None:
    # S. Holm 1979: the smallest by all, the next by one fewer, never below the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()


@pytest.mark.parametrize(
    ("hits", "n", "exact"), [(7, 7, 0.0156), (15, 20, 0.0414), (60, 100, 0.0569)]
)
def test_a_level_is_tested_near_the_exact_binomial(hits: int, n: int, exact: float) -> None:
    assert level_p(hits, n) == pytest.approx(exact, abs=0.008)
    assert level_p(n / 2, n) == 1.0
    assert level_p(hits, n, hits / n) == 1.0


def test_two_proportions_are_tested_with_yates() -> None:
    spread = sqrt(0.5 * 0.5 * (1 / 40 + 1 / 60))
    z = (abs(26 / 40 - 24 / 60) - 0.5 * (1 / 40 + 1 / 60)) / spread
    assert rest_p(26, 40, 24, 60) == pytest.approx(erfc(z / sqrt(2)))
    assert rest_p(0, 10, 0, 20) == 1.0


def test_of_many_even_groups_hardly_ever_one_stands_apart() -> None:
    false, tries = 0, 300
    for seed in range(tries):
        pick = Random(seed)
        even = groups(*((sum(pick.random() < 0.5 for _ in range(60)), 60) for _ in range(20)))
        found = compared(even, [one.key for one in even], 0.5)
        assert found is not None
        false += bool(found.apart)
    assert false / tries <= 0.06


def test_a_group_that_differs_is_found_and_few_rows_are_not_tested() -> None:
    counts = groups((50, 100), (51, 100), (80, 100), (49, 100), (50, 100), (3, 3))
    found = compared(counts, [5, 2, 0], 0.5)
    assert found is not None
    assert (found.groups, found.apart, found.more) == (5, (1,), 0)
    rest = compared(counts, [0], None)
    assert rest is not None
    assert (rest.against, rest.apart, rest.more) == ("rest", (), 1)


def test_two_groups_are_one_test_and_one_is_none() -> None:
    found = compared(groups((30, 100), (46, 100)), [0, 1], None)
    assert found is not None and found.apart == (0, 1)
    assert compared(groups((30, 100)), [0], None) is None


def test_the_cases_of_each_group_are_held_against_each_other() -> None:
    cases = [CountedGroup(1, 1, 40, 100, 70, 100), CountedGroup(2, 2, 40, 100, 44, 100)]
    found = compared(cases, [2, 1], 0.5)
    assert found is not None
    assert (found.against, found.groups, found.apart) == ("case", 2, (1,))
