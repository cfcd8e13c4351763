"""The frame: one question about the table, as values that can be merged, shown and computed."""

from typing import Literal, get_args

from pydantic import model_validator

from agents.answering.periods.periods import Period
from app.domain.base import Value

Measure = Literal[
    "win_rate", "loss_rate", "games", "wins", "losses", "duration", "longest_game", "shortest_game",
    "pick_share", "mirror_share", "draw_rate", "skill_rate",
]  # fmt: skip
Comparison = Literal[">", ">=", "<", "<="]
Figure = Literal["rate", "wins", "losses", "seconds"]
Mirror = Literal["auto", "exclude", "include", "only"]
Presentation = Literal["auto", "text", "table", "chart"]
Order = Literal["desc", "asc", "even", "uneven"]
Side = Literal["own", "opponent"]
Whose = Literal["own", "opponent", "gap"]
Ending = Literal["won", "lost"]
GRAINS = ("year", "quarter", "month", "week", "day")
MEASURES: tuple[str, ...] = get_args(Measure)
EXTREMES = ("longest_game", "shortest_game")
LENGTHS = ("duration", "longest_game", "shortest_game")


class Filter(Value):
    """Games are kept where the dimension has (or, excluded, has not) one of the values.

    `side` says whose value is meant where each side has its own: the subject's or its opponent's.
    Several values are compared with each other, unless their games are looked at `together`.
    """

    dimension: str
    values: tuple[str, ...]
    exclude: bool = False
    side: Side = "own"
    together: bool = False


class Bound(Value):
    """Rows are kept whose figure compares so with a value.

    A rate is 0 … 1 and of the measure that is asked for; `seconds` is the length of their games.
    """

    comparison: Comparison
    value: float
    figure: Figure = "rate"


class Lasting(Value):
    """Games are kept whose length compares so with a number of seconds."""

    comparison: Comparison
    seconds: float


class Measured(Value):
    """Games are kept whose number compares so with a value.

    `side` says whose number is meant where each side has its own; `gap` is how far these two are
    apart.
    """

    quantity: str
    comparison: Comparison
    value: float
    side: Whose = "own"


class Beyond(Value):
    """Rows are kept whose figure compares so with that of a value of what they are grouped by."""

    dimension: str
    value: str
    comparison: Comparison


class Frame(Value):
    """How a question was understood.

    `group_by` holds dimension keys, time grains, `opponent` or `matchup`. `period` lists the
    periods that are looked at; several are compared with each other, and the games of `periods_out`
    are left out. `having` is the least number
    of games that a row needs, `at_most` the most that it may have, `bounds` what its rate, wins,
    losses or length must be, `beyond` what they are compared with; `within` is one of two
    groupings in each of whose groups rows are ranked apart (the best map for each race); `lasting`
    is how long a game must have taken, `measured` what else is counted of it, and `ended` how it
    must have ended for the side that is asked for. `unmet` are pairs of what is compared whose
    games against each other are left out (no TvZ), `newest` is how many of the newest games that
    fit are looked at, and `turned` says that the measure is that of a
    rival, told from the other side. Of ranked rows the first `skip` are left out. `mirror` is
    `auto` until someone says otherwise, and drawn games count as games that were not won until
    they are excluded. Rows may be ranked by how near their rate is to one half (`even`) or how far
    from it (`uneven`).
    """

    measure: Measure = "win_rate"
    filters: tuple[Filter, ...] = ()
    group_by: tuple[str, ...] = ()
    period: tuple[Period, ...] = ()
    periods_out: tuple[Period, ...] = ()
    order: Order | None = None
    limit: int | None = None
    skip: int = 0
    within: str | None = None
    having: int | None = None
    at_most: int | None = None
    bounds: tuple[Bound, ...] = ()
    beyond: Beyond | None = None
    lasting: tuple[Lasting, ...] = ()
    measured: tuple[Measured, ...] = ()
    ended: Ending | None = None
    unmet: tuple[tuple[str, str], ...] = ()
    newest: int | None = None
    turned: bool = False
    draws: Literal["auto", "exclude"] = "auto"
    mirror: Mirror = "auto"
    presentation: Presentation = "auto"

    @model_validator(mode="after")
    def _sane(self) -> "Frame":
        if self.limit is not None and self.limit < 1:
            raise ValueError("limit must be positive")
        if self.newest is not None and self.newest < 1:
            raise ValueError("newest must be positive")
        if self.skip < 0 or (self.skip and self.limit is None):
            raise ValueError("skip goes with a limit")
        return self

    def filter(self, dimension: str, side: str = "own", *, exclude: bool = False) -> Filter | None:
        """Return the filter on a dimension, or None."""
        for one in self.filters:
            if (one.dimension, one.side, one.exclude) == (dimension, side, exclude):
                return one
        return None

    def swapped(self) -> "Frame":
        """Return the frame with the two sides in each other's place: Zerg against Terran."""
        turned: dict[Side, Side] = {"own": "opponent", "opponent": "own"}
        other = (one.model_copy(update={"side": turned[one.side]}) if one.dimension in both else one
                 for both in [{f.dimension for f in self.filters if f.side == "opponent"}]
                 for one in self.filters)  # fmt: skip
        return self.model_copy(update={"filters": tuple(other)})

    @property
    def has_periods(self) -> bool:
        """Whether games are told apart by their time: some periods only, or none of them."""
        return bool(self.period or self.periods_out)

    @property
    def has_thresholds(self) -> bool:
        """Whether rows need some number of games, wins or a rate."""
        counted = self.having is not None or self.at_most is not None
        return counted or bool(self.bounds) or self.beyond is not None

    def without_thresholds(self) -> "Frame":
        """Return the frame with rows of any figures."""
        return self.model_copy(
            update={"having": None, "at_most": None, "bounds": (), "beyond": None}
        )

    @property
    def thresholds(self) -> "Frame":
        """A frame with nothing but the thresholds of this one."""
        return Frame(
            measure=self.measure,
            having=self.having,
            at_most=self.at_most,
            bounds=self.bounds,
            beyond=self.beyond,
        )

    def unranked(self) -> "Frame":
        """Return the frame with all rows, in no order that was asked for."""
        if self.order is None and self.limit is None and not self.skip and self.within is None:
            return self
        return self.model_copy(update={"order": None, "limit": None, "skip": 0, "within": None})

    def with_filter(self, new: Filter) -> "Frame":
        """Return the frame with this filter in the place of the one it replaces."""
        rest = (
            one for one in self.filters
            if (one.dimension, one.side, one.exclude) != (new.dimension, new.side, new.exclude)
        )  # fmt: skip
        return self.model_copy(update={"filters": (*rest, new)})

    def without_filter(
        self, dimension: str, side: str | None = None, *, exclude: bool | None = None
    ) -> "Frame":
        """Return the frame without the filters on a dimension."""
        kept = tuple(
            one
            for one in self.filters
            if one.dimension != dimension
            or (side is not None and one.side != side)
            or (exclude is not None and one.exclude != exclude)
        )
        return self if len(kept) == len(self.filters) else self.model_copy(update={"filters": kept})
