"""An answer that was put together from others leads to each of them by its name."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


async def test_each_source_of_a_synthesis_is_clicked(clerk: Any) -> None:
    said = ("total amount in North", "total amount in South", "summarise the earlier analyses")
    for number, text in enumerate(said, 2):
        clerk.say(text)
        await clerk.sees(lambda number=number: clerk.states() == [DONE] * number)
    view = clerk.find("chatView")
    last = view.model().rowCount() - 1
    tasks = [view.model().entry(last - back).answer.task_id for back in (4, 2)]
    assert view.row_text(last).count(tasks[0]) == 0
    for task, row in zip(tasks, (last - 4, last - 2), strict=True):
        view.jump_to_latest()
        rect = next(r for _, value, r in view.target_rects() if value == f"show_about:{task}")
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
        await clerk.sees(lambda row=row: view.row_rect(row).top() == 0)
