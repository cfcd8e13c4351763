"""What is said of a message where there is room for one line."""

import pytest

from gui.texts.messages import first_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("\n Win rate: 50%\n\nmore", "Win rate: 50%"),
        ("2 answers:\n\n- by race: 58%\n- by map", "2 answers: by race: 58%"),
        ("2 answers:", "2 answers:"),
        ("x" * 20, "x" * 11 + "…"),
    ],
)
def test_the_first_line_goes_on_after_a_colon(text: str, line: str) -> None:
    assert first_line(text, 12 if "x" in text else 80) == line
