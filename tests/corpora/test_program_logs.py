"""Questions about logs of further programs are answered right, and hardly ever wrong."""

from collections import Counter
from pathlib import Path

from tests.corpora.logs.program_questions import DEVELOPED, questions
from tests.corpora.logs.scoring import scored


def test_most_questions_about_logs_of_further_programs_are_answered_right(tmp_path: Path) -> None:
    acts = Counter(act for _, act in scored(questions(DEVELOPED), tmp_path))
    assert (acts["right"], acts["wrong"]) >= (37, 0) and acts["wrong"] <= 1
