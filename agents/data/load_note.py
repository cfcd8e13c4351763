"""What is said about a table that was changed while it was loaded."""

from collections.abc import Iterable

from agents.answering.source import LoadNote
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text
from agents.data.sentences import say

_OF_ROWS = ("note_repeated_rows", "note_identical_rows")


def _key(note: LoadNote) -> str:
    """Return the key of the sentence; of one row it is said otherwise."""
    return f"{note.key}_one" if note.count == 1 and note.key in _OF_ROWS else note.key


def loaded(notes: Iterable[LoadNote], language: Language) -> tuple[str, ...]:
    """Return the sentences on what was changed on load."""
    return tuple(
        say(language, _key(one), count=integer(one.count, language), what=as_text(one.what))
        for one in notes
    )
