"""The semantic model: what the columns of a table of games mean."""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from pydantic import Field, model_validator

from agents.answering.text.cached_values import WorkedOut
from agents.data.match.model.words import Member, Words
from app.domain.base import Value

Role = Literal["entity", "player", "plain"]
Stored = Literal["both", "one", "alone"]


class Winner(Value):
    """Who won: `column` says it by a value for either side, or by repeating a side's own value.

    With `score_a` and `score_b` the side with more points won; `draws` is then "=" if some games
    ended with equal points. Without any column side `a` is the winner (tables with winner_… and
    loser_… columns). In a table with one row per side `a` is the value that says "won", `b` "lost".
    `draws` are the column's values for a drawn game; any other value means that the result is not
    known. A column of scores such as 2-1 has the points of `a` before the sign `between` them and
    those of `b` after it. Where it names who `lost`, the other side won. With `ids` the column
    repeats the id of the winner, which stands in one of these two.
    """

    column: str | None = None
    a: str | None = None
    b: str | None = None
    same_as: str | None = None
    lost: bool = False
    ids: tuple[str, str] | None = None
    score_a: str | None = None
    score_b: str | None = None
    between: str | None = None
    draws: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The table's columns that it is read from."""
        named = (self.column, self.score_a, self.score_b, *(self.ids or ()))
        return tuple(c for c in named if c is not None)


class Totals(Value):
    """Already counted games: the columns with games and wins, or losses, or a rate (of `scale`).

    Draws are told by `draws`, or by what both wins and losses leave of the games.
    """

    games: str
    wins: str | None = None
    losses: str | None = None
    draws: str | None = None
    rate: str | None = None
    scale: Literal[1, 100] = 1

    @property
    def columns(self) -> tuple[str, ...]:
        """The table's columns that it is read from."""
        named = (self.games, self.wins, self.losses, self.draws, self.rate)
        return tuple(c for c in named if c is not None)

    @property
    def has_draws(self) -> bool:
        """Whether some of the games were drawn."""
        return self.draws is not None or (self.wins is not None and self.losses is not None)


class FromColumns(WorkedOut):
    """What is read from one column of the game (`column`), or one of either side (`a` and `b`).

    In a table with one row per side it is `sided` where the sides of a game differ in it.
    """

    column: str | None = None
    sided: bool = False
    a: str | None = None
    b: str | None = None

    @cached_property
    def of_sides(self) -> bool:
        """Whether each side of a game has its own."""
        return self.column is None or self.sided

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The table's columns that it is read from."""
        return tuple(c for c in (self.column, self.a, self.b) if c is not None)


class Dimension(FromColumns):
    """Something games can be filtered and grouped by.

    A dimension of the sides (the race of each player) has two columns, or is `fixed`: which side of
    the game it was (blue and red). A dimension of the game (its map) has one. `members` maps the
    canonical value to its names; values that are not listed stand for themselves. `placeholders`
    mean "not known", `rollups` the sum of all the others.
    Names that several ids share (`namesakes`, with these ids) are told apart by the columns `ids`,
    which stand beside `column`, or beside `a` and `b`: Kim (17).
    """

    role: Role = "plain"
    fixed: tuple[str, str] | None = None
    label: Words = Field(default_factory=dict)
    words: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    rollups: tuple[str, ...] = ()
    members: dict[str, Member] = Field(default_factory=dict)
    ids: tuple[str, ...] = ()
    namesakes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    sample: tuple[str, ...] = Field(default=(), exclude=True)

    def id_beside(self, column: str) -> str:
        """Return the column with the id of what a column names."""
        return self.ids[self.columns.index(column)]

    def values_in(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the values that stand in the texts of its columns."""
        if self.namesakes:
            texts = [
                told for text in texts
                for told in ([f"{text} ({one})" for one in self.namesakes.get(text, ())] or [text])
            ]  # fmt: skip
        return tuple(dict.fromkeys(texts))


class Quantity(FromColumns):
    """A number by which games are kept, of the game or of either side.

    `words` name it. What happens in a game `adds` up over games (kills), what someone has (a
    rating) does not.
    """

    adds: bool = True
    label: Words = Field(default_factory=dict)
    words: tuple[str, ...] = ()


class SemanticModel(WorkedOut):
    """What a table's columns mean.

    `grain` tells what one row is: a game between two sides, one side of a game, or totals of many
    games. `game` is the column that two rows share, which are the sides of a game. `stored` tells
    for rows of sides or totals whether both sides of a game are there, or only one (the other then
    follows), or whether nothing is known of a rival (`alone`). `time` is the column with the
    moments or years of games, `duration` that with their lengths; `nouns` are words for them.
    """

    grain: Literal["game", "side", "totals"] = "game"
    winner: Winner = Winner()
    totals: Totals | None = None
    game: str | None = None
    stored: Stored = "both"
    time: str | None = None
    duration: str | None = None
    quantities: dict[str, Quantity] = Field(default_factory=dict)
    nouns: tuple[str, ...] = ()
    dimensions: dict[str, Dimension]

    @model_validator(mode="after")
    def _has_sides(self) -> "SemanticModel":
        if not any(d.of_sides for d in self.dimensions.values()):
            raise ValueError("no dimension of the sides (`a` and `b`, or `sided: true`)")
        return self

    @cached_property
    def entity(self) -> str:
        """The key of the dimension whose win rates are asked for: race, champion, else player."""
        keys = [key for key, d in self.dimensions.items() if d.role == "entity"]
        return keys[0] if keys else next(k for k, d in self.dimensions.items() if d.of_sides)

    @cached_property
    def compares_places(self) -> bool:
        """Whether what is compared are the places of a game, such as white and black."""
        return self.entity == "side" or self.dimensions[self.entity].fixed is not None

    @cached_property
    def player(self) -> str | None:
        """The key of the dimension that names the players, if there is one."""
        return next((k for k, d in self.dimensions.items() if d.role == "player"), None)

    @cached_property
    def has_draws(self) -> bool:
        """Whether games may end without a winner."""
        return bool(self.winner.draws) or (self.totals is not None and self.totals.has_draws)

    def is_of_sides(self, key: str) -> bool:
        """Whether a key is of a dimension of which each side has its own; a month's is not."""
        return key in self.dimensions and self.dimensions[key].of_sides

    def has_rival(self, key: str) -> bool:
        """Whether the other side's value of a dimension is known."""
        dimension = self.dimensions[key]
        return dimension.of_sides and (
            dimension.column is None or (self.game is not None and self.stored == "both")
        )

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Every column of the table that the model names."""
        found = [*self.winner.columns, *(self.totals.columns if self.totals else ())]
        found += [c for c in (self.time, self.duration, self.game) if c is not None]
        found += [c for quantity in self.quantities.values() for c in quantity.columns]
        return (*found, *(c for d in self.dimensions.values() for c in (*d.columns, *d.ids)))
