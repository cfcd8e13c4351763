"""Operands, conditions and groups as trees of SQL, over the columns of one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.sql.trees import (
    all_of,
    any_of,
    as_double,
    cast,
    clock,
    divided,
    double,
    first_of_year,
    moment,
    name,
    not_null,
    number,
    number_in,
    ordered,
    paren,
    part,
    part_at,
    seconds,
    text,
    truncated,
    when,
    word_beside,
)
from agents.data.model.schema import Column, Table
from agents.data.query.operands import Typed, typed, yes_no
from agents.data.query.query import (
    ACROSS,
    CYCLES,
    PART,
    WORDS,
    AllOf,
    AnyOf,
    Computed,
    Condition,
    Group,
    Measure,
    Operand,
    Scalar,
    Test,
)
from agents.data.query.spans import LAST, Bounds, covered, resolved
from app.errors import BadInput

COMPARED: dict[str, type[exp.Binary]] = {
    "=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE,
}  # fmt: skip
"""The node of a comparison."""
_ESCAPE = "!"


class CannotCompute(BadInput):
    """A query that says something of a table which it cannot mean, or an engine cannot do."""

    key = "query_cannot_compute"


@dataclass(frozen=True)
class SqlContext:
    """What a query's trees are made over: its table, an engine's dialect, and the time.

    `now` is the day of the question; `latest` the last moment of columns from which relative spans
    count. `figure` makes the subquery of a measure over the whole table, `whole` over all rows that
    the query keeps. `across` are the windows that were needed so far, under the names by which
    trees have them; what a window needs itself stands before it.
    """

    table: Table
    dialect: str
    now: datetime
    latest: Mapping[str, datetime] = field(default_factory=dict)
    across: dict[str, Expr] = field(default_factory=dict)
    figure: "Callable[[Measure], Expr] | None" = None
    whole: "Callable[[Measure], Expr] | None" = None

    def type_of(self, operand: Operand | float | int) -> Typed:
        """Return what an operand is; raises CannotCompute for a column that is not there."""
        try:
            return typed(operand, self.table)
        except KeyError as error:
            raise CannotCompute(f"The table has no column {error.args[0]}.") from None

    def value(self, operand: Operand | float | int) -> Expr:
        """Return the values of an operand: moments as such, lengths of time as seconds."""
        if isinstance(operand, Computed):
            return self._computed(operand)
        if not isinstance(operand, str):
            return double(operand)
        column = self.type_of(operand).column
        assert column is not None
        type_ = self.type_of(operand).type
        if type_ == "moment":
            return self._moment(column)
        if type_ == "length" and column.stored in ("interval", "time"):
            return seconds(name(operand), self.dialect)
        return name(operand)

    def number(self, operand: Operand | float | int) -> Expr:
        """Return an operand to compute with: yes is 1 and no is 0. Raises CannotCompute."""
        kind = self.type_of(operand)
        if kind.type == "boolean":
            yes = self.condition(Test(column=operand, values=(True,)))  # type: ignore[arg-type]
            no = exp.If(this=exp.Not(this=paren(yes.copy())), true=number(0))
            return exp.Case(ifs=[exp.If(this=yes, true=number(1)), no])
        if not kind.is_counted:
            raise CannotCompute(f"{_named(operand)} is no number, and cannot be computed with.")
        return self.value(operand)

    def group(self, group: Group) -> Expr:
        """Return the key of a group; bins are known by their low ends. Needs `width` for bins."""
        if group.grain is not None:
            return truncated(self._time(group.by), group.grain, self.dialect)
        if group.cycle is not None:
            return cast(part(self._time(group.by), group.cycle, self.dialect), "INT")
        if group.width is not None and group.open is not None:
            beyond = exp.GTE(this=self.number(group.by), expression=double(group.open))
            last = exp.If(this=beyond, true=double(group.open))
            return exp.Case(ifs=[last], default=self._bin(group))
        if group.width is not None:
            return self._bin(group)
        return self.value(group.by)

    def _bin(self, group: Group) -> Expr:
        """The low end, as the double that is nearest to its multiple of the width."""
        assert group.width is not None
        value, parts = self.number(group.by), 1 / group.width
        if group.width < 1 and abs(parts - round(parts)) < 1e-9 * parts:  # 3 / 10, not 3 * 0.1
            scaled = exp.Mul(this=as_double(value), expression=double(round(parts)))
            return divided(exp.Floor(this=scaled), double(round(parts)))
        place = exp.Floor(this=divided(value, double(group.width)))
        return exp.Mul(this=place, expression=double(group.width))

    def condition(self, condition: Condition) -> Expr:
        """Return what holds of rows, with SQL's three values: what is empty is neither."""
        match condition:
            case Test():
                return self._test(condition)
            case AllOf(all=parts):
                return all_of(self.condition(one) for one in parts) or exp.true()
            case AnyOf(any=parts):
                return any_of(self.condition(one) for one in parts) or exp.false()
        return exp.Not(this=paren(self.condition(condition.negated)))

    def filter(self, condition: Condition | None) -> Expr | None:
        """Return a condition's tree, None without one."""
        return None if condition is None else self.condition(condition)

    def _test(self, test: Test) -> Expr:
        kind = self.type_of(test.column)
        if test.op in ("empty", "not empty"):
            empty = exp.Is(this=self.value(test.column), expression=exp.Null())
            whole: Expr = empty
            if kind.type == "text":
                whole = paren(exp.Or(
                    this=empty, expression=exp.EQ(this=self.value(test.column), expression=text(""))
                ))  # fmt: skip
            return whole if test.op == "empty" else exp.Not(this=whole)
        if test.op == "during":
            assert test.span is not None
            return self._during(test.column, self._bounds(test))
        if test.than is not None:
            assert self.figure is not None
            return self._compared(test.op, self.value(test.column), self.figure(test.than))
        if test.other is not None:
            return self._pair(test, kind, self.type_of(test.other))
        if kind.type == "moment":
            return self._moments(test)
        if test.op in ("contains", "starts", "ends"):
            return self._like(test)
        values = [self._scalar(kind, one) for one in test.values]
        if test.op in ("in", "not in"):
            found: Expr = exp.In(this=self.value(test.column), expressions=values)
            return exp.Not(this=found) if test.op == "not in" else found
        if test.op == "between":
            return exp.Between(this=self.value(test.column), low=values[0], high=values[1])
        return self._compared(test.op, self.value(test.column), values[0])

    def _pair(self, test: Test, one: Typed, other: Typed) -> Expr:
        assert test.other is not None
        if one.type != other.type and not (one.is_counted and other.is_counted):
            raise CannotCompute(
                f"{_named(test.column)} cannot be compared with {_named(test.other)}."
            )
        if one.type != other.type:
            return self._compared(test.op, self.number(test.column), self.number(test.other))
        return self._compared(test.op, self.value(test.column), self.value(test.other))

    def _compared(self, op: str, one: Expr, other: Expr) -> Expr:
        if op not in COMPARED:
            raise CannotCompute(f"{op} takes values, nothing else.")
        return COMPARED[op](this=_bound(one), expression=_bound(other))

    def _like(self, test: Test) -> Expr:
        sought = str(test.values[0])
        escaped = sought
        for letter in (_ESCAPE, "%", "_"):
            escaped = escaped.replace(letter, _ESCAPE + letter)
        pattern = {
            "contains": f"%{escaped}%", "starts": f"{escaped}%", "ends": f"%{escaped}",
        }[test.op]  # fmt: skip
        kind = self.type_of(test.column)
        value = self.value(test.column)
        if kind.type != "text":
            value = cast(value, "VARCHAR")
        like = exp.Like(this=exp.Lower(this=value), expression=exp.Lower(this=text(pattern)))
        if escaped == sought and "\\" not in sought:  # which escapes by itself in some dialects
            return like
        return exp.Escape(this=like, expression=text(_ESCAPE))

    def _scalar(self, kind: Typed, value: Scalar) -> Expr:
        """A value as the column writes it; raises CannotCompute for one that it cannot hold."""
        column = kind.column
        if kind.type in ("number", "length"):
            if isinstance(value, str):
                try:
                    value = float(value)
                except ValueError:
                    raise CannotCompute(f"{value} is no number.") from None
            return number(int(value) if value == int(value) else value)
        if kind.type == "boolean":
            return self._yes_no(column, value)
        return text(value if isinstance(value, str) else str(value))

    def _yes_no(self, column: Column | None, value: Scalar) -> Expr:
        said = yes_no(value, column)
        if said is None:
            raise CannotCompute(f"{value} is neither yes nor no.")
        if column is None or column.stored == "boolean":
            return exp.Boolean(this=said)
        written = column.true if said else column.false
        if column.stored == "number":
            return number(int(float(written or said)))
        return text(written or ("true" if said else "false"))

    def _bounds(self, test: Test) -> Bounds:
        assert test.span is not None
        now = self.now
        if test.span.anchor == "data" and isinstance(test.column, str):
            now = self.latest.get(test.column, now)
        try:
            return resolved(test.span, now)
        except ValueError:
            raise CannotCompute(
                f"{test.span.start or test.span.end} is no day or time (2024-03-05)."
            ) from None

    def _during(self, operand: Operand, bounds: Bounds) -> Expr:
        parts: list[Expr] = []
        if bounds.start is not None:
            parts.append(
                exp.GTE(this=self._time(operand), expression=self._end(operand, bounds.start))
            )
        if bounds.end is not None and bounds.end != LAST:
            parts.append(
                exp.LT(this=self._time(operand), expression=self._end(operand, bounds.end))
            )
        return all_of(parts) or not_null(self._time(operand))

    def _moments(self, test: Test) -> Expr:
        """Comparisons with moments, each of which covers what its precision says."""
        try:
            spans = [covered(str(one)) for one in test.values]
        except ValueError:
            raise CannotCompute(f"{test.values[0]} is no day or time (2024-03-05).") from None
        column, first, last = test.column, spans[0], spans[-1]
        match test.op:
            case "=" | "in":
                return any_of(self._during(column, one) for one in spans) or exp.false()
            case "!=" | "not in":
                found = any_of(self._during(column, one) for one in spans) or exp.false()
                return exp.Not(this=paren(found))
            case "between":
                return self._during(column, Bounds(first.start, last.end))
            case "<":
                return self._during(column, Bounds(None, first.start))
            case "<=":
                return self._during(column, Bounds(None, first.end))
            case ">":
                return self._during(column, Bounds(first.end, None))
            case ">=":
                return self._during(column, Bounds(first.start, None))
        raise CannotCompute(f"{_named(column)} is a time: {test.op} goes with texts.")

    def _end(self, operand: Operand, end: datetime) -> Expr:
        kind = self.type_of(operand)
        is_day = end == end.replace(hour=0, minute=0, second=0, microsecond=0)
        is_date = kind.column is not None and kind.column.stored in ("date", "number")
        return moment(end.date() if is_date and is_day else end)

    def _time(self, operand: Operand) -> Expr:
        if self.type_of(operand).type != "moment":
            raise CannotCompute(f"{_named(operand)} is no day or time.")
        return self.value(operand)

    def _moment(self, column: Column) -> Expr:
        """A moment as the engine's own type; nothing where a text or number is none."""
        if column.stored in ("date", "timestamp"):
            return name(column.name)
        if column.stored == "number" or column.grain == "year":
            year: Expr = name(column.name)
            if column.stored != "number":
                year = exp.TryCast(this=year, to=exp.DataType.build("INT"))
            return first_of_year(year, self.dialect)
        written: Expr = name(column.name)
        if column.grain == "month":
            written = exp.DPipe(this=written, expression=text("-01"))
        return exp.TryCast(this=written, to=exp.DataType.build("TIMESTAMP"))

    def _computed(self, computed: Computed) -> Expr:
        args = computed.args
        if computed.function == "row":
            return self.row()
        if computed.function in ACROSS:
            return self._across(computed)
        first = args[0]
        if computed.function == "length":
            value = self.value(first)
            return exp.Length(
                this=value if self.type_of(first).type == "text" else cast(value, "VARCHAR")
            )
        if (cycle := {"year": "year", **CYCLES}.get(computed.function)) is not None:
            assert isinstance(first, str | Computed)
            return cast(part(self._time(first), cycle, self.dialect), "INT")
        if computed.function == "clock":
            assert isinstance(first, str | Computed)
            return clock(self._time(first), self.dialect)
        if computed.function in (*WORDS, PART, "number"):
            value = self.value(first)
            if self.type_of(first).type != "text":
                raise CannotCompute(f"{_named(first)} is no text.")
            if computed.function == "number":
                return number_in(value, self.dialect)
            if computed.function == PART:
                return part_at(value, computed.said, computed.place)
            return word_beside(
                value, computed.said, self.dialect, after=computed.function == "after"
            )
        if computed.function == "abs":
            return exp.Abs(this=self.number(first))
        if computed.function == "seconds":
            if self.type_of(first).type != "length":
                raise CannotCompute(f"{_named(first)} is no length of time.")
            return self.value(first)
        one, other = args
        kinds = self.type_of(one).type, self.type_of(other).type
        if computed.function == "-" and kinds == ("moment", "moment"):
            return paren(exp.Sub(
                this=seconds(cast(self.value(one), "TIMESTAMP"), self.dialect),
                expression=seconds(cast(self.value(other), "TIMESTAMP"), self.dialect),
            ))  # fmt: skip
        if computed.function == "/":
            return divided(self.number(one), self.number(other))
        node = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}[computed.function]
        left = self._double(one)
        if node is not exp.Mul and isinstance(left.unnest(), exp.Add | exp.Sub):
            left = left.unnest()  # a long sum in many brackets is read back slowly, or not at all
        return paren(node(this=left, expression=self._double(other)))

    def _double(self, operand: Operand | float) -> Expr:
        number = self.number(operand)
        done = isinstance(operand, Computed) and operand.function in ("+", "-", "*")
        return number if done else as_double(number)

    def _across(self, computed: Computed) -> Expr:
        """What a window over the table says of a row, by its name."""
        of, where = self.value(computed.args[0]), self.filter(computed.where)
        is_text = self.type_of(computed.args[0]).type == "text"
        if is_text and self.dialect != "duckdb":
            raise CannotCompute("The rows of this table have no order of their own.")
        there = when(where, of)
        over: dict[str, Any] = {"partition_by": [self.value(one) for one in computed.same]}
        if computed.function != "first":
            if not self.has_order():
                raise CannotCompute("The rows of this table have no order of their own.")
            down = computed.function == "next"  # what is behind a row then stands before it
            keys = [
                ordered(one, down, False, self.dialect, present=True)
                for one in ((self.row_id(),) if is_text else (of.copy(), self.row_id()))
            ]
            over["order"] = exp.Order(expressions=keys)
            over["spec"] = exp.WindowSpec(
                kind="ROWS", start="UNBOUNDED", start_side="PRECEDING", end=number(1),
                end_side="PRECEDING",
            )  # fmt: skip
        nearest = exp.Max if computed.function == "previous" else exp.Min
        found = exp.IgnoreNulls(this=exp.LastValue(this=there)) if is_text else nearest(this=there)
        window = exp.Window(this=found, over="OVER", **over)
        tree = window if is_text else when(not_null(of.copy()), window)
        alias = next((one for one, known in self.across.items() if known == tree), "")
        if not alias:
            alias = f"across{len(self.across)}"
            while self.table.has(alias):
                alias += "_"
            self.across[alias] = tree
        return name(alias)

    def row(self) -> Expr:
        """Return the place of a row in its table, from 1; raises CannotCompute without one."""
        if not self.has_order():
            raise CannotCompute("The rows of this table have no order of their own.")
        if self.table.order:
            return self.row_id()
        return exp.Add(this=self.row_id(), expression=number(1))

    def row_id(self) -> Expr:
        """Return what rows stand in order by: as they were read, or by a column that says so."""
        if self.table.order:
            return name(self.table.order)
        return exp.Column(this=exp.Identifier(this="rowid"))

    def has_order(self) -> bool:
        """Whether rows stand in an order of their own."""
        return bool(self.table.order) or (self.dialect == "duckdb" and not self.table.derived)


def _bound(tree: Expr) -> Expr:
    """In parentheses, where an operator beside it could bind first."""
    return paren(tree) if isinstance(tree, exp.Binary | exp.Not | exp.Case) else tree


def _named(operand: Operand | float | int) -> str:
    if isinstance(operand, str):
        return operand
    if isinstance(operand, Computed):
        inner = ", ".join([*map(_named, operand.args), *([operand.said] * bool(operand.said))])
        return f"{operand.function}({inner})"
    return f"{operand:g}"
