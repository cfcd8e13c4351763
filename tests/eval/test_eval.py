"""The question sets hold their lines: no wrong number, few needless questions, the right act."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.eval.scoring import Desk, phrasings, score
from tests.eval.tables import MAKERS, Table


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_questions_on_a_table(make: Callable[[Path], Table], tmp_path: Path) -> None:
    desk = Desk(make(tmp_path))
    found = score(desk)
    desk.analyst.close()
    assert found.wrong_numbers == 0, found.faults
    assert found.right_numbers == found.answers, found.faults
    assert found.needless < 0.03 * found.asked, found.faults
    assert found.right_act > 0.97 * found.asked, found.faults
    assert found.right_dialogues == found.dialogues, found.faults


def test_there_are_enough_phrasings(tmp_path: Path) -> None:
    tables = [make(tmp_path) for make in MAKERS]
    texts = {asked.text for table in tables for asked in phrasings(table)}
    assert len(tables) >= 5
    assert len(texts) >= 400
