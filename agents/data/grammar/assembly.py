"""A row of pieces becomes a query: which figures, of which rows, told apart and ordered by what.

Nothing here knows a word of a language; pieces stand in whatever order the language has.
"""

from dataclasses import dataclass

from agents.data.grammar.conditions import Conditions
from agents.data.grammar.pieces import KINDS, Neighbour, Piece
from agents.data.grammar.ranking import Ranking
from agents.data.grammar.row_comparisons import silence
from agents.data.grammar.scope import test
from agents.data.query.kinds import with_things
from agents.data.query.operands import ROW, conjuncts, joined
from agents.data.query.query import Compare, Computed, Group, Measure, Operand, Order, Query, Test
from agents.data.query.sides import of_games

_ALIKE = 0.3  # how much farther fetched a value may be that is of the column asked for
_NAMED = ("said", "named", "which named", "who named", "where named", "when named", "grain")


@dataclass
class Draft:
    """A query that was put together, and how doubtful that is."""

    query: Query
    doubt: float = 0.0
    loose: tuple[Piece, ...] = ()  # that might narrow, but nobody knows how
    ties: tuple[Piece, ...] = ()  # values that may equally well be of several columns
    ways: tuple[Query, ...] = ()  # queries that may be meant alike
    missing: Piece | None = None  # a figure whose column was not said
    how: frozenset[str] = frozenset()  # on which ways it was come to


class Assembly(Ranking):
    """Owns the putting together of one message."""

    def draft(self) -> Draft | None:
        """Return the query of the pieces, None where they ask for nothing."""
        query = silence(self.bag, self.scope) or self._neighbour() or self._comparison()
        self.used |= {"lasting"} if self.bag.has("silence") else set()
        if query is None:
            self.conditions.settle()
            query = self._chosen() or self._thresholds(self.groups()) or self._ranked()
            query = query or self._figures() or self._rows()
        if query is None:
            return None
        held = self.conditions
        for kind in KINDS["changing"]:
            if kind not in self.used:
                held.loose += self.bag.of(kind)
        held.loose += [one for one in self.bag.of("not") if one.end in held.negations]
        named = [piece.columns[0].column for piece in self.columns]
        counted = self.bag.has_any("noun", "single")
        query = of_games(self._placed(query), self.scope.table,
                         per_game=self._per_game(), counted=counted)  # fmt: skip
        query = with_things(query, named, self.scope.table)
        held.loose += self._of_one_group(query)
        return Draft(query, held.doubt, tuple(held.loose), tuple(held.ties), self.ways,
                     self.missing, frozenset(self.how))  # fmt: skip

    def _of_one_group(self, query: Query) -> list[Piece]:
        """The values that leave one group of those that are ranked: more than Klint, of teams."""
        groups = {one.by for one in query.groups}
        tests = (one for one in conjuncts(query.where) if isinstance(one, Test))
        alone = {one.column for one in tests if one.op == "=" and one.column in groups}
        ranked = query.order and query.limit and len(groups) == 1
        return [piece for piece in self.conditions.values
                if ranked and self.conditions.likeliest(piece).column in alone]  # fmt: skip

    def _placed(self, query: Query) -> Query:
        """The second, the third of an order, where a place was said."""
        places = [int(one.value) for one in self.bag.of("ord")]
        listed = query.rows and bool(self.scope.table.order)  # rows that follow each other
        ordered = query.order or query.groups or listed
        if not places or query.compare or query.per or not ordered:
            return query
        self.used.add("ord")
        first = Order(column=ROW, descending=False) if query.rows else Order(measure=0)
        order = query.order or (first,)
        return query.model_copy(update={"order": order, "limit": 1, "offset": places[0] - 1})

    def _per_game(self) -> bool:
        """Whether a figure is said to be that of a game: per game, 경기당, por partido."""
        parts = (part for one in self.bag.of("measure") for part in one.parts)
        return any(part.type == "noun" for part in parts) or any(
            each.end == noun.start or noun.end == each.start
            for each in self.bag.of("each") for noun in self.bag.of("noun")
        )  # fmt: skip

    def _neighbour(self) -> Query | None:
        found = self.bag.of("neighbour")
        if not found:
            return None
        said: Neighbour = found[0].value
        entity, why = self.entity_and_why()
        option = said.values[0]
        near = [one for one in said.values if one.cost <= option.cost + _ALIKE]
        own = [one for one in near if one.column == entity and why in _NAMED]
        own += [one for one in near if self.scope.table.is_unique(one.column)]
        option = own[0] if own else option
        named = any(option.column == self.scope.pick(one.columns) for one in self.columns)
        called = not named and self.bag.has_any("noun", "thing")
        if why not in _NAMED:  # what comes after Spain: a country; the entry before no. 16
            apart = self.scope.tells_apart(self.scope.column(option.column))
            entity = (None if apart or not called else self._name()) or option.column
        # What is said behind it is said of it: after the Olympic Games in 1996.
        of_it = Conditions(self.bag.behind(found[0].end), self.scope)
        alike = [one for piece in of_it.values for one in piece.values
                 if one.column == option.column]  # fmt: skip
        if not alike and not self.bag.has("many"):
            of_it.settle()
            self.conditions = Conditions(self.bag.before(found[0].end), self.scope)
        self.conditions.settle()
        self.conditions.loose += of_it.loose if not alike else []
        its = joined((test(option), *conjuncts(None if alike else of_it.where)))
        place = Measure(aggregate="max" if said.behind else "min", of=ROW, where=its)
        beside = Test(column=ROW, op=">" if said.behind else "<", than=place)
        self.conditions.found.insert(0, beside)
        if self.bag.has("many"):
            return Query(measures=(Measure(),), where=self.conditions.where)
        if option.column in self.conditions.held:  # did A come before B
            return Query(rows=True, columns=(option.column,), where=self.conditions.where)
        return self.in_order((entity or option.column,), ROW, not said.behind, 1)

    def _comparison(self) -> Query | None:
        """A figure for two values or times, and how far they differ."""
        differs = self.bag.has("diff") or (self.bag.has("more") and self.bag.has("many"))
        differs = differs or (self.bag.has("more") and len(self.conditions.spans()) > 1)
        changes = self.bag.has_any("growth", "change")
        if changes and not self.bag.has("group") and (
            self.conditions.part() or self.conditions.with_the_one_before()
        ):  # fmt: skip
            differs = True
            self.used.add("change")
        around = self.bag.of("around")
        parted = not (differs or around or self.bag.has("compare"))
        if parted and not self._is_parted():
            return None
        self.used |= {"diff", "more", "compare"}
        cases = around[0].value if around else self.conditions.cases()
        if not cases and (self.measure_said() or self._numeric(self.columns)):
            cases = self.conditions.outcomes()
        if not cases:
            return self._beside()
        grown = self.bag.has_any("growth", "share") and not parted  # how far apart, in percent
        self.used |= {"growth", "share"} if grown else set()
        self.conditions.settle()
        where = self.conditions.where
        if parted and self.bag.has("share") and where is not None:
            self.used.add("share")
            share = self._share(where, self.groups())
            return share.model_copy(update={"compare": Compare(cases=cases)})
        rate = None if (said := self.measure_said()) else self._flag_rate()
        order = self._rank()
        ranked = self._measure(order.measure) if order is not None and order.measure else None
        measure = said or rate or ranked or self._meant(self._numeric(self.columns))
        groups = self.groups()
        by = str(groups[0].by) if groups else ""
        if measure == Measure() and by and self.scope.numeric(self.scope.column(by)):
            measure, groups = self.figure(by), groups[1:]  # by what they come to
        if measure == Measure():
            self._open(None)
        return Query(
            measures=self._beside_it(measure), where=self.conditions.where, groups=groups,
            compare=Compare(cases=cases, change="growth" if grown else "difference"),
        )  # fmt: skip

    def _is_parted(self) -> bool:
        """Whether a figure is asked for of values that are meant one by one."""
        asked = self.bag.has_kind("figures") or self.bag.has("share")
        asked = asked or self._numeric(self.columns) is not None
        ranked = self.bag.has_any("rank", "most", "limit", "record")
        return asked and not ranked and self.conditions.are_parted()

    def _chosen(self) -> Query | None:
        """Which of some values has the most of something: who won more, A or B."""
        more = [*self.bag.of("more"), *self.bag.of("adj_more"), *self.bag.of("first")]
        self.used |= {"than"} if self.bag.has_any("more", "adj_more") else set()
        # One word for several values, as a log spells them, is no choice.
        said = [*self.conditions.values, *(o for one in self.conditions.values for o in one.parts)]
        several = len(said) > 1 or not self.scope.table.texts
        among = [one for one in self.conditions.found if isinstance(one, Test) and one.op == "in"
                 and len(one.values) > 1 and several]  # fmt: skip
        if not more or not among or not isinstance(among[0].column, str):
            return None
        entity, word = among[0].column, more[0]
        self.used |= {"more", "adj_more"}
        scale = word.value.rstrip("+-") if word.type == "adj_more" else ""
        descending = not word.value.endswith("-")
        by: Operand | None = self.scope.pick(self.scope.of_scale(scale), self.scope.measured)
        by = by or self._numeric([one for one in self.columns if entity not in {
            option.column for option in one.columns[:1]}])  # fmt: skip
        if isinstance(by, str) and self._is_older(scale, by):
            descending = not descending
        if word.type == "first":  # which began first: by when it began, or in the table
            named = (self.scope.pick(one.columns) for one in self.columns)
            moments = [one for one in named if one and self.scope.column(one).kind == "moment"]
            by, descending = moments[0] if moments else ROW, word.value == "-"
        if by is None or not (word.type == "first" or self.scope.table.is_unique(entity)):
            measure = self.measure_said() or self._flag_rate()
            measure = measure or self._meant(by if isinstance(by, str) else None)
            return Query(
                measures=(measure,), where=self.conditions.where, groups=(Group(by=entity),),
                order=(Order(measure=0, descending=descending),),
            )  # fmt: skip
        return self.in_order((entity, by) if isinstance(by, str) else (entity,), by, descending, 1)

    def _beside(self) -> Query | None:
        """Two numbers against each other: what both add up to, or how they go together."""
        measure = self._correlation()
        if measure is None:
            self.used -= {"diff", "more", "compare"}
            return None
        self.conditions.settle()
        if not self.bag.has("compare"):  # how many more gold than silver
            self.used.add("than")
            apart = Computed(function="-", args=(measure.of or "", measure.other or ""))
            if self._is_one_row():
                return Query(rows=True, columns=(apart,), where=self.conditions.where)
            figure = Measure(aggregate=self.figure(str(measure.of)).aggregate, of=apart)
            return Query(measures=(figure,), where=self.conditions.where, groups=self.groups())
        both = [self.figure(str(one)) for one in (measure.of, measure.other)]
        if all(one.aggregate == "sum" for one in both) and not self.bag.has("agg", "correlation"):
            return Query(measures=tuple(both), where=self.conditions.where, groups=self.groups())
        return Query(measures=(measure,), where=self.conditions.where, show="scatter")

    def _rows(self) -> Query | None:
        """The rows themselves, or what is asked of them."""
        held = self.conditions.held
        asked = self.bag.of("ask") or self.bag.of("target")
        loose = [self.scope.pick(one.columns) for one in self.columns if not self.scope.dates(one)]
        columns = [one for one in loose if one is not None and one not in held]
        if asked and (entity := self.entity()) is not None:
            alone = self.scope.table.order and self.scope.column(entity).distinct == 1
            columns = [] if alone else [entity]  # the only host is none of those that went down
        where, time = self.conditions.where, self.scope.time
        if self.bag.has("ask", "when") and self.scope.table.order and time is not None:
            # Of what comes again and again the first and the last are told.
            both = self.ends(time)
            return both.model_copy(update={"measures": (*both.measures, Measure())})
        called = self.bag.has("noun") or (len(columns) == 1 and columns[0] == self._name())
        things = (*self.bag.of("noun"), *self.bag.of("thing"), *self.columns)
        limit = self._counting(things) if called and not asked else None
        words = [*asked, *(part for one in asked for part in one.parts)]
        if any(one.type == "ask" and one.value == "one" for one in words):
            limit = 1  # name a country: any
        listed = self.bag.has("rows") or any(map(self.scope.dates, self.columns))  # deliveries
        if not columns and where is None and limit is None and not listed:
            return None
        kept = tuple(dict.fromkeys(columns))
        if len(kept) == 1 and limit is None and self.scope.column(str(kept[0])).weight:
            # A rate of rows that stand for many is one figure, not a list of parts.
            return Query(measures=(self.figure(str(kept[0])),), where=where, groups=self.groups())
        if not asked and kept == (self._name(),) and where is not None:
            kept = ()  # the rows are called by it: employees hired since 2020
        return Query(
            rows=True, columns=kept, where=where, limit=limit, distinct=len(kept) == 1
        )  # fmt: skip
