"""The page of a table: read defensively, painted as it is, asked for on opening, one press away."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from app.desk.desk import Desk
from app.domain.messages import PROFILE_MEDIA_TYPE, DataPart
from app.domain.tasks import Artifact
from app.errors import BadFile
from gui.blocks.profile.reading import Bin, Frequent, read_profile
from gui.chat.view import ChatView
from gui.look.preferences import Preferences
from gui.look.theme import LIGHT, mark_ground
from gui.notices.bar import Notice
from tests.gui.chat.chat_samples import answer
from tests.gui.pixels import colours

pytestmark = pytest.mark.anyio

PROFILE: dict[str, Any] = {
    "table": "matches",
    "source": {"file": "matches.csv", "sha256": "0" * 64},
    "rows": 5100,
    "columns": [
        {
            "name": "race",
            "label": "Race",
            "kind": "category",
            "distinct": 3,
            "empty": 51,
            "top": [{"value": "Terran", "rows": 1800}, {"value": "Zerg", "rows": 1700}],
        },
        {
            "name": "secs",
            "label": "Length",
            "kind": "number",
            "unit": "seconds",
            "min": 300,
            "max": 1634,
            "histogram": [{"low": 300, "high": 700, "rows": 40}, {"low": 700, "rows": 9}],
            "why": "all whole numbers",
        },
    ],
    "head": [["Terran", 720], ["Zerg", None]],
    "notes": ["Two empty rows were left out."],
    "questions": ["How long do games last by race?"],
}


def paged(data: Any, position: int = 0) -> Any:
    made = Artifact(artifact_id="p", name="profile", parts=(DataPart(data=data),))
    return answer(position, "matches.csv has 5,100 rows.", artifacts=(made,), task_id="t")


@pytest.fixture
def view(qtbot: Any) -> ChatView:
    made = ChatView()
    qtbot.addWidget(made)
    made.resize(900, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_shares_read_in_per_cent(view: ChatView) -> None:
    rate = {"name": "rate", "kind": "number", "unit": "%", "share": True, "min": 0.0, "max": 0.125}
    page = paged({**PROFILE, "columns": [rate], "head": [[0.05], [0.125]]})
    view.model().reset(1, [page])
    (place,) = [rect for _, value, rect in view.target_rects() if value == "write:rate"]
    tip = view.tooltip_at(place.center().toPoint())
    assert "0.0% – 12.5%" in tip


def test_a_profile_is_read_as_it_was_sent() -> None:
    profile = read_profile(PROFILE)
    assert profile is not None
    race, length = profile.columns
    assert race.top == (Frequent("Terran", 1800), Frequent("Zerg", 1700))
    assert (race.empty, length.low, length.high, length.unit) == (51, 300, 1634, "seconds")
    assert length.histogram[1] == Bin(700, None, 9)
    assert profile.head == (("Terran", 720), ("Zerg", None))


@pytest.mark.parametrize("data", [None, [], {}, {"columns": []}, {"columns": [{"label": "x"}, 3]}])
def test_what_names_no_column_is_no_profile(data: Any) -> None:
    assert read_profile(data) is None


def test_what_is_of_another_shape_is_left_out(view: ChatView) -> None:
    broken: dict[str, Any] = {
        "rows": "many",
        "columns": [{"name": "a", "top": [3, {"value": None, "rows": 1}], "histogram": {}}, "b"],
        "head": [[1], "no row", [1, 2, 3]],
        "notes": "none",
        "questions": [7, ""],
    }
    view.model().reset(1, [paged(broken)])
    assert [t[1] for t in view.target_rects()][:2] == ["write:a", "write:b"]
    assert not view.grab().toImage().isNull()


def test_a_column_tells_what_is_in_it(view: ChatView) -> None:
    ids = {"name": "order", "label": "Order", "kind": "identifier", "empty": 100}
    paid = {"name": "paid", "label": "Paid", "kind": "yes_no"}
    wait = {"name": "wait", "label": "Wait", "kind": "number", "unit": "s", "min": 5, "max": 75}
    beat = {**wait, "name": "beat", "label": "Beat", "min": 0.25, "max": 1.5}
    columns = [
        {**ids, "distinct": 5000}, {**ids, "label": "Note", "distinct": 4000}, paid, wait, beat
    ]  # fmt: skip
    head = [[*row, 20260 + at, None, bool(at), 75, 1.5] for at, row in enumerate(PROFILE["head"])]
    page = {**PROFILE, "columns": [*PROFILE["columns"], *columns], "head": head}
    view.model().reset(1, [paged(page)])
    places = {t[1]: t[2].center().toPoint() for t in view.target_rects()}
    assert view.tooltip_at(places["write:Order"]) == "Order\norder\nall different\n20260, 20261, …"
    assert view.tooltip_at(places["write:Note"]) == "Note\norder\n4,000 different"
    assert view.tooltip_at(places["write:Paid"]) == "Paid\npaid\nno, yes, …"
    assert view.tooltip_at(places["write:Wait"]) == "Wait\nwait\n0:05 – 1:15"
    assert view.tooltip_at(places["write:Beat"]) == "Beat\nbeat\n0.25 – 1.50", "under a minute"
    assert view.tooltip_at(places["write:Race"]) == "Race\nrace\nTerran, Zerg, 1 more"
    assert view.tooltip_at(places["write:Length"]) == (
        "Length\nsecs\n5:00 – 27:14\nall whole numbers"
    )


def test_words_that_are_searched_for_are_marked_in_the_page(view: ChatView) -> None:
    view.model().reset(1, [paged(PROFILE)])
    ground = mark_ground(LIGHT).name()

    def marked(words: str) -> int:
        view.seeking.mark(words)
        return colours(view.viewport().grab().toImage())[ground]

    # Of the name and the first row, and of one of them.
    assert marked("TERRAN") > marked("zerg") > 0
    assert marked("27:14") > 0
    assert not marked("vulture") and not marked("")


@pytest.mark.parametrize(
    ("language", "low", "high"),
    [
        ("en_US", "Jan 4, 2020 13:11:06", "Oct 30, 2026"),
        ("ko_KR", "2020년 1월 4일 13:11:06", "2026년 10월 30일"),
    ],
)
def test_moments_of_a_range_are_said_as_the_locale_has_them(
    qtbot: Any, monkeypatch: Any, language: str, low: str, high: str
) -> None:
    locale = QLocale(language)
    monkeypatch.setattr("gui.look.message_style.QLocale", lambda: locale)
    view = ChatView()
    qtbot.addWidget(view)
    view.resize(900, 900)
    ends = {"min": "2020-01-04T13:11:06", "max": "2026-10-30T00:00:00"}
    column = {"name": "played_at", "label": "played at", "kind": "moment", **ends}
    view.model().reset(1, [paged({"columns": [column]})])
    place = next(t[2] for t in view.target_rects() if t[1] == "write:played at")
    assert view.tooltip_at(place.center().toPoint()) == f"played at\nplayed_at\n{low} – {high}"


@pytest.mark.parametrize(("part", "more"), [("columns", 27 * 20), ("tables", 20)])
def test_many_are_folded(view: ChatView, part: str, more: int) -> None:
    many = [{"name": f"c{at}", "rows": at} for at in range(40)]
    view.model().reset(1, [paged({"table": "c0", "columns": many[:1], part: many})])
    folded = view.row_rect(0).height()
    place = next(t[2] for t in view.target_rects() if t[1] == f"unfold:{part}")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    view.flush()
    assert view.row_rect(0).height() > folded + more


async def test_another_table_is_one_press_away_and_asked_of_who_told_it(
    open_window: Any, telling: Any
) -> None:
    tables = [{"name": "matches", "rows": 5100}, {"name": "players"}, {"rows": 3}]
    person = await open_window()
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    view = person.window.findChild(ChatView)
    page = paged({**PROFILE, "tables": tables})
    view.model().reset(1, [page])
    offered = {one.name: one.press for one in view.offers()}
    assert "matches · 5,100 rows" not in offered  # it is the one that is shown
    offered["players"]()
    await person.sees(lambda: len(telling.received) == 2)
    asked = telling.received[1]
    assert asked.text == "What is in the table “players”?"
    assert [one.data for one in asked.parts if isinstance(one, DataPart)] == [{"table": "players"}]


@pytest.fixture
def telling(agents: Any) -> Any:
    """An agent whose card takes what asks for the page of its table."""
    card = agents.agent.card
    modes = (*card.input_modes, PROFILE_MEDIA_TYPE)
    agents.agent.card = card.model_copy(update={"input_modes": modes})
    return agents.agent


def asks(message: Any) -> bool:
    types = [part.media_type for part in message.parts if isinstance(part, DataPart)]
    return message.text == "What is in this data?" and types == [PROFILE_MEDIA_TYPE]


@pytest.mark.parametrize(("agent", "name"), [("data", "own.csv"), ("logs", "own.log")])
async def test_a_file_that_is_opened_shows_its_page(
    open_window: Any, telling: Any, tmp_path: Path, agent: str, name: str
) -> None:
    async def load(path: Path, asked: str) -> str:
        return f"{agent}:{path}"

    person = await open_window(on_open_data=load)
    await person.window.open_data_file(tmp_path / name)
    await person.sees(lambda: len(telling.received) == 1)
    assert asks(telling.received[0])
    await person.sees(lambda: person.titles() == [name])


async def test_of_several_files_each_shows_its_page_and_what_cannot_be_opened_is_said(
    open_window: Any, telling: Any, tmp_path: Path
) -> None:
    async def load(path: Path, agent: str) -> str:
        if "bad" in path.name:
            raise BadFile("no", key="file_without_rows", file=path.name)
        return f"data:{path}"

    names = ["one.csv", "bad1.csv", "two.csv", "bad2.csv", "three.csv"]
    for name in names:
        (tmp_path / name).touch()
    person = await open_window(on_open_data=load)
    person.action("actionOpenData").trigger()
    await person.sees(lambda: person.shows("openDataDialog"))
    field = person.find("openDataDialog").findChild(QLineEdit, "fileNameEdit")
    field.setText(" ".join(f'"{tmp_path / name}"' for name in names))
    QTest.keyClick(field, Qt.Key.Key_Return)
    await person.sees(lambda: len(telling.received) == 3)
    assert all(map(asks, telling.received))
    await person.sees(lambda: set(person.titles()) == {"one.csv", "two.csv", "three.csv"})
    (said,) = person.find("notices").texts()
    assert "bad1.csv" in said and "bad2.csv" in said


async def test_the_page_of_a_table_beside_the_orchestrator_is_asked_of_its_own_agent(
    open_window: Any, telling: Any, store: Any, tmp_path: Path
) -> None:
    async def load(path: Path, agent: str) -> str:
        return f"orchestrator:{path}"

    person = await open_window(on_open_data=load)
    person.find("notices").show_notice(Notice("told", lambda: "Signed out.", seconds=60))
    await person.window.open_data_file(tmp_path / "own.csv")
    await person.sees(lambda: len(telling.received) == 1)
    assert person.find("notices").texts() == ["Signed out."], "nobody has asked on yet"
    assert asks(telling.received[0])
    assert telling.received[0].metadata["to"] == f"data:{tmp_path / 'own.csv'}"
    assert person.rows()[0][0] == "@own.csv What is in this data?"
    # What is said before the agent has asked waits until the person lets it go.
    await person.sees(lambda: person.states() == ["input_required"])
    person.say("저그는?")
    await person.sees(lambda: len(telling.received) == 2)
    assert "to" not in telling.received[1].metadata
    [kept] = await store.conversations()
    assert kept.agent == f"orchestrator:{tmp_path / 'own.csv'}"


async def test_a_table_that_the_desk_is_opened_with_shows_its_page(
    open_window: Any, telling: Any, store: Any, agents: Any, tmp_path: Path
) -> None:
    desk = Desk(store=store, agents=agents, default_agent=f"data:{tmp_path / 'own.csv'}")
    person = await open_window(with_desk=desk)
    await person.sees(lambda: len(telling.received) == 1)
    assert asks(telling.received[0])
    again = await open_window(
        with_desk=desk,
        preferences=Preferences(
            language="en", theme="light", last_conversation=person.window.context_id
        ),
    )
    await again.sees(lambda: again.states() == ["input_required"])
    again.say("저그는?")
    await again.sees(lambda: len(telling.received) == 2)
    assert telling.received[1].text == "저그는?"
    await desk.aclose()


async def test_a_conversation_that_begins_with_a_page_is_called_by_its_file(
    open_window: Any, telling: Any, store: Any, agents: Any, tmp_path: Path
) -> None:
    desk = Desk(store=store, agents=agents, default_agent=f"data:{tmp_path / 'own.csv'}")
    person = await open_window(with_desk=desk)
    await person.sees(lambda: len(telling.received) == 1)
    person.action("actionNewConversation").trigger()
    await person.sees(lambda: person.shows("dataPageButton"))
    person.press("dataPageButton")
    await person.sees(lambda: len(telling.received) == 2)
    await person.sees(lambda: set(person.titles()) == {"own.csv (2)", "own.csv"})
    await desk.aclose()


async def test_what_is_asked_first_tells_conversations_on_one_file_apart(
    open_window: Any, telling: Any, tmp_path: Path
) -> None:
    async def load(path: Path, agent: str) -> str:
        return f"data:{path}"

    person = await open_window(on_open_data=load)
    for question in ("저그는?", "테란은?"):
        await person.window.open_data_file(tmp_path / "own.csv")
        await person.sees(lambda: "own.csv —" in person.window.windowTitle())
        await person.sees(lambda: person.states() == ["input_required"])
        person.say(question)
        await person.sees(lambda: person.states() == ["completed", "completed"])
        person.say("again")
        await person.sees(lambda: len(person.states()) == 3)
    assert set(person.titles()) == {"테란은?", "저그는?"}
    assert all("own.csv" in mark for mark in person.marks())
    person.action("actionNewConversation").trigger()
    await person.sees(lambda: "New conversation —" in person.window.windowTitle())


async def test_the_page_is_one_press_away(open_window: Any, telling: Any) -> None:
    person = await open_window()
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    await person.sees(lambda: person.shows("dataPageButton"))
    person.press("dataPageButton")
    await person.sees(lambda: len(telling.received) == 2)
    assert asks(telling.received[1])


async def test_the_page_is_one_press_away_before_anything_was_asked(
    open_window: Any, telling: Any, agents: Any
) -> None:
    person = await open_window()
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    agents.opening.clear()
    again = await open_window(
        preferences=Preferences(
            language="en", theme="light", last_conversation=person.window.context_id
        )
    )
    await again.sees(lambda: again.shows("dataPageButton"))
    again.press("dataPageButton")
    agents.opening.set()
    await again.sees(lambda: len(telling.received) == 2)
    assert asks(telling.received[1])


async def test_files_that_are_opened_together_are_tables_of_one_page(
    clerk: Any, sales: Path
) -> None:
    beside = sales.with_name("heads.csv")
    beside.write_text("region,head\nNorth,Ann\nSouth,Bob\nEast,Cid\n", "utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file)) for file in (sales, beside)])
    held = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton)
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(clerk.window, QDragEnterEvent(QPoint(9, 9), *held, none))
    assert clerk.find("dropTarget").accessibleName() == "Drop the tables to open them"
    QApplication.sendEvent(clerk.window, QDropEvent(QPointF(9, 9), *held, none))
    await clerk.sees(lambda: "heads, sales" in clerk.titles())
    await clerk.sees(lambda: clerk.states() == ["completed"])
    page = clerk.find("chatView").model().entry(1).answer.artifact("profile").data
    assert {one["name"] for one in page["tables"]} == {"sales", "heads"}
    clerk.say("total amount by head")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 2)
    told = clerk.find("chatView").model().entry(3).answer.text
    assert "Cid" in told and "1,200" in told, told


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
async def test_of_several_tables_the_composer_shows_and_changes_which_is_asked(
    clerk: Any, sales: Path
) -> None:
    assert not clerk.shows("tableButton")
    folder = sales.parent / "both"
    folder.mkdir()
    shutil.copy(sales, folder)
    flights = "".join(f"{one},{n}\n" for n, one in enumerate(("Iberia", "Ryanair") * 20))
    (folder / "flights.csv").write_text(f"carrier,delay\n{flights}", "utf-8")
    await clerk.window.open_data_file(folder)
    await clerk.sees(lambda: clerk.states() == ["completed"])
    button = clerk.find("tableButton")
    await clerk.sees(lambda: button.text() == "sales")
    clerk.say("average delay by carrier")
    await clerk.sees(lambda: clerk.shows("choice1"))
    assert "flights" in clerk.find("choice1").text()
    clerk.press("choice1")
    await clerk.sees(lambda: button.text() == "flights")
    clerk.press("tableButton")
    await clerk.sees(lambda: clerk.window.findChild(QMenu, "tableMenu"))
    menu = clerk.window.findChild(QMenu, "tableMenu")
    lines = {one.text(): one for one in menu.actions()}
    assert [name for name, one in lines.items() if one.isChecked()] == ["flights"]
    lines["sales"].trigger()
    menu.close()
    await clerk.sees(lambda: button.text() == "sales")


async def test_an_agent_that_tells_of_no_page_is_not_asked(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    assert not person.shows("dataPageButton")
    assert not person.action("actionDataPage").isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
async def test_words_of_first_rows_are_found_as_they_are_marked(clerk: Any) -> None:
    page = clerk.find("chatView").model().entry(1).answer.artifact("profile").data
    clerk.action("actionFind").trigger()
    for words, found in ((str(page["head"][-1][0]), "1 of 1"), ("nowhere at all", "Not found")):
        clerk.find("findField").setText(words)
        await clerk.sees(lambda shown=found: clerk.find("findCount").text() == shown)
