"""What constructions make of their parts; none of them knows a word of a language."""

import re
from collections.abc import Iterable
from typing import Any

from agents.data.grammar.chart import Parts
from agents.data.grammar.pieces import (
    DONE,
    SUBJECT,
    Conditioned,
    Counted,
    Grouped,
    Measured,
    Number,
    Piece,
    Ranked,
    plain,
)
from agents.data.grammar.scope import Scope, meant, scaled, test
from agents.data.language.names import BY_PART, ColumnOption, ValueOption
from agents.data.model.units import SECONDS
from agents.data.query.operands import contrary
from agents.data.query.query import AnyOf, Test

_HIGHER = {">": "<", "<": ">"}
_NAMED = 0.5  # a column that is so much farther fetched than another is not the one named
_BARE_TEXT = 1.0  # a text that is said to be in nothing is rather something else
_CALLED = 0.2  # what a column costs at most by its own words: against is no name of a rival
_OF_NUMBERS = ("mean", "median", "sum", "min", "max", "stddev", "quantile")
_VERSION = re.compile(r"v?\d+(\.\d+){1,2}")
_RATHER = -0.3  # what is said of a game is rather its figure than a word passed over
PLAIN = ("big", "high", "many", "popular", "often")
"""Scales that say no more than that something is most."""
_SIZES = ("big", "high")
_OWN = -0.1  # its size is meant before how many there are
_METRIC, _ROWS, _MANY = "metric", "rows", "many"  # what scales without a column are measured by


def number(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Number | None:
    """A number with its multiple: 1.5 million, 2만."""
    said: Number = parts["number"].value
    if "mult" in parts:
        return Number(plain(said.value * float(parts["mult"].value)), said.unit)
    if "unit" in parts:
        return _with_unit(said, parts["unit"].value)
    if "more" in parts:  # 2만 5천
        more: Number = parts["more"].value
        if said.value >= 10 * more.value > 0 and said.value % 1000 == 0 and not said.unit:
            return Number(said.value + more.value, more.unit)
    return None


def _with_unit(said: Number, unit: str) -> Number | None:
    if said.unit or said.place:
        return None
    if unit == "%":
        return Number(said.value, "%")
    if unit.startswith("tenth"):
        return Number(said.value * 10, "%")
    name, _, factor = unit.partition("*")
    return Number(plain(said.value * float(factor or 1)), name)


def compared(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """A column against a number: price over 100, 가격이 100 이상."""
    name = column_compared(scope, parts)
    if name is None:
        return None
    op = with_.get("op") or comparison(parts)
    if op is None:
        return None
    said: Number = parts["number"].value
    if "upto" in parts and not said.unit:
        said = said._replace(unit=parts["upto"].value.unit)
    value = scaled(scope, name, said)
    if scope.column(name).kind == "moment" and scope.column(name).stored != "number":
        return None
    if "upto" in parts:
        values = tuple(sorted((value, scaled(scope, name, parts["upto"].value))))
        if _are_years(scope, name, values):
            return None
        return Conditioned(Test(column=name, op="between", values=values), name)
    if scope.is_place(name) and op in _HIGHER:  # higher than 3rd is a smaller number
        op = _HIGHER[op]
    return Conditioned(Test(column=name, op=op, values=(value,)), name)


def column_compared(scope: Scope, parts: Parts) -> str | None:
    """Return the column that is compared: one that was named, else that of a scale or a unit."""
    options: Iterable[ColumnOption]
    if "column" in parts:
        options = parts["column"].columns
    elif adjective := parts.get("adj_more") or parts.get("adj"):
        options = scope.of_scale(adjective.value.rstrip("+-"))
    else:
        unit = parts["number"].value.unit or parts.get("upto", parts["number"]).value.unit
        options = scope.of_unit(unit) or scope.of_scale(unit)
    return scope.pick(options, scope.measured, only=True)


def _are_years(scope: Scope, name: str, values: tuple[float | int, ...]) -> bool:
    """Whether numbers are years, being more than a column has: sales from 2023 to 2024."""
    high = scope.column(name).high
    beyond = isinstance(high, int | float) and high < min(values)
    return beyond and scope.time is not None and all(map(scope.is_year, values))


def comparison(parts: Parts) -> Any:
    """Return how words compare: more than, at least, higher."""
    if "cmp" in parts:
        return parts["cmp"].value
    if adjective := parts.get("adj_more") or parts.get("adj"):
        return ">" if adjective.value.endswith("+") else "<"
    if "more" in parts:
        return ">" if parts["more"].value == "+" else "<"
    return None


def equals(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """A column that has a number: round 5, 3 wins."""
    said: Number = parts["number"].value
    for option in parts["column"].columns:
        column = scope.column(option.column)
        if scope.numeric(column) or (column.kind == "moment" and column.stored == "number"):
            value = scaled(scope, option.column, said)
            if not column.may_hold(value):
                continue  # the profit before 2010; minute 30, where none lasted so short
            return Conditioned(Test(column=option.column, op="=", values=(value,)), option.column)
        text = str(said.value)
        many = said.unit == "x" or parts["number"].start < parts["column"].start  # three of them
        if text in column.values and not many:
            return Conditioned(Test(column=option.column, op="=", values=(text,)), option.column)
    return None


def placed(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """Rows that have a place: in first place, 2위."""
    if "column" in parts:
        columns = [one.column for one in parts["column"].columns]
    else:
        columns = [one.name for one in scope.table.columns]
    name = next((one for one in columns if scope.is_place(one)
                 and scope.numeric(scope.column(one))), None)  # fmt: skip
    if "number" in parts:
        place = parts["number"].value.value
    else:
        place = int(parts["ord"].value) if "ord" in parts else 1
    if name is None or scope.table.metric:
        return None
    return Conditioned(Test(column=name, op="=", values=(place,)), name)


def column_value(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """A value that is said with its column: country Korea, gold medal."""
    told = parts["column"].columns
    named = {option.column for option in told if option.cost <= told[0].cost + _NAMED}
    options = parts["value"].values
    follows = parts["value"].start < parts["column"].start and told[0].cost > _CALLED
    faced = () if follows else tuple(filter(None, map(scope.faced, options)))  # opponent Zerg
    kept = tuple(option for option in (*options, *faced) if option.column in named)
    if not kept:
        return None
    return Piece("value", kept, 0, 0, -0.3)


def compound(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """Two words for one column: 여성 비율, the normal maximum, opponent rank."""
    one, two = ({o.column: o.cost for o in parts[key].columns} for key in ("one", "two"))
    both = [ColumnOption(name, min(one[name], two[name])) for name in one if name in two]
    if not both or one.keys() == two.keys():
        return None
    return Piece("column", tuple(sorted(both, key=lambda option: option.cost)), 0, 0, -0.3)


def listed(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """Values of one column, with and, or, a comma between them."""
    one, two = parts["value"].values, parts["more"].values
    found = []
    for option in one:
        for other in two:
            if option.column == other.column and "contains" not in (option.op, other.op):
                values = tuple(dict.fromkeys((*option.values, *other.values)))
                if len(values) > 1:
                    found.append(ValueOption(option.column, "in", values, option.cost + other.cost))
    return Piece("value", tuple(found), 0, 0, -0.2, head=2) if found else None


def negated(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """What is left out: except Korea, not over 100, without mirrors."""
    if "column" in parts:  # rows that a column of yes and no is not true of
        name = parts["column"].columns[0].column
        if (flag := scope.flag(name)) is not None:
            return Conditioned(scope.denied(flag), name, True)
        undone = Conditioned(Test(column=name, op="empty"), name, True)
        return undone if scope.table.is_open(name) else None
    if "value" in parts:
        option = parts["value"].values[0]
        return Conditioned(contrary(test(option)), option.column)
    said: Conditioned = parts["condition"].value
    if said.negated or (said.held and parts["not"].value):  # 찾지 못한 is no row without the word
        return None
    return Conditioned(contrary(said.condition), said.column, True)


def emptiness(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """Rows that have nothing in a column, or something."""
    name = parts["column"].columns[0].column
    op = with_.get("op", "empty")
    own = scope.column(name)
    if scope.numeric(own) and not own.empty and own.low == 0:  # no wins: none of them
        return Conditioned(Test(column=name, op="=" if op == "empty" else ">", values=(0,)), name)
    if (flag := scope.flag(name)) is not None:  # without a discount: where there was none
        return Conditioned(flag if op == "not empty" else scope.denied(flag), name)
    return Conditioned(Test(column=name, op=op), name)


def textual(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | Piece | None:
    """Rows that have a text within a column, or in what they are called by."""
    options = parts["column"].columns if "column" in parts else ()
    name = scope.pick(options, scope.tells_apart, only=True)
    called = scope.table.calling
    if name is None and called is not None and ("contains" in parts or called.kind == "text"):
        name = called.name
    if name is None:
        return None
    found = Conditioned(Test(column=name, op=with_["op"], values=(parts["text"].value,)), name)
    return found if "contains" in parts else Piece("condition", found, 0, 0, _BARE_TEXT)


def either(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """One of two conditions, or both."""
    one, two = meant(scope, parts["one"]), meant(scope, parts["two"])
    if one is None or two is None:
        return None
    return Conditioned(AnyOf(any=(one, two)))


def measured(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Measured | Piece | None:
    """A figure of a column: average price, 가격 평균; what a game has on average: goals per
    game."""
    options = parts["column"].columns
    if "noun" in parts:
        return _of_one_game(scope, options)
    aggregate = with_.get("aggregate") or parts["agg"].value
    if aggregate == "correlation":
        return None
    if aggregate == "distinct":
        return Measured("distinct", options)
    suits = scope.measured if aggregate in ("min", "max") else scope.numeric
    numbers = scope.fitting(options, suits)
    if not numbers:
        return None
    if aggregate == "sum":  # of what a word may mean, rather what can be added up
        near = [one for one in numbers if one.cost <= numbers[0].cost + _NAMED]
        numbers = (*sorted(near, key=lambda one: scope.column(one.column).adds != "sum"),)
    if aggregate.startswith("quantile"):
        aggregate, _, said = aggregate.partition("_")
        return Measured(aggregate, numbers, q=float(said) / 100)
    return Measured(aggregate, numbers)


def coordinated(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Measured, ...] | None:
    """One figure of several columns: average age and salary."""
    more = parts["column"]
    before = parts.get("measures") or parts["measure"]
    said = before.value if before.type == "measures" else (before.value,)
    suits = scope.measured if said[0].aggregate in ("min", "max") else scope.numeric
    own = (said[0].aggregate in _OF_NUMBERS and suits(scope.column(more.columns[0].column))
           and more.columns[0] not in [one.columns[0] for one in said])  # fmt: skip
    if not own:
        return None
    measured = said[0]._replace(columns=scope.fitting(more.columns, suits))
    return (measured, *said) if more.start < before.start else (*said, measured)


def _of_one_game(scope: Scope, options: tuple[ColumnOption, ...]) -> Piece | None:
    adding = scope.fitting(options, lambda one: scope.numeric(one) and one.adds == "sum")
    if not adding or not scope.table.metric:
        return None
    return Piece("measure", Measured("mean", adding), 0, 0, _RATHER)


def correlated(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Measured | None:
    """How two columns go together."""
    one, two = (scope.fitting(parts[key].columns, scope.numeric) for key in ("one", "two"))
    if not one or not two or one[0].column == two[0].column:
        return None
    return Measured("correlation", one, two)


def counted(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Counted | None:
    """Groups of so many rows, or whose figure compares so: more than 10 orders."""
    op = with_.get("op") or comparison(parts)
    op = ">=" if "least" in parts else "<=" if "most" in parts else op  # a minimum of 50 games
    measure: Measured | None = parts["measure"].value if "measure" in parts else None
    if "column" in parts:
        percent = any(parts[one].value.unit == "%" for one in ("number", "upto") if one in parts)
        found = _things(scope, parts["column"].columns, percent=percent)
        if found is None:
            return None
        measure = None if found == Measured("count") else found
    if "of" in parts:  # so many rows of a value, where rows are what happened: 10 errors
        if not scope.table.order:
            return None
        measure = Measured("count", where=meant(scope, parts["of"]))
    said: Number = parts["number"].value
    if op is None or (measure is None and said.unit not in ("", "x") and "bare" not in with_):
        return None  # more than 20 minutes is no number of rows
    ends = sorted(_threshold(scope, parts[one].value, measure)
                  for one in ("number", "upto") if one in parts)  # fmt: skip
    return Counted(op, ends[0], measure, ends[-1] if "upto" in parts else None, said=said)


def _things(scope: Scope, options: tuple[ColumnOption, ...], *, percent: bool) -> Measured | None:
    """What so many of a column are: rows that it is true of (20 wins), or that it calls by their
    name (50 beers)."""
    own = scope.column(options[0].column)
    if (flag := scope.flag(own.name)) is not None:
        return _rate_of(scope, own.name) if percent else Measured("count", where=flag)
    if percent or not scope.tells_apart(own):
        return None
    return Measured("count") if scope.table.calls_rows(own.name) else None


def _threshold(scope: Scope, said: Number, measure: Measured | None) -> float:
    if measure is not None and (measure.metric or measure.share):
        return said.value / 100 if said.unit == "%" or said.value > 1 else said.value
    if measure is not None and measure.columns:
        return scaled(scope, measure.columns[0].column, said)
    return said.value


def ratio(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Measured | None:
    """What one number comes to for each of another: cost per kWh. One of fewer than `many` values
    rather tells rows apart."""
    one, other = (scope.fitting(parts[key].columns, lambda o: scope.numeric(o) and o.adds == "sum")
                  for key in ("column", "other"))  # fmt: skip
    if not one or not other or one[0].column == other[0].column or other[0].cost >= BY_PART:
        return None
    many = scope.column(other[0].column).distinct > with_["many"]
    return Measured("mean", one, other) if many else None


def rate(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Measured | None:
    """How many of all rows a column of yes and no is true of (return rate), or have a value (cache
    hit ratio), unless it is a figure of games."""
    if "of" in parts:
        where = meant(scope, parts["of"]) if not scope.table.metric else None
        return Measured("count", where=where, share="rows") if where is not None else None
    found = (_rate_of(scope, option.column) for option in parts["column"].columns)
    return next((one for one in found if one is not None), None)


def _rate_of(scope: Scope, column: str) -> Measured | None:
    condition = scope.flag(column)
    if condition is None:
        return None
    if scope.table.metric and scope.column(column).role == "won":
        return Measured("metric", metric=scope.table.metric)
    return Measured("count", where=condition, share="rows")


def instead(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """What stands in the place of another: not Zerg, Terran; the median instead of the mean."""
    if "one" not in parts:
        return Piece("value", parts["two"].values, 0, 0, -0.3)
    if parts["one"].type == "agg":
        return Piece("agg", parts["two"].value, 0, 0, -0.2)
    left = {option.column for option in parts["one"].values}
    kept = tuple(option for option in parts["two"].values if option.column in left)
    return Piece("value", kept, 0, 0, -0.2, head=2) if kept else None


def ranked(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Ranked | Piece | None:
    """The most of something: highest price, 가격이 가장 높은, the oldest."""
    limit = limited(scope, parts, {}) if "number" in parts else None
    if "number" in parts and limit is None:
        return None
    descending, scale = True, ""
    if adjective := parts.get("adj_most") or parts.get("adj"):
        scale, descending = adjective.value.rstrip("+-"), adjective.value[-1:] != "-"
    if "most" in parts and parts["most"].value == "-":
        descending = not descending
    if "agg" in parts and parts["agg"].value == "min":
        descending = False
    if "way" in parts:
        descending = parts["way"].value == "+"
    options: tuple[ColumnOption, ...] = ()
    called = "noun" in parts or ("column" in parts and parts["column"].rule == SUBJECT)
    if "most_many" in parts or ("many" in parts and called and "column" in parts):
        fewest = "most_many" in parts and parts["most_many"].value == "-"
        count = Ranked(descending and not fewest, often=True)  # the highest number of sales
        return Piece("rank", count, 0, 0, _OWN) if called else None
    flag = scope.flag(parts["column"].columns[0].column) if "column" in parts else None
    if flag is not None:
        pass  # the most wins: rows that it is true of
    elif "column" in parts and with_.get("count"):  # the most films: rows, if those are called so
        name = scope.table.calling
        named = [one.column for one in parts["column"].columns]
        if name is None or scope.table.metric or name.name not in named:
            return None
    elif "column" in parts:
        told = parts["column"].columns
        near = (one for one in told if one.cost <= told[0].cost + _NAMED)
        options = scope.fitting(near, scope.measured)
        if not options or (not scale and scope.column(options[0].column).kind == "moment"):
            return None
    if scale and options:
        fitting = {one.column for one in scope.of_scale(scale)}
        options = tuple(one for one in options if one.column in fitting or scope.numeric(
            scope.column(one.column)))  # fmt: skip
    if scale and not options and flag is None:
        if "column" in parts and not with_.get("count"):
            return None
        options = tuple(scope.of_scale(scale))
        if not options and scale in _SIZES and scope.worth is not None:
            options = (ColumnOption(scope.worth.name, 0.0),)
    often = bool(with_.get("count")) or (scale == "often" and not options)
    if _METRIC in scope.scales.get(scale, ()) and "column" not in parts and scope.table.metric:
        return Ranked(descending, (), Measured("metric", metric=scope.table.metric), limit=limit)
    often = often or (not options and _ROWS in scope.scales.get(scale, ()))
    if scale == _MANY and not options and "measure" not in parts and scope.table.metric:
        often = True  # played by many, not won at a high rate
    if scale not in scope.scales or (scale in PLAIN and "column" in parts):
        scale = ""  # many, high: of whatever is said
    measure = parts["measure"].value if "measure" in parts else None
    if "noun" in parts and "adj_most" in parts:  # the largest order: what it comes to
        size = Ranked(descending, options, scale=scale)
        return Piece("rank", size, 0, 0, _OWN) if options and scale in _SIZES else None
    if flag is not None:
        rate = _rate_of(scope, parts["column"].columns[0].column) if scale == "good" else None
        measure = rate or Measured("count", where=flag)
    return Ranked(descending, options, measure, often, limit, scale)


def grouped(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Grouped, ...] | None:
    """Told apart by a column or by a grain of time, or by one more: per country, 월별."""
    before: tuple[Grouped, ...] = parts["group"].value if "group" in parts else ()
    other = parts.get("column") or parts.get("cycle") or parts["grain"]
    foremost = bool(before) and other.start < parts["group"].start
    if "column" in parts:
        options = parts["column"].columns
        column = scope.column(options[0].column)
        if parts["column"].rule == DONE:  # per order: of each row
            return None
        apart = "each" in parts and parts["each"].value and column.kind == "yes_no"
        if apart or column.role == "event":  # how many each won; top three by failed logins
            return None
        if before and scope.numeric(column) and (foremost or column.adds == "sum"):
            return None  # by region and total pieces
        width = parts["number"].value.value if "number" in parts else None
        grain = next((str(part.value) for part in parts["column"].parts
                      if part.type == "grain" and column.kind == "moment"), "")  # fmt: skip
        one = Grouped(options, grain, width=width)
    elif scope.time is None:
        return None
    elif "cycle" in parts:
        one = Grouped(cycle=parts["cycle"].value)
    else:
        one = Grouped(grain=parts["grain"].value)
    return (one, *before) if foremost else (*before, one)


def limited(scope: Scope, parts: Parts, with_: dict[str, Any]) -> int | None:
    """So many of them: top 5, first 10 rows; the last 503 is one."""
    value = parts["number"].value.value
    if _is_value(scope, value) or parts["number"].value.unit in SECONDS:
        return None
    fits = isinstance(value, int) and 1 <= value <= 1000 and not scope.is_year(value)
    return value if fits else None


def _is_value(scope: Scope, value: float) -> bool:
    """Whether a number is a value of what happened, and no number of things: 503."""
    return bool(scope.table.order) and any(str(value) in one.values for one in scope.names.heard)


def united(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Piece | None:
    """The column whose numbers have a unit: how many seconds; of several it is asked which."""
    unit = parts["unit"].value
    found = scope.in_unit(unit) if unit in SECONDS else []
    if not found or ("many" not in parts and scope.column(found[0].column).unit != unit):
        return None  # which hour is no length
    cost = 0.0 if len(found) == 1 else BY_PART
    return Piece("column", tuple(one._replace(cost=cost) for one in found), 0, 0, cost)


def apposed(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """What is called by a name, that rows hold: the server primary/DB1."""
    said: Conditioned = parts["condition"].value
    return said if said.name else None


def kept(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """A piece as it is, under another type or with another value."""
    if "is" in with_:
        return with_["is"]
    return parts[with_["of"]].value if "of" in with_ else next(iter(parts.values())).value


def percentile(scope: Scope, parts: Parts, with_: dict[str, Any]) -> str | None:
    """A percentile by its number: the 95th, p99."""
    part = parts.get("number") or parts["ord"]
    said = part.value.value if part.type == "number" else int(part.value)
    return f"quantile_{said}" if 0 < said < 100 else None


def recent(scope: Scope, parts: Parts, with_: dict[str, Any]) -> str:
    """The last so many answers, put together, or (below 0) the first; all without a number."""
    first = "first" in parts and parts["first"].value == "+"
    return (
        f"summary:{'-' if first else ''}{parts['number'].value.value if 'number' in parts else 0}"
    )


def itself(scope: Scope, parts: Parts, with_: dict[str, Any]) -> str | None:
    """What writes rows that are texts, of which it says nothing: the server, 서버가; unless several
    of its kind do."""
    table, kind = scope.table, parts["writer"].value
    several = table.has(kind) and table.column(kind).distinct > 1
    return "" if table.texts and not several else None


def exemplified(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """A column, of which some values are said to show what it is: by method (GET, POST etc.)."""
    own = {one.column for one in parts["value"].values}
    return scope.fitting(parts["column"].columns, lambda one: one.name in own) or None


def pointed(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """What was spoken of: that country; that year."""
    if "column" in parts:  # that recommend: whoever does
        told = parts["column"].columns
        return None if scope.flag(told[0].column) is not None else told
    return Piece("dated", parts["grain"].value, 0, 0, _RATHER)


def every(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Piece | None:
    """All of a kind that tells rows apart, or all rows: in all cities, every order."""
    of = parts["of"]
    told = of.type != "column" or not scope.numeric(scope.column(of.columns[0].column))
    return of._replace(cost=0.0) if told and not of.rule else None


def about(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Piece]:
    """What a piece speaks of, as it is: the year, in "without the year"."""
    return (parts["of"],)


def spanned(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """Values from one on, whose order nobody knows: after patch 14.2."""
    told = parts["value"].values[0]
    version = told.op == "=" and _VERSION.fullmatch(str(told.values[0]))
    return parts["value"].values if version else None
