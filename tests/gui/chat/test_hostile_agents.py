"""One agent of each hostile kind, before an open window: a plain sentence, few calls and lines."""

from pathlib import Path
from typing import Any

import pytest

from app.connections.directory import ProfileAgents
from app.desk.desk import Desk
from tests.contract.transport.conformance.plain_agent import PlainAgent
from tests.contract.transport.http_agents import listening
from tests.contract.transport.test_hostile_agents import (
    AGENTS,
    LATE,
    MOST_CALLS,
    MOST_LINES,
    Counted,
)
from tests.contract.transport.test_hostile_agents import hurried as hurried
from tests.contract.transport.test_hostile_agents import memory as memory

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

SHOWN = {
    "a break in a piece": "one two",
    "repetitions": "one two",
    "an open end": "one two",
    "a task of another name at every event": "one two",
    "round in a circle": "elsewhere",
    "a huge event": "more than 1,000,000 bytes",
    "an event in Latin-1": r"caf\xe9",
    "a packed flood": "compresses",
    "slow bytes": "one two",
}


@pytest.mark.parametrize("name", SHOWN)
async def test_each_kind_ends_with_a_plain_sentence_in_the_window(
    open_window: Any, store: Any, profile: Path, memory: None, name: str
) -> None:
    faults, ends = AGENTS[name]
    counted = Counted(PlainAgent(faults))
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    async with listening(counted) as counted.agent.base:
        desk = Desk(store=store, agents=agents, default_agent=counted.agent.base)
        person = await open_window(with_desk=desk)
        person.say("hello")
        await person.sees(lambda: len(person.rows()) == 2)
        if ends.says == LATE:
            await person.sees(lambda: person.shows("stopButton"))
            person.press("stopButton")
        await person.sees(lambda: SHOWN[name] in person.rows()[1][0])
        await person.sees(lambda: not person.shows("stopButton"))
        [_, (text, _)] = person.rows()
        await desk.aclose()
        await agents.aclose()
    assert len(text.splitlines()) <= MOST_LINES
    assert counted.calls <= MOST_CALLS
