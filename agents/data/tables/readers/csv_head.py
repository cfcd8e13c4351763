"""Where the table begins in a CSV file: titles above its header are found before it is read."""

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

_SEEN = 1 << 16  # bytes
_LINES = 200
_DELIMITERS = ",;\t|"
# Marks that DuckDB does not look for, which texts hold too: all rows must have as many of them.
RARE = "^~\x1f\x01:#!@$%&* "
_FEWEST = 3  # columns: below that a title looks like a row


class Head(NamedTuple):
    """How a file begins: what parts its cells, and how many lines stand above the header."""

    delimiter: str
    skip: int


def head_of(path: Path) -> Head | None:
    """Return how a file in UTF-8 begins; None if it is not plain, so that DuckDB shall find out."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        lines = file.read(_SEEN).splitlines(keepends=True)[:_LINES]
    found = [(table, mark) for mark in _DELIMITERS if (table := _rows(lines, mark))]
    if not found:
        mark = next((mark for mark in RARE if _parts_all(lines, mark)), None)
        return None if mark is None else Head(mark, 0)
    (width, rows), mark = max(found, key=lambda one: (one[0][0], -_DELIMITERS.index(one[1])))
    skip = 0
    for line, cells in rows:
        filled = [cell.strip() for cell in cells if cell.strip()]
        if len(cells) == width and len(filled) > max(1, width // 2):
            plain = not any(map(_is_number, filled))
            return Head(mark, skip) if plain else None
        skip = line
    return None


def _rows(lines: list[str], mark: str) -> tuple[int, list[tuple[int, list[str]]]] | None:
    """Return the commonest number of cells, and each row with the number of its last line."""
    reader = csv.reader(lines, delimiter=mark)
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error:
        return None
    widths = Counter(len(cells) for _, cells in rows if cells)
    if not widths:
        return None
    width, often = widths.most_common(1)[0]
    return (width, rows) if width >= _FEWEST and often > len(rows) / 2 else None


def _parts_all(lines: list[str], mark: str) -> bool:
    """Whether a mark parts every whole row that was read into the same number of cells."""
    table = _rows(lines, mark)
    if table is None or len(table[1]) < _FEWEST:
        return False
    width, rows = table
    return all(len(cells) == width for _, cells in rows[:-1] if cells)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "").replace(",", "").replace("-", "").isdigit()
