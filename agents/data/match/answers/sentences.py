"""The data agent's sentences in three languages."""

from agents.answering.sentences import fill
from agents.answering.text.language import Language


def say(language: Language, key: str, **values: object) -> str:
    """Return a sentence with its names filled in; raises KeyError for a sentence that is not there.

    Values are inserted as they are: braces in them mean nothing.
    """
    return fill("agents.data", language, key, values)
