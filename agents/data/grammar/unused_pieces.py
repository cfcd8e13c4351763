"""What was read and has no part in the query: no number, value, group or order is lost in silence.

A query is looked at as data: its columns, numbers, texts, figures, order and groups. A piece of the
message whose trace is not among them was dropped on the way.
"""

from agents.data.grammar.pieces import EVERY, Bag, Grouped, Number, Piece
from agents.data.grammar.scope import Scope
from agents.data.language.names import BY_PART
from agents.data.query.operands import said_in, tests_of
from agents.data.query.query import Query

_CHANGING = ("drop", "undo", "swap", "talk")
"""Types that take back: what they stand with is meant to be gone."""
_BESIDE = 1  # units between a word of counting and what is counted
_BOUND = frozenset(("value", "condition", "time", "number"))
"""Types that a word of grouping may bind as a preposition: films by Spielberg."""


def unheard(bag: Bag, query: Query, scope: Scope) -> tuple[Piece, ...]:
    """Return the pieces of a message that left no trace in the query they led to."""
    if bag.has_any(*_CHANGING):
        return ()
    trace = _Trace(query, scope, bag)
    lost = tuple(
        piece for piece in bag.pieces
        if (heard := getattr(_Trace, piece.type, None)) is not None and not heard(trace, piece)
    )  # fmt: skip
    asked = [one.columns[0].column for one in bag.of("target")]
    again = [one for n, one in enumerate(bag.of("target")) if asked[n] in asked[:n]]
    far = [one for one in bag.of("target") if scope.table.texts and one.columns[0].cost >= BY_PART
           and trace.leaves.isdisjoint(o.column for o in one.columns)]  # fmt: skip
    return (*lost, *again, *far, *_half_heard(bag))  # which hour of which day


def _half_heard(bag: Bag) -> tuple[Piece, ...]:
    """Return the words beside a column that was heard by a part of its name only: a type of
    vehicle may be another column than that of types."""
    far = [one for one in bag.of("column") if one.cost >= BY_PART]
    ends = {one.end for one in far} | {one.start for one in far}
    return tuple(one for one in bag.of("thing") if {one.start, one.end} & ends)


class _Trace:
    """Owns what stands in a query, as far as words may have asked for it: a method of the name of
    a type tells whether a piece of it has a part."""

    def __init__(self, query: Query, scope: Scope, bag: Bag) -> None:
        self.query, self.scope, self.bag = query, scope, bag
        self.leaves = said_in(query)
        self.leaves |= {one for one, days in scope.lengths.items() if self.leaves.issuperset(days)}
        self.ordered = bool(query.order or query.per) or any(
            one.aggregate in ("min", "max") for one in query.measures
        )
        self.groups = {one.by for one in query.groups}

    def value(self, piece: Piece) -> bool:
        return any(str(value) in self.leaves for one in piece.values for value in one.values)

    def column(self, piece: Piece) -> bool:
        named = [option.column for option in piece.columns]
        table = self.scope.table
        if piece.rule == EVERY or self._is_counted(piece):  # which narrows nothing
            return True
        if self.scope.dates(piece) and not table.is_open(named[0]):
            return True  # what was done everywhere
        if table.metric in self.leaves and any(table.column(one).role == "won" for one in named):
            return True
        if any(table.otherwise[one][0] in self.leaves for one in named if one in table.otherwise):
            return True
        parts = (self.query.where, self.query.compare, *(one.where for one in self.query.measures))
        if table.order and any(one is not None for one in parts):
            # The lines that tell of a task are of one: average time of the tasks that succeeded.
            own = table.column(named[0])
            if own.kind == "category" and own.role in ("", "noun"):
                return True
        return any(
            one in self.leaves or table.calls_rows(one) or table.column(one).kind == "identifier"
            for one in named
        )

    def _is_counted(self, piece: Piece) -> bool:
        """Whether a column is of what is counted row by row: how often, what is not done yet."""
        beside = [one for one in self.bag.of("many") if one.apart(*piece.run) <= _BESIDE]
        column = self.scope.column(piece.columns[0].column)
        if column.kind == "yes_no" or not (
            self.scope.tells_apart(column) or column.kind == "moment"
        ):
            return False  # how often one won
        tests = tests_of(self.query.where)
        undone = any(self.scope.table.is_open(str(one.column)) for one in tests)
        return any(undone or one.value == "times" for one in beside)

    def number(self, piece: Piece) -> bool:
        said: Number = piece.value
        year = f"{said.value}-"
        return str(said.value) in self.leaves or any(one.startswith(year) for one in self.leaves)

    def condition(self, piece: Piece) -> bool:
        # Without the map: what was held before is gone.
        return piece.rule == "empty" or piece.value.column in ("", *self.leaves)

    def group(self, piece: Piece) -> bool:
        said: tuple[Grouped, ...] = piece.value
        time = self.scope.time.name if self.scope.time else ""
        return all(
            any(option.column in self.leaves for option in one.columns)
            if one.columns else time in self.groups or time in self.leaves
            for one in said
        ) and all(self._new(one) for one in said if one.since)  # fmt: skip

    def _new(self, said: Grouped) -> bool:
        """Whether values that are new are told, and not only those who have them counted."""
        told = {*self.groups, *self.query.columns, *(one.of for one in self.query.measures)}
        return "first" in self.leaves and any(one.column in told for one in said.columns)

    def limit(self, piece: Piece) -> bool:
        return str(piece.value) in self.leaves

    def rank(self, piece: Piece) -> bool:
        limit = getattr(piece.value, "limit", None)
        held = {one.column for one in tests_of(self.query.where) if one.op == "in"}
        if limit is None and held & self.groups:
            return True  # of a few that were named all are told
        often = piece.type == "order" or getattr(piece.value, "often", False)
        if self.query.compare is not None and often:
            return True  # of two that stand beside each other, which has more
        return self.ordered and (limit is None or str(limit) in self.leaves)

    order = most = adj_most = rank

    def ord(self, piece: Piece) -> bool:
        """Whether a place that was said has a part: the second quarter, the third of an order."""
        place = int(piece.value)
        return str(place) in self.leaves or (self.ordered and self.query.offset == place - 1)

    def first(self, piece: Piece) -> bool:
        """Whether the first or last of rows that are texts is told: between the last start and …"""
        ends = {"+": ("min", False), "-": ("max", True)}[piece.value]
        figures = {one.aggregate for one in self.query.measures}
        ordered = {one.descending for one in self.query.order}
        told = ends[0] in figures or ends[1] in ordered or self.query.groups
        return bool(told) or not self.scope.table.texts

    def having(self, piece: Piece) -> bool:
        return bool(self.query.having) or str(piece.value.value) in self.leaves

    bound = having

    def each(self, piece: Piece) -> bool:
        beside = [
            one for one in self.bag.pieces if piece.end == one.start or one.end == piece.start
        ]
        kinds = {one.type for one in beside}
        if self.query.rows and "noun" in kinds:
            return True  # every game: all of them
        told = bool(self.groups or self.query.compare)
        return bool(kinds & _BOUND) or (told and "thing" not in kinds)

    def agg(self, piece: Piece) -> bool:
        return piece.value == "sum" or piece.value.split("_")[0] in self.leaves

    def measure(self, piece: Piece) -> bool:
        said = piece.value
        if said.metric:
            return said.metric in self.leaves
        of = [one.column for one in said.columns]
        counted = said.aggregate == "count" or said.aggregate in self.leaves
        kinds = said.aggregate == "distinct" and any(one in self.groups for one in of)
        return kinds or (counted and (not of or any(one in self.leaves for one in of)))
