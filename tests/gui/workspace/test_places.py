"""Addresses that lead back, tables opened lately, and what is known of a mistake or a bad end."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from gui.conversation.links import NEW, MessageLink, link_to, read_link
from gui.look.preferences import Preferences
from gui.platform.single_instance import Instance
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


def notices(person: Any) -> str:
    return "\n".join(label.text() for label in person.find("notices").findChildren(QLabel))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://conversation/x",
        "balance-desk://conversation/",
        "balance-desk://conversation/a b",
        "balance-desk://conversation/a/b/c",
        "balance-desk://conversation/../../etc",
        "balance-desk://conversation/" + "a" * 200,
    ],
)
def test_what_is_no_address_leads_nowhere(text: str) -> None:
    assert read_link(text) is None


def test_an_address_leads_back() -> None:
    for place in (MessageLink("c-1"), MessageLink("c-1", "m_2")):
        assert read_link(link_to(place)) == place


async def test_the_address_of_a_message_leads_to_it(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    first = person.window.context_id
    view = person.find("chatView")
    at = view.row_rect(1).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), event)
    menu = view.findChildren(QMenu)[-1]
    [line] = [a for a in menu.actions() if "address of the message" in a.text().replace("&", "")]
    line.trigger()
    menu.close()
    link = QApplication.clipboard().text()
    assert link.startswith(f"balance-desk://conversation/{first}/")
    person.action("actionNewConversation").trigger()
    person.window.open_link(link)
    await person.sees(lambda: person.window.context_id == first)
    person.window.open_link("balance-desk://conversation/nobody")
    await person.sees(lambda: "leads to no conversation" in notices(person))


async def test_a_new_conversation_is_not_taken_away_by_an_address_followed_before(
    person: Any,
) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    first = person.window.context_id
    person.action("actionNewConversation").trigger()
    person.window.open_link(f"balance-desk://conversation/{first}")
    person.action("actionNewConversation").trigger()
    new = person.window.context_id
    person.say("테란은?")
    await person.sees(lambda: person.states() == [DONE])
    assert person.window.context_id == new != first


async def test_an_address_given_before_the_desk_is_there_waits_for_it(
    open_window: Any, desk: Any
) -> None:
    first = await open_window()
    first.say("저그는?")
    await first.sees(lambda: first.states() == [DONE])
    context = first.window.context_id
    late = await open_window(attached=False)
    late.window.open_link(f"balance-desk://conversation/{context}")
    await late.window.attach(desk)
    await late.sees(lambda: late.window.context_id == context)


def test_another_start_hands_its_address_over(qtbot: Any, tmp_path: Path) -> None:
    first, second = Instance(), Instance()
    assert first.claim(tmp_path)
    with qtbot.waitSignal(first.linkRequested, timeout=int(PATIENCE * 1000)) as heard:
        assert not second.claim(tmp_path, "balance-desk://conversation/x")
    assert heard.args == ["balance-desk://conversation/x"]
    first.release()


async def test_tables_opened_lately_are_offered_the_newest_first(
    open_window: Any, tmp_path: Path
) -> None:
    opened: list[Path] = []

    async def load(path: Path, asked: str) -> str:
        opened.append(path)
        return "data"

    chosen = Preferences(language="en", theme="light")
    person = await open_window(preferences=chosen, on_open_data=load)
    assert not person.action("actionRecentData").isEnabled()
    for name in ("a.csv", "b.csv", "a.csv"):
        await person.window.open_data_file(tmp_path / name)
    assert [Path(path).name for path in chosen.recent_data] == ["a.csv", "b.csv"]
    person.action("actionRecentData").trigger()
    await person.sees(lambda: person.shows("recentData"))
    model = person.find("recentDataList").model()
    assert [model.index(row).data() for row in range(2)] == ["a.csv", "b.csv"]
    person.find("recentDataList").picked.emit(1)
    await person.sees(lambda: opened[-1].name == "b.csv" and len(opened) == 4)


async def test_an_address_leads_to_a_new_conversation(open_window: Any) -> None:
    person = await open_window(attached=False)
    person.window.open_link(NEW)
    again = await open_window()
    again.say("저그는?")
    await again.sees(lambda: again.states() == [DONE])
    first = again.window.context_id
    again.window.open_link(f"{NEW}/")
    await again.sees(lambda: again.window.context_id != first)
    assert "leads to no conversation" not in notices(again)


async def test_a_mistake_is_shown_whole_and_sent_to_nobody(person: Any) -> None:
    person.window.show_mistake(ValueError("inside"))
    await person.sees(lambda: "went wrong inside" in notices(person))
    person.press("noticeOffer0")
    await person.sees(lambda: person.shows("crashReport"))
    text = person.find("crashReportText").toPlainText()
    assert "ValueError: inside" in text
    assert "Python 3." in text
    person.press("crashReportCopy")
    assert QApplication.clipboard().text() == text
    person.press("crashReportClose")


async def test_a_bad_end_is_told_at_the_next_start(person: Any) -> None:
    person.window.show_bad_end("Fatal Python error: Segmentation fault")
    await person.sees(lambda: "ended unexpectedly" in notices(person))
    person.press("noticeOffer0")
    await person.sees(lambda: person.shows("crashReport"))
    assert "Segmentation fault" in person.find("crashReportText").toPlainText()
    person.press("crashReportClose")
