"""A conversation's title is the beginning of what was said first."""

import pytest

from app.domain.conversations import title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("\n  Win rate by race \nand map", "Win rate by race"),
        ("# A report\n\nof more", "A report"),
        ("> what she said", "what she said"),
        ("- milk\n- bread", "milk"),
        ("2) the second", "the second"),
        ("#1 of the ladder", "#1 of the ladder"),
        ("-5 degrees", "-5 degrees"),
        ("#", "#"),
        ("word " * 20, "word word word word word word word word word word word word…"),
    ],
)
def test_a_title_is_the_first_line_as_words(text: str, title: str) -> None:
    assert title_of(text) == title
