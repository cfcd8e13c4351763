"""Typed spans: what a piece of a message means, with where it stands and what it is made of; and
the pieces of a message, by their types."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from agents.data.language.names import ColumnOption, ValueOption
from agents.data.language.packs import packs
from agents.data.model.schema import Table
from agents.data.query.moments import Time
from agents.data.query.operands import tests_of
from agents.data.query.query import AnyOf, Test


class Number(NamedTuple):
    """A number that was said: with its multiples worked in, and its unit ("%", "s", ""); `place`
    if it was said as one of an order."""

    value: float | int
    unit: str = ""
    place: bool = False


class Piece(NamedTuple):
    """Units `start` up to `end` read as a type; `rule` is the construction that made it."""

    type: str
    value: Any
    start: int
    end: int
    cost: float
    rule: str = ""
    parts: "tuple[Piece, ...]" = ()
    head: int = -1  # the unit that a reader would point at

    @property
    def run(self) -> tuple[int, int]:
        """Where it stands."""
        return self.start, self.end

    def apart(self, start: int, end: int) -> int:
        """Return how many units are between it and others, 0 where they are not apart."""
        return max(self.start - end, start - self.end, 0)

    @property
    def columns(self) -> tuple[ColumnOption, ...]:
        """The columns that a column piece may mean, best first."""
        found: tuple[ColumnOption, ...] = self.value
        return found

    @property
    def values(self) -> tuple[ValueOption, ...]:
        """The values that a value piece may mean, best first."""
        found: tuple[ValueOption, ...] = self.value
        return found


def plain(value: float) -> float | int:
    """Return a number without a fraction as a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Ranked(NamedTuple):
    """The most or the least: of columns that may be meant, of a measure, or of how often."""

    descending: bool
    columns: tuple[ColumnOption, ...] = ()
    measure: "Measured | None" = None
    often: bool = False
    limit: int | None = None
    scale: str = ""


class Measured(NamedTuple):
    """A figure: an aggregate of columns that may be meant, none for a count of rows."""

    aggregate: str
    columns: tuple[ColumnOption, ...] = ()
    other: tuple[ColumnOption, ...] = ()
    q: float | None = None
    where: Any = None
    share: str = ""
    metric: str = ""


class Grouped(NamedTuple):
    """What rows are told apart by: columns that may be meant, or a grain or cycle of time.

    Values that are new `since` a time are the only ones, where one is said.
    """

    columns: tuple[ColumnOption, ...] = ()
    grain: str = ""
    cycle: str = ""
    width: float | None = None
    since: "Time | None" = None


class Neighbour(NamedTuple):
    """The row before or behind those of some values."""

    behind: bool
    values: tuple[ValueOption, ...]


class Counted(NamedTuple):
    """Groups of so many rows, or of such a figure."""

    op: Any
    value: float
    measure: Measured | None = None
    upto: float | None = None
    deviations: bool = False
    said: Number | None = None


class Conditioned(NamedTuple):
    """A condition that was said whole; `column` is what it is about, "" for several. `held` ones
    are that rows hold words which were said; of a name: in quotation marks, or with figures."""

    condition: Any
    column: str = ""
    negated: bool = False
    held: bool = False
    name: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The words that rows are said to hold."""
        return tuple(str(value) for one in tests_of(self.condition) for value in one.values)


KINDS = {kind: frozenset(types) for kind, types in packs().read("types").items()}
"""Kinds of types of pieces, as the pack has them."""
TOPS = KINDS["tops"]
"""The types that a query is put together of."""


class Bag:
    """Owns the pieces of a message in the order in which they were said."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.by_type: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            self.by_type.setdefault(piece.type, []).append(piece)

    def begins(self, kind: str) -> bool:
        """Whether the first piece is of a type."""
        return any(one.type == kind for one in self.pieces[:1])

    def before(self, place: int) -> "Bag":
        """Return the pieces that end up to a unit."""
        return Bag(one for one in self.pieces if one.end <= place)

    def behind(self, place: int) -> "Bag":
        """Return the pieces that begin from a unit on."""
        return Bag(one for one in self.pieces if one.start >= place)

    def without(self, *kinds: str) -> "Bag":
        """Return the pieces of other types."""
        return Bag(one for one in self.pieces if one.type not in kinds)

    def changed(self, change: Callable[[Piece], Piece | None]) -> "Bag":
        """Return other pieces in the place of these; what becomes None is left out."""
        return Bag(one for piece in self.pieces if (one := change(piece)) is not None)

    def of(self, kind: str) -> list[Piece]:
        """Return the pieces of a type."""
        return self.by_type.get(kind, [])

    def first_of(self, *kinds: str) -> Piece | None:
        """Return the first piece of the first of some types that has one."""
        return next((one for kind in kinds for one in self.of(kind)), None)

    def nouns(self) -> list[Piece]:
        """Return the words for rows, those within what is made of them as well."""
        within = (part for one in self.pieces for part in one.parts if part.type == "noun")
        return [*self.of("noun"), *within]

    def firsts(self) -> list[Piece]:
        """Return the words for the first and the last, of the first ten as well."""
        within = (part for one in self.of("limit") for part in one.parts if part.type == "first")
        return [*self.of("first"), *within]

    def has(self, kind: str, value: str | None = None) -> bool:
        """Whether there is a piece of a type, with that value."""
        return any(value is None or one.value == value for one in self.of(kind))

    def has_kind(self, kind: str) -> bool:
        """Whether there is a piece of a kind of types."""
        return not KINDS[kind].isdisjoint(self.by_type)

    def is_only(self, kind: str) -> bool:
        """Whether all pieces are of a kind of types."""
        return KINDS[kind].issuperset(self.by_type)

    def has_any(self, *kinds: str) -> bool:
        """Whether there is a piece of one of some types."""
        return any(kind in self.by_type for kind in kinds)


def holding(held: Sequence[str], table: Table, start: int, end: int, cost: float) -> Piece:
    """Return the condition that rows hold one of some words, at most what others hold too."""
    fewest = [one for one in held if not any(two != one and two in one for two in held)]
    tests = tuple(
        Test(column=table.name_of_row, op="contains", values=(one,)) for one in fewest
    )  # fmt: skip
    condition = tests[0] if len(tests) == 1 else AnyOf(any=tests)
    value = Conditioned(condition, table.name_of_row, held=True)
    return Piece("condition", value, start, end, cost)


def is_held(piece: Piece) -> bool:
    """Whether a piece is the condition that rows hold some words."""
    return piece.type == "condition" and piece.value.held


TRANSPARENT = ("light", "particle", "ending")
"""Types that stand between the parts of a construction and change nothing."""
SUBJECT = "subject"
"""The rule of a column that is heard by what the table is called after, as its rows are, too."""
DONE = "done"
"""The rule of a column of days that is heard by what was done on them: an order, of Ordered."""
EVERY, SUMMED = "every", "summed"
"""The rules of what is said of all of a kind, and of a sum by a word for the whole (in total)."""
EXACT = 0.3
"""Up to this cost a name was said as the table or a pack has it."""
