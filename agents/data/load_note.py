"""What is said about a table that was changed while it was loaded."""

from collections.abc import Iterable

from agents.data.language import Language, integer
from agents.data.markdown import as_text
from agents.data.sentences import say
from app.domain.base import Value


class LoadNote(Value):
    """What was changed on load: `key` of the sentence, how many rows, and which values."""

    key: str
    count: int = 0
    what: str = ""


def loaded(notes: Iterable[LoadNote], language: Language) -> tuple[str, ...]:
    """Return the sentences on what was changed on load."""
    return tuple(
        say(language, one.key, count=integer(one.count, language), what=as_text(one.what))
        for one in notes
    )
