"""Any conversation can be scrubbed event by event; the same log always gives the same view."""

from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.exports import Timeline

pytestmark = pytest.mark.anyio

DONE = "completed"


async def talk(person: Any) -> None:
    for number, text in enumerate(("저그는?", "테란은?"), start=1):
        person.say(text)
        await person.sees(lambda number=number: person.states() == [DONE] * number)


async def travel(person: Any) -> None:
    person.action("actionTimeTravel").trigger()
    await person.sees(lambda: person.shows("travelBar"))


async def test_the_last_step_is_what_is_there_now(person: Any, desk: Any, store: Any) -> None:
    await talk(person)
    context = person.window.context_id
    timeline = Timeline(await desk.take_out(context))
    assert list(timeline.entries(len(timeline) - 1)) == list(await store.entries(context, 0, 4))


async def test_the_same_log_gives_the_same_view(person: Any) -> None:
    await talk(person)
    view = person.find("chatView")
    before = person.rows()
    await travel(person)
    slider = person.find("travelSlider")
    assert person.rows() == before
    forward, pictures = [], []
    for step in range(slider.maximum() + 1):
        slider.setValue(step)
        view.flush()
        forward.append(person.rows())
        pictures.append(view.viewport().grab().toImage())
    for step in range(slider.maximum(), -1, -1):
        slider.setValue(step)
        view.flush()
        assert person.rows() == forward[step]
        assert view.viewport().grab().toImage() == pictures[step], step
    assert forward[0] == [("저그는?", ""), ("", "submitted")]
    assert forward[-1] == before


async def test_every_step_says_what_happened(person: Any) -> None:
    await talk(person)
    await travel(person)
    slider, said = person.find("travelSlider"), person.find("travelMoment")
    slider.setValue(0)
    assert said.text().startswith("1 / 12 · ")
    assert said.text().endswith("Asked")
    person.press("travelAfter")
    assert said.text().endswith("Sent")
    happened = set()
    for step in range(slider.maximum() + 1):
        slider.setValue(step)
        happened.add(said.text().rpartition(" · ")[2])
    assert "Result: text" in happened
    person.key(Qt.Key.Key_End, at="travelSlider")
    assert said.text().endswith("Done")


async def test_now_comes_back_by_escape_by_the_key_and_by_speaking(person: Any) -> None:
    await talk(person)
    now = person.rows()
    for leave in (
        lambda: person.key(Qt.Key.Key_Escape, at="travelBar"),
        lambda: person.action("actionTimeTravel").trigger(),
        lambda: person.press("travelClose"),
    ):
        await travel(person)
        person.find("travelSlider").setValue(2)
        assert person.rows() != now
        leave()
        assert person.rows() == now
        assert not person.action("actionTimeTravel").isChecked()
    await travel(person)
    person.find("travelSlider").setValue(0)
    person.say("프로토스는?")
    await person.sees(lambda: person.states() == [DONE] * 3)
    assert not person.shows("travelBar")


async def test_it_plays_by_itself_to_the_end(person: Any) -> None:
    await talk(person)
    await travel(person)
    person.find("travelSlider").setValue(8)
    person.press("travelPlay")
    slider = person.find("travelSlider")
    await person.sees(lambda: slider.value() == slider.maximum())
    assert not person.find("travelPlay").isChecked()


async def test_what_is_travelled_is_a_request_and_its_answer(person: Any, desk: Any) -> None:
    await talk(person)
    timeline = Timeline(await desk.take_out(person.window.context_id))
    for step in range(len(timeline)):
        rows = timeline.entries(step)
        assert [type(row) for row in rows] == [RequestEntry, AnswerEntry] * (len(rows) // 2)


async def test_a_question_is_answered_when_it_was_not_before(person: Any, desk: Any) -> None:
    person.say("승률 알려줘")
    await person.sees(lambda: person.shows("choice1"))
    person.action("actionTimeTravel").trigger()
    await person.sees(lambda: person.shows("travelBar"))
    assert person.shows("questionBar"), "the last step is now"
    person.press("travelBefore")
    assert not person.shows("questionBar"), "nothing of the past can be answered"
    person.press("travelClose")
    person.press("choice1")
    await person.sees(lambda: person.states() == [DONE, DONE])
    await person.sees(lambda: not person.shows("questionBar"))
    timeline = Timeline(await desk.take_out(person.window.context_id))
    asked = next(n for n in range(len(timeline)) if timeline.moment(n).turn == 1)
    rows = timeline.entries(asked)
    assert isinstance(rows[1], AnswerEntry)
    assert rows[1].answer.waiting, "the question waits while its answer is on its way"
    last = timeline.entries(len(timeline) - 1)
    assert isinstance(last[1], AnswerEntry)
    assert last[1].answer.answered_by is not None
