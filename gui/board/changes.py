"""What has changed from one result to a later one of the same question, in a line."""

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from gui.blocks.result_data import ResultColumn, ResultTable
from gui.charts.moments import moment_of_cell
from gui.compare.pairing import Comparison, compare
from gui.texts.numbers import number, percent

_TOLD = 3


def changes_told(before: ResultTable, after: ResultTable, locale: QLocale) -> str:
    """Return the first rows that changed with their old and new figure, and how many others."""
    translate = QCoreApplication.translate
    made = compare(before, after)
    changed = [row for row, change in enumerate(made.changes) if change != "same"]
    if not changed:
        return translate("Board", "nothing changed")
    told = [_row_told(made, row, locale) for row in changed[:_TOLD]]
    if len(changed) > _TOLD:
        more = translate("Board", "{count} more")
        told.append(more.replace("{count}", number(len(changed) - _TOLD, locale)))
    return "; ".join(told)


def _row_told(made: Comparison, row: int, locale: QLocale) -> str:
    translate = QCoreApplication.translate
    change, name = made.changes[row], _name(made, row, locale)
    if change == "first":
        return translate("Board", "{row} is gone").replace("{row}", name)
    if change == "second":
        return translate("Board", "{row} is new").replace("{row}", name)
    columns = range(len(made.columns))
    found = [made.measure, *columns]
    at = next(c for c in found if c is not None and made.change(row, c) != "same")
    old, new = (
        percent(value, locale)
        if made.columns[at].rate and isinstance(value, float)
        else _said(value, made.columns[at].column, locale)
        for value in made.values(row, at)
    )
    return f"{name or made.columns[at].column.label}: {old} → {new}"


def _said(value: JsonValue, column: ResultColumn, locale: QLocale) -> str:
    moment = moment_of_cell(value, column.type, locale)
    return column.written(value, locale) if moment is None else moment


def _name(made: Comparison, row: int, locale: QLocale) -> str:
    keys = [(at, one.column.type) for at, one in enumerate(made.columns) if one.key]
    cells = [(made.values(row, at), kind) for at, kind in keys]
    found = ((old if old is not None else new, kind) for (old, new), kind in cells)
    return ", ".join(moment_of_cell(one, kind, locale) or str(one) for one, kind in found)
