"""Tables as workbooks (ECMA-376, Part 1): cells of text are text, whatever they begin with."""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from pydantic import JsonValue

MOST_ROWS = 1_048_576
"""Rows of a sheet (ECMA-376 leaves it open; Excel's own limit), the head included."""
MOST_COLUMNS = 16_384
LONGEST_CELL = 32_767
_EXACT = 2**53
"""Whole numbers beyond it are not exact as the floating point that workbooks hold: text instead."""

_HEAD, _SHARE = 1, 2
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

_STYLES = (
    f'<styleSheet xmlns="{_MAIN}">'
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>'
    '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)


class Sheet(NamedTuple):
    """A sheet: its name, its head, its rows, and which columns hold shares (0 to 1)."""

    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[JsonValue]]
    shares: frozenset[int] = frozenset()


def workbook(sheets: Sequence[Sheet], *, at: datetime | None = None) -> bytes:
    """Return a workbook of these sheets; rows and columns beyond Excel's limits are left out.

    The same sheets give the same bytes. `at` is when the files inside say that they were made.
    """
    numbers = range(1, len(sheets) + 1)
    parts = {
        "[Content_Types].xml": _types(numbers),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _book(sheets),
        "xl/_rels/workbook.xml.rels": _relations(
            [
                *(("worksheet", f"worksheets/sheet{n}.xml") for n in numbers),
                ("styles", "styles.xml"),
            ]
        ),
        "xl/styles.xml": _STYLES,
    }
    moment = (at or datetime(1980, 1, 1, tzinfo=UTC)).timetuple()[:6]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, (_DECLARED + text).encode())
        for number, sheet in zip(numbers, sheets, strict=True):
            info = zipfile.ZipInfo(f"xl/worksheets/sheet{number}.xml", moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            with packed.open(info, "w") as file:
                for piece in _sheet(sheet):
                    file.write(piece.encode())
    return out.getvalue()


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield _DECLARED
    yield f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    yield "</sheetView></sheetViews><sheetData>"
    yield _row(1, [_text(label, _HEAD) for label in sheet.head[:MOST_COLUMNS]])
    for number, row in enumerate(sheet.rows[: MOST_ROWS - 1], start=2):
        cells = (_cell(v, share=at in sheet.shares) for at, v in enumerate(row[:MOST_COLUMNS]))
        yield _row(number, list(cells))
    yield "</sheetData></worksheet>"


def _row(number: int, cells: list[str]) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def _cell(value: JsonValue, *, share: bool) -> str:
    match value:
        case None:
            return "<c/>"
        case bool():
            return f'<c t="b"><v>{int(value)}</v></c>'
        case int() if abs(value) <= _EXACT:
            return f"<c{_style(share)}><v>{value}</v></c>"
        case float() if isfinite(value):
            return f"<c{_style(share)}><v>{value!r}</v></c>"
        case _:
            return _text(str(value))


def _style(share: bool) -> str:
    return f' s="{_SHARE}"' if share else ""


def _text(text: str, style: int = 0) -> str:
    # Most texts have nothing to leave out: looking at them costs less than the search.
    kept = (text if text.isprintable() else _NOT_XML.sub("", text))[:LONGEST_CELL]
    if "_x" in kept:
        # Excel reads _x000D_ in a text as a sign of its own.
        kept = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", kept)
    styled = f' s="{style}"' if style else ""
    return f'<c t="inlineStr"{styled}><is><t xml:space="preserve">{escape(kept)}</t></is></c>'


def _book(sheets: Sequence[Sheet]) -> str:
    entries = "".join(
        f'<sheet name={quoteattr(_NOT_IN_NAMES.sub(" ", sheet.name)[:31])} sheetId="{number}"'
        f' r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, start=1)
    )
    return f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}"><sheets>{entries}</sheets></workbook>'


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    entries = "".join(
        f'<Relationship Id="rId{number}" Type="{_LINKS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{entries}</Relationships>'


def _types(numbers: range) -> str:
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for n in numbers
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
        f"{sheets}</Types>"
    )
