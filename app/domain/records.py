"""Records of the stream log as a window shows them; every text in them is untrusted."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

KINDS: Final = ("request", "response", "error", "decision", "state")
"""The types of a record."""

SearchMode = Literal["words", "meaning", "both"]


class SearchWanted(NamedTuple):
    """What is searched for: only what an agent said or was told, of a type, of a conversation, of
    a task, from a moment on and before another, where these are given. `spoken` is only what people
    and agents said to each other, not what agents told of their work.
    """

    query: str
    mode: SearchMode = "both"
    agent: str | None = None
    kind: str | None = None
    context_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    task_id: str | None = None
    spoken: bool = False


class RecordHit(NamedTuple):
    """A record that was found; `marks` are the ranges of `text` (characters) that match.

    `turn_id` with `context_id` is its place in a conversation; None for what was said elsewhere.
    """

    record_id: str
    at: datetime | None
    from_agent: str
    to_agent: str | None
    kind: str
    context_id: str | None
    turn_id: str | None
    text: str
    marks: tuple[tuple[int, int], ...] = ()


class SearchFound(NamedTuple):
    """What was found, the best first, and how far that can be trusted.

    `current` says that all that was said is searchable by words, `unembedded` how many records are
    not yet compared by meaning, `understands` that the meaning search knows more than spelling.
    """

    hits: tuple[RecordHit, ...] = ()
    current: bool = True
    unembedded: int = 0
    understands: bool = False


class RecordLine(NamedTuple):
    """One record as a line; `text` is the beginning of what was said, at most a few hundred signs.

    `broken` says of the first record of a chain that the one before it is not in the log.
    """

    record_id: str
    at: datetime | None
    from_agent: str
    to_agent: str | None
    kind: str
    text: str
    broken: bool = False


class LinesWanted(NamedTuple):
    """Which records are wanted: of an agent (said or told), of a type, with some words in them."""

    agent: str | None = None
    kind: str | None = None
    words: str = ""


def moment_of(record: Mapping[str, Any]) -> datetime | None:
    """Return when a record was written, with its zone; None when it does not say so readably."""
    try:
        return datetime.fromisoformat(f"{record['t']}+00:00")
    except ValueError:
        return None
