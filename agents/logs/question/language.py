"""Which language a question about a log is in, also where it is one word."""

import re

from agents.answering.text.language import Language, language_of
from agents.answering.text.normal import normalise
from agents.logs.question.vocabulary import MEANINGS

_SPANISH = frozenset(
    [
        "analiza",
        "analizar",
        "analizalo",
        "analisis",
        "resumen",
        "resumir",
        "errores",
        "lineas",
        "linea",
        "muestra",
        "muestrame",
        "lee",
        "leer",
        "hora",
        "horas",
        "dia",
        "dias",
        "fallos",
        "fallo",
        "direcciones",
        "direccion",
        "usuarios",
        "usuario",
        "registro",
        "registros",
        "entre",
        "hasta",
        "desde",
        "huecos",
        "hueco",
        "avisos",
        "advertencias",
        "peticiones",
        "primera",
        "ultima",
        "ultimos",
        "primero",
        "cuando",
        "cuantos",
        "cuantas",
        "vuelve",
        "recarga",
        "ayuda",
        "todo",
        "entero",
    ]
)

_ENGLISH_VERBS = frozenset(
    [
        "analyse",
        "analyze",
        "summarise",
        "summarize",
        "read",
        "reread",
        "reload",
        "refresh",
        "show",
        "list",
        "display",
        "print",
        "count",
        "check",
        "find",
        "search",
        "look",
        "explain",
    ]
)
"""What a request in English begins with; "get" may be the method of a request."""

_ENGLISH = frozenset(word for word in MEANINGS if word.isascii() and " " not in word)
_QUOTED = re.compile(r"[\"“”«»][^\"“”«»]*[\"“”«»]")


def spoken(text: str, otherwise: Language) -> Language:
    """Return the language of a text; one without a sign of any keeps `otherwise`."""
    text = _QUOTED.sub(" ", text)  # what is sought is no speech
    found = language_of(text, "en")
    if found == language_of(text, "es"):
        return found  # it has a sign of its own
    words = normalise(text).split()
    if _SPANISH & set(words):
        return "es"
    if words[:1] and words[0] in _ENGLISH_VERBS:
        return "en"
    # A name or a level alone is in any language; two words that are spoken are English.
    if otherwise == "ko" and sum(word in _ENGLISH for word in words) > 1:
        return "en"
    return otherwise
