"""Cuts Markdown where its pieces can be laid out alone, so that a growing answer stays cheap."""

import re
from typing import NamedTuple

TARGET = 600
"""Prose is cut at the first good place after this many characters."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)[^`]*$")
_CLOSING = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*$")
_ITEM = re.compile(r"^([-*+]|\d{1,9}[.)])\s")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*\S+")


class Segment(NamedTuple):
    """A piece of Markdown: prose, or the inside of a fence with its language.

    `start` is where the piece begins in the whole text. `closed` is False for a fence that is
    still open. `tight` says that it continues the list above.
    """

    start: int
    source: str
    code: bool = False
    language: str = ""
    closed: bool = True
    tight: bool = False


def split(markdown: str, start: int = 0) -> list[Segment]:
    """Return the pieces from `start` on, in order; fences at the left edge stand alone."""
    lines = markdown[start:].split("\n")
    found: list[Segment] = []
    first, size, tight = 0, 0, False
    begun = offset = start

    def close(stop: int) -> None:
        if any(line.strip() for line in lines[first:stop]):
            found.append(Segment(begun, "\n".join(lines[first:stop]), tight=tight))

    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if fence is not None:
            close(at)
            stop, code = _read_fence(lines, at, fence, offset)
            found.append(code)
            offset += sum(len(line) + 1 for line in lines[at:stop])
            first, size, tight, begun, at = stop, 0, False, offset, stop
            continue
        if size >= TARGET and _cuts_before(lines, at):
            close(at)
            tight = _continues_list(lines, at)
            first, size, begun = at, 0, offset
        size += len(line) + 1
        offset += len(line) + 1
        at += 1
    close(len(lines))
    return found


def _read_fence(lines: list[str], at: int, fence: re.Match[str], start: int) -> tuple[int, Segment]:
    mark, language = fence[1], fence[2]
    inside: list[str] = []
    for stop in range(at + 1, len(lines)):
        closing = _CLOSING.match(lines[stop])
        if closing is not None and closing[1][0] == mark[0] and len(closing[1]) >= len(mark):
            return stop + 1, Segment(start, "\n".join(inside), code=True, language=language)
        inside.append(lines[stop])
    source = "\n".join(inside)
    return len(lines), Segment(start, source, code=True, language=language, closed=False)


def _cuts_before(lines: list[str], at: int) -> bool:
    """Whether the line begins something that does not need what stands above it."""
    line, above = lines[at], lines[at - 1]
    if not line.strip() or line[0] in " \t":
        return False
    if above.strip():
        return _continues_list(lines, at)
    return not _ITEM.match(line)


def _continues_list(lines: list[str], at: int) -> bool:
    """Whether a tight list goes on here, which may then be cut between two of its items."""
    return bool(_ITEM.match(lines[at]) and _ITEM.match(lines[at - 1]))


def definitions(markdown: str) -> str:
    """Return the lines that define link references, which every piece needs."""
    if "]:" not in markdown:
        return ""
    return "\n".join(line for line in markdown.split("\n") if _DEFINITION.match(line))


def without_half_row(markdown: str) -> str:
    """Return the text without a table row, or a table's head, that is still being written."""
    head, newline, last = markdown.rpartition("\n")
    if last.lstrip().startswith("|"):
        markdown = head + newline
    lines = markdown.rstrip("\n").split("\n")
    if lines and lines[-1].lstrip().startswith("|"):
        alone = len(lines) == 1 or not lines[-2].lstrip().startswith("|")
        if alone:
            return "\n".join(lines[:-1]) + ("\n" if len(lines) > 1 else "")
    return markdown
