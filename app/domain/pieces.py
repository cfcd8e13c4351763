"""Pieces of an answer that travel together, and how they are told apart again."""

from collections.abc import Sequence

PIECES = "https://balance-desk.org/a2a/pieces"
"""Names the note in an event's metadata: how many parts each of its pieces has.

Within one program it is also set in the state of a call whose caller reads such notes itself.
"""


def note_of(counts: Sequence[int]) -> str:
    """Return the note for pieces of so many parts each."""
    return ",".join([str(count) for count in counts])


def counts_in(note: str, parts: int) -> Sequence[int]:
    """Return how many parts each piece has; one piece of all, where the note does not fit them."""
    try:
        counts = [int(count) for count in note.split(",")]
    except ValueError:
        return (parts,)
    return counts if min(counts) > 0 and sum(counts) == parts else (parts,)
