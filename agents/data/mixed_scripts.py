"""A message in one script with words of another: the names in it do not tell its language."""

import re
from collections.abc import Callable

from agents.answering.text.language import language_of
from agents.answering.text.normal import is_hangul, normalise
from agents.answering.text.packs import word_set
from agents.data.lexicon import Lexicon
from agents.data.sounds.transliteration import sounds_like

_WORD = re.compile(r"[^\W_]+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
_PARTICLES = word_set(
    "은 는 이 가 을 를 의 와 과 랑 이랑 하고 한테 에게 에서 에서는 에서의 으로 로 보다 도 만 은요 "
    "는요"
)


def without_hangul_names(text: str, korean: Callable[[], Lexicon]) -> str:
    """Return a message without its words in Hangul, if all are names: "win rate of 젠지".

    A word that Korean has, or that particles follow, tells that the message is in Korean. That
    lexicon is asked for only where a message has both scripts.
    """
    if text.isascii() or not _LATIN.search(text):
        return text
    found = [word for word in _WORD.findall(text) if any(map(is_hangul, word))]
    if not found or any(_is_korean(normalise(word), korean()) for word in found):
        return text
    rest = _WORD.sub(lambda one: " " if any(map(is_hangul, one[0])) else one[0], text)
    return text if language_of(rest, "ko") == "ko" else rest


def _is_korean(word: str, korean: Lexicon) -> bool:
    """Whether a word is one of Korean, or no name, or has a particle behind it."""
    terms = korean.terms.get(word, ())
    if terms:
        return terms[0].kind != "value" and not _is_side(word, korean)
    ends = (end for end in range(1, len(word)) if word[end:] in _PARTICLES)
    if any(_is_name(word[:end], korean) for end in ends):
        return True
    return not _is_name(word, korean)


def _is_name(word: str, korean: Lexicon) -> bool:
    terms = korean.terms.get(word, ())
    if terms:
        return terms[0].kind == "value"
    return sounds_like(word, korean.sounds) is not None


def _is_side(word: str, korean: Lexicon) -> bool:
    """Whether a word of the language is what a side is called, too: 한 of 초 and 한."""
    named = korean.shadowed.get(word, ())
    return any(korean.model.dimensions[term.key].fixed is not None for term in named)
