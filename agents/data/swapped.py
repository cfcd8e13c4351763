"""Words of the language with two letters swapped are put right before anything else is guessed."""

from datetime import date

from agents.answering.text.normal import is_hangul
from agents.answering.text.particles import letters
from agents.data.lexicon import Lexicon
from agents.data.match.model.words import ordinary_words
from agents.data.scan import Span, cuts, scan

_LEAST = 6
_BY = "별로"
_NOUNS = ("dimension", "grain")


def put_right(
    text: str, spans: list[Span], lexicon: Lexicon, today: date
) -> tuple[str, list[Span]]:
    """Return a normalised text and its spans with such words as they are spelt: lenght, 맵벌로.

    Unlike a name that is guessed, a word may be part of a longer one: tasa de vitcorias.
    """
    mended = text
    for span in reversed([one for one in spans if one.kind == "unknown"]):
        meant = _grouped(span.text, lexicon) if is_hangul(span.text[0]) else _word(span, lexicon)
        if meant is not None:
            mended = mended[: span.start] + meant + mended[span.end :]
    return (mended, scan(mended, lexicon, today)) if mended != text else (text, spans)


def _word(span: Span, lexicon: Lexicon) -> str | None:
    """Return the one word that a Latin word is with two neighbours swapped."""
    from rapidfuzz.distance import OSA

    word = span.text
    if len(word) < _LEAST or word in ordinary_words() or lexicon.knows(word):
        return None
    alike = lexicon.by_letters.get("".join(sorted(word)), ())
    meant = [one for one in alike if one[0] == word[0] and OSA.distance(word, one) == 1]
    return meant[0] if len({lexicon.terms[one] for one in meant}) == 1 else None


def _grouped(word: str, lexicon: Lexicon) -> str | None:
    """Return a noun with what groups by it, of which one letter is wrong: 맵벌로 is 맵별로."""
    from rapidfuzz.distance import OSA

    for end in range(1, len(word) - 1):
        noun, rest = word[:end], word[end : end + len(_BY)]
        terms = (*lexicon.terms.get(noun, ()), *lexicon.terms.get(f"{noun}{_BY[0]}", ()))
        known = any(term.kind in _NOUNS for term in terms)
        near = known and len(rest) == len(_BY) and rest[-1] == _BY[-1]
        if not near or not cuts(word[end + len(_BY) :], lexicon):
            continue
        if OSA.distance(letters(rest), letters(_BY)) == 1:
            return noun + _BY + word[end + len(_BY) :]
    return None
