"""Plain words of what agents write in Markdown."""

import pytest

from gui.texts.plain import unmarked, unmarked_ranges


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Which **race** do you mean: `zerg`?", "Which race do you mean: zerg?"),
        ("**58%**입니다 …cut **here", "58%입니다 …cut here"),
        ("## Result\n# 2 of 3", "Result\n2 of 3"),
        ("2**10 * 3 #1 snake_case", "2**10 * 3 #1 snake_case"),
    ],
)
def test_signs_of_markdown_are_left_out(text: str, shown: str) -> None:
    assert unmarked(text) == shown


def test_ranges_stay_on_their_words() -> None:
    text = "the **win rate** of `zerg`"
    ranges = [(6, 9), (10, 14), (4, 16), (21, 25)]
    shown, moved = unmarked_ranges(text, ranges)
    assert [shown[a:b] for a, b in moved] == ["win", "rate", "win rate", "zerg"]
