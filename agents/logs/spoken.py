"""Which language a question about a log is in, also where it is one word."""

from agents.data.language import Language, language_of
from agents.data.normal import normalise

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


def spoken(text: str, otherwise: Language) -> Language:
    """Return the language of a text; one without a sign of any keeps `otherwise`."""
    found = language_of(text, "en")
    if found == language_of(text, "es"):
        return found  # it has a sign of its own
    if _SPANISH & set(normalise(text).split()):
        return "es"
    return otherwise
