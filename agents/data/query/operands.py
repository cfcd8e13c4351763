"""What an operand is: its type, its unit, and whether it may be added up, by the table's model."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from agents.data.model.schema import Adds, Column, Table
from agents.data.query.query import (
    AllOf,
    AnyOf,
    Computed,
    Condition,
    Measure,
    Not,
    Operand,
    Operator,
    Query,
    Scalar,
    Test,
)
from app.domain.base import Value

Type = Literal["number", "text", "moment", "length", "boolean", "other"]
_STORED: dict[str, Type] = {
    "number": "number", "text": "text", "date": "moment", "timestamp": "moment", "time": "other",
    "interval": "length", "boolean": "boolean", "other": "other",
}  # fmt: skip
ROW = Computed(function="row")
"""The place of a row in its table."""
_KINDS: dict[str, Type] = {"moment": "moment", "length": "length", "yes_no": "boolean"}


class Typed(NamedTuple):
    """What the values of an operand are. `column` is the one it is, None where it is computed."""

    type: Type
    unit: str = ""
    share: bool = False
    adds: Adds = "sum"
    grain: str = ""
    column: Column | None = None

    @property
    def is_counted(self) -> bool:
        """Whether it can be computed with as a number."""
        return self.type in ("number", "length", "boolean")


def typed(operand: Operand | float | int, table: Table) -> Typed:
    """Return what an operand is; raises KeyError with the name of a column that is not there."""
    if isinstance(operand, str):
        column = table.column(operand)
        type_ = _KINDS.get(column.kind) or _STORED[column.stored]
        unit = "s" if column.stored in ("interval", "time") and type_ == "length" else column.unit
        return Typed(type_, unit, column.share, column.adds, column.grain, column)
    if not isinstance(operand, Computed):
        return Typed("number")
    parts = [typed(one, table) for one in operand.args]
    match operand.function:
        case "row":
            return Typed("number", adds="none")
        case "year" | "month" | "day" | "weekday":
            return Typed("number", adds="none")
        case "length" | "clock":
            return Typed("number", adds="none" if operand.function == "clock" else "sum")
        case "seconds":
            return Typed("length", "s")
        case "after" | "before" | "part":
            return Typed("text", adds="none")
        case "number":
            return Typed("number")
        case "abs" | "next" | "previous" | "first":
            return parts[0]._replace(column=None)
        case "+" | "-":
            if parts[0].type == parts[1].type == "moment":
                return Typed("length", "s")
            adds: Adds = "sum" if parts[0].adds == parts[1].adds == "sum" else parts[0].adds
            given = next((one for one in parts if one.type == "length"), parts[0])
            unit = parts[0].unit if parts[0].unit == parts[1].unit else ""
            return Typed(given.type if given.type == "length" else "number", unit, adds=adds)
        case "/":
            by_number = not isinstance(operand.args[1], str | Computed)  # in hours
            return Typed("number", adds=parts[0].adds if by_number else "mean")
        case _:
            return Typed("number", adds=min(parts[0].adds, parts[1].adds, key=_caution))


def _caution(adds: Adds) -> int:
    return ("none", "mean", "sum").index(adds)


def columns_of(operand: Operand | float | int | None) -> Iterator[str]:
    """Yield the names of the columns that an operand looks at."""
    if isinstance(operand, str):
        yield operand
    elif isinstance(operand, Computed):
        for one in operand.args:
            yield from columns_of(one)
        yield from operand.same


def parts_of(value: object) -> Iterator[Value]:
    """Yield a query, or a part of one, and all that it is made of, the outer first."""
    if isinstance(value, Value):
        yield value
        for name in type(value).model_fields:
            yield from parts_of(getattr(value, name))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from parts_of(one)


def tests_of(condition: Condition | None) -> Iterator[Test]:
    """Yield the tests of a tree of conditions, in order."""
    match condition:
        case Test():
            yield condition
        case AllOf(all=parts) | AnyOf(any=parts):
            for one in parts:
                yield from tests_of(one)
        case Not(negated=part):
            yield from tests_of(part)


def conditions_of(query: Query) -> list[Condition | None]:
    """Return what a query says of its rows, of those of its measures and of its cases."""
    cases = query.compare.cases if query.compare else ()
    return [query.where, *(one.where for one in query.measures), *(one.where for one in cases)]


def names_in(condition: Condition | None) -> Iterator[str]:
    """Yield the names of the columns that the tests of a condition look at."""
    for test in tests_of(condition):
        yield from columns_of(test.column)


def rebuilt(condition: Condition, changed: Callable[[Test], Condition]) -> Condition:
    """Return a tree of conditions with others in the place of its tests."""
    match condition:
        case Test():
            return changed(condition)
        case AllOf(all=parts):
            return AllOf(all=tuple(rebuilt(part, changed) for part in parts))
        case AnyOf(any=parts):
            return AnyOf(any=tuple(rebuilt(part, changed) for part in parts))
        case Not(negated=part):
            return Not.model_validate({"not": rebuilt(part, changed)})


def one_of(column: Operand, values: Sequence[Scalar]) -> Test:
    """Return the rows that have one of some values."""
    return Test(column=column, op="in" if values[1:] else "=", values=tuple(values))


def conjuncts(condition: Condition | None) -> tuple[Condition, ...]:
    """Return the conditions that all have to hold."""
    if condition is None:
        return ()
    if isinstance(condition, AllOf):
        return tuple(one for part in condition.all for one in conjuncts(part))
    return (condition,)


def yes_no(value: Scalar, column: Column | None) -> bool | None:
    """Return whether a value says yes, as the column writes it or plainly; None for neither."""
    if not isinstance(value, str):
        return bool(value)
    folded = value.casefold()
    yes = {"true", "yes", "1", (column.true if column else "").casefold()}
    no = {"false", "no", "0", (column.false if column else "").casefold()}
    return folded in yes if folded in yes | no else None


def joined(parts: Sequence[Condition]) -> Condition | None:
    """Return the condition that all of these hold, each once; None of none."""
    once = tuple(dict.fromkeys(parts))
    return None if not once else once[0] if len(once) == 1 else AllOf(all=once)


def measured(query: Query) -> tuple[Measure, ...]:
    """Return the measures of a query: a count, where it names none and shows no rows."""
    return query.measures or (() if query.rows else (Measure(),))


CONTRARY: dict[str, Operator] = {
    ">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "=", "in": "not in",
    "empty": "not empty", "not empty": "empty",
}  # fmt: skip
"""The comparison that holds of the other rows."""


def contrary(condition: Condition) -> Condition:
    """Return the rows that do not meet a condition, in the plainest form."""
    if isinstance(condition, Test) and condition.op in CONTRARY and condition.than is None:
        return condition.model_copy(update={"op": CONTRARY[condition.op]})
    return Not.model_validate({"not": condition})


def said_in(value: Value) -> frozenset[str]:
    """Return the plain values of a query, or a part of one, as texts: names, numbers, operators;
    none of yes and no."""
    return frozenset(map(str, _leaves(value.model_dump(by_alias=True))))


def _leaves(data: Any) -> Iterable[Any]:
    """Yield the plain values in dumped data, none of yes and no."""
    if isinstance(data, dict):
        for one in data.values():
            yield from _leaves(one)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _leaves(one)
    elif data is not None and not isinstance(data, bool):
        yield data


def label_of(test: Test) -> str:
    """Return what the rows of a condition are called beside others."""
    if test.span is not None and test.span.start:
        return test.span.start[:4]
    return str(test.values[0]) if test.values else str(test.column)


def told_columns(query: Query, shown: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the columns of a query's groups, or of its rows; `shown` are those of rows of which it
    names none.

    What is worked out, or told apart by a grain or by bins, has no value of the table: it ends
    the list.
    """
    found: list[str] = []
    if query.rows:
        for operand in query.columns or shown:
            if not isinstance(operand, str):
                break
            found.append(operand)
        return tuple(found)
    for group in query.groups:
        if not isinstance(group.by, str) or group.grain or group.cycle or group.bins or group.width:
            break
        found.append(group.by)
    return tuple(found)


def narrowed(query: Query, condition: Condition) -> Query:
    """Return a query of those of its rows that meet a condition as well."""
    where = joined((*conjuncts(query.where), condition))
    return query.model_copy(update={"where": where})
