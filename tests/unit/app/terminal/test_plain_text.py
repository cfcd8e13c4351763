"""What agents say is shown in a terminal, and does nothing there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.terminal.plain_text import MOST_ROWS, Emphasis, lines_printable, table

ESCAPE = "\x1b[2J\x1b]0;own\x07"


@given(st.lists(st.text(alphabet="a* \n가"), max_size=8))
def test_pieces_of_emphasis_read_as_the_whole(pieces: list[str]) -> None:
    piecewise, whole = Emphasis(bold=False), Emphasis(bold=False)
    shown = "".join(piecewise.feed(piece) for piece in pieces) + piecewise.end()
    assert shown == whole.feed("".join(pieces)) + whole.end()
    assert "**" not in shown.replace("***", "")


def test_emphasis_is_bold_and_always_ends() -> None:
    bold = Emphasis(bold=True)
    assert bold.feed("a **b") == "a \x1b[1mb"
    assert bold.end() == "\x1b[22m"


def test_control_characters_are_shown_not_sent() -> None:
    plain = Emphasis(bold=False)
    shown = plain.feed(f"one{ESCAPE}\ntwo\u202e") + plain.end()
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert shown.startswith("one\\x1b[2J")
    assert "\ntwo" in shown
    assert lines_printable("a\r\nb") == "a\nb"


def test_a_result_is_drawn_as_columns_that_stand_under_each_other() -> None:
    result = {
        "columns": [
            {"name": "map", "type": "string", "label": "맵"},
            {"name": "games", "type": "integer", "label": "경기"},
            {"name": "win_rate", "type": "rate", "label": "승률"},
            {"name": "length", "type": "number", "unit": "s", "time": "seconds"},
        ],
        "rows": [["아크로폴리스", 12, 0.5, 3600], [f"x{ESCAPE}", 3, None, 59.0]],
    }
    lines = table(result).split("\n")
    assert lines[0].startswith("맵")
    assert lines[1].split()[-2:] == ["50.0%", "1:00:00"] and lines[2].endswith(" 0:59")
    assert "\x1b" not in "".join(lines)


def test_one_row_or_what_is_no_result_is_not_drawn() -> None:
    assert table({"columns": [{"name": "a"}], "rows": [[1]]}) == ""
    assert table({"columns": [{"name": "a"}], "rows": "x"}) == ""
    assert table({"columns": [3], "rows": [[1], [2]]}) == ""
    assert table(None) == ""


def test_long_results_are_cut_and_counted() -> None:
    result = {"columns": [{"name": "n", "type": "integer"}], "rows": [[n] for n in range(100)]}
    assert table(result).splitlines()[-1] == f"… +{100 - MOST_ROWS}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"amount (\*net\*), **a\_b**", "amount (*net*), a_b"),
        (r"C:\Data \\ x", r"C:\Data \ x"),
        (r"`a\*b` and \*", r"`a\*b` and *"),
        ("```\n'a\\.b' **\n```\n\\#", "```\n'a\\.b' **\n```\n#"),
        ("it`s \\_\n\\_", "it`s \\_\n_"),
    ],
)  # fmt: skip
def test_what_a_backslash_keeps_is_shown_as_it_is(text: str, shown: str) -> None:
    for size in (1, 2, len(text)):
        emphasis = Emphasis(bold=False)
        pieces = [emphasis.feed(text[at : at + size]) for at in range(0, len(text), size)]
        assert "".join(pieces) + emphasis.end() == shown
