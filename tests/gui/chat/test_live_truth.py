"""What the window says of answers is so: how they ended, how long they took, what was open."""

from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint

from gui.look.preferences import Preferences
from gui.texts.messages import duration_words

pytestmark = pytest.mark.anyio


async def test_what_ended_badly_unseen_is_marked_so(person: Any, desk: Any) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    first = person.window.context_id
    person.action("actionNewConversation").trigger()
    await (await desk.session(first)).stop()
    await person.sees(lambda: "Stopped" in person.marks()[0])


async def test_what_ended_while_nobody_looked_is_marked_at_the_start(
    open_window: Any, store: Any, agents: Any
) -> None:
    from app.desk.desk import Desk
    from app.desk.recovery import Recovery
    from gui.window.connectivity import Connectivity

    desk = Desk(store=store, agents=agents)
    person = await open_window(with_desk=desk)
    person.say("실패해줘")
    await person.sees(lambda: person.states() == ["failed"])
    person.action("actionNewConversation").trigger()
    [listed] = await desk.conversations()
    [entry] = await store.answers(listed.context_id)
    again = await open_window(with_desk=desk)
    again.window.findChild(Connectivity).found_at_start(Recovery(interrupted=(entry.answer,)))
    await again.sees(lambda: "Failed" in again.marks()[0])
    await desk.aclose()


async def test_the_open_conversation_is_kept_before_the_window_closes(open_window: Any) -> None:
    kept: list[str] = []
    chosen = Preferences(
        language="en", theme="light", on_save=lambda p: kept.append(p.last_conversation)
    )
    person = await open_window(preferences=chosen)
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    await person.sees(lambda: person.window.context_id in kept)


async def test_an_answer_says_how_long_it_took(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    view = person.find("chatView")

    def tip() -> str:
        top = round(view.row_rect(1).top()) + 20
        return str(view.tooltip_at(QPoint(view.column.x() + 30, top)))

    # The row is laid out with the frame after the state.
    await person.sees(lambda: "First heard of after 0." in tip())


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.04, "0.0 s"), (3.14, "3.1 s"), (42.4, "42 s"), (75, "1 min 15 s")]
)
def test_lengths_of_time(seconds: float, words: str) -> None:
    assert duration_words(seconds, QLocale("en")) == words
