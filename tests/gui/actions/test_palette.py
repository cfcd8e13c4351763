"""Commands and conversations by a few letters, from the keyboard alone."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gui.actions.palette import fit

pytestmark = pytest.mark.anyio

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def shown(person: Any, name: str) -> list[str]:
    model = person.find(name).model()
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def test_a_command_is_found_by_its_letters_and_given(person: Any) -> None:
    person.key(Qt.Key.Key_P, CONTROL, SHIFT)
    await person.sees(lambda: person.shows("commandPalette"))
    assert "Zoom In" in shown(person, "commandPaletteList")
    assert "Stop" not in shown(person, "commandPaletteList"), "nothing runs"
    QTest.keyClicks(person.find("commandPaletteField"), "dark")
    assert shown(person, "commandPaletteList")[0] == "Dark"
    person.key(Qt.Key.Key_Return, at="commandPaletteField")
    await person.sees(lambda: person.action("actionThemeDark").isChecked())
    assert not person.shows("commandPalette")


async def test_a_command_is_found_by_its_english_name_in_any_language(person: Any) -> None:
    person.action("actionLanguageKo").trigger()
    await person.sees(lambda: person.action("actionThemeDark").text().startswith("어둡게"))
    person.action("actionPalette").trigger()
    QTest.keyClicks(person.find("commandPaletteField"), "dark")
    assert shown(person, "commandPaletteList")[0] == "어둡게"
    person.find("commandPaletteField").setText("어둡")
    assert shown(person, "commandPaletteList") == ["어둡게"]
    for typed in ("야간", "night"):
        person.find("commandPaletteField").setText(typed)
        assert shown(person, "commandPaletteList") == ["어둡게"]
    person.find("commandPalette").reject()


@pytest.mark.parametrize(("typed", "found"), [("language", "Español"), ("espanol", "Español"),
    ("dark theme", "Dark"), ("한구", "한국어"), ("settings", "Preferences"),
    ("restore", "Import")])  # fmt: skip
async def test_a_command_is_found_by_its_menu_other_words_and_without_accents(
    person: Any, typed: str, found: str
) -> None:
    person.key(Qt.Key.Key_P, CONTROL, SHIFT)
    await person.sees(lambda: person.shows("commandPalette"))
    person.compose(typed, at="commandPaletteField")
    assert found in shown(person, "commandPaletteList")
    person.find("commandPalette").reject()


async def test_a_conversation_is_switched_to(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    first = person.window.context_id
    person.action("actionNewConversation").trigger()
    person.say("테란은?")
    await person.sees(lambda: person.states() == ["completed"])
    person.key(Qt.Key.Key_K, CONTROL)
    await person.sees(lambda: person.shows("quickSwitcher"))
    assert shown(person, "quickSwitcherList") == ["저그는?", "테란은?"], "the open one comes last"
    person.key(Qt.Key.Key_Down, at="quickSwitcherField")
    person.key(Qt.Key.Key_Up, at="quickSwitcherField")
    person.key(Qt.Key.Key_Return, at="quickSwitcherField")
    await person.sees(lambda: person.window.context_id == first)


async def test_what_the_menu_of_an_answer_offers_is_found(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    wanted = {
        "en": ("save this answer", "Save this answer as a page"),
        "ko": ("답을 저장", "이 답을 페이지로 저장"),
        "es": ("guardar esta respuesta", "Guardar esta respuesta como página"),
    }
    for language, (typed, found) in wanted.items():
        person.action(f"actionLanguage{language.capitalize()}").trigger()
        person.action("actionPalette").trigger()
        offered = shown(person, "commandPaletteList")
        assert offered.count(found) == 1
        person.find("commandPaletteField").setText(typed)
        assert shown(person, "commandPaletteList")[0] == found
        person.find("commandPaletteField").setText("share")
        assert found in shown(person, "commandPaletteList")
        person.find("commandPalette").reject()
    person.action("actionPalette").trigger()
    person.find("commandPaletteField").setText("follow up")
    person.key(Qt.Key.Key_Return, at="commandPaletteField")
    await person.sees(lambda: person.shows("enclosures"))


async def test_what_fits_nothing_says_so(person: Any) -> None:
    person.action("actionPalette").trigger()
    QTest.keyClicks(person.find("commandPaletteField"), "zzzz")
    assert shown(person, "commandPaletteList") == []
    person.key(Qt.Key.Key_Return, at="commandPaletteField")
    assert person.shows("commandPalette")
    person.find("commandPalette").reject()


async def test_undo_delete_has_a_key_where_there_is_nothing_else_to_undo(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    person.action("actionDelete").trigger()
    await person.sees(lambda: person.titles() == [])
    await person.sees(lambda: person.action("actionUndo").isEnabled())
    person.window.activateWindow()
    person.find("conversationList").setFocus()
    person.key(Qt.Key.Key_Z, CONTROL, at="conversationList")
    await person.sees(lambda: person.titles() == ["저그는?"])


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("zo", "Zoom In", "Previous zone"),
        ("in", "Inspector", "Zoom In"),
        ("zoom in", "Zoom In", "Zoom Out"),
        ("새", "새 대화", "아래쪽 대화"),
        ("add", "Add an Agent", "Copy Address"),
        ("copy", "Copy", "Copy Address"),
        ("old", "Told old", "Told"),
        ("in", "Put it in", "Print"),
    ],
)
def test_the_beginning_counts_most(typed: str, better: str, worse: str) -> None:
    assert fit(typed, better) > fit(typed, worse)


def test_letters_in_order_fit_least() -> None:
    assert fit("znin", "Zoom In") == 0
    assert fit("zin", "Zoom In") == 1
    assert fit("", "anything") == 1


@pytest.mark.parametrize("size", [(900, 760), (720, 450)])
async def test_ten_rows_are_seen_without_scrolling(person: Any, size: tuple[int, int]) -> None:
    person.window.resize(*size)
    person.action("actionPalette").trigger()
    rows = person.find("commandPaletteList")
    await person.sees(rows.isVisible)
    seen = rows.viewport().rect()
    assert seen.contains(rows.visualRect(rows.model().index(9)))
    person.find("commandPalette").reject()
