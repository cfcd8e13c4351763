"""The typed query: a frozen value that says what is computed of a table, and nothing of how.

It is made by the parser of words, by a language model, by a script or by hand; it is shown as
chips, edited by what is said next, and compiled to SQL. Nothing else reaches an engine. Columns go
by their names in the table's model; in JSON a plain string is a column.
"""

from typing import Annotated, Literal

from pydantic import Field, ValidationError

from app.domain.base import Value

Number = Annotated[float, Field(allow_inf_nan=False)]
Scalar = str | int | Number | bool
Aggregate = Literal[
    "count", "distinct", "sum", "mean", "median", "quantile", "stddev", "min", "max", "correlation",
]  # fmt: skip
Operator = Literal[
    "=", "!=", "<", "<=", ">", ">=", "in", "not in", "between", "contains", "starts", "ends",
    "empty", "not empty", "during",
]  # fmt: skip
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
Grain = Literal["year", "quarter", "month", "week", "day", "hour", "minute", "second"]
Cycle = Literal["quarter of year", "month of year", "day of month", "weekday", "hour of day"]
Function = Literal[
    "+", "-", "*", "/", "abs", "length", "year", "month", "day", "weekday", "seconds", "clock",
    "row",
    "after", "before", "part", "number", "next", "previous", "first",
]  # fmt: skip
Change = Literal["difference", "ratio", "growth"]
Shown = Literal[
    "auto", "text", "table", "bars", "line", "histogram", "scatter", "heat map", "dots", "none",
]  # fmt: skip

MEANT_OF_NUMBERS: tuple[Aggregate, ...] = (
    "sum", "mean", "median", "quantile", "stddev", "correlation",
)  # fmt: skip
WORDS: tuple[Function, ...] = ("after", "before")
PART: Function = "part"
CYCLES: dict[Function, Cycle] = {
    "month": "month of year", "day": "day of month", "weekday": "weekday",
}  # fmt: skip
"""The functions that tell a moment's place in a cycle."""
RECURRING: tuple[Function, ...] = (*CYCLES, "clock")
ACROSS: tuple[Function, ...] = ("next", "previous", "first")
WITHOUT_VALUE: tuple[Operator, ...] = ("empty", "not empty")
_DEEPEST = 16  # values within values of a query


class _Checked(Value):
    """A value that is checked once, when it is made; pydantic runs validators "after" it again
    wherever it becomes a part of another.
    """

    def model_post_init(self, _: object) -> None:
        """Raise ValueError for what does not hang together."""
        self._check()

    def _check(self) -> None:
        raise NotImplementedError


class Computed(_Checked):
    """What is worked out from columns and numbers, row by row.

    `+ - * /` take two operands (division by zero gives nothing), `abs`, `length` (of a text),
    `year`, `month`, `day` (of its month) and `weekday` (1 is Monday) of a moment, `clock` (of a
    moment: the seconds since its midnight) and `seconds` (of a length of time) one, `row` none: the
    row's place in the table, from 1.

    `after` and `before` are the word of a text that stands behind or before the first `said` in it,
    without quotes, brackets and commas round it, `number` the first number in a text, units behind
    it or not: `number` of `after` "took " is 12 of "it took 12ms". `part` is what stands at a
    `place` of a text that `said` cuts in parts: `part` 3 of "a,b,c" at "," is "c", as is -1, the
    last one. Nothing where there is none.

    `next` and `previous` look at other rows: the value of their operand in the nearest row behind
    or before this one that meets `where`, and `first` at its least in any such row. Rows stand in
    the order of that operand, equal ones in that of the table, as do all for a text: `previous` of
    `text` is that of the nearest row above. Of all rows, whatever a query keeps, those count that
    have the same in each column of `same`.
    """

    function: Function
    args: "tuple[Operand | Number | int, ...]" = ()
    said: str = Field(default="", max_length=200)
    place: int = 0
    where: "Condition | None" = None
    same: tuple[str, ...] = ()

    def _check(self) -> None:
        wanted = 0 if self.function == "row" else 2 if self.function in ("+", "-", "*", "/") else 1
        if len(self.args) != wanted:
            raise ValueError(f"{self.function} takes {wanted} operands")
        if (self.where is not None or self.same) and self.function not in ACROSS:
            raise ValueError("where and same go with next, previous and first")
        marked = self.said if self.function == PART else self.said.strip()
        if bool(marked) != (self.function in (*WORDS, PART)):
            raise ValueError("said goes with after, before and part, which need it")
        if bool(self.place) != (self.function == PART):
            raise ValueError("place goes with part, which needs it, from 1 or from -1")


Operand = str | Computed
"""The name of a column, or what is worked out from columns."""


class Span(_Checked):
    """A span of time, from `start` up to, not including, `end`; both ISO 8601, an open side None.

    Or, relative: `count` whole units that end `ago` units before the one of today (`ago` 0: up to
    and with the current one). "Last month" is 1 month with ago 1, "the last 30 days" 30 days with
    ago 0. Relative spans count from the day of the question, or from the table's own last moment
    where `anchor` is "data".
    """

    start: str | None = None
    end: str | None = None
    unit: Grain | None = None
    count: int = 1
    ago: int = 0
    anchor: Literal["today", "data"] = "today"

    def _check(self) -> None:
        absolute = self.start is not None or self.end is not None
        if absolute == (self.unit is not None):
            raise ValueError("a span has ends, or a unit that it counts")
        if self.count < 1:
            raise ValueError("count must be positive")


class Test(_Checked):
    """Rows whose operand compares so with values: one, two for `between` (both ends belong to
    it), any number for `in`, none for `empty`; `contains`, `starts` and `ends` ignore case.

    A moment is kept `during` a span. `than` compares with a figure of the whole table (after the
    query's other conditions are left aside) or, with `other`, with another operand of the row.
    """

    __test__ = False  # no test of pytest's

    column: Operand
    op: Operator = "="
    values: tuple[Scalar, ...] = ()
    span: Span | None = None
    other: Operand | None = None
    than: "Measure | None" = None

    def _check(self) -> None:
        given = [bool(self.values), self.span is not None, self.other is not None,
                 self.than is not None]  # fmt: skip
        if self.op in WITHOUT_VALUE:
            if any(given):
                raise ValueError(f"{self.op} takes no value")
        elif self.op == "during":
            if given != [False, True, False, False]:
                raise ValueError("during takes a span")
        elif given[1] or sum(given) != 1:
            raise ValueError("give values, other or than")
        elif self.values and self.op == "between" and len(self.values) != 2:
            raise ValueError("between takes two values")
        elif self.values and self.op not in ("between", "in", "not in") and len(self.values) != 1:
            raise ValueError(f"{self.op} takes one value")


class AllOf(Value):
    """Rows that meet each of the conditions."""

    all: "tuple[Condition, ...]"


class AnyOf(Value):
    """Rows that meet one of the conditions or more."""

    any: "tuple[Condition, ...]"


class Not(Value):
    """Rows that do not meet the condition; what is empty meets neither it nor its contrary."""

    negated: "Condition" = Field(alias="not")


Condition = Test | AllOf | AnyOf | Not


class Measure(_Checked):
    """One figure of a group of rows.

    `count` counts rows, or with `of` those where it is not empty. `correlation` is Pearson's r of
    `of` and `other`; `quantile` takes `q`, 0 … 1; `weight` weighs a mean (rows that are totals).
    Only rows of `where` count. `share` divides by the same figure: of the group's rows without
    `where` ("rows": a rate), or of all rows that the query keeps ("all": a share of the whole).
    `metric` names a metric of the model instead; it is resolved before anything is computed.
    `estimator` says that a rate of games won is fitted: `skill` is that between equal players.
    """

    aggregate: Aggregate = "count"
    of: Operand | None = None
    other: Operand | None = None
    q: Annotated[float, Field(ge=0, le=1)] | None = None
    weight: Operand | None = None
    where: Condition | None = None
    share: Literal["", "rows", "all"] = ""
    metric: str = ""
    estimator: Literal["", "skill"] = ""
    label: str = ""

    def _check(self) -> None:
        if self.metric:
            return
        if self.aggregate != "count" and self.of is None:
            raise ValueError(f"{self.aggregate} needs what it is of")
        if (self.aggregate == "correlation") != (self.other is not None):
            raise ValueError("other goes with correlation, and correlation with other")
        if (self.aggregate == "quantile") != (self.q is not None):
            raise ValueError("q goes with quantile, and quantile with q")
        if self.weight is not None and self.aggregate != "mean":
            raise ValueError("only a mean is weighed")
        if self.share == "rows" and self.where is None:
            raise ValueError("a rate needs the rows that it counts")
        if self.estimator and self.share != "rows":
            raise ValueError("only a rate is fitted")


class Group(_Checked):
    """Rows are told apart by an operand: its values, a moment's grain or place in a cycle, or
    bins of a number, each `width` wide, or about `bins` of them with round ends. The last bin may
    be `open`: that number and all greater ones stand in it together.
    """

    by: Operand
    grain: Grain | None = None
    cycle: Cycle | None = None
    bins: Annotated[int, Field(ge=1, le=1000)] | None = None
    width: Annotated[Number, Field(gt=0)] | None = None
    open: Number | None = None

    def _check(self) -> None:
        if self.open is not None and self.width is None:
            raise ValueError("an open bin goes with a width")
        ways = (self.grain, self.cycle, self.bins, self.width)
        if sum(way is not None for way in ways) > 1:
            raise ValueError("give one of grain, cycle, bins and width")


class Having(Value):
    """Groups whose measure, by its place in the query or by itself, compares so with a value; in a
    comparison in each of its cases.

    With `deviations` the value is how many standard deviations the figure may lie above the mean of
    the figures of all groups: `{"op": ">", "value": 3, "deviations": true}` are bursts.
    """

    measure: "int | Measure" = 0
    op: Comparison = ">="
    value: Number
    deviations: bool = False


class Order(_Checked):
    """Rows stand by a measure or a group, by its place, or (of rows themselves) by an operand.

    In a comparison a measure is that of `case`, or with `change` how it differs from the first.
    What is empty stands last either way. Ties are broken by the groups, so an order is total.
    """

    measure: int | None = None
    group: int | None = None
    column: Operand | None = None
    descending: bool = True
    case: Annotated[int, Field(ge=0)] = 1
    change: bool = False

    def _check(self) -> None:
        if sum(one is not None for one in (self.measure, self.group, self.column)) != 1:
            raise ValueError("an order is by a measure, a group or a column")


class Best(Value):
    """Within each value of one group, by its place, only the first so many rows are kept."""

    group: int
    limit: Annotated[int, Field(ge=1)] = 1


class Window(Value):
    """A further figure of each row, from a measure of the rows around it.

    `running` is its sum so far, `moving` its mean over the last `size` rows, `previous` what it is
    against the row `size` before it, `rank` its place by the measure (1 is the highest; equal
    figures share a place), `share` its part of the sum. Rows go along group `along`, each value of
    the other groups for itself.
    """

    kind: Literal["running", "moving", "previous", "rank", "share"]
    measure: int = 0
    along: int = 0
    size: Annotated[int, Field(ge=1)] = 1
    change: Change = "difference"


class Case(Value):
    """One side of a comparison: the rows of a condition, under a name."""

    label: str
    where: Condition


class Compare(Value):
    """The measures stand beside each other for two cases or more, the first being what the others
    are held against: by how much, or times what, or grown by what part of it the others differ.
    """

    cases: Annotated[tuple[Case, ...], Field(min_length=2)]
    change: Change = "difference"


class Query(_Checked):
    """What is computed: measures of groups of rows, or with `rows` the rows themselves.

    `table` is a table of the model, "" its main one. Rows of `where` are looked at. A query without
    measures counts, unless it shows rows: then `columns` (all, if none) are shown, each different
    row once where `distinct`. `having`, `order`, `limit` and `offset` come after that, and `per`
    keeps the best of each group; windows are worked out before rows are cut off.
    """

    table: str = ""
    measures: tuple[Measure, ...] = ()
    where: Condition | None = None
    groups: tuple[Group, ...] = ()
    having: tuple[Having, ...] = ()
    order: tuple[Order, ...] = ()
    limit: Annotated[int, Field(ge=1)] | None = None
    offset: Annotated[int, Field(ge=0)] = 0
    per: Best | None = None
    windows: tuple[Window, ...] = ()
    compare: Compare | None = None
    rows: bool = False
    columns: tuple[Operand, ...] = ()
    distinct: bool = False
    show: Shown = "auto"

    def _check(self) -> None:
        measures, groups = max(1, len(self.measures)), len(self.groups)
        if self.rows and (
            self.measures or self.groups or self.having or self.windows or self.compare or self.per
        ):
            raise ValueError("rows themselves have no measures, groups, windows or comparisons")
        if not self.rows and (self.columns or self.distinct):
            raise ValueError("columns and distinct go with rows")
        for one in self.order:
            if (one.column is not None) != self.rows:
                raise ValueError("rows are ordered by a column, groups by a measure or a group")
        places = [one.measure for one in self.order] + [one.measure for one in self.windows]
        places += [one.measure for one in self.having if isinstance(one.measure, int)]
        if any(place is not None and not 0 <= place < measures for place in places):
            raise ValueError("there is no measure at that place")
        along = [one.group for one in self.order] + [one.along for one in self.windows]
        along += [self.per.group] if self.per else []
        if any(place is not None and not 0 <= place < groups for place in along):
            raise ValueError("there is no group at that place")
        if _is_deep(self):
            raise ValueError(f"conditions and operands lie at most {_DEEPEST} deep in each other")


def why_no_query(error: ValidationError) -> str:
    """Return where a value is no query, or no edit, and why, in pydantic's words."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {said}" if where else said


def _is_deep(value: Value, left: int = _DEEPEST) -> bool:
    """Whether values lie deeper in each other than is left."""
    if not left:
        return True
    for field in filter(None, vars(value).values()):  # most of them are empty
        for one in field if isinstance(field, tuple) else (field,):
            if isinstance(one, Value) and _is_deep(one, left - 1):
                return True
    return False


for _value in (Computed, Test, AllOf, AnyOf, Not, Measure, Having, Case, Compare, Query):
    _value.model_rebuild(_types_namespace=globals())
