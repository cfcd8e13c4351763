"""Metrics of a model: an SQL expression is read into measures, or refused; never passed on."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from sqlglot import exp

from agents.data.model.schema import Metric, Table
from agents.data.query.operands import conjuncts, joined, rebuilt, typed, yes_no
from agents.data.query.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Computed,
    Condition,
    Function,
    Measure,
    Not,
    Operand,
    Operator,
    Scalar,
    Test,
)
from app.errors import BadInput

Joining = Literal["+", "-", "*", "/"]


class Formula(NamedTuple):
    """Two figures of the same rows joined: what a metric such as SUM(a) / COUNT(*) says.

    `counts` says that it is a part of what was counted, by all of it: games won by games, where a
    row stands for many. `unit` and `share` are those of the metric.
    """

    operator: Joining
    parts: "tuple[Formula | Measure | float, ...]"
    counts: bool = False
    unit: str = ""
    share: bool = False


class BadMetric(BadInput):
    """The expression of a metric says what cannot be computed, or nothing that is known."""

    key = "bad_metric"


_AGGREGATES: dict[type[exp.Expr], Aggregate] = {
    exp.Sum: "sum", exp.Avg: "mean", exp.Min: "min", exp.Max: "max", exp.Median: "median",
    exp.Stddev: "stddev", exp.StddevSamp: "stddev",
}  # fmt: skip
_JOININGS: dict[type[exp.Expr], Joining] = {
    exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/",
}  # fmt: skip
_OPERATORS: dict[type[exp.Expr], Operator] = {
    exp.EQ: "=", exp.NEQ: "!=", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=",
}  # fmt: skip
_TURNED: dict[Operator, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def resolved_metric(metric: Metric, table: Table) -> "Formula | Measure":
    """Return what a metric's expression says of a table's rows.

    Aggregates of columns and of arithmetic with them, `FILTER (WHERE …)` and `CASE WHEN … END`
    within them, and `+ - * /` between them. Raises BadMetric for anything else.
    """
    tree = _parsed(metric.expression)
    if tree is None:
        raise _refused(metric, metric.expression)
    found = _Reader(metric, table).figure(tree)
    if isinstance(found, float):
        raise _refused(metric, metric.expression)
    if isinstance(found, Measure):
        return found.model_copy(update={"metric": "", "label": metric.name})
    counts = _counts(found, table)
    return found._replace(counts=counts, unit=metric.unit, share=metric.share or counts)


def metric_of(measure: Measure, metrics: Iterable[Metric], table: Table) -> Metric | None:
    """Return the metric that a measure names, or that says just what it computes; None if none."""
    for one in metrics:
        if measure.metric:
            if one.name == measure.metric:
                return one
            continue
        try:
            found = resolved_metric(one, table)
        except BadMetric:
            continue
        if isinstance(found, Measure) and _plain(found, table) == _plain(measure, table):
            return one
    return None


def _plain(measure: Measure, table: Table) -> Measure:
    """Without its name, and with yes and no said in one way."""

    def told(test: Test) -> Test:
        named = isinstance(test.column, str) and table.has(test.column)
        column = table.column(str(test.column)) if named else None
        if column is None or column.kind != "yes_no":
            return test
        said = [(value, yes_no(value, column)) for value in test.values]
        kept = tuple(value if yes is None else yes for value, yes in said)
        return test.model_copy(update={"values": kept})

    parts = [rebuilt(one, told) for one in conjuncts(measure.where)]
    return measure.model_copy(update={"label": "", "where": joined(parts), "estimator": ""})


@lru_cache(maxsize=200)
def _parsed(expression: str) -> exp.Expr | None:
    import sqlglot

    try:
        return sqlglot.parse_one(expression, dialect="duckdb")
    except (sqlglot.errors.SqlglotError, RecursionError):
        return None


def _counts(formula: Formula, table: Table) -> bool:
    """Whether it is games won by games played, or the like, of rows that stand for many."""
    roles = [
        table.column(one.of).role
        for one in formula.parts
        if isinstance(one, Measure) and one.aggregate == "sum" and not one.where
        and isinstance(one.of, str)
    ]  # fmt: skip
    return formula.operator == "/" and roles in (["won", "n"], ["drawn", "n"])


def _refused(metric: Metric, what: str) -> BadMetric:
    return BadMetric(
        f"The metric {metric.name} says {what}, which cannot be computed: use sums, means, counts "
        "and the like of columns, and + - * / between them.",
        metric=metric.name, what=what,
    )  # fmt: skip


class _Reader:
    """Reads the expression of one metric."""

    def __init__(self, metric: Metric, table: Table) -> None:
        self._metric = metric
        self._table = table
        self._columns = {one.name.casefold(): one.name for one in table.columns}

    def refused(self, tree: exp.Expr) -> BadMetric:
        return _refused(self._metric, tree.sql("duckdb"))

    def figure(self, tree: exp.Expr) -> "Formula | Measure | float":
        tree = _bare(tree)
        if type(tree) in _JOININGS:
            parts = (self.figure(tree.this), self.figure(_behind(tree)))
            if all(isinstance(one, float) for one in parts):
                raise self.refused(tree)
            return _rate(Formula(_JOININGS[type(tree)], parts))
        if (number := _number(tree)) is not None:
            return number
        return self._measure(tree)

    def _measure(self, tree: exp.Expr) -> Measure:
        where: Condition | None = None
        if isinstance(tree, exp.Filter):
            where = self.condition(tree.expression.this)
            tree = _bare(tree.this)
        if isinstance(tree, exp.Count):
            return self._count(tree, where)
        if isinstance(tree, exp.CountIf):
            return Measure(where=_both(where, self.condition(tree.this)))
        if isinstance(tree, exp.Corr):
            one, other = self.operand(tree.this), self.operand(tree.expression)
            return Measure(aggregate="correlation", of=one, other=other, where=where)
        if isinstance(tree, exp.PercentileCont | exp.Quantile | exp.WithinGroup):
            return self._quantile(tree, where)
        if isinstance(tree, exp.Avg) and where is None and (met := _flagged(tree)) is not None:
            return Measure(where=self.condition(met), share="rows")
        aggregate = _AGGREGATES.get(type(tree))
        if aggregate is None:
            raise self.refused(tree)
        return self._over(_bare(tree.this), where, lambda of, when: (
            Measure(where=when) if aggregate == "sum" and of == 1
            else Measure(aggregate=aggregate, of=self._known(of, tree), where=when)
        ))  # fmt: skip

    def _count(self, tree: exp.Count, where: Condition | None) -> Measure:
        inner = _bare(tree.this)
        if isinstance(inner, exp.Star):
            return Measure(where=where)
        if isinstance(inner, exp.Distinct):
            if len(inner.expressions) != 1:
                raise self.refused(tree)
            return self._over(
                _bare(inner.expressions[0]), where,
                lambda of, when: Measure(
                    aggregate="distinct", of=self._known(of, tree), where=when
                ),
            )  # fmt: skip
        return self._over(
            inner, where,
            lambda of, when: Measure(where=when) if isinstance(of, float)
            else Measure(of=of, where=when),
        )  # fmt: skip

    def _quantile(self, tree: exp.Expr, where: Condition | None) -> Measure:
        of, said = tree.this, tree.args.get("quantile") or tree.expression
        if isinstance(tree, exp.WithinGroup):  # PERCENTILE_CONT(said) WITHIN GROUP (ORDER BY of)
            ordered = tree.expression.expressions[0]
            known = isinstance(of, exp.PercentileCont) and not ordered.args.get("desc")
            of, said = ordered.this, of.this if known else None
        q = _number(said)
        if q is None or not 0 <= q <= 1:
            raise self.refused(tree)
        return Measure(aggregate="quantile", of=self.operand(of), q=q, where=where)

    def _over(
        self, tree: exp.Expr, where: Condition | None,
        made: "Callable[[Operand | float, Condition | None], Measure]",
    ) -> Measure:  # fmt: skip
        """A measure of an operand; one of `CASE WHEN c THEN x END` is one of x where c holds."""
        if isinstance(tree, exp.Case) and not tree.this and len(tree.args["ifs"]) == 1:
            branch, default = tree.args["ifs"][0], tree.args.get("default")
            nothing = default is None or isinstance(default, exp.Null)
            adds_nothing = default is not None and _number(default) == 0
            if nothing or (adds_nothing and isinstance(tree.parent, exp.Sum)):
                where = _both(where, self.condition(branch.this))
                tree = _bare(branch.args["true"])
        if (number := _number(tree)) is not None:
            return made(number, where)
        return made(self.operand(tree), where)

    def _known(self, operand: Operand | float, tree: exp.Expr) -> Operand:
        if isinstance(operand, float):
            raise self.refused(tree)
        return operand

    def operand(self, tree: exp.Expr) -> Operand:
        tree = _bare(tree)
        if isinstance(tree, exp.Column):
            name = self._columns.get(tree.name.casefold())
            if name is None:
                raise _refused(self._metric, tree.name)
            return name
        if type(tree) in _JOININGS:
            args = tuple(self._argument(one) for one in (tree.this, _behind(tree)))
            function: Function = _JOININGS[type(tree)]
            return Computed(function=function, args=args)
        simple: dict[type[exp.Expr], Function] = {
            exp.Abs: "abs", exp.Length: "length", exp.Year: "year",
        }  # fmt: skip
        if type(tree) in simple:
            return Computed(function=simple[type(tree)], args=(self.operand(tree.this),))
        raise self.refused(tree)

    def _argument(self, tree: exp.Expr) -> Operand | float:
        number = _number(_bare(tree))
        return self.operand(tree) if number is None else number

    def condition(self, tree: exp.Expr) -> Condition:
        tree = _bare(tree)
        match tree:
            case exp.And():
                return AllOf(all=(self.condition(tree.this), self.condition(tree.expression)))
            case exp.Or():
                return AnyOf(any=(self.condition(tree.this), self.condition(tree.expression)))
            case exp.Not():
                return Not.model_validate({"not": self.condition(tree.this)})
            case exp.Is() if isinstance(tree.expression, exp.Null):
                return Test(column=self.operand(tree.this), op="empty")
            case exp.In() if tree.expressions:
                values = tuple(self._scalar(one) for one in tree.expressions)
                return Test(column=self.operand(tree.this), op="in", values=values)
            case exp.Between():
                ends = (self._scalar(tree.args["low"]), self._scalar(tree.args["high"]))
                return Test(column=self.operand(tree.this), op="between", values=ends)
            case exp.Like() | exp.ILike():
                return self._like(tree)
            case exp.Column() if typed(self.operand(tree), self._table).type == "boolean":
                return Test(column=self.operand(tree), values=(True,))
        operator = _OPERATORS.get(type(tree))
        if operator is None:
            raise self.refused(tree)
        one, other = _bare(tree.this), _bare(tree.expression)
        if _is_scalar(one) and not _is_scalar(other):
            one, other, operator = other, one, _TURNED.get(operator, operator)
        if _is_scalar(other):
            return Test(column=self.operand(one), op=operator, values=(self._scalar(other),))
        return Test(column=self.operand(one), op=operator, other=self.operand(other))

    def _like(self, tree: exp.Expr) -> Condition:
        pattern = str(self._scalar(tree.expression))
        inner = pattern.strip("%")
        if "%" in inner or "_" in inner or inner == pattern:
            raise self.refused(tree)
        starts, ends = not pattern.startswith("%"), not pattern.endswith("%")
        operator: Operator = "starts" if starts else "ends" if ends else "contains"
        return Test(column=self.operand(tree.this), op=operator, values=(inner,))

    def _scalar(self, tree: exp.Expr) -> Scalar:
        tree = _bare(tree)
        if isinstance(tree, exp.Boolean):
            return bool(tree.this)
        if isinstance(tree, exp.Literal) and tree.is_string:
            return str(tree.this)
        number = _number(tree)
        if number is None:
            raise self.refused(tree)
        return int(number) if number == int(number) else number


def _rate(formula: Formula) -> "Formula | Measure":
    """Rows of a condition by all rows are a rate; what is multiplied by 1 is what it was."""
    one, other = formula.parts
    if formula.operator == "*" and 1.0 in formula.parts:
        kept = other if one == 1.0 else one
        return formula if isinstance(kept, float) else kept
    if not isinstance(one, Measure) or not isinstance(other, Measure):
        return formula
    if formula.operator != "/" or one.where is None or one.aggregate != "count":
        return formula
    whole = one.model_copy(update={"where": None})
    return one.model_copy(update={"share": "rows"}) if whole == other else formula


def _flagged(tree: exp.Avg) -> exp.Expr | None:
    """The condition c of AVG(CASE WHEN c THEN 1 ELSE 0 END)."""
    case = _bare(tree.this)
    if not isinstance(case, exp.Case) or case.this or len(case.args["ifs"]) != 1:
        return None
    branch: exp.If = case.args["ifs"][0]
    default: exp.Expr | None = case.args.get("default")
    if default is None or _number(_bare(default)) != 0:
        return None
    condition: exp.Expr = branch.this
    return condition if _number(_bare(branch.args["true"])) == 1 else None


def _both(one: Condition | None, other: Condition) -> Condition:
    return other if one is None else AllOf(all=(one, other))


def _bare(tree: exp.Expr) -> exp.Expr:
    """Without parentheses and casts around it: what a column holds its model says."""
    while isinstance(tree, exp.Paren | exp.Cast):
        tree = tree.this
    return tree


def _behind(tree: exp.Expr) -> exp.Expr:
    """What stands behind an operator; as a divisor without NULLIF(…, 0), which changes nothing."""
    behind = _bare(tree.expression)
    bare = isinstance(tree, exp.Div) and isinstance(behind, exp.Nullif)
    return behind.this if bare and _number(behind.expression) == 0 else behind


def _number(tree: exp.Expr | None) -> float | None:
    if isinstance(tree, exp.Neg):
        inner = _number(_bare(tree.this))
        return None if inner is None else -inner
    if isinstance(tree, exp.Literal) and not tree.is_string:
        return float(tree.this)
    return None


def _is_scalar(tree: exp.Expr) -> bool:
    return isinstance(tree, exp.Literal | exp.Boolean) or _number(tree) is not None
