"""Short words that several values begin with: 김 of several people, 5.0 of 5.0.11 and 5.0.12."""

import re

from agents.answering.text.normal import is_hangul
from agents.answering.text.particles import letters
from agents.data.editions import are_editions
from agents.data.lexicon import Lexicon, Term
from agents.data.match.compute.version_days import VERSIONS
from agents.data.parts_of_week import is_of_many
from agents.data.scan import Span
from agents.data.sounds.transliteration import closeness, of_hangul, sounding_alike

_VERSION = re.compile(r"v?\d+(?:\.\d+)+")
_SHORTEST = 3  # Latin letters
_COUNTING = ("quantity", "measure", "length")
_MOST = 12
_ALIKE = 70.0


def with_versions(spans: list[Span], lexicon: Lexicon) -> list[Span]:
    """Read the beginning of version numbers as all versions that have it, where no number counts.

    5.0 stands for 5.0.11 and 5.0.12, and 4.9 for 4.9.1, unless the table has it as it is.
    """
    asked = any(s.kind in ("number", "unknown") and _VERSION.fullmatch(s.text) for s in spans)
    known = [
        Term("value", key, value)
        for key in VERSIONS if asked and key in lexicon.model.dimensions
        for value in lexicon.model.dimensions[key].values
    ]  # fmt: skip
    if not known:
        return spans
    return [
        span._replace(terms=begun, number=None, fraction=None)
        if (begun := _versions(spans, index, known)) else span
        for index, span in enumerate(spans)
    ]  # fmt: skip


def _versions(spans: list[Span], index: int, known: list[Term]) -> tuple[Term, ...]:
    span = spans[index]
    after = spans[index + 1].kind if index + 1 < len(spans) else ""
    if span.kind not in ("number", "unknown") or not _VERSION.fullmatch(span.text):
        return ()
    return () if after in _COUNTING else tuple(t for t in known if is_part_of(span.text, t.detail))


def is_part_of(written: str, version: str) -> bool:
    """Whether a version begins with the numbers of another one: 5.0 of 5.0.11."""
    if _VERSION.fullmatch(written) is None:
        return False
    begun = f"{written.removeprefix('v')}."
    return version.removeprefix("v").startswith(begun)


def all_meant(span: Span) -> tuple[Term, ...]:
    """Return the values that a span means all together: versions, editions, a weekend; else ()."""
    terms = span.terms
    editions = len({t.key for t in terms}) == 1 and are_editions([t.detail for t in terms])
    if is_of_many(span.text):
        return terms
    return terms if editions or all(is_part_of(span.text, term.detail) for term in terms) else ()


def begun_by(word: str, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return the values that a short word is the beginning of, or the given name in: 김, 도우.

    A word of one that is a word of others too is meant of all of them: Poland.
    """
    for form in _without_particles(word, lexicon):
        found = {term: None for surface, term in lexicon.plain_names if _is_in(form, surface)}
        whole = lexicon.having(frozenset([form]))
        if found or len(whole) > 1:
            return tuple(found | dict.fromkeys(whole))
    return _heard_alike(word, lexicon)


def _heard_alike(word: str, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return the values that a Hangul word sounds like, if there are several: 레인."""
    for form in _without_particles(word, lexicon) if is_hangul(word[0]) else ():
        names = sounding_alike(form, lexicon.sounds)
        if len(names) > 1:
            return tuple(dict.fromkeys(map(lexicon.meaning, names)))[:_MOST]
        shared = sounding_alike(form, lexicon.shared_sounds)
        if len(shared) == 1:
            return lexicon.having(frozenset(shared))
    return ()


def heard_as(word: str, text: str, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return the name that an ordinary Hangul word sounds like where a name stands: 로그 맵."""
    for form in _without_particles(word, lexicon):
        sound = of_hangul(form) if len(form) > 1 and is_hangul(form[0]) else None
        names = lexicon.sounds.having(sound.bones) if sound is not None and sound.bones else ()
        heard = {name for name, _ in names if closeness(form, name) >= _ALIKE}
        term = lexicon.meaning(heard.pop()) if len(heard) == 1 else None
        if term is not None and _stands_as_name(form, term.key, text, lexicon):
            return (term,)
    return ()


def _stands_as_name(form: str, key: str, text: str, lexicon: Lexicon) -> bool:
    """Whether a word is where something is, or stands before what it is one of."""
    after = text[text.find(form) + len(form) :].lstrip() if form in text else ""
    nouns = (s for s, terms in lexicon.terms.items() if terms[0] == Term("dimension", key))
    return after.startswith(("에서", *nouns))


def _without_particles(word: str, lexicon: Lexicon) -> list[str]:
    """Return a word, and what is left of it without a Korean particle."""
    ends = range(len(word) - 1, 0, -1) if any(map(is_hangul, word)) else ()
    return [word, *(word[:end] for end in ends if word[end:] in lexicon.particles)]


def _is_in(form: str, surface: str) -> bool:
    if form == surface or not surface:
        return False
    if is_hangul(form[0]):
        whole = " " not in surface and is_hangul(surface[0]) and letters(surface) != letters(form)
        return whole and (surface.startswith(form) or (len(form) > 1 and surface.endswith(form)))
    return len(form) >= _SHORTEST and form.isalpha() and surface.startswith(form)
