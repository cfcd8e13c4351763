"""Nouns of headers are heard by their sound: 팩션별 by faction, 스쿼드 of a column squad."""

from datetime import date
from functools import lru_cache

from agents.answering.text.normal import is_hangul, normalise
from agents.data.lexicon import Lexicon
from agents.data.match.model.words import ordinary_words
from agents.data.scan import Span, cuts, scan
from agents.data.sounds.transliteration import Sounds, sounds_like

_LONG = 3  # syllables that tell a noun though they sound a little otherwise
_GROUPING = ("별", "마다")  # behind a noun of one syllable


def with_heard_nouns(
    text: str, spans: list[Span], lexicon: Lexicon, today: date
) -> tuple[str, list[Span]]:
    """Put the noun of a header in the place of an unknown Hangul word that sounds like it."""
    for span in reversed(spans):
        if span.kind != "unknown" or not is_hangul(span.text[0]):
            continue
        heard = _heard(span.text, lexicon)
        if heard is not None:
            noun, rest = heard
            text = f"{text[: span.start]}{noun}{rest}{text[span.end :]}"
            spans = scan(text, lexicon, today)
    return text, spans


def _heard(word: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """Return the noun that a word, or all of it but what is attached, sounds like, and the rest."""
    nouns = _nouns(lexicon)
    for end in range(len(word) if len(nouns) else 0, 0, -1):
        part, rest = word[:end], word[end:]
        if part in ordinary_words() or (end == 1 and not rest.startswith(_GROUPING)):
            continue
        if cuts(rest, lexicon) and (noun := sounds_like(part, nouns, exactly=end < _LONG)):
            return noun, rest
    return None


@lru_cache(maxsize=16)
def _nouns(lexicon: Lexicon) -> Sounds:
    """Return how the Latin nouns of a table's columns sound, one word each."""
    named = (
        normalise(noun) for dimension in lexicon.model.dimensions.values()
        if dimension.column is not None or dimension.columns
        for noun in (*dimension.words, dimension.label.get("en", ""))
    )  # fmt: skip
    return Sounds(sorted({noun for noun in named if noun.isascii() and noun.isalpha()}))
