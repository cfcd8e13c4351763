"""Odd tables with no hand-written model: the right act, and the right figures."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.eval.further_tables import FURTHER
from tests.eval.named_tables import NAMED
from tests.eval.odd_scoring import score_odd
from tests.eval.odd_tables import ODD, Odd


@pytest.mark.parametrize("make", (*ODD, *FURTHER, *NAMED), ids=lambda make: make.__name__)
def test_questions_on_an_odd_table(make: Callable[[Path], Odd], tmp_path: Path) -> None:
    score = score_odd(make(tmp_path))
    assert score.faults == []
    assert score.right_act == score.asked
