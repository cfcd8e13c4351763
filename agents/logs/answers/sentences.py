"""The log agent's sentences in three languages."""

from agents.answering.sentences import fill
from agents.answering.text.language import Language, integer


def say(language: Language, key: str, **values: object) -> str:
    """Return a sentence with its names filled in; whole numbers are written as the language does.

    Raises KeyError for a sentence that is not there.
    """
    shown = {
        name: integer(value, language)
        if isinstance(value, int) and name not in ("line", "year", "low", "high", "errno")
        else value
        for name, value in values.items()
    }
    return fill("agents.logs", language, key, shown)
