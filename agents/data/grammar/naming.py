"""What the words of a message name: the column that is asked for, and what tells rows apart."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from agents.data.grammar.conditions import Conditions
from agents.data.grammar.opponents import opposed
from agents.data.grammar.pieces import DONE, SUBJECT, Bag, Grouped, Piece, Ranked
from agents.data.grammar.scope import Scope
from agents.data.language.names import BY_PART, ITS_HEADER, ColumnOption
from agents.data.query.checking import CYCLE_GRAINS
from agents.data.query.moments import grain_over
from agents.data.query.query import Computed, Group, Query

_ALSO_CALLED = 0.3  # how much farther fetched another column of the same word may be
BINS = 10
_MANY_VALUES = 40  # a number with more different values is told apart by bins
_NAMED_BEHIND = 3  # units between who or where and the column that it asks for
_BEHIND = 2  # units between a word of asking and the column that it asks for
_ORDERING = ("going_on", "rank", "most", "first", "adj_most", "ord")
_DECADE = "decade"
FINER = ("decade", "year", "quarter", "month", "week", "day", "hour", "minute", "second", "auto")
"""Grains of time, each finer than the one before."""
_GRAINS = FINER[1:6]  # which hour is one of the day


def _without_relatives(bag: Bag, scope: Scope) -> Bag:
    """The pieces without words of asking that go on behind what is told, or before what is compared
    there: games where, when; where the stock is below 5."""
    ends = {piece.end for piece in (*bag.of("noun"), *bag.of("column"))
            if piece.type == "noun" or piece.rule == DONE
            or scope.table.calls_rows(piece.columns[0].column)}  # fmt: skip
    told = {one.start for one in bag.of("condition") if one.rule.startswith("compared")}
    relative = [one for one in bag.of("ask") if one.value != "who"
                and (one.start in ends or (one.value != "which" and one.end in told))]  # fmt: skip
    return Bag(one for one in bag.pieces if one not in relative)


def _agreed(bag: Bag) -> Bag:
    """The pieces with two words of which each is a part of several headers as what both are parts
    of: gold tier winrates."""
    far = [one for one in bag.of("column") if one.columns[0].cost >= BY_PART]
    kept = {one.start: one.columns for one in far}
    for one, other in combinations(far, 2):
        both = {option.column for option in one.columns} & {o.column for o in other.columns}
        if both and both < {option.column for option in (*one.columns, *other.columns)}:
            for piece in (one, other):
                kept[piece.start] = tuple(o for o in piece.columns if o.column in both)
    return bag.changed(lambda one: one._replace(value=kept[one.start]) if one in far else one)


class Naming:
    """Owns the pieces of one message, and what it noted of them on the way."""

    def __init__(self, bag: Bag, scope: Scope) -> None:
        bag = opposed(_agreed(_without_relatives(bag, scope)), scope)
        self.bag, self.scope = bag, scope
        self.conditions = Conditions(bag, scope)
        self.columns = list(bag.of("column"))
        self.missing: Piece | None = None
        self.ways: tuple[Query, ...] = ()  # that may be meant alike
        self.how: set[str] = set()  # on which ways the query was come to
        self.used: set[str] = set()  # types of pieces that had a say

    def _numeric(self, pieces: Sequence[Piece]) -> str | None:
        found = (self.scope.pick(one.columns, self.scope.numeric, only=True) for one in pieces)
        return next(filter(None, found), None)

    def _telling(self, pieces: Sequence[Piece]) -> str | None:
        """The first column that tells rows apart and has no condition."""
        found = (self.scope.pick(one.columns, self.scope.tells_apart, only=True) for one in pieces)
        return next((one for one in found if one not in (None, *self.conditions.held)), None)

    def entity(self) -> str | None:
        """Return the column that is asked for: which team, who; else the first telling rows."""
        return self.entity_and_why()[0]

    def entity_and_why(self) -> tuple[str | None, str]:
        """Return that column, and by what it is known."""
        found, why = self._entity_and_why()
        self.how.add(f"entity {why}")
        return found, why

    def _entity_and_why(self) -> tuple[str | None, str]:
        held = self.conditions.held
        for piece in self.bag.of("target"):
            # Which side had most at home: of one side that is said, the side is not asked for.
            free = [one for one in piece.columns if one.column not in held]
            near = [one for one in free if one.cost <= piece.columns[0].cost + _ALSO_CALLED]
            return self.scope.pick((self.scope.table.metric and near) or piece.columns), "said"
        if (grain := self._grain_asked()) is not None:
            time = self.conditions.time_column()
            fits = time is not None and time.grain == grain.value and time.name not in held
            return (time.name if time and fits else None), "grain"
        for piece in self.bag.of("ask"):
            if (found := self._asked(piece)) is not None:
                named = any(found in {o.column for o in one.columns[:1]} for one in self.columns)
                return found, f"{piece.value} {'named' if named else 'meant'}"
        if (picked := self._telling(self.columns)) is not None:
            return picked, "named"
        time = self.scope.time
        grains = [one for one in self.bag.of("grain") if time and one.value == time.grain]
        if grains and time is not None and time.name not in held and time.grain in _GRAINS:
            return time.name, "grain"
        called = not self.scope.table.metric and self.bag.has_any("noun", "thing")
        called = called or self._is_of_rows()
        name = self._name()
        return (name, "row") if called else (None, "none")

    def _is_of_rows(self) -> bool:
        """Whether what a table is called after is its rows: the largest sale."""
        ranks = [one.parts for one in self.bag.of("rank")]
        ranks += [tuple(self.columns)] if self.bag.has("limit") else []  # top 5 sales
        of_rows = any(
            {part.type for part in parts} >= {"adj_most", "noun"}
            or any(part.rule == SUBJECT for part in parts) for parts in ranks
        )  # fmt: skip
        return of_rows and not self.bag.has_any("group", "grain", "cycle", "measure")

    def _grain_asked(self) -> Piece | None:
        """A grain of time that is asked for: which month, how many years."""
        ends = {piece.end: piece for piece in self.bag.of("ask")}
        asked = [one for one in self.bag.of("grain") if one.start in ends or one.parts]
        firsts = (part for one in self.bag.of("first") for part in one.parts)
        asked += [part for part in firsts if part.type == "grain"]
        return next(iter(asked), None) if self.scope.time is not None else None

    def _name(self) -> str | None:
        name = self.scope.table.calling
        return name.name if name is not None and name.name not in self.conditions.held else None

    def _asked(self, piece: Piece) -> str | None:
        """The column that a word of asking is about; one that stands right behind it first."""
        about = self.scope.scales.get(piece.value)
        if about is None:
            end = self._end_of(piece)
            near = [one for one in self.columns if 0 <= one.start - end <= _BEHIND]
            apart = [one for one in near if self.scope.pick(one.columns, self.scope.tells_apart,
                                                            only=True)]  # fmt: skip
            if apart:
                return self.scope.pick(apart[0].columns)
            if itself := self._said_whole(near[:1]):
                return itself  # a moment or a number: what was the date of the last game
            unknown = [one for one in self.bag.of("thing") if 0 <= one.start - piece.end < _BEHIND]
            if unknown and (
                not near or unknown[0].start < near[0].start
            ):  # which province: it has to be said what that is
                self.conditions.loose.append(unknown[0])
                return None
            if self.bag.has("grain") or self._asks_a_figure():
                return None
            telling = (one for one in self.columns if self.scope.tells_apart(
                self.scope.column(one.columns[0].column)))  # fmt: skip
            return self._said_whole(telling) or self._name()
        end = self._end_of(piece)
        people = {one.column for one in self.scope.names.of_concept(*about)}
        for one in self.columns:  # who was the opponent
            if 0 <= one.start - end <= _NAMED_BEHIND and piece.value != "when":
                picked = self.scope.pick(one.columns, self.scope.tells_apart, only=True)
                fits = one.columns[0].cost <= _ALSO_CALLED or picked in people
                if fits and picked is not None and picked not in self.conditions.held:
                    return picked
        found = self.scope.names.of_concept(*about)
        if piece.value == "when":  # on a day rather than for so many hours
            days = [one for one in found if self.scope.column(one.column).kind == "moment"]
            found = days or found
        free = [one.column for one in found if one.column not in self.conditions.held]
        if piece.value == "when" and not free and self.scope.time is not None:
            return self.scope.time.name
        if free or piece.value != "who":
            return free[0] if free else None
        if self.scope.table.texts and not self.scope.table.who:
            self.conditions.loose.append(piece)  # of lines nobody knows who did what they tell
            return None
        return self.scope.table.who or self._name()

    def _end_of(self, asking: Piece) -> int:
        """Where a word of asking ends, with the word of order behind it: who was the last."""
        end = asking.end
        for piece in self.bag.pieces:
            told = any(one.type in ("column", "measure") for one in piece.parts)
            if piece.type in _ORDERING and not told and 0 <= piece.start - end <= _BEHIND:
                end = piece.end
        return end

    def _said_whole(self, pieces: Iterable[Piece]) -> str | None:
        """The first column that was named by its header."""
        for option in (one.columns[0] for one in pieces):
            if option.cost <= ITS_HEADER and option.column not in self.conditions.held:
                return option.column
        return None

    def _asks_a_figure(self) -> bool:
        """Whether what is asked for is the most of a column that was said: the highest salary."""
        named = any(part.type == "column" for one in self.bag.of("rank") for part in one.parts)
        return named and not self.bag.has("noun") and not self.bag.has("thing")

    def groups(self) -> tuple[Group, ...]:
        """What rows are told apart by, as far as it was said."""
        counted = self.bag.has("many")  # how many are new is one figure
        said = [one for piece in self.bag.of("group") for one in piece.value
                if not (one.since and counted)]  # fmt: skip
        found = [self._group(one) for one in said if not self._orders(one)]
        return tuple(dict.fromkeys(_apart(one, found) for one in found))

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
                return Group(by=name, bins=BINS)
            if column.kind == "moment" and column.stored in ("date", "timestamp"):
                return Group(by=name, grain=said.grain or "month")  # type: ignore[arg-type]  # a grain
            return Group(by=name)
        assert time is not None  # grains are heard only where there is a time
        if time.stored == "number":
            return Group(by=time.name, width=10 if said.grain == _DECADE else None)
        if said.cycle:
            return Group(by=time.name, cycle=said.cycle)  # type: ignore[arg-type]  # a cycle
        if said.grain == _DECADE:
            return Group(by=Computed(function="year", args=(time.name,)), width=10)
        grain = said.grain if said.grain != "auto" else grain_over(time)
        return Group(by=time.name, grain=grain)  # type: ignore[arg-type]  # a grain

    def _limit(self) -> int | None:
        said = [one.value for one in self.bag.of("limit")]
        said += [one.value.limit for one in (*self.bag.of("rank"), *self.bag.of("order"))]
        return next(filter(None, said), None)

    def _rank(self) -> Ranked | None:
        if (said := self.bag.first_of("rank", "order")) is not None:
            found: Ranked = said.value
            return found
        if (word := self.bag.first_of("most", "way")) is not None:
            return Ranked(word.value == "+")
        if self.bag.has("limit"):
            more = self.bag.of("more")
            self.used |= {"more"} if more else set()
            return Ranked(not more or more[0].value == "+")  # the three that sold more: the most
        asked = self.bag.has_any("target", "ask", "grain", "cycle")
        for piece in self.bag.of("more") if asked and not self.bag.has("many") else ():
            self.used.add("more")  # which region sold more, of all
            return Ranked(piece.value == "+")
        return None

    def _counts(self) -> bool:
        return self.bag.has_any("many", "much")


def _apart(group: Group, among: Sequence[Group]) -> Group:
    """Return what tells rows apart beside others: a moment's hour has one weekday, so that beside
    weekdays it is an hour of the day."""
    coarser = FINER[: FINER.index(group.grain)] if group.grain else ()
    known = (one.cycle for one in among if one.cycle and one.by == group.by)
    if not any(CYCLE_GRAINS[one] in coarser for one in known):
        return group
    own = (cycle for cycle, grain in CYCLE_GRAINS.items() if grain == group.grain)
    return next((Group(by=group.by, cycle=one) for one in own), group)
