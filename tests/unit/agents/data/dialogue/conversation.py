"""Several messages about one table, as they are understood one after the other."""

from datetime import date

from agents.data.compute.result import Cell
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import Understood
from agents.data.dialogue.understanding import understand
from agents.data.query.operands import conjuncts, told_columns
from agents.data.query.query import Condition, Query
from tests.corpora.corpus import tables

TODAY = date(2026, 11, 27)
Rows = tuple[tuple[Cell, ...], ...]


def heard(
    table: str,
    language: str | None,
    *texts: str,
    rows: dict[int, Rows] | None = None,
    instead_of: str = "",
) -> Understood:
    """Return what the last of several messages is understood as, maybe `instead_of` a part; `rows`
    are what was told in reply to the message at a place."""
    log = DialogueLog()
    for place, text in enumerate(texts):
        part = instead_of if place == len(texts) - 1 else ""
        found = understand(
            text, model=tables()[table], language=language, today=TODAY, log=log, instead_of=part
        )
        told = (rows or {}).get(place, ())
        outcome = found.outcome
        log = log.after(
            DialogueTurn(
                language=found.language, outcome=outcome.outcome,
                edits=found.edits, query=found.query,
                columns=told_columns(found.query) if found.query and told else (), rows=told,
                choices=getattr(outcome, "choices", ()), also=found.also,
            )
        )  # fmt: skip
    return found


def kept(query: Query | None) -> dict[str, Condition]:
    """Return the conditions of a query by the columns that they are of."""
    assert query is not None
    return {str(getattr(one, "column", one)): one for one in conjuncts(query.where)}
