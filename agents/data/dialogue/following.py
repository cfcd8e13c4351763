"""What is said after a query and is no whole question: a fragment edits it."""

from agents.data.dialogue.log import DialogueLog
from agents.data.dialogue.references import spoken
from agents.data.grammar.actions import PLAIN, negated
from agents.data.grammar.assembly import Assembly
from agents.data.grammar.conditions import NEGATED_WITHIN, Conditions
from agents.data.grammar.pieces import (
    EVERY,
    KINDS,
    SUBJECT,
    Bag,
    Conditioned,
    Counted,
    Piece,
    Ranked,
)
from agents.data.grammar.scope import Scope, test
from agents.data.language.names import BY_PART, ColumnOption, ValueOption
from agents.data.query import edits as edit
from agents.data.query.carrying import RESULTS, apart, told_by
from agents.data.query.derived import against, placed
from agents.data.query.operands import conjuncts, contrary, joined, tests_of
from agents.data.query.query import (
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
from agents.data.query.spans import shifted

_WRITTEN = ("table", "text")  # ways of showing that are no picture
_NEGATED = ("value", "condition", "column")
_MENDED = 2.0  # a value is meant so much rather of the column that is mended
_OF_ANY = frozenset(("metric", "rows"))  # what scales have that any figure is measured by


def is_whole(bag: Bag, scope: Scope, before: Query | None) -> bool:
    """Whether a message has a head of its own: a word that asks, or names that do, of something, or
    a ranking of something by something; and asks not only for a place, a picture or another side of
    what was told, nor for a figure that only the query before knows the column of."""
    told = spoken(bag)
    heads = [one for one in told.pieces if one.type in KINDS["whole"] or _is_subject(one)]
    if _ranks_whole(bag, scope, before):
        return True
    if not heads:
        compared = before is not None and before.compare is not None
        return (compared and _names_rows(told)) or _asks_by_names(bag, scope)
    figures = before is not None and any(one.of is not None for one in before.measures)
    kinds = {one.type for one in heads}
    named = any(one.rule != EVERY for one in bag.of("column"))
    sides = [one.rule for one in (*told.of("value"), *told.of("time"))]
    beside = (figures or sides[:1] != ["listed"]) and not sides[1:] and told.has("compare")
    if (
        _is_place(bag) or is_drawing(bag) or (kinds <= KINDS["open"] and figures and not named)
        or (beside and told.is_only("set_beside"))
    ):  # fmt: skip
        return False
    return bool(told.pieces[1:]) or not _is_half(heads[0])


def _names_rows(bag: Bag) -> bool:
    """Whether a message begins with what rows may be called, which no header says, and tells more
    of them: expenses over 500, of which nothing is compared."""
    parts = bag.pieces[0].parts if bag.has("condition") else ()
    return bool(parts) and parts[0].type == "column" and parts[0].cost >= BY_PART


def _ranks_whole(bag: Bag, scope: Scope, before: Query | None) -> bool:
    """Whether a ranking says what it ranks and by which figure: top 3 products by quantity. What
    it ranks need not be said where there is nothing of it in the query before."""
    if not bag.has_any("limit", "rank", "most"):
        return False
    columns = [one.columns[0] for one in bag.of("column")]
    said = [one for piece in bag.of("group") for one in piece.value if not one.grain]
    by = [option for one in said for option in one.columns[:1]]
    by += [option for piece in bag.of("rank") for option in piece.value.columns[:1]]
    kinds = [scope.column(one.column) for one in (*columns, *by)]
    alone = before is not None and not (before.groups or before.rows) and bag.has("limit")
    return any(map(scope.numeric, kinds)) and (alone or any(map(scope.tells_apart, kinds)))


def _is_subject(piece: Piece) -> bool:
    """Whether a piece says what the table is called after: expenses over 3000."""
    return piece.rule == SUBJECT or any(map(_is_subject, piece.parts))


def _is_half(piece: Piece) -> bool:
    """Whether a word of asking does not say of what: the median?"""
    named = piece.type == "measure" and (piece.value.columns or piece.value.where is not None)
    named = named or (piece.type == "rank" and any(one.type == "column" for one in piece.parts))
    return (piece.type in KINDS["halves"] and not named) or _is_burst(piece)


def _asks_by_names(bag: Bag, scope: Scope) -> bool:
    """Whether names ask by themselves: for what is new, for a number or what happened by groups
    (errors per hour), or for things of which something else is true (products of which none are
    left)."""
    if bag.has_any("going_on", "anaphor", "too"):
        return False
    columns = [one.columns[0] for one in bag.of("column") if one.rule != EVERY]
    numbers = any(scope.numeric(scope.column(one.column)) for one in columns)
    happened = bool(scope.table.order) and bag.has_any("value", "condition")
    fresh = any(one.since for piece in bag.of("group") for one in piece.value)
    if bag.has("group"):
        return numbers or happened or fresh
    held = {one.value.column for one in bag.of("condition")}
    others = any(one.cost < BY_PART and one.column not in held for one in columns)
    years = any(scope.is_year(one.value.value) for one in bag.of("number"))
    return others and bool(held or years or bag.has("time"))


def _is_place(bag: Bag) -> bool:
    """Whether only a place is asked for, of what was told: which is the last one?"""
    places = (*bag.firsts(), *bag.of("ord"))
    return bool(places) and bag.is_only("place")


def is_drawing(bag: Bag) -> bool:
    """Whether a picture of what was told is all that is asked for: show me a chart instead."""
    pictures = [one for one in bag.of("show") if one.value not in _WRITTEN]
    return bool(pictures) and bag.is_only("drawing")


def _is_burst(piece: Piece) -> bool:
    return piece.type == "having" and piece.value.deviations


def is_edit(bag: Bag) -> bool:
    """Whether a message says before it asks that what was asked before is changed."""
    for piece in bag.pieces:
        repair = piece.type == "going_on" and piece.value == "repair"
        if piece.type in KINDS["taking"] or repair:
            return True
        if piece.type in KINDS["whole"] and piece.type != "thing":
            return False
    return False


def goes_on(bag: Bag, *, texts: bool) -> bool:
    """Whether a message begins with a word of going on, or speaks of what was told as a whole; or
    asks where most were without a word of what, where rows are texts."""
    apart = len(bag.pieces) > 1 and bag.pieces[0].end < bag.pieces[1].start
    bare = apart and bag.begins("many") and bag.is_only("bare_count")
    # how many from Spain, of what was counted
    if bag.begins("going_on") or bare or bag.has("anaphor", "many"):
        return True
    return texts and bag.has_any("rank", "most", "more") and bag.is_only("nothing_said")


class Fragment:
    """Owns the edits that one message makes of the query before it."""

    def __init__(self, bag: Bag, scope: Scope, query: Query, log: DialogueLog) -> None:
        self.bag, self.scope, self.query, self.log = _negated(bag, scope), scope, query, log
        self.held = tuple(dict.fromkeys(one.column for one in tests_of(query.where)))
        self.assembly = Assembly(spoken(self.bag), scope)

    def edits(self) -> tuple[edit.Edit, ...]:
        """Return the edits, none where the message changes nothing."""
        if self.bag.has("swap") and (swaps := self._swapped()):
            return swaps
        if shifted := self._shifted():
            return shifted
        found: list[edit.Edit] = []
        if self.bag.has("compare") or Conditions(self.bag, self.scope).are_parted():
            found += self._beside()
        if not found:
            found += [*self._values(self.bag.of("value")), *self._conditions()]
        found += [*self._groups(), *self._figures(), *self._bounds(), *self._order()]
        return (*found, *(edit.Show(show=piece.value) for piece in self.bag.of("show")))

    def _bounds(self) -> list[edit.Edit]:
        """Groups whose figure compares so with a number: only those over 0.9."""
        found = []
        counted = {one.start for kind in ("thing", "noun") for one in self.bag.of(kind)}
        bounds = [*self.bag.of("bound"), *filter(_is_burst, self.bag.of("having"))]
        for piece in bounds if self.query.groups else ():
            said: Counted = piece.value
            measure: int | Measure = Measure() if piece.end in counted else 0  # 10 beers
            found.append(
                Having(measure=measure, op=said.op, value=said.value, deviations=said.deviations)
            )
        return [edit.Thresholds(having=tuple(found))] if found else []

    def _swapped(self) -> tuple[edit.Edit, ...]:
        """Who is asked about, and who is faced, change places."""
        columns = [(one, self.scope.column(one).rival) for one in self.held
                   if isinstance(one, str) and self.scope.table.has(one)]  # fmt: skip
        return tuple(
            edit.Swap(one=one, other=rival) for one, rival in columns if rival in self.held
        )

    def _shifted(self) -> tuple[edit.Edit, ...]:
        """The span that was kept, one grain on or back: the year after, the month before."""
        words = [*self.bag.of("next"), *self.bag.of("after")]
        if not words or not self.bag.has("grain"):
            return ()
        grain, step = self.bag.of("grain")[0].value, 1 if words[0].value == "+" else -1
        for one in tests_of(self.query.where):
            moved = shifted(one.span, grain, step) if one.span is not None else None
            if moved is not None:
                return (edit.During(column=one.column, span=moved),)
        return ()

    def _option(self, piece: Piece) -> ValueOption:
        """The likeliest column of a value: rather that of what was changed last where that is
        mended; then one that has a condition, or is told apart."""
        grouped = {one.by for one in self.query.groups}
        options, mended = [*piece.values], self._mended(piece)
        for option in piece.values:  # after "against Zerg": and Protoss?
            faced = self.scope.faced(option)
            held = self.held if option.column not in self.held else ()
            if faced is not None and faced.column in (*held, *mended):
                options.append(faced)

        def cost(one: ValueOption) -> float:
            if one.column in mended:
                return one.cost - _MENDED
            return one.cost - (
                0.6 if one.column in self.held else 0.3 if one.column in grouped else 0.0
            )

        return min(options, key=cost)

    def _mended(self, piece: Piece) -> set[Operand]:
        """The columns of what was said last, where a slip is mended."""
        if self.bag.has("going_on", "repair") and self.log.last:
            edits = self.log.last.edits
            found = {one.column for one in edits if isinstance(one, edit.Instead)}
            return found | {
                test.column for one in edits if isinstance(one, edit.Where)
                for test in tests_of(one.condition)
            }  # fmt: skip
        return set()

    def _values(self, said: list[Piece]) -> list[edit.Edit]:
        found: list[edit.Edit] = []
        for piece in said:
            option = self._option(piece)
            if option.op == "contains":
                found.append(self._where(test(option)))
            elif self.bag.has("too") and (cases := self._cases(test(option))):
                found.append(edit.SetBeside(compare=Compare(cases=cases)))
            elif (rival := self._meets(option)) is not None:
                found.append(edit.Swap(one=option.column, other=rival))
            elif self.bag.has("going_on", "repair") and self._is_left_out(option.column):
                found.append(edit.Where(condition=contrary(test(option))))
            else:
                found.append(edit.Instead(column=option.column, values=option.values))
        return found

    def _is_left_out(self, column: str) -> bool:
        """Whether values of a column are left out: excluding Spain; sorry, France."""
        return any(one.column == column and one.op in ("!=", "not in")
                   for one in tests_of(self.query.where))  # fmt: skip

    def _where(self, condition: Condition, *, more: bool = False) -> edit.Where:
        """Rows of a condition, in the place of what none of them has beside it, if that is known:
        failed, after the logins that succeeded."""
        gone = (one for one in conjuncts(self.query.where)
                if apart(one, condition, self.scope.table))  # fmt: skip
        return edit.Where(condition=condition, instead=joined(tuple(gone)), more=more)

    def _meets(self, option: ValueOption) -> str | None:
        """The other side's column, if that is who is faced already: and Orlov, against whom Vega
        was looked at."""
        faced = self.scope.faced(option)
        if faced is None or option.column not in self.held:
            return None
        held = any(one.column == faced.column and one.values == option.values
                   for one in tests_of(self.query.where))  # fmt: skip
        return faced.column if held else None

    def _cases(self, other: Test) -> tuple[Case, ...]:
        """What was kept of a column before and what is said of it now, told beside each other."""
        held = (one for one in tests_of(self.query.where) if one.column == other.column)
        return next(
            (against(one, other) for one in held if one != other and one.op == other.op), ()
        )

    def _beside(self) -> list[edit.Edit]:
        conditions = Conditions(self.bag, self.scope)
        found = self._values(conditions.values) if (cases := conditions.cases()) else []
        for other in (*(test(self._option(one)) for one in self.bag.of("value")), *self._timed()):
            cases = cases or (self._cases(other) if isinstance(other, Test) else ())
        return [*found, edit.SetBeside(compare=Compare(cases=cases))] if cases else []

    def _timed(self) -> list[Condition]:
        """The conditions of times and years that were said."""
        conditions = Conditions(self.bag, self.scope)
        told = filter(None, map(conditions.of_time, conditions.spans()))
        return [condition for _, condition in told]

    def _conditions(self) -> list[edit.Edit]:
        found: list[edit.Edit] = []
        told: set[str] = set()
        for piece in self.bag.of("condition"):
            said: Conditioned = piece.value
            if piece.rule == "empty" and said.column in self.held:
                # Without the map, that was held before.
                found.append(edit.Without(column=said.column))
                continue
            if self._is_figure(piece):
                continue
            found.append(self._where(said.condition, more=said.column in told))
            told.add(said.column)
        for condition in self._timed():
            if isinstance(condition, Test) and condition.op == "during":
                found.append(edit.During(column=condition.column, span=condition.span))
            else:  # another time of the day
                gone = {one.column for one in tests_of(condition)} & {*self.held}
                found += [edit.Without(column=one) for one in gone]
                found.append(edit.Where(condition=condition))
        for piece in self.bag.of("column"):
            flag = self.scope.flag(piece.columns[0].column)
            if flag is not None:
                found += self._other_results(piece.columns[0].column)
                found.append(self._where(flag))
        return found

    def _is_figure(self, piece: Piece) -> bool:
        """Whether a column that rows are said to have is the figure that is meant instead: the
        same with the price."""
        figures = any(one.of is not None for one in self.query.measures)
        column = piece.value.column
        number = bool(column) and self.scope.numeric(self.scope.column(column))
        return piece.rule == "filled" and number and figures

    def _other_results(self, column: str) -> list[edit.Edit]:
        """Without the results that cannot hold beside one: and losses, after wins."""
        if self.scope.column(column).role not in RESULTS:
            return []
        kept = [one for one in self.held if isinstance(one, str) and self.scope.table.has(one)]
        return [edit.Without(column=one) for one in kept
                if one != column and self.scope.column(one).role in RESULTS]  # fmt: skip

    def _groups(self) -> list[edit.Edit]:
        groups = self.assembly.groups()
        if groups:
            held = {test.column for test in tests_of(self.query.where) if test.op in ("=", "in")}
            whole = [one.by for one in groups if not one.grain and one.by in held]
            # Of one value there is one group.
            freed: list[edit.Edit] = [edit.Without(column=one) for one in whole]
            if any(one.grain for one in groups) and self.query.order and not self.bag.has("limit"):
                freed.append(edit.Rank())  # a course of time is told as a whole
            return [*freed, edit.By(groups=groups, more=self.bag.has("too"))]
        if self.bag.has_any("value", "condition") or self.query.rows:
            return []
        for piece in self.bag.of("column"):
            name = self.scope.pick(piece.columns, self.scope.tells_apart, only=True)
            if name is not None and self.scope.column(name).kind != "yes_no":
                return [edit.By(groups=(self.assembly.group_of(name),), more=self.bag.has("too"))]
        return []

    def _figures(self) -> list[edit.Edit]:
        found: list[edit.Edit] = []
        before = self.query.measures[0] if self.query.measures else Measure()
        bare = not self.bag.has("column") and before.of is not None and before.other is None
        measure = None
        for piece in self.bag.of("agg") if bare else ():
            measure = _as(before, piece.value)
        # Only a sum, of rows counted, is what was told.
        summed = self.bag.has("agg", "sum") and not self.bag.has("column")
        if measure is None and not summed:
            measure = self.assembly.measure_said()
        told = [one for one in self.bag.of("column")
                if self.scope.flag(one.columns[0].column) is None]  # fmt: skip
        named = [option for piece in told for option in piece.columns]
        named += [ColumnOption(one.value.column, 0.0) for one in self.bag.of("condition")
                  if self._is_figure(one)]  # fmt: skip
        numeric = self.scope.pick(named, self.scope.numeric, only=True)
        if measure is None and numeric is not None and not self.query.rows:
            aggregate = before.aggregate if before.aggregate in ("sum", "mean", "median") else ""
            measure = _as(before, aggregate, numeric) or self.assembly.figure(numeric)
        if measure is not None:
            alike = told_by(measure, self.scope.table).intersection(map(str, self.held))
            found += [edit.Without(column=one) for one in sorted(alike)]
            found.append(edit.Of(measures=(measure,), more=self.bag.has("too")))
        elif self.query.rows and (columns := self._columns()):
            found.append(edit.ShowRows(columns=columns))
        elif self.bag.has("rows"):
            found.append(edit.ShowRows())
        if windows := self.assembly.windows():
            found.append(edit.Windows(windows=windows))
        return found

    def _columns(self) -> tuple[Operand, ...]:
        """What is shown of rows: what they are called by, and the columns that were named."""
        named = [one.columns[0].column for one in self.bag.of("column")]
        named = [one for one in named if self.scope.column(one).kind != "yes_no"]
        if not named:
            return ()
        first = self.query.columns[:1]
        return tuple(dict.fromkeys((*first, *named)))

    def _order(self) -> list[edit.Edit]:
        limits = [piece.value for piece in self.bag.of("limit")]
        ranks: list[Ranked] = [
            piece.value for piece in (*self.bag.of("rank"), *self.bag.of("order"))
        ]
        ranks += [Ranked(piece.value == "+") for piece in self.bag.of("most")]
        ordinals = [int(piece.value) for piece in self.bag.of("ord")]
        firsts, query = self.bag.firsts(), self.query
        grouped = bool(query.groups or self._groups())
        alone = _is_place(self.bag)
        counted = alone and query.measures == (Measure(),) and not (query.groups or query.compare)
        place = query.rows or counted or (query.order and alone)
        if (firsts or (ordinals and (query.rows or counted))) and place and not ranks:
            last = bool(firsts) and firsts[0].value == "-"
            count, told = limits[0] if limits else 1, self.log.told_of(query)
            rank = placed(query, count, ordinals, told, last=last)
            return [edit.ShowRows(), rank] if counted and not query.rows else [rank]
        if not limits and not ranks and not ordinals:
            return []
        order = query.order
        if ranks:
            order = self._ordered(ranks[0])
        elif not order and grouped:
            order = (Order(measure=0),)
        if ordinals and order:
            return [edit.Rank(order=order, limit=1, offset=ordinals[0] - 1)]
        if not order and not (limits and (query.rows or grouped)):
            return []
        return [edit.Rank(order=order, limit=limits[0] if limits else query.limit or 1)]

    def _ordered(self, rank: Ranked) -> tuple[Order, ...]:
        by = self.scope.pick(rank.columns, self.scope.measured)
        concepts = self.scope.scales.get(rank.scale, ()) if rank.scale not in PLAIN else ()
        if concepts and not (by or rank.often or _OF_ANY.intersection(concepts)):
            return ()  # the slowest, where nothing has a speed
        if self.query.rows:
            column = by or next((one.column for one in self.query.order), None)
            return (Order(column=column, descending=rank.descending),) if column else ()
        return (Order(measure=0, descending=rank.descending),) if self.query.groups else ()


def _negated(bag: Bag, scope: Scope) -> Bag:
    """Pieces with what a word of negation stands before, at some distance, as the contrary: not yet
    closed."""
    pieces = list(bag.pieces)
    for word in bag.of("not"):
        for at, one in enumerate(pieces):
            near = one.type in _NEGATED and 0 <= one.start - word.end <= NEGATED_WITHIN
            if near and (said := negated(scope, {"not": word, one.type: one}, {})) is not None:
                pieces[at] = one._replace(type="condition", value=said, rule="negated")
                pieces.remove(word)
                break
    return Bag(pieces)


def _as(before: Measure, aggregate: str, of: Operand | None = None) -> Measure | None:
    """Another aggregate of the same column, or the same of another column."""
    if aggregate not in ("sum", "mean", "median", "min", "max", "stddev", "distinct"):
        return None
    return Measure(aggregate=aggregate, of=of or before.of, where=before.where)  # type: ignore[arg-type]  # checked
