"""Which of the three languages a text is in, and how numbers are written in each."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

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
    ]
)


def language_of(text: str, otherwise: Language = "en", names: frozenset[str] = _NONE) -> Language:
    """Return the language of a question: by Hangul, then by marks and function words.

    Short texts such as "TvZ" carry no sign of a language; those keep `otherwise`, the
    conversation's language. So do the `names` of a table, in small letters: "on 이클립스".
    """
    text = _without_names(text, names) if names and _begins_names(text, names) else text
    if _HANGUL.search(text):
        return "ko"
    if _SPANISH_MARKS.search(unicodedata.normalize("NFC", text)):
        return "es"
    words = _LATIN.findall(text.lower())
    spanish = len([word for word in words if word in _SPANISH])
    english = len([word for word in words if word in _ENGLISH])
    if spanish != english:
        return "es" if spanish > english else "en"
    return otherwise


@lru_cache(maxsize=16)
def _first_words(names: frozenset[str]) -> frozenset[str]:
    return frozenset(name.split(" ", 1)[0] for name in names)


def _begins_names(text: str, names: frozenset[str]) -> bool:
    """Whether some word of a text may begin a name; of other scripts that is left open."""
    starts = _first_words(names)
    return not text.isascii() or any(word in starts for word in _WORDS.findall(text.lower()))


def _without_names(text: str, names: frozenset[str]) -> str:
    """Return the words of a text that are no part of a name, in whatever script that is."""
    words = _WORDS.findall(unicodedata.normalize("NFC", text))
    low = [word.casefold() for word in words]
    starts = _first_words(names)
    found: list[str] = []
    place = 0
    while place < len(words):
        most = min(_LONGEST_NAME, len(words) - place) if low[place] in starts else 0
        longest = range(most, 0, -1)
        count = next((n for n in longest if " ".join(low[place : place + n]) in names), 0)
        found += [] if count else [words[place]]
        place += count or 1
    marks = "".join(mark for mark in "¿¡" if mark in text)
    return " ".join([marks, *found])


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


def span_of_time(seconds: float, language: Language) -> str:
    """Write a length of time in minutes and seconds: "12분 40초", "12 min 40 s"."""
    minutes, rest = divmod(round(seconds), 60)
    if language == "ko":
        return f"{minutes}분 {rest}초"
    return f"{minutes} min {rest} s"
