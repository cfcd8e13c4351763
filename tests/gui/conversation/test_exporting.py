"""Conversations as files: four forms out, one back; a branch; nothing of others is markup."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabWidget,
    QWidget,
)

from app.desk.export import from_json, gather
from app.domain.conversations import Conversation
from app.domain.exports import Exported, ExportedTurn
from app.domain.tasks import Artifact
from gui.blocks.markdown import to_html
from gui.conversation.export_html import as_html
from gui.conversation.export_markdown import as_markdown
from gui.conversation.print_page import lay_out_page, paper_writer, write_pdf
from gui.dialogs.files import ask_export_file
from gui.look.theme import DARK, LIGHT, palette
from tests.gui.chat.chat_samples import AT, answer, chart, in_two_parts, query, request, result

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


async def say(person: Any, text: str, answers: int) -> None:
    person.say(text)
    await person.sees(lambda: person.states() == [DONE] * answers)


async def choose(person: Any, action: str, dialog: str, path: Path) -> None:
    person.action(action).trigger()
    await chosen(person, dialog, path)


async def chosen(person: Any, dialog: str, path: Path) -> None:
    await person.sees(lambda: person.shows(dialog))
    opened = person.window.findChild(QFileDialog, dialog)
    opened.findChild(QLineEdit).setText(str(path))
    opened.accept()


def notices(person: Any) -> str:
    return "\n".join(label.text() for label in person.find("notices").findChildren(QLabel))


async def test_markdown_has_the_words_and_the_table(person: Any, tmp_path: Path) -> None:
    await say(person, "저그는?", 1)
    await choose(person, "actionExport", "exportDialog", tmp_path / "talk.md")
    await person.sees(lambda: "talk.md" in notices(person))
    text = (tmp_path / "talk.md").read_text("utf-8")
    assert text.startswith("# 저그는?\n")
    assert "> 저그는?" in text
    assert "Zerg: **42 %**" in text
    assert "| Race | Win rate |" in text


async def test_html_is_one_page_without_foreign_markup(person: Any, tmp_path: Path) -> None:
    await say(person, "저그 <script>alert(1)</script>?", 1)
    await choose(person, "actionExport", "exportDialog", tmp_path / "talk.html")
    await person.sees(lambda: "talk.html" in notices(person))
    page = (tmp_path / "talk.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<strong>42 %</strong>" in page
    assert "<td" in page


async def test_pdf(person: Any, tmp_path: Path) -> None:
    await say(person, "저그는?", 1)
    await choose(person, "actionExport", "exportDialog", tmp_path / "talk.pdf")
    await person.sees(lambda: "talk.pdf" in notices(person))
    content = (tmp_path / "talk.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert len(content) > 5_000


def test_words_and_digits_can_be_copied_out_of_a_pdf(qapp: Any, tmp_path: Path) -> None:
    write_pdf("<p>of 0123456789 different</p>", path := tmp_path / "talk.pdf")
    told = set[str]()
    for line in re.findall(rb"<\w{4}> <\w{4}> (?:<|\[).*", path.read_bytes()):
        first, last, *signs = (int(one, 16) for one in re.findall(rb"<(\w{4})>", line))
        told |= {chr(signs[0] + at) for at in range(last - first + 1)} if len(signs) == 1 else {
            *map(chr, signs)
        }  # fmt: skip
    assert told >= {*"0123456789different"} and "\N{LATIN SMALL LIGATURE FF}" not in told


def test_a_table_on_a_page_has_the_order_of_its_chart(qapp: Any) -> None:
    said = request(0, "Which?")
    drawn = {
        "mark": "bar",
        "data": {"values": [{"race": "Zerg", "rate": 0.4}, {"race": "Terran", "rate": 0.6}]},
        "encoding": {
            "x": {"field": "race", "type": "nominal", "sort": None},
            "y": {"field": "rate", "type": "quantitative"},
        },
    }
    rows = [["Zerg", 10, 4, 0.4, 0.3, 0.5], ["Terran", 10, 6, 0.6, 0.5, 0.7]]
    told = answer(1, "x", artifacts=(result(rows), chart(drawn))).answer
    turn = ExportedTurn(message=said.message, answer=told)
    kept = Conversation(context_id="c", agent="data", created_at=AT, updated_at=AT)
    page = as_html(Exported(conversation=kept, turns=(turn,)))
    assert page.index("<td >Terran") < page.index("<td >Zerg"), "by value, as the chart has it"


def test_what_makes_a_log_a_table_is_printed_by_its_beginning(qapp: Any) -> None:
    text = f"CREATE VIEW lines AS {'SELECT 1 ' * 500};\nSELECT\n  2" + ",\n  3" * 9 + "\nFROM t"
    told = answer(1, "x", artifacts=(query(text),)).answer
    turn = ExportedTurn(message=request(0, "x").message, answer=told)
    kept = Conversation(context_id="c", agent="data", created_at=AT, updated_at=AT)
    exported = Exported(conversation=kept, turns=(turn,))
    page, paper = as_html(exported), as_html(exported, paper=True)
    assert text in page and "cut on paper" not in page
    assert "CREATE VIEW" in paper
    assert len(page) - len(paper) > 3_000
    code = paper[paper.index("<pre>") : paper.index("</pre>")].splitlines()
    assert code[-2:] == [f"SELECT 2{', 3' * 9}", "FROM t"], "short lines that belong to one are one"
    assert "What is cut on paper" in paper


def exported(*artifacts: Artifact, text: str = "x") -> Exported:
    turn = ExportedTurn(
        message=request(0, "Which?").message, answer=answer(1, text, artifacts=artifacts).answer
    )
    kept = Conversation(context_id="c", agent="data", created_at=AT, updated_at=AT)
    return Exported(conversation=kept, turns=(turn,))


@pytest.mark.parametrize(("rows", "printed"), [(35, 35), (150, 40)])
def test_a_page_has_all_rows_and_paper_says_how_many_it_leaves_out(
    qapp: Any, rows: int, printed: int
) -> None:
    made = exported(result([["Zerg", row, 4, 0.4, 0.3, 0.5] for row in range(rows)]))
    page, paper = as_html(made), as_html(made, paper=True)
    assert page.count("<td >Zerg") == rows and "rows" not in page
    assert paper.count("<td >Zerg") == printed
    narrow = ("width=device-width", "img{height:auto}", "pre{overflow-wrap:anywhere}")
    assert [one in page for one in narrow] == [True] * 3, "as wide as a phone, and in proportion"
    assert ("40 of 150 rows · What is cut on paper" in paper) == (rows > printed)


def test_a_page_names_what_an_answer_was_put_together_from(qapp: Any) -> None:
    sources = [{"task": f"t{at}", "text": f"total <{at}> by city"} for at in range(2)]
    made = exported(result([["Zerg", 1, 4, 0.4, 0.3, 0.5]], sources=sources))
    for page in (as_html(made), as_html(made, paper=True)):
        assert "total &lt;0&gt; by city · total &lt;1&gt; by city" in page
    assert r"total \<0> by city · total \<1> by city" in as_markdown(made)


def test_a_value_is_no_markup_in_markdown(qapp: Any) -> None:
    values = ("<b>x</b>", "a|b", "*c*", "_d_", "[e](f)", "`g`", "h_i", "&lt;", "\\")
    written = as_markdown(exported(result([[one, 1, 4, 0.4, 0.3, 0.5] for one in values])))
    shown = QTextDocument()
    shown.setHtml(to_html(written))
    assert all(one in shown.toPlainText() for one in values)


def test_a_wide_table_is_scrolled_on_a_page_and_cut_nowhere(qapp: Any) -> None:
    made = exported(result([["Zerg", 1, 4, 0.4, 0.3, 0.5]]))
    page, paper = as_html(made), as_html(made, paper=True)
    assert ".table{overflow-x:auto}" in page and '<div class="table"><table>' in page
    assert "@media print{.table{overflow:visible}" in page
    assert "overflow" not in paper


def test_a_long_text_in_a_cell_is_printed_by_its_beginning(qapp: Any) -> None:
    made = exported(result([["z" * 300, 1, 4, 0.4, 0.3, 0.5]]))
    page, paper = as_html(made), as_html(made, paper=True)
    assert "z" * 300 in page and "cut on paper" not in page
    assert "z" * 240 + "…" in paper and "cut on paper" in paper


def test_code_stands_on_one_ground_on_paper(qapp: Any) -> None:
    paper = as_html(exported(text="So:\n\n```python\none <b>\ntwo\n```\n\nThe end."), paper=True)
    assert '<td style="border:0"><pre>one &lt;b&gt;\ntwo</pre></td>' in paper


def test_paper_is_light_whatever_the_window_is(qapp: Any, tmp_path: Path) -> None:
    page = as_html(exported(text="A [link](https://example.org)."), paper=True)
    qapp.setPalette(palette(DARK))
    laid_out = lay_out_page(page, paper_writer(tmp_path / "talk.pdf"))
    link = laid_out.find("link").charFormat().foreground().color()
    assert link.name() == LIGHT.link


def test_a_single_row_of_many_figures_stands_upright_as_in_the_window(qapp: Any) -> None:
    columns = [{"name": f"c{at}", "label": f"Figure {at}", "type": "number"} for at in range(9)]
    made = exported(result([list(range(9))], columns=columns))
    assert "<td >Figure 8</td>" in as_html(made)
    assert "| Figure 8 | 8 |" in as_markdown(made)


def test_each_part_of_an_answer_has_its_picture_and_its_table_on_a_page(qapp: Any) -> None:
    turn = ExportedTurn(message=request(0, "Both?").message, answer=in_two_parts(1).answer)
    kept = Conversation(context_id="c", agent="data", created_at=AT, updated_at=AT)
    exported = Exported(conversation=kept, turns=(turn,))
    for page, marks in (
        (as_html(exported), ("<img", "<table>", "<pre>")),
        (as_markdown(exported), ("| Race", "```sql")),
    ):
        first, second = page.split("Zerg leads.")
        for mark in marks:
            assert first.count(mark) == second.count(mark) == 1, mark
        assert "Terran leads" in first and "A note on Zerg" in second


async def test_what_is_printed_has_the_words(
    person: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dialog is Qt's own; only where it prints to is set for it."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    paper = tmp_path / "paper.pdf"
    asked: list[QPrintDialog] = []

    class Dialog(QPrintDialog):
        def __init__(self, printer: QPrinter, parent: QWidget) -> None:
            super().__init__(printer, parent)
            printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
            printer.setOutputFileName(str(paper))
            asked.append(self)

    monkeypatch.setattr("gui.dialogs.print_dialog.QPrintDialog", Dialog)
    await say(person, "저그는?", 1)
    person.action("actionPrint").trigger()
    await person.sees(lambda: asked and asked[0].isVisible())
    assert any(tabs.isVisible() for tabs in asked[0].findChildren(QTabWidget)), "it is unfolded"
    asked[0].done(QDialog.DialogCode.Accepted.value)
    await person.sees(lambda: paper.exists() and paper.stat().st_size)
    assert paper.read_bytes().startswith(b"%PDF-")
    blank = QPrinter(QPrinter.PrinterMode.HighResolution)
    blank.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    blank.setOutputFileName(str(tmp_path / "blank.pdf"))
    QTextDocument().print_(blank)
    more = paper.stat().st_size - (tmp_path / "blank.pdf").stat().st_size
    assert more > 5_000, "the signs of the words are in it"


async def test_one_answer_is_saved_as_a_page_of_its_own(person: Any, tmp_path: Path) -> None:
    await say(person, "저그는?", 1)
    await say(person, "테란은?", 2)
    person.find("chatView").actionRequested.emit(1, "save_answer")
    await chosen(person, "saveDialog", tmp_path / "one.html")
    await person.sees(lambda: "one.html" in notices(person))
    page = (tmp_path / "one.html").read_text("utf-8")
    assert "저그는?" in page and "42" in page
    assert "테란은?" not in page
    assert "http" not in page


async def test_json_comes_back_as_it_was(person: Any, store: Any, tmp_path: Path) -> None:
    await say(person, "저그는?", 1)
    first = person.window.context_id
    await choose(person, "actionExport", "exportDialog", tmp_path / "talk.json")
    await person.sees(lambda: "talk.json" in notices(person))
    exported = from_json((tmp_path / "talk.json").read_text("utf-8"))
    assert exported == await gather(store, first)
    await choose(person, "actionImport", "importDialog", tmp_path / "talk.json")
    await person.sees(lambda: person.window.context_id != first)
    await person.sees(lambda: person.states() == [DONE])
    assert sorted(person.titles()) == ["저그는?", "저그는? (2)"]


async def test_a_file_of_another_kind_is_refused_in_words(person: Any, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}", "utf-8")
    await choose(person, "actionImport", "importDialog", tmp_path / "other.json")
    await person.sees(lambda: "no exported conversation" in notices(person))
    assert person.titles() == []


async def test_nothing_is_exported_of_an_empty_conversation(person: Any) -> None:
    assert not person.action("actionExport").isEnabled()
    assert not person.action("actionPrint").isEnabled()
    assert person.action("actionImport").isEnabled()


async def test_a_branch_goes_on_by_itself(person: Any, agents: Any) -> None:
    await say(person, "저그는?", 1)
    await say(person, "테란은?", 2)
    first = person.window.context_id
    view = person.find("chatView")
    at = view.row_rect(1).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), event)
    menu = view.findChildren(QMenu)[-1]
    next(a for a in menu.actions() if a.text().replace("&", "") == "Branch from here").trigger()
    menu.close()
    await person.sees(lambda: person.window.context_id != first)
    await person.sees(lambda: [text for text, state in person.rows() if not state] == ["저그는?"])
    assert person.titles()[0] == "저그는? (branch)"
    await say(person, "프로토스는?", 2)
    assert agents.agent.received[-1].context_id == person.window.context_id
    assert agents.agent.received[-1].reference_task_ids == ("task-1",)


async def test_the_file_dialog_speaks_korean_throughout(person: Any) -> None:
    await say(person, "저그는?", 1)
    person.action("actionLanguageKo").trigger()
    person.action("actionExport").trigger()
    await person.sees(lambda: person.shows("exportDialog"))
    dialog = person.window.findChild(QFileDialog, "exportDialog")
    texts = [label.text() for label in dialog.findChildren(QLabel) if label.text()]
    texts += [button.text() for button in dialog.findChildren(QPushButton) if button.text()]
    foreign = [text for text in texts if not any("가" <= sign <= "힣" for sign in text)]
    dialog.reject()
    assert foreign == []


async def test_a_talk_called_like_a_table_is_not_saved_as_that_table(
    person: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = asyncio.create_task(ask_export_file(person.window, "bakery.csv"))
    await person.sees(lambda: person.shows("exportDialog"))
    dialog = person.window.findChild(QFileDialog, "exportDialog")
    offered = []
    for form in dialog.nameFilters():
        dialog.selectNameFilter(form)
        dialog.filterSelected.emit(form)
        offered.append(Path(dialog.selectedFiles()[0]).name)
    dialog.reject()
    assert await asked is None
    assert offered == [f"bakery.csv{form}" for form in (".md", ".html", ".pdf", ".json")]
