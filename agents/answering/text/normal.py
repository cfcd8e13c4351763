"""Questions and surfaces in one form: NFKC, lower case, no accents, no sentence marks."""

import re
import unicodedata
from functools import lru_cache

_MARKS = re.compile(r"(?:(?<!\d),|,(?!\d)|[?!¿¡;:\"“”«»()\[\]{}…。、！？*_`|<>=])+")
_DOTS = re.compile(r"\.(?=\s|$)")
_HYPHENS = re.compile(r"(?<=[^\W\d])[-‐‑–—](?=[^\W\d])")
_QUOTES = re.compile(r"[‘’ʼ´]")
_SPACES = re.compile(r"\s+")
_ACCENTED = re.compile("[\u00c0-\u024f]")


@lru_cache(maxsize=4096)
def normalise(text: str) -> str:
    """Return the text as it is matched; applied to questions and to surfaces alike."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", text).casefold()
        folded = _QUOTES.sub("'", folded)
        folded = _ACCENTED.sub(_without_accent, folded)
    folded = _HYPHENS.sub(" ", _MARKS.sub(" ", folded))
    folded = _DOTS.sub(" ", folded)
    return _SPACES.sub(" ", folded).strip()


def _without_accent(found: re.Match[str]) -> str:
    decomposed = unicodedata.normalize("NFD", found[0])
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def is_hangul(character: str) -> bool:
    """Whether the character is a Hangul syllable."""
    return "\uac00" <= character <= "\ud7a3"
