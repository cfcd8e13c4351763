"""Qt's dialog for files, where the desktop has none: in the window's look, and as quick to use."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QPushButton,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QWidget,
)

from gui.dialogs.files import ask_data_files, ask_save_file
from gui.look.preferences import Preferences

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


async def test_a_table_is_chosen_by_its_name_in_a_dialog_that_looks_like_the_window(
    open_window: Any, tmp_path: Path
) -> None:
    chosen = Preferences(language="en", theme="light")
    person = await open_window(preferences=chosen)
    table = tmp_path / "sales.csv"
    table.write_text("region,amount\nNorth,1\n", "utf-8")
    parent: QWidget = person.window
    asked = asyncio.create_task(ask_data_files(parent))
    await person.sees(lambda: person.shows("openDataDialog"))
    dialog = person.find("openDataDialog")
    assert isinstance(dialog, QFileDialog)
    files = dialog.findChild(QTreeView, "treeView")
    assert files.isVisibleTo(dialog)
    assert files.isColumnHidden(2), "its words are in no language of ours"
    shown = [one for one in dialog.findChildren(QToolButton) if one.isVisibleTo(dialog)]
    assert {one.objectName() for one in shown if one.objectName()} >= {
        "backButton",
        "toParentButton",
    }
    assert not any(one.objectName() in ("listModeButton", "detailModeButton") for one in shown)
    assert all(one.icon().isNull() for one in dialog.findChildren(QPushButton))
    dialog.setDirectory(str(tmp_path))
    rows = files.model()
    await person.sees(lambda: rows.rowCount(files.rootIndex()) == 1)
    moment, drawn = rows.index(0, 3, files.rootIndex()), QStyleOptionViewItem()
    files.itemDelegate().initStyleOption(drawn, moment)
    assert drawn.text == QLocale("en_US").toString(
        rows.lastModified(moment), QLocale.FormatType.ShortFormat
    )
    assert rows.type(rows.index(0, 0, files.rootIndex())) == table.suffix[1:], "it is not read"
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    QTest.keyClicks(field, str(table)[:-1])
    endings = field.completer().popup()
    await person.sees(lambda: endings.model().rowCount() == 1)
    seen, ending = [], endings.model().index(0, 0)
    for view, row in ((files, rows.index(0, 0, files.rootIndex())), (endings, ending)):
        drawn = QStyleOptionViewItem()
        view.itemDelegate().initStyleOption(drawn, row)
        seen.append(drawn.icon.cacheKey())
    assert seen[0] == seen[1], "what completes a name looks as what is listed"
    QTest.keyClicks(field, str(table)[-1])
    QTest.keyClick(field, Qt.Key.Key_Return)
    async with asyncio.timeout(30):
        assert await asked == [table]
    saved = asyncio.create_task(ask_save_file(parent, "chart.png"))
    await person.sees(lambda: person.shows("saveDialog"))
    saving = person.find("saveDialog")
    assert Path(saving.directory().absolutePath()) == tmp_path, "where a file was chosen last"
    field = saving.findChild(QLineEdit, "fileNameEdit")
    QTest.keyClicks(field, str(tmp_path.parent / "chart.png"))
    QTest.keyClick(field, Qt.Key.Key_Return)
    async with asyncio.timeout(30):
        assert await saved == tmp_path.parent / "chart.png"
    assert chosen.folder == str(tmp_path.parent), "kept for the next run"
