"""The tour in three steps: at the first run, followed by deeds, skipped with Esc, never twice."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.look.preferences import Preferences

pytestmark = pytest.mark.anyio


def due(**given: Any) -> Preferences:
    return Preferences(language="en", theme="light", tour_due=True, **given)


def title(person: Any) -> str:
    return str(person.find("tourTitle").text())


async def test_the_first_run_begins_with_it_and_leaves_the_composer_the_keys(
    open_window: Any,
) -> None:
    person = await open_window(preferences=due())
    assert person.shows("tour")
    assert title(person) == "Ask · Step 1 of 3"
    await person.sees(lambda: QApplication.focusWidget() is person.find("composer"))
    person.compose("승률")
    assert person.find("composer").toPlainText() == "승률"


async def test_it_follows_what_the_person_does(open_window: Any) -> None:
    person = await open_window(preferences=due())
    person.say("승률 알려줘")
    await person.sees(lambda: title(person) == "Choose an answer · Step 2 of 3")
    person.press("choice1")
    await person.sees(lambda: title(person) == "See how it was computed · Step 3 of 3")
    person.press("tourNext")
    assert not person.shows("tour")


async def test_it_ends_by_itself_with_the_next_answer(open_window: Any) -> None:
    kept: list[bool] = []
    person = await open_window(preferences=due(on_save=lambda p: kept.append(p.tour_due)))
    person.say("테란 승률")
    await person.sees(lambda: title(person).endswith("3 of 3"))
    person.say("저그는?")
    await person.sees(lambda: not person.shows("tour"))
    # Other preferences are saved meanwhile, on a slow machine before and after it.
    assert kept[-1:] == [False]


async def test_an_answer_without_figures_leads_to_no_step_that_does_not_fit(
    open_window: Any,
) -> None:
    person = await open_window(preferences=due())
    person.say("종합")
    await person.sees(lambda: person.states() == ["completed"])
    assert title(person).endswith("1 of 3")
    person.say("종합")
    await person.sees(lambda: not person.shows("tour"))


async def test_it_ends_when_the_last_step_is_done(open_window: Any) -> None:
    person = await open_window(preferences=due())
    person.say("테란 승률")
    await person.sees(lambda: title(person).endswith("3 of 3"))
    view = person.find("chatView")
    view.flush()
    place = next(rect for _, value, rect in view.target_rects() if value == "toggle")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert not person.shows("tour")


async def test_it_is_gone_through_and_back_by_keyboard(open_window: Any) -> None:
    kept: list[bool] = []
    person = await open_window(preferences=due(on_save=lambda p: kept.append(p.tour_due)))
    composer = person.find("composer")
    await person.sees(lambda: QApplication.focusWidget() is composer)
    for _ in range(4):
        person.action("actionNextPane").trigger()
        if QApplication.focusWidget() is person.find("tourNext"):
            break
    assert QApplication.focusWidget() is person.find("tourNext")
    person.key(Qt.Key.Key_Space, at="tourNext")
    person.key(Qt.Key.Key_Space, at="tourNext")
    assert title(person).endswith("3 of 3")
    person.key(Qt.Key.Key_Space, at="tourBefore")
    assert title(person).endswith("2 of 3")
    person.key(Qt.Key.Key_Space, at="tourNext")
    assert False not in kept
    person.key(Qt.Key.Key_Space, at="tourNext")
    assert not person.shows("tour")
    assert kept[-1:] == [False]
    await person.sees(lambda: QApplication.focusWidget() is composer)


@pytest.mark.parametrize("place", ["composer", "tourNext"])
async def test_esc_skips_it_for_good(open_window: Any, place: str) -> None:
    kept: list[bool] = []
    chosen = due(on_save=lambda p: kept.append(p.tour_due))
    person = await open_window(preferences=chosen)
    QTest.keyClick(person.find(place), Qt.Key.Key_Escape)
    assert not person.shows("tour")
    assert kept[-1:] == [False]
    again = await open_window(preferences=chosen)
    assert not again.shows("tour")


async def test_esc_in_the_composer_stops_an_answer_first(open_window: Any) -> None:
    person = await open_window(preferences=due())
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    person.action("actionStop").trigger()
    await person.sees(lambda: person.states() == ["canceled"])
    assert person.shows("tour")


async def test_whoever_has_conversations_is_left_alone(open_window: Any, desk: Any) -> None:
    first = await open_window()
    first.say("저그는?")
    await first.sees(lambda: first.states() == ["completed"])
    person = await open_window(preferences=due())
    assert not person.shows("tour")


async def test_it_can_be_started_again_from_the_menu(open_window: Any) -> None:
    person = await open_window()
    assert not person.shows("tour")
    for _ in range(2):
        person.action("actionTour").trigger()
        assert title(person) == "Ask · Step 1 of 3"
        await person.sees(lambda: QApplication.focusWidget() is person.find("tourNext"))
        person.press("tourNext")
    person.press("tourSkip")
    assert not person.shows("tour")


async def test_a_screen_reader_hears_each_step(open_window: Any) -> None:
    person = await open_window()
    person.action("actionTour").trigger()
    tour, heard = person.find("tour"), []
    tour.announced.connect(heard.append)
    person.press("tourNext")
    assert heard[0].startswith("Tour. Step 2 of 3. Choose an answer. When something")
    for name in ("tourNext", "tourBefore", "tourSkip"):
        found = QAccessible.queryAccessibleInterface(person.find(name))
        assert found.text(QAccessible.Text.Name)
    assert QAccessible.queryAccessibleInterface(tour).text(QAccessible.Text.Name) == heard[0]


async def test_it_speaks_the_language(open_window: Any) -> None:
    person = await open_window(preferences=due())
    for language, words in (
        ("Ko", "질문하기 · 3단계 중 1단계"),
        ("Es", "Pregunte · Paso 1 de 3"),
    ):
        person.action(f"actionLanguage{language}").trigger()
        await person.sees(lambda words=words: title(person) == words)


async def test_it_waits_for_room_beside_what_it_speaks_of(open_window: Any) -> None:
    person = await open_window(preferences=due())
    await person.sees(lambda: person.shows("starter3"))
    for size, shown in (((720, 450), False), ((1280, 720), True), ((720, 450), False)):
        person.window.resize(*size)
        await person.sees(lambda shown=shown: person.shows("tour") is shown)
        if shown:
            starter, tour = person.find("starter3"), person.find("tour")
            above = starter.mapTo(person.window, starter.rect().bottomLeft()).y()
            assert above < tour.mapTo(person.window, QPoint()).y()
    person.key(Qt.Key.Key_Escape)
    person.window.resize(1280, 720)
    await person.sees(lambda: person.shows("tour"))  # it was not skipped while out of sight
    person.key(Qt.Key.Key_Escape)
    person.window.resize(720, 450)
    person.action("actionTour").trigger()
    assert person.shows("tour"), "who asks for it has it at any size"


async def test_in_a_small_window_its_last_step_stands_whole_below_what_it_speaks_of(
    open_window: Any,
) -> None:
    person = await open_window()
    person.window.resize(360, 420)
    person.say("테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    person.action("actionTour").trigger()
    await person.sees(lambda: not person.shows("tourTitle"))
    person.press("tourNext")
    person.press("tourNext")
    view, done = person.find("chatView"), person.find("tourNext")

    def toggle() -> Any:
        return next(rect for _, value, rect in view.target_rects() if value == "toggle")

    await person.sees(lambda: view.viewport().rect().contains(toggle().toRect()))
    await person.sees(lambda: done.visibleRegion().boundingRect() == done.rect())
    person.window.resize(1280, 720)
    await person.sees(lambda: person.shows("tourTitle"))


async def test_it_ends_where_things_come_while_it_has_no_room(open_window: Any) -> None:
    chosen = due()
    person = await open_window(preferences=chosen)
    person.window.resize(360, 420)
    await person.sees(lambda: not person.shows("tour"))
    person.say("승률 알려줘")
    await person.sees(lambda: not chosen.tour_due)
    person.window.resize(1280, 720)
    assert not person.shows("tour")


async def test_its_buttons_stand_beside_the_words_where_there_is_room(open_window: Any) -> None:
    person = await open_window(preferences=due())
    card, title_label, skip = (person.find(name) for name in ("tour", "tourTitle", "tourSkip"))

    def below() -> bool:
        return bool(skip.mapTo(card, skip.rect().topLeft()).y() > title_label.geometry().bottom())

    person.window.resize(420, 800)
    await person.sees(below)
    high = card.height()
    person.window.resize(1280, 720)
    await person.sees(lambda: card.height() < 3 * high / 4)
    assert skip.mapTo(card, skip.rect().topLeft()).x() > title_label.geometry().right()
