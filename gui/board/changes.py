"""What has changed from one result to a later one of the same question, in a line."""

from collections import Counter
from collections.abc import Iterator

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from gui.blocks.result_data import ResultTable
from gui.charts.moments import moment_of_cell
from gui.compare.pairing import Comparison, PairedColumn, as_number, compare
from gui.texts.messages import first_line
from gui.texts.numbers import decimals, figure_decimals, number, percent

_TOLD, _LONGEST = 3, 60
"""So many changes are told, and so many letters of what a row is called."""


def changes_told(before: ResultTable, after: ResultTable, locale: QLocale) -> str:
    """Return the first changes of each kind, a row with old and new figure, and how many others.

    Columns and rows may be gone or new; what a new column has is no change of its rows.
    """
    translate = QCoreApplication.translate
    made = compare(before, after)
    if made.unlike:
        return translate("Board", "it tells something else than before")
    told = [*_columns_told(made), *_rows_told(made, locale)]
    if not told:
        return translate("Board", "nothing changed")
    seen = Counter[str]()
    ranks = []
    for at, (kind, _) in enumerate(told):
        seen[kind] += 1
        ranks.append((seen[kind], at))
    said = [told[at][1] for at in sorted(at for _, at in sorted(ranks)[:_TOLD])]
    if len(told) > _TOLD:
        more = translate("Board", "{count} more")
        said.append(more.replace("{count}", number(len(told) - _TOLD, locale)))
    return "; ".join(said)


def _columns_told(made: Comparison) -> Iterator[tuple[str, str]]:
    translate = QCoreApplication.translate
    for one in made.columns:
        if one.second is None:
            words = translate("Board", "the column {column} is gone")
        elif one.first is None:
            words = translate("Board", "the column {column} is new")
        else:
            continue
        yield "column", words.replace("{column}", one.column.label)


def _rows_told(made: Comparison, locale: QLocale) -> Iterator[tuple[str, str]]:
    """Yield what became of the rows, each kind by its name; rows that have none are counted."""
    translate = QCoreApplication.translate
    unnamed = Counter[str]()
    for row, change in enumerate(made.changes):
        if change == "same":
            continue
        name = first_line(_name(made, row, locale), _LONGEST)
        if change == "changed":
            if said := _figures_told(made, row, name, locale):
                yield change, said
        elif not name:
            unnamed[change] += 1
        elif change == "first":
            yield change, translate("Board", "{row} is gone").replace("{row}", name)
        else:
            yield change, translate("Board", "{row} is new").replace("{row}", name)
    words = {
        "first": translate("Board", "rows that are gone: {count}"),
        "second": translate("Board", "rows that are new: {count}"),
    }
    for kind, count in unnamed.items():
        yield kind, words[kind].replace("{count}", number(count, locale))


def _figures_told(made: Comparison, row: int, name: str, locale: QLocale) -> str:
    """Return the first figure of a row that has changed; "" where all are written as before.

    The one figure of a result needs no name: what stands before the line says what it is.
    """
    columns = [made.measure, *range(len(made.columns))]
    for at in (c for c in columns if c is not None and made.change(row, c) == "changed"):
        of, values = made.columns[at], made.values(row, at)
        digits = max(map(figure_decimals if of.column.counting else decimals, values))
        old, new = (_said(value, of, locale, digits) for value in values)
        if old != new:
            alone = len(made.pairs) == 1 and at == made.measure
            called = name or ("" if alone else of.column.label)
            return ": ".join(filter(None, (called, f"{old} → {new}")))
    return ""


def _said(value: JsonValue, of: PairedColumn, locale: QLocale, digits: int) -> str:
    """Return a value with so many decimals at least: as many as the one beside it."""
    if of.rate and isinstance(value, float):
        return percent(value, locale)
    moment = moment_of_cell(value, of.column.type, locale)
    return of.column.written(value, locale, digits) if moment is None else moment


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
