"""A conversation as one page of HTML: no scripts, nothing fetched, charts as pictures in it."""

import base64
import html
from collections.abc import Iterator

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale
from PySide6.QtGui import QColor, QImage, QPainter

from app.domain.answers import Answer
from app.domain.exports import Exported, ExportedTurn
from app.domain.messages import FilePart
from gui.blocks.assembly import is_chart, prose_of, result_of
from gui.blocks.base import Paint
from gui.blocks.chart import chart_or_note
from gui.blocks.markdown import to_html
from gui.blocks.origin import origin_of
from gui.blocks.result_model import ResultModel
from gui.look.message_style import make_style
from gui.look.theme import LIGHT, body_font
from gui.texts.messages import person_says, reason_phrase, state_phrase, typed_text
from gui.texts.names import agent_label, moment_words
from gui.texts.plain import unmarked

_WIDTH, _SHARP = 720, 2
_MOST_ROWS = 5_000
_CSS = """
body{font-family:Pretendard,"Noto Sans CJK KR","Noto Sans KR","Malgun Gothic",sans-serif;
color:#1a1f26;max-width:46em;margin:2em auto;padding:0 1em;line-height:1.5}
h1{font-size:16pt}h2{font-size:11pt;margin:1.6em 0 .3em}
.said{background:#e8eefb;padding:.6em 1em;border-radius:12px;white-space:pre-wrap}
.small{color:#57606c;font-size:9pt;font-weight:normal}
table{border-collapse:collapse;margin:.8em 0}
th,td{border:1px solid #d6dce4;padding:.25em .7em;text-align:left}
td.n,th.n{text-align:right}
pre{background:#f3f5f8;padding:.8em;white-space:pre-wrap}
img{max-width:100%}
"""


def as_html(exported: Exported) -> str:
    """Return the page; what people and agents wrote is text in it, never markup of its own."""
    title = html.escape(exported.conversation.title or "Balance Desk")
    turns = "".join(piece for turn in exported.turns for piece in _turn(turn))
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_CSS}</style></head><body><h1>{title}</h1>{turns}</body></html>\n"
    )


def _turn(turn: ExportedTurn) -> Iterator[str]:
    message, answer = turn.message, turn.answer
    said = html.escape(typed_text(message))
    files = ", ".join(p.name for p in message.parts if isinstance(p, FilePart) and p.name)
    yield _heading(person_says(), moment_words(message.created_at))
    yield f'<div class="said">{said}</div>'
    if files:
        yield f'<p class="small">{html.escape(files)}</p>'
    when = moment_words(answer.ended_at or answer.started_at)
    yield _heading(agent_label(answer.agent), f"{state_phrase(answer)} · {when}")
    yield from _answer(answer)


def _heading(name: str, more: str) -> str:
    return f'<h2>{html.escape(name)} <span class="small">{html.escape(more)}</span></h2>'


def _answer(answer: Answer) -> Iterator[str]:
    yield to_html(prose_of(answer))
    if answer.question is not None and answer.question.text:
        yield f"<p>{html.escape(unmarked(answer.question.text))}</p>"
    if answer.reason:
        yield f"<p>{html.escape(reason_phrase(answer.reason, answer.status_text))}</p>"
    yield _table(answer)
    for artifact in answer.artifacts:
        if is_chart(artifact):
            yield _chart(artifact.data)
    query = origin_of(answer).query
    if query:
        yield f"<pre>{html.escape(query)}</pre>"


def _table(answer: Answer) -> str:
    table = result_of(answer)
    if table is None:
        return ""
    model = ResultModel(table, QLocale(), LIGHT.muted)
    columns = range(model.columnCount())
    sides = ['class="n"' if model.is_numeric(column) else "" for column in columns]
    head = "".join(f"<th {sides[c]}>{html.escape(model.label(c))}</th>" for c in columns)
    rows = []
    for row in range(min(model.rowCount(), _MOST_ROWS)):
        cells = (f"<td {sides[c]}>{html.escape(model.text(row, c))}</td>" for c in columns)
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _chart(spec: object) -> str:
    block = chart_or_note(spec, make_style(LIGHT, body_font()))  # type: ignore[arg-type]
    if isinstance(block, str):
        return f"<p>{html.escape(block)}</p>"
    block.set_width(_WIDTH)
    image = QImage(_WIDTH * _SHARP, block.height * _SHARP, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SHARP)
    image.fill(QColor(LIGHT.base))
    painter = QPainter(image)
    block.paint(painter, Paint(image.rect().toRectF()))
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt a name
    picture = base64.b64encode(bytes(content.data())).decode()
    return f'<p><img width="{_WIDTH}" src="data:image/png;base64,{picture}" alt=""></p>'
