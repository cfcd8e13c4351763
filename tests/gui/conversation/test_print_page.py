"""A page on paper: what belongs together stands together, and each table fits."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextBlock, QTextDocument, QTextTable

from gui.conversation.paper_tables import tables_of
from gui.conversation.print_page import lay_out_page, paper_writer

TABLE_CSS = "<style>table{border-collapse:collapse}th,td{padding:.1em .5em}</style>"
WORDS = ("understanding", "of", "considerable", "improvements")


def table(columns: int, rows: int, *, of: str = "{word}") -> str:
    heads = "".join(f"<th>head{at}</th>" for at in range(columns))
    said = [of.replace("{word}", WORDS[at % len(WORDS)]) for at in range(columns)]
    cells = "".join(f"<td>{words}</td>" for words in said)
    return f"<table><thead><tr>{heads}</tr></thead>{f'<tr>{cells}</tr>' * rows}</table>"


@pytest.fixture
def laid_out(qapp: Any, tmp_path: Path) -> Any:
    writer = paper_writer(tmp_path / "talk.pdf")
    return lambda page: lay_out_page(TABLE_CSS + page, writer)


def blocks(made: QTextTable, row: int, column: int) -> Iterator[QTextBlock]:
    cell = made.cellAt(row, column)
    block = cell.firstCursorPosition().block()
    while block.isValid() and block.position() <= cell.lastPosition():
        yield block
        block = block.next()


def pages_of_row(document: QTextDocument, made: QTextTable, row: int) -> set[int]:
    layout, height = document.documentLayout(), document.pageSize().height()
    rects = [
        layout.blockBoundingRect(block)
        for column in range(made.columns())
        for block in blocks(made, row, column)
    ]
    return {int(at // height) for rect in rects for at in (rect.top() + 1, rect.bottom() - 1)}


def test_a_picture_is_whole_and_no_table_stands_apart_from_its_header_no_answer_from_its_question(
    laid_out: Any,
) -> None:
    rows = "".join(f"<tr><td>row {at}</td></tr>" for at in range(8))
    made = f"<table><thead><tr><th>Head</th></tr></thead>{rows}</table>"
    picture = '<p style="line-height:1"><img width="640" height="300"></p>'
    turn = "<h2>You</h2><div>Which?</div><h3>Agent</h3><p>New.</p><p>That one.</p>"
    earlier = "<h2>Earlier</h2><div>Why?</div><h3>Agent</h3><p>Nobody knows.</p>"
    for before in range(20, 60):
        document = laid_out("<p>line</p>" * before + earlier + turn + picture + "<p>So.</p>" + made)
        height, layout = document.pageSize().height(), document.documentLayout()
        for first, last in (("Earlier", "Nobody knows."), ("You", "\ufffc")):
            asked, told = (document.find(words).block() for words in (first, last))
            top, below = (layout.blockBoundingRect(one) for one in (asked, told))
            assert top.top() // height == (below.bottom() - 1) // height, first
        (found,) = tables_of(document)
        rect = layout.frameBoundingRect(found)
        said = layout.blockBoundingRect(document.find("So.").block())
        assert said.top() // height == (rect.bottom() - 1) // height
        assert layout.documentSize().width() <= QSizeF(document.pageSize()).width()


def test_a_wide_table_breaks_no_word(laid_out: Any) -> None:
    document = laid_out(table(8, 2, of="{word} and {word}"))
    (made,) = tables_of(document)
    for block in (b for row in range(3) for at in range(8) for b in blocks(made, row, at)):
        layout, text = block.layout(), block.text()
        starts = [layout.lineAt(line).textStart() for line in range(1, layout.lineCount())]
        assert all(text[at - 1] == " " for at in starts), text
    points = next(blocks(made, 1, 0)).begin().fragment().charFormat().font().pointSizeF()
    body = document.defaultFont().pointSizeF()
    assert 0.69 * body < points < body


def test_one_that_small_letters_do_not_fit_goes_on_below_with_its_first_column(
    laid_out: Any,
) -> None:
    document = laid_out(f"<p>Rows:</p>{table(20, 3)}<p>The end.</p>")
    parts = tables_of(document)
    heads = [
        [one.cellAt(0, at).firstCursorPosition().block().text() for at in range(one.columns())]
        for one in parts
    ]
    assert len(parts) > 1
    assert [head for part in heads for head in part[1:]] == [f"head{at}" for at in range(1, 20)]
    assert {part[0] for part in heads} == {"head0"}
    assert all(one.rows() == 4 and one.format().headerRowCount() == 1 for one in parts)
    layout, wide = document.documentLayout(), document.pageSize().width()
    assert all(layout.frameBoundingRect(one).right() <= wide for one in parts)
    assert f"Columns {len(heads[0]) + 1} to " in document.toPlainText()
    assert document.lastBlock().text() == "The end."


@pytest.mark.parametrize(("columns", "words"), [(3, "{word} " * 16), (8, "{word} and {word}")])
def test_no_row_is_parted_where_a_page_ends(laid_out: Any, columns: int, words: str) -> None:
    for size in range(8, 20, 4):  # of what stands above: a page ends at any place of a line
        above = f'<p style="font-size:{size}pt">line</p>' * 20
        document = laid_out(above + table(columns, 25, of=words))
        parts = tables_of(document)
        on = [{at for row in range(one.rows()) for at in pages_of_row(document, one, row)}
              for one in parts]  # fmt: skip
        first = min(on[0])
        assert on == [{first + at} for at in range(len(parts))], "one a page, and none is empty"
        assert len(parts) > 1
        heads = {tuple(blocks_text(one, 0)) for one in parts}
        assert len(heads) == 1, "the header stands above each"
        assert sum(one.rows() - 1 for one in parts) == 25
        layout = document.documentLayout()
        assert len({round(layout.frameBoundingRect(one).width()) for one in parts}) == 1


def empty_pages(document: QTextDocument) -> set[int]:
    layout, height = document.documentLayout(), document.pageSize().height()
    block, seen = document.begin(), set[int]()
    while block.isValid():
        if block.text().strip():
            rect = layout.blockBoundingRect(block)
            seen |= {
                *range(int((rect.top() + 1) // height), int((rect.bottom() - 1) // height) + 1)
            }
        block = block.next()
    return {*range(document.pageCount())} - seen


@pytest.mark.parametrize("seed", range(12))
def test_no_page_is_empty_whatever_tables_stand_on_it(laid_out: Any, seed: int) -> None:
    drawn = Random(seed)
    page = ""
    for _ in range(2):
        size, lines = drawn.randrange(8, 15), drawn.randrange(1, 45)
        above = f'<p style="font-size:{size}pt">line</p>' * lines
        page += f"<h2>You</h2>{above}{drawn.choice(('', '<ul><li>So.</li></ul>'))}"
        page += table(drawn.randrange(1, 5), drawn.randrange(30, 60), of="{word} " * 3)
    assert not empty_pages(laid_out(page))


def test_columns_of_what_goes_on_are_as_wide_as_before(laid_out: Any) -> None:
    rows = "".join(f"<tr><td>{'long words' * (at < 3)}</td><td>{at}</td></tr>" for at in range(60))
    document = laid_out(f"<table><thead><tr><th>a</th><th>b</th></tr></thead>{rows}</table>")
    first, second = tables_of(document)
    wide = [document.documentLayout().frameBoundingRect(one).width() for one in (first, second)]
    assert wide[0] == wide[1]
    assert next(blocks(first, 1, 0)).layout().lineCount() == 1


def blocks_text(made: QTextTable, row: int) -> list[str]:
    return [made.cellAt(row, at).firstCursorPosition().block().text()
            for at in range(made.columns())]  # fmt: skip


def test_a_heading_is_as_large_as_is_said(laid_out: Any) -> None:
    page = "<style>h2{font-size:11pt}.small{font-size:9pt}</style>"
    document = laid_out(f'{page}<h2>You <span class="small">today</span></h2><p>So.</p>')
    line = document.begin().layout().lineAt(0).height()
    said = document.lastBlock().layout().lineAt(0).height()
    assert line < 1.3 * said * 11 / document.defaultFont().pointSizeF()
