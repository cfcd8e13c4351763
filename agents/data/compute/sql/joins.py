"""What a SELECT over a table reads: the table, joined with those that its columns lead to.

A key leads to one row at most, so a join adds columns and no rows, and nothing counts twice.
"""

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.sql.trees import aliased, all_of, cast, from_table, name, subquery
from agents.data.model.schema import Column, Key, Table

_OWN = "own"


def source(select: exp.Select, table: Table) -> exp.From:
    """Return FROM of a SELECT whose other parts stand already: only what it names is joined."""
    named = {one.name for one in select.find_all(exp.Column)}
    wanted = [one for one in table.columns if one.path and one.name in named]
    cast_ = any(one.as_text and not one.path for one in table.columns if one.name in named)
    if not wanted and not cast_:
        return from_table(table.name)
    joined: dict[tuple[Key, ...], str] = {(): _OWN}
    columns: list[Expr] = [_whole()]
    if cast_:
        columns = [_read(one, _OWN) for one in table.columns if not one.path]
    if "rowid" in named and not table.has("rowid"):
        columns.append(exp.Column(this=exp.Identifier(this="rowid"), table=_OWN))
    joins: list[exp.Join] = []
    for column in wanted:
        for length in range(1, len(column.path) + 1):
            path = column.path[:length]
            if path not in joined:
                joined[path] = f"joined{len(joined)}"
                joins.append(_join(path[-1], joined[path[:-1]], joined[path]))
        columns.append(_read(column, joined[column.path]))
    inner = exp.Select(expressions=columns)
    inner.set("from_", exp.From(this=_named(table.name, _OWN)))
    inner.set("joins", joins)
    return exp.From(this=subquery(inner, table.name))


def _whole() -> Expr:
    return exp.Column(this=exp.Star(), table=exp.Identifier(this=_OWN, quoted=True))


def _read(column: Column, alias: str) -> Expr:
    """A column of a joined table under its own name."""
    cell: Expr = name(column.of or column.name, alias)
    return aliased(cast(cell, "TEXT") if column.as_text else cell, column.name)


def _join(key: Key, own: str, other: str) -> exp.Join:
    equal = all_of(
        exp.EQ(this=name(one, own), expression=name(to, other))
        for one, to in zip(key.columns, key.to, strict=True)
    )
    return exp.Join(this=_named(key.table, other), side="LEFT", on=equal)


def _named(table: str, alias: str) -> exp.Table:
    return exp.Table(
        this=exp.Identifier(this=table, quoted=True),
        alias=exp.TableAlias(this=exp.Identifier(this=alias, quoted=True)),
    )
