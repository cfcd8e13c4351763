"""Small pieces of SQL as trees: names, literals, calls, and what dialects write differently.

A tree is made anew for each place it stands at: nodes of sqlglot know their parent.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from sqlglot import exp
from sqlglot.expressions import Expr

DIALECTS: Final = ("duckdb", "postgres", "spark", "clickhouse", "trino", "snowflake", "bigquery")

_INSIDE: Final = r"""[^\s,;"'()\[\]{}<>]*"""
_THOUSANDS: Final = r"[0-9]{1,3}(?:,[0-9]{3})+"
_WORD: Final = rf"""({_THOUSANDS}{_INSIDE}|{_INSIDE}[^\s,;:."'()\[\]{{}}<>])"""
_AROUND: Final = r"""[,;"'()\[\]{}<>]*"""
_NUMBER: Final = r"(-?[0-9]+(?:\.[0-9]+)?)"


def name(text: str, table: str = "") -> exp.Column:
    """Return a quoted name of a column, of a table where another could have one of that name."""
    column = exp.Column(this=exp.Identifier(this=text, quoted=True))
    if table:
        column.set("table", exp.Identifier(this=table, quoted=True))
    return column


def aliased(tree: Expr, text: str) -> Expr:
    """Return a tree under a quoted name."""
    return exp.Alias(this=tree, alias=exp.Identifier(this=text, quoted=True))


def cast(tree: Expr, kind: str, *numbers: int) -> Expr:
    """Return a value as one of a type; the type is not read from a text, which takes long."""
    parameters = [exp.DataTypeParam(this=exp.Literal.number(str(one))) for one in numbers]
    to = exp.DataType(this=exp.DataType.Type[kind], expressions=parameters, nested=False)
    return exp.Cast(this=tree, to=to)


def number(value: float | int) -> Expr:
    """Return a number; one with a fraction is written as it is, not as a decimal of 18 digits."""
    text = repr(value)
    literal = exp.Literal.number(text.lstrip("-"))
    return exp.Neg(this=literal) if text.startswith("-") else literal


def double(value: float) -> Expr:
    """Return a number of double precision in every dialect."""
    return cast(exp.Literal.string(repr(float(value))), "DOUBLE")


def text(value: str) -> Expr:
    """Return a text; sqlglot escapes it as the dialect wants it."""
    return exp.Literal.string(value)


def moment(value: date) -> Expr:
    """Return a day, or a time without a zone."""
    if isinstance(value, datetime):
        return cast(exp.Literal.string(value.isoformat(sep=" ")), "TIMESTAMP")
    return cast(exp.Literal.string(value.isoformat()), "DATE")


def literal(value: object) -> Expr:
    """Return a value as an engine gave it, such that it compares equal to itself there."""
    match value:
        case bool():
            return exp.Boolean(this=value)
        case int():
            return number(value)
        case float():
            return double(value)
        case Decimal():
            return (
                exp.Literal.number(str(value))
                if value >= 0
                else exp.Neg(this=exp.Literal.number(str(-value)))
            )
        case date():
            return moment(value)
        case _:
            return text(str(value))


def call(function: str, *arguments: Expr) -> Expr:
    """Return the call of a function by its name, for what sqlglot has no node."""
    return exp.Anonymous(this=function, expressions=list(arguments))


def as_double(tree: Expr) -> Expr:
    """Return a value as a number of double precision."""
    return cast(tree, "DOUBLE")


def is_null(tree: Expr) -> Expr:
    """Return whether it is empty."""
    return exp.Is(this=tree, expression=exp.Null())


def not_null(tree: Expr) -> Expr:
    """Return whether it is there."""
    return exp.Not(this=is_null(tree))


def paren(tree: Expr) -> Expr:
    """Return an expression that binds by itself."""
    return tree if isinstance(tree, exp.Paren) else exp.Paren(this=tree)


def all_of(parts: Iterable[Expr | None]) -> Expr | None:
    """Return that each holds, in parentheses where one is a choice; None of none."""
    found: Expr | None = None
    for one in filter(None, parts):
        part = paren(one) if isinstance(one, exp.Or) else one
        found = part if found is None else exp.And(this=found, expression=part)
    return found


def any_of(parts: Iterable[Expr]) -> Expr | None:
    """Return that one holds or more, in parentheses; None of none."""
    found: Expr | None = None
    for part in parts:
        found = part if found is None else exp.Or(this=found, expression=part)
    return paren(found) if isinstance(found, exp.Or) else found


def when(condition: Expr | None, then: Expr) -> Expr:
    """Return the value where the condition, of which it has a copy, holds, else nothing; the value,
    without a condition."""
    if condition is None:
        return then
    return exp.Case(ifs=[exp.If(this=condition.copy(), true=then)])


def divided(one: Expr, other: Expr) -> Expr:
    """Return a quotient of doubles; nothing where the divisor is 0."""
    return exp.Div(
        this=as_double(one),
        expression=exp.Nullif(this=as_double(other), expression=exp.Literal.number("0")),
        typed=False,
        safe=False,
    )


def seconds(tree: Expr, dialect: str) -> Expr:
    """Return a length or a moment in seconds, as a double."""
    if dialect == "duckdb":
        return as_double(call("EPOCH", tree))
    if dialect == "spark":  # which casts no moment without a zone; the session's is UTC
        return as_double(cast(tree, "TIMESTAMPLTZ"))
    return as_double(exp.Extract(this=exp.var("EPOCH"), expression=tree))


def truncated(tree: Expr, grain: str, dialect: str) -> Expr:
    """Return the beginning of a moment's unit."""
    if dialect in ("postgres", "spark"):  # else a day becomes a time of the session's zone
        tree = cast(tree, "TIMESTAMP")
    unit = "ISOWEEK" if dialect == "bigquery" and grain == "week" else grain.upper()
    return exp.TimestampTrunc(this=tree, unit=exp.var(unit))


def part(tree: Expr, cycle: str, dialect: str) -> Expr:
    """Return a moment's place in a cycle, from 1 (hours from 0); Monday is the first weekday."""
    if cycle == "weekday":
        if dialect in ("duckdb", "postgres"):
            return exp.Extract(this=exp.var("ISODOW"), expression=tree)
        if dialect == "spark":
            return exp.Add(this=call("WEEKDAY", tree), expression=exp.Literal.number("1"))
        return exp.DayOfWeekIso(this=tree)
    unit = {
        "quarter of year": "QUARTER", "month of year": "MONTH", "day of month": "DAY",
        "hour of day": "HOUR", "year": "YEAR", "minute": "MINUTE", "second": "SECOND",
    }[cycle]  # fmt: skip
    return exp.Extract(this=exp.var(unit), expression=tree)


def clock(tree: Expr, dialect: str) -> Expr:
    """Return the whole seconds between a moment and the midnight before it."""
    parts = [
        exp.Mul(this=cast(part(tree.copy(), unit, dialect), "INT"), expression=number(size))
        for unit, size in (("hour of day", 3600), ("minute", 60))
    ]
    whole = exp.Add(this=parts[0], expression=parts[1])
    second = cast(exp.Floor(this=part(tree, "second", dialect)), "INT")
    return paren(exp.Add(this=whole, expression=second))


def word_beside(tree: Expr, said: str, dialect: str, *, after: bool) -> Expr:
    """Return the word of a text that stands after or before some words of it, in any case; these
    begin and end there where a blank is said beside them."""
    begins, ends = said[:1].isspace(), said[-1:].isspace()
    beside = re.escape(said.strip())
    if after:
        start = r"(?:^|\s)" if begins else ""
        pattern = rf"{start}{beside}[\s:=]{'+' if ends else '*'}{_AROUND}{_WORD}"
    else:
        end = r"(?:\s|$)" if ends else ""
        pattern = rf"{_WORD}{_AROUND}\s{'+' if begins else '*'}{beside}{end}"
    return _found(tree, f"(?i){pattern}", dialect)


def part_at(tree: Expr, mark: str, place: int) -> Expr:
    """Return what stands at a place of a text that a mark cuts in parts, NULL without it."""
    return exp.Nullif(this=call("SPLIT_PART", tree, text(mark), number(place)), expression=text(""))


def number_in(tree: Expr, dialect: str) -> Expr:
    """Return the first number in a text; commas in it are taken for those of thousands."""
    plain = call("REPLACE", tree, text(","), text(""))
    return cast(_found(plain, _NUMBER, dialect), "DOUBLE")


def _found(tree: Expr, pattern: str, dialect: str) -> Expr:
    """Return what the group of a regular expression matches first, NULL without a match."""
    if dialect == "postgres":
        return call("SUBSTRING", tree, text(pattern))
    found = exp.RegexpExtract(this=tree, expression=text(pattern), group=number(1))
    return exp.Nullif(this=found, expression=text(""))


def first_of_year(tree: Expr, dialect: str) -> Expr:
    """Return the first day of a year that is a number; nothing where it is none of 1 to 9999."""
    year = cast(tree, "INT")
    made = {
        "postgres": call("MAKE_DATE", year, number(1), number(1)),
        "trino": cast(
            exp.DPipe(
                this=call("LPAD", cast(year.copy(), "VARCHAR"), number(4), text("0")),
                expression=text("-01-01"),
            ),
            "DATE",
        ),
        "clickhouse": call("makeDate", year, number(1), number(1)),
        "snowflake": call("DATE_FROM_PARTS", year, number(1), number(1)),
    }.get(dialect) or exp.DateFromParts(year=year, month=number(1), day=number(1))
    return when(exp.Between(this=tree.copy(), low=number(1), high=number(9999)), made)


def quantiles(tree: Expr, qs: list[float], dialect: str) -> Expr:
    """Return a list of continuous quantiles of a group; Trino's and BigQuery's are approximate."""
    numbers = [number(q) for q in qs]
    match dialect:
        case "duckdb":
            return call("QUANTILE_CONT", tree, exp.Array(expressions=numbers))
        case "postgres":
            return _within(exp.Array(expressions=numbers), tree)
        case "spark":
            return call("PERCENTILE", tree, exp.Array(expressions=numbers))
    return exp.Array(expressions=[quantile(tree.copy(), q, dialect) for q in qs])


def element(tree: Expr, place: int) -> Expr:
    """Return an element of a list, from 0."""
    return exp.Bracket(this=paren(tree), expressions=[number(place)])


def quantile(tree: Expr, q: float, dialect: str) -> Expr:
    """Return one continuous quantile of a group; Trino's and BigQuery's are approximate."""
    match dialect:
        case "duckdb":
            return call("QUANTILE_CONT", tree, number(q))
        case "spark":
            return call("PERCENTILE", tree, number(q))
        case "clickhouse":
            return exp.Quantile(this=tree, quantile=number(q))
        case "trino":
            return call("APPROX_PERCENTILE", tree, number(q))
        case "bigquery":
            thousandth = exp.Literal.number(str(round(q * 1000)))
            return exp.Bracket(
                this=call("APPROX_QUANTILES", tree, number(1000)),
                expressions=[call("OFFSET", thousandth)],
            )
    return _within(number(q), tree)


def correlation(condition: Expr | None, one: Expr, other: Expr, dialect: str) -> Expr:
    """Return Pearson's correlation of two numbers of a group, where a condition holds."""
    if dialect != "spark":
        return exp.Corr(this=when(condition, one), expression=other)
    # Spark's own divides by zero where one of them is always the same.
    both = all_of([condition, not_null(one.copy()), not_null(other.copy())])

    def kept(tree: Expr) -> Expr:
        return when(both, tree.copy())

    spreads = exp.Mul(
        this=exp.StddevPop(this=kept(one)), expression=exp.StddevPop(this=kept(other))
    )
    return divided(exp.CovarPop(this=kept(one), expression=kept(other)), spreads)


def _within(fractions: Expr, tree: Expr) -> Expr:
    return exp.WithinGroup(
        this=exp.PercentileCont(this=fractions),
        expression=exp.Order(expressions=[exp.Ordered(this=tree)]),
    )


def ordered(
    tree: Expr, descending: bool, is_text: bool, dialect: str, *, present: bool = False
) -> Expr:
    """Return a key of an order: empties last either way, texts by their code points.

    `present` says that none is empty: BigQuery takes no NULLS LAST within a window.
    """
    if is_text and dialect == "postgres":
        tree = exp.Collate(this=tree, expression=exp.Identifier(this="C", quoted=True))
    first = present and dialect == "bigquery" and not descending
    return exp.Ordered(this=tree, desc=descending, nulls_first=first)


def table_alias(alias: str) -> exp.TableAlias:
    """Return a quoted name of a relation."""
    return exp.TableAlias(this=exp.Identifier(this=alias, quoted=True))


def from_table(table: str, alias: str = "") -> exp.From:
    """Return FROM a table under a name, or a stage of the statement."""
    found = exp.Table(this=exp.Identifier(this=table, quoted=True))
    if alias:
        found.set("alias", table_alias(alias))
    return exp.From(this=found)


def cte(alias: str, of: exp.Select) -> exp.CTE:
    """Return a SELECT under a name, for WITH."""
    return exp.CTE(this=of, alias=table_alias(alias))


def from_select(of: exp.Select, alias: str) -> exp.From:
    """Return FROM a SELECT in parentheses, under a name."""
    return exp.From(this=exp.Subquery(this=of, alias=table_alias(alias)))


def scalar(column: Expr, table: str) -> exp.Subquery:
    """Return what a column comes to in a stage of one row."""
    return exp.Subquery(this=select([column], from_table(table)))


def select(
    columns: Iterable[Expr], of: exp.From | None = None, where: Expr | None = None, *,
    order: Sequence[Expr] = (), limit: int | None = None, offset: int = 0,
    stages: Sequence[Expr] = (),
) -> exp.Select:  # fmt: skip
    """Return a SELECT; `stages` are those that stand before it, under their names."""
    found = exp.Select(expressions=list(columns))
    if of is not None:
        found.set("from_", of)
    if where is not None:
        found.set("where", exp.Where(this=where))
    if order:
        found.set("order", exp.Order(expressions=list(order)))
    if limit is not None:
        found.set("limit", exp.Limit(expression=number(limit)))
    if offset:
        found.set("offset", exp.Offset(expression=number(offset)))
    if stages:
        found.set("with_", exp.With(expressions=list(stages)))
    return found
