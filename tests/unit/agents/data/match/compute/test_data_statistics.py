"""Intervals: against their defining equations, published figures and the query's own arithmetic."""

import asyncio
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.statistics import Z95, Interval, newcombe, wilson


@given(st.integers(1, 5000), st.data())
def test_wilson_bounds_solve_the_score_equation(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    rate, interval = wins / games, wilson(wins, games)
    assert 0 <= interval.low <= rate <= interval.high <= 1
    for bound in interval:
        if 1e-9 < bound < 1 - 1e-9:
            score = abs(rate - bound) / (bound * (1 - bound) / games) ** 0.5
            assert isclose(score, Z95, rel_tol=1e-6)


@given(st.integers(1, 2000), st.data())
def test_wilson_is_symmetric_in_wins_and_losses(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    one, other = wilson(wins, games), wilson(games - wins, games)
    assert isclose(one.low, 1 - other.high, abs_tol=1e-12)


@pytest.mark.parametrize(("wins", "games"), [(1, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_what_is_no_proportion(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="no proportion"):
        wilson(wins, games)


def test_newcombe_gives_the_published_example() -> None:
    """Newcombe 1998, table II: 56/70 - 48/80, method 10: 0.0524 to 0.3339."""
    low, high = newcombe(56, 70, 48, 80)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_overlap_is_symmetric_and_closed() -> None:
    one, two = Interval(0.4, 0.5), Interval(0.5, 0.6)
    assert one.overlaps(two)
    assert two.overlaps(one)
    assert not one.overlaps(Interval(0.51, 0.6))


def test_the_query_computes_the_same_interval(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    lines = [f"A,B,{1 if i % 3 else 2}" for i in range(97)]
    table.write_text("p1_deck,p2_deck,winner\n" + "\n".join(lines) + "\n")
    analyst = Analyst.open(table)
    analysis = asyncio.run(analyst.analyse(Frame(group_by=("deck",))))
    analyst.close()
    assert len(analysis.rows) == 2
    for row in analysis.rows:
        cells = dict(zip(analysis.names, row, strict=True))
        assert isclose(cells["win_rate"], cells["wins"] / cells["games"])
        expected = wilson(cells["wins"], cells["games"])
        assert isclose(cells["ci_low"], expected.low, abs_tol=1e-12)
        assert isclose(cells["ci_high"], expected.high, abs_tol=1e-12)
