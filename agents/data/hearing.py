"""Hangul words that no name matches are read by their sound, each with what is attached to it."""

from datetime import date
from typing import NamedTuple

from agents.data.lexicon import Lexicon, Term
from agents.data.normal import is_hangul
from agents.data.scan import Span, cuts, scan
from agents.data.transliteration import sounds_like

_MOST_WORDS = 3


class Heard(NamedTuple):
    """The spans after reading by sound, and each word with the term that it was taken for."""

    text: str
    spans: list[Span]
    words: tuple[tuple[str, Term], ...]


def hear(text: str, spans: list[Span], lexicon: Lexicon, today: date) -> Heard:
    """Replace unknown Hangul words by the Latin names that they sound like, and scan anew."""
    found: list[tuple[str, Term]] = []
    index = 0
    while index < len(spans):
        span = spans[index]
        if span.kind == "unknown" and is_hangul(span.text[0]):
            taken = _at(text, spans, index, lexicon)
            if taken is not None:
                word, surface = taken
                found.append((word, lexicon.terms[surface][0]))
                text = text[: span.start] + surface + text[span.start + len(word) :]
                spans = scan(text, lexicon, today)
        index += 1
    return Heard(text, spans, tuple(found))


def _at(text: str, spans: list[Span], index: int, lexicon: Lexicon) -> tuple[str, str] | None:
    """Return the longest word from a span on that sounds like a name, and the name."""
    start = spans[index].start
    for last in range(min(index + _MOST_WORDS, len(spans)) - 1, index - 1, -1):
        others = spans[index + 1 : last + 1]
        if any(o.kind != "unknown" or not is_hangul(o.text[0]) for o in others):
            continue
        run = text[start : _end_of_run(text, spans[last].end)]
        shortest = spans[last].start - start + 1
        for end in range(len(run), shortest - 1, -1):
            if end < len(run) and not cuts(run[end:], lexicon):
                continue
            surface = sounds_like(run[:end], lexicon.sounds)
            if surface is not None:
                return run[:end], surface
    return None


def _end_of_run(text: str, end: int) -> int:
    while end < len(text) and is_hangul(text[end]):
        end += 1
    return end
