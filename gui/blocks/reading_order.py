"""An answer's text in the order of reading: its headline, what was found, and the notes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gui.blocks.markdown import definitions

FINDINGS_SHOWN = 3
"""So many items of what was found are shown at first."""

_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


class ReadingParts(NamedTuple):
    """The Markdown of one answer in three parts; the first has at least what is not in another.

    An agent lists its findings; the paragraphs after that list are its notes.
    """

    headline: str
    findings: str = ""
    notes: str = ""


def read_in_order(text: str) -> ReadingParts:
    """Return the first paragraph, what follows it to the end of the first list, and the rest.

    Without a list nothing is a finding. Text that is more than paragraphs and lists (code,
    references) stays whole.
    """
    if _FENCE.search(text) or definitions(text):
        return ReadingParts(text)
    headline, _, rest = text.strip().partition("\n\n")
    lines = rest.strip("\n").split("\n")
    start = next((at for at, line in enumerate(lines) if _ITEM.match(line)), None)
    if start is None:
        return ReadingParts(headline, notes=rest.strip())
    end = _end_of_list(lines, start)
    return ReadingParts(headline, "\n".join(lines[:end]).rstrip(), "\n".join(lines[end:]).strip())


def _end_of_list(lines: Sequence[str], start: int) -> int:
    """Return the line after a list: another paragraph begins there, or a list of another mark."""
    mark = _mark(lines[start])
    for at in range(start + 1, len(lines)):
        line = lines[at]
        if _mark(line) not in ("", mark):
            return at
        fresh = not lines[at - 1].strip() and line.strip() and not line[0].isspace()
        if fresh and not _mark(line):
            return at
    return len(lines)


def _mark(line: str) -> str:
    """Return the sign that an item of a list begins with, of a numbered one what follows its
    number; "" of any other line."""
    found = _ITEM.match(line)
    return found[0].strip().lstrip("0123456789") if found is not None else ""


def first_findings(findings: str) -> tuple[str, int]:
    """Return the findings up to the last item that is shown at first, and how many come after."""
    lines = findings.split("\n")
    items = [at for at, line in enumerate(lines) if _ITEM.match(line)]
    hidden = max(0, len(items) - FINDINGS_SHOWN)
    if not hidden:
        return findings, 0
    return "\n".join(lines[: items[FINDINGS_SHOWN]]).rstrip(), hidden
