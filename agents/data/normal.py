"""Questions and surfaces in one form: NFKC, lower case, no accents, no sentence marks."""

import re
import unicodedata

_MARKS = re.compile(r"(?:(?<!\d),|,(?!\d)|[?!¿¡;:\"“”«»()\[\]{}…。、！？*_`|<>=])+")
_DOTS = re.compile(r"\.(?=\s|$)")
_HYPHENS = re.compile(r"(?<=[^\W\d])[-‐‑–—](?=[^\W\d])")
_QUOTES = re.compile(r"[‘’ʼ´]")
_COMPARED = {"(?:>=|=>|≥)": "at least", "(?:<=|=<|≤)": "at most", ">": "more than",
             "<": "fewer than"}  # fmt: skip
_SPACES = re.compile(r"\s+")


def normalise(text: str) -> str:
    """Return the text as it is matched; applied to questions and to surfaces alike."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = _QUOTES.sub("'", folded)
    folded = "".join(map(_without_accent, folded))
    folded = _HYPHENS.sub(" ", _MARKS.sub(" ", folded))
    folded = _DOTS.sub(" ", folded)
    return _SPACES.sub(" ", folded).strip()


def with_comparisons(text: str) -> str:
    """Return a question with the signs of comparison before numbers in words."""
    for sign, word in _COMPARED.items():
        text = re.sub(rf"{sign}\s*(?=\d)", f" {word} ", text)
    return text


def _without_accent(character: str) -> str:
    if character < "\u00c0" or character > "\u024f":
        return character
    decomposed = unicodedata.normalize("NFD", character)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def is_hangul(character: str) -> bool:
    """Whether the character is a Hangul syllable."""
    return "\uac00" <= character <= "\ud7a3"
