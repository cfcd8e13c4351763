"""A conversation as one page of HTML: no scripts, nothing fetched, charts as pictures in it."""

import base64
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from textwrap import wrap

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from app.domain.answers import Answer
from app.domain.exports import Exported, ExportedTurn
from app.domain.messages import FilePart
from gui.blocks.assembly import files_of, prose_of, result_of, shown_table
from gui.blocks.base import Behind
from gui.blocks.chart import ChartBlock, chart_or_note
from gui.blocks.markdown import to_html
from gui.blocks.origin import ordered, origin_of, sources_of
from gui.blocks.pictures import as_png
from gui.blocks.reading_order import read_in_order
from gui.blocks.result_data import is_chart
from gui.blocks.result_model import ResultModel, rows_shown
from gui.blocks.scope import locale_of
from gui.look.message_style import make_style
from gui.look.theme import LIGHT, body_font
from gui.texts.messages import person_says, reason_phrase, state_phrase, typed_text
from gui.texts.names import agent_label, moment_words
from gui.texts.plain import unmarked

_WIDTH = 640
"""Pixels of a picture: on A4 there is room for some 650 within the margins."""
_ON_PAPER = 0.8
"""By this a picture is smaller there: two answers stand on a page more often."""
_MOST_ROWS, _ROWS_ON_PAPER = 5_000, 40
"""What is printed is about a page of a table."""
_TEXT_ON_PAPER, _LINE_ON_PAPER = 240, 84
"""So many characters of a cell, and of a line of code, are printed: what makes a log a table has
thousands. So many stand on a line of paper."""
_CODE = re.compile(r"<pre>(?:<code[^>]*>)?(.*?)\n?(?:</code>)?</pre>", re.DOTALL)
_CSS = """
body{font-family:Pretendard,"Noto Sans CJK KR","Noto Sans KR","Malgun Gothic",sans-serif;
color:#1a1f26;max-width:46em;margin:2em auto;padding:0 1em;line-height:1.5}
h1{font-size:16pt}h2,h3{font-size:11pt;margin:1.6em 0 .3em}
.said{background:#e8eefb;padding:.6em 1em;border-radius:12px;white-space:pre-wrap}
.small{color:#57606c;font-size:9pt;font-weight:normal}
table{border-collapse:collapse;margin:.8em 0}
th,td{border:1px solid #d6dce4;padding:.25em .7em;text-align:left}
td.n,th.n{text-align:right}
pre{background:#f3f5f8;padding:.8em;white-space:pre-wrap;font-size:8pt}
hr{border:0;border-top:1px solid #d6dce4;margin:1.4em 0}
img{max-width:100%}
a{color:#0b57d0}
.picture{line-height:1}
"""
_SCREEN_CSS = """
body{word-break:keep-all}img{height:auto}pre{overflow-wrap:anywhere}
.table{overflow-x:auto}.table table{width:max-content}
td{max-width:24em;overflow-wrap:anywhere}
@media print{.table{overflow:visible}.table table{width:auto;font-size:7pt}td{max-width:none}
thead{display:table-header-group}h2,h3{break-after:avoid}tr,img{break-inside:avoid}}
"""
_PAPER_CSS = """
body{line-height:1.1;margin:0;padding:0}h2,h3{margin:1.2em 0 .3em}p,ul{margin:.5em 0}
th,td{padding:.1em .5em;line-height:1}
"""


def as_html(
    exported: Exported, *, paper: bool = False, changed: Mapping[str, str] | None = None
) -> str:
    """Return the page; what people and agents wrote is text in it, never markup of its own.

    On `paper` a long table is told by its first rows, and says so. `changed` says of turns what has
    changed.
    """
    title = html.escape(exported.conversation.title or "Balance Desk")
    told = changed or {}
    turns = "".join(piece for turn in exported.turns for piece in _turn(turn, told, paper=paper))
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title>"
        f"<style>{_CSS}{_PAPER_CSS if paper else _SCREEN_CSS}</style></head>"
        f"<body><h1>{title}</h1>{turns}</body></html>\n"
    )


def _turn(turn: ExportedTurn, changed: Mapping[str, str], *, paper: bool) -> Iterator[str]:
    message, answer = turn.message, turn.answer
    said = html.escape(typed_text(message))
    files = ", ".join(p.name for p in message.parts if isinstance(p, FilePart) and p.name)
    yield _heading(2, person_says(), moment_words(message.created_at))
    yield f'<div class="said">{said}</div>'
    if files:
        yield _small(files)
    when = moment_words(answer.ended_at or answer.started_at)
    yield _heading(3, agent_label(answer.agent), f"{state_phrase(answer)} · {when}")
    if told := changed.get(answer.turn_id):
        words = QCoreApplication.translate("Board", "Changed: {what}").replace("{what}", told)
        yield _small(words)
    yield from _answer(answer, paper=paper)


def _heading(level: int, name: str, more: str) -> str:
    said = f'{html.escape(name)} <span class="small">{html.escape(more)}</span>'
    return f"<h{level}>{said}</h{level}>"


def _answer(answer: Answer, *, paper: bool) -> Iterator[str]:
    yield from _words_and_data(answer.own, paper=paper)
    for number, part in enumerate(answer.parts):
        if number or prose_of(answer.own):
            yield "<hr>"
        yield from _words_and_data(part, paper=paper)


def _words_and_data(answer: Answer, *, paper: bool) -> Iterator[str]:
    reading = read_in_order(prose_of(answer))
    charts = [_chart(a.data, answer) for a in answer.artifacts if is_chart(a)]
    drawn = "".join(_picture(chart, _ON_PAPER if paper else 1) for chart in charts)
    said = (to_html(words) for words in reading)
    headline, findings, notes = map(_grounded, said) if paper else said
    yield headline + drawn + findings
    if answer.question is not None and answer.question.text:
        yield f"<p>{html.escape(unmarked(answer.question.text))}</p>"
    if answer.reason:
        yield f"<p>{html.escape(reason_phrase(answer.reason, answer.status_text))}</p>"
    marks = next((chart.drawn for chart in charts if isinstance(chart, ChartBlock)), ())
    yield _table(answer, marks, paper=paper)
    if sources := " · ".join(one.name for one in sources_of(answer)):
        yield _small(sources)
    yield notes
    query = origin_of(answer).query
    if query:
        yield _on_paper(query) if paper else f"<pre>{html.escape(query)}</pre>"
    if files := ", ".join(part.name for part in files_of(answer) if part.name):
        yield _small(files)


def _small(words: str) -> str:
    return f'<p class="small">{html.escape(words)}</p>'


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT_ON_PAPER else f"{text[:_TEXT_ON_PAPER]}…"


def _whole_elsewhere() -> str:
    return QCoreApplication.translate(
        "Chat", "What is cut on paper is whole where it is saved as HTML or Markdown."
    )


def _on_paper(query: str) -> str:
    """Return a query on few lines, long ones cut; say so where one is.

    What makes the table stands before it as comments.
    """
    lines = query.splitlines()
    cut = [_cut(line) for line in lines]
    above = sum(1 for _ in takewhile(lambda line: line.startswith("--"), cut))
    said, shown = cut[:above], cut[above:]
    if not any("--" in line for line in shown):
        shown = [*_folded(shown)]
    code = _grounded(f"<pre>{html.escape(chr(10).join([*said, *shown]))}</pre>")
    return code if cut == lines else code + _small(_whole_elsewhere())


def _folded(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines with those on one line that stand under another, where there is room for all;
    what is longer than a line goes on below it."""
    at = 0
    while at < len(lines):
        line = lines[at]
        further = " " * (len(line) - len(line.lstrip()) + 1)
        end = at + 1
        while end < len(lines) and lines[end].startswith(further):
            end += 1
        joined = " ".join([line, *map(str.strip, lines[at + 1 : end])])
        fits = len(joined) <= _LINE_ON_PAPER and not line.endswith("(")
        yield from wrap(joined if fits else line, _LINE_ON_PAPER, break_on_hyphens=False,
                        subsequent_indent=further + "   ")  # fmt: skip
        at = end if fits else at + 1


def _grounded(page: str) -> str:
    """Return HTML with its code on one ground, and whole: on paper each line has one of its own."""
    room = 'width="100%" cellpadding="6" border="0" bgcolor="#f3f5f8"'
    ground = rf'<table {room}><tr><td style="border:0"><pre>\1</pre></td></tr></table>'
    return _CODE.sub(ground, page)


def _table(answer: Answer, marks: Sequence[Behind], *, paper: bool) -> str:
    """Return the table, its rows in the order of the marks along the chart."""
    table, most = shown_table(answer), _ROWS_ON_PAPER if paper else _MOST_ROWS
    if table is None or not table.rows:
        return ""
    model = ResultModel(table, locale_of(answer), LIGHT.muted)
    model.follow(marks)
    columns = range(model.columnCount())
    sides = ['class="n"' if model.is_numeric(column) else "" for column in columns]
    head = "".join(f"<th {sides[c]}>{html.escape(model.label(c))}</th>" for c in columns)
    texts = [
        [str(model.index(row, column).data()) for column in columns]
        for row in range(min(model.rowCount(), most))
    ]
    shown = [[_cut(text) for text in row] for row in texts] if paper else texts
    left = [rows_shown(len(shown), table, QLocale())] if table.row_count > len(shown) else []
    if paper and (shown != texts or model.rowCount() > most):
        left.append(_whole_elsewhere())
    rows = "".join(_row(row, sides) for row in shown)
    told = _small(" · ".join(left)) if left else ""
    return f'<div class="table"><table><thead><tr>{head}</tr></thead>{rows}</table></div>{told}'


def _row(texts: Sequence[str], sides: Sequence[str]) -> str:
    cells = zip(texts, sides, strict=True)
    return f"<tr>{''.join(f'<td {side}>{html.escape(text)}</td>' for text, side in cells)}</tr>"


def _chart(spec: JsonValue, answer: Answer) -> ChartBlock | str:
    """Return a chart, or why it cannot be drawn."""
    table = result_of(answer)
    types = {column.name: column.type for column in table.columns} if table else {}
    style = replace(make_style(LIGHT, body_font()), locale=locale_of(answer))
    return chart_or_note(spec, style, types=types, sort=not ordered(answer))


def _picture(block: ChartBlock | str, scale: float) -> str:
    if isinstance(block, str):
        return f"<p>{html.escape(block)}</p>"
    image = block.picture(_WIDTH)
    wide, high = round(_WIDTH * scale), round(image.deviceIndependentSize().height() * scale)
    picture = base64.b64encode(as_png(image)).decode()
    source = f"data:image/png;base64,{picture}"
    image_tag = f'<img width="{wide}" height="{high}" src="{source}" alt="">'
    return f'<p class="picture">{image_tag}</p>'
