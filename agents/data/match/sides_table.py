"""Tables of games in the model of any table: the rows as they are, and a row per game and side."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.answering.text.packs import bundled
from agents.data.match.model.semantic_model import Dimension, Quantity, SemanticModel
from agents.data.match.recognition import Recognised
from agents.data.model.drafting import draft_table
from agents.data.model.schema import Column, Table, Words
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.quoting import quoted
from agents.data.tables.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SIDES = "sides"
PACK = "match"


def match_tables(connection: "DuckDBPyConnection", found: Recognised) -> tuple[Table, Table]:
    """Return the table of the games and that of their sides, which is made as a view."""
    noun = {
        language: Words(label=words[0], synonyms=tuple(words[1:]))
        for language, words in bundled("", "nouns.yaml", "agents.data.match").items()
    }
    games = _described(connection, TABLE)
    columns = tuple(_of_games(column, found.model) for column in games.columns)
    games = games.model_copy(update={
        "columns": columns, "noun": noun, "pack": PACK, "evidence": found.evidence,
    })  # fmt: skip
    own, rival = (quoted(name) for name in found.sides.entity)
    sql = f"SELECT *, {own} = {rival} AS mirror FROM ({found.sides.sql})"
    connection.execute(f"CREATE VIEW {SIDES} AS {sql}")
    sides = _described(connection, SIDES)
    columns = tuple(_of_sides(column, found) for column in sides.columns)
    return games, sides.model_copy(update={
        "columns": columns, "noun": noun, "pack": PACK, "evidence": found.evidence,
        "derived": sql, "time": "moment" if found.sides.timed else "", "primary": (),
        "name_of_row": "",
    })  # fmt: skip


def _described(connection: "DuckDBPyConnection", name: str) -> Table:
    described = connection.execute(f"DESCRIBE {quoted(name)}").fetchall()
    names = [str(row[0]) for row in described]
    row = connection.execute(f"SELECT count(*) FROM {quoted(name)}").fetchone()
    assert row is not None
    columns = tuple(BuiltColumn(str(row[0]), str(row[0]), str(row[1])) for row in described)
    return draft_table(connection, Built(name, columns, int(row[0]), (), Rows(names, names)))


def _of_games(column: Column, model: SemanticModel) -> Column:
    """Say of a column of the games whose it is, and what it is called."""
    for dimension in model.dimensions.values():
        if column.name == dimension.column:
            return column.model_copy(update={"words": _words(dimension)})
        if column.name in (dimension.a, dimension.b):
            role = "first" if column.name == dimension.a else "second"
            return column.model_copy(update={"role": role})
    if column.name in model.winner.columns:
        return column.model_copy(update={"role": "result", "adds": "none"})
    return column


def _of_sides(column: Column, found: Recognised) -> Column:
    """Say what a column of the sides is: whether it was won, whose value it is, its names."""
    sides, model = found.sides, found.model
    if column.name in ("won", "drawn", "mirror", "n", "moment"):
        update: dict[str, object] = {"role": column.name}
        if column.name in ("won", "drawn", "mirror") and not sides.counted:
            flag = column.name == "mirror"
            update |= {"kind": "yes_no", "true": "true" if flag else "1",
                       "false": "false" if flag else "0", "adds": "none"}  # fmt: skip
        return column.model_copy(update=update)
    for key, name in sides.own.items():
        if name == column.name:
            role = _role(key, model)
            return column.model_copy(update={"role": role, "words": _words(model.dimensions[key])})
    for key, name in sides.opponents.items():
        if name == column.name:
            role = "opponent" if key == model.entity else "rival"
            return column.model_copy(update={"role": role})
    for (key, side), name in sides.amounts.items():
        if name == column.name:
            quantity = model.quantities[key]
            words = _words(quantity) if side == "own" else {}
            adds = "sum" if quantity.adds else "mean"
            return column.model_copy(update={"words": words, "adds": adds, "role": side})
    return column


def _role(key: str, model: SemanticModel) -> str:
    """Return what a dimension is: what is compared, who played, a place, or else of a side."""
    if key == model.entity:
        return "side"
    if key == model.player:
        return "player"
    if model.dimensions[key].fixed is not None:
        return "place"
    return "own" if model.is_of_sides(key) else ""


def _words(named: Dimension | Quantity) -> dict[str, Words]:
    return {
        language: Words(label=label, synonyms=tuple(named.words))
        for language, label in named.label.items()
    }
