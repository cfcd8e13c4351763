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
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import Answerable, Asked, QueryChoice, Talk, Understood
from agents.data.dialogue.understanding import understand
from agents.data.model.schema import TableModel
from agents.data.query.applying import apply
from agents.data.query.edits import Ask, Edit
from agents.data.query.offered import asked_of, examples
from agents.data.query.query import Query
from agents.data.query.sentences import sentence

_MOST_TABLES = 12


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
    told = told[:1].upper() + told[1:]
    return f"{told} · {choice.what}" if choice.kind == "table" else told


def elsewhere(read: Understood, text: str, model: TableModel, name: str, today: date) -> Understood:
    """Return what was understood of a table, with what the message asks of those other tables that
    know all of its words, where that one does not: they come first of what is offered.
    """
    here = model.read_against(name).name
    found: list[QueryChoice] = []
    for table in model.told[:_MOST_TABLES] if read.ignored else ():
        turn = DialogueTurn(language=read.language, outcome="talk", table=table.name)
        if table.name != here:
            other = understand(text, model=model, today=today, log=DialogueLog(turns=(turn,)))
            if isinstance(other.outcome, Answerable) and other.query and not other.ignored:
                edits = (Ask(query=other.query),)
                found.append(QueryChoice(kind="table", what=table.name, edits=edits))
    match read.outcome:
        case Asked(choices=choices) if found:
            changed: dict[str, object] = {"choices": (*found, *choices)}
        case Answerable(offers=offers) if found:
            changed = {"offers": (*found, *offers)}
        case _:
            return read
    return read.model_copy(update={"outcome": read.outcome.model_copy(update=changed)})


def turned_to(edits: Sequence[Edit], model: TableModel, name: str) -> str:
    """Return the table that is asked from now on: the one of a whole question among edits."""
    main, names = model.tables[0].name, [one.name for one in model.told]
    for one in edits:
        table = (one.query.table or main) if isinstance(one, Ask) else ""
        if table in names and table != model.read_against(name).name:
            name = "" if table == main else table
    return name


def shown(model: TableModel, table: str, language: str) -> Understood:
    """Return what is understood where a table's page is asked for: examples of it are offered."""
    held = model.read_against(table)
    offers = tuple(
        QueryChoice(kind="example", edits=(Ask(query=asked_of(one, held, model)),))
        for one in examples(held)
    )
    return Understood(language=language, outcome=Talk(about="about", offers=offers))
