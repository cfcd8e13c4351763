"""Offline is a state: it is shown, asked after, and what ended meanwhile is told."""

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtNetwork import QNetworkInformation

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.domain.events import AgentEvent
from app.domain.messages import Message
from app.domain.tasks import TaskState
from app.errors import AgentUnreachable
from gui.window.connectivity import Connectivity
from gui.window.silence import Quiet
from tests.scripted import ScriptedAgents, ScriptedLink, status, submitted

pytestmark = pytest.mark.anyio

Reachability = QNetworkInformation.Reachability


class Away(ScriptedLink):
    """An agent elsewhere whose network goes as soon as it works."""

    async def tasks(self, context_id: str) -> Any:
        if self.unreachable:
            raise AgentUnreachable("nobody answers")
        return await super().tasks(context_id)


async def breaks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    yield submitted(message, message.message_id)
    yield status(message, message.message_id, TaskState.WORKING)
    link.unreachable = True
    raise AgentUnreachable("The network is gone.")


@pytest.fixture
async def link() -> Away:
    return Away(breaks, in_process=False)


@pytest.fixture
async def away(open_window: Any, link: Away) -> AsyncIterator[Any]:
    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(link))
    yield await open_window(with_desk=desk)
    await desk.aclose()


async def test_a_silent_agent_is_shown_and_what_ended_there_is_told(away: Any, link: Away) -> None:
    away.say("work")
    await away.sees(lambda: away.shows("liveSign"))
    assert "Offline: Sample data" in away.find("liveText").text()
    assert away.states() == ["working"]
    for task_id, task in link.held.items():
        link.held[task_id] = task.model_copy(update={"state": TaskState.COMPLETED})
    link.unreachable = False
    away.press("liveTryNow")
    await away.sees(lambda: away.states() == ["completed"])
    await away.sees(lambda: not away.shows("liveSign"))
    assert "1 answer finished while you were away." in away.find("notices").texts()


async def test_the_window_waits_for_no_agent_that_an_earlier_run_asked(
    open_window: Any, link: Away
) -> None:
    answers = asyncio.Event()

    async def silent(context_id: str) -> Any:
        await answers.wait()
        return [one for one in link.held.values() if one.context_id == context_id]

    store = MemoryStore()
    desk = Desk(store=store, agents=ScriptedAgents(link))
    turn = await desk.new().start("work")
    await turn.wait()
    await desk.aclose()
    link.unreachable = False
    link.tasks = silent  # type: ignore[method-assign]
    for task_id, task in link.held.items():
        link.held[task_id] = task.model_copy(update={"state": TaskState.COMPLETED})
    later = Desk(store=store, agents=ScriptedAgents(link))
    person = await open_window(with_desk=later, recovering=True)
    assert person.shows("composer")
    answers.set()
    await person.sees(lambda: "1 answer finished" in " ".join(person.find("notices").texts()))
    await later.aclose()


async def test_of_whom_nothing_is_heard_for_long_is_said_where_it_answers(
    open_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Quiet.__init__.__kwdefaults__, "seconds", 0.05)
    goes_on = asyncio.Event()

    async def thinks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        yield submitted(message, message.message_id)
        await goes_on.wait()
        yield status(message, message.message_id, TaskState.COMPLETED)

    thinking = ScriptedLink(thinks, in_process=False)
    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(thinking))
    person = await open_window(with_desk=desk)
    person.say("work")
    await person.sees(lambda: person.shows("liveSign"))
    assert "Nothing was heard of Sample data" in person.find("liveText").text()
    assert not person.shows("liveTryNow")
    there = person.window.context_id
    person.window.new_conversation()
    assert not person.shows("liveSign"), "there is nothing to stop here"
    rows = person.find("conversationList")
    rows.setCurrentIndex(rows.model().index(0))
    await person.sees(lambda: person.window.context_id == there and person.shows("liveStop"))
    now = time.monotonic()
    monkeypatch.setattr("gui.window.silence.time", SimpleNamespace(monotonic=lambda: now))
    await (await desk.session(there)).start("more")
    await person.sees(lambda: person.states() == ["submitted"] * 2)
    person.press("liveStop")
    await person.sees(lambda: person.states() == ["canceled", "submitted"])
    assert not person.shows("liveSign")
    goes_on.set()
    await person.sees(lambda: person.states() == ["canceled", "completed"])
    await desk.aclose()


async def test_without_a_network_it_is_said_until_it_is_back(away: Any) -> None:
    keeping = away.window.findChild(Connectivity)
    keeping.network_changed(Reachability.Disconnected)
    assert "No network" in away.find("liveText").text()
    assert away.shows("liveSign")
    assert not away.shows("liveTryNow")
    keeping.network_changed(Reachability.Online)
    assert not away.shows("liveSign")


async def test_agents_here_are_never_offline(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    assert not person.shows("liveSign")
