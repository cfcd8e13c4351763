"""Workbooks: what stands in the cells, what cannot run, and that the same gives the same bytes."""

import io
from typing import Any

import openpyxl
import pytest
from pydantic import JsonValue

from gui.blocks.result_data import ResultColumn, ResultTable
from gui.conversation.workbook import LONGEST_CELL, SheetLabels, xlsx_bytes

LABELS = SheetLabels("Result", "Source", "File", "Rows in the file", "Rows", "Note")


def table(*row: JsonValue) -> ResultTable:
    columns = tuple(ResultColumn(f"c{at}", f"label {at}") for at in range(len(row)))
    return ResultTable(columns=columns, rows=(row,), row_count=1)


def read(made: bytes, sheet: str = "Result") -> list[list[Any]]:
    """Return every row of a sheet, read by another's program; no cell of text is a formula."""
    found = openpyxl.load_workbook(io.BytesIO(made))[sheet]
    for row in found.iter_rows():
        assert all(cell.data_type != "f" and cell.hyperlink is None for cell in row)
    return [list(row) for row in found.iter_rows(values_only=True)]


def test_numbers_are_numbers_and_text_is_text() -> None:
    texts = ("=1+1", "{=1}", "http://x.example", "12", "여러\nline", "<b>&")
    row = (*texts, 12, 0.1, True, None, 2**60)
    head, only = read(xlsx_bytes(table(*row), LABELS))
    assert head == [f"label {at}" for at in range(len(row))]
    assert only == [value if value != 2**60 else str(2**60) for value in row]


@pytest.mark.parametrize("bad", ["\0", "\x1b[31m", "\ud800", "\ufffe", "_x000D_"])
def test_signs_that_workbooks_do_not_have_break_nothing(bad: str) -> None:
    [_, [text]] = read(xlsx_bytes(table(f"a{bad}b"), LABELS))
    assert text.startswith("a")
    assert text.endswith("b")


def test_overlong_cells_are_cut() -> None:
    [_, [text]] = read(xlsx_bytes(table("w" * (LONGEST_CELL + 5)), LABELS))
    assert len(text) == LONGEST_CELL


def test_where_it_comes_from_stands_beside_and_the_same_table_gives_the_same_bytes() -> None:
    rates = ResultTable(
        columns=(ResultColumn("race", "종족"), ResultColumn("win_rate", "승률", "rate")),
        rows=(("Terran", 0.58), ("Zerg", 0.5)),
        row_count=2,
        warnings=("few games",),
        file="games.csv",
        sha256="ab" * 32,
        file_rows=7200,
    )
    made = xlsx_bytes(rates, LABELS)
    assert xlsx_bytes(rates, LABELS) == made
    assert read(made) == [["종족", "승률"], ["Terran", 0.58], ["Zerg", 0.5]]
    assert openpyxl.load_workbook(io.BytesIO(made))["Result"]["B2"].number_format == "0.0%"
    assert read(made, "Source")[1:] == [
        ["Rows", 2],
        ["File", "games.csv"],
        ["SHA-256", "ab" * 32],
        ["Rows in the file", 7200],
        ["Note", "few games"],
    ]
