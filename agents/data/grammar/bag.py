"""The pieces of a message, by their types."""

from dataclasses import dataclass, field

from agents.data.grammar.pieces import Piece

# fmt: off
TOPS = frozenset((
    "number", "column", "value", "condition", "measure", "rank", "group", "target", "ask",
    "many", "much", "times", "agg", "most", "first", "limit", "neighbour", "diff", "more",
    "compare", "share", "running", "moving", "change", "growth", "bins", "show", "rows",
    "noun", "distinct", "time", "grain", "each", "order", "same", "future", "opinion", "meet",
    "than", "period", "cycle", "bound", "around", "adj_most",
    "adj_more", "not", "empty", "next", "after", "having", "going_on", "anaphor", "drop",
    "undo", "swap", "too", "talk", "off", "put", "record", "single", "dated",
    "filled", "pointed", "listing", "lasting", "ord", "way", "consecutive",
))
# fmt: on
"""The types that a query is put together of."""


@dataclass
class Bag:
    """The pieces of a message in the order in which they were said."""

    pieces: tuple[Piece, ...]
    by_type: dict[str, list[Piece]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for piece in self.pieces:
            self.by_type.setdefault(piece.type, []).append(piece)

    def before(self, place: int) -> "Bag":
        """Return the pieces that end up to a unit."""
        return Bag(tuple(one for one in self.pieces if one.end <= place))

    def behind(self, place: int) -> "Bag":
        """Return the pieces that begin from a unit on."""
        return Bag(tuple(one for one in self.pieces if one.start >= place))

    def of(self, kind: str) -> list[Piece]:
        """Return the pieces of a type."""
        return self.by_type.get(kind, [])

    def has(self, kind: str, value: str | None = None) -> bool:
        """Whether there is a piece of a type, with that value."""
        return any(value is None or one.value == value for one in self.of(kind))
