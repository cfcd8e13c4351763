"""Which columns of a match table tell who won, when and how long; or games that were counted."""

from typing import Literal

from pydantic import model_validator

from app.domain.base import Value


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

    @model_validator(mode="after")
    def _counts_wins(self) -> "Totals":
        if self.wins is None and self.losses is None and self.rate is None:
            raise ValueError("give `wins`, `losses` or `rate`")
        return self

    @property
    def rated(self) -> bool:
        """Whether rows tell how many games were won by a rate alone."""
        return self.wins is None and self.losses is None

    @property
    def columns(self) -> tuple[str, ...]:
        """The table's columns that it is read from."""
        named = (self.games, self.wins, self.losses, self.draws, self.rate)
        return tuple(c for c in named if c is not None)

    @property
    def has_draws(self) -> bool:
        """Whether some of the games were drawn."""
        return self.draws is not None or (self.wins is not None and self.losses is not None)


class Time(Value):
    """When a game was played: a column with dates, dates as text, or years as numbers.

    A moment with a zone (`zoned`) counts by its day in UTC. `format` is how text or numbers are
    read (as in strftime); `grain` is the finest span that can be told apart. Rows with one of the
    values `rollups` are sums of others.
    """

    column: str
    format: str | None = None
    zoned: bool = False
    rollups: tuple[str, ...] = ()
    grain: Literal["day", "month", "year"] = "day"


class Duration(Value):
    """The column with the length of a game, and how many seconds its unit has."""

    column: str
    seconds: float = 1.0
