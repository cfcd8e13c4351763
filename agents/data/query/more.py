"""What more is told of what a query tells: other columns of its rows, their time, their share."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.data.model.schema import Table
from agents.data.query.operands import conjuncts, joined, measured, names_in
from agents.data.query.query import Aggregate, Condition, Group, Measure, Order, Query

ENDS: tuple[Aggregate, ...] = ("min", "max")
"""The first and the last."""


class More(NamedTuple):
    """What is asked besides of the rows that a query tells of: `columns`, `when` they were (the
    column of time; the first, the last, both `ends`), how many they are (`counted`), and what part
    of all (`share`)."""

    columns: tuple[str, ...] = ()
    when: str = ""
    counted: bool = False
    share: bool = False
    ends: tuple[Aggregate, ...] = ENDS


def with_more(query: Query, more: More, table: Table) -> Query | None:
    """Return a query that tells that, too; None where it has no such thing to tell."""
    if more == More() or query.compare or query.per or query.windows:
        return None
    columns = tuple(dict.fromkeys((*more.columns, *filter(None, (more.when,)))))
    row = extreme_row(query) if columns else None
    if query.rows and more.ends != ENDS:
        return None
    if row is not None or query.rows:
        return _of_rows(row or query, more, columns, table.shown)
    return _of_figures(query, more, table)


def extreme_row(query: Query) -> Query | None:
    """Return the one row that a highest or lowest figure is of; None for another query."""
    most = query.measures[0] if len(query.measures) == 1 else Measure()
    if query.groups or query.compare or query.rows or most.aggregate not in ("max", "min"):
        return None
    parts = (*conjuncts(query.where), *conjuncts(most.where))
    order = Order(column=most.of, descending=most.aggregate == "max")
    return Query(table=query.table, rows=True, columns=(most.of or "",), where=joined(parts),
                 order=(order,), limit=1)  # fmt: skip


def _of_rows(
    query: Query, more: More, columns: tuple[str, ...], shown: tuple[str, ...]
) -> Query | None:
    if columns:
        told = query.columns or shown
        both = tuple(dict.fromkeys((*told, *columns)))
        return query.model_copy(update={"columns": both}) if told else query
    if more.share or not more.counted:
        return None
    if not query.distinct or len(query.columns) != 1:
        return query  # how many rows are told is said beside them
    return Query(table=query.table, groups=(Group(by=query.columns[0]),), where=query.where,
                 order=(Order(measure=0),))  # fmt: skip


def _of_figures(query: Query, more: More, table: Table) -> Query | None:
    groups = {one.by for one in query.groups}
    measures, where = measured(query), query.where
    if query.measures in ((), (Measure(),)) and not groups and len(more.columns) == 1:
        return of_each(query, Group(by=more.columns[0]))
    if not groups.issuperset(more.columns):
        return None
    if more.when and more.when not in groups:
        rows = measures[0].where
        measures += tuple(Measure(aggregate=end, of=more.when, where=rows) for end in more.ends)
    if more.counted and not groups and measures[0].of is not None:
        measures += (Measure(where=measures[0].where),)
    if more.share:
        first = measures[0]
        if first.share or first.metric or first.aggregate not in ("count", "sum"):
            return None
        if groups:
            measures += (first.model_copy(update={"share": "all"}),)
        else:
            told = [one for one in conjuncts(where) if not is_of_time(one, table)]
            if not told:
                return None
            where = joined([one for one in conjuncts(where) if one not in told])
            of = first.model_copy(update={"where": joined((*told, *conjuncts(first.where)))})
            measures = (of, of.model_copy(update={"share": "rows"}), *measures[1:])
    return query.model_copy(update={"measures": measures, "where": where})


def of_each(query: Query, group: Group, limit: int | None = None) -> Query:
    """Return a query of what rows that were counted are told apart by, the most first, each with
    its part of them all."""
    measures = (Measure(), Measure(share="all"))
    return query.model_copy(update={
        "measures": measures, "groups": (group,), "order": (Order(measure=0),), "limit": limit,
    })  # fmt: skip


def beside(one: Query, other: Query, table: Table) -> Query | None:
    """Return a query of the figures of two, each of its own rows: how many errors, and how many
    warnings; None where one of them is no single figure. A time that one says holds for both, and
    so does what it is told apart by; what ranks groups has the other figure beside it."""
    counted = one.measures == other.measures == (Measure(),) and not (one.groups or one.rows)
    if counted and other.order and other.where in (None, one.where) and len(other.groups) == 1:
        return of_each(one, other.groups[0], other.limit)  # how many, and on which day most
    groups = one.groups or other.groups
    figures = [_figure(query) for query in (one, other)]
    if None in figures or not (other.groups in ((), groups) and not (other.order and one.groups)):
        return None
    said = [conjuncts(query.where) for query in (one, other)]
    times = [tuple(part for part in parts if is_of_time(part, table)) for parts in said]
    parts = [(*mine, *(() if own else others)) for mine, own, others in
             zip(said, times, reversed(times), strict=True)]  # fmt: skip
    both = tuple(part for part in parts[0] if part in parts[1])
    if any(one is not None and one.metric and len(own) > len(both)
           for one, own in zip(figures, parts, strict=True)):  # fmt: skip
        return None  # which games a figure of games is of is told of it alone
    measures = [
        figure.model_copy(update={"where": joined(
            [*(part for part in own if part not in both), *conjuncts(figure.where)])})
        for figure, own in zip(figures, parts, strict=True) if figure is not None
    ]  # fmt: skip
    ranked = one if one.groups else Query(groups=groups)
    return ranked.model_copy(
        update={
            "table": one.table,
            "measures": tuple(dict.fromkeys(measures)),
            "where": joined(both),
        }
    )


def of_one_time(queries: Sequence[Query], table: Table) -> list[Query]:
    """Return two queries of one message, as one where both are single figures: a time that one of
    them says holds for both."""
    times = [[part for part in conjuncts(one.where) if is_of_time(part, table)]
             for one in queries]  # fmt: skip
    told = [
        one if own or one.compare
        else one.model_copy(update={"where": joined((*conjuncts(one.where), *other))})
        for one, own, other in zip(queries, times, reversed(times), strict=True)
    ]  # fmt: skip
    both = None if any(one.groups for one in told) else beside(told[0], told[1], table)
    return told if both is None else [both]


def _figure(query: Query) -> Measure | None:
    """The one figure of a query: that of its rows alike, or the most of a column."""
    order = query.order[0] if query.order else Order(measure=0)
    if query.rows and query.limit == 1 and not query.offset and order.column in query.columns:
        return Measure(aggregate="max" if order.descending else "min", of=order.column)
    told = measured(query)
    other = query.rows or query.per or query.compare or query.having or query.windows
    return told[0] if len(told) == 1 and not other and not told[0].share else None


def is_of_time(condition: Condition, table: Table) -> bool:
    """Whether a condition keeps the rows of a time."""
    return all(table.column(one).kind == "moment" for one in names_in(condition))
