"""Workbooks: what stands in the cells, what cannot run, and that the same gives the same bytes."""

import io
import zipfile
from xml.etree import ElementTree

import pytest

from gui.blocks.result_data import Column, ResultTable
from gui.table_book import SheetLabels, xlsx_bytes
from gui.xlsx import LONGEST_CELL, Sheet, workbook

NS = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
LABELS = SheetLabels("Result", "Source", "File", "Rows in the file", "Rows", "Note")


def cells(made: bytes, number: int = 1) -> list[list[tuple[str, str, str]]]:
    """Return every row of a sheet as (type, style, text) of each cell."""
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        assert packed.testzip() is None
        root = ElementTree.fromstring(packed.read(f"xl/worksheets/sheet{number}.xml"))
    return [
        [
            (cell.get("t", ""), cell.get("s", ""), "".join(cell.itertext()))
            for cell in row.findall("s:c", NS)
        ]
        for row in root.iterfind("s:sheetData/s:row", NS)
    ]


def test_numbers_are_numbers_and_text_is_text() -> None:
    row = ["=1+1", 12, 0.1, True, None, 2**60, "여러\nline", "<b>&", "_x000D_"]
    head, only = cells(workbook([Sheet("A", ["h"] * len(row), [row])]))
    assert head == [("inlineStr", "1", "h")] * len(row)
    assert only == [
        ("inlineStr", "", "=1+1"),
        ("", "", "12"),
        ("", "", "0.1"),
        ("b", "", "1"),
        ("", "", ""),
        ("inlineStr", "", str(2**60)),
        ("inlineStr", "", "여러\nline"),
        ("inlineStr", "", "<b>&"),
        ("inlineStr", "", "_x005F_x000D_"),
    ]


@pytest.mark.parametrize("bad", ["\0", "\x1b[31m", "\ud800", "\ufffe"])
def test_signs_that_xml_does_not_have_are_left_out(bad: str) -> None:
    [_, [(_, _, text)]] = cells(workbook([Sheet("A", ["h"], [[f"a{bad}b"]])]))
    assert text.startswith("a")
    assert bad not in text
    assert text.endswith("b")


def test_overlong_cells_and_names_are_cut() -> None:
    made = workbook([Sheet("x/y:[z]" * 9, ["h"], [["w" * (LONGEST_CELL + 5)]])])
    assert len(cells(made)[1][0][2]) == LONGEST_CELL
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        book = ElementTree.fromstring(packed.read("xl/workbook.xml"))
    [sheet] = book.iterfind("s:sheets/s:sheet", NS)
    assert len(sheet.get("name", "")) == 31
    assert not set(sheet.get("name", "")) & set("[]:*?/\\")


def test_every_part_is_named_and_the_same_table_gives_the_same_bytes() -> None:
    table = ResultTable(
        columns=(Column("race", "종족"), Column("win_rate", "승률", "rate")),
        rows=(("Terran", 0.58), ("Zerg", 0.5)),
        row_count=2,
        warnings=("few games",),
        file="games.csv",
        sha256="ab" * 32,
        file_rows=7200,
    )
    made = xlsx_bytes(table, LABELS)
    assert xlsx_bytes(table, LABELS) == made
    assert cells(made)[1:] == [
        [("inlineStr", "", "Terran"), ("", "2", "0.58")],
        [("inlineStr", "", "Zerg"), ("", "2", "0.5")],
    ]
    told = [tuple(text for _, _, text in row) for row in cells(made, 2)]
    assert told[1:] == [
        ("Rows", "2"),
        ("File", "games.csv"),
        ("SHA-256", "ab" * 32),
        ("Rows in the file", "7200"),
        ("Note", "few games"),
    ]
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        types = ElementTree.fromstring(packed.read("[Content_Types].xml"))
        declared = {part.get("PartName") for part in types if part.get("PartName")}
        assert declared == {f"/{n}" for n in packed.namelist() if n.startswith("xl/")} - {
            "/xl/_rels/workbook.xml.rels"
        }
