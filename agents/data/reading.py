"""What one message says, before it is merged with the conversation: mentions, marks and acts."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from agents.answering.periods.periods import Period, Unit
from agents.data.lexicon import Term
from agents.data.match.compute.frame import (
    Beyond,
    Bound,
    Comparison,
    Ending,
    Lasting,
    Measure,
    Measured,
    Mirror,
    Order,
    Presentation,
)

Beside = Literal["", "against", "along", "with", "as"]
Mark = Literal["plain", "without", "instead", "include", "opponent"]


@dataclass(frozen=True)
class Mention:
    """A value that was named: of which dimension, of which side.

    `together` says that it was named by what it shares with others (5.0 for 5.0.11), so that the
    games of all of them are asked for.
    """

    dimension: str
    value: str
    opponent: bool = False
    together: bool = False


class Shift(NamedTuple):
    """A period told by one that was asked for before: the year before (`steps` -1)."""

    unit: Unit
    steps: int
    text: str


@dataclass
class Reading:
    """Everything found in one message; `unknown` are content words without a meaning here.

    `excepted` are those of `excluded` of which the others are asked for (other than Acropolis),
    `included` those of `mentions` that are to be counted (again), with what was asked for if it
    `adds` them;
    `implied` is the measure of a threshold (20 wins), which a question without another one asks;
    `instead` is a leading word by which the rest takes the place of what was asked before (말고
    결승), `floating` says that the periods named no year;
    `span` is what several periods are together that are not set against each other;
    `quality` says that rows are ranked as best or worst, `most` is a word for most or fewest that
    says nothing of what;
    `unnamed` that so many are ranked without a word for what they are (the two with most wins),
    `only` that nothing else is to be looked at;
    `each` are those of `groups` that are looked at one by one (for each race), `in_full` asks for
    all ranks;
    `bare` are thresholds of which nothing says what they count; `fresh` drops all conditions,
    `anew` everything that was asked before; `of_rival` is the rival whose own figures are asked
    for, in a table of games as the other side saw them, and `of_oneself` names that other side, or
    whom it met;
    `unmet` are pairs whose games against each other are to be left out, `met_again` are to
    be counted again.
    For a question that follows another one: `won` says that a verb of winning ranks, `of_hundred`
    that a percentage is asked for with such a verb, `rate_of` that
    a percentage does ("best" or "most"), `goes` that it is asked how
    somebody does, `goes_on` that it begins as what goes on (and …), `record` that a record is,
    `narrowed` that only this measure is asked for (losses
    only), `of_those` that games are counted which are not named again (how many did White win),
    `alone` that the first of the rows is asked for and no other (only the best one),
    `rivals_of` that rivals of somebody unnamed are asked for, `whom` that they are asked for
    as such and not by what they play, `met` and `playing` that such a verb names one side,
    `lone` that the message is one value and nothing that says where it belongs, `corrected` that
    it takes back what was said,
    `by_figure` that the figure is what the rows go by, `meet` that two meet who are not named;
    `counts_on` whether it is asked how many of what goes on from an answer ("surely", "perhaps"),
    `of_any` of what is counted there, `of_one` of the one that was told, and `beside` says how the
    value that is named belongs to these: played against, along with (랑) or with it, or as it;
    `placed` that "which" asks for rows (with which races), and not what there is;
    `counted` is what a verb of winning or losing alone counts; `them` is a word for the two
    that were asked about, `either` asks which of two is better, `they` is one for all who were
    ranked, `throughout` says that a period is looked at as a whole, `pooled` that rows are to
    be put together, `against` are words for a rival of the last answer.
    """

    measure: Measure | None = None
    implied: Measure | None = None
    mentions: list[Mention] = field(default_factory=list)
    excluded: list[Mention] = field(default_factory=list)
    replaced: list[Mention] = field(default_factory=list)
    excepted: list[Mention] = field(default_factory=list)
    included: list[Mention] = field(default_factory=list, compare=False)
    adds: bool = field(default=False, compare=False)
    quality: bool = field(default=False, compare=False)
    most: str = field(default="", compare=False)
    unmet: list[tuple[str, str]] = field(default_factory=list)
    met_again: list[tuple[str, str]] = field(default_factory=list, compare=False)
    groups: list[str] = field(default_factory=list)
    each: list[str] = field(default_factory=list, compare=False)
    in_full: bool = field(default=False, compare=False)
    unnamed: bool = field(default=False, compare=False)
    only: bool = field(default=False, compare=False)
    periods: list[Period] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    barred: list[tuple[str, Period, bool]] = field(default_factory=list)
    periods_out: list[Period] = field(default_factory=list)
    order: Order | None = None
    limit: int | None = None
    skip: int = 0
    having: int | None = None
    at_most: int | None = None
    instead: str = ""
    shift: Shift | None = None
    floating: bool = False
    span: Period | None = field(default=None, compare=False)
    bare: list[tuple[Comparison, int]] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    beyond: Beyond | None = None
    lasting: list[Lasting] = field(default_factory=list)
    measured: list[Measured] = field(default_factory=list)
    ended: Ending | None = None
    newest: int | None = None
    draws: Literal["auto", "exclude"] | None = None
    mirror: Mirror | None = None
    presentation: Presentation | None = None
    trend: bool = False
    too: bool = False
    all: bool = False
    of_rival: str = ""
    of_oneself: bool = field(default=False, compare=False)
    fresh: bool = False
    anew: bool = False
    compare: bool = False
    listing: bool = False
    apart: bool = False
    who: bool = False
    swap: bool = False
    plural: bool = False
    pointed: list[tuple[str, str]] = field(default_factory=list, compare=False)
    wide: list[tuple[str, bool]] = field(default_factory=list, compare=False)
    there: str = field(default="", compare=False)
    whole: str = field(default="", compare=False)
    whole_of_one: bool = field(default=False, compare=False)
    throughout: bool = field(default=False, compare=False)
    both: str = field(default="", compare=False)
    either: bool = field(default=False, compare=False)
    them: str = field(default="", compare=False)
    the_one: str = field(default="", compare=False)
    they: str = field(default="", compare=False)
    against: str = field(default="", compare=False)
    those: str = field(default="", compare=False)
    total: bool = field(default=False, compare=False)
    pooled: bool = field(default=False, compare=False)
    share: bool = field(default=False, compare=False)
    of_games: bool = field(default=False, compare=False)
    counts: bool = field(default=False, compare=False)
    settled: bool = field(default=False, compare=False)
    won: bool = field(default=False, compare=False)
    rate_of: str = field(default="", compare=False)
    narrowed: bool = field(default=False, compare=False)
    of_hundred: bool = field(default=False, compare=False)
    goes: bool = field(default=False, compare=False)
    goes_on: bool = field(default=False, compare=False)
    record: bool = field(default=False, compare=False)
    of_those: bool = field(default=False, compare=False)
    alone: bool = field(default=False, compare=False)
    rivals_of: bool = field(default=False, compare=False)
    whom: bool = field(default=False, compare=False)
    met: bool = field(default=False, compare=False)
    by_figure: bool = field(default=False, compare=False)
    meet: bool = field(default=False, compare=False)
    counted: Measure | None = field(default=None, compare=False)
    counts_on: Literal["", "surely", "perhaps"] = field(default="", compare=False)
    of_any: bool = field(default=False, compare=False)
    of_one: bool = field(default=False, compare=False)
    beside: Beside = field(default="", compare=False)
    placed: bool = field(default=False, compare=False)
    playing: bool = field(default=False, compare=False)
    lone: bool = field(default=False, compare=False)
    corrected: bool = field(default=False, compare=False)
    acts: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    ambiguous: list[tuple[str, tuple[Term, ...]]] = field(default_factory=list)

    def add_group(self, key: str) -> None:
        """Ask for rows by a dimension or grain, unless they are asked for already."""
        if key not in self.groups:
            self.groups.append(key)

    @property
    def bare_measure(self) -> bool:
        """Whether the message names a measure and nothing else."""
        return self.measure is not None and not self.has_content

    @property
    def only_ranks(self) -> bool:
        """Whether the message names a measure by which rows are ranked, and nothing else."""
        ranked = Reading(
            measure=self.measure, order=self.order, limit=self.limit, skip=self.skip,
            listing=self.listing,
        )  # fmt: skip
        return self.order is not None and self == ranked

    @property
    def has_content(self) -> bool:
        """Whether anything but a measure was said about the question."""
        return bool(
            self.mentions or self.excluded or self.unmet or self.replaced
            or self.groups or self.periods
            or self.dropped or self.order or self.limit or self.having or self.mirror
            or self.at_most or self.bare or self.bounds or self.lasting or self.draws
            or self.measured or self.beyond or self.ended or self.newest
            or self.presentation or self.trend or self.all or self.fresh or self.anew or self.swap
            or self.shift or self.settled or self.periods_out
        )  # fmt: skip

    @property
    def asks_something(self) -> bool:
        """Whether a question is meant, though it names no measure."""
        return bool(
            self.mentions or self.groups or self.all or self.trend or self.order
            or self.compare or self.periods or self.bounds or self.lasting
            or self.measured or self.beyond or self.newest or self.periods_out
        )  # fmt: skip

    @property
    def empty(self) -> bool:
        """Whether nothing was understood."""
        return self.measure is None and not self.has_content and not self.acts and not self.missing
