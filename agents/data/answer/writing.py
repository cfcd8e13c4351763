"""An answer in words: one headline that says the figure, at most three findings, and notes.

The rows themselves are the `result`, which every client shows as a table.
"""

from collections.abc import Sequence
from typing import NamedTuple

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_plain, bullets, paragraphs
from agents.data.answer.findings import findings
from agents.data.answer.headlines import headline
from agents.data.answer.labels import Header
from agents.data.answer.result_wording import ResultWording
from agents.data.compute.result import Computation, Warned
from agents.data.model.schema import TableModel

_NAMED = 6


class Written(NamedTuple):
    """An answer as it is read: `text` in Markdown, all else plain; its `headline` is one line.

    `cells` are those of all rows as they are read, `labels` those of the columns, `headers` the
    same taken apart, `notes` what a reader must know, and `what` what the figures are of.
    """

    text: str
    headline: str
    what: str
    labels: tuple[str, ...]
    headers: tuple[Header, ...]
    cells: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def write(
    computed: Computation, model: TableModel, language: Language, more: Sequence[str] = ()
) -> Written:
    """Return the answer in a language; `more` are further notes. Raises `Ungrounded`."""
    told = ResultWording(computed, model, language)
    head = headline(told)
    notes = [*(_note(told, one) for one in computed.warnings), *more]
    told.figures.allow(*more)
    # Notes are no list: in Markdown, what is listed last would go on with the findings.
    text = paragraphs(head, bullets(findings(told)), *notes)
    told.figures.check(text)
    return Written(
        text, as_plain(head), told.what, tuple(map(as_plain, told.labels)),
        told.headers, tuple(tuple(map(as_plain, cells)) for cells in told.cells),
        tuple(map(as_plain, notes)),
    )  # fmt: skip


def _note(told: ResultWording, one: Warned) -> str:
    label = one.column or next((told.labels[place] for place in told.places("measure")), "")
    if told.table.has(one.column):
        label = told.table.column(one.column).label_in(told.language)
    count, n, rows = (told.figures.count(each) for each in (one.count, one.n, one.rows))
    values = {"column": told.figures.name(label) if label else "", "n": n, "rows": rows,
              "level": told.level}  # fmt: skip
    if one.key == "small" and told.query.groups:
        names = _small(told, one.n)
        return told.say("note_small_rows", names=names, count=count, **values)
    return told.say(f"note_{one.key}", count=count, **values)


def _small(told: ResultWording, few: int) -> str:
    """Return the names of the rows that rest on few rows of the table."""
    places = told.places("measure")
    small = [
        told.name(row) for row in range(len(told.rows))
        if any((told.count(row, place) or few) < few for place in places)
    ]  # fmt: skip
    names = ", ".join(small[:_NAMED])
    if len(small) <= _NAMED:
        return names
    return told.say("names_more", names=names, count=told.figures.count(len(small) - _NAMED))
