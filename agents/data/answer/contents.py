"""What a table holds, in words: its rows, its columns with their ends or commonest values."""

from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.data.answer.figures import Wording
from agents.data.answer.sentences import say
from agents.data.model.profile import rests_on
from agents.data.model.schema import Column, TableModel

_MOST_TABLES, _MOST_COLUMNS = 30, 30


def told_of_table(name: str, model: TableModel, file: str, language: Language, *, rows: int) -> str:
    """Return in Markdown what a table of a model holds, which was read from a file, and which other
    tables there are beside it; `rows` of it are no totals of others. Raises KeyError for a table
    that is not there."""
    table, told = model.table(name), model.told
    shown = " · ".join([file, *([table.name] if told else [])])
    others = ", ".join(
        say(language, "about_another", table=as_text(one.name), rows=integer(one.rows, language))
        for one in told[:_MOST_TABLES] if one.name != table.name
    )  # fmt: skip
    totals = table.rows - rows
    head = say(language, "about_totals" if totals else "about_table", file=as_text(shown),
               rows=integer(rows, language), totals=integer(totals, language),
               columns=len(table.meant))  # fmt: skip
    lines = [
        say(language, f"about_{one.kind}", column=as_text(one.label_in(language)),
            low=as_text(_bound(one.low, one, language)),
            high=as_text(_bound(one.high, one, language)),
            count=integer(one.distinct, language),
            values=as_text(", ".join(one.values[:3]), 120))
        for one in table.meant[:_MOST_COLUMNS]
    ]  # fmt: skip
    beside = say(language, "about_others", tables=others) if others else ""
    return paragraphs(head, bullets(lines), as_text(rests_on(table, language), 400), beside)


def _bound(value: float | str | None, column: Column, language: Language) -> str:
    """Return an end of a column's range; a whole number has no decimals, and a moment is written
    as in the answers of a language."""
    if column.kind == "moment" and isinstance(value, str):
        return Wording(language).moment(value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)
