"""Search over everything that was said: from the keyboard to the message in its conversation."""

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.records import RecordHit, SearchWanted
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

DONE = "completed"


def read_out(person: Any) -> list[str]:
    """Return what a screen reader says of each hit."""
    model = person.find("searchAllResults").model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]


async def talk(person: Any, *texts: str) -> str:
    person.action("actionNewConversation").trigger()
    for number, text in enumerate(texts, start=1):
        person.say(text)
        await person.sees(lambda n=number: person.states() == [DONE] * n)
    return str(person.window.context_id)


async def ask(person: Any, words: str) -> None:
    person.action("actionSearchAll").trigger()
    person.find("searchAllField").setText(words)
    QTest.keyClick(person.find("searchAllField"), Qt.Key.Key_Return)


async def finds(person: Any, room: Any, words: str, *, count: int = 1) -> list[str]:
    """Search once the log and its index have what was just said."""
    async with asyncio.timeout(PATIENCE):
        while len((await room.search.find(SearchWanted(words))).hits) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await ask(person, words)
    await person.sees(lambda: len(read_out(person)) >= count)
    return read_out(person)


async def test_a_hit_opens_its_conversation_at_the_message(reader: Any, room: Any) -> None:
    asked = [f"프로토스 {number}번" for number in range(30)]
    first = await talk(reader, "저그는?", *asked)
    await talk(reader, "테란은?")
    found = await finds(reader, room, "저그는")
    assert "저그는?" in found[0]
    assert reader.find("searchAllField").hasFocus()
    QTest.keyClick(reader.find("searchAllField"), Qt.Key.Key_Down)
    assert reader.find("searchAllResults").hasFocus()
    QTest.keyClick(reader.find("searchAllResults"), Qt.Key.Key_Return)
    await reader.sees(lambda: reader.window.context_id == first)
    await reader.sees(lambda: not reader.find("searchAll").isVisible())
    view = reader.find("chatView")
    await reader.sees(lambda: not view.row_rect(0).isEmpty() and view.row_rect(0).y() >= 0)


async def test_up_from_the_first_hit_leads_back_to_the_words(reader: Any, room: Any) -> None:
    await talk(reader, "저그는?")
    await finds(reader, room, "저그")
    QTest.keyClick(reader.find("searchAllField"), Qt.Key.Key_Down)
    QTest.keyClick(reader.find("searchAllResults"), Qt.Key.Key_Up)
    assert reader.find("searchAllField").hasFocus()
    QTest.keyClick(reader.find("searchAllField"), Qt.Key.Key_Escape)
    assert not reader.find("searchAll").isVisible()


async def test_filters_narrow_what_is_found(reader: Any, room: Any) -> None:
    first = await talk(reader, "저그는?")
    second = await talk(reader, "저그는 다시?")
    await finds(reader, room, "저그", count=2)
    reader.find("searchAllKind").choose("response")
    await reader.sees(lambda: not read_out(reader))
    reader.find("searchAllKind").choose("request")
    await reader.sees(lambda: len(read_out(reader)) == 2)
    reader.find("searchAllConversation").choose(second)
    await reader.sees(lambda: len(read_out(reader)) == 1)
    assert "다시" in read_out(reader)[0]
    reader.find("searchAllConversation").choose(first)
    await reader.sees(lambda: read_out(reader) and "다시" not in read_out(reader)[0])
    reader.find("searchAllConversation").choose(None)
    reader.find("searchAllKind").choose(None)
    reader.find("searchAllPeriod").choose("day")
    await reader.sees(lambda: len(read_out(reader)) == 2)
    reader.find("searchAllAgent").choose("echo")
    await reader.sees(lambda: reader.find("searchAllStatus").text().startswith("Nothing was"))


async def test_days_of_ones_own_narrow_what_is_found(reader: Any, room: Any) -> None:
    await talk(reader, "저그는?", "저그는 다시?")
    await finds(reader, room, "저그", count=2)
    reader.find("searchAllFilters").click()
    first, last = reader.find("searchAllFrom"), reader.find("searchAllTo")
    assert not first.isVisible()
    reader.find("searchAllPeriod").choose("own")
    assert first.isVisible()
    today = QDate.currentDate()
    first.setDate(today.addDays(1))
    assert last.date() == today.addDays(1)
    await reader.sees(lambda: not read_out(reader))
    last.setDate(today)
    assert first.date() == today
    await reader.sees(lambda: len(read_out(reader)) == 2)
    reader.find("searchAllPeriod").choose(None)
    assert not first.isVisible()


async def test_filters_are_folded_and_say_how_many_narrow(reader: Any, room: Any) -> None:
    await talk(reader, "저그는?")
    await finds(reader, room, "저그")
    unfold, kind = reader.find("searchAllFilters"), reader.find("searchAllKind")
    assert not kind.isVisible()
    unfold.setFocus()
    QTest.keyClick(unfold, Qt.Key.Key_Space)
    assert kind.isVisible()
    kind.choose("request")
    await reader.sees(lambda: unfold.text() == "Filters (1)")
    QTest.keyClick(unfold, Qt.Key.Key_Space)
    assert not kind.isVisible()
    assert len(read_out(reader)) == 1


async def test_an_empty_search_says_where_it_looks(reader: Any) -> None:
    reader.action("actionSearchAll").trigger()
    told = reader.find("searchAllStatus")
    assert told.isVisible() and told.text().startswith("In questions, answers")
    reader.find("searchAllField").setText("xyzzy")
    await reader.sees(lambda: told.text().startswith("Nothing was"))
    reader.find("searchAllField").clear()
    await reader.sees(lambda: told.text().startswith("In questions, answers"))


async def test_what_agents_tell_of_their_work_is_not_found(reader: Any, room: Any) -> None:
    await talk(reader, "저그는?")
    async with asyncio.timeout(PATIENCE):
        while not (await room.search.find(SearchWanted("Reading the table"))).hits:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await ask(reader, "Reading the table")
    await reader.sees(lambda: reader.find("searchAllStatus").text().startswith("Nothing was"))


async def test_what_was_passed_on_is_listed_once(open_window: Any, desk: Any) -> None:
    from app.domain.records import SearchFound

    class Echoing:
        async def find(self, wanted: Any, *, limit: int = 50) -> SearchFound:
            hits = [
                RecordHit(str(at), None, said, to, "request", "c", None, "저그")
                for at, (said, to) in enumerate(
                    [("user", "orchestrator"), ("orchestrator", "data")]
                )
            ]
            return SearchFound(tuple(hits))

    person = await open_window(search=Echoing())
    await ask(person, "저그")
    await person.sees(lambda: len(read_out(person)) == 1)
    assert "You → Orchestrator" in read_out(person)[0]


async def test_a_way_to_search_that_does_not_work_is_not_offered(
    open_window: Any, reader: Any, room: Any
) -> None:
    from app.domain.records import SearchFound

    await talk(reader, "저그는?")
    await finds(reader, room, "저그")
    reader.find("searchAllFilters").click()
    assert not reader.find("searchAllMode").isVisible()

    class Understanding:
        async def find(self, wanted: Any, *, limit: int = 50) -> SearchFound:
            return SearchFound(understands=True)

    person = await open_window(search=Understanding())
    await ask(person, "저그")
    person.find("searchAllFilters").click()
    await person.sees(lambda: person.find("searchAllMode").isVisible())


async def test_an_index_that_lags_is_told_and_asked_again(open_window: Any, desk: Any) -> None:
    from app.domain.records import SearchFound

    class Lagging:
        """Finds nothing the first time, and says that it does not have everything."""

        asked = 0

        async def find(self, wanted: Any, *, limit: int = 50) -> SearchFound:
            self.asked += 1
            hit = RecordHit("m", None, "user", "data", "request", None, None, "저그", ((0, 2),))
            return SearchFound((hit,), True) if self.asked > 1 else SearchFound(current=False)

    person = await open_window(search=Lagging())
    await ask(person, "저그")
    await person.sees(lambda: "not everything" in person.find("searchAllStatus").text().lower())
    await person.sees(lambda: len(read_out(person)) == 1)
    assert "not everything" not in person.find("searchAllStatus").text().lower()
    assert "Outside" not in read_out(person)[0]


async def test_a_hit_is_as_high_as_its_words_and_their_number_stands_above(
    open_window: Any,
) -> None:
    from app.domain.records import SearchFound

    class Two:
        async def find(self, wanted: Any, *, limit: int = 50) -> SearchFound:
            texts = ("저그", "저그는 어디에서 이겼나 " * 20)
            hits = (RecordHit(t, None, "user", None, "request", None, None, t) for t in texts)
            return SearchFound(tuple(hits))

    person = await open_window(search=Two())
    await ask(person, "저그")
    await person.sees(lambda: len(read_out(person)) == 2)
    results, told = person.find("searchAllResults"), person.find("searchAllStatus")
    first, second = (results.visualRect(results.model().index(row, 0)) for row in range(2))
    line = results.fontMetrics().height()
    assert second.height() - first.height() == line
    assert told.text() == "2 results." and told.geometry().bottom() < results.y()


async def test_a_failing_search_says_why(open_window: Any) -> None:
    from app.errors import AgentUnreachable

    class Silent:
        async def find(self, wanted: Any, *, limit: int = 50) -> Any:
            raise AgentUnreachable("Nobody embeds.", key="embedder_silent")

    person = await open_window(search=Silent())
    await ask(person, "저그")
    await person.sees(lambda: person.find("searchAllStatus").text() == "Nobody embeds.")


async def test_marks_count_as_qt_counts(qapp: Any) -> None:
    from gui.search.hit_list import formats

    text = "🙂🙂 저그"
    hit = RecordHit("m", None, "user", None, "request", None, None, text, ((3, 5),))
    (one,) = formats(hit.text, hit.marks, "#0000ff")
    assert (one.start, one.length) == (5, 2)
    assert one.format.fontUnderline()
    assert one.format.fontWeight() > 400


async def test_without_a_log_the_sidebar_is_searched(person: Any) -> None:
    person.action("actionSearchAll").trigger()
    assert person.find("searchField").hasFocus()
    assert not person.action("actionLog").isEnabled()


async def test_a_closed_window_takes_the_search_with_it(reader: Any) -> None:
    reader.action("actionSearchAll").trigger()
    panel = reader.find("searchAll")
    assert panel.isVisible()
    reader.window.close()
    assert not panel.isVisible()
    assert not [one for one in QApplication.topLevelWidgets() if one.isVisible()]
