"""An answer's text in the order of reading: its headline, what was found, and the notes."""

import re
from typing import NamedTuple

from gui.blocks.markdown import definitions

FINDINGS_SHOWN = 3
"""So many items of what was found are shown at first."""

_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


class ReadingParts(NamedTuple):
    """The Markdown of one answer in three parts; the first has at least what is not in another."""

    headline: str
    findings: str = ""
    notes: str = ""


def read_in_order(text: str) -> ReadingParts:
    """Return the first paragraph, what follows it to the end of its lists, and the rest.

    Text that is more than paragraphs and lists (code, references) stays whole.
    """
    if _FENCE.search(text) or definitions(text):
        return ReadingParts(text)
    headline, _, rest = text.strip().partition("\n\n")
    lines = rest.strip("\n").split("\n")
    items = [at for at, line in enumerate(lines) if _ITEM.match(line)]
    if not items:
        return ReadingParts(headline, rest.strip())
    after = items[-1] + 1
    while after < len(lines) and lines[after].strip():
        after += 1
    return ReadingParts(headline, "\n".join(lines[:after]), "\n".join(lines[after:]).strip())


def first_findings(findings: str) -> tuple[str, int]:
    """Return the findings up to the last item that is shown at first, and how many come after.

    One that would stand alone behind the fold is shown.
    """
    lines = findings.split("\n")
    items = [at for at, line in enumerate(lines) if _ITEM.match(line)]
    hidden = len(items) - FINDINGS_SHOWN
    if hidden < 2:
        return findings, 0
    return "\n".join(lines[: items[FINDINGS_SHOWN]]).rstrip(), hidden
