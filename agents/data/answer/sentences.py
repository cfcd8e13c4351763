"""The sentences in which an answer tells what a query came to."""

from agents.answering.sentences import fill
from agents.answering.text.language import Language


def say(language: Language, key: str, **values: object) -> str:
    """Return a sentence with its names filled in; raises KeyError for one that is not there."""
    return fill("agents.data.answer", language, key, values)
