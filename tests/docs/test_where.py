"""`docs/where.md` answers with files that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")


def test_where_is_what_answers_forty_questions_with_files_that_exist() -> None:
    rows = re.findall(r"^\| (?!Where is|---)(.+?) \| (.+) \|$", TEXT, re.MULTILINE)
    assert len(rows) >= 40
    assert len({question for question, _ in rows}) == len(rows)
    for question, answer in rows:
        paths = [span for span in re.findall("`([^`]+)`", answer) if re.search(r"[/.]\w*$", span)]
        paths = [path for path in paths if path != ".ts"]
        assert paths, question
        assert [path for path in paths if not (ROOT / path).exists()] == [], question
