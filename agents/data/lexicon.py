"""All surfaces that a question may contain, for one table and one language, with their meanings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple

from agents.answering.text.language import LANGUAGES, Language
from agents.answering.text.normal import is_hangul, normalise
from agents.answering.text.packs import word_set
from agents.data.compound_nouns import abroad, forms_of_count, loan_of, ways_of, ways_to_say
from agents.data.editions import are_editions, editions
from agents.data.letters_of_names import LettersOfNames
from agents.data.listened_for import BETWEEN, pieces_of, shared_sounds, sounds_of
from agents.data.match.model.column_names import known_keys
from agents.data.match.model.matchup_labels import is_matchup_label, label_forms
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import words
from agents.data.nouns_alike import alike, kinds
from agents.data.sounds.transliteration import Sounds
from agents.data.tables.header_words import tokens
from agents.data.talk import idle_phrases
from agents.data.trials import trial_words
from agents.data.value_names import (
    forms_of,
    in_both_scripts,
    in_letters,
    of_series,
    short_forms,
    surfaces_of,
    without_year,
)

Kind = Literal[
    "value", "matchup", "measure", "dimension", "quantity", "grain", "operator", "act", "missing",
    "particle", "stop",
]  # fmt: skip


_YIELDING = ("highest", "lowest", "trend", "high", "low", "listing")  # to a mode called "ranked"
_LONG_PIECE, _MOST_SOUNDS = 5, 500
_HIDING = ("top", "bottom", "used", "at_most_before")  # ends, lanes, too; the USA; a player Max
_TIMES_OF_DAY = word_set("manana")  # in Spanish also tomorrow
_SWAPPED = ("operator", "measure", "dimension", "grain", "quantity")
_SHORT_NOUN = 3
_SUPERLATIVE, _SUPERLATIVES = "가장", ("제일", "젤")


class Term(NamedTuple):
    """What a surface means; `detail` is a dimension's value or a matchup's second side."""

    kind: Kind
    key: str
    detail: str = ""


class Lexicon:
    """Owns the surfaces of one table in one language.

    Words of the language come before the table's values, and the other languages' words come
    last: mixtures are understood, yet a player called "The" takes no article away.
    """

    def __init__(self, model: SemanticModel, language: Language) -> None:
        self.model = model
        self.language = language
        self.terms: dict[str, tuple[Term, ...]] = {}
        self.shadowed: dict[str, tuple[Term, ...]] = {}
        self.counters: dict[str, Term] = {}
        self._values: dict[str, list[Term]] = defaultdict(list)
        self.header_nouns = frozenset(
            token for name in (*model.columns, *model.numbers) for token in tokens(name)
        )
        self._kinds = kinds(model)
        self._add_words(language)
        self.letters: dict[str, Term] = {}
        self._add_matchups()
        self._add_values()
        for other in LANGUAGES:
            if other != language:
                self._add_words(other)
        self._put_all(idle_phrases(), "stop", "")
        for key, quantity in model.quantities.items():
            for noun in (*quantity.words, *quantity.label.values()) if quantity.adds else ():
                self._put_all(forms_of_count(noun), "quantity", key)  # where they mean nothing else
        self.particles = frozenset(words("ko").particles)
        self.stop_endings = tuple(words("ko").stop_endings)
        self.yes_all = frozenset(normalise(w) for lang in LANGUAGES for w in words(lang).yes_all)
        self._lengths = self._lengths_by_start()
        self.long_words = [
            s for s, terms in self.terms.items()
            if terms[0].kind in ("measure", "dimension") and len(s) >= _LONG_PIECE + 1
        ]  # fmt: skip
        self.by_letters: dict[str, list[str]] = defaultdict(list)
        for s, terms in self.terms.items():
            if terms[0].kind in _SWAPPED and s.isascii() and s.isalpha() and len(s) > _LONG_PIECE:
                self.by_letters["".join(sorted(s))].append(s)
        self.hangul_measures = [
            s for s, terms in self.terms.items()
            if terms[0].kind == "measure" and is_hangul(s[0]) and " " not in s
        ]  # fmt: skip
        self.hangul_values = [
            s for s, terms in self.terms.items()
            if terms[0].kind == "value" and all(map(is_hangul, s.replace(" ", "")))
            and (s == normalise(terms[0].detail) or in_both_scripts(terms[0].detail))
        ][:_MOST_SOUNDS]  # fmt: skip
        values = {s: terms for s, terms in self.terms.items() if terms[0].kind == "value"}
        self._by_part = pieces_of(values, self.header_nouns)
        self._word_values = [
            s for s, terms in values.items() if not are_editions([term.detail for term in terms])
        ]

    def at(self, text: str, position: int) -> Iterator[str]:
        """Yield the surfaces that stand at a place of a text, longest first."""
        for length in self._lengths.get(text[position : position + 2], ()):
            part = text[position : position + length]
            if len(part) == length and part in self.terms:
                yield part
        if text[position] in self.terms:
            yield text[position]

    def knows(self, word: str) -> bool:
        """Whether a word is a surface, or a word of a longer name."""
        return word in self.terms or word in self._by_part

    def meaning(self, surface: str) -> Term:
        """Return what a surface, or words of a longer name, mean."""
        surface = self.name_of(surface)
        if surface in self.terms:
            return self.terms[surface][0]
        owners = self._by_part.get(surface) or self.having(frozenset(BETWEEN.split(surface)))
        return min(owners)

    def name_of(self, surface: str) -> str:
        """Return a surface, or the whole name where it is the word of one and a noun besides."""
        known = self.terms.get(surface)
        named = known is None or known[0].kind == "value"
        return surface if named else normalise(min(self._by_part[surface]).detail)

    def meaning_of_part(self, piece: str) -> Term:
        """Return the first name of those that a word is a part of."""
        return min(self._by_part[piece])

    def having(self, parts: frozenset[str]) -> tuple[Term, ...]:
        """Return the values whose names of several words have all of these words."""
        if not parts or any(len(part) < 2 for part in parts):
            return ()
        found = [self._by_part.get(part, frozenset()) for part in parts]
        return tuple(sorted(frozenset.intersection(*found)))

    @cached_property
    def sounds(self) -> Sounds:
        """How the names sound that a word in Hangul may stand for."""
        kinds = {s: terms[0].kind for s, terms in self.terms.items()}
        named = {s for s, kind in kinds.items() if kind == "value" and len(self.terms[s]) == 1}
        nouns = {s for s, kind in kinds.items() if kind == "dimension"}
        return sounds_of(self.model, named, kinds.keys() - nouns, nouns, self._by_part)

    @cached_property
    def shared_sounds(self) -> Sounds:
        """How the words sound that several names have."""
        return shared_sounds(self.terms, self._by_part)

    @cached_property
    def letters_of_names(self) -> LettersOfNames:
        """What misspelt names are compared with; the words are those that are of one name."""
        pieces = (piece for piece, owners in self._by_part.items() if len(owners) == 1)
        return LettersOfNames(self._word_values, pieces, self.long_words, self.hangul_measures)

    @cached_property
    def plain_names(self) -> tuple[tuple[str, Term], ...]:
        """The names of values as they stand in the table, and no other forms of them."""
        return tuple(
            (surface, term) for surface in self._word_values for term in self.terms[surface]
            if term.kind == "value" and surface == normalise(term.detail)
        )  # fmt: skip

    def _put(self, surface: str, term: Term) -> None:
        """Add a surface; Korean ones also without their spaces, as they are often written."""
        form = normalise(surface)
        if form.startswith(_SUPERLATIVE):
            for other in _SUPERLATIVES:
                self._put(other + form.removeprefix(_SUPERLATIVE), term)
        if form:
            self.terms.setdefault(form, (term,))
            if " " in form and all(is_hangul(c) or c == " " for c in form):
                self.terms.setdefault(form.replace(" ", ""), (term,))

    def _put_noun(self, word: str, key: str) -> None:
        """Add the noun of a dimension, in the singular and plural: club, clubs, clubes."""
        self._put(word, Term("dimension", key))
        if word.isascii() and word and word[-1].isalpha():
            for ending in ("s",) if word[-1] in "aeiou" else ("s", "es"):
                self._put(f"{word}{ending}", Term("dimension", key))

    def _add_words(self, language: Language) -> None:
        known = words(language)
        for key, named in known.measures.items():
            for word in named.words:
                self._put(word, Term("measure", key))
        for key, dimension in self.model.dimensions.items():
            for word in dimension.words:  # the header's own before what others call it
                self._put_noun(word, key)
        for key, named in known.dimensions.items():
            if key in self.model.dimensions or key in ("matchup", "opponent"):
                for word in named.words:
                    self._put(word, Term("dimension", key))
        for key, dimension in self.model.dimensions.items():
            self._put_noun(dimension.label.get(language, ""), key)
        for key, dimension in self.model.dimensions.items():
            for word in (*dimension.words, normalise(dimension.label.get(language, ""))):
                named_so = () if key in known_keys() else ways_of(word)
                for form in (*ways_to_say(word), loan_of(word), *abroad(word), *named_so):
                    self._put(form, Term("dimension", key))
        self._add_quantities()
        for surface, of_try, key in trial_words(self.model, known):
            self._put(surface, Term(of_try, key))
        if self.model.duration is not None:  # 대국시간, bout seconds
            noun = " ".join(tokens(self.model.duration.column))
            if " " in noun or (len(noun) > _SHORT_NOUN and is_hangul(noun[-1])):
                self._put(noun, Term("measure", "duration"))
        player = self.model.player
        if (
            player is not None
            and self.model.compares_places
            and "team" not in self.model.dimensions
        ):
            for word in known.dimensions["team"].words:  # who plays at home is a team
                self._put(word, Term("dimension", player))
        if player == "team":  # people under a header that says team
            for word in known.dimensions["player"].words:
                self._put(word, Term("dimension", player))
        for noun in (
            *self.model.dimensions[self.model.entity].label.values(),
            *self._entity_words(),
        ):
            forms = [f"{of} {noun}" for of in ("opponent", "opposing", "enemy")]
            theirs = ("rival", "del rival", "del oponente", "contrario")
            for form in (*forms, *(f"{noun} {of}" for of in theirs)):
                self._put(form, Term("dimension", "opponent"))
        if player is not None and self.model.has_rival(player) and not self.model.of_one_view:
            met = Term("dimension", rivals_key(player, self.model))
            for noun in (
                *self.model.dimensions[player].label.values(),
                *known.dimensions["player"].words,
            ):
                for form in (
                    f"opponent {noun}",
                    f"opposing {noun}",
                    f"rival {noun}",
                    f"상대 {noun}",
                    f"{noun} rival",
                    f"{noun} rivales",
                    f"{noun} contrario",
                ):
                    self._put(form, met)
        for key, named in known.grains.items():
            for word in named.words:
                self._put(word, Term("grain", key))
        for key, surfaces in known.operators.items():
            if key not in ("row_noun", "try_noun"):
                self._put_all(surfaces, "operator", key)
            elif self.model.is_trial or (key == "try_noun" and self.model.is_attempt):
                # Elsewhere people are players, and nobody counts them.
                self._put_all(surfaces, "operator", "game_noun")
        for noun in (*self.model.nouns, *self._series()):
            self._put(noun, Term("operator", "game_noun"))
            for form in (f"{noun} 수", f"number of {noun}", f"numero de {noun}", f"{noun} count"):
                self._put(form, Term("measure", "games"))
            for form in (f"{noun} 시간", f"{noun} length", f"{noun} duration"):
                self._put(form, Term("measure", "duration"))
        for key, surfaces in known.acts.items():
            self._put_all(surfaces, "act", key)
        for place, (key, surfaces) in enumerate(known.missing.items()):
            owner = self._owner_of_missing(place)
            kind: Kind = "missing" if owner is None else "dimension"
            self._put_all(surfaces, kind, owner or key)
        for name, named in known.dimensions.items():
            meant = alike(name, self.model)
            for word in named.words:  # the deck of a column 덱유형, the 경기장 of one of maps
                owners = self._kinds.get(normalise(word)) or meant
                kind = "dimension" if len(owners) == 1 else "missing"
                self._put(word, Term(kind, owners[0] if len(owners) == 1 else named.label))
        self._put_all((*known.stop, *known.verbs), "stop", "")

    def _series(self) -> tuple[str, ...]:
        """Return what rows are called, too, where each is a series that was won by points."""
        winner = self.model.winner
        scored = winner.between is not None or winner.score_a is not None
        told = "series" in self.model.dimensions or self.model.has_draws
        return ("series", "serie", "시리즈") if scored and not told else ()

    def _add_quantities(self) -> None:
        """Add what numbers of games are called; counters stand right behind a number: 120수."""
        grouping = {d.column: k for k, d in self.model.dimensions.items() if d.column is not None}
        for key, quantity in self.model.quantities.items():
            owner = grouping.get(quantity.column or "")  # games are grouped by it, too
            term = Term("quantity", key) if owner is None else Term("dimension", owner)
            for surface in (*quantity.words, *quantity.label.values(), *quantity.units):
                self._put(surface, term)
            for language in LANGUAGES:
                known = words(language)
                named = known.quantities.get(key)
                for surface in named.words if named is not None else ():
                    self._put(surface, term)
                for counter in known.counters.get(key, ()):
                    self.counters.setdefault(counter, Term("quantity", key))

    def _owner_of_missing(self, place: int) -> str | None:
        """Return the only dimension that most tables lack and this one has: bands of a rating."""
        named = {
            normalise(word) for one in LANGUAGES
            for word in list(words(one).missing.values())[place]
        }  # fmt: skip
        owners = [
            key for key, dimension in self.model.dimensions.items()
            if named & {*tokens(key), *(t for c in dimension.columns for t in tokens(c))}
        ]  # fmt: skip
        return owners[0] if len(owners) == 1 else None

    def _entity_words(self) -> tuple[str, ...]:
        named = [words(one).dimensions.get(self.model.entity) for one in LANGUAGES]
        return tuple(word for one in named if one is not None for word in one.words)

    def _put_all(self, surfaces: Iterable[str], kind: Kind, key: str) -> None:
        for surface in surfaces:
            self._put(surface, Term(kind, key))

    def _add_matchups(self) -> None:
        """Add "TvZ", "T vs Z", "테저전", "테저" for every pair of values with short forms."""
        entity = self.model.dimensions[self.model.entity]
        letter = self.model.matchup_letter
        for a, one in entity.members.items():
            if letter_of := one.short.get("en"):
                self.letters[letter_of] = Term("value", self.model.entity, a)
            for b, two in entity.members.items():
                term = Term("matchup", a, b)
                for language in ("en", "es"):
                    for x, y in product(one.shorts(language), two.shorts(language)):
                        for joint in (letter, f" {letter} ", " vs ", "x"):
                            self._put(f"{x}{joint}{y}", term)
                for x, y in product(one.shorts("ko"), two.shorts("ko")):
                    for form in (f"{x}{y}전", f"{x}대{y}", f"{x}{y}", f"{x} 대 {y}"):
                        self._put(form, term)

    def _add_values(self) -> None:
        for key, dimension in self.model.dimensions.items():
            for value in dimension.fixed or ():
                if len(value) == 1 and value.isascii():
                    self.letters.setdefault(value.lower(), Term("value", key, value))  # CT and T
            for form, value in (*short_forms(key, dimension), *of_series(key, dimension)):
                self._put(form, Term("value", key, value))
            if is_matchup_label(key, self.model.dimensions):
                for form, value in label_forms(dimension):
                    self._put(form, Term("value", key, value))
                continue
            for value, surfaces in surfaces_of(dimension).items():
                for surface in surfaces:
                    self._put_value(surface, Term("value", key, value))
        for key, dimension in self.model.dimensions.items():
            for form, value in in_letters(dimension):
                self._put_value(form, Term("value", key, value))
            for form, value in without_year(dimension):  # after the names that values have
                self._put(form, Term("value", key, value))
            for form, values in editions(key, dimension):
                self.terms.setdefault(form, tuple(Term("value", key, one) for one in values))

    def _put_value(self, surface: str, term: Term) -> None:
        for one in forms_of(surface):
            known = self.terms.get(one, ())
            if known and known[0].kind in ("grain", "dimension"):  # day and night
                for by in words(self.language).operators["by_before"]:
                    self.terms.setdefault(f"{by} {one}", known)
            yields = known and known[0].kind == "operator" and known[0].key in _YIELDING
            noun = known and known[0].kind == "dimension" and one not in self.header_nouns
            act = known and known[0].kind == "act"
            noun = noun or (act and (one in _TIMES_OF_DAY or known[0].key == "topic"))
            if not known or known[0].kind in ("missing", "grain", "quantity") or yields or noun:
                self.terms[one] = (term,)
            elif known[0].kind == "stop" or known[0].key in _HIDING:
                self.shadowed[one] = tuple(dict.fromkeys((*self.shadowed.get(one, ()), term)))
            elif known[0].kind == "value" and term not in known:
                self.terms[one] = (*known, term)

    def _lengths_by_start(self) -> dict[str, tuple[int, ...]]:
        """Return how long the surfaces are that begin with two letters."""
        found: dict[str, set[int]] = defaultdict(set)
        for surface in self.terms:
            if len(surface) > 1:
                found[surface[:2]].add(len(surface))
        return {start: tuple(sorted(all_, reverse=True)) for start, all_ in found.items()}


def quantity_of(term: Term | None, model: SemanticModel) -> str:
    """Return the quantity that a noun names, also where games can be grouped by it; else ""."""
    if term is None:
        return ""
    if term.kind == "quantity":
        return term.key
    dimension = model.dimensions.get(term.key) if term.kind == "dimension" else None
    if dimension is None or dimension.column is None:
        return ""
    return next((k for k, q in model.quantities.items() if dimension.column in q.columns), "")
