"""What a SELECT over a table reads: the table, joined with those that its columns lead to, and
with what windows say of its rows.

A key leads to one row at most, so a join adds columns and no rows, and nothing counts twice.
"""

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.sql.expressions import SqlContext
from agents.data.compute.sql.trees import (
    aliased,
    all_of,
    cast,
    from_select,
    from_table,
    name,
    select,
)
from agents.data.model.schema import Column, Key, Table

_OWN = "own"


def sourced(of: exp.Select, scope: SqlContext) -> exp.Select:
    """Return a SELECT, whose other parts stand already, from the table and what it names beside."""
    named = {one.name for one in of.find_all(exp.Column)}
    across: list[Expr] = []
    for alias, tree in reversed(scope.across.items()):  # what a window needs stands before it
        if alias in named:
            across.insert(0, aliased(tree.copy(), alias))
            named |= {one.name for one in tree.find_all(exp.Column)}
    found = _joined(named, scope.table)
    for window in across:
        inner = select([*_whole(scope.table, named), window], found)
        found = from_select(inner, scope.table.name)
    of.set("from_", found)
    return of


def _whole(table: Table, named: set[str], of: str = "") -> list[Expr]:
    """All columns of a table, and the place of its rows where that is wanted."""
    quoted = {"table": exp.Identifier(this=of, quoted=True)} if of else {}
    columns: list[Expr] = [exp.Column(this=exp.Star(), **quoted)]
    if "rowid" in named and not table.has("rowid"):
        columns.append(exp.Column(this=exp.Identifier(this="rowid"), **quoted))
    return columns


def _joined(named: set[str], table: Table) -> exp.From:
    wanted = [one for one in table.columns if one.path and one.name in named]
    cast_ = any(one.as_text and not one.path for one in table.columns if one.name in named)
    if not wanted and not cast_:
        return from_table(table.name)
    joined: dict[tuple[Key, ...], str] = {(): _OWN}
    columns = _whole(table, named, _OWN)
    if cast_:
        columns[:1] = [_read(one, _OWN) for one in table.columns if not one.path]
    joins: list[exp.Join] = []
    for column in wanted:
        for length in range(1, len(column.path) + 1):
            path = column.path[:length]
            if path not in joined:
                joined[path] = f"joined{len(joined)}"
                joins.append(_join(path[-1], joined[path[:-1]], joined[path]))
        columns.append(_read(column, joined[column.path]))
    inner = select(columns, from_table(table.name, _OWN))
    inner.set("joins", joins)
    return from_select(inner, table.name)


def _read(column: Column, alias: str) -> Expr:
    """A column of a joined table under its own name."""
    cell: Expr = name(column.of or column.name, alias)
    return aliased(cast(cell, "TEXT") if column.as_text else cell, column.name)


def _join(key: Key, own: str, other: str) -> exp.Join:
    equal = all_of(
        exp.EQ(this=name(one, own), expression=name(to, other))
        for one, to in zip(key.columns, key.to, strict=True)
    )
    return exp.Join(this=from_table(key.table, other).this, side="LEFT", on=equal)
