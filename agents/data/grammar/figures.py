"""Which figures a message asks for: counts, rates, sums and means of columns, by groups."""

from agents.data.grammar.naming import BINS, Naming
from agents.data.grammar.opponents import is_beaten
from agents.data.grammar.pieces import SUBJECT, Grouped, Measured, Piece
from agents.data.grammar.scope import meant
from agents.data.language.names import BY_PART
from agents.data.model.schema import Column
from agents.data.model.units import is_money
from agents.data.query.carrying import RESULTS
from agents.data.query.more import is_of_time
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import (
    Computed,
    Condition,
    Group,
    Measure,
    Operand,
    Order,
    Query,
    Test,
    Window,
)

_COMPUTED = ("sum", "mean", "median", "stddev", "min", "max", "quantile")
_BESIDE = 1  # units between a word of counting and what is counted
_CALLED_AFTER = 0.2  # what a noun costs that is the name of the table
_NEAR = 5  # units between an aggregate and the column that it is of


def computed_of(aggregate: str, of: Operand | None) -> Measure:
    """Return a figure of a column, by the value of its word: mean, quantile_95."""
    name, _, part = aggregate.partition("_")
    return Measure(aggregate=name, of=of, q=float(part) / 100 if part else None)  # type: ignore[arg-type]  # an aggregate


class Figures(Naming):
    """Owns what is computed of the rows of one message."""

    def figure(self, column: str | None) -> Measure:
        """Rows counted, or what a column comes to: its sum where it adds up, else its mean."""
        if column is None:
            return Measure()
        adds = self.scope.column(column).adds == "sum"
        return Measure(aggregate="sum" if adds else "mean", of=column)

    def _main(self) -> Measure | None:
        """The figure that is meant where none is said, of a table that has one; rows that are
        called by their name are counted or shown."""
        named = self.bag.has_any("noun", "many", "times", "rows")
        metric = self.scope.table.metric
        if metric and not named:
            self.how.add("main")
            return Measure(metric=metric)
        return self._long()

    def _long(self) -> Measure | None:
        """The number that a table is about, unless rows are counted."""
        own = self.scope.figure
        rows = [one for one in self.bag.of("noun") if one.cost < _CALLED_AFTER]
        if own is None or rows or self.bag.has_any("many", "times", "rows"):
            return None
        if own.name in self.conditions.held:
            return None  # over 100: those rows
        self.how.add("main" if own.weight else "long")
        return self.figure(own.name)

    def _meant(self, column: str | None) -> Measure:
        """The figure of a column, else the one that is meant where none is said."""
        return (self._main() if column is None else None) or self.figure(column)

    def ends(self, time: Column) -> Query:
        """The first and the last time of the rows."""
        both = (Measure(aggregate="min", of=time.name), Measure(aggregate="max", of=time.name))
        return Query(measures=both, where=self.conditions.where)

    def _result(self, role: str) -> Test | None:
        """The rows of sides that won, or lost."""
        names = self.scope.table.of_role(role)
        return self.scope.flag(names[0]) if names else None

    def _flag_rate(self) -> Measure | None:
        """How many of the rows a column of yes and no is true of: how often players win.

        Of a result nothing else can be meant, unless rows are counted.
        """
        counted = self.bag.has_any("noun", "many", "times", "rows")
        for one in self.conditions.flags:
            column = self.scope.column(str(one.column))
            result = self.scope.table.metric and column.role in ("won", "lost", "drawn")
            if self.bag.has("share") or (result and not counted):
                self.used.add("share")
                self.conditions.found.remove(one)
                if result and column.role == "won":
                    return Measure(metric=self.scope.table.metric)
                return Measure(where=one, share="rows")
        metric = self.scope.table.metric if self.bag.has("share") else ""
        named = (one.columns[0].column for one in self.columns)
        if metric and any(self.scope.column(one).role == "won" for one in named):
            self.used.add("share")  # games won, of rows that stand for many
            return Measure(metric=metric)
        return None

    def outcomes(self) -> tuple[Measure, ...]:
        """How games came out, as a figure of each: a record, won and lost. No game is both."""
        results = [
            one for one in self.conditions.flags
            if self.scope.table.metric and self.scope.column(str(one.column)).role in RESULTS
        ]  # fmt: skip
        each = any(piece.rule == "each" for piece in self.bag.of("group"))
        told: list[Test] = [*results]
        if self.bag.has("record"):
            roles = ("won", "drawn") if each else RESULTS
            told = [test for role in roles if (test := self._result(role)) is not None]
        elif len(results) < 2 and not (each and results):
            return ()
        self.used |= {"share", "compare"}
        for one in results:
            self.conditions.found.remove(one)
        share = "rows" if self.bag.has("share") else ""
        figures = tuple(Measure(where=one, share=share) for one in dict.fromkeys(told))  # type: ignore[arg-type]  # a share
        said = self.measure_said()
        return (said, *figures) if said is not None else figures

    def measure_said(self) -> Measure | None:
        """The figure that was said, None where it is left open."""
        for piece in self.bag.of("measure"):
            if (found := self._measure(piece.value)) is not None:
                return found
        for piece in self.bag.of("agg"):
            near = [one for one in self.columns if piece.apart(*one.run) <= _NEAR]
            near.sort(key=lambda one: piece.apart(*one.run))
            numeric = self._numeric(near)
            computed = piece.value.partition("_")[0] in _COMPUTED
            if near and piece.apart(*near[0].run) > 0 and computed:
                # An average of something that nobody knows is none of a number said elsewhere.
                self.conditions.loose += self._unknown_beside(piece)
            if piece.value == "correlation":
                return self._correlation()
            if computed and not numeric and piece.value != "sum":
                # … and none of the one known number; of several it is asked which that is.
                unknown, numeric = self._unknown_beside(piece), self._only_number(piece)
                self.missing = unknown[0] if unknown and self.missing else self.missing
                self.conditions.loose += [] if self.missing else unknown
            if computed and numeric:
                return computed_of(piece.value, numeric)
            if piece.value == "sum":
                return self._long() or self._of_those() or self._counted(piece)
        return None

    def amount(self) -> Measure | None:
        """What rows that were counted come to: by a number that is named, else by what each does
        (their total, how much); of several it has to be said by which."""
        named = self._numeric(self.columns)
        word = self.bag.first_of("much") or next(
            (one for one in self.bag.of("agg") if one.value == "sum"), None)  # fmt: skip
        if word is not None and named is None and not self.columns:
            named = self.scope.worth.name if self.scope.worth else self._only_number(word)
        return self.figure(named) if named is not None else None

    def _of_those(self) -> Measure | None:
        """What rows come to of which it was said how much each does: total of orders over 100."""
        worth = self.scope.worth
        return self.figure(worth.name) if worth and worth.name in self.conditions.held else None

    def _unknown_beside(self, piece: Piece) -> list[Piece]:
        """Nouns that nobody knows right beside a figure, which tell no column more closely."""
        ends = {one.start for one in self.columns} | {one.end for one in self.columns}
        return [one for one in self.bag.of("thing")
                if piece.apart(*one.run) == 0 and not {one.start, one.end} & ends]  # fmt: skip

    def _only_number(self, piece: Piece) -> str | None:
        """The one number of the table; of several it has to be said which is meant."""
        numbers = self.scope.computed
        if len(numbers) > 1:
            self.missing = piece
        return numbers[0] if numbers else None

    def _correlation(self) -> Measure | None:
        numbers = [self._numeric([one]) for one in self.columns]
        two = list(dict.fromkeys(one for one in numbers if one is not None))[:2]
        return Measure(aggregate="correlation", of=two[0], other=two[1]) if len(two) == 2 else None

    def _measure(self, said: Measured) -> Measure | None:
        if said.metric:
            return Measure(metric=said.metric)
        if said.aggregate == "count" and not said.columns:
            return Measure(where=said.where, share="rows" if said.share else "")
        suits = None if said.aggregate in ("distinct", "count") else self.scope.measured
        of = self.scope.pick(said.columns, suits)
        if of is None:
            return None
        other = self.scope.pick(said.other, self.scope.numeric)
        if other is not None and said.aggregate == "mean":  # of all, not of each row's
            return Measure(
                aggregate="mean", of=Computed(function="/", args=(of, other)), weight=other
            )
        return Measure(aggregate=said.aggregate, of=of, other=other, q=said.q)  # type: ignore[arg-type]  # an aggregate

    def _counted(self, word: Piece) -> Measure:
        """What is counted: rows, different values, or a column that counts already."""
        if is_beaten(self.bag) and (won := self._result("won")) is not None:
            self.conditions.found.append(won)
            return Measure()
        if self.conditions.fresh is not None:
            return Measure(aggregate="distinct", of=self.conditions.fresh)
        # What has a date is a row: how many deliveries.
        columns = [one for one in self.columns if not self.scope.dates(one)]
        following = [one for one in columns if one.start >= word.end] or columns
        listed = self.scope.table.order and self.conditions.where is not None
        nouns = [one for one in following if self.scope.column(one.columns[0].column).role
                 == "noun"]  # fmt: skip
        if listed and (self.bag.has("many", "times") or (nouns and not self.bag.has("distinct"))):
            return Measure()  # how often something happened, whatever it happened to
        rows = self.bag.has_any("times", "noun") or word.value == "times"
        things = [] if rows else self.bag.of("thing")
        near = [one for one in things if word.apart(*one.run) <= _BESIDE]
        if near and self._is_unknown(word, following):
            self.missing = near[0]
            return Measure()
        done = any(isinstance(one, Test) and one.op in ("empty", "not empty")
                   for one in self.conditions.found)  # fmt: skip  # not yet: row by row
        if ((rows or done) and not self.bag.has("distinct")) or not following:
            self.how.add("counts rows")
            if not self.bag.has("noun") and any(one.weight for one in self.scope.table.columns):
                self.missing = word  # rows that stand for many are hardly counted
            return Measure()
        picked = following[0].columns[0].column
        column = self.scope.column(picked)
        money = is_money(column.unit) and following[0].cost >= BY_PART  # how many expenses
        if column.kind == "number" and (
            money or column.adds == "none" or picked in self.conditions.held
        ):
            self.how.add("counts rows of a number")  # of at least 3,200 feet
            return Measure()
        if column.kind == "number":
            self.how.add("counts a number")
            return self.figure(picked)
        if self.bag.has("distinct"):
            return Measure(aggregate="distinct", of=picked)
        if picked in self.conditions.held or self.scope.table.is_unique(picked):
            self.how.add("counts named rows")
            return Measure()
        if self.scope.tells_apart(column) and column.kind != "yes_no":
            self.how.add("counts values")
            return Measure(aggregate="distinct", of=picked)
        return Measure()

    def _is_unknown(self, word: Piece, following: list[Piece]) -> bool:
        """Whether it is said what is counted, and nobody knows the noun: different breweries, total
        divorces; seats, where rows are known to be called otherwise."""
        if any(word.apart(*one.run) <= _BESIDE for one in following):
            return False
        table = self.scope.table
        adding = any(self.scope.numeric(one) and one.adds == "sum" for one in table.columns)
        return adding or bool(table.noun) or self.bag.has("distinct") or word.type == "agg"

    def _share(self, where: Condition, groups: tuple[Group, ...]) -> Query:
        """The rows that are so among all of them; times say among which. Of two conditions either
        may be asked about, or both, where what is counted stands between them."""
        parts = conjuncts(where)
        dated = [one for one in parts if is_of_time(one, self.scope.table)]
        told = [one for one in parts if one not in dated]
        among = joined(dated) if told else None
        called = any(one.rule == SUBJECT for one in self.columns)  # what part of sales
        base = self.figure(self._numeric(self.columns) if called else None)
        of = base.model_copy(update={"where": joined(told) if told else where, "share": "rows"})
        made = Query(measures=(of,), groups=groups, where=among)
        flags = (one for one in self.columns if self.scope.flag(one.columns[0].column))
        said = [*self.conditions.values, *self.bag.of("condition"), *flags]
        said.sort(key=lambda one: one.start)
        nouns = (*self.bag.of("noun"), *self.bag.of("thing"))
        if self.scope.table.order and said:  # of what was said before it: errors that are of web1
            last = said[-1]
            if last.rule == "together" and last.parts[0].end < last.parts[-1].start:
                last = last.parts[-1]  # successes of the attempts
            own = [one for one in told if one in conjuncts(meant(self.scope, last))]
            rest = [*conjuncts(among), *(one for one in told if one not in own)]
            if own and len(own) < len(told):
                of = Measure(where=joined(own), share="rows")
                return Query(measures=(of,), groups=groups, where=joined(rest))
        apart = any(said[0].end <= one.start < said[-1].start for one in nouns) if said else False
        if len(told) == 2 and apart:  # the share of Benoni games at the Autumn Cup
            one, two = told
            self.ways = (*(
                Query(measures=(Measure(where=own, share="rows"),), groups=groups,
                      where=joined((*conjuncts(among), rest)))
                for own, rest in ((two, one), (one, two))
            ), made)  # fmt: skip
        return made

    def _is_weighted(self, of: Operand | None) -> bool:
        """Whether a figure is of a rate of rows that stand for many."""
        return isinstance(of, str) and bool(self.scope.column(of).weight)

    def windows(self) -> tuple[Window, ...]:
        """The further figures of groups that were said: running totals, changes."""
        if self.bag.has("running"):
            return (Window(kind="running"),)
        if self.bag.has("moving"):
            sizes = [one.value.value for one in self.bag.of("number")]
            return (Window(kind="moving", size=int(sizes[0]) if sizes else 3),)
        if self.bag.has("growth"):
            self.used.add("growth")
            return (Window(kind="previous", change="growth"),)
        return (Window(kind="previous"),) if self.bag.has("change") else ()

    def _named_groups(self, measure: Measure) -> tuple[Group, ...]:
        """What a figure is told apart by, where a column is only named beside it: all win rates of
        races."""
        if self.bag.has_any("many", "times", "ask"):
            return ()
        if measure.metric or measure.share == "rows":  # a rate of several together says little
            for one in self.conditions.found:
                name = one.column if isinstance(one, Test) and one.op == "in" else None
                if isinstance(name, str) and self.scope.column(name).kind != "yes_no":
                    return (Group(by=name),)
        for piece in self.columns if not self.scope.table.order else ():  # of what lines tell of
            name = self.scope.pick(piece.columns, self.scope.tells_apart, only=True)
            if name is None or name in self.conditions.held or name == measure.of:
                continue
            column = self.scope.column(name)
            if column.kind == "category" and not self.scope.table.is_unique(name):
                return (self.group_of(name),)
        return ()

    def _beside_it(self, measure: Measure) -> tuple[Measure, ...]:
        """A figure with the others that were said: highest and lowest price, mean and total."""
        found: list[tuple[int, Measure]] = []
        for piece in self.bag.of("measure"):
            if (one := self._measure(piece.value)) is not None:
                found.append((piece.start, one))
        for piece in self.bag.of("agg") if measure.of is not None and not measure.other else ():
            if piece.value.partition("_")[0] in _COMPUTED:
                found.append((piece.start, computed_of(piece.value, measure.of)))
        bare = not self.bag.has_any("measure", "agg", "many", "times", "compare")
        for piece in self.columns if bare else ():  # amount and pieces by region
            name = self.scope.pick(piece.columns, self.scope.numeric, only=True)
            if name is not None and name not in self.conditions.held:
                found.append((piece.start, self.figure(name)))
        found += [(one.start, counted) for one in self.bag.of("many")
                  if (counted := self._counted_beside(one, measure)) is not None]  # fmt: skip
        said = tuple(dict.fromkeys(one for _, one in sorted(found, key=lambda one: one[0])))
        return said if measure in said else (measure,)

    def _counted_beside(self, many: Piece, measure: Measure) -> Measure | None:
        """What a word of counting counts that stands beside another figure: the number of orders,
        or of cities, and the mean amount; None where it is of that figure."""
        if not self.bag.has("measure") or (measure.of is None and not measure.metric):
            return None  # how many in total
        near = [one for one in self.bag.pieces if one.type != "group"
                and (one.start == many.end or one.end == many.start)]  # fmt: skip
        columns = [one for one in near if one.type == "column"]
        rows = {"noun"} if measure.aggregate == "sum" else {"noun", "thing"}
        if not columns and {one.type for one in near} <= rows:
            return Measure()
        told = (self.scope.pick(one.columns, self.scope.tells_apart, only=True) for one in columns)
        of = next(filter(None, told), None)
        return Measure(aggregate="distinct", of=of) if of is not None else None

    def _is_figure(self, numeric: str | None) -> bool:
        """Whether a bare column of several rows is meant as a figure: units sold last year, the
        price of laptops."""
        bare = not self.bag.has_any("ask", "target", "rows", "noun")
        timed = bool(self.bag.of("time") or self.bag.of("number"))
        left_out = any(isinstance(one, Test) and one.op in ("!=", "not in")
                       for one in self.conditions.found)  # fmt: skip
        several = (self.bag.has("value") or left_out) and not self._is_one_row()
        several = several or (self.bag.has("compare") and self._is_weighted(numeric))
        if bare and any(one.rule == SUBJECT for one in self.columns):
            # A table is asked for what it is called after.
            return numeric not in self.conditions.held
        return numeric is not None and bare and (several or (timed and not self.bag.has("value")))

    def _is_one_row(self) -> bool:
        """Whether a row is called by its name, so that its own figure is asked."""
        tests = [one for one in self.conditions.found if isinstance(one, Test) and one.op == "="]
        return any(isinstance(one.column, str) and self.scope.table.is_unique(one.column)
                   for one in tests)  # fmt: skip

    def _figures(self) -> Query | None:
        """Counts, shares, distributions and figures of columns, each by groups."""
        groups = self.groups()
        if figures := self.outcomes():
            where = self.conditions.where
            groups = groups or self._named_groups(figures[0])
            return Query(measures=figures, groups=groups, where=where)
        where = self.conditions.where
        measure = self.measure_said()
        rate = self._flag_rate() if measure is None else None
        if (
            measure is None
            and rate is None
            and (word := self.bag.of("many") or self.bag.of("times"))
            and not (where is not None and self.bag.has("share") and self.bag.has("times"))
        ):
            measure = self._counted(word[0])
        numeric = self._numeric(self.columns)
        if rate is not None:
            return Query(measures=(rate,), groups=groups, where=self.conditions.where)
        if measure is not None and (measure.metric or measure.share):
            self.used.add("share")  # a rate in percent
        elif self.bag.has("share", "often") and measure is None:
            self.used.add("share")
            measure = self._main() or Measure()
        elif self.bag.has("share"):
            self.used.add("share")
            if where is not None:
                return self._share(where, groups)
            if groups:
                measure = measure or self.figure(numeric)
                if measure.aggregate in ("count", "sum") and not measure.metric:
                    measure = measure.model_copy(update={"share": "all"})
        if measure is None and self.bag.has("bins"):
            by = numeric or self.entity()
            if by is not None:
                group = Group(by=by, bins=BINS) if by == numeric else Group(by=by)
                show = "histogram" if by == numeric else "auto"
                return Query(groups=(group,), measures=(Measure(),), where=where, show=show)  # type: ignore[arg-type]  # a form
        lasting = measure is None and any(one.rule == "lasting" for one in self.columns)
        much = lasting or (measure is None and self.bag.has("much"))
        if much and numeric and self._is_one_row():
            return Query(rows=True, columns=(numeric,), where=where, distinct=True)
        if lasting and numeric and not self.bag.has("rows"):
            measure = Measure(aggregate="mean", of=numeric)
        if measure is None and numeric is None and self.bag.has("much"):
            numeric = self._only_number(self.bag.of("much")[0])
        windowed = self.bag.has_any("running", "moving", "change", "growth")
        if measure is None and (groups or self.bag.has("much") or windowed):
            measure = self._meant(numeric)
            if measure == Measure() and groups:
                self.missing = next(iter(self.bag.of("thing")), None)
        asked = self.bag.has("target") or any(
            self.scope.pick(one.columns) not in self.conditions.held for one in self.columns
        )  # columns themselves
        if measure is None and numeric is None and where is not None and not asked:
            measure = self._main()
        if measure is None and self._is_figure(numeric):
            measure = self.figure(numeric)
        if measure is None:
            return None
        where = self.conditions.where
        if not groups and not windowed:
            groups = self._named_groups(measure)
        if groups and measure.aggregate in ("max", "min") and self._is_weighted(measure.of):
            most = Order(measure=0, descending=measure.aggregate == "max")  # of each as a whole
            measure = self.figure(str(measure.of))
            return Query(measures=(measure,), groups=groups, where=where, order=(most,), limit=1)
        if groups:
            self.used.add("compare")  # what is told of each is told beside the others
        if windowed and not groups and self.scope.time is not None:
            groups = (self._group(Grouped(grain="auto")),)
        return Query(
            measures=(measure,) if windowed else self._beside_it(measure),
            groups=groups, where=where, windows=self.windows() if groups else (),
        )  # fmt: skip
