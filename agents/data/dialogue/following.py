"""What is said after a query: a fragment edits it, a reference points into what was told."""

from agents.data.dialogue.log import DialogueLog
from agents.data.grammar.assembly import Assembly
from agents.data.grammar.bag import Bag
from agents.data.grammar.conditions import RESULTS, Conditions
from agents.data.grammar.pieces import Conditioned, Counted, Piece, Ranked
from agents.data.grammar.reading import replaced
from agents.data.grammar.scope import Scope, test
from agents.data.grammar.times import shifted
from agents.data.language.names import ColumnOption, ValueOption
from agents.data.query.edits import (
    By,
    During,
    Edit,
    Instead,
    Of,
    Rank,
    SetBeside,
    Show,
    ShowRows,
    Swap,
    Thresholds,
    Undo,
    Where,
    Windows,
    Without,
)
from agents.data.query.operands import conjuncts, tests_of
from agents.data.query.values import (
    AllOf,
    Case,
    Compare,
    Condition,
    Having,
    Measure,
    Operand,
    Order,
    Query,
    Test,
)

WHOLE = (
    "ask", "many", "much", "measure", "rank", "rows", "compare", "diff", "neighbour", "share",
    "agg", "bins", "target", "having", "order", "first", "times", "noun", "most", "thing",
)  # fmt: skip
"""Types of which a whole question has one; what has none of them edits the query before."""
_FRAGMENT_TOO = frozenset(("most", "agg", "rank", "first", "rows", "measure", "compare", "noun"))
_BARE = 2  # pieces; fewer of those beside nothing else are a fragment, too: "the median?"


def is_whole(bag: Bag) -> bool:
    """Whether a message asks for something by itself."""
    asking = [piece for piece in bag.pieces if piece.type in WHOLE]
    if not asking:
        return False
    told = [piece for piece in bag.pieces if piece.type not in ("going_on", "anaphor", "too")]
    bare = len(told) < _BARE and all(
        piece.type in _FRAGMENT_TOO and not _has_column(piece) for piece in asking
    )
    return not bare


def _has_column(piece: Piece) -> bool:
    if piece.type == "measure":
        return bool(piece.value.columns)
    return piece.type == "rank" and any(part.type == "column" for part in piece.parts)


def goes_on(bag: Bag) -> bool:
    """Whether a message begins with a word of going on, or speaks of what was told as a whole."""
    first = bag.pieces[0] if bag.pieces else None
    if first is not None and first.type == "going_on":
        return True
    return any(one.value == "many" for one in bag.of("anaphor"))


# References


def resolved(bag: Bag, scope: Scope, log: DialogueLog) -> Bag:
    """Return the pieces with what points at one row that was told, or at its value, as a value."""
    kept: list[Piece] = []
    for piece in bag.pieces:
        option = None
        if piece.type == "anaphor" and piece.value == "one":
            option = _told_value(log, scope, None)
        elif piece.type == "pointed":
            option = _told_value(log, scope, piece.columns) or _held_value(piece.columns, log.query)
        if option is not None:
            piece = piece._replace(type="value", value=(option,))
        elif piece.type == "pointed":
            piece = piece._replace(type="column")
        kept.append(piece)
    return Bag(tuple(kept))


def _told_value(
    log: DialogueLog, scope: Scope, options: tuple[ColumnOption, ...] | None
) -> ValueOption | None:
    """The value of the one row that was told, or of the first of several: in a column, or what
    it is called."""
    told = log.told
    if told is None or (options is None and len(told.rows) > 1 and not _has_order(log.query)):
        return None
    named = {one.column for one in options} if options is not None else None
    for column, value in zip(told.columns, told.rows[0], strict=False):
        if (named is None or column in named) and value is not None and scope.table.has(column):
            return ValueOption(column, "=", (value,), 0.0)
    return None


def _has_order(query: Query | None) -> bool:
    return query is not None and bool(query.order)


def _held_value(options: tuple[ColumnOption, ...], query: Query | None) -> ValueOption | None:
    """The value that the query before keeps of a column: that country."""
    named = {one.column for one in options}
    for one in tests_of(query.where if query else None):
        if isinstance(one.column, str) and one.column in named and one.op == "=" and one.values:
            return ValueOption(one.column, "=", one.values, 0.0)
    return None


def those(log: DialogueLog, query: Query) -> Condition | None:
    """Return the rows that were told as a whole: the first so many by name, or all of a
    condition."""
    told = log.told
    if query.limit is not None and told is not None and len(told.rows) > 1:
        values = tuple(row[0] for row in told.rows if row[0] is not None)
        return Test(column=told.columns[0], op="in", values=values)
    return query.where


def going_on(query: Query, before: Condition | None) -> tuple[Query, tuple[str, ...]]:
    """Return a whole question about the rows of an earlier one, and the columns whose conditions
    stand from there."""
    own = {one.column for one in tests_of(query.where) if isinstance(one.column, str)}
    for case in query.compare.cases if query.compare else ():
        own |= {one.column for one in tests_of(case.where) if isinstance(one.column, str)}
    kept: list[Condition] = []
    carried: list[str] = []
    for part in conjuncts(before):
        columns = [one.column for one in tests_of(part) if isinstance(one.column, str)]
        if columns and not own.issuperset(columns):
            kept.append(part)
            carried += columns
    both = (*kept, *conjuncts(query.where))
    where = None if not both else both[0] if len(both) == 1 else AllOf(all=both)
    return query.model_copy(update={"where": where}), tuple(dict.fromkeys(carried))


# Fragments


class Fragment:
    """Owns the edits that one message makes of the query before it."""

    def __init__(self, bag: Bag, scope: Scope, query: Query, log: DialogueLog) -> None:
        self.bag, self.scope, self.query, self.log = bag, scope, query, log
        self.held = {one.column for one in tests_of(query.where)}
        if query.compare is not None:
            for case in query.compare.cases:
                self.held |= {one.column for one in tests_of(case.where)}
        self.assembly = Assembly(replaced(bag, _without_anaphora), scope)

    def edits(self) -> tuple[Edit, ...]:
        """Return the edits, none where the message changes nothing."""
        if self.bag.has("undo"):
            return (Undo(),)
        if self.bag.has("swap") and (swaps := self._swapped()):
            return swaps
        if self.bag.has("drop"):
            return self._dropped()
        if shifted := self._shifted():
            return shifted
        found: list[Edit] = []
        if self.bag.has("compare"):
            found += self._beside()
        if not found:
            found += [*self._values(), *self._conditions()]
        found += [*self._groups(), *self._figures(), *self._bounds(), *self._order(), *self._form()]
        return tuple(found)

    def _bounds(self) -> list[Edit]:
        """Groups whose figure compares so with a number: only those over 0.9."""
        found = []
        counted = {one.start for kind in ("thing", "noun") for one in self.bag.of(kind)}
        for piece in self.bag.of("bound") if self.query.groups else ():
            said: Counted = piece.value
            measure: int | Measure = Measure() if piece.end in counted else 0  # 10 beers
            found.append(Having(measure=measure, op=said.op, value=said.value))  # type: ignore[arg-type]  # an operator
        return [Thresholds(having=tuple(found))] if found else []

    def _swapped(self) -> tuple[Edit, ...]:
        """Who is asked about, and who is faced, change places."""
        columns = [(one, self.scope.column(one).rival) for one in self.held
                   if isinstance(one, str) and self.scope.table.has(one)]  # fmt: skip
        return tuple(Swap(one=one, other=rival) for one, rival in columns if rival in self.held)

    def _shifted(self) -> tuple[Edit, ...]:
        """The span that was kept, one grain on or back: the year after, the month before."""
        words = [*self.bag.of("next"), *self.bag.of("after")]
        if not words or not self.bag.has("grain"):
            return ()
        grain, step = self.bag.of("grain")[0].value, 1 if words[0].value == "+" else -1
        for one in tests_of(self.query.where):
            moved = shifted(one.span, grain, step) if one.span is not None else None
            if moved is not None:
                return (During(column=one.column, span=moved),)
        return ()

    def _dropped(self) -> tuple[Edit, ...]:
        columns = [self._held_of(one) for one in self.bag.of("column")]
        columns += [self._option(one).column for one in self.bag.of("value")]
        if (self.bag.has("time") or self.bag.has("period")) and self.scope.time is not None:
            columns.append(self.scope.time.name)
        return tuple(Without(column=one) for one in columns) or (Without(),)

    def _held_of(self, piece: Piece) -> str:
        """The likeliest column of a word, of those that have a condition if one has."""
        named = [one.column for one in piece.columns]
        return next((one for one in named if one in self.held), named[0])

    def _option(self, piece: Piece) -> ValueOption:
        """The likeliest column of a value: rather one that has a condition, or is told apart."""
        grouped = {one.by for one in self.query.groups}
        options = [*piece.values]
        for option in piece.values:  # after "against Zerg": and Protoss?
            faced = self.scope.faced(option)
            if faced is not None and faced.column in self.held and option.column not in self.held:
                options.append(faced)
        return min(
            options,
            key=lambda one: (
                one.cost
                - (0.6 if one.column in self.held else 0.3 if one.column in grouped else 0.0)
            ),
        )

    def _values(self) -> list[Edit]:
        found: list[Edit] = []
        for piece in self.bag.of("value"):
            option = self._option(piece)
            if option.op == "contains":
                found.append(Where(condition=test(option)))
            elif self.bag.has("too") and (cases := self._cases(option)):
                found.append(SetBeside(compare=Compare(cases=cases)))
            else:
                found.append(Instead(column=option.column, values=option.values))
        return found

    def _cases(self, option: ValueOption) -> tuple[Case, ...]:
        """The value before and another one, to be told beside each other."""
        for one in tests_of(self.query.where):
            if one.column == option.column and one.op == "=" and one.values != option.values:
                return (
                    Case(label=str(one.values[0]), where=one),
                    Case(label=str(option.values[0]), where=test(option)),
                )
        return ()

    def _beside(self) -> list[Edit]:
        conditions = Conditions(self.bag, self.scope)
        if cases := conditions.cases():
            return [SetBeside(compare=Compare(cases=cases))]
        for piece in self.bag.of("value"):
            if cases := self._cases(self._option(piece)):
                return [SetBeside(compare=Compare(cases=cases))]
        for found in self._timed():
            for one in tests_of(self.query.where):
                if one.column == found[0].column and one != found[0]:
                    before = Case(label=_label(one), where=one)
                    both = (before, Case(label=found[1], where=found[0]))
                    return [SetBeside(compare=Compare(cases=both))]
        return []

    def _timed(self) -> list[tuple[Test, str]]:
        """The conditions of times and years that were said, with what those are called."""
        conditions = Conditions(self.bag, self.scope)
        found = []
        for piece in (*self.bag.of("time"), *self.bag.of("number")):
            time = piece.value
            if piece.type == "number":
                if not self.scope.is_year(time.value) or time.unit:
                    continue
                time = self.scope.year(int(time.value))
            told = conditions.of_time(piece._replace(value=time))
            if told is not None and isinstance(told[1], Test):
                found.append((told[1], time.label))
        return found

    def _conditions(self) -> list[Edit]:
        found: list[Edit] = []
        for piece in self.bag.of("condition"):
            said: Conditioned = piece.value
            if piece.rule == "empty" and said.column in self.held:
                found.append(Without(column=said.column))  # without the map, that was held before
                continue
            found.append(Where(condition=said.condition))
        for condition, _ in self._timed():
            if condition.op == "during":
                found.append(During(column=condition.column, span=condition.span))
            else:
                found.append(Where(condition=condition))
        for piece in self.bag.of("column"):
            flag = self.scope.flag(piece.columns[0].column)
            if flag is not None:
                found += self._other_results(piece.columns[0].column)
                found.append(Where(condition=flag))
        return found

    def _other_results(self, column: str) -> list[Edit]:
        """Without the results that cannot hold beside one: and losses, after wins."""
        if self.scope.column(column).role not in RESULTS:
            return []
        kept = [one for one in self.held if isinstance(one, str) and self.scope.table.has(one)]
        return [Without(column=one) for one in kept
                if one != column and self.scope.column(one).role in RESULTS]  # fmt: skip

    def _groups(self) -> list[Edit]:
        groups = self.assembly.groups()
        if groups:
            return [By(groups=groups, more=self.bag.has("too"))]
        if self.bag.has("value") or self.bag.has("condition") or self.query.rows:
            return []
        for piece in self.bag.of("column"):
            name = self.scope.pick(piece.columns, self.scope.tells_apart, only=True)
            if name is not None and self.scope.column(name).kind != "yes_no":
                return [By(groups=(self.assembly.group_of(name),), more=self.bag.has("too"))]
        return []

    def _figures(self) -> list[Edit]:
        found: list[Edit] = []
        before = self.query.measures[0] if self.query.measures else Measure()
        measure = self.assembly.measure_said()
        if measure is None:
            for piece in self.bag.of("agg"):
                if before.of is not None and before.other is None:
                    measure = _as(before, piece.value)
        numeric = self.scope.pick(
            [option for piece in self.bag.of("column") for option in piece.columns],
            self.scope.numeric, only=True,
        )  # fmt: skip
        if measure is None and numeric is not None and not self.query.rows:
            aggregate = before.aggregate if before.aggregate in ("sum", "mean", "median") else ""
            measure = _as(before, aggregate, numeric) or self.assembly.figure(numeric)
        if measure is not None:
            found.append(Of(measures=(measure,), more=self.bag.has("too")))
        elif self.query.rows and (columns := self._columns()):
            found.append(ShowRows(columns=columns))
        elif self.bag.has("rows"):
            found.append(ShowRows())
        if windows := self.assembly.windows():
            found.append(Windows(windows=windows))
        return found

    def _columns(self) -> tuple[Operand, ...]:
        """What is shown of rows: what they are called by, and the columns that were named."""
        named = [one.columns[0].column for one in self.bag.of("column")]
        named = [one for one in named if self.scope.column(one).kind != "yes_no"]
        if not named:
            return ()
        first = self.query.columns[:1]
        return tuple(dict.fromkeys((*first, *named)))

    def _order(self) -> list[Edit]:
        limits = [piece.value for piece in self.bag.of("limit")]
        ranks: list[Ranked] = [
            piece.value for piece in (*self.bag.of("rank"), *self.bag.of("order"))
        ]
        ranks += [Ranked(piece.value == "+") for piece in self.bag.of("most")]
        ordinals = [int(piece.value) for piece in self.bag.of("ord")]
        query = self.query
        if not limits and not ranks and not ordinals:
            return []
        order = query.order
        if ranks:
            order = self._ordered(ranks[0])
        elif not order and query.groups:
            order = (Order(measure=0),)
        if ordinals and order:
            return [Rank(order=order, limit=1, offset=ordinals[0] - 1)]
        if not order and not (limits and (query.rows or query.groups)):
            return []
        return [Rank(order=order, limit=limits[0] if limits else query.limit or 1)]

    def _ordered(self, rank: Ranked) -> tuple[Order, ...]:
        by = self.scope.pick(rank.columns, self.scope.measured) if rank.columns else None
        if self.query.rows:
            column = by or next((one.column for one in self.query.order), None)
            return (Order(column=column, descending=rank.descending),) if column else ()
        return (Order(measure=0, descending=rank.descending),) if self.query.groups else ()

    def _form(self) -> list[Edit]:
        return [Show(show=piece.value) for piece in self.bag.of("show")]


def _without_anaphora(piece: Piece) -> Piece | None:
    return None if piece.type in ("anaphor", "going_on", "too") else piece


def _as(before: Measure, aggregate: str, of: Operand | None = None) -> Measure | None:
    """Another aggregate of the same column, or the same of another column."""
    if aggregate not in ("sum", "mean", "median", "min", "max", "stddev", "distinct"):
        return None
    return Measure(aggregate=aggregate, of=of or before.of, where=before.where)  # type: ignore[arg-type]  # checked


def _label(condition: Test) -> str:
    if condition.span is not None and condition.span.start:
        return condition.span.start[:4]
    return str(condition.values[0]) if condition.values else str(condition.column)
