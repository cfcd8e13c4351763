"""Tables of games in the model of any table: the rows as they are, and a row per game and side."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agents.answering.source import TABLE
from agents.answering.text.language import LANGUAGES
from agents.data.match.model.pack import entry, listed
from agents.data.match.model.semantic_model import Dimension, Quantity, SemanticModel
from agents.data.match.model.words import of_rival
from agents.data.match.recognition import Recognised, called_by
from agents.data.match.screening import SIDES
from agents.data.model.drafting import draft_table
from agents.data.model.measuring import stored
from agents.data.model.schema import Column, Metric, Table, Words
from agents.data.tables.aggregates import aggregates
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.quoting import quoted
from agents.data.tables.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PACK = "match"
WIN_RATE = "win_rate"
_AGAINST = " vs "
_FEW, _MANY_MORE = 5, 10  # names of one's own in a log, and times as many that were met


def match_tables(
    connection: "DuckDBPyConnection", found: Recognised, read: Table
) -> tuple[Table, Table]:
    """Return the table of the games and that of their sides, which is made as a view.

    `read` is the table in which the games were found.
    """
    known = {called_by(one): one for one in read.meant}
    noun = {
        language: said.model_copy(
            update={"synonyms": tuple(dict.fromkeys((*said.synonyms, *found.model.nouns)))}
        )
        for language, said in _said(entry("rows")).items()
    }
    games = _described(connection, TABLE, known)
    columns = tuple(_of_games(column, found.model) for column in games.columns)
    games = games.model_copy(update={
        "columns": columns, "noun": noun, "pack": PACK, "evidence": found.evidence,
    })  # fmt: skip
    sql = _statement(found)
    connection.execute(f"CREATE VIEW {SIDES} AS {sql}")
    sides = _described(connection, SIDES, known)
    said = entry("columns")
    columns = tuple(_of_sides(column, found, said) for column in sides.columns)
    columns = tuple(_told_of(connection, _as_of_games(column, games)) for column in columns)
    return games, sides.model_copy(update={
        "columns": columns, "noun": noun, "pack": PACK, "evidence": found.evidence,
        "derived": sql, "time": "moment" if found.sides.timed else "", "primary": (),
        "name_of_row": "", "metric": WIN_RATE,
    })  # fmt: skip


def match_metrics(found: Recognised) -> tuple[Metric, ...]:
    """Return the figures of the sides that have names."""
    won = "SUM(won) / SUM(n)"
    if not found.sides.counted:
        won = "COUNT(won) FILTER (WHERE won = TRUE) / COUNT(won)"
    said = entry("columns")[WIN_RATE]
    return (Metric(name=WIN_RATE, table=SIDES, expression=won, words=_said(said), share=True),)


def _statement(found: Recognised) -> str:
    """Return the SELECT of the sides, with what was won, lost and drawn told by yes and no."""
    own, rival = (quoted(name) for name in found.sides.entity)
    also, drawn = f"{own} = {rival} AS mirror", ", drawn = 1 AS drawn" if found.sides.drawn else ""
    if _has_shorts(found.model):
        also += f", {own} || '{_AGAINST}' || {rival} AS matchup"
    if found.sides.counted:
        return f"SELECT *, {also} FROM ({found.sides.sql})"
    lost = "won = 0 AND drawn = 0" if found.sides.drawn else "won = 0"
    told = f"REPLACE (won = 1 AS won{drawn}), {lost} AS lost"
    return f"SELECT * {told}, {also} FROM ({found.sides.sql})"


def _has_shorts(model: SemanticModel) -> bool:
    """Whether what meets is called in short of a world: TvZ, 테저전."""
    return any(member.short for member in model.dimensions[model.entity].members.values())


def _matchups(model: SemanticModel) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return what each side against each other is called in short, in each language."""
    members = model.dimensions[model.entity].members.items()
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for language in LANGUAGES:
        called = listed(entry("matchup_called").get(language, ""))
        for one, own in members:
            for other, rival in members:
                ends = own.short.get(language), rival.short.get(language)
                forms = tuple(form.format(*ends) for form in called) if all(ends) else ()
                found.setdefault(language, {})[f"{one}{_AGAINST}{other}"] = forms
    return found


def _said(by_language: dict[str, str]) -> dict[str, Words]:
    words = {language: listed(text) for language, text in by_language.items()}
    return {language: Words(label=one[0], synonyms=one[1:]) for language, one in words.items()}


def _described(connection: "DuckDBPyConnection", name: str, known: Mapping[str, Column]) -> Table:
    """Return the model of a table, whose columns have units and grains as those that are known."""
    described = connection.execute(f"DESCRIBE {quoted(name)}").fetchall()
    names = [str(row[0]) for row in described]
    (rows,) = aggregates(connection, ["count(*)"], quoted(name))
    columns = tuple(_built(str(row[0]), str(row[1]), known.get(str(row[0]))) for row in described)
    return draft_table(connection, Built(name, columns, rows, (), Rows(names, names)))


def _built(name: str, type_: str, known: Column | None) -> BuiltColumn:
    if known is None or stored(type_) == "text":
        return BuiltColumn(name, name, type_)
    unit = known.unit if stored(type_) == "number" else ""
    return BuiltColumn(name, name, type_, unit=unit, grain=known.grain)


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
    return _lasting(column, model)


def _of_sides(column: Column, found: Recognised, said: dict[str, Any]) -> Column:
    """Say what a column of the sides is: whether it was won, whose value it is, its names."""
    sides, model = found.sides, found.model
    if column.name in ("won", "lost", "drawn", "mirror", "first", "n", "moment"):
        words = _said(said.get(column.name, {}))
        return column.model_copy(update={"role": column.name, "words": words})
    if column.name == "matchup" and _has_shorts(model):
        words = _said(said["matchup"])
        update = {"role": "matchup", "words": words, "called": _matchups(model)}
        return column.model_copy(update=update)
    for key, name in sides.own.items():
        if name == column.name:
            dimension = model.dimensions[key]
            return column.model_copy(update={
                "role": _role(key, model), "words": _words(dimension),
                "rival": sides.opponents.get(key, ""), "called": _called(dimension),
            })  # fmt: skip
    for key, name in sides.opponents.items():
        if name == column.name:
            role = "opponent" if key == model.entity else "rival"
            # Black meets white in any case: who is faced are the players.
            faced = model.player if model.compares_places and model.player else model.entity
            words = _said(said["opponent"]) if key == faced else _of_rival(model.dimensions[key])
            return column.model_copy(update={"role": role, "words": words})
    for (key, side), name in sides.amounts.items():
        if name == column.name:
            quantity = model.quantities[key]
            words = _words(quantity) if side == "own" else _of_rival(quantity)
            # Rates are drafted as such; "number" in our own name of the column says nothing.
            adds = "mean" if column.adds == "mean" or not quantity.adds else "sum"
            rival = sides.amounts.get((key, "opponent"), "") if side == "own" else ""
            update = {"words": words, "adds": adds, "role": side, "rival": rival}
            return column.model_copy(update=update)
    return _lasting(column, model)


def _lasting(column: Column, model: SemanticModel) -> Column:
    """Say what the column with the lengths of games is called, in languages that it does not say
    itself."""
    if column.name != model.duration:
        return column
    words = {"": Words(label=column.label_in("")), **_said(entry("columns")["duration"])}
    return column.model_copy(update={"words": words})


def _as_of_games(column: Column, games: Table) -> Column:
    """Say of a column what the games tell of it, which stand in two rows of the sides: numbers of
    games in their order are each there twice."""
    own = games.column(column.name) if games.has(column.name) else None
    numbers = own is not None and own.stored == column.stored == "number"
    if own is None or not numbers or own.adds != "none":
        return column
    return column.model_copy(update={"kind": own.kind, "adds": "none", "why": own.why})


def _told_of(connection: "DuckDBPyConnection", column: Column) -> Column:
    """Say of the column of players whose log the table is: a few who play all the others."""
    if column.role != "player" or not column.rival or column.distinct < _MANY_MORE:
        return column
    name, rival = quoted(column.name), quoted(column.rival)
    rows = connection.execute(
        f"SELECT {name}, {rival} FROM {SIDES} WHERE first AND {name} <> {rival}"
    ).fetchall()
    for own, others in (({a for a, _ in rows}, {b for _, b in rows}),
                        ({b for _, b in rows}, {a for a, _ in rows})):  # fmt: skip
        if 0 < len(own) <= _FEW and len(others) >= _MANY_MORE * len(own) and not own & others:
            return column.model_copy(update={"told_of": tuple(sorted(own))})
    return column


def _called(dimension: Dimension) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return what values are called in each language, as one says it there first."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for value, member in dimension.members.items():
        for language in LANGUAGES:
            # Names are those of all languages, the Korean ones first.
            label = member.label.get(language) or (value if language != "ko" else "")
            names = tuple(dict.fromkeys(filter(None, [label, *member.names])))
            found.setdefault(language, {})[value] = names
    return found


def _role(key: str, model: SemanticModel) -> str:
    """Return what a dimension is: what is compared, who played, a place, or else of a side."""
    if key == model.entity:
        return "side"
    if key == model.player:
        return "player"
    if model.dimensions[key].fixed is not None:
        return "place"
    return "own" if model.is_of_sides(key) else ""


def _of_rival(named: Dimension | Quantity) -> dict[str, Words]:
    return {language: Words(label=label) for language, label in of_rival(named.label).items()}


def _words(named: Dimension | Quantity) -> dict[str, Words]:
    return {
        language: Words(label=label, synonyms=tuple(named.words))
        for language, label in named.label.items()
    }
