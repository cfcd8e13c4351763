"""What a desk and its service could not settle is told in the window, with what can be done."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.errors import Conflict
from app.ports import SyncEvent, SyncStatus

pytestmark = pytest.mark.anyio


class Scripted:
    """A syncing whose events the test says."""

    service = "https://desks.example.org"

    def __init__(self) -> None:
        self.status = SyncStatus("in_step")
        self.hearers: list[Callable[[SyncEvent], None]] = []

    def watch(self, watcher: Callable[[SyncStatus], None]) -> Callable[[], None]:
        return lambda: None

    def watch_events(self, watcher: Callable[[SyncEvent], None]) -> Callable[[], None]:
        self.hearers.append(watcher)
        return lambda: self.hearers.remove(watcher)

    def say(self, event: SyncEvent) -> None:
        for hearer in list(self.hearers):
            hearer(event)


@pytest.fixture
def syncing() -> Scripted:
    return Scripted()


@pytest.fixture
async def person(open_window: Any, syncing: Scripted) -> Any:
    return await open_window(syncing=syncing)


def told(person: Any) -> str:
    return " ".join(person.find("notices").texts())


async def test_a_conversation_deleted_elsewhere_is_brought_back(
    person: Any, syncing: Scripted, desk: Any
) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    (conversation,) = await desk.conversations()
    await desk.delete(conversation.context_id)
    await person.sees(lambda: person.titles() == [])
    syncing.say(SyncEvent("deleted", conversation.context_id, "저그는?"))
    assert "“저그는?” was deleted on another desk" in told(person)
    person.press("noticeOffer0")
    await person.sees(lambda: person.titles() == ["저그는?"])


async def test_what_was_erased_elsewhere_is_shown_no_longer(
    person: Any, desk: Any, store: Any
) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    (conversation,) = await desk.conversations()
    person.compose("half a thought")
    await store.purge(conversation.context_id)
    desk.lose(conversation)
    assert person.titles() == []
    await person.sees(lambda: person.rows() == [])
    assert person.find("composer").toPlainText() == "half a thought"
    assert person.window.context_id is None
    assert await store.conversation(conversation.context_id) is None
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.titles() == ["half a thought"])
    assert person.window.context_id != conversation.context_id


async def test_a_name_that_was_not_kept_is_given_again(
    person: Any, syncing: Scripted, desk: Any
) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    (conversation,) = await desk.conversations()
    lost = SyncEvent(
        "overruled",
        conversation.context_id,
        "저그는?",
        about="title",
        mine="Mine",
        theirs="저그는?",
    )
    syncing.say(lost)
    person.press("noticeOffer0")
    await person.sees(lambda: person.titles() == ["Mine"])


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (SyncEvent("made_anew", "c1", "A title"), "made anew"),
        (SyncEvent("sent_again"), "got it again from this desk"),
        (SyncEvent("erased", "c1", "A title"), "and so here"),
        (SyncEvent("erased", "c1", "A title", written=True), "What you wrote since is kept"),
        (SyncEvent("refused", "c1", "A title", Conflict("x")), "belongs to something else"),
        (SyncEvent("refused", error=Conflict("x")), "what is remembered"),
        (
            SyncEvent("overruled", "c1", "A title", about="title", mine="B", theirs="A title"),
            "it is called “A title”. Your name “B” was not kept",
        ),
        (
            SyncEvent("overruled", title="A title", about="fact", mine="{title}", theirs="A"),
            "“A” holds. Your change to “{title}” was not kept",
        ),
    ],
)
async def test_each_is_said_in_words(
    person: Any, syncing: Scripted, event: SyncEvent, words: str
) -> None:
    syncing.say(event)
    assert words in told(person)
    assert "{" not in told(person).replace(event.mine or "{", "")
    assert ("A title" in told(person)) == bool(event.title)


FACT = SyncEvent("overruled", title="My race is Zerg", about="fact")
NOON = "2026-06-03T12:00:00Z"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (FACT._replace(field="agent_id", mine="data"), "“With every agent” holds"),
        (FACT._replace(field="agent_id", mine="data:/x/y.csv"), "Your change to “y.csv” was not"),
        (FACT._replace(field="conversation_id", theirs="{id}"), "“저그는?” holds"),
        (FACT._replace(field="conversation_id", theirs="gone"), "“In all conversations” was not"),
        (FACT._replace(field="valid_from", mine=NOON, theirs=NOON), "“6/3/26” holds"),
        (
            FACT._replace(field="valid_to", theirs=NOON),
            "“Until the end of 6/3/26” holds. Your change to “Without an end” was not kept",
        ),
        (FACT._replace(field="importance", mine="0.5", theirs="0.9"), "“0.9” holds"),
        (FACT._replace(field="importance", mine="0.0", theirs="1.0"), "to “0” was not kept"),
        (
            SyncEvent("overruled", "c1", "A title", about="agent", mine="data:/x/y.csv"),
            "Your change to “y.csv” was not",
        ),
    ],
)
async def test_a_value_that_was_not_kept_is_said_as_it_is_shown(
    person: Any, syncing: Scripted, desk: Any, event: SyncEvent, words: str
) -> None:
    if event.theirs == "{id}":
        person.say("저그는?")
        await person.sees(lambda: person.states() == ["completed"])
        (conversation,) = await desk.conversations()
        event = event._replace(theirs=conversation.context_id)
    syncing.say(event)
    assert words in told(person)


async def test_what_was_not_kept_of_each_field_is_said(person: Any, syncing: Scripted) -> None:
    syncing.say(FACT._replace(field="text", mine="a", theirs="b"))
    syncing.say(FACT._replace(field="agent_id", mine="data"))
    syncing.say(FACT._replace(title="Another", field="text", mine="c", theirs="d"))
    assert "“d” holds" in told(person)
    assert "“b” holds" not in told(person), "of one kind the newest, the others are counted"
    person.press("noticesMore")
    for words in ("“b” holds", "“With every agent” holds", "“d” holds"):
        assert words in told(person)


async def test_a_title_is_text_and_nothing_else(person: Any, syncing: Scripted) -> None:
    syncing.say(SyncEvent("made_anew", "c1", "{why} <b>\u202e"))
    assert "“{why} <b>\ufffd”" in told(person)
