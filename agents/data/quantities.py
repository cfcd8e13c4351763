"""Numbers that are compared with a column of numbers: a rating above 2000, more than 30 moves."""

from typing import NamedTuple

from agents.answering.text.packs import word_set
from agents.data.lexicon import quantity_of
from agents.data.match.compute.frame import Side, Whose
from agents.data.match.model.column_names import OWN, RIVAL, names_rival
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.scan import Span

# What may stand between a noun and its number, or between a number and its noun.
_BEING = word_set(
    "is are was were be being of the a an at by in un una es son era sea fue esta de del la el los "
    "las que 이 가 은 는 의 이나 도 with that has have having whose con tiene tenga tienen"
)
_AFTER = word_set(
    "of de or o y and more mas less menos fewer higher lower points 의 이상의 이하의 + -"
)
_BEFORE_ROWS = word_set("인 의 한 을 를 이상인 이하인 미만인")
_MARGIN = ("by", "por")
_AFTERS = ("at_least_after", "more_after", "fewer_after", "at_most_after")
_PER = ("per", "a", "each", "every", "por", "cada")
_RANGES = ("between_before", "since_before")
_NO_FIGURE = word_set(
    "combined sum difference diff gap change max min maximum minimum mean 차이 합 합계 최고 최저 "
    "변화 최대 diferencia suma cambio maxima maximo minima minimo"
)
_GAPS = word_set("difference diff gap diferencia brecha distancia 차이 격차 차")
_OF = word_set("of in de del el la los las en between entre the 의 이 가 은 는")
_RATING, _LEAST_RATING = "rating", 400
_BOTH = word_set("both ambos ambas 둘다 둘 양쪽 양쪽다 양쪽모두 두선수 losdos lasdos")
_VERSUS = ("versus_between", "versus_after")
_MEETING = word_set("against contra frente")
_EITHER: tuple[Side, Side] = ("own", "opponent")
_OF_SIDES = ("win_rate", "loss_rate")
_OF_WHOM = word_set("of for de del los las the")


class Counted(NamedTuple):
    """The quantity that a number is one of, whose it is, and the places of the words that say so.

    Without a key the words contradict each other, or may mean sums over games.
    """

    key: str
    side: Whose
    places: frozenset[int]


class Quantities:
    """Owns the nouns of quantities in one phrase."""

    def __init__(self, phrase: Phrase, games: list[Span], model: SemanticModel) -> None:
        """`games` are the nouns of games, which the phrase leaves out."""
        self._phrase = phrase
        self._games = games
        self._model = model
        self._keys = [quantity_of(span.term, model) for span in phrase]

    def named(self, first: int, last: int, comparisons: frozenset[str]) -> Counted | None:
        """Return what the number at `first`, or the range up to `last`, is one of; None for others.

        `comparisons` are the operators that compare.
        """
        if not any(self._keys):
            return None
        phrase = self._phrase
        lead, trail = first - 1, last + 1
        compares = phrase.key(lead) in comparisons and phrase.key(lead).endswith("_before")
        if compares or phrase.key(lead) in _RANGES:
            lead -= 1
        if phrase.key(trail) in comparisons and phrase.key(trail).endswith("_after"):
            trail += 1
        gaps = {place for place in (lead, trail) if self._is_gap(place)}
        lead, trail = lead - (lead in gaps), trail + (trail in gaps)
        if lead + 1 in gaps:
            before, owner = self._before_gap(lead, first), None
        else:
            before, owner = self._before(lead, first)
        after = trail if self._at(trail) and self._behind(last, trail) else None
        if before is None and after is None:
            return None
        nouns = [place for place in (before, after) if place is not None]
        keys = {self._at(place) for place in nouns}
        start = min([*nouns, *([owner] if owner is not None else []), lead + 1])
        key = keys.pop() if len(keys) == 1 else ""
        gaps |= {p for p in (min(nouns) - 1, max(nouns) + 1) if self._is_gap_of(p, nouns)}
        if gaps:
            return Counted(key if self._has_gap(key) else "", "gap", frozenset({*nouns, *gaps}))
        side, places = self._side(start, owner)
        if side == "own" and owner is None and (rival := self._rival_at(max(last, *nouns) + 1)):
            side, places = "opponent", {rival}
        if side == "own" and owner is None and self._of_one_met(start, max(last, *nouns)):
            side = "opponent"
        if key and self._model.quantities[key].theirs:
            key, places = self._of_rival(key, start, max(last, *nouns), places)
            side = "own"
        whole = frozenset({*nouns, *places})
        if (
            key
            and side == "own"
            and owner is None
            and self._of_whole_games(key, start, nouns, last)
        ):
            key = ""
        if key and self._is_mean(max(last, *nouns)):
            key = ""
        told = self._told_of(start)
        if told is not None:
            whole |= {told}
        elif key and self._of_rows(key, start, nouns, last, whole):
            key = ""
        if key and side == "opponent" and self._model.quantities[key].of_whole_game:
            key = ""  # the rival has none of his own
        key = "" if self._is_other_figure(start) else key
        return Counted(key, side, whole)

    def unnamed(self, first: int, last: int, comparisons: frozenset[str]) -> tuple[Counted, ...]:
        """Return whose rating a number is where only who has it is named: opponents over 2000.

        Of both sides there are two. No other number of a side is so large.
        """
        phrase = self._phrase
        if not self._has_gap(_RATING) or not self._is_large(first) or not self._is_large(last):
            return ()
        lead, trail = first - 1, last + 1
        lead -= phrase.key(lead) in comparisons or phrase.key(lead) in _RANGES
        trail += phrase.key(trail) in comparisons
        lead = self._skipped(lead - (phrase.key(lead) == "too"))
        before = self._whose(lead) if lead >= 0 and self._joined(lead, first) else frozenset()
        if not before and self._model.quantities[_RATING].theirs:
            before = frozenset(self._people_met(lead))
        beside = trail < len(phrase) and self._behind(last, trail)
        if lead >= 0 and not before and self._is_place(lead) and self._joined(lead, first):
            side, told = self._side(lead + 1, lead)  # Black over 2000
            return (Counted(_RATING, side, frozenset(told)),)
        places = before | (self._whose(trail) if beside else frozenset())
        start = lead + 1 - bool(before)
        said = phrase.text[: phrase[start].start].split()
        while said and said[-1] in _BEING:
            said.pop()
        words = {*said[-1:], "".join(said[-2:])} | {phrase[place].text for place in places}
        if self._model.quantities[_RATING].theirs:
            met = words.isdisjoint(_BOTH) and any(self._is_met(place) for place in places)
            return (Counted(_RATING, "own", places),) if met else ()
        if words & _BOTH:
            return tuple(Counted(_RATING, side, places) for side in _EITHER)
        if not places:
            return ()
        if not any(self._is_rival(p) or phrase.key(p) in _VERSUS for p in places):
            return (Counted(_RATING, "own", frozenset()),)  # its rows are players, too
        return (Counted(_RATING, "opponent", places),)

    def _of_rival(self, key: str, start: int, end: int, places: set[int]) -> tuple[str, set[int]]:
        """Return the rival's number where only that is known, "" where one's own is meant."""
        before = self._skipped(start - 1)
        places = {*places, *self._people_met(before)}
        places |= {end + 1} if self._is_rival(end + 1) else set()
        said = self._phrase.text[: self._phrase[start].start].split()[-1:]
        return ("" if OWN.intersection(said) and not places else key), places

    def _people_met(self, index: int) -> set[int]:
        """Return where those are told who are met and of whom no column is: against players."""
        term = self._phrase.term(index)
        met = term is not None and term.kind == "missing" and self._phrase.key(index - 1) in _VERSUS
        return {index, index - 1} if met else set()

    def _is_met(self, place: int) -> bool:
        """Whether a word tells of rivals: opponents, against."""
        return self._is_rival(place) or self._phrase.key(place) in _VERSUS

    def _is_large(self, index: int) -> bool:
        value = self._phrase[index].fraction
        return value is not None and value >= _LEAST_RATING

    def _whose(self, index: int) -> frozenset[int]:
        """Return the places of the words for those who have a number: the rival, both."""
        phrase, term = self._phrase, self._phrase.term(index)
        if phrase.key(index) in _VERSUS or phrase[index].text in _BOTH:
            return frozenset({index})
        people = term is not None and term.kind == "dimension" and term.key == self._model.player
        if not (people or self._is_rival(index)):
            return frozenset()
        beside = {place for place in (index - 1, index + 1) if phrase.key(place) in _VERSUS}
        return frozenset({index, *beside})

    def is_noun(self, place: int) -> bool:
        """Whether a span names a quantity."""
        return bool(self._at(place))

    def _at(self, place: int) -> str:
        return self._keys[place] if 0 <= place < len(self._keys) else ""

    def _is_gap(self, place: int) -> bool:
        """Whether a word says how far two are apart, and no column is called so."""
        inside = 0 <= place < len(self._phrase) and not self._at(place)
        return inside and self._phrase[place].text in _GAPS

    def _is_gap_of(self, place: int, nouns: list[int]) -> bool:
        """Whether the noun of a quantity is that of a difference: diferencia de MMR."""
        if not self._is_gap(place):
            return False
        left, right = sorted((place, min(nouns) if place < min(nouns) else max(nouns)))
        gap = self._phrase.text[self._phrase[left].end : self._phrase[right].start]
        words = set(gap.split())
        return words <= _OF and (bool(words) or place > max(nouns))

    def _has_gap(self, key: str) -> bool:
        """Whether each side has such a number, and not one that adds up over games."""
        quantity = self._model.quantities.get(key)
        return quantity is not None and quantity.of_sides and not quantity.adds

    def _before(self, lead: int, first: int) -> tuple[int | None, int | None]:
        """Return where the noun stands before a number, and the side's value whose it is."""
        if self._at(lead) and self._joined(lead, first):
            return lead, None
        of_side = (self._is_place(lead) or self._is_rival(lead)) and self._at(lead - 1)
        if of_side and self._joined(lead - 1, lead) and self._joined(lead, first):
            return lead - 1, lead  # elo de las blancas, elo del rival
        return None, None

    def _before_gap(self, lead: int, first: int) -> int | None:
        """Return where the noun of a difference stands: MMR 차이가 200."""
        joined = self._joined(lead, lead + 1) and self._joined(lead + 1, first)
        return lead if self._at(lead) and joined else None

    def _joined(self, left: int, right: int) -> bool:
        """Whether nothing but small words stands between two spans, and comparisons."""
        phrase = self._phrase
        between = {w for i in range(left + 1, right) for w in phrase[i].text.split()}
        gap = phrase.text[phrase[left].end : phrase[right].start].split()
        return set(gap) <= _BEING | between

    def _behind(self, last: int, noun: int) -> bool:
        phrase = self._phrase
        between = {w for i in range(last + 1, noun) for w in phrase[i].text.split()}
        gap = phrase.text[phrase[last].end : phrase[noun].start].replace("+", " ").split()
        return set(gap) <= _AFTER | between

    def _is_place(self, index: int) -> bool:
        """Whether a value is a place of the game: white, home."""
        value = self._phrase.kind(index) == "value"
        return value and any(self._model.dimensions[t.key].fixed for t in self._phrase[index].terms)

    def _side(self, start: int, owner: int | None) -> tuple[Side, set[int]]:
        """Return whose number it is, and where that is said."""
        phrase, before = self._phrase, self._skipped(start - 1)
        owner = before if owner is None and self._is_place(before) else owner
        if owner is not None and self._is_rival(owner):
            return "opponent", {owner}
        if owner is not None:
            named = phrase[owner].terms
            others = [
                i for i in range(len(phrase)) if self._is_place(i) and phrase[i].terms != named
            ]
            return ("opponent", {owner}) if others else ("own", set())
        term = phrase.term(before)
        versus = ("versus_between", "versus_after")
        if phrase.key(before) in versus:
            return "opponent", {before}
        if phrase.kind(before) == "dimension" and term is not None:
            opposed = phrase.key(before - 1) in versus
            if self._is_rival(before) or opposed:
                return "opponent", {before, *([before - 1] if opposed else [])}
        return "own", set()

    def _rival_at(self, index: int) -> int:
        """Return where the noun of rivals stands whose number was told before it, or 0.

        레이팅 1600 이상 상대, over 1600 elo rival.
        """
        index += self._phrase.key(index) in _AFTERS
        told = self._is_rival(index) or self._phrase.key(index) == "versus_after"
        return index if told else 0

    def _of_one_met(self, start: int, end: int) -> bool:
        """Whether a named rival has the number: against Zerg over 5500, 5500 넘는 저그 상대로."""
        phrase, before = self._phrase, self._skipped(start - 1)
        if self._is_side(before) and self._joined(before, start):
            leads = before - 1 - (phrase.kind(before - 1) == "dimension")
            if leads >= 0 and phrase.key(leads) == "versus_between":
                return phrase[leads].text in _MEETING
        after = end + 1 + (phrase.key(end + 1) in _AFTERS)
        if not self._is_side(after):
            return False
        after += 1 + (phrase.kind(after + 1) == "dimension")
        return phrase.key(after) in ("versus_after", "toward_after")

    def _is_side(self, index: int) -> bool:
        """Whether a value of a side stands there, which is no place of the game."""
        term = self._phrase.term(index)
        if term is None or term.kind != "value" or self._is_place(index):
            return False
        return self._model.dimensions[term.key].of_sides

    def _is_rival(self, index: int) -> bool:
        """Whether a noun means the rival as such: rival, opponent, 상대."""
        term = self._phrase.term(index)
        if term is None or term.kind != "dimension":
            return False
        known = self._model.dimensions.get(term.key)
        theirs = known is not None and (
            known.of_rival or (known.column is not None and names_rival(known.column))
        )
        text = self._phrase[index].text
        named = theirs and bool({text, text.removesuffix("s"), text.removesuffix("es")} & RIVAL)
        return named or term.key == "opponent"

    def _skipped(self, index: int) -> int:
        """Return the place before a "with", which only joins: opponents with over 2000."""
        return index - 1 if self._phrase.key(index) == "include_before" else index

    def _is_other_figure(self, start: int) -> bool:
        """Whether a mean, a sum or an extreme of the numbers is named, which nothing computes."""
        phrase = self._phrase
        words = phrase.text[: phrase[start].start].split()[-1:]
        if words and words[0] in _MARGIN:
            return True  # won by more than 10 points
        known = group_words("averages") | group_words("totals") | _NO_FIGURE
        ranked = phrase.key(start - 1) in ("highest", "lowest", "top", "bottom")
        return ranked or bool(known.intersection(words))

    def _of_whole_games(self, key: str, start: int, nouns: list[int], last: int) -> bool:
        """Whether both sides' numbers together may be meant: games with more than 5 goals."""
        quantity, phrase = self._model.quantities[key], self._phrase
        if not (quantity.adds and quantity.of_sides) or self._is_place(self._skipped(start - 1)):
            return False
        if self._model.of_one_view and quantity.column is not None:
            return False  # of each game there is but one such number
        if self._model.has_teams and quantity.column is not None and self._names_row():
            return False  # rows are players of a team, and one of them is named
        behind = max(last, *nouns)
        after = behind + 1
        if phrase.key(after) in _AFTERS:
            behind = after
        for game in self._games:
            before = phrase.text[game.end : phrase[start].start].split()
            after_it = phrase.text[phrase[behind].end : game.start].split()
            if game.end <= phrase[start].start and set(before) <= _BEING | {"where", "in", "donde"}:
                return True
            if game.start >= phrase[behind].end and set(after_it) <= _BEFORE_ROWS | {"나온", "난"}:
                return True
        return False

    def _names_row(self) -> bool:
        """Whether one who plays is named, or the place that one of each team has."""
        rows = self._model.rows_of_players
        return any(s.kind == "value" and s.terms[0].key in rows for s in self._phrase)

    def _is_mean(self, end: int) -> bool:
        """Whether so many per game are meant: over 2 goals per game, goles por partido."""
        text, after = self._phrase.text, self._phrase[end].end
        gaps = [text[after : game.start].split() for game in self._games if game.start >= after]
        return any(len(gap) == 1 and gap[0] in _PER for gap in gaps)

    def _of_rows(
        self, key: str, start: int, nouns: list[int], last: int, places: frozenset[int]
    ) -> bool:
        """Whether what adds up may be meant of all games: players with more than 300 kills."""
        if not self._model.quantities[key].adds:
            return False
        phrase, before, after = self._phrase, self._skipped(start - 1), max(last, *nouns) + 1
        if phrase.key(after) in _AFTERS:
            after += 1
        after += phrase.key(after) == "used"  # 300수 이상 둔 선수
        rows = before not in places and (
            phrase.kind(before) == "dimension" or phrase.key(before) == "who"
        )
        if rows and not self._game_between(before, start):
            return True
        if phrase.kind(after) != "dimension" or phrase.key(after + 1) == "by_after":
            return False
        gap = phrase.text[phrase[after - 1].end : phrase[after].start].split()
        return set(gap) <= _BEFORE_ROWS

    def _told_of(self, start: int) -> int | None:
        """Return where those stand whose rate is asked for: win rate of teams with over 15 kills.

        They are the sides of the games that meet it, and no rows that are added up.
        """
        phrase, before = self._phrase, self._skipped(start - 1)
        term, rate = phrase.term(before), phrase.term(before - 1)
        if before == start - 1 and phrase.key(before) != "include_before":
            between = phrase.text[phrase[before].end : phrase[start].start].split()
            if not set(between) & {"with", "con"}:
                return None
        if term is None or rate is None or term.kind != "dimension" or rate.key not in _OF_SIDES:
            return None
        dimension = self._model.dimensions.get(term.key)
        of = phrase.text[phrase[before - 1].end : phrase[before].start].split()
        sided = dimension is not None and dimension.of_sides
        return before if sided and set(of) <= _OF_WHOM and of else None

    def _game_between(self, left: int, right: int) -> bool:
        low, high = self._phrase[left].end, self._phrase[right].start
        return any(low <= game.start < high for game in self._games)
