"""What others say, made fit for a terminal: no control characters, emphasis and tables drawn.

Text of others is shown as what it says, never as what it would do there.
"""

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import JsonValue


_UNSAFE = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """Return text without control and direction characters; each becomes `\\x1b`, `\\u202e`, …

    Tabs stay, and so do the joiners that scripts and emoji need.
    """
    if text.isprintable():
        return text
    return "".join(
        char
        if char in "\t" + _JOINERS or unicodedata.category(char) not in _UNSAFE
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


MOST_ROWS = 40
_BOLD, _PLAIN = "\x1b[1m", "\x1b[22m"


class Emphasis:
    """Turns Markdown's `**` into bold as text streams by; where nothing is bold, into nothing."""

    def __init__(self, *, bold: bool) -> None:
        self._marks = (_BOLD, _PLAIN) if bold else ("", "")
        self._held = ""
        self._open = False

    def feed(self, text: str) -> str:
        """Return what can be shown of the text so far; a lone `*` waits for what follows."""
        text = self._held + lines_printable(text)
        # The last of an odd number of stars may be the first half of the next mark.
        self._held = "*" if (len(text) - len(text.rstrip("*"))) % 2 else ""
        text = text.removesuffix(self._held) if self._held else text
        first, *rest = text.split("**")
        shown = [first]
        for piece in rest:
            shown += [self._marks[self._open], piece]
            self._open = not self._open
        return "".join(shown)

    def end(self) -> str:
        """Return what was held back, and end the emphasis."""
        rest = self._held + (self._marks[1] if self._open else "")
        self._held, self._open = "", False
        return rest


def lines_printable(text: str) -> str:
    """Return text whose lines hold no control characters."""
    return "\n".join(printable(line) for line in text.replace("\r\n", "\n").split("\n"))


def table(result: "JsonValue") -> str:
    """Return a `result` of more than one row as aligned columns; empty for anything else.

    Rates are percents with one decimal; at most forty rows are drawn, the rest is counted.
    """
    if not isinstance(result, dict):
        return ""
    columns, rows = result.get("columns"), result.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list) or len(rows) < 2:
        return ""
    named: list[dict[str, Any]] = [column for column in columns if isinstance(column, dict)]
    if len(named) != len(columns) or not all(isinstance(row, list) for row in rows):
        return ""
    head = [printable(str(column.get("label") or column.get("name", ""))) for column in named]
    body = [
        [_cell(value, column) for value, column in zip(row, named, strict=False)]
        for row in rows[:MOST_ROWS]
        if isinstance(row, list)
    ]
    left = [column.get("type") == "string" for column in named]
    drawn = aligned([head, *body], left)
    if len(rows) > MOST_ROWS:
        drawn.append(f"… +{len(rows) - MOST_ROWS}")
    return "\n".join(drawn)


def _cell(value: Any, column: dict[str, Any]) -> str:
    if value is None:
        return ""
    if column.get("type") == "rate" and isinstance(value, int | float):
        return f"{value * 100:.1f}%"
    if isinstance(value, float):
        return f"{value:.1f}"
    return printable(str(value))


def aligned(rows: Sequence[Sequence[str]], left: Sequence[bool]) -> list[str]:
    """Return rows of cells as lines whose columns stand below each other, to the `left` or not."""
    widths = [max(width_of(row[at]) for row in rows if at < len(row)) for at in range(len(left))]
    lines = []
    for row in rows:
        cells = []
        for text, width, to_left in zip(row, widths, left, strict=False):
            room = " " * (width - width_of(text))
            cells.append(text + room if to_left else room + text)
        lines.append("  ".join(cells).rstrip())
    return lines


def width_of(text: str) -> int:
    """Return how many columns of a terminal the text takes: Hangul and Hanja take two."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    joining = sum(unicodedata.combining(char) > 0 for char in text)
    return len(text) + wide - joining
