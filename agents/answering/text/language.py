"""Which of the three languages a text is in, and how numbers are written in each."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

Language = Literal["ko", "en", "es"]
LANGUAGES: tuple[Language, ...] = ("ko", "en", "es")

_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_WORDS = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_LATIN = re.compile(r"[a-z]+")
_LONGEST_NAME = 4  # words
_NONE: frozenset[str] = frozenset()
_SPANISH_MARKS = re.compile(r"[¿¡ñáéíóúü]", re.IGNORECASE)
_SPANISH = frozenset(
    [
        "el",
        "la",
        "los",
        "las",
        "de",
        "del",
        "y",
        "en",
        "con",
        "contra",
        "cual",
        "que",
        "como",
        "cuanto",
        "cuanta",
        "cuantas",
        "cuantos",
        "por",
        "para",
        "tasa",
        "victorias",
        "victoria",
        "porcentaje",
        "mapa",
        "raza",
        "dime",
        "dame",
        "entre",
        "muestra",
        "muestrame",
        "partidas",
        "tambien",
        "sin",
        "hola",
        "gracias",
        "resume",
        "torneo",
        "ano",
        "mes",
        "pasado",
        "todas",
        "todos",
        "solo",
        "grafico",
        "tabla",
        "tendencia",
        "duracion",
        "media",
        "mejor",
        "peor",
        "parche",
        "ayuda",
        "jugador",
        "servidor",
        "compara",
        "una",
        "un",
        "hay",
        "hubo",
        "tiene",
        "fue",
        "mas",
        "menos",
        "cuando",
        "donde",
        "quien",
        "entre",
        "total",
        "es",
        "son",
    ]
)
_ENGLISH = frozenset(
    [
        "the",
        "what",
        "whats",
        "how",
        "which",
        "are",
        "is",
        "was",
        "of",
        "in",
        "on",
        "by",
        "for",
        "and",
        "win",
        "rate",
        "rates",
        "with",
        "without",
        "against",
        "show",
        "tell",
        "me",
        "give",
        "about",
        "too",
        "also",
        "map",
        "race",
        "highest",
        "lowest",
        "best",
        "top",
        "trend",
        "table",
        "chart",
        "games",
        "many",
        "year",
        "last",
        "month",
        "each",
        "per",
        "summarise",
        "summarize",
        "hello",
        "hi",
        "help",
        "thanks",
        "average",
        "as",
        "only",
        "did",
        "does",
        "do",
        "had",
        "has",
        "have",
        "there",
        "to",
        "from",
        "where",
        "who",
        "when",
        "number",
        "total",
        "most",
        "more",
        "than",
        "between",
        "all",
        "avg",
        "share",
        "list",
        "rows",
        "compare",
    ]
)


def language_of(text: str, otherwise: Language = "en", names: frozenset[str] = _NONE) -> Language:
    """Return the language of a question: by Hangul, then by marks and function words.

    Short texts such as "TvZ" carry no sign of a language; those keep `otherwise`, the
    conversation's language. So do the `names` of a table, in small letters: "on 이클립스".
    """
    text = _without_names(text, names) if names else text
    words = _LATIN.findall(text.lower())
    spanish = len([word for word in words if word in _SPANISH])
    english = len([word for word in words if word in _ENGLISH])
    korean = len([word for word in _WORDS.findall(text) if _HANGUL.search(word)])
    # A header in Hangul within a sentence of another language: which 시도 had the most crashes.
    if korean and not (max(spanish, english) > 1 and max(spanish, english) >= korean):
        return "ko"
    if _SPANISH_MARKS.search(unicodedata.normalize("NFC", text)):
        return "es"
    if spanish != english:
        return "es" if spanish > english else "en"
    return otherwise


class _Names(NamedTuple):
    """The names of a table, without accents: whole, as pairs of words, and as single words."""

    whole: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    words: frozenset[str]


@lru_cache(maxsize=16)
def _in_words(names: frozenset[str]) -> _Names:
    split = [_WORDS.findall(_folded(name)) for name in names]
    words = {word for name in split for word in name if _LATIN.match(word) and len(word) > 1}
    return _Names(
        frozenset(map(" ".join, split)),
        frozenset(pair for name in split for pair in pairwise(name)),
        frozenset(words - _SPANISH - _ENGLISH),
    )


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """Return a text in small letters and without accents; Hangul stays as it is."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in plain if not unicodedata.combining(c)))


def _without_names(text: str, names: frozenset[str]) -> str:
    """Return the words of a text that are no part of a name, in whatever script that is.

    Words that follow each other in a name are a part of it, small ones beside others.
    """
    known = _in_words(names)
    words = _WORDS.findall(unicodedata.normalize("NFC", text))
    low = [_folded(word) for word in words]
    named = [word in known.words for word in low]
    place = 0
    while place < len(low):
        longest = range(min(_LONGEST_NAME, len(low) - place), 0, -1)
        count = next((n for n in longest if " ".join(low[place : place + n]) in known.whole), 0)
        named[place : place + count] = [True] * count
        place += count or 1
    start = 0
    for end in range(1, len(low) + 1):
        if end < len(low) and (low[end - 1], low[end]) in known.pairs:
            continue
        if end - start > 1 and any(word in known.words for word in low[start:end]):
            named[start:end] = [True] * (end - start)
        start = end
    marks = "".join(mark for mark in "¿¡" if mark in text)
    return " ".join([marks, *(word for word, part in zip(words, named, strict=True) if not part)])


def integer(value: int, language: Language) -> str:
    """Write a count: "1,163"; in Spanish "1163" and "11.630" (CLDR groups from five digits on)."""
    if language != "es":
        return f"{value:,}"
    return str(value) if abs(value) < 10_000 else f"{value:,}".replace(",", ".")


def decimal(value: float, language: Language) -> str:
    """Write a number with at most one decimal, a trailing zero dropped: "58", "49.7", "49,7"."""
    rounded = f"{value:.1f}"
    if rounded in ("-0.0", "0.0"):
        return "0"
    text = rounded.removesuffix(".0")
    return text.replace(".", ",") if language == "es" else text


def percent(rate: float, language: Language) -> str:
    """Write a rate (0 … 1) in per cent: "58%", "49.7%", in Spanish "49,7 %"."""
    return decimal(rate * 100, language) + (" %" if language == "es" else "%")


def brief_time(seconds: float, language: Language) -> str:
    """Write a length of time that was asked for: "20 min", "1 min 30 s", "20분", "45초"."""
    minutes, rest = divmod(round(seconds), 60)
    unit_minutes, unit_seconds = ("분", "초") if language == "ko" else (" min", " s")
    parts = [f"{minutes}{unit_minutes}"] if minutes else []
    parts += [f"{rest}{unit_seconds}"] if rest or not minutes else []
    return " ".join(parts)
