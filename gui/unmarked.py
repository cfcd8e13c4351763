"""What agents write in Markdown, as plain words: where a line or two of it is shown as text."""

import re
from collections.abc import Sequence

_SIGNS = re.compile(r"(?<!\d)\*\*|\*\*(?!\d)|`+|^#{1,6} +", re.MULTILINE)
"""Emphasis, code and headings; two stars between digits are a power."""


def unmarked(text: str) -> str:
    """Return a text without the signs of emphasis, code and headings.

    They go singly, not in pairs: what is shown may be a piece out of the middle of a text.
    """
    return _SIGNS.sub("", text)


def unmarked_ranges(
    text: str, ranges: Sequence[tuple[int, int]]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the same, with ranges of the text (characters) as they stand in what is left."""
    gone = [match.span() for match in _SIGNS.finditer(text)]

    def moved(at: int) -> int:
        return at - sum(min(stop, at) - start for start, stop in gone if start < at)

    return unmarked(text), tuple((moved(start), moved(stop)) for start, stop in ranges)
