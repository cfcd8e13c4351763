"""The log of a dialogue: what each message changed, the query after it, and the rows that it told.

It only grows. References of later messages resolve against it.
"""

from typing import Literal

from agents.data.compute.result import Cell
from agents.data.dialogue.outcomes import QueryChoice
from agents.data.query.edits import Edit
from agents.data.query.query import Query
from app.domain.base import Value

MOST_ROWS = 20


class DialogueTurn(Value):
    """One message: `query` is what was understood, of questions and refusals too.

    `columns` are the names of the table's columns that the first cells of `rows` are of, in their
    order: groups, or columns of rows themselves; `rows` are the first that were told. Of a single
    row all columns are there, those that were told first. `choices` are what was asked back, and
    `also` the queries that are answered with what is chosen. `table` is what the next message is
    read against, "" the main one.
    """

    language: str
    outcome: Literal["answer", "ask", "decline", "talk"]
    edits: tuple[Edit, ...] = ()
    query: Query | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    choices: tuple[QueryChoice, ...] = ()
    also: tuple[Query, ...] = ()
    table: str = ""


class DialogueLog(Value):
    """The turns of a dialogue, the newest last."""

    turns: tuple[DialogueTurn, ...] = ()

    def after(self, turn: DialogueTurn) -> "DialogueLog":
        """Return the log with one more turn."""
        return DialogueLog(turns=(*self.turns, turn))

    @property
    def last(self) -> DialogueTurn | None:
        """The newest turn."""
        return self.turns[-1] if self.turns else None

    @property
    def query(self) -> Query | None:
        """What was understood last, of an answer, a question or a refusal."""
        return next((one.query for one in reversed(self.turns) if one.query is not None), None)

    @property
    def answered(self) -> tuple[Query, ...]:
        """The queries that were answered, the newest last."""
        return tuple(
            one.query for one in self.turns if one.query is not None and one.outcome == "answer"
        )

    @property
    def told(self) -> DialogueTurn | None:
        """The last turn that told rows of named columns."""
        return next((one for one in reversed(self.turns) if one.rows and one.columns), None)

    def told_of(self, query: Query) -> int:
        """Return how many rows were told of a query, 0 if it was not the last that told any."""
        told = self.told
        return len(told.rows) if told is not None and told.query == query else 0

    @property
    def table(self) -> str:
        """The table that was turned to last, "" the main one."""
        return self.last.table if self.last else ""

    def of_its_table(self) -> "DialogueLog":
        """Return the log without the turns of other tables than the one that was turned to last."""
        return DialogueLog(turns=tuple(one for one in self.turns if one.table == self.table))

    @property
    def language(self) -> str:
        """The language that was spoken last, "" at the beginning."""
        return self.last.language if self.last else ""
