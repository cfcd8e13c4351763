"""What a number in a message means: a threshold of games, wins, a rate or a length, or rows."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from agents.data.match.compute.frame import (
    LENGTHS,
    Bound,
    Comparison,
    Figure,
    Frame,
    Lasting,
    Measure,
    Measured,
)
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.quantities import Counted, Quantities
from agents.data.reading import Reading
from agents.data.scan import Span

COMPARISONS: dict[str, Comparison] = {
    "at_least_before": ">=", "at_least_after": ">=", "over_before": ">", "more_after": ">",
    "fewer_before": "<", "fewer_after": "<", "at_most_after": "<=", "at_most_before": "<=",
}  # fmt: skip
_COMPARING = frozenset(COMPARISONS)
Unit = Literal["games", "wins", "losses", "rate", "seconds", "quantity", "bare"]
_RANKS = ("top", "bottom", "highest", "lowest")
_RATES = ("win_rate", "loss_rate", "draw_rate", "pick_share", "mirror_share", "skill_rate")
_COUNTS: dict[str, Unit] = {
    "games": "games", "wins": "wins", "losses": "losses", "won": "wins", "lost": "losses",
}  # fmt: skip
_OR_MORE = re.compile(r"\+?\s*(?:(?:or|o) (?:more|less|fewer|mas|menos)\s)?")
_PER_CENT = re.compile(r"\s*(%|퍼센트|프로|퍼|percent|por ciento)")
_BETWEEN = re.compile(
    r"(?:\s|%|퍼센트|프로|퍼|percent|por ciento|games?|matches|partid[ao]s|juegos|경기|게임|판|"
    r"wins?|losses|victorias|derrotas|승|패|minutes?|min|minutos?)*"
    r"(?:-|–|~|to|and|until|through|y|a|e|hasta|에서|부터|내지|와|과)\s*(?:el|los|las|la|about)?\s*"
)
_UP_TO = ("up to", "hasta")
_INSIDE = ("until_before", "since_after", "between_before")


class Amount(NamedTuple):
    """A number in a message: what it counts, how it compares, and the value, in the unit's terms.

    `upper` is the end of a range, `measure` the rate that was named before a share. `of_rows`
    tells a length of the rows' games from one that each game must have. `counted` is the quantity
    of the table that it is one of, `both` the same of the other side, where both must have it.
    """

    unit: Unit
    value: float
    comparison: Comparison | None
    upper: float | None = None
    measure: Measure | None = None
    of_rows: bool = False
    counted: Counted | None = None
    both: tuple[Counted, ...] = ()


class Numbers:
    """Owns the reading of a message's numbers.

    `units` are the places of the words that only say what a number counts: the wins of "at least
    20 wins" are not what is asked for.
    """

    def __init__(self, phrase: Phrase, games: list[Span], model: SemanticModel) -> None:
        """`games` are the nouns of games, which the phrase leaves out."""
        self.units: set[int] = set()
        self.rate: Measure | None = None
        self._phrase = phrase
        self._games = games
        self._model = model
        self._quantities = Quantities(phrase, games, model)
        self._amounts: dict[int, Amount] = {}
        self._seconds_of: set[int] = set()
        for index in range(len(phrase)):
            if phrase.kind(index) in ("number", "length") and index not in self._seconds_of:
                amount = self._amount(index)
                if amount is not None:
                    self._amounts[index] = amount

    def take(self, index: int, out: Reading) -> None:
        """Read the number at an index into `out`; one that means nothing is unknown."""
        span = self._phrase[index]
        if index in self._seconds_of:
            return
        amount = self._amounts.get(index)
        if amount is not None and amount.comparison is not None:
            lower: Comparison = amount.comparison
            done = self._threshold(amount, lower, amount.value, out)
            if amount.upper is not None:
                done = done and self._threshold(amount, "<=", amount.upper, out)
            if not done:
                out.unknown.append(span.text)
        elif span.number is None or out.limit is not None or amount is not None:
            out.unknown.append(span.text)
        elif self._ranks(index):
            out.limit = span.number
        else:
            out.unknown.append(span.text)

    def _threshold(
        self, amount: Amount, comparison: Comparison, value: float, out: Reading
    ) -> bool:
        """Take one comparison; returns False for what is no threshold, or a second one."""
        if amount.unit == "bare":
            out.bare.append((comparison, int(value)))
            return not _contradict(out.bare)
        if amount.unit == "games":
            return of_games(comparison, value, out)
        if amount.counted is not None:
            every = (amount.counted, *amount.both)
            return all(_measured(one, comparison, value, out) for one in every)
        if amount.unit == "seconds" and not amount.of_rows:
            lasting = Lasting(comparison=comparison, seconds=value)
            out.lasting.append(lasting)
            return not _contradict([(o.comparison, o.seconds) for o in out.lasting])
        assert amount.unit != "quantity"
        figure: Figure = amount.unit
        if figure == "rate":
            self.rate = amount.measure or self.rate
        else:
            out.implied = out.implied or _implied(figure)
        if figure == "rate" and not 0 <= value <= 1:
            return False
        out.bounds.append(Bound(comparison=comparison, value=value, figure=figure))
        return not _contradict([(b.comparison, b.value) for b in out.bounds if b.figure == figure])

    def _amount(self, index: int) -> Amount | None:
        """Return what a number counts; None where nothing says so and nothing is compared."""
        partner = self._partner(index)
        last = index if partner is None else partner
        if partner is None and self._ranks(index):
            return None
        comparison = self._comparison(index, last)
        counted = self._quantity(index, last, compared=bool(comparison) or partner is not None)
        if counted is not None:
            self.units |= counted.places
            return self._of_quantity(counted, index, partner, comparison)
        unit, measure = self._unit(index, last, compared=comparison is not None)
        if unit == "bare" or (unit is None and (comparison or partner is not None)):
            rated = self._quantities.unnamed(index, last, _COMPARING)
            if rated:
                self.units |= rated[0].places
                found = self._of_quantity(rated[0], index, partner, comparison)
                return found._replace(both=rated[1:])
        if unit is None:
            return None
        of_rows = unit == "seconds" and self._of_rows(index, last)
        if of_rows is None:
            return Amount(unit, 0, None)
        if partner is not None:
            self._seconds_of.add(partner)
            low, high = (self._value(i, unit, last) for i in (index, last))
            if low is None or high is None or low > high:
                return Amount(unit, 0, None)
            return Amount(unit, low, ">=", high, measure, of_rows)
        value = self._value(index, unit, last)
        return Amount(unit, value or 0, comparison if value is not None else None,
                      measure=measure, of_rows=of_rows)  # fmt: skip

    def _quantity(self, first: int, last: int, *, compared: bool) -> Counted | None:
        """Return which of the table's quantities a number is compared with."""
        if not compared:
            return None
        found = self._quantities.named(first, last, _COMPARING)
        timed = any(self._phrase[i].length is not None for i in (first, last))
        if timed and found is not None and found.key:
            return found if self._model.quantities[found.key].in_seconds else None
        return None if timed else found

    def _of_quantity(
        self, counted: Counted, index: int, partner: int | None, comparison: Comparison | None
    ) -> Amount:
        """Return a threshold of a quantity; without a comparison where it cannot be one."""
        last = index if partner is None else partner
        low, high = self._number(index), self._number(last)
        share = _PER_CENT.match(self._phrase.text, self._phrase[last].end)
        if partner is not None:
            self._seconds_of.add(partner)
        if not counted.key or share or low is None or high is None or low > high:
            return Amount("quantity", 0, None)
        if partner is not None:
            return Amount("quantity", low, ">=", high, counted=counted)
        return Amount("quantity", low, comparison, counted=counted)

    def _number(self, index: int) -> float | None:
        """Return a number as it stands, a length in seconds."""
        span = self._phrase[index]
        return span.length.seconds if span.length is not None else span.fraction

    def _partner(self, index: int) -> int | None:
        """Return where the other end of a range is: 30 % to 40 %, 30~40 %, entre 30 y 40."""
        phrase = self._phrase
        second = next(
            (i for i in range(index + 1, min(index + 4, len(phrase)))
             if phrase.kind(i) in ("number", "length")),
            None,
        )  # fmt: skip
        if second is None:
            return None
        between = [i for i in range(index + 1, second) if not self._is_unit(i)]
        if any(phrase.key(i) not in _INSIDE for i in between):
            return None
        gap = phrase.text[phrase[index].end : phrase[second].start]
        shares = [bool(_PER_CENT.match(phrase.text, phrase[i].end)) for i in (index, second)]
        if shares == [True, False] and self._counts_games(phrase[second]):
            return None  # higher than 52% and 50 or more games
        return second if _BETWEEN.fullmatch(gap) else None

    def _is_unit(self, index: int) -> bool:
        term = self._phrase.term(index)
        return term is not None and term.kind == "measure" and term.key in _COUNTS

    def _comparison(self, first: int, last: int) -> Comparison | None:
        """Return how a number is compared, by the words before or after it."""
        phrase = self._phrase
        before, after = phrase.key(first - 1), phrase.key(last + 1)
        if before.endswith("_before") and before in COMPARISONS:
            return COMPARISONS[before]
        if before == "until_before" and phrase[first - 1].text in _UP_TO:
            return "<="
        if self._is_unit(last + 1) or self._quantities.is_noun(last + 1):  # 30승 이상, 60수 이상
            after = after or phrase.key(last + 2)
        if after.endswith("_after") and after in COMPARISONS:
            return COMPARISONS[after]
        length = phrase[last].length
        plus = phrase.text.startswith("+", phrase[last].end)  # 80+ games
        return ">=" if plus or (length is not None and length.or_more) else None

    def _unit(self, first: int, last: int, *, compared: bool) -> tuple[Unit | None, Measure | None]:
        """Return what a number counts, and which rate it is one of."""
        phrase = self._phrase
        span = phrase[last]
        named = self._named_before(first)
        if span.length is None and named in LENGTHS:
            return None, None  # a length of 20, but of which unit?
        if span.length is not None:
            return "seconds", None
        if _PER_CENT.match(phrase.text, span.end) or span.number is None:
            return "rate", named if named in _RATES else None
        step = 2 if phrase.key(last + 1) in COMPARISONS else 1
        place = last + step
        games = self._counts_games(span)
        if compared and phrase.kind(place) in ("value", "matchup"):  # over 50 home wins
            place += 1
        after = self._counted(place, verbs=True)
        if after is not None and (not games or phrase.key(place)):
            return after, None
        compares = phrase.key(first - 1) in COMPARISONS
        before = self._counted(first - 2 if compares else first - 1, verbs=True)
        if games:
            verb = before is not None and phrase.key(first - 2 if compares else first - 1)
            return (before if verb else "games"), None
        if before is not None:
            return before, None
        if named in _RATES and 1 < span.number <= 100:
            return "rate", named
        if self._is_margin(first):
            return None, None
        of_kind = phrase.kind(last + 1) in ("dimension", "grain")  # at least 3 maps
        return ("bare" if compared and not of_kind else None), None

    def _is_margin(self, first: int) -> bool:
        """Whether a number says by how much a game was won, which nothing computes."""
        start = first - 1 if self._phrase.key(first - 1) in COMPARISONS else first
        words = self._phrase.text[: self._phrase[start].start].split()[-1:]
        return bool(words) and words[0] in ("by", "por")

    def _counted(self, index: int, *, verbs: bool) -> Unit | None:
        """Return what a word beside a number counts: wins, losses, or what was won."""
        term = self._phrase.term(index)
        if term is None or term.kind not in ("measure", "operator"):
            return None
        unit = _COUNTS.get(term.key)
        if unit is not None and (term.kind == "measure" or verbs):
            self.units.add(index)
        return unit

    def _named_before(self, index: int) -> Measure | None:
        """Return the measure that stands before a number or its comparison."""
        for place in (index - 1, index - 2):
            term = self._phrase.term(place)
            if term is not None and term.kind == "measure":
                return Frame.model_validate({"measure": term.key}).measure
        return None

    def _counts_games(self, span: Span) -> bool:
        """Whether the noun after a number is games: 20 games, 20 or more games, 20경기."""
        text = self._phrase.text
        return any(
            game.start >= span.end and _OR_MORE.fullmatch(text, span.end, game.start)
            for game in self._games
        )

    def _of_rows(self, first: int, last: int) -> bool | None:
        """Whether a length is that of each row: maps whose average length is over 20 minutes.

        "Games of more than 20 minutes" names the games. None where neither is named.
        """
        phrase = self._phrase
        compares = phrase.key(first - 1) in COMPARISONS or phrase.key(first - 1) == "between_before"
        place = first - 2 if compares else first - 1
        term = phrase.term(place)
        if term is None or term.kind != "measure" or term.key not in LENGTHS:
            return False
        after = last + 1 if phrase.key(last + 1) in COMPARISONS else last
        follows = phrase[after + 1].start if after + 1 < len(phrase) else len(phrase.text)
        if any(phrase[place].end <= game.start < phrase[first].start for game in self._games):
            return False  # the average length of games of more than 20 minutes
        self.units.add(place)
        counted = any(span.term is not None and span.term.key == "games" for span in phrase)
        if counted or any(game.start < follows for game in self._games):
            return False  # the number of games of more than 30 minutes
        if any(span.kind in ("dimension", "grain") for span in phrase):
            return True
        mean = group_words("averages") & set(phrase.text.split())
        return False if "only" in phrase.operators() and not mean else None  # those games only

    def _value(self, index: int, unit: Unit, last: int) -> float | None:
        span = self._phrase[index]
        if unit == "seconds":
            if span.length is not None:
                return span.length.seconds
            whole = self._phrase[last].length
            return span.fraction * whole.unit if whole and span.fraction is not None else None
        if span.fraction is None:
            return None
        if unit == "rate":
            written = _PER_CENT.match(self._phrase.text, self._phrase[last].end)
            small = span.number is None and span.fraction < 1 and not written
            return span.fraction if small else span.fraction / 100
        return float(span.number) if span.number is not None else None

    def _ranks(self, index: int) -> bool:
        """Whether a number says how many rows are asked for."""
        phrase = self._phrase
        before, after = phrase.key(index - 1), phrase.key(index + 1)
        if before in COMPARISONS or (after in COMPARISONS and after.endswith("_after")):
            return False  # more than 340 games, ranked by win rate; 승률 1위는? 100경기 이상만
        if phrase.text.startswith("+", phrase[index].end):
            return False  # players, 100+ games
        return (
            before in _RANKS
            or after in (*_RANKS, "superlative")
            or (
                "dimension" in phrase.beside(index)
                and bool(phrase.operators() & {*_RANKS, "superlative", "high", "low"})
            )
        )


def _measured(counted: Counted, comparison: Comparison, value: float, out: Reading) -> bool:
    """Take a threshold of a quantity; returns False for a second one of its kind."""
    key, side = counted.key, counted.side
    out.measured.append(Measured(quantity=key, comparison=comparison, value=value, side=side))
    alike = [o for o in out.measured if (o.quantity, o.side) == (key, side)]
    return not _contradict([(one.comparison, one.value) for one in alike])


def _implied(figure: Figure) -> Measure | None:
    found: dict[Figure, Measure] = {"wins": "wins", "losses": "losses", "seconds": "duration"}
    return found.get(figure)


def of_games(comparison: Comparison, value: float, out: Reading) -> bool:
    """Take a threshold of games; returns False for a second one of its kind."""
    at_least = comparison in (">", ">=")
    if (out.having if at_least else out.at_most) is not None:
        return False  # a second threshold
    if at_least:
        out.having = int(value) + (comparison == ">")
    else:
        out.at_most = int(value) - (comparison == "<")
    return True


def _contradict(said: Sequence[tuple[Comparison, float]]) -> bool:
    """Whether one figure has two lower or two upper thresholds."""
    lower = [value for comparison, value in said if comparison in (">", ">=")]
    upper = [value for comparison, value in said if comparison in ("<", "<=")]
    return len(lower) > 1 or len(upper) > 1
