"""What is offered to click: only what was computed, and has rows."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from agents.answering.text.language import Language
from agents.data.agent.remembered import choice_keys
from agents.data.answer.sentences import say
from agents.data.compute.computing import compute
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.dataset import Dataset
from agents.data.dialogue.outcomes import QueryChoice, Talk, Understood
from agents.data.model.schema import TableModel
from agents.data.query.applying import apply
from agents.data.query.edits import Ask
from agents.data.query.offered import asked_of, examples
from agents.data.query.query import Query
from agents.data.query.sentences import sentence


class Offer(NamedTuple):
    """A choice with the `value` that comes back when it is clicked, how it reads, and how many
    rows of the table it looks at."""

    choice: QueryChoice
    value: str
    label: str
    rows: int

    def told(self) -> dict[str, Any]:
        """Return it for whoever shows it: its edits make the query that is offered."""
        edits = [one.model_dump(mode="json", by_alias=True) for one in self.choice.edits]
        return {"value": self.value, "label": self.label, "rows": self.rows, "edits": edits}


async def offers_of(
    choices: Sequence[QueryChoice], dataset: Dataset, language: Language, today: date
) -> list[Offer]:
    """Return the choices that come to something, in their order."""
    found: list[tuple[QueryChoice, str, int]] = []
    columns = {one.column for one in choices if one.kind == "value"}
    for choice in choices:
        query = apply(Query(), choice.edits, dataset.model, ())
        if not isinstance(query, Query):
            continue
        try:
            computed = await compute(
                query, dataset.model, dataset.engine, as_of=datetime.combine(today, time())
            )
        except CannotCompute:
            continue
        if computed.rows and computed.matched:
            found.append(
                (choice, _label(choice, query, dataset, language, columns), computed.matched)
            )
    keys = choice_keys([choice for choice, _, _ in found])
    return [Offer(one, key, label, rows)
            for key, (one, label, rows) in zip(keys, found, strict=True)]  # fmt: skip


def _label(
    choice: QueryChoice, query: Query, dataset: Dataset, language: Language, columns: set[str]
) -> str:
    if choice.kind == "without":
        return say(language, "choice_without", words=choice.what)
    if choice.kind == "value":
        table = dataset.model.queried(query.table)
        if not choice.column:
            return choice.what
        column = table.column(choice.column)
        called = column.called.get(language, {}).get(choice.what, ())
        name = called[0] if called else choice.what
        return f"{name} ({column.label_in(language)})" if len(columns) > 1 else name
    told = sentence(query, dataset.model, language)
    return told[:1].upper() + told[1:]


def shown(model: TableModel, table: str, language: str) -> Understood:
    """Return what is understood where a table's page is asked for: examples of it are offered."""
    held = model.read_against(table)
    offers = tuple(
        QueryChoice(kind="example", edits=(Ask(query=asked_of(one, held, model)),))
        for one in examples(held)
    )
    return Understood(language=language, outcome=Talk(about="about", offers=offers))
