"""What others say, made fit for a terminal: no control characters, emphasis and tables drawn.

Text of others is shown as what it says, never as what it would do there.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.durations import duration, in_minutes

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
_MOST_DECIMALS = 6
_BOLD, _PLAIN = "\x1b[1m", "\x1b[22m"


_TOKEN = re.compile(r"`+|\n|\*\*|\\([!-/:-@\[-`{-~])")
_BEGUN = re.compile(r"(?:`+|\*|\\)\Z")
_FENCE = 3  # backticks around lines; fewer end within their line


class Emphasis:
    """Turns Markdown's `**` into bold as text streams by; where nothing is bold, into nothing.

    What a backslash keeps from being a mark is shown as it is. Code is left alone.
    """

    def __init__(self, *, bold: bool) -> None:
        self._marks = (_BOLD, _PLAIN) if bold else ("", "")
        self._held = ""
        self._open = False
        self._code = ""

    def feed(self, text: str) -> str:
        """Return what can be shown of the text so far; a mark that may go on waits for that."""
        text = self._held + lines_printable(text)
        at, shown = 0, []
        for found in _TOKEN.finditer(text):
            if found.end() == len(text) and found[0][0] == "`":
                break
            shown += [text[at : found.start()], self._shown(found)]
            at = found.end()
        rest = text[at:]
        begun = _BEGUN.search(rest)
        self._held = begun[0] if begun else ""
        return "".join([*shown, rest.removesuffix(self._held)])

    def _shown(self, found: re.Match[str]) -> str:
        mark = found[0]
        if mark[0] == "`" and self._code in ("", mark):
            self._code = "" if self._code else mark
        elif mark == "\n" and len(self._code) < _FENCE:
            self._code = ""
        elif mark == "**" and not self._code:
            self._open = not self._open
            return self._marks[not self._open]
        elif found[1] and not self._code:
            return str(found[1])
        return mark

    def end(self) -> str:
        """Return what was held back, and end the emphasis."""
        rest = self._held + (self._marks[1] if self._open else "")
        self._held, self._open, self._code = "", False, ""
        return rest


def lines_printable(text: str) -> str:
    """Return text whose lines hold no control characters."""
    return "\n".join(printable(line) for line in text.replace("\r\n", "\n").split("\n"))


def table(result: "JsonValue") -> str:
    """Return a `result` of more than one row as aligned columns; empty for anything else.

    Rates are percents with one decimal, lengths of time minutes and seconds; at most forty rows are
    drawn, the rest is counted.
    """
    if not isinstance(result, dict):
        return ""
    columns, rows = result.get("columns"), result.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list) or len(rows) < 2:
        return ""
    named: list[dict[str, Any]] = [{**column} for column in columns if isinstance(column, dict)]
    if len(named) != len(columns) or not all(isinstance(row, list) for row in rows):
        return ""
    head = [printable(str(column.get("label") or column.get("name", ""))) for column in named]
    shown = [row for row in rows[:MOST_ROWS] if isinstance(row, list)]
    for at, column in enumerate(named):
        values = [row[at] for row in shown if at < len(row)]
        lasting = "seconds" in (column.get("type"), column.get("time"))
        column["timed"] = lasting and in_minutes(values)
    body = [
        [_cell(value, column) for value, column in zip(row, named, strict=False)] for row in shown
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
        return f"{value * 100:.1f}{'' if column.get('unit') == 'points' else '%'}"
    if column["timed"] and isinstance(value, int | float):
        return duration(value)
    decimals = column.get("decimals")
    if isinstance(value, float) and isinstance(decimals, int) and 0 <= decimals <= _MOST_DECIMALS:
        return f"{value:.{decimals}f}"
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
