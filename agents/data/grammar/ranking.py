"""The most, the least and the first so many, and groups that reach a threshold."""

from collections.abc import Sequence

from agents.data.grammar.actions import PLAIN
from agents.data.grammar.figures import Figures, computed_of
from agents.data.grammar.naming import FINER
from agents.data.grammar.pieces import Counted, Grouped, Number, Piece, is_held, plain
from agents.data.language.names import BY_PART, ITS_HEADER
from agents.data.model.units import SECONDS
from agents.data.query.operands import CONTRARY, ROW, conjuncts, joined
from agents.data.query.query import Best, Group, Having, Measure, Operand, Order, Query, Test

_BEHIND = 2  # units between a word of order and the column that it is of
_AGE, _STATE = "age", "status"  # concepts of columns
_HOUR, _HOUR_OF_DAY = "hour", "hour of day"
_MOST_ROWS = 100
_LEFT_OUT = 4  # units between a word of leaving out and the threshold of what is left out


def _most(by: str, descending: bool) -> Measure:
    return Measure(aggregate="max" if descending else "min", of=by)


class Ranking(Figures):
    """Owns the order that one message asks for."""

    def _counting(self, beside: Sequence[Piece] | None = None) -> int | None:
        """A bare number beside the most of something says how many: the five longest. Else it
        stands right beside what is counted."""
        for piece in list(self.conditions.loose):
            if beside is not None and not any(
                piece.end == one.start or one.end == piece.start for one in beside
            ):  # fmt: skip
                continue
            said = piece.value if isinstance(piece.value, Number) else None
            value = said.value if said is not None and said.unit not in SECONDS else None
            if isinstance(value, int) and 1 <= value <= _MOST_ROWS:
                self.conditions.loose.remove(piece)
                self.conditions.doubt -= 1
                return value
        return None

    def _aggregated(self, by: str | None) -> Measure | None:
        """The figure that was said, of what is ranked by where that is said of nothing else: what
        costs the most on average."""
        bare = [one.value for one in self.bag.of("agg") if one.value in ("sum", "mean", "median")]
        if bare and by is not None and self._numeric(self.columns) is None:
            return computed_of(bare[0], by)
        return self.measure_said()

    def _ranked(self) -> Query | None:
        """Rows, or groups, in the order of a figure, and the first of them."""
        rank = self._rank()
        if rank is None or (self.bag.has("limit") and self._firsts() and not rank.columns):
            first = self._firsts()
            return self._both_ends(first) or self._first_rows(first[0]) if first else None
        limit = self._limit() or self._counting()
        if limit is None and not self.bag.has("order") and not self.bag.has("way"):
            limit = 1
        groups = self.groups()
        by = self.scope.pick(rank.columns, self.scope.measured)
        ordered = self.bag.has("order") and self.bag.has("limit")
        for said in (one for piece in self.bag.of("group") for one in piece.value):
            if (by is None or rank.scale) and self._orders(said):
                by, ordered = self.scope.pick(said.columns, self.scope.numeric), True
        measure = self._measure(rank.measure) if rank.measure else self._aggregated(by)
        among = self._among()
        entity, why = (among, "") if among else self.entity_and_why()
        entity = entity or (self._thing_ranked() if by else None)
        if among is not None and not self.bag.has("limit"):
            limit = None  # of a few that were named all are told
        if entity is None and self.scope.table.metric and self.bag.has("ask", "which"):
            entity = self._who_plays()  # which home team wins most
        if measure is None and by is None and not rank.often and (
            why != "row" or not self._is_of_rows()
        ):  # fmt: skip
            measure = self._flag_rate() or self._main()
        time = self.scope.time
        listed = self.scope.table.order  # rows that follow each other have no day of their own
        rows = rank.often and by is None and measure is None and entity == self._name()
        mere = rows and self.bag.has_any("grain", "cycle")  # the day of most rows
        coarser = time and any(one.value != time.grain for one in self.bag.of("grain"))
        if not groups and time is not None and (
            entity is None or mere or (entity == time.name and (listed or coarser))
        ):  # fmt: skip
            grains = sorted((one.value for one in self.bag.of("grain")), key=FINER.index)
            said_times = [Grouped(grain=one) for one in grains[-1:]]  # which hour of which day
            if grains == [_HOUR] and not listed:  # at what hour: of any day
                said_times = [Grouped(cycle=_HOUR_OF_DAY)]
            said_times += [Grouped(cycle=one.value) for one in self.bag.of("cycle")]
            if not said_times and entity is not None and listed and by is None:
                said_times = [Grouped(grain="auto")]  # when most came: the day, the hour
            groups = tuple(self._group(one) for one in said_times)
            entity = None if groups else entity
        if not groups and by is None and entity in (None, self._name()):
            # What is the most common of rows that are texts is a kind of them.
            entity = next(iter(self.scope.table.of_role("kind")), entity)
        self.how.add(
            f"by {'said' if by else 'measure' if measure else 'often' if rank.often else 'open'}"
        )
        if by is None and measure is None and not rank.often:
            by = self._numeric(
                [one for one in self.columns if entity not in {o.column for o in one.columns[:1]}]
            )
        descending = rank.descending
        if by is not None and (self.scope.is_place(by) or self._is_older(rank.scale, by)):
            descending = not descending  # the best place is the first, the oldest the earliest
        open_figure = by is None and measure is None and self.bag.has("target")
        if open_figure and entity is not None and self.scope.numeric(self.scope.column(entity)):
            by = entity
        if self._counts() and by is not None and measure is None:
            free = [one for one in self.columns if self.scope.pick(one.columns) != by]
            entity = self._numeric(free) or entity  # how many floors the tallest has
        itself, entity = entity == by, None if entity == by else entity
        if self.bag.has("single") and self.scope.table.metric and by and measure is None:
            who = entity or self._who_plays()  # the most in a single game, and whose it was
            return self.in_order((who, by) if who else (by,), by, descending, limit)
        if by is None and measure is None and not rank.often and entity is not None:
            word = self.bag.of("rank") or self.bag.of("most")
            if word and (rank.scale or self.scope.table.is_unique(entity)):
                by = self._only_number(word[0])
        if measure is None and by is not None:
            column = self.scope.column(by)  # a rate of rows that stand for many is one of all
            plain = column.adds == "sum" and (rank.scale in PLAIN or not rank.scale)
            timed = plain and groups and not self.bag.has("group")  # month with the highest sales
            if entity is None and not timed and not self._wants_rows():
                verb = bool(rank.columns) and rank.columns[0].cost >= BY_PART
                if verb and not rank.scale and not self.bag.has_any("ask", "target"):
                    self.conditions.loose += self.bag.of("rank")  # we spend more then: than when?
                return self._extreme(by, descending, groups, limit)
            adds = bool(column.weight) or ((ordered or plain) and why != "row")
            repeats = entity is not None and not self.scope.table.is_unique(entity)
            if groups and entity is not None and not any(one.by == entity for one in groups):
                return Query(  # the best of each
                    measures=(_most(by, descending),), groups=(*groups, Group(by=entity)),
                    where=self.conditions.where, per=Best(group=0, limit=limit or 1),
                    order=(Order(measure=0, descending=descending),),
                )  # fmt: skip
            if not groups and not (repeats and adds):
                columns: tuple[Operand, ...] = (entity, by) if entity else (by,) if itself else ()
                if why == "row" and repeats and not listed:
                    columns = ()  # rows have no name of their own
                told = self.in_order(columns, by, descending, limit)
                once = (
                    bool(columns) and repeats and limit != 1
                )  # three products, none of them twice
                return told.model_copy(update={"distinct": once})
            measure = self.figure(by)
        if not groups and entity is not None:
            groups = (Group(by=entity),)
        kinds = measure.of if measure is not None and measure.aggregate == "distinct" else None
        if isinstance(kinds, str) and groups in ((), (Group(by=kinds),)):
            # The commonest kinds: each is one, of whose rows there are most.
            groups, measure = (self.group_of(kinds),), None
        if not groups:
            return None
        if measure is None and not self._counts():
            held = groups[0].by
            single = len(groups) == 1 and isinstance(held, str) and self.scope.table.is_unique(held)
            if (
                single
                and not groups[0].cycle
                and groups[0].grain in (None, self.scope.column(str(held)).grain)
            ):
                # The most rows were asked for of what has one row each: a figure is meant.
                self.missing = self.bag.first_of("rank", "most", "more", "limit")
            elif not rank.often:
                self._open(entity)
        return Query(
            measures=(measure or Measure(),), groups=groups, where=self.conditions.where,
            order=(Order(measure=0, descending=descending),), limit=limit,
        )  # fmt: skip

    def _thing_ranked(self) -> str | None:
        """The column within the words of order: the best hero, by win rate."""
        parts = [part for one in self.bag.of("rank") for part in one.parts if part.type == "column"]
        return self._telling(parts)

    def _is_older(self, scale: str, by: str) -> bool:
        """Whether the most of a scale of ages is asked for by a moment: the oldest is the first."""
        concepts = self.scope.scales.get(scale) or [""]
        return concepts[0] == _AGE and self.scope.column(by).kind == "moment"

    def in_order(
        self, columns: tuple[Operand, ...], by: Operand, descending: bool, limit: int | None
    ) -> Query:
        """The rows in the order of a column, the first so many of them."""
        return Query(
            rows=True, columns=columns, where=self.conditions.where, limit=limit,
            order=(Order(column=by, descending=descending),),
        )  # fmt: skip

    def _who_plays(self) -> str | None:
        """The column of who plays, of whom games are told where nothing else is said."""
        return next(iter(self.scope.table.of_role("player", "side")), None)

    def _among(self) -> str | None:
        """The column of sides of which some were named: Valencia or Villarreal, who wins more."""
        for one in self.conditions.found:
            listed = isinstance(one, Test) and one.op == "in"
            column = one.column if listed else None  # type: ignore[union-attr]  # a test
            roles = ("side", "player") if self.scope.table.metric else ("", "side", "player")
            asked = self.bag.has("target") or self.bag.has_any("ask", "noun", "thing")
            among = isinstance(column, str) and self.scope.column(column).role in roles
            if among and (self.scope.table.metric or not asked):  # did A or B have the most
                return column  # type: ignore[return-value]  # a name
        return None

    def _open(self, entity: str | None) -> None:
        """Note that nobody said of what groups have the most, where more than rows may be meant."""
        adding = [
            one for one in self.scope.table.columns
            if self.scope.numeric(one) and one.adds == "sum" and one.name != entity
        ]  # fmt: skip
        named = [one for one in self.columns if self.scope.pick(one.columns) != entity]
        word = self.bag.first_of("rank", "most", "more", "limit", "compare")
        states = {one.column for one in self.scope.names.of_concept(_STATE)}
        said = {one.values[0].column for one in self.bag.of("value")}
        # What happened, and what is in a state, is counted.
        counted = self.bag.has("noun") or self.scope.table.order or states & said
        if adding and word and not named and not counted:
            self.missing = word

    def _extreme(
        self, by: str, descending: bool, groups: tuple[Group, ...], limit: int | None
    ) -> Query:
        """The highest figure itself, with what its row is called by, where rows have names."""
        name = self._name()
        named = name is not None and self.scope.table.is_unique(name)
        if groups or self._counts() or not (named or (limit or 1) > 1):
            most = (_most(by, descending),)
            return Query(measures=most, groups=groups, where=self.conditions.where)
        return self.in_order((by, name) if named and name else (), by, descending, limit)

    def _wants_rows(self) -> bool:
        kinds = ("rows", "noun", "thing")
        if any(one.rule == "united" for one in self.columns):
            return False  # how many seconds the longest took
        asked = any(one.value != "which" for one in self.bag.of("ask"))
        said = any(map(is_held, self.bag.of("condition")))
        lasting = any(one.rule == "lasting" for one in self.columns)
        if said and not self.bag.has("much") and not lasting:
            return not self._counts()  # the slowest query, of lines that say so
        return (asked or self.bag.has_any(*kinds) or self._is_of_rows()) and not self._counts()

    def _firsts(self) -> list[Piece]:
        """The words for the first and the last, and those for such a list."""
        return [*self.bag.firsts(), *(one for one in self.bag.of("listing") if one.value)]

    def _both_ends(self, words: list[Piece]) -> Query | None:
        """The first and the last time of what is told in the order of time."""
        time = self.scope.time
        dated = self.bag.has("ask", "when") or (time is not None and any(
            one.columns[0].column == time.name for one in self.columns))  # fmt: skip
        if time is None or not dated or {one.value for one in words} != {"+", "-"}:
            return None
        return self.ends(time)

    def _first_rows(self, word: Piece) -> Query:
        first = word.value == "+"
        near = [one for one in self.columns if 0 <= one.start - word.end <= _BEHIND
                and self.scope.flag(one.columns[0].column) is None]  # fmt: skip
        loose = [self.scope.pick(one.columns) for one in (*near, *self.columns)]
        free = [one for one in loose if one is not None and one not in self.conditions.held]
        others = [one for one in self.columns if one not in near and self.scope.pick(one.columns)
                  in free and one.columns[0].cost <= ITS_HEADER]  # fmt: skip
        if near and others:  # the date of the last event
            near = others
        entity = self.scope.pick(near[0].columns) if near else None
        if self.bag.has("target") or self._grain_asked() is not None:
            entity = self.entity()
        entity = entity or self.entity() or (free[0] if free else self._name())
        moments = [one for one in free if one != entity and self.scope.column(one).kind == "moment"]
        time = self.conditions.time_column()
        dated = time is not None and time.stored != "number" and self.bag.has("limit")
        when = self.bag.has("ask", "when")
        ordered = bool(self.scope.table.order)  # and by it in time
        timely = dated or when or not self.bag.has("listing")
        if not moments and time is not None and timely and not ordered:
            moments = [time.name]
        by: Operand = moments[0] if moments else ROW  # founded first, or first in the table
        order = Order(column=by, descending=not first)
        last = Order(column=ROW, descending=not first)  # of the same day
        tied = by != ROW and not self.scope.table.derived
        columns: tuple[Operand, ...] = (entity,) if entity else ()
        if when and (moments or (ordered and time)):
            told = (by, *columns) if moments else (*columns, time.name)  # type: ignore[union-attr]  # a time
            columns = tuple(dict.fromkeys(told))
        if self.bag.has("limit") and self.bag.has("noun"):
            columns = ()
        return Query(
            rows=True, columns=columns, where=self.conditions.where,
            limit=self._limit() or self._counting() or 1,
            order=(order, last) if tied else (order,),
        )  # fmt: skip

    def _of_rows_over(self, measures: list[Measure], having: list[Having]) -> Query | None:
        """A figure with a threshold, where nothing is told apart: of rows that reach it."""
        if len(measures) > 1 or not isinstance(measures[0].of, str):
            return None
        of = measures[0].of
        tests = (Test(column=of, op=one.op, values=(plain(one.value),)) for one in having)
        return Query(
            measures=(measures[0],), where=joined((*conjuncts(self.conditions.where), *tests))
        )

    def _thresholds(self, groups: tuple[Group, ...]) -> Query | None:
        """Groups of so many rows, or of such a figure."""
        if not self.bag.has("having"):
            return None
        measures: list[Measure] = []
        having: list[Having] = []
        for piece in self.bag.of("having"):
            said: Counted = piece.value
            measure = self._measure(said.measure) if said.measure else Measure()
            if said.deviations:  # bursts of what is asked for
                measure = self.measure_said() or self.figure(self._numeric(self.columns))
            if measure is None:
                return None
            if measure not in measures:
                measures.append(measure)
            place = measures.index(measure)
            op = said.op
            if any(0 < piece.start - end <= _LEFT_OUT for end in self.conditions.negations):
                op = CONTRARY[op]  # ignoring anyone with fewer than 50
                self.conditions.negations.clear()
            having.append(
                Having(measure=place, op=op, value=said.value, deviations=said.deviations)
            )
            if said.upto is not None:
                having.append(Having(measure=place, op="<=", value=said.upto))
        if not groups and any(one.deviations for one in having):  # bursts are of hours or days
            groups = (self._group(Grouped(grain="auto")),)
        entity = self.entity() or self._who_plays()
        if not groups and entity is not None:
            groups = (Group(by=entity),)
        if not groups:
            return self._of_rows_over(measures, having)
        order: tuple[Order, ...] = ()
        rank = self._rank()
        told = self._measure(rank.measure) if rank is not None and rank.measure else None
        told = told or self.measure_said() or (self._main() if rank is not None else None)
        if told is not None and told not in measures:  # what is asked for is told
            having = [one.model_copy(update={"measure": measures[one.measure]}) for one in having
                      if isinstance(one.measure, int)]  # fmt: skip
            measures = [told]
        limit = self._limit()
        if rank is not None:
            place = measures.index(told) if told is not None else 0
            order = (Order(measure=place, descending=rank.descending),)
            limit = limit or self._counting() or (None if self.bag.has("order") else 1)
        return Query(
            measures=tuple(measures), groups=groups, where=self.conditions.where,
            having=tuple(having), order=order, limit=limit,
        )  # fmt: skip
