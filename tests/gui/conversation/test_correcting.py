"""Columns are corrected where they stand; the next answer goes by it, and it can be undone."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from gui.blocks.assembly import answer_texts
from gui.blocks.scope import offers_of

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


def pencils(person: Any) -> dict[str, Any]:
    view = person.find("chatView")
    return {value: rect for _, value, rect in view.target_rects() if value.startswith("correct:")}


async def open_column(person: Any, number: int) -> Any:
    person.action("actionDataPage").trigger()
    value = f"correct:{number}"
    await person.sees(lambda: value in pencils(person))
    place = pencils(person)[value].center().toPoint()
    view = person.find("chatView")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    await person.sees(lambda: person.shows("columnLabel"))
    return person.window.findChild(QDialog, "columnDialog")


def write(person: Any, name: str, text: str) -> None:
    field = person.find(name)
    field.selectAll()
    QTest.keyClicks(field, text)


async def test_a_column_is_called_otherwise_by_keys_alone(clerk: Any) -> None:
    view = clerk.find("chatView")
    view.setFocus()
    await clerk.sees(lambda: "correct:3" in pencils(clerk))
    before = [value for _, value, _ in view.target_rects()].index("correct:3")
    for _ in range(before + 1):
        QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    await clerk.sees(lambda: clerk.shows("columnLabel"))
    write(clerk, "columnLabel", "Turnover")
    write(clerk, "columnSynonyms", "takings, income")
    QTest.keyClick(clerk.find("columnSynonyms"), Qt.Key.Key_Return)
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    asked, said = clerk.rows()[2][0], clerk.rows()[3][0]
    assert asked == "Column “amount”: called “Turnover”, also “takings”, “income”"
    assert said.startswith("Corrected: Turnover.")
    offered = [one.text for one in offers_of(view.model().entry(3).answer)]
    assert any("Turnover" in one for one in offered), "what can be asked is asked of it now"
    clerk.say("total takings by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    assert "1,200" in clerk.rows()[5][0]
    assert "Turnover" in clerk.rows()[5][0]


async def test_undo_brings_back_what_it_was(clerk: Any) -> None:
    await open_column(clerk, 3)
    write(clerk, "columnLabel", "Turnover")
    clerk.press("columnKeep")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    await clerk.sees(
        lambda: clerk.find("notices").texts() == ["The column “amount” was corrected."]
    )
    clerk.action("actionUndo").trigger()
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    assert clerk.rows()[5][0].startswith("Corrected: amount.")
    view = clerk.find("chatView")
    spoken = view.model().index(3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert ", Replaced, " in spoken, "the page in between is as it was no longer"


async def test_days_that_are_none_are_told_above_the_page_and_undo_makes_texts_of_all(
    clerk: Any, tmp_path: Any
) -> None:
    path = tmp_path / "visits.csv"
    path.write_text("\n".join(["day,n", *["2024-03-01,1.5", "3/15/24,2.5", "5 Apr,4.5"] * 9]))
    await clerk.window.open_data_file(path)
    await clerk.sees(lambda: clerk.states() == [DONE] and "visits" in clerk.rows()[1][0])
    await open_column(clerk, 0)
    clerk.find("columnKind").choose("moment")
    clerk.press("columnKeep")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    shown = answer_texts(clerk.find("chatView").model().entry(3).answer, frozenset())
    assert "9 cells could not be read: taken for empty. day: 5 Apr." in " ".join(shown.values())
    clerk.action("actionUndo").trigger()
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    profile = clerk.find("chatView").model().entry(5).answer.artifact("profile").data
    assert (profile["columns"][0]["kind"], profile["notes"]) == ("category", [])


async def test_a_kind_offers_what_a_column_of_it_can_be(clerk: Any) -> None:
    dialog = await open_column(clerk, 3)
    assert clerk.shows("columnAdds") and not clerk.shows("columnPart")
    clerk.find("columnKind").choose("category")
    assert not clerk.shows("columnAdds") and clerk.shows("columnPart")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    await clerk.sees(lambda: not clerk.shows("columnLabel"))
    assert clerk.states() == [DONE], "Esc says nothing"
    dialog = await open_column(clerk, 3)
    clerk.press("columnKeep")
    await clerk.sees(lambda: not clerk.shows("columnLabel"))
    assert clerk.states() == [DONE], "nothing was changed"


async def test_a_name_that_another_column_has_is_refused_in_words(clerk: Any) -> None:
    await open_column(clerk, 3)
    write(clerk, "columnLabel", "Region")
    clerk.press("columnKeep")
    await clerk.sees(lambda: clerk.states() == [DONE, "rejected"])
    assert "Another column is called Region already." in clerk.rows()[3][0]


async def test_the_page_says_nothing_twice(clerk: Any) -> None:
    shown = answer_texts(clerk.find("chatView").model().entry(1).answer, frozenset())
    assert list(shown.values()) == ["**sales.csv**: 120 rows, 4 columns."]
