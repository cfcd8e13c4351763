"""The rows themselves as one SELECT: their columns, order and limit, and how many there are."""

from collections.abc import Iterable, Sequence

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.sql.expressions import SqlContext
from agents.data.compute.sql.joins import sourced
from agents.data.compute.sql.trees import aliased, all_of, from_select, name, ordered, select
from agents.data.query.query import Computed, Operand, Query

_MANY = 1_000_000


def rows_sql(query: Query, scope: SqlContext, *, limit: int | None, offset: int = 0) -> str:
    """Return the statement of the rows themselves, in lines: their columns, order and limit."""
    operands = shown_columns(query, scope)
    names = _free_names(len(operands), scope)
    aliases = dict(zip(operands, names, strict=True)) if query.distinct else {}

    def key(operand: Operand, descending: bool) -> Expr:
        tree = name(aliases[operand]) if operand in aliases else scope.value(operand)
        is_text = scope.type_of(operand).type == "text"
        return ordered(tree, descending, is_text, scope.dialect)

    where = scope.filter(query.where)
    keys = [key(one.column, one.descending) for one in query.order if one.column is not None]
    if limit is not None and _sorts_long(query, scope):
        foremost = _foremost(query, scope, keys[0].copy(), limit + offset)
        where = all_of([where, foremost])
    if scope.has_order() and not query.distinct:
        keys.append(exp.Ordered(this=scope.row_id(), desc=False, nulls_first=False))
    else:
        keys += [key(one, False) for one in operands if scope.type_of(one).type != "other"]
    if query.distinct:  # only what is shown may order them
        columns: Iterable[Expr] = map(name, names)
        of = from_select(_different(operands, names, query, scope), "different")
        found = select(columns, of, order=keys, limit=limit, offset=offset)
    else:
        columns = _shown(operands, names, scope)
        bare = select(columns, where=where, order=keys, limit=limit, offset=offset)
        found = sourced(bare, scope)
    return found.sql(scope.dialect, copy=False, pretty=True)


def _different(
    operands: Sequence[Operand], names: Sequence[str], query: Query, scope: SqlContext
) -> exp.Select:
    """The rows that differ in what is shown."""
    found = select(_shown(operands, names, scope), where=scope.filter(query.where))
    found.set("distinct", exp.Distinct())
    return sourced(found, scope)


def _sorts_long(query: Query, scope: SqlContext) -> bool:
    """Whether many rows would be sorted by a number or a moment that each of them has."""
    if not query.order or query.distinct or scope.dialect != "duckdb" or scope.table.rows < _MANY:
        return False
    first = query.order[0].column
    column = scope.table.column(first) if isinstance(first, str) else None
    return (
        column is not None and not column.empty and not column.path
        and column.stored in ("number", "date", "timestamp")
    )  # fmt: skip


def _foremost(query: Query, scope: SqlContext, key: Expr, places: int) -> Expr:
    """The condition that a row's first key is among those of the foremost rows.

    DuckDB finds a few keys much sooner than rows that stand by two keys.
    """
    assert isinstance(key, exp.Ordered)
    few = select(
        [aliased(key.this.copy(), "key")], where=scope.filter(query.where), order=[key],
        limit=places,
    )  # fmt: skip
    down = bool(key.args.get("desc"))
    end = (exp.Min if down else exp.Max)(this=name("key"))
    last = select([end], from_select(sourced(few, scope), "foremost"))
    kind = exp.GTE if down else exp.LTE
    return kind(this=key.this.copy(), expression=exp.Subquery(this=last))


def _shown(operands: Sequence[Operand], names: Sequence[str], scope: SqlContext) -> list[Expr]:
    return [aliased(scope.value(one), alias) for one, alias in zip(operands, names, strict=True)]


def _free_names(count: int, scope: SqlContext) -> list[str]:
    """Names that no column of the table has: within an order they would stand for it."""
    prefix = "c"
    while any(column.name.casefold().startswith(prefix) for column in scope.table.columns):
        prefix += "_"
    return [f"{prefix}{place}" for place in range(count)]


def rows_total_sql(query: Query, scope: SqlContext) -> str:
    """Return the statement that counts the rows kept, and those that differ."""
    matched = aliased(exp.Count(this=exp.Star()), "matched")
    found = sourced(select([matched], where=scope.filter(query.where)), scope)
    if query.distinct:
        operands = shown_columns(query, scope)
        rows = _different(operands, _free_names(len(operands), scope), query, scope)
        different = select([exp.Count(this=exp.Star())], from_select(rows, "different"))
        found.append("expressions", aliased(exp.Subquery(this=different), "total"))
    return found.sql(scope.dialect, copy=False)


def shown_columns(query: Query, scope: SqlContext) -> tuple[str | Computed, ...]:
    """Return the operands that rows show: all columns, where the query names none."""
    names = tuple(column.name for column in scope.table.meant)
    return query.columns or scope.table.shown or names
