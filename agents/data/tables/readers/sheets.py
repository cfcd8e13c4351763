"""Sheets of Excel and OpenDocument files, read by calamine: each is a table."""

import csv
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import chain, islice
from pathlib import Path
from typing import Any

from agents.answering.source import LoadNote
from agents.data.tables.readers.dialect import Dialect, is_header
from agents.data.tables.readers.text import FilesAlike, TextRows
from agents.data.tables.refusals import not_a_table
from agents.data.tables.rows import Rows

SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_LOOKED_AT = 200  # rows in which the header is looked for
_MOST_ABOVE = 3  # rows of one header


def read_sheets(path: Path, chosen: str, folder: Path) -> list[Rows]:
    """Return the rows of all sheets that hold a table, or of the chosen one.

    `folder` takes copies. Raises `BadFile`.
    """
    import python_calamine

    try:
        book = python_calamine.load_workbook(str(path))
        found: list[Rows] = []
        names = [name for name in book.sheet_names if not chosen or name == chosen]
        for place, name in enumerate(names):
            sheet = book.get_sheet_by_name(name)
            merged = list(getattr(sheet, "merged_cell_ranges", None) or ())
            rows = _Sheet(sheet.to_python(skip_empty_area=False), merged)
            copy = folder / f"sheet{place}.csv"
            if rows.write(copy):
                dialect = Dialect(",", '"', 0, True, tuple(rows.headers), False)
                alike = [FilesAlike([copy], dialect)]
                found.append(TextRows(alike, tuple(rows.notes), table=name))
    except (python_calamine.CalamineError, OSError, ValueError):
        raise not_a_table(path) from None
    if not found:
        raise not_a_table(path)
    return found


class _Sheet:
    """Owns the cells of a sheet while its table is looked for."""

    def __init__(self, cells: list[list[Any]], merged: Sequence[Any]) -> None:
        self.headers: list[str] = []
        self.notes: list[LoadNote] = []
        self._cells = cells
        self._wide = [
            (row, left, right)
            for (top, left), (bottom, right) in merged if left < right
            for row in range(top, min(bottom, _LOOKED_AT) + 1)
        ]  # fmt: skip
        for (top, left), (bottom, right) in merged:
            self._spread(top, left, bottom, right)

    def _spread(self, top: int, left: int, bottom: int, right: int) -> None:
        """Write the value of merged cells into each of them."""
        if top >= len(self._cells) or left >= len(self._cells[top]):
            return
        value = self._cells[top][left]
        for row in self._cells[top : bottom + 1]:
            for column in range(left, min(right + 1, len(row))):
                row[column] = value

    def write(self, copy: Path) -> bool:
        """Write the table as CSV with one header; return whether there is one."""
        texts = [[_text(cell) for cell in row] for row in self._cells[:_LOOKED_AT]]
        start = min((n for row in texts for n, cell in enumerate(row) if cell), default=0)
        widths = [
            1 if self._is_title(n, row, start) else sum(bool(cell) for cell in row)
            for n, row in enumerate(texts)
        ]
        if not any(widths):
            return False
        usual = sorted(width for width in widths if width)[len([w for w in widths if w]) // 2]
        first = next(n for n, width in enumerate(widths) if width >= max(1, (usual + 1) // 2))
        used = sorted({n for row in texts[first:] for n, cell in enumerate(row) if cell})
        used = list(range(used[0], used[-1] + 1))
        body = [[row[n] if n < len(row) else "" for n in used] for row in texts[first:]]
        deep = _header_rows(body, {row - first for row, _, _ in self._wide})
        if first:
            self.notes.append(LoadNote(key="read_lines_above", count=first))
        self.headers = [_joined(row[n] for row in body[:deep]) for n in range(len(used))]
        if not deep:
            self.notes.append(LoadNote(key="read_without_header"))
        written = 0
        with copy.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(self.headers)
            for row in self._rows(first + deep, used):
                writer.writerow(row)
                written += 1
        return written > 0

    def _is_title(self, place: int, row: list[str], start: int) -> bool:
        """Whether nothing stands in a row but one cell merged from the first column on."""
        filled = [n for n, cell in enumerate(row) if cell]
        return any(
            line == place and left <= start and filled[-1] <= right
            for line, left, right in self._wide if filled
        )  # fmt: skip

    def _rows(self, first: int, used: Sequence[int]) -> Iterator[list[str]]:
        for row in islice(self._cells, first, None):
            cells = [_text(row[n]) if n < len(row) else "" for n in used]
            if any(cells):
                yield cells


def _header_rows(body: list[list[str]], wide: set[int]) -> int:
    """Return how many rows name the columns: rows with gaps or merged cells above the last one.

    `wide` are rows in which a cell is merged over columns, so that they may be years and names.
    """
    deep = 0
    for deep in range(min(_MOST_ABOVE, len(body) - 1)):
        row = body[deep]
        filled = [cell for cell in row if cell]
        again = len(set(filled)) < len(filled)
        gaps = len(filled) < len(row) or again
        if not gaps or not (deep in wide or is_header(row, body[deep + 1 : deep + 50])):
            break
        below = body[deep + 1]
        if not is_header(below, body[deep + 2 : deep + 50]) or _is_row(below, body[deep + 2 :]):
            break
    return deep + 1 if is_header(body[deep], body[deep + 1 : deep + 50]) else 0


def _is_row(row: list[str], others: list[list[str]]) -> bool:
    """Whether a row of texts is like the rows below it: some of its values come again there."""
    below = {(n, cell) for other in others[:50] for n, cell in enumerate(other) if cell}
    return any((n, cell) in below for n, cell in enumerate(row) if cell) or not any(
        cell.replace(".", "").isdigit() for other in others[:5] for cell in other
    )


def _joined(parts: Iterator[str]) -> str:
    return " ".join(dict.fromkeys(chain(part for part in parts if part)))


def _text(cell: Any) -> str:
    """Return a cell as it would stand in a CSV file; moments as ISO 8601."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime):
        whole_day = cell.time() == time(0)
        return cell.date().isoformat() if whole_day else cell.isoformat(" ", "seconds")
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, timedelta):
        minutes, seconds = divmod(int(cell.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return " ".join(str(cell).split("\r\n")).strip()
