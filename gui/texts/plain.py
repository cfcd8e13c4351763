"""Untrusted text as plain text: without Markdown, without signs that turn a line, as a tooltip."""

import html
import re
import unicodedata
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


_UNSAFE = ("Cc", "Cs", "Co", "Zl", "Zp")
_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def plain_signs(text: str) -> str:
    """Return untrusted text of the same length without signs that control or turn the line."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if _unsafe(sign) else sign for sign in text)


def _unsafe(sign: str) -> bool:
    return sign in _TURNING or (sign not in "\n\t" and unicodedata.category(sign) in _UNSAFE)


def as_tooltip(text: str) -> str:
    """Return plain text in the form that Qt shows as it is, whatever it contains."""
    cell = f'<td style="white-space:pre-wrap">{html.escape(text)}</td>'
    return f'<table cellspacing="0" cellpadding="5"><tr>{cell}</tr></table>'  # with room around it
