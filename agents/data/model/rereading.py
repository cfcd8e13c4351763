"""Columns are read again as what a person says they are: texts as moments, and back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from agents.answering.source import LoadNote
from agents.data.model.drafting import contents
from agents.data.model.measuring import measured, stored
from agents.data.model.schema import Column, Table, TableModel
from agents.data.tables.building import unread_cells
from agents.data.tables.mixed_dates import mixed_form
from agents.data.tables.quoting import quoted, unused

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Place = tuple[str, str]
"""A table and a column of it, by their names."""
_TEXTS = ("category", "identifier", "text")
_MOMENTS = ("date", "timestamp")
_NOTES = ("read_dates", "read_not", "guess_day_or_month")


class Unreadable(ValueError):
    """No cell of a column is what it is said to be."""

    def __init__(self, table: str, column: str) -> None:
        super().__init__(f"{table}: {column}")
        self.place: Place = (table, column)


class Reread(NamedTuple):
    """The model of tables whose columns are stored as their kinds ask for, and for each column that
    was read again what is told of it."""

    model: TableModel
    told: Mapping[Place, tuple[LoadNote, ...]]

    def notes(self, before: tuple[LoadNote, ...]) -> tuple[LoadNote, ...]:
        """Return what is told of all tables, where so much was told before."""
        kept = (note for note in before if not any(is_of(note, *one) for one in self.told))
        return (*kept, *(note for notes in self.told.values() for note in notes))


def reread(connection: "DuckDBPyConnection", model: TableModel) -> Reread:
    """Store columns as their kinds ask for; blocks. Raises `Unreadable`, and DuckDB's errors."""
    told: dict[Place, tuple[LoadNote, ...]] = {}
    tables = []
    for table in model.tables:
        for column in table.columns if not (table.pack or table.derived) else ():
            if column.kind == "moment" and column.stored == "text":
                table, notes = _as_moment(connection, table, column)
            elif column.kind in _TEXTS and column.written and column.stored in _MOMENTS:
                table, notes = _as_text(connection, table, column)
            else:
                continue
            told[table.name, column.name] = notes
        tables.append(table)
    return Reread(model.model_copy(update={"tables": tuple(tables)}) if told else model, told)


def as_kept(connection: "DuckDBPyConnection", model: TableModel) -> Reread:
    """Store columns as a model that was kept asks for; what can be read so no longer is a text."""
    while True:
        try:
            return reread(connection, model)
        except Unreadable as error:
            model = _with_kind(model, *error.place)


def _with_kind(model: TableModel, table: str, column: str) -> TableModel:
    """Return a model in which a column is a category."""
    held = model.table(table)
    columns = tuple(
        one.model_copy(update={"kind": "category", "grain": ""}) if one.name == column else one
        for one in held.columns
    )
    changed = held.model_copy(update={"columns": columns})
    return model.model_copy(
        update={"tables": tuple(changed if one is held else one for one in model.tables)}
    )


def is_of(note: LoadNote, table: str, column: str) -> bool:
    """Whether a note tells how the cells of a column were read."""
    named = note.what == column or note.what.startswith((f"{column}: ", f"{column}\x1f"))
    return named and note.table in ("", table) and note.key in _NOTES


def _as_moment(
    connection: "DuckDBPyConnection", table: Table, column: Column
) -> tuple[Table, tuple[LoadNote, ...]]:
    rows, cell = quoted(table.name), quoted(column.name)
    found = mixed_form(connection, rows, cell)
    if found is None:
        raise Unreadable(table.name, column.name)
    form, count, guessed = found
    text = unused(f"{column.name} (text)", {one.name.casefold() for one in table.columns})
    connection.execute(
        f"CREATE OR REPLACE TABLE {rows} AS SELECT * REPLACE ({form.of(cell)} AS {cell}), "
        f"{cell} AS {quoted(text)} FROM {rows}"
    )
    missing, _, examples = unread_cells(connection, table.name, {column.name: text})[column.name]
    notes = [LoadNote(key="read_dates", count=count, what=column.name, table=table.name)]
    if missing:
        what = f"{column.name}: {examples}"
        notes.append(LoadNote(key="read_not", count=missing, what=what, table=table.name))
    if guessed:
        how = "day_first" if "%d-%m" in form.value else "month_first"
        what = f"{column.name}\x1f{how}"
        notes.append(LoadNote(key=f"guess_{guessed}", what=what, table=table.name))
    beside = column.model_copy(update={"name": text, "header": "", "words": {}, "kind": "text"})
    columns = [*table.columns, beside]
    changed = _measured(connection, table, column.name, form.type, written=text)
    columns = [changed if one.name == column.name else one for one in columns]
    moments = [one for one in columns if one.kind == "moment"]
    parts = {
        "time": column.name if not table.time and len(moments) == 1 else table.time,
        "name_of_row": "" if table.name_of_row == column.name else table.name_of_row,
    }
    return table.model_copy(update={"columns": tuple(columns), **parts}), tuple(notes)


def _as_text(
    connection: "DuckDBPyConnection", table: Table, column: Column
) -> tuple[Table, tuple[LoadNote, ...]]:
    rows, cell, text = map(quoted, (table.name, column.name, column.written))
    connection.execute(
        f"CREATE OR REPLACE TABLE {rows} AS "
        f"SELECT * EXCLUDE ({text}) REPLACE ({text} AS {cell}) FROM {rows}"
    )
    changed = _measured(connection, table, column.name, "VARCHAR", written="")
    columns = tuple(
        changed if one.name == column.name else one
        for one in table.columns if one.name != column.written
    )  # fmt: skip
    time = "" if table.time == column.name else table.time
    return table.model_copy(update={"columns": columns, "time": time}), ()


def _measured(
    connection: "DuckDBPyConnection", table: Table, name: str, type_: str, *, written: str
) -> Column:
    """Return a column that was read again with what it holds now."""
    found = measured(connection, quoted(table.name), [(name, type_)], table.rows)[name]
    kept = {"stored": stored(type_), "written": written, "grain": found.grain, "why": ""}
    return table.column(name).model_copy(update=kept | contents(found, table.rows))
