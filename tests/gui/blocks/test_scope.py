"""What was understood stands under an answer as chips: taken off, said otherwise, added to."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.messages import EDITS_MEDIA_TYPE, DataPart
from app.domain.tasks import Artifact
from gui.actions.actions import plain
from gui.blocks.scope import (
    ScopeAddition,
    ScopeChip,
    ScopeOffer,
    additions_of,
    chips_of,
    offers_of,
)
from gui.chat.model import accessible_text
from gui.chat.view import ChatView
from gui.widgets.two_line_delegate import LINE_ROLE
from tests.gui.chat.chat_samples import answer, in_two_parts, query

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]
WITHOUT: dict[str, Any] = {"edit": "without", "column": "race"}
FRAME: dict[str, Any] = {
    "query": {},
    "sentence": "The win rate of Terran by map",
    "chips": [
        {"part": "measure", "path": "measure.0", "text": "win rate", "edits": []},
        {"part": "where", "path": "where.0", "text": "race: Terran", "edits": [WITHOUT]},
        {"part": "ignored", "path": "", "text": "please", "edits": []},
    ],
    "assumptions": [{"key": "mirror", "text": "no mirrors", "without": "with mirrors"}],
    "carried": [],
    "ignored": ["please", "really"],
    "without_ignored": [{"edit": "ask", "query": {}}],
}


def framed(frame: Any, **fields: Any) -> Any:
    made = Artifact(artifact_id="f", name="frame", parts=(DataPart(data=frame),))
    return answer(1, "Terran.", artifacts=(made,), task_id="task-1", **fields)


def test_chips_are_read_with_what_takes_them_off() -> None:
    assert chips_of(framed(FRAME).answer) == (
        ScopeChip("win rate", path="measure.0", part="measure"),
        ScopeChip("race: Terran", edits=(WITHOUT,), path="where.0", part="where"),
        ScopeChip("please", passed_over=True, part="ignored"),
        ScopeChip("no mirrors", without="with mirrors"),
        ScopeChip("really", ({"edit": "ask", "query": {}},), passed_over=True),
    )


@pytest.mark.parametrize(
    ("frame", "texts"),
    [
        ({"ignored": ["a", "b", "a", "c", "d", "e", "b", "f"]}, ["a", "b", "c", "d", "+2"]),
        ({"labels": [{"key": "measure", "text": "win rate"}], "measure": "x"}, ["win rate"]),
        ({"measure": "win_rate", "group_by": ["map"]}, ["measure: win_rate", "group by: map"]),
        ({"measure": "overview", "labels": []}, []),
        ({"chips": [{"text": 4}, {"text": "a\nb"}, {"text": "x" * 500}, "plain"]}, ["plain"]),
        ({"chips": {"text": "no list"}}, []),
        ({"chips": [], "assumptions": [{"text": "Terran."}, {"text": "No zone."}]}, ["No zone."]),
        ({"chips": [], "assumptions": [{"text": "Terran.", "without": "Zerg"}]}, ["Terran."]),
        ([1, 2], []),
    ],
)
def test_other_frames_are_read_as_far_as_they_go(frame: Any, texts: list[str]) -> None:
    assert [chip.text for chip in chips_of(framed(frame).answer)] == texts


def test_a_number_keeps_its_unit_beside_it() -> None:
    text = "at least 5\N{NO-BREAK SPACE}km, 58\N{NARROW NO-BREAK SPACE}%"
    frame = {"chips": [{"text": text}, {"text": "two\nlines"}]}
    assert chips_of(framed(frame).answer) == (ScopeChip(text),)


def test_what_cannot_be_answered_says_so_and_offers_what_can() -> None:
    offers = [{"label": "Zerg by map", "rows": 8, "edits": [WITHOUT]}, {"text": "Help"}]
    frame: dict[str, Any] = {"outcome": "decline", "offers": offers}
    made = framed(frame)
    assert offers_of(made.answer) == (ScopeOffer("Zerg by map", (WITHOUT,)), ScopeOffer("Help"))
    assert offers_of(framed({**frame, "outcome": "ask"}).answer) == ()


def test_a_refusal_has_a_state_of_its_own(qtbot: Any) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    shown = []
    words = []
    for frame in ({"outcome": "decline", "offers": ["Zerg by map"]}, {"outcome": "answer"}):
        view.model().reset(1, [framed(frame)])
        shown.append(view.grab().toImage())
        words.append(accessible_text(framed(frame)))
    assert shown[0] != shown[1]
    assert "Not answered" in words[0] and "Done" in words[1]
    assert not any(t[1].startswith("offer") for t in view.target_rects())


def test_only_what_has_the_keyboard_looks_so(qtbot: Any) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    made = Artifact(artifact_id="f", name="frame", parts=(DataPart(data=FRAME),))
    sql = query("SELECT 1")
    view.model().reset(1, [answer(0, "Terran.", artifacts=(made, sql), task_id="task-1")])
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    rects = {value: rect for _, value, rect in view.target_rects()}
    row = next(rect for value, rect in rects.items() if value.startswith("scope"))
    chips = QRect(0, round(row.top()) - 3, 800, round(row.height()) + 6)
    before = view.viewport().grab(chips).toImage()
    for value in rects:
        QTest.keyClick(view, Qt.Key.Key_Tab)
        if value == "toggle":
            break
    assert view.viewport().grab(chips).toImage() == before
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert len(view.target_rects()) > len(rects), "it was the one that unfolds"


def test_chips_can_be_pressed_and_reached_with_the_keyboard(qtbot: Any) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    view.model().reset(1, [framed(FRAME)])
    values = [value for _, value, _ in view.target_rects() if value.startswith(("scope", "ask"))]
    assert values == [
        "scope_edit:0",
        "scope_edit:1",
        "scope_off:1",
        "scope_edit:2",
        "scope_edit:3",
        "ask:with mirrors",
        "scope_edit:4",
        "scope_off:4",
        "scope_add",
    ]


@pytest.fixture
async def asked(person: Any, agents: Any) -> Any:
    """A person before an answer whose scope the agent told."""
    agents.agent.frame = FRAME
    person.say("테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    return person


async def press(person: Any, value: str) -> None:
    view = person.find("chatView")
    await person.sees(lambda: any(t[1] == value for t in view.target_rects()))
    place = [t[2] for t in view.target_rects() if t[1] == value][-1]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())


async def write_instead(person: Any, chip: str, words: str) -> None:
    await press(person, chip)
    person.compose(words, at="chipWords")
    person.key(Qt.Key.Key_Return, at="chipWords")


async def test_what_is_pressed_is_said_in_the_language_of_the_answer(
    person: Any, agents: Any
) -> None:
    agents.agent.frame = FRAME | {"language": "ko"}
    person.say("테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    await press(person, "scope_off:1")
    await person.sees(lambda: len(agents.agent.received) == 2)
    assert agents.agent.received[1].text == "“race: Terran” 빼고", "in a window that speaks English"


async def test_a_chip_taken_off_sends_its_edits_about_the_answer(asked: Any, agents: Any) -> None:
    await press(asked, "scope_off:1")
    await asked.sees(lambda: len(agents.agent.received) == 2)
    message = agents.agent.received[1]
    assert message.text == "Without “race: Terran”"
    (part,) = (p for p in message.parts if isinstance(p, DataPart))
    assert part.media_type == EDITS_MEDIA_TYPE
    assert part.data == {"base_task_id": "task-1", "edits": [WITHOUT]}
    assert message.reference_task_ids == ("task-1",)


@pytest.mark.parametrize(("part", "task", "race"), [(1, "t1", "Terran"), (2, "t2", "Zerg")])
async def test_a_chip_of_a_part_is_about_the_task_that_gave_the_part(
    asked: Any, agents: Any, part: int, task: str, race: str
) -> None:
    view = asked.find("chatView")
    view.model().append(in_two_parts(2))
    await press(asked, f"{part}/scope_edit:0")
    assert asked.find("chipWords").text() == race
    asked.key(Qt.Key.Key_Escape, at="chipWords")
    view.actionRequested.emit(2, f"{part}/scope_off:0")
    await asked.sees(lambda: len(agents.agent.received) == 2)
    message = agents.agent.received[-1]
    (data,) = (p.data for p in message.parts if isinstance(p, DataPart))
    assert data == {"base_task_id": task, "edits": [{"without": race}]}
    assert message.reference_task_ids == (task,)


async def test_changes_of_an_answer_go_to_whoever_gave_it(person: Any, agents: Any) -> None:
    agents.agent.frame = {
        "chips": [{"part": "where", "text": "테란", "edits": [WITHOUT]}],
        "assumptions": [{"text": "no mirrors", "without": "프로토스는?"}],
        "offers": ["저그는?"],
    }
    person.say("@echo 테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    view = person.find("chatView").model()
    for done, chosen in enumerate(("scope_off:0", "ask:프로토스는?", "offer:0"), 2):
        await press(person, chosen)
        await person.sees(lambda done=done: person.states() == ["completed"] * done)
        assert view.entry(2 * done - 1).answer.agent == "echo"
    await write_instead(person, "scope_edit:0", "저그")
    await person.sees(lambda: person.states() == ["completed"] * 5)
    assert view.entry(9).answer.agent == "echo"
    person.say("테란은?")
    await person.sees(lambda: person.states() == ["completed"] * 6)
    assert view.entry(11).answer.agent == "data", "the next question is for the conversation's own"


async def test_a_chip_is_said_otherwise_where_it_stands(asked: Any, agents: Any) -> None:
    asked.compose("a draft")
    place = next(t[2] for t in asked.find("chatView").target_rects() if t[1] == "scope_edit:1")
    await press(asked, "scope_edit:1")
    field, words = asked.find("chipField"), asked.find("chipWords")
    assert words.hasFocus() and words.selectedText() == words.text() == "race: Terran"
    assert "race: Terran" in words.accessibleName()
    corner = asked.find("chatView").viewport().mapTo(asked.window, place.center().toPoint())
    assert field.geometry().contains(corner), "at the chip itself"
    asked.compose("저그", at="chipWords")
    asked.key(Qt.Key.Key_Return, at="chipWords")
    await asked.sees(lambda: len(agents.agent.received) == 2)
    message = agents.agent.received[1]
    assert (message.text, message.reference_task_ids) == ("저그", ("task-1",))
    (part,) = (p for p in message.parts if isinstance(p, DataPart))
    assert part.data == {"base_task_id": "task-1", "instead_of": "where.0"}
    assert asked.find("composer").toPlainText() == "a draft"
    assert not asked.shows("enclosures")


async def test_the_field_of_a_chip_is_left_with_everything_as_it_was(
    asked: Any, agents: Any
) -> None:
    view, composer = asked.find("chatView"), asked.find("composer")
    asked.window.resize(720, 450)

    async def opened() -> None:
        await press(asked, "scope_edit:1")
        await asked.sees(lambda: asked.shows("chipField") and asked.find("chipWords").hasFocus())
        assert asked.window.rect().contains(asked.find("chipField").geometry())

    async def left() -> None:
        await asked.sees(lambda: asked.window.findChild(QWidget, "chipField") is None)

    await opened()
    asked.key(Qt.Key.Key_Escape, at="chipWords")
    assert view.hasFocus(), "who had the keys has them again"
    await left()
    await opened()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    await left()
    await opened()
    composer.setFocus()
    await left()
    await opened()
    asked.key(Qt.Key.Key_Return, at="chipWords")
    await left()
    assert len(agents.agent.received) == 1, "the same words ask nothing"


async def test_what_can_stand_instead_is_one_press_and_keeps_its_place(clerk: Any) -> None:
    clerk.say("total amount by region and product in March 2026")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 2)
    view = clerk.find("chatView").model()

    def query(at: int) -> Any:
        return view.entry(at).answer.artifact("frame").data["query"]

    before = query(3)
    await write_instead(clerk, "scope_edit:0", "average amount")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 3)
    assert query(5)["groups"] == before["groups"] and query(5)["where"] == before["where"]
    assert query(5)["measures"] != before["measures"]
    await press(clerk, "scope_edit:2")
    assert clerk.find("chipWords").text() == "region"
    clerk.key(Qt.Key.Key_Down, at="chipWords")
    choices = clerk.find("chipChoices")
    assert choices.hasFocus()
    offered = [choices.lines.index(at).data() for at in range(choices.lines.rowCount())]
    assert "product" not in offered and "region" not in offered
    clerk.key(Qt.Key.Key_Return, at="chipChoices")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 4)
    assert view.entry(6).message.text == f"“{offered[0]}” instead of “region”"
    groups = [one["by"] for one in query(7)["groups"]]
    assert groups[0] != "region" and groups[1:] == ["product"], "it stands where that stood"


async def test_a_chip_of_numbers_takes_a_number_and_tells_what_is_none(clerk: Any) -> None:
    clerk.say("total amount by region with amount over 100")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 2)
    await write_instead(clerk, "scope_edit:1", "abc")
    assert clerk.shows("chipHint") and "A number" in clerk.find("chipHint").text()
    assert clerk.find("chipWords").selectedText() == "abc", "nothing was asked"
    clerk.compose("300", at="chipWords")
    choices = clerk.find("chipChoices").lines
    offered = [choices.index(at).data() for at in range(choices.rowCount())]
    assert offered[0] == "amount is more than 300" and "amount is at most 300" in offered
    clerk.key(Qt.Key.Key_Return, at="chipWords")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 3)
    answer = clerk.find("chatView").model().entry(5).answer
    where = answer.artifact("frame").data["query"]["where"]
    assert (where["op"], where["values"]) == (">", [300])


async def test_choices_of_a_chip_are_those_with_the_letters_that_are_typed(clerk: Any) -> None:
    clerk.say("total amount of Desk by region")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 2)
    await press(clerk, "scope_edit:1")
    choices = clerk.find("chipChoices").lines
    shown = [choices.index(at).data() for at in range(choices.rowCount())]
    assert sorted(shown) == ["Lamp", "Rug"]
    assert all(choices.index(at).data(LINE_ROLE).aside for at in range(choices.rowCount()))
    clerk.compose("ru", at="chipWords")
    assert choices.rowCount() == 1
    clerk.compose("g", at="chipWords")
    clerk.key(Qt.Key.Key_Return, at="chipWords")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 3)
    view = clerk.find("chatView").model()
    assert view.entry(4).message.text == "“Rug” instead of “product is Desk”"


def lines(menu: Any) -> dict[str, Any]:
    return {plain(line.text()): line for line in menu.actions() if line.text()}


async def opened(person: Any) -> Any:
    await press(person, "scope_add")
    await person.sees(lambda: person.window.findChild(QMenu, "scopeMenu"))
    return person.window.findChild(QMenu, "scopeMenu")


async def test_what_the_table_has_is_added_from_a_menu(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == ["completed"] * 2)
    menu = await opened(clerk)
    assert list(lines(menu)) == ["Only", "Group by", "Figure", "In your own words"]
    products = lines(lines(menu)["Only"].menu())["product"].menu()
    await clerk.sees(menu.isVisible)
    assert set(lines(products)) == {"Lamp", "Desk", "Rug"}
    lines(products)["Desk"].trigger()
    menu.close()
    await clerk.sees(lambda: clerk.states() == ["completed"] * 3)
    view = clerk.find("chatView").model()
    assert view.entry(4).message.text == "Only “Desk”"
    table = view.entry(5).answer.artifact("result").data
    assert [row[:2] for row in table["rows"]] == [["South", 800]]
    clerk.action("actionJumpToLatest").trigger()
    menu = await opened(clerk)
    lines(lines(menu)["Group by"].menu())["product"].trigger()
    menu.close()
    await clerk.sees(lambda: clerk.states() == ["completed"] * 4)
    table = view.entry(7).answer.artifact("result").data
    assert [row[:3] for row in table["rows"]] == [["South", "Desk", 800]]


async def test_where_nothing_is_known_to_add_it_is_written(asked: Any) -> None:
    await press(asked, "scope_add")
    await asked.sees(asked.find("composer").hasFocus)
    assert asked.window.findChild(QMenu, "scopeMenu") is None


async def test_additions_of_an_agent_are_read_as_far_as_they_go() -> None:
    said = [
        {"part": "group", "text": "race", "edits": [WITHOUT]},
        {"part": "where", "text": "map", "choices": [{"text": "Lima", "edits": [WITHOUT]}, {}, 3]},
        {"part": "where", "text": "no edits"},
        {"text": "a\nb", "edits": [WITHOUT]},
        "words",
    ]
    assert additions_of(framed({"additions": said}).answer) == (
        ScopeAddition("group", "race", (WITHOUT,)),
        ScopeAddition("where", "map", (), (ScopeOffer("Lima", (WITHOUT,)),)),
    )


async def test_where_no_part_has_a_chip_something_can_be_added(qtbot: Any) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    for additions, offered in (
        ([{"part": "group", "text": "race", "edits": [WITHOUT]}], 1),
        ([], 0),
    ):
        view.model().reset(1, [framed({"chips": [], "additions": additions})])
        view.resize(700, 500)
        view.show()
        assert [value for _, value, _ in view.target_rects()].count("scope_add") == offered


async def test_an_offer_is_asked_with_one_press(asked: Any, agents: Any) -> None:
    agents.agent.frame = {"outcome": "decline", "offers": ["저그는?"]}
    asked.say("프로토스")
    await asked.sees(lambda: asked.states() == ["completed", "completed"])
    await press(asked, "offer:0")
    await asked.sees(lambda: [m.text for m in agents.agent.received][2:] == ["저그는?"])
