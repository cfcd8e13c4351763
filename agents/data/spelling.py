"""Words that were not understood are compared, letter by letter, with the names of the table."""

import re
from typing import NamedTuple

from agents.answering.text.normal import is_hangul, name_form
from agents.answering.text.packs import word_set
from agents.answering.text.particles import letters
from agents.data.letters_of_names import stem, without_vowels
from agents.data.lexicon import Lexicon, Term
from agents.data.match.model.words import ordinary_words

_JOINING = word_set("and y e with con the el la los las de del of 와 과 랑")
_LONG, _SLIP, _BRIEF, _MISSPELT = 6, 5, 6, 7
_SWAPPED = 4
_PART = 2
_STEM = 3
SURE, CLOSE, APART = 84.0, 72.0, 6.0


class Guess(NamedTuple):
    """What an unknown word may mean: one sure meaning, or several close ones, best first."""

    sure: Term | None
    close: tuple[Term, ...] = ()


def guess(word: str, lexicon: Lexicon) -> Guess:
    """Compare a word with every named value, Hangul by its letters.

    A meaning is sure when it is at least 84 of 100 alike, or one slip away, and 6 better than any
    other meaning; from 72 on it is offered. Short words (under four letters) are never guessed.
    Words of a longer name stand for it, if for no other.
    """
    from rapidfuzz import fuzz, process

    best: dict[Term, float] = {}
    known = lexicon.letters_of_names
    ordinary = word in ordinary_words()
    for form in _forms(word, lexicon):
        for term in lexicon.having(_parts(form)):
            best[term] = max(best.get(term, 0.0), 92.0)
        for surface in known.without_vowels(form) if len(form) >= _STEM and form.isascii() else ():
            for term in lexicon.terms[surface]:  # zrg
                best[term] = max(best.get(term, 0.0), SURE + 1)
        taken_apart = letters(form)
        if len(taken_apart) < 4:
            continue
        of_script = known.like(form)
        alike, keys = of_script.names, of_script.keys
        for _, score, index in process.extract(
            taken_apart, keys, scorer=fuzz.ratio, limit=8, score_cutoff=CLOSE
        ):
            if form.isascii() and len(form) <= _BRIEF and keys[index][0] != taken_apart[0]:
                score = min(score, SURE - 1)  # an iPhone is no phone
            own = alike[index] in name_form(lexicon.terms[alike[index]][0].detail)
            if form.isascii() and len(form) <= _BRIEF and not own and len(form) != len(keys[index]):
                continue  # fuerza is not fuera, and so not away
            if form.isascii() and _is_another(form, alike[index]):
                score = min(score, SURE - 1)  # a crowd is no crown
            slip = form.isascii() and (
                _is_slip(taken_apart, keys[index]) or _is_swapped(taken_apart, keys[index])
            )
            slip = slip and not _is_another(form, alike[index])
            if ordinary and not _is_number_of(form, alike[index]):
                score, slip = min(score, SURE - 1), False
            for term in lexicon.terms[alike[index]]:
                best[term] = max(best.get(term, 0.0), SURE if slip else 0.0, float(score))
        nouns = known.nouns if len(taken_apart) >= _LONG else ()
        for _, score, index in process.extract(
            taken_apart, nouns, scorer=fuzz.ratio, limit=None, score_cutoff=SURE + 1
        ):
            best[lexicon.terms[lexicon.long_words[index]][0]] = float(score)
        plural = form.endswith("s") and len(stem(form)) >= _STEM and not ordinary
        for surface in of_script.of_people(form) if plural else ():
            for term in lexicon.terms[surface]:  # los Francos are the Franks
                best[term] = max(best.get(term, 0.0), SURE + 1)
        for piece, key in known.pieces.of(taken_apart) if form.isascii() else ():
            if ordinary and not _is_number_of(form, piece):
                continue
            if _is_slip(taken_apart, key) and not _is_another(form, piece):
                term = lexicon.meaning_of_part(piece)
                best[term] = max(best.get(term, 0.0), SURE)
        for surface, key in known.measures.of(taken_apart) if is_hangul(form[0]) else ():
            if _is_slip(taken_apart, key, least=_LONG):
                best[lexicon.terms[surface][0]] = SURE + 1
        for term in () if ordinary else _begun(form, lexicon):
            best[term] = max(best.get(term, 0.0), 90.0)
        longer = len(form) >= 4 and form not in lexicon.header_nouns
        for surface in of_script.begun_with(form) if longer else ():
            for term in lexicon.terms[surface]:
                best[term] = max(best.get(term, 0.0), 90.0)
    ranked = sorted(best, key=lambda term: -best[term])
    if not ranked:
        return Guess(None)
    if best[ranked[0]] >= SURE and (len(ranked) == 1 or best[ranked[0]] - best[ranked[1]] >= APART):
        return Guess(ranked[0])
    return Guess(None, tuple(ranked[:6]))


def _begun(form: str, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return the only name in Hangul that a part of two syllables or more begins: 한화 of 한화생명.

    What is left of it has as many, so that no surname stands for who bears it.
    """
    if len(form) < _PART or not is_hangul(form[0]):
        return ()
    found = {term: len(surface) for surface, term in lexicon.plain_names
             if surface.startswith(form)}  # fmt: skip
    if len(found) == 1 and min(found.values()) >= len(form) + _PART:
        return tuple(found)
    return _given(form, lexicon)


def _given(form: str, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return the only person with a given name of two syllables behind a surname: 택호, 김택호."""
    people = lexicon.model.player
    found = {term for surface, term in lexicon.plain_names
             if term.key == people and surface[1:] == form}  # fmt: skip
    return tuple(found) if len(form) == _PART and len(found) == 1 else ()


def _is_number_of(word: str, name: str) -> bool:
    """Whether a word and a name are one in the singular and plural: rival and Rivals."""
    return word.rstrip("s") == name.rstrip("s")


def _is_slip(written: str, name: str, *, least: int = _SLIP) -> bool:
    """Whether one letter of so many or more is wrong, left out, doubled or swapped."""
    # A name may have no letters at all: "<1000".
    if min(len(written), len(name)) < least or abs(len(written) - len(name)) > 1:
        return False
    if written[0] != name[0]:
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(written, name, score_cutoff=1) == 1


def is_misspelt(written: str, name: str) -> bool:
    """Whether a long name has two letters wrong: too many to take it for meant, few enough to ask.

    A name that another word merely begins or ends is one of its own.
    """
    said, meant = name_form(written), name_form(name)
    if min(len(said), len(meant)) < _MISSPELT or said[0] != meant[0] or said[-1] != meant[-1]:
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(said, meant, score_cutoff=2) <= 2


def _is_swapped(written: str, name: str) -> bool:
    """Whether two letters of a short name changed their places: zreg."""
    if len(written) != _SWAPPED or len(name) != _SWAPPED or written[0] != name[0]:
        return False
    from rapidfuzz.distance import OSA

    return sorted(written) == sorted(name) and OSA.distance(written, name, score_cutoff=1) == 1


def _is_another(written: str, name: str) -> bool:
    """Whether a short word has another letter than a name, so that it may be a word of its own."""
    other = len(written) == len(name) <= _BRIEF
    if len(name) == _BRIEF and without_vowels(written) == without_vowels(name):
        return False  # a Quaser is a Quasar
    return other and sorted(written) != sorted(name)


def _parts(form: str) -> frozenset[str]:
    """Return the words of a part of a name, without those that join them."""
    return frozenset(re.split(r"[\s/&+.]+", form)) - _JOINING - {""}


def _forms(word: str, lexicon: Lexicon) -> list[str]:
    """Return the word, and for Korean also without the particles and nouns that it may end in."""
    found = [word]
    if any(map(is_hangul, word)):
        for cut in range(len(word) - 1, 1, -1):
            ending = word[cut:]
            noun = lexicon.terms.get(ending, (Term("stop", ""),))[0].kind in (
                "dimension",
                "operator",
            )
            if ending in lexicon.particles or noun:
                found.append(word[:cut])
    return found
