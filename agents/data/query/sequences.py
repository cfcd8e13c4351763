"""Conditions on the rows around one in time: what follows it, what was before, what is new."""

from typing import NamedTuple

from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import Computed, Condition, Operand, Order, Query, Span, Test

_SHOWN = 5  # stretches, where nobody said how many


class Followed(NamedTuple):
    """Rows that a row of a condition comes behind (or, `before`, ahead of), within so many seconds;
    at any time, for None. `same` are columns that both have alike."""

    by: Condition
    within: float | None
    time: str
    before: bool = False
    same: tuple[str, ...] = ()

    def test(self) -> Test:
        """Return it as a condition of a query."""
        other = Computed(
            function="previous" if self.before else "next", args=(self.time,), where=self.by,
            same=self.same,
        )  # fmt: skip
        if self.within is None:
            return Test(column=other, op="not empty")
        ends = (self.time, other) if self.before else (other, self.time)
        return Test(column=Computed(function="-", args=ends), op="<=", values=(self.within,))


def followed(test: Test) -> Followed | None:
    """Return what a condition says of the rows around one; None for another condition."""
    column, within = test.column, None
    if not isinstance(column, Computed):
        return None
    if column.function == "-" and test.op == "<=" and test.values:
        within = float(test.values[0])
        column = next((one for one in column.args if isinstance(one, Computed)), column)
    elif test.op != "not empty":
        return None
    of = column.args[:1]
    before = column.function == "previous"
    if column.function not in ("next", "previous") or column.where is None:
        return None
    found = Followed(column.where, within, str(of[0]), before, column.same)
    return found if found.test() == test else None


class New(NamedTuple):
    """Rows of values of a column that were not there before a span of time."""

    column: str
    time: str
    span: Span

    def test(self) -> Test:
        """Return it as a condition of a query."""
        first = Computed(function="first", args=(self.time,), same=(self.column,))
        return Test(column=first, op="during", span=self.span)


def new(test: Test) -> New | None:
    """Return which values a condition says to be new; None for another condition."""
    column = test.column
    if not isinstance(column, Computed) or column.function != "first" or test.span is None:
        return None
    of: Operand | float = column.args[0]
    if column.where is not None or len(column.same) != 1 or not isinstance(of, str):
        return None
    return New(column.same[0], of, test.span)


def elapsed(one: Condition, two: Condition, time: str) -> Query:
    """Return how long it is from each row of a condition to the next one of another."""
    then = Computed(function="next", args=(time,), where=two)
    where = joined((*conjuncts(one), Test(column=then, op="not empty")))
    apart = Computed(function="-", args=(then, time))
    return Query(rows=True, where=where, columns=(time, then, apart))


def apart(rows: Condition | None, time: str) -> Query:
    """Return how long it is between rows of a condition that follow each other, the longest first;
    between any, for None."""
    last = Computed(function="previous", args=(time,), where=rows)
    length = Computed(function="-", args=(time, last))
    order = (Order(column=length),)
    return Query(rows=True, where=rows, columns=(time, last, length), order=order, limit=_SHOWN)
