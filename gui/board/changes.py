"""What has changed from one result to a later one of the same question, in a line."""

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from gui.blocks.result_data import ResultTable
from gui.charts.moments import moment_of_cell
from gui.compare.pairing import Comparison, PairedColumn, as_number, compare
from gui.texts.numbers import number, percent

_TOLD = 3


def changes_told(before: ResultTable, after: ResultTable, locale: QLocale) -> str:
    """Return the first rows that changed with their old and new figure, and how many others."""
    translate = QCoreApplication.translate
    made = compare(before, after)
    changed = [row for row, change in enumerate(made.changes) if change != "same"]
    told = [said for row in changed if (said := _row_told(made, row, locale))]
    if not told:
        return translate("Board", "nothing changed")
    if len(told) > _TOLD:
        more = translate("Board", "{count} more")
        told[_TOLD:] = [more.replace("{count}", number(len(told) - _TOLD, locale))]
    return "; ".join(told)


def _row_told(made: Comparison, row: int, locale: QLocale) -> str:
    """Return what became of a row; nothing where its figures are written as before."""
    translate = QCoreApplication.translate
    change, name = made.changes[row], _name(made, row, locale)
    if change == "first":
        return translate("Board", "{row} is gone").replace("{row}", name)
    if change == "second":
        return translate("Board", "{row} is new").replace("{row}", name)
    columns = [made.measure, *range(len(made.columns))]
    for at in (c for c in columns if c is not None and made.change(row, c) != "same"):
        old, new = (_said(value, made.columns[at], locale) for value in made.values(row, at))
        if old != new:
            return f"{name or made.columns[at].column.label}: {old} → {new}"
    return ""


def _said(value: JsonValue, of: PairedColumn, locale: QLocale) -> str:
    if of.rate and isinstance(value, float):
        return percent(value, locale)
    moment = moment_of_cell(value, of.column.type, locale)
    return of.column.written(value, locale) if moment is None else moment


def _name(made: Comparison, row: int, locale: QLocale) -> str:
    keys = [(at, one) for at, one in enumerate(made.columns) if one.key]
    cells = ((made.values(row, at), one) for at, one in keys)
    return ", ".join(_key(old if old is not None else new, of, locale) for (old, new), of in cells)


def _key(value: JsonValue, of: PairedColumn, locale: QLocale) -> str:
    """Return what names a row; a number, such as where a bin begins, says of what it is one."""
    if (moment := moment_of_cell(value, of.column.type, locale)) is not None:
        return moment
    if as_number(value) is None:
        return str(value)
    written = of.column.written(value, locale) if isinstance(value, float) else str(value)
    return f"{of.column.label} {written}"
