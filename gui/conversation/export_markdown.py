"""A conversation as Markdown: who, when, the words as they came, tables, queries."""

import re
from collections.abc import Iterator

from app.domain.answers import Answer
from app.domain.exports import Exported
from app.domain.messages import FilePart
from gui.blocks.assembly import files_of, prose_of, shown_table
from gui.blocks.origin import origin_of, sources_of
from gui.blocks.result_model import ResultModel
from gui.blocks.scope import locale_of
from gui.look.theme import LIGHT
from gui.texts.messages import person_says, reason_phrase, state_phrase, typed_text
from gui.texts.names import agent_label, moment_words

_SIGNS = re.compile(r"[\\|<&`*\[\]~]|\b_|_\b")
"""What would be markup in a cell: values are text."""


def as_markdown(exported: Exported) -> str:
    """Return the conversation as Markdown; what a person wrote stands as a quotation."""
    pieces = [f"# {_line(exported.conversation.title or 'Balance Desk')}"]
    for turn in exported.turns:
        message, answer = turn.message, turn.answer
        pieces.append(f"## {person_says()} · {moment_words(message.created_at)}")
        pieces.append("\n".join(f"> {line}" for line in typed_text(message).splitlines()))
        pieces += [
            f"> 📎 {_line(part.name)}"
            for part in message.parts
            if isinstance(part, FilePart) and part.name
        ]
        when = moment_words(answer.ended_at or answer.started_at)
        who = _line(agent_label(answer.agent))
        pieces.append(f"## {who} · {state_phrase(answer)} · {when}")
        pieces += _answer(answer)
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def _answer(answer: Answer) -> Iterator[str]:
    yield from _words_and_data(answer.own)
    for number, part in enumerate(answer.parts):
        if number or prose_of(answer.own):
            yield "---"
        yield from _words_and_data(part)


def _words_and_data(answer: Answer) -> Iterator[str]:
    yield prose_of(answer)
    if answer.question is not None:
        yield answer.question.text
    if answer.reason:
        yield reason_phrase(answer.reason, answer.status_text)
    yield _table(answer)
    yield " · ".join(_cell(one.name) for one in sources_of(answer))
    query = origin_of(answer).query
    if query:
        fence = "```"
        while fence in query:
            fence += "`"
        yield f"{fence}sql\n{query}\n{fence}"
    yield "\n".join(f"📎 {_line(part.name)}" for part in files_of(answer) if part.name)


def _table(answer: Answer) -> str:
    table = shown_table(answer)
    if table is None:
        return ""
    model = ResultModel(table, locale_of(answer), LIGHT.muted)
    columns = range(model.columnCount())
    rows = [
        [_cell(model.label(column)) for column in columns],
        ["---:" if model.is_numeric(column) else "---" for column in columns],
    ]
    rows += [
        [_cell(model.text(row, column)) for column in columns] for row in range(model.rowCount())
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _cell(text: str) -> str:
    return _SIGNS.sub(r"\\\g<0>", " ".join(text.split()))


def _line(text: str) -> str:
    return " ".join(text.split())
