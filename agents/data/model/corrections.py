"""What a person says of the columns of a table goes into its model; what cannot be is refused."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StringConstraints

from agents.data.model.schema import Adds, Column, Kind, Stored, Table, TableModel, Words
from app.domain.base import Value

Said = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80)]
Part = Literal["", "time", "name"]
"""What a column is to its table: the time that is meant, the name of a row, or neither."""

_TEXTS: tuple[Kind, ...] = ("category", "identifier", "text")
_FITTING: dict[Stored, tuple[Kind, ...]] = {
    "number": ("number", "category", "identifier"),
    "text": _TEXTS,
}
_COUNTED: tuple[Kind, ...] = ("number", "length")


class ColumnCorrection(Value):
    """What a column is, as a person says; None leaves it as it is, an empty label takes it off."""

    name: str
    label: Said | None = None
    synonyms: tuple[Said, ...] | None = Field(default=None, max_length=20)
    kind: Kind | None = None
    adds: Adds | None = None
    part: Part | None = None


class Correction(Value):
    """What columns of a table are, of the main one for ""."""

    table: str = ""
    columns: tuple[ColumnCorrection, ...] = Field(min_length=1, max_length=200)


class Misfit(NamedTuple):
    """Why a correction cannot be, and the words it is about."""

    why: Literal["no_column", "kind", "taken", "unreadable"]
    column: str
    words: str = ""


def kinds_of(table: Table, column: Column, *, rereads: bool = True) -> tuple[Kind, ...]:
    """Return what a column can be said to be, its own kind first.

    Texts may be moments, and moments the texts that they were read from, where their table can be
    read again (`rereading`): a pack made others of its own.
    """
    fitting = _FITTING.get(column.stored, ())
    if rereads and not table.pack:
        if column.stored == "text":
            fitting = (*fitting, "moment")
        elif column.written and column.kind == "moment":
            fitting = (*fitting, *_TEXTS)
    return (column.kind, *(kind for kind in fitting if kind != column.kind))


def part_of(table: Table, column: str) -> Part:
    """Return what a column is to its table."""
    if table.time == column:
        return "time"
    return "name" if table.name_of_row == column else ""


def corrected(
    model: TableModel, said: Correction, language: str, *, rereads: bool = True
) -> TableModel | Misfit:
    """Return the model with what a person said in a language, or why it cannot be.

    `rereads` as of `kinds_of`.
    """
    try:
        table = model.table(said.table)
    except KeyError:
        return Misfit("no_column", said.columns[0].name)
    for one in said.columns:
        found = _with_column(table, one, language, rereads=rereads)
        if isinstance(found, Misfit):
            return found
        table = found
    tables = tuple(
        table if one.name == table.name else _made_of(one, table, said, language)
        for one in model.tables
    )
    return model.model_copy(update={"tables": tables})


def _made_of(other: Table, table: Table, said: Correction, language: str) -> Table:
    """Return a table with what was said of the columns that it has from the corrected one."""
    if not (other.derived and other.pack == table.pack):
        return other
    for one in said.columns:
        found = _with_column(other, one, language, rereads=False)
        other = other if isinstance(found, Misfit) else found
    return other


def _with_column(
    table: Table, said: ColumnCorrection, language: str, *, rereads: bool
) -> Table | Misfit:
    if not table.has(said.name):
        return Misfit("no_column", said.name)
    column = table.column(said.name)
    label = column.label_in(language)
    if said.kind is not None and said.kind not in kinds_of(table, column, rereads=rereads):
        return Misfit("kind", label)
    others = [one for one in table.meant if one.name != column.name]
    if said.label and said.label.casefold() in {
        one.label_in(language).casefold() for one in others
    }:
        return Misfit("taken", label, said.label)
    changed = column.model_copy(update=_meaning(column, said) | _words(column, said, language))
    columns = tuple(changed if one.name == changed.name else one for one in table.columns)
    return table.model_copy(update={"columns": columns, **_parts(table, said)})


def _meaning(column: Column, said: ColumnCorrection) -> dict[str, object]:
    kind = said.kind or column.kind
    adds = said.adds or column.adds
    if kind not in _COUNTED:
        adds = "none"
    elif said.adds is None and column.kind not in _COUNTED:
        adds = "sum"
    return {"kind": kind, "adds": adds, "why": column.why if kind == column.kind else ""}


def _words(column: Column, said: ColumnCorrection, language: str) -> dict[str, object]:
    spoken = language if language in column.words else ""
    held = column.words.get(spoken, Words())
    label = held.label if said.label is None else said.label
    synonyms = held.synonyms if said.synonyms is None else said.synonyms
    words = Words(label=label, synonyms=tuple(dict.fromkeys(filter(None, synonyms))))
    return {"words": {**column.words, spoken: words}}


def _parts(table: Table, said: ColumnCorrection) -> dict[str, object]:
    if said.part is None:
        return {}
    found = {"time": table.time, "name": table.name_of_row}
    for part, name in found.items():
        if part == said.part:
            found[part] = said.name
        elif name == said.name:
            found[part] = ""
    return {"time": found["time"], "name_of_row": found["name"]}
