"""Titles and summaries in a model's words, with no number that was not said before."""

from typing import Final

from agents.models.language_model import LanguageModel
from agents.models.numbers import KnownNumbers, checked

TITLE_CHARACTERS: Final = 60

_TITLE = """\
Write a title for the conversation, in its language: at most six words, no quotation marks, no full
stop, no numbers that were not said."""
_SUMMARY = """\
Sum the conversation up for somebody who goes on with it, in its language: what was asked, what was
found, what is still open. At most eight short sentences, only what was said."""
_READ = 24_000


async def title(model: LanguageModel, said: str) -> str | None:
    """Return a title for what was said, None where the model gives none that can be used.

    Raises what the model raises.
    """
    words = " ".join((await model.complete(_TITLE, said[:_READ])).split())
    words = words.strip("\"'“”‘’«».#* ")
    known = KnownNumbers()
    known.learn(said)
    _, strange = checked(words, known)
    return words if words and not strange and len(words) <= TITLE_CHARACTERS else None


async def summary(model: LanguageModel, said: str) -> str | None:
    """Return a summary of what was said, None where it has a number that was not said."""
    words = (await model.complete(_SUMMARY, said[-_READ:])).strip()
    known = KnownNumbers()
    known.learn(said)
    _, strange = checked(words, known)
    return words if words and not strange else None
