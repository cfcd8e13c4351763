"""A plain sentence for every query and every problem, in three languages.

Names and values stand in it as they are: who shows it escapes it.
"""

from collections.abc import Sequence
from datetime import timedelta

from agents.answering.sentences import fill, quoted
from agents.answering.text.language import Language, brief_time, integer
from agents.data.model.schema import Metric, Table, TableModel
from agents.data.query.checking import QueryProblem
from agents.data.query.operands import (
    conjuncts,
    joined,
    measured,
    tests_of,
    typed,
    yes_no,
)
from agents.data.query.query import (
    ACROSS,
    CYCLES,
    AllOf,
    AnyOf,
    Case,
    Computed,
    Condition,
    Group,
    Having,
    Measure,
    Operand,
    Order,
    Query,
    Scalar,
    Span,
    Test,
    Window,
)
from agents.data.query.sequences import followed, new
from agents.data.query.spans import covered, days_of, days_said, place_said
from agents.data.query.totals import apart, sums_apart

_MOST_NAMED = 6  # columns; rows with more are just called rows
_FLAGS = ("won", "lost", "drawn", "mirror")
_PACKAGE = "agents.data.query"
_OF_TIME = ("not_moment", "too_fine")
_OF_COLUMNS = ("not_moment", "not_number")


def sentence(query: Query, model: TableModel, language: Language) -> str:
    """Return what a query asks for, in a phrase without an end: "mean price by category, 2023".

    Raises KeyError for a table or a column that is not there.
    """
    return speaker_of(query, model, language).query(query)


def speaker_of(query: Query, model: TableModel, language: Language) -> "Speaker":
    """Return who says the parts of a query; raises KeyError for a table that is not there."""
    table = model.queried(query.table)
    return Speaker(table, language, model.metrics_of(table))


def problem_sentence(problem: QueryProblem, model: TableModel, language: Language) -> str:
    """Return a problem as a sentence, with what is near."""
    speaker = Speaker(model.queried(), language)
    said = speaker.say(
        f"problem_{problem.key}",
        what=speaker.word(problem.what) if problem.key in _OF_TIME else problem.what,
        column=speaker.operand(problem.column) if problem.column else "",
    )
    if not problem.near:
        return said
    near = speaker.say("list_comma").join(speaker.near(one, problem) for one in problem.near)
    return speaker.say("problem_near", problem=said, near=near)


class Speaker:
    """Says the parts of a query over one table in a language; measures that are metrics of it go
    by their words. Owns nothing."""

    def __init__(self, table: Table, language: Language, metrics: Sequence[Metric] = ()) -> None:
        self._table = table
        self._language = language
        self._metrics = metrics

    def say(self, key: str, **values: object) -> str:
        """Fill a sentence of this package in."""
        return fill(_PACKAGE, self._language, key, values)

    def word(self, what: str) -> str:
        """A grain or a cycle in the language's own word; "during" and the like as they are."""
        for prefix in ("grain_", "cycle_"):
            try:
                return self.say(prefix + what)
            except KeyError:
                continue
        return what

    def near(self, what: str, problem: QueryProblem) -> str:
        """What could be meant instead: a grain, a figure, a column or a value."""
        if problem.key == "too_fine":
            return self.word(what)
        if problem.key in ("not_added", "running"):
            return self.say(f"near_{what}")
        return self.operand(what) if problem.key in _OF_COLUMNS else what

    def query(self, query: Query) -> str:
        """Return the phrase of a whole query."""
        limit = self._limit(query)
        where = self.spoken(told) if (told := self.told(query.where)) is not None else ""
        order = [self.order(one, query) for one in query.order]
        if query.rows:
            few = self._few_rows(query)
            return self._whole(
                "whole_rows", figures=self.rows(query, few), where=self._part(where, before=True),
                order="" if few else self._parts(order), limit="" if few else self._part(limit),
            )  # fmt: skip
        groups = self._listed([self.group(one) for one in query.groups])
        per = ""
        if query.per is not None:
            group = self.group(query.groups[query.per.group])
            per = self.say("per", limit=self.count(query.per.limit), group=group)
        return self._whole(
            "whole",
            figures=self._listed([self.measure(one) for one in measured(query)]),
            groups=self.say("groups", list=groups) if groups else "",
            compare=self._part(self._compare(query), before=True),
            where=self._part(where, before=True),
            having=self._parts([self.having(one, query) for one in query.having]),
            windows=self._parts([self.window(one, query) for one in query.windows]),
            order=self._parts(order), per=self._part(per), limit=self._part(limit),
        )  # fmt: skip

    def _whole(self, key: str, **parts: str) -> str:
        return self.say(key, **parts).strip(", ")

    def _part(self, part: str, *, before: bool = False) -> str:
        """A part beside the figures; some languages put some of them before."""
        if not part:
            return ""
        if before:
            try:
                return self.say("part_before", part=part)
            except KeyError:
                pass
        return self.say("part", part=part)

    def _parts(self, parts: Sequence[str]) -> str:
        return "".join(self._part(one) for one in parts)

    def _listed(self, items: Sequence[str], key: str = "list_and") -> str:
        if len(items) < 2:
            return "".join(items)
        first = self.say("list_comma").join(items[:-1])
        return self.say(key, first=first, last=items[-1])

    def noun(self) -> str:
        """Return what a row of the table is called."""
        words = self._table.noun.get(self._language) or self._table.noun.get("")
        return words.label if words is not None and words.label else self.say("noun")

    def measure(self, measure: Measure) -> str:
        """Return what a measure is called."""
        if measure.label:
            return measure.label
        if measure.estimator:
            bare = measure.model_copy(update={"estimator": ""})
            return self.say(measure.estimator, measure=self.measure(bare))
        if self._metrics or measure.metric:
            from agents.data.query.metrics import metric_of

            metric = metric_of(measure, self._metrics, self._table)
            words = metric.words if metric is not None else {}
            named = words.get(self._language) or words.get("")
            label = named.label if metric is not None and named is not None else ""
            if measure.metric:
                return self._of_rows(label or measure.metric.replace("_", " "), measure.where)
            if label:
                return label
        said = self._bare_measure(measure)
        of = measure.of
        if isinstance(of, Computed) and of.function == "/" and of.args[1] == measure.weight:
            said = self.operand(of)  # what the one comes to for all of the other
        elif measure.weight is not None:
            said = self.say("weighted", measure=said, weight=self.operand(measure.weight))
        if measure.share == "rows":
            where = self.spoken(measure.where) if measure.where is not None else ""
            if measure.aggregate == "count" and measure.of is None:
                return self.say("rate", noun=self.noun(), where=where)
            return self.say("rate_of", measure=said, where=where)
        said = self._of_rows(said, measure.where)
        return self.say("share", measure=said) if measure.share == "all" else said

    def _of_rows(self, measure: str, where: Condition | None) -> str:
        said = self.spoken(where) if where is not None else ""
        return self.say("measure_where", measure=measure, where=said) if said else measure

    def _bare_measure(self, measure: Measure) -> str:
        if measure.of is None:
            return self.say("count", noun=self.noun())
        of, key = self.operand(measure.of), measure.aggregate
        if key == "count":
            return self.say("count_of", noun=self.noun(), of=of)
        if key == "correlation":
            assert measure.other is not None
            return self.say("correlation", of=of, other=self.operand(measure.other))
        if key == "quantile":
            assert measure.q is not None
            return self.say("quantile", of=of, q=self.number(measure.q * 100) + "%")
        if key in ("min", "max") and typed(measure.of, self._table).type == "moment":
            return self.say(f"{key}_moment", of=of)
        return self.say(key, of=of)

    def operand(self, operand: Operand | float | int) -> str:
        """Return what a column is called, or what is worked out from columns."""
        if isinstance(operand, str):
            if self._table.has(operand):
                return self._table.column(operand).label_in(self._language)
            return operand
        if isinstance(operand, Computed):
            if is_clock(operand) and operand.args == (self._table.time,):
                return self.say("clock")
            parts = [self.operand(one) for one in operand.args]
            names = dict(zip(("one", "other"), parts, strict=False))
            across = any(isinstance(one, Computed) and one.function in ACROSS
                          for one in operand.args)  # fmt: skip
            kinds = [typed(one, self._table).type for one in operand.args]
            length = operand.function == "-" and (across or kinds == ["moment", "moment"])
            said = self.say(
                "elapsed" if length else f"function_{operand.function}",
                said=operand.said.strip() or operand.said, place=operand.place, **names,
            )  # fmt: skip
            where = self.spoken(told) if (told := self.told(operand.where)) is not None else ""
            said = self.say("measure_where", measure=said, where=where) if where else said
            return self._alike(said, operand.same)
        return self.number(operand)

    def group(self, group: Group) -> str:
        """Return what a group is called."""
        column = self.operand(group.by)
        if group.grain is not None or group.cycle is not None:
            word = self.say(f"grain_{group.grain}" if group.grain else f"cycle_{group.cycle}")
            if group.by == self._table.time:
                return self.say("grain", grain=word)
            return self.say("grain_of", grain=word, column=column)
        if group.bins is not None:
            return self.say("bins", column=column, bins=self.count(group.bins))
        if group.width is not None:
            width = self.value(group.width, group.by)
            if group.open is None:
                return self.say("width", column=column, width=width)
            value = self.value(group.open, group.by)
            return self.say("width_open", column=column, width=width, open=value)
        return column

    def spoken(self, condition: Condition, *, within: bool = False) -> str:
        """Return a condition; `within` another one its alternatives stand in brackets."""
        match condition:
            case Test():
                return self.test(condition)
            case AllOf(all=parts):
                said = self._listed([self.spoken(one, within=True) for one in parts])
                said = said or self.say("everything")
            case AnyOf(any=parts):
                said = self._listed([self.spoken(one, within=True) for one in parts], "list_or")
                said = said or self.say("nothing")
            case _:
                return self.say("not", condition=self.spoken(condition.negated))
        return self.say("in_brackets", condition=said) if within and len(parts) > 1 else said

    def told(self, condition: Condition | None) -> Condition | None:
        """Return a condition without the parts that only count each game, or all rows, once."""
        aside = [apart(one) for one in sums_apart(condition, self._table)]
        kept = (
            one for one in conjuncts(condition) if one not in aside and not self._counts_once(one)
        )
        return joined(tuple(kept))

    def _counts_once(self, condition: Condition) -> bool:
        columns = [one.column for one in tests_of(condition)]
        known = (one for one in columns if isinstance(one, str) and self._table.has(one))
        return any(self._table.column(one).role == "first" for one in known)

    def _alike(self, said: str, same: Sequence[str]) -> str:
        """What is said of other rows, with what those have alike."""
        if not same:
            return said
        return self.say("same", what=said, columns=self._listed([self.operand(o) for o in same]))

    def _around(self, test: Test) -> str | None:
        """What stands around a row in time."""
        if (found := new(test)) is not None:
            column, span = self.operand(found.column), self.span(found.span)
            return self.say("new", column=column, span=span)
        if (near := followed(test)) is None or near.time != self._table.time:
            return None
        key = "preceded" if near.before else "followed"
        said = self.say(key, condition=self.spoken(near.by, within=True))
        if near.within is not None:
            said = self.say("within", what=said, time=brief_time(near.within, self._language))
        return self._alike(said, near.same)

    def test(self, test: Test) -> str:
        """Return one test of a condition."""
        if (told := self._flag(test) or self._around(test)) is not None:
            return told
        column = self.operand(test.column)
        if test.span is not None:
            span = self.span(test.span)
            if test.column == self._table.time:
                return span
            return self.say("test_during", column=column, span=span)
        if test.op == "=" and test.values and test.column == self._table.time:
            return str(test.values[0])
        if test.op == "between" and test.values:
            key, ends = "test_between", test.values
            if is_clock(test.column):  # whole seconds, the last of them in it
                key, ends = "clock_between", (ends[0], int(ends[1]) + 1)
            first, last = (self.value(one, test.column) for one in ends)
            return self.say(key, column=column, value=first, other=last)
        if test.other is not None:
            value = self.operand(test.other)
        elif test.than is not None:
            value = self.say("figure_of_all", measure=self.measure(test.than))
        else:
            values = [self.value(one, test.column) for one in test.values]
            value = self._listed(values, "list_or")
        return self.say(f"test_{test.op}", column=column, value=value)

    def _flag(self, test: Test) -> str | None:
        """What a column tells by its role alone: games won, mirrors left out."""
        if not isinstance(test.column, str) or not test.values or test.op not in ("=", "!="):
            return None
        column = self._table.column(test.column)
        said = yes_no(test.values[0], column)
        if said is None:
            return None
        if column.role == "event":
            label = column.label_in(self._language)
            return label if said == (test.op == "=") else self.say("event_no", event=label)
        if column.role not in _FLAGS or column.kind != "yes_no":
            return None
        return self.say(f"flag_{column.role}_{'yes' if said == (test.op == '=') else 'no'}")

    def span(self, span: Span) -> str:
        """Return a span of time."""
        if span.unit is None:
            return self._ends(span)
        units = self.say(f"units_{span.unit}")
        count, ago = self.count(span.count), self.count(span.ago)
        if span.count == 1 and span.ago in (0, 1):
            said = self.say(f"span_{'last' if span.ago else 'this'}_{span.unit}")
        elif span.ago == 0:
            said = self.say("span_count", count=count, units=units)
        else:
            said = self.say("span_ago", count=count, ago=ago, units=units)
        return self.say("span_of_data", span=said) if span.anchor == "data" else said

    def _ends(self, span: Span) -> str:
        """A span between days: its last day, for the end itself no longer belongs to it."""
        if span.start is None:
            return self.say("span_before", end=span.end)
        if span.end is None:
            return self.say("span_from", start=span.start)
        start, end = covered(span.start), covered(span.end)
        assert start.start is not None and end.start is not None
        whole_days = not any(
            (one.hour, one.minute, one.second) != (0, 0, 0) for one in (start.start, end.start)
        )
        first, last = start.start.date(), (end.start - timedelta(days=1)).date()
        if not whole_days:
            return self.say("span_between", start=span.start, end=span.end)
        return days_said(first, last, self._language)

    def having(self, having: Having, query: Query) -> str:
        """Return a threshold of groups."""
        measure = (
            having.measure if isinstance(having.measure, Measure)
            else measured(query)[having.measure]
        )  # fmt: skip
        value = self.figure(having.value, measure)
        if having.deviations:
            value = self.say("deviations", value=self.number(having.value))
        alone = having.measure == 0 and len(measured(query)) == 1
        said = "" if alone else self.measure(measure)
        return self.say(f"having_{having.op}", measure=said, value=value).strip()

    def order(self, order: Order, query: Query) -> str:
        """Return an order of rows."""
        kind, what = "number", ""
        if order.measure is not None:
            measure = measured(query)[order.measure]
            if order.change or len(measured(query)) > 1:
                what = self.measure(measure)
            if order.change:
                what = self.say("order_change", what=what)
            if measure.aggregate in ("min", "max") and measure.of is not None:
                kind = self._order_kind(measure.of)
        elif order.group is not None:
            group = query.groups[order.group]
            what = self.group(group) if query.groups[1:] else ""
            kind = "moment" if group.grain else "number"
            if not (group.grain or group.cycle or group.width or group.bins):
                kind = self._order_kind(group.by)
        else:
            assert order.column is not None
            what, kind = self.operand(order.column), self._order_kind(order.column)
        said = self.say(f"order_{kind}_{'down' if order.descending else 'up'}")
        return self.say("order_by", what=what, order=said) if what else said

    def ranking(self, query: Query) -> str:
        """Return the order of a query's rows, and how many of them are kept."""
        parts = [self.order(one, query) for one in query.order]
        return self.say("list_comma").join([*parts, *filter(None, [self._limit(query)])])

    def _order_kind(self, operand: Operand) -> str:
        kind = typed(operand, self._table)
        if kind.type in ("text", "other"):
            return "text"
        return "moment" if kind.type == "moment" else "number"

    def window(self, window: Window, query: Query) -> str:
        """Return what a window is called."""
        measure = self.measure(measured(query)[window.measure])
        if window.kind == "previous":
            said = self.say(f"window_previous_{window.change}", measure=measure)
            if window.size == 1:
                return said
            return self.say("window_previous_far", window=said, size=self.count(window.size))
        return self.say(f"window_{window.kind}", measure=measure, size=self.count(window.size))

    def _compare(self, query: Query) -> str:
        if query.compare is None:
            return ""
        first, *others = map(self.case, query.compare.cases)
        return self.say(f"compare_{query.compare.change}", first=first, others=self._listed(others))

    def case(self, case: Case, *, brief: bool = False) -> str:
        """Return what one of those that are compared is called; a time by its days, too, unless it
        is told in `brief` what it was called."""
        test = case.where if isinstance(case.where, Test) else None
        span = test.span if test is not None else None
        if test is not None and isinstance(test.column, Computed) and test.op in ("=", "in"):
            return self._listed([self.value(one, test.column) for one in test.values], "list_or")
        if span is None:
            return case.label
        words, days = self.span(span), days_of(case.label)
        if brief or days is None or span.unit is None:
            return words
        return self.say("case", span=words, days=days_said(*days, self._language))

    def _limit(self, query: Query) -> str:
        offset = self.count(query.offset + 1)
        if query.limit is None:
            return self.say("offset", offset=offset) if query.offset else ""
        limit = self.count(query.limit)
        if query.offset:
            return self.say("limit_from", limit=limit, offset=offset)
        return self.say("limit", limit=limit)

    def _few_rows(self, query: Query) -> str:
        """The few rows that have the most of a column; "" for others."""
        by = query.order[0].column if len(query.order) == 1 else None
        if by is None or query.offset or query.distinct or (query.limit or 0) < 2:
            return ""
        kind, way = self._order_kind(by), "down" if query.order[0].descending else "up"
        if kind == "text":
            return ""
        limit = self.count(query.limit or 0)
        return self.say(f"rows_{kind}_{way}", limit=limit, noun=self.noun(), what=self.operand(by))

    def rows(self, query: Query, few: str = "") -> str:
        """Which rows themselves are shown, or what of them; which `few`, where that is said."""
        named = query.columns if len(query.columns) <= _MOST_NAMED else ()
        columns = self._listed([self.operand(one) for one in named])
        if query.distinct:
            return self.say("rows_distinct", columns=columns or self.noun())
        calling = self._table.calling
        if few and calling and query.columns == (calling.name, query.order[0].column):
            return few  # by whose names rows are told, and what they have the most of
        noun = few or self.noun()
        return self.say("rows_columns", columns=columns, noun=noun) if columns else noun

    def figure(self, value: float, measure: Measure) -> str:
        """A value of a measure."""
        if measure.share:
            return self.number(value * 100) + "%"
        if measure.of is None or measure.aggregate in ("count", "distinct", "correlation"):
            return self.number(value)
        return self.value(value, measure.of)

    def value(self, value: Scalar, operand: Operand) -> str:
        """A value of an operand, with its unit."""
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        kind = typed(operand, self._table)
        if is_clock(operand):
            return clock_time(int(value))
        cycle = CYCLES.get(operand.function) if isinstance(operand, Computed) else None
        if cycle is not None and not isinstance(value, str):
            return place_said(int(value), cycle, self._language)
        if isinstance(value, str):
            return value if value.strip() == value != "" else quoted(value, self._language)
        if kind.type == "length" and kind.unit in ("", "s") and value >= 0:
            return brief_time(value, self._language)
        if kind.share:
            return self.number(value * 100) + "%"
        if kind.adds == "none" and value == int(value):  # years and ranks have no groups of digits
            return str(int(value))
        said = self.number(value)
        return f"{said}{'' if kind.unit == '%' else ' '}{kind.unit}" if kind.unit else said

    def number(self, value: float | int) -> str:
        """A number as it is, with the language's marks."""
        sign = "-" if value < 0 else ""
        whole, _, fraction = f"{abs(value):.6f}".rstrip("0").rstrip(".").partition(".")
        said = sign + integer(int(whole), self._language)
        if not fraction:
            return said
        return said + ("," if self._language == "es" else ".") + fraction

    def count(self, value: int) -> str:
        """Return a whole number."""
        return integer(value, self._language)


def is_clock(operand: Operand) -> bool:
    """Whether an operand is a time of the day."""
    return isinstance(operand, Computed) and operand.function == "clock"


def clock_time(seconds: int) -> str:
    """Return seconds since midnight as a clock shows them: 15:04, 15:04:05."""
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours:02}:{minutes:02}" + (f":{rest:02}" if rest else "")
