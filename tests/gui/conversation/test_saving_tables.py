"""A table of an answer is saved: where the person says, in the form that was pressed."""

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit

from gui.dialogs.last_folder import last_folder

pytestmark = pytest.mark.anyio


async def press(person: Any, action: str) -> tuple[QDialog, QLineEdit]:
    view = person.find("chatView")
    await person.sees(lambda: (3, action) in {place[:2] for place in view.target_rects()})
    place = next(rect for row, value, rect in view.target_rects() if (row, value) == (3, action))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    await person.sees(lambda: person.shows("saveDialog"))
    dialog = person.window.findChild(QDialog, "saveDialog")
    return dialog, dialog.findChild(QLineEdit)


async def save(person: Any, action: str, file: Path) -> None:
    last_folder().path = str(file.parent)
    for count, said in enumerate(("테란은?", "저그는?"), start=1):
        person.say(said)
        await person.sees(lambda count=count: person.states() == ["completed"] * count)
    person.find("chatView").scroll_to(3)
    dialog, name = await press(person, action)
    assert name.text() == f"Zerg 42{file.suffix}", "after what is said, not what was asked"
    name.setText(str(file.with_suffix("")))
    dialog.accept()
    await person.sees(lambda: person.find("notices").texts() == [f"Saved as {file}"])


async def test_as_csv(person: Any, tmp_path: Path) -> None:
    file = tmp_path / "taken.csv"
    await save(person, "save_csv", file)
    assert file.read_text("utf-8-sig").splitlines() == ["Race,Win rate", "Zerg,0.42"]


async def test_as_a_workbook(person: Any, tmp_path: Path) -> None:
    file = tmp_path / "taken.xlsx"
    await save(person, "save_xlsx", file)
    rows = openpyxl.load_workbook(file)["Result"].iter_rows(values_only=True)
    assert list(rows) == [("Race", "Win rate"), ("Zerg", 0.42)]


async def test_a_name_that_a_file_has_is_not_proposed_again(person: Any, tmp_path: Path) -> None:
    await save(person, "save_csv", tmp_path / "Zerg 42.csv")
    await person.sees(lambda: not person.shows("saveDialog"))
    dialog, name = await press(person, "save_csv")
    assert name.text() == "Zerg 42 (2).csv"
    dialog.reject()
