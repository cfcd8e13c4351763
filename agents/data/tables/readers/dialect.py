"""How a text file of rows is written: what parts its cells, its header, and what stands above it.

Told from the beginning of the file, by which way of parting it gives rows of one length.
"""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from agents.data.tables.quoting import unused

SEEN = 1 << 18  # bytes of a file that are looked at
csv.field_size_limit(SEEN)  # one cell may be all of them
_ROWS = 500
_LINES = 2000
_MARKS = ",\t;|"
# Marks that texts hold too: every whole row must have as many of them.
_RARE = "^~\x1f\x01"
_NUMBER = re.compile(r"[+\-−]?[$€£¥₩]?\s?[\d.,]*\d[\d.,]*\s?%?")
_ALIKE = 0.9
_YEAR = 4  # figures
_MOST_NAME = 200  # characters of a column's name


class Dialect(NamedTuple):
    """How rows are written. `skip` lines stand above the first row, which is the header if
    `header`; `escape` is '"' where a quote in a cell is doubled. `names` has one per column.
    """

    mark: str
    escape: str
    skip: int
    header: bool
    headers: tuple[str, ...]
    ragged: bool


def dialect_of(
    text: str, *, whole: bool, marks: str = _MARKS, certain: bool = True
) -> Dialect | None:
    """Return how the beginning of a file (or the `whole` of it) is written, None for no rows.

    Where it is not `certain` that there is a table, its rows must be alike, and of two columns.
    """
    lines = list(islice(text.splitlines(keepends=True), _LINES))
    if not whole and len(lines) > 1:
        lines.pop()
    escape = "\\" if re.search(r'\\"(?![,;\t|\r\n]|$)', text) else '"'
    ways = [(mark, rows) for mark in marks + _RARE if (rows := _parted(lines, mark, escape))]
    best: tuple[float, str, list[tuple[int, list[str]]], int] | None = None
    for mark, rows in ways:
        widths = Counter(len(cells) for _, cells in rows)
        width, often = max(widths.items(), key=lambda one: (one[1] * (one[0] > 1), one[0]))
        alike = often / len(rows)
        if width < 2 or (mark in _RARE and alike < 1) or (alike < 0.5 and len(rows) > 3):
            continue
        if not certain and (alike < _ALIKE or len(rows) < 2):
            continue
        score = alike * min(width, 12) ** 0.25
        if best is None or score > best[0] + 1e-9:
            best = (score, mark, rows, width)
    if best is None and not certain:
        return None
    if best is None:
        rows = _parted(lines, "\x00", escape)
        if not rows:
            return None
        best = (0, "\x00", rows, 1)
    _, mark, rows, width = best
    return _with_header(mark, escape, rows, width)


def _parted(lines: Sequence[str], mark: str, escape: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with the number of lines before it."""
    reader = csv.reader(
        lines, delimiter=mark, doublequote=escape == '"',
        escapechar=None if escape == '"' else escape,
    )  # fmt: skip
    rows, before = [], 0
    for cells in islice(reader, _ROWS):
        if cells:
            rows.append((before, cells))
        before = reader.line_num
    return rows


def _with_header(mark: str, escape: str, rows: list[tuple[int, list[str]]], width: int) -> Dialect:
    """Find the first row of the table below what stands above it, and whether it names columns."""
    first = 0
    for place, (_, cells) in enumerate(rows):
        filled = sum(bool(cell.strip()) for cell in cells)
        if len(cells) >= width and 2 * filled >= width:
            first = place
            break
    skip, cells = rows[first]
    body = [one for _, one in rows[first + 1 :]]
    longest = max(map(len, (cells, *body)))
    wide = longest if sum(len(one) > width for one in body) > len(body) / 20 else width
    wide = max(wide, len(cells))
    header = is_header(cells, body)
    names = [*cells, *[""] * (wide - len(cells))] if header else [""] * wide
    ragged = any(len(one) != wide for one in (*([] if header else [cells]), *body))
    return Dialect(mark, escape, skip, header, tuple(names), ragged)


def is_header(cells: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether a row names the columns: its texts stand above numbers, or no row is like it."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    numbers = [bool(_NUMBER.fullmatch(cell)) for cell in filled]
    if not any(numbers):
        return True
    if not cells[0].strip() and body and all(row and row[0].strip() for row in body):
        return len(set(filled)) == len(filled)  # names of rows stand below an empty corner
    if not body:
        return not all(numbers)
    below = [
        [bool(_NUMBER.fullmatch(row[place].strip())) for row in body[:50] if place < len(row)]
        for place, cell in enumerate(cells)
        if cell.strip()
    ]
    mostly = [sum(column) > len(column) / 2 for column in below]
    if any(under and not own for own, under in zip(numbers, mostly, strict=True)):
        return len(set(filled)) == len(filled)
    return not all(numbers) and _counts_on(
        [cell for cell, number in zip(filled, numbers, strict=True) if number]
    )


def _counts_on(cells: Sequence[str]) -> bool:
    """Whether numbers follow one another at one distance: the years over a wide table."""
    if len(cells) < 3 or not all(cell.isdigit() for cell in cells):
        return False
    steps = {int(two) - int(one) for one, two in pairwise(cells)}
    return len(steps) == 1 and 0 not in steps and all(len(cell) == _YEAR for cell in cells)


def named(headers: Sequence[str]) -> list[str]:
    """Return a name for each column: its header on one line, its place where that is empty; where
    several have one header, each is numbered: none of them is more than the others."""
    lines = [" ".join(header.replace("\x00", "").split())[:_MOST_NAME] for header in headers]
    told = [one or f"column {place}" for place, one in enumerate(lines, 1)]
    low = Counter(one.casefold() for one in told)
    taken = {one for one, count in low.items() if count == 1}
    seen = Counter[str]()
    found = []
    for one in told:
        if low[one.casefold()] > 1:
            seen[one.casefold()] += 1
            one = unused(f"{one} {seen[one.casefold()]}", taken)
        found.append(one)
    return found
