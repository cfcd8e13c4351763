"""What an agent adds to a turn about one of its tables: where it stands, what is said beside it."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from agents.answering.text.language import Language
from agents.data.query.query import Query

Step = Literal["understand", "query", "answer"]


class Around(Protocol):
    """What an agent adds to a turn, whose table is one of several that it has.

    `about` stands in each frame (which file it was): the dialogue goes on from tasks of the same.
    """

    about: Mapping[str, Any]

    def settled(self, query: Query) -> Query:
        """Return a query that was understood, as this table means it."""

    def notes(self, query: Query, language: Language) -> list[str]:
        """Return what is to be said beside the answer of a query."""

    async def begins(self, step: Step) -> None:
        """Hear that a step begins."""

    def done(self, step: Step, given: Mapping[str, Any], made: Any) -> None:
        """Hear that a step was done, and what came of it, as JSON."""
