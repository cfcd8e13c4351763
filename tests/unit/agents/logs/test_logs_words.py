"""Words around a level and around a time say what is kept, and are no questions of their own."""

from datetime import date
from pathlib import Path

import pytest

from agents.logs.question.reading import read
from tests.unit.agents.logs.logs_support import opened

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("how many lines with level error per minute", "minute"),
        ("lines of level error per hour", "hour"),
        ("líneas con nivel error por hora", "hour"),
        ("which level comes most?", "level"),
    ],
)
def test_a_level_that_is_named_is_kept_and_not_told_apart_by(
    tmp_path: Path, text: str, group: str
) -> None:
    lines = [f"2026-03-01T10:{n:02d}:00 {'ERROR' if n % 3 else 'INFO'} app: x" for n in range(30)]
    (tmp_path / "a.log").write_text("\n".join(lines) + "\n")
    with opened(tmp_path / "a.log") as (_, facts):
        found = read(text, facts, today=TODAY, previous=None)
        assert not found.unknown
        assert found.frame.group_by == group


def test_the_time_when_something_came_is_asked_in_korean(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("2026-03-01T10:00:00 ERROR app: x\n" * 3)
    with opened(tmp_path / "a.log") as (_, facts):
        found = read("에러가 처음 난 때는?", facts, today=TODAY, previous=None)
        assert not found.unknown
        assert found.frame.shown == "when"
