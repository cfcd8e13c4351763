"""A row of pieces becomes a query: which figures, of which rows, told apart and ordered by what.

Nothing here knows a word of a language; pieces stand in whatever order the language has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agents.data.grammar.bag import Bag
from agents.data.grammar.conditions import Conditions
from agents.data.grammar.facing import is_beaten, opposed
from agents.data.grammar.pieces import Counted, Grouped, Measured, Neighbour, Piece, Ranked
from agents.data.grammar.scope import Scope, test
from agents.data.language.names import ColumnOption
from agents.data.model.schema import Column
from agents.data.query.values import (
    Best,
    Compare,
    Computed,
    Group,
    Having,
    Measure,
    Operand,
    Order,
    Query,
    Test,
    Window,
)

ROW = Computed(function="row")
_BINS = 10
_MANY_VALUES = 40  # a number with more different values is told apart by bins
_NAMED_BEHIND = 3  # units between who or where and the column that it asks for
_BEHIND = 2  # units between a word of asking and the column that it asks for
_COMPUTED = ("sum", "mean", "median", "stddev", "min", "max")
_ASKED_ABOUT = {
    "who": ("person", "player", "team", "country"),
    "where": ("place", "venue", "city", "country"),
    "when": ("date", "year", "time"),
}


_TELLING = (
    "share",
    "more",
    "adj_more",
    "diff",
    "compare",
    "growth",
    "empty",
    "same",
    "after",
    "consecutive",
    "than",
)
"""Types that change what is asked: a draft that made nothing of them has missed something."""
_YEARS, _MONTHS = 5 * 365, 92  # days from which on years, and months, show a change
_MOST_ROWS = 100
_NEAR = 5  # units between an aggregate and the column that it is of


def _apart(one: Piece, other: Piece) -> int:
    """How many units are between two pieces."""
    return max(one.start - other.end, other.start - one.end, 0)


def _grain_over(time: Column) -> str:
    """The grain that shows a change best over the days that a column has."""
    try:
        days = date.fromisoformat(str(time.high)[:10]) - date.fromisoformat(str(time.low)[:10])
    except ValueError:
        return "month"
    return "year" if days.days > _YEARS else "month" if days.days > _MONTHS else "day"


@dataclass
class Draft:
    """A query that was put together, and how doubtful that is."""

    query: Query
    doubt: float = 0.0
    loose: tuple[Piece, ...] = ()  # that might narrow, but nobody knows how
    ties: tuple[Piece, ...] = ()  # values that may equally well be of several columns
    missing: Piece | None = None  # a figure whose column was not said
    how: frozenset[str] = frozenset()  # on which ways it was come to


class Assembly:
    """Owns the putting together of one message."""

    def __init__(self, bag: Bag, scope: Scope) -> None:
        bag = opposed(bag, scope)
        self.bag, self.scope = bag, scope
        self.conditions = Conditions(bag, scope)
        self.columns = list(bag.of("column"))
        self.missing: Piece | None = None
        self.how: set[str] = set()  # on which ways the query was come to
        self.used: set[str] = set()  # types of pieces that had a say

    def draft(self) -> Draft | None:
        """Return the query of the pieces, None where they ask for nothing."""
        query = self._neighbour() or self._comparison()
        if query is None:
            self.conditions.settle()
            query = self._chosen() or self._thresholds(self.groups()) or self._ranked()
            query = query or self._figures() or self._rows()
        if query is None:
            return None
        held = self.conditions
        for kind in _TELLING:
            if kind not in self.used:
                held.loose += self.bag.of(kind)
        held.loose += [one for one in self.bag.of("not") if one.end in held.negations]
        query = self._placed(query)
        return Draft(query, held.doubt, tuple(held.loose), tuple(held.ties), self.missing,
                     frozenset(self.how))  # fmt: skip

    def _placed(self, query: Query) -> Query:
        """The second, the third of an order, where a place was said."""
        places = [int(one.value) for one in self.bag.of("ord")]
        if not places or query.compare or query.per or not (query.order or query.groups):
            return query
        self.used.add("ord")
        order = query.order or (Order(measure=0),)
        return query.model_copy(update={"order": order, "limit": 1, "offset": places[0] - 1})

    # Which columns

    def _numeric(self, pieces: Sequence[Piece]) -> str | None:
        for piece in pieces:
            picked = self.scope.pick(piece.columns, self.scope.numeric, only=True)
            if picked is not None:
                return picked
        return None

    def _entity(self) -> str | None:
        """The column that is asked for: which team, who; else the first that tells rows apart."""
        found, why = self._entity_and_why()
        self.how.add(f"entity {why}")
        return found

    def _entity_and_why(self) -> tuple[str | None, str]:
        held = self.conditions.held
        for piece in self.bag.of("target"):
            return self.scope.pick(piece.columns), "said"
        for piece in self.bag.of("ask"):
            if (found := self._asked(piece)) is not None:
                named = any(found in {o.column for o in one.columns[:1]} for one in self.columns)
                return found, f"{piece.value} {'named' if named else 'meant'}"
        for piece in self.columns:
            picked = self.scope.pick(piece.columns, self.scope.tells_apart, only=True)
            if picked is not None and picked not in held:
                return picked, "named"
        time = self.scope.time
        grains = [one for one in self.bag.of("grain") if time and one.value == time.grain]
        if grains and time is not None and time.name not in held:
            return time.name, "grain"
        called = not self.scope.table.metric and (self.bag.has("noun") or self.bag.has("thing"))
        return (self._name(), "row") if called else (None, "none")

    def _name(self) -> str | None:
        name = self.scope.name_of_row
        return name.name if name is not None and name.name not in self.conditions.held else None

    def _asked(self, piece: Piece) -> str | None:
        """The column that a word of asking is about; one that stands right behind it first."""
        about = _ASKED_ABOUT.get(piece.value)
        if about is None:
            near = [one for one in self.columns if 0 <= one.start - piece.end <= _BEHIND]
            apart = [one for one in near if self.scope.pick(one.columns, self.scope.tells_apart,
                                                            only=True)]  # fmt: skip
            if apart:
                return self.scope.pick(apart[0].columns)
            return None if self.bag.has("grain") or self._asks_a_figure() else self._name()
        for one in self.columns:  # who was the opponent
            if 0 <= one.start - piece.end <= _NAMED_BEHIND and piece.value != "when":
                picked = self.scope.pick(one.columns, self.scope.tells_apart, only=True)
                if picked is not None and picked not in self.conditions.held:
                    return picked
        found = self.scope.names.of_concept(*about)
        free = [one.column for one in found if one.column not in self.conditions.held]
        if piece.value == "who":
            free = [one for one in free if self.scope.tells_apart(self.scope.column(one))]
        if piece.value == "when" and not free and self.scope.time is not None:
            return self.scope.time.name
        return free[0] if free else (self._name() if piece.value == "who" else None)

    def _asks_a_figure(self) -> bool:
        """Whether what is asked for is the most of a column that was said: the highest salary."""
        named = any(part.type == "column" for one in self.bag.of("rank") for part in one.parts)
        return named and not self.bag.has("noun") and not self.bag.has("thing")

    # Rows beside rows, and figures beside figures

    def _neighbour(self) -> Query | None:
        found = self.bag.of("neighbour")
        if not found:
            return None
        said: Neighbour = found[0].value
        entity = self._entity()
        option = said.values[0]
        same = [one for one in said.values if one.column == entity]
        if same and same[0].cost <= option.cost + 0.3:
            option = same[0]
        self.conditions.settle()
        place = Measure(aggregate="max" if said.behind else "min", of=ROW, where=test(option))
        beside = Test(column=ROW, op=">" if said.behind else "<", than=place)
        self.conditions.found.insert(0, beside)
        if self.bag.has("many"):
            return Query(measures=(Measure(),), where=self.conditions.where)
        return Query(
            rows=True, columns=(entity or option.column,), where=self.conditions.where,
            order=(Order(column=ROW, descending=not said.behind),), limit=1,
        )  # fmt: skip

    def _comparison(self) -> Query | None:
        """A figure for two values or times, and how far they differ."""
        differs = self.bag.has("diff") or (self.bag.has("more") and self.bag.has("many"))
        if self.bag.has("growth") and not self.bag.has("group") and self.conditions.part():
            differs = True
        if not differs and not self.bag.has("compare"):
            return None
        self.used |= {"diff", "more", "compare"}
        cases = self.conditions.cases()
        if not cases:
            return self._beside()
        grown = self.bag.has("growth")
        self.used |= {"growth"} if grown else set()
        self.conditions.settle()
        rate = None if (said := self.measure_said()) else self._flag_rate()
        measure = said or rate or self._meant(self._numeric(self.columns))
        return Query(
            measures=(measure,), where=self.conditions.where, groups=self.groups(),
            compare=Compare(cases=cases, change="growth" if grown else "difference"),
        )  # fmt: skip

    def _chosen(self) -> Query | None:
        """Which of some values has the most of something: who won more, A or B."""
        more = [*self.bag.of("more"), *self.bag.of("adj_more"), *self.bag.of("first")]
        self.used |= {"than"} if self.bag.has("more") or self.bag.has("adj_more") else set()
        among = [one for one in self.conditions.found if isinstance(one, Test) and one.op == "in"
                 and len(one.values) > 1]  # fmt: skip
        if not more or not among or not isinstance(among[0].column, str):
            return None
        entity, word = among[0].column, more[0]
        self.used |= {"more", "adj_more"}
        scaled = word.type == "adj_more"
        options = self.scope.of_scale(word.value.rstrip("+-")) if scaled else []
        descending = not word.value.endswith("-")
        by: Operand | None = self.scope.pick(options, self.scope.measured) if options else None
        by = by or self._numeric([one for one in self.columns if entity not in {
            option.column for option in one.columns[:1]}])  # fmt: skip
        if word.type == "first":
            by, descending = ROW, word.value == "-"
        where = self.conditions.where
        if by is None or not (by == ROW or self.scope.is_unique(entity)):
            measure = self._flag_rate() or self._meant(by if isinstance(by, str) else None)
            where = self.conditions.where
            return Query(
                measures=(measure,), where=where, groups=(Group(by=entity),), limit=1,
                order=(Order(measure=0, descending=descending),),
            )  # fmt: skip
        columns: tuple[Operand, ...] = (entity, by) if isinstance(by, str) else (entity,)
        return Query(
            rows=True, columns=columns, where=where, limit=1,
            order=(Order(column=by, descending=descending),),
        )  # fmt: skip

    def _beside(self) -> Query | None:
        """Two numbers against each other: how they go together."""
        measure = self._correlation()
        if measure is None or self.bag.has("diff"):
            self.used -= {"diff", "more", "compare"}
            return None
        self.conditions.settle()
        return Query(measures=(measure,), where=self.conditions.where, show="scatter")

    # Figures

    def figure(self, column: str | None) -> Measure:
        """Rows counted, or what a column comes to: its sum where it adds up, else its mean."""
        if column is None:
            return Measure()
        adds = self.scope.column(column).adds == "sum"
        return Measure(aggregate="sum" if adds else "mean", of=column)

    def _main(self) -> Measure | None:
        """The figure that is meant where none is said, of a table that has one; rows that are
        called by their name are counted or shown."""
        named = any(self.bag.has(kind) for kind in ("noun", "many", "times", "rows"))
        metric = self.scope.table.metric
        if not metric or named:
            return None
        self.how.add("main")
        return Measure(metric=metric)

    def _meant(self, column: str | None) -> Measure:
        """The figure of a column, else the one that is meant where none is said."""
        return (self._main() if column is None else None) or self.figure(column)

    def _result(self, role: str) -> Test | None:
        """The rows of sides that won, or lost."""
        names = [one.name for one in self.scope.table.columns if one.role == role]
        return self.scope.flag(names[0]) if names else None

    def _flag_rate(self) -> Measure | None:
        """How many of the rows a column of yes and no is true of: how often players win.

        Of a result nothing else can be meant, unless rows are counted.
        """
        counted = any(self.bag.has(kind) for kind in ("noun", "many", "times", "rows"))
        for one in self.conditions.flags:
            column = self.scope.column(str(one.column))
            result = self.scope.table.metric and column.role in ("won", "lost", "drawn")
            if self.bag.has("share") or (result and not counted):
                self.used.add("share")
                self.conditions.found.remove(one)
                if result and column.role == "won":
                    return Measure(metric=self.scope.table.metric)
                return Measure(where=one, share="rows")
        return None

    def measure_said(self) -> Measure | None:
        """The figure that was said, None where it is left open."""
        for piece in self.bag.of("measure"):
            if (found := self._measure(piece.value)) is not None:
                return found
        for piece in self.bag.of("agg"):
            near = [one for one in self.columns if _apart(one, piece) <= _NEAR]
            near.sort(key=lambda one: _apart(one, piece))
            numeric = self._numeric(near)
            if piece.value == "correlation":
                return self._correlation()
            if piece.value in _COMPUTED and not numeric and piece.value != "sum":
                numeric = self._only_number(piece)
            if piece.value in _COMPUTED and numeric:
                return Measure(aggregate=piece.value, of=numeric)
            if piece.value == "sum":
                return self._counted(piece)
        return None

    def _only_number(self, piece: Piece) -> str | None:
        """The one number of the table; of several it has to be said which is meant."""
        numbers = [one.name for one in self.scope.table.columns if self.scope.numeric(one)]
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
        other = self.scope.pick(said.other, self.scope.numeric) if said.other else None
        return Measure(aggregate=said.aggregate, of=of, other=other, q=said.q)  # type: ignore[arg-type]  # an aggregate

    def _counted(self, word: Piece) -> Measure:
        """What is counted: rows, different values, or a column that counts already."""
        if is_beaten(self.bag) and (won := self._result("won")) is not None:
            self.conditions.found.append(won)
            return Measure()
        following = [one for one in self.columns if one.start >= word.end] or self.columns
        if self.bag.has("times") or self.bag.has("noun") or not following:
            self.how.add("counts rows")
            return Measure()
        picked = self.scope.pick(following[0].columns)
        if picked is None:
            return Measure()
        column = self.scope.column(picked)
        if column.kind == "number":
            self.how.add("counts a number")
            return self.figure(picked)
        if self.bag.has("distinct"):
            return Measure(aggregate="distinct", of=picked)
        if picked in self.conditions.held or self.scope.is_unique(picked):
            self.how.add("counts named rows")
            return Measure()
        if self.scope.tells_apart(column) and column.kind != "yes_no":
            self.how.add("counts values")
            return Measure(aggregate="distinct", of=picked)
        return Measure()

    def _figures(self) -> Query | None:
        """Counts, shares, distributions and figures of columns, each by groups."""
        groups, where = self.groups(), self.conditions.where
        measure = self.measure_said()
        rate = self._flag_rate() if measure is None else None
        if measure is None and rate is None and (word := self.bag.of("many") or self.bag.of("times")):
            measure = self._counted(word[0])
        numeric = self._numeric(self.columns)
        if rate is not None:
            return Query(measures=(rate,), groups=groups, where=self.conditions.where)
        if self.bag.has("share", "often") and measure is None:
            self.used.add("share")
            measure = self._main() or Measure()
        elif self.bag.has("share"):
            self.used.add("share")
            if where is not None:
                return Query(measures=(Measure(where=where, share="rows"),), groups=groups)
            if groups:
                measure = measure or self.figure(numeric)
                if measure.aggregate in ("count", "sum") and not measure.metric:
                    measure = measure.model_copy(update={"share": "all"})
        if measure is None and self.bag.has("bins"):
            by = numeric or self._entity()
            if by is not None:
                group = Group(by=by, bins=_BINS) if by == numeric else Group(by=by)
                show = "histogram" if by == numeric else "auto"
                return Query(groups=(group,), measures=(Measure(),), where=where, show=show)  # type: ignore[arg-type]  # a form
        if measure is None and self.bag.has("much") and numeric and self._is_one_row():
            return Query(rows=True, columns=(numeric,), where=where, distinct=True)
        if measure is None and numeric is None and self.bag.has("much"):
            numeric = self._only_number(self.bag.of("much")[0])
        windowed = any(self.bag.has(kind) for kind in ("running", "moving", "change", "growth"))
        if measure is None and (groups or self.bag.has("much") or windowed):
            measure = self._meant(numeric)
            if measure == Measure() and groups and not self._is_counted():
                self.missing = (self.bag.of("thing") or [None])[0]
        if measure is None and numeric is None and where is not None and not self._open_columns():
            measure = self._main()
        if measure is None and self._is_figure(numeric):
            measure = self.figure(numeric)
        if measure is None:
            return None
        where = self.conditions.where
        if not groups and not windowed:
            groups = self._named_groups(measure)
        if groups:
            self.used.add("compare")  # what is told of each is told beside the others
        if windowed and not groups and self.scope.time is not None:
            groups = (self._group(Grouped(grain="auto")),)
        return Query(
            measures=(measure,) if windowed else self._beside_it(measure),
            groups=groups, where=where, windows=self.windows() if groups else (),
        )  # fmt: skip

    def _beside_it(self, measure: Measure) -> tuple[Measure, ...]:
        """A figure with the others that were said: highest and lowest price, mean and total."""
        found: list[tuple[int, Measure]] = []
        for piece in self.bag.of("measure"):
            if (one := self._measure(piece.value)) is not None:
                found.append((piece.start, one))
        for piece in self.bag.of("agg") if found and measure.of is not None else ():
            if piece.value in _COMPUTED:
                found.append((piece.start, Measure(aggregate=piece.value, of=measure.of)))
        said = tuple(dict.fromkeys(one for _, one in sorted(found, key=lambda one: one[0])))
        return said if measure in said else (measure,)

    def _named_groups(self, measure: Measure) -> tuple[Group, ...]:
        """What a figure is told apart by, where a column is only named beside it: all win rates of
        races."""
        if self.bag.has("many") or self.bag.has("times") or self.bag.has("ask"):
            return ()
        if measure.metric or measure.share == "rows":  # a rate of several together says little
            for one in self.conditions.found:
                if isinstance(one, Test) and one.op == "in" and isinstance(one.column, str):
                    return (Group(by=one.column),)
        for piece in self.columns:
            name = self.scope.pick(piece.columns, self.scope.tells_apart, only=True)
            if name is None or name in self.conditions.held or name == measure.of:
                continue
            column = self.scope.column(name)
            if column.kind == "category" and not self.scope.is_unique(name):
                return (self.group_of(name),)
        return ()

    def _is_counted(self) -> bool:
        return any(self.bag.has(kind) for kind in ("noun", "many", "times", "bins"))

    def _open_columns(self) -> bool:
        """Whether columns are asked for themselves."""
        held = self.conditions.held
        loose = [self.scope.pick(one.columns) for one in self.columns]
        return any(one not in held for one in loose) or self.bag.has("target")

    def _is_figure(self, numeric: str | None) -> bool:
        """Whether a bare column with a time is meant as a figure: units sold last year."""
        bare = not any(self.bag.has(kind) for kind in ("ask", "target", "rows", "noun"))
        timed = bool(self.bag.of("time") or self.bag.of("number"))
        return numeric is not None and bare and timed and not self.bag.has("value")

    def _is_one_row(self) -> bool:
        """Whether a row is called by its name, so that its own figure is asked for."""
        tests = [one for one in self.conditions.found if isinstance(one, Test) and one.op == "="]
        return any(isinstance(one.column, str) and self.scope.is_unique(one.column)
                   for one in tests)  # fmt: skip

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

    def _thresholds(self, groups: tuple[Group, ...]) -> Query | None:
        """Groups of so many rows, or of such a figure."""
        if not self.bag.has("having"):
            return None
        measures: list[Measure] = []
        having: list[Having] = []
        for piece in self.bag.of("having"):
            said: Counted = piece.value
            measure = self._measure(said.measure) if said.measure else Measure()
            if measure is None:
                return None
            if measure not in measures:
                measures.append(measure)
            place = measures.index(measure)
            having.append(Having(measure=place, op=said.op, value=said.value))  # type: ignore[arg-type]  # an operator
            if said.upto is not None:
                having.append(Having(measure=place, op="<=", value=said.upto))
        entity = self._entity()
        if not groups and entity is not None:
            groups = (Group(by=entity),)
        if not groups:
            return None
        order: tuple[Order, ...] = ()
        rank = self._rank()
        if rank is not None:
            ranked = self._measure(rank.measure) if rank.measure else self.measure_said()
            ranked = ranked or self._main() or measures[0]
            if ranked not in measures:
                measures.append(ranked)
            order = (Order(measure=measures.index(ranked), descending=rank.descending),)
        return Query(
            measures=tuple(measures), groups=groups, where=self.conditions.where,
            having=tuple(having), order=order, limit=self._limit() or (1 if order else None),
        )  # fmt: skip

    # Groups

    def groups(self) -> tuple[Group, ...]:
        """What rows are told apart by, as far as it was said."""
        said = [one for piece in self.bag.of("group") for one in piece.value]
        found = [self._group(one) for one in said if not self._orders(one)]
        return tuple(dict.fromkeys(found))

    def _orders(self, said: Grouped) -> bool:
        """Whether "by price" says the order of the first so many, rather than groups."""
        if not said.columns or not (self.bag.has("limit") or self._rank() is not None):
            return False
        column = self.scope.column(said.columns[0].column)
        return self.scope.numeric(column) and not said.width

    def group_of(self, column: str) -> Group:
        """How a column tells rows apart."""
        return self._group(Grouped((ColumnOption(column, 0.0),)))

    def _group(self, said: Grouped) -> Group:
        time = self.scope.time
        if said.columns:
            name = self.scope.pick(said.columns, lambda one: one.groups_well) or ""
            column = self.scope.column(name)
            if said.width:
                return Group(by=name, width=said.width)
            if self.scope.numeric(column) and column.distinct > _MANY_VALUES:
                return Group(by=name, bins=_BINS)
            if column.kind == "moment" and column.stored in ("date", "timestamp"):
                return Group(by=name, grain="month")
            return Group(by=name)
        assert time is not None  # grains are heard only where there is a time
        if time.stored == "number":
            return Group(by=time.name)
        if said.cycle:
            return Group(by=time.name, cycle=said.cycle)  # type: ignore[arg-type]  # a cycle
        grain = said.grain if said.grain != "auto" else _grain_over(time)
        return Group(by=time.name, grain=grain)  # type: ignore[arg-type]  # a grain

    # The most, the least, the first so many

    def _counting(self) -> int | None:
        """A bare number beside the most of something says how many: the five longest."""
        for piece in list(self.conditions.loose):
            value = piece.value.value
            if isinstance(value, int) and 1 <= value <= _MOST_ROWS:
                self.conditions.loose.remove(piece)
                self.conditions.doubt -= 1
                return value
        return None

    def _limit(self) -> int | None:
        for piece in self.bag.of("limit"):
            found: int = piece.value
            return found
        for piece in (*self.bag.of("rank"), *self.bag.of("order")):
            if piece.value.limit:
                limit: int = piece.value.limit
                return limit
        return None

    def _rank(self) -> Ranked | None:
        for piece in (*self.bag.of("rank"), *self.bag.of("order")):
            found: Ranked = piece.value
            return found
        for piece in self.bag.of("most"):
            return Ranked(piece.value == "+")
        for piece in self.bag.of("way"):
            return Ranked(piece.value == "+")
        if self.bag.has("limit"):
            more = self.bag.of("more")
            self.used |= {"more"} if more else set()
            return Ranked(not more or more[0].value == "+")  # the three that sold more: the most
        asked = self.bag.has("target") or self.bag.has("ask")
        for piece in self.bag.of("more") if asked and not self.bag.has("many") else ():
            self.used.add("more")  # which region sold more, of all
            return Ranked(piece.value == "+")
        return None

    def _ranked(self) -> Query | None:
        """Rows, or groups, in the order of a figure, and the first of them."""
        rank = self._rank()
        if rank is None or (self.bag.has("limit") and self._firsts() and not rank.columns):
            first = self._firsts()
            return self._first_rows(first[0]) if first else None
        limit = self._limit() or self._counting()
        if limit is None and not self.bag.has("order") and not self.bag.has("way"):
            limit = 1
        groups, where = self.groups(), self.conditions.where
        by = self.scope.pick(rank.columns, self.scope.measured) if rank.columns else None
        ordered = self.bag.has("order") and self.bag.has("limit")
        for said in (one for piece in self.bag.of("group") for one in piece.value):
            if by is None and self._orders(said):
                by, ordered = self.scope.pick(said.columns, self.scope.numeric), True
        measure = self._measure(rank.measure) if rank.measure else self.measure_said()
        if measure is not None and measure.where == self._result("won") and (
            self.bag.has("times", "often") and self.scope.table.metric
        ):  # wins most often: of those that were played
            measure = Measure(metric=self.scope.table.metric)
        entity = self._entity()
        if measure is None and by is None and not rank.often:
            measure = self._flag_rate() or self._main()
            where = self.conditions.where
        if not groups and entity is None and self.scope.time is not None:
            groups = tuple(self._group(Grouped(grain=one.value)) for one in self.bag.of("grain"))
        self.how.add(
            f"by {'said' if by else 'measure' if measure else 'often' if rank.often else 'open'}"
        )
        if by is None and measure is None and not rank.often:
            by = self._numeric(
                [one for one in self.columns if entity not in {o.column for o in one.columns[:1]}]
            )
        open_figure = by is None and measure is None and self.bag.has("target")
        if open_figure and entity is not None and self.scope.numeric(self.scope.column(entity)):
            by = entity
        entity = None if entity == by else entity
        if by is None and measure is None and not rank.often and entity is not None:
            word = self.bag.of("rank") or self.bag.of("most")
            if word and (rank.scale or self.scope.is_unique(entity)):
                by = self._only_number(word[0])
        if measure is None and by is not None:
            if entity is None and not self._wants_rows():
                return self._extreme(by, rank.descending, groups, limit)
            adds = ordered or (self.scope.column(by).adds == "sum" and not rank.scale)
            repeats = entity is not None and not self.scope.is_unique(entity)
            if groups and entity is not None and not any(one.by == entity for one in groups):
                return self._best_of_each(by, rank.descending, groups, entity, limit)
            if not groups and not (repeats and adds):
                columns: tuple[Operand, ...] = (entity, by) if entity else ()
                return Query(
                    rows=True, columns=columns, where=where, limit=limit,
                    order=(Order(column=by, descending=rank.descending),),
                )  # fmt: skip
            measure = self.figure(by)
        if not groups and entity is not None:
            groups = (Group(by=entity),)
        if not groups and measure is not None:
            groups = self._named_groups(measure)
        if not groups:
            return None
        if measure is None and not rank.often and not self._counts():
            self._open(entity)
        return Query(
            measures=(measure or Measure(),), groups=groups, where=where, limit=limit,
            order=(Order(measure=0, descending=rank.descending),),
        )  # fmt: skip

    def _open(self, entity: str | None) -> None:
        """Note that nobody said of what groups have the most, where more than rows may be meant."""
        adding = [
            one for one in self.scope.table.columns
            if self.scope.numeric(one) and one.adds == "sum" and one.name != entity
        ]  # fmt: skip
        named = [one for one in self.columns if self.scope.pick(one.columns) != entity]
        words = [one for kind in ("rank", "most", "more", "limit") for one in self.bag.of(kind)]
        if adding and words and not named and not self.bag.has("noun"):
            self.missing = words[0]

    def _extreme(
        self, by: str, descending: bool, groups: tuple[Group, ...], limit: int | None
    ) -> Query:
        """The highest figure itself, with what its row is called by, where rows have names."""
        name, where = self._name(), self.conditions.where
        named = name is not None and self.scope.is_unique(name)
        if groups or self._counts() or not (named or (limit or 1) > 1):
            most = Measure(aggregate="max" if descending else "min", of=by)
            return Query(measures=(most,), groups=groups, where=where)
        columns: tuple[Operand, ...] = (by, name) if named and name is not None else ()
        return Query(
            rows=True, columns=columns, where=where, limit=limit,
            order=(Order(column=by, descending=descending),),
        )  # fmt: skip

    def _counts(self) -> bool:
        return self.bag.has("many") or self.bag.has("much")

    def _wants_rows(self) -> bool:
        kinds = ("rows", "noun", "thing")
        asked = any(one.value != "which" for one in self.bag.of("ask"))
        return (asked or any(self.bag.has(kind) for kind in kinds)) and not self._counts()

    def _best_of_each(
        self, by: str, descending: bool, groups: tuple[Group, ...], entity: str, limit: int | None
    ) -> Query:
        most = Measure(aggregate="max" if descending else "min", of=by)
        return Query(
            measures=(most,), groups=(*groups, Group(by=entity)), where=self.conditions.where,
            order=(Order(measure=0, descending=descending),), per=Best(group=0, limit=limit or 1),
        )  # fmt: skip

    def _firsts(self) -> list[Piece]:
        """The words for the first and the last, of the first ten as well."""
        within = [part for one in self.bag.of("limit") for part in one.parts if part.type == "first"]
        return [*self.bag.of("first"), *within]

    def _first_rows(self, word: Piece) -> Query:
        first = word.value == "+"
        near = [one for one in self.columns if 0 <= one.start - word.end <= _BEHIND]
        loose = [self.scope.pick(one.columns) for one in (*near, *self.columns)]
        free = [one for one in loose if one is not None and one not in self.conditions.held]
        entity = self.scope.pick(near[0].columns) if near else None
        entity = entity or self._entity() or (free[0] if free else self._name())
        moments = [one for one in free if one != entity and self.scope.column(one).kind == "moment"]
        time = self.scope.time
        dated = time is not None and time.stored != "number" and self.bag.has("limit")
        if not moments and time is not None and (dated or self.scope.table.metric):
            moments = [time.name]
        by: Operand = moments[0] if moments else ROW  # founded first, or first in the table
        columns: tuple[Operand, ...] = (entity,) if entity else ()
        if self.bag.has("limit") and self.bag.has("noun"):
            columns = ()
        return Query(
            rows=True, columns=columns, where=self.conditions.where, limit=self._limit() or 1,
            order=(Order(column=by, descending=not first),),
        )  # fmt: skip

    # Rows

    def _rows(self) -> Query | None:
        """The rows themselves, or what is asked of them."""
        held = self.conditions.held
        asked = self.bag.of("ask") or self.bag.of("target")
        loose = [self.scope.pick(one.columns) for one in self.columns]
        columns = [one for one in loose if one is not None and one not in held]
        if asked and (entity := self._entity()) is not None:
            columns = [entity]
        where = self.conditions.where
        called = self.bag.has("noun") or (len(columns) == 1 and columns[0] == self._name())
        limit = self._counting() if called and not asked else None
        if not columns and where is None and limit is None and not self.bag.has("rows"):
            return None
        kept = tuple(dict.fromkeys(columns))
        if not asked and kept == (self._name(),) and where is not None:
            kept = ()  # the rows are called by it: employees hired since 2020
        return Query(
            rows=True, columns=kept, where=where, limit=limit, distinct=len(kept) == 1
        )  # fmt: skip
