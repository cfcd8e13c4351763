"""Questions about logs of further programs are answered right, and hardly ever wrong."""

from collections import Counter
from pathlib import Path

from tests.corpora.logs.program_questions import DEVELOPED, ONLY_SCORED, questions
from tests.corpora.logs.scoring import scored


def test_most_questions_about_logs_of_further_programs_are_answered_right(tmp_path: Path) -> None:
    acts = Counter(act for _, act in scored(questions(DEVELOPED), tmp_path))
    assert acts["right"] >= 39 and acts["wrong"] == 0, acts
    acts = Counter(act for _, act in scored(questions(ONLY_SCORED), tmp_path))
    assert acts["right"] >= 30, acts
