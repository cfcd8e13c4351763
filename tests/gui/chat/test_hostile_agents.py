"""Each hostile agent before an open window: a true, plain sentence, few calls and lines."""

from pathlib import Path
from typing import Any

import pytest

from app.connections.directory import ProfileAgents
from app.desk.desk import Desk
from tests.contract.transport.conformance.plain_agent import PlainAgent
from tests.contract.transport.http_agents import listening
from tests.contract.transport.test_hostile_agents import (
    AGENTS,
    DONE,
    LATE,
    MOST_CALLS,
    MOST_LINES,
    Counted,
)
from tests.contract.transport.test_hostile_agents import hurried as hurried
from tests.contract.transport.test_hostile_agents import memory as memory
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

WORDS = {
    "There is no agent at this address.": ["no card"],
    "The agent cannot be reached.": ["a card that fails", "a silent card", "a slow card"],
    "sends its callers to another address": [
        "a card elsewhere",
        "a card nowhere",
        "elsewhere",
        "round in a circle",
        "to a file",
    ],
    "no usable agent card": [
        "a page",
        "a card in UTF-16",
        "a card without a floor",
        "a deep card",
        "a break in the card",
    ],
    "is larger than can be taken at once": ["a huge card", "a huge event"],
    "It is not known whether the agent received this message.": [
        "nothing",
        "no content",
        "null",
        "a number",
        "a list",
        "an empty object",
        "a list for an envelope",
        "a page for an answer",
        "no type",
        "an event without a floor",
        "a stream in UTF-16",
        "a failure",
    ],
    "What is open there is asked for again by itself.": ["a break, and failures"],
    "was asked for one task, and told another": ["a break, and another's task"],
    "sent more and more without an end": [
        "repetitions without end",
        "pieces without end",
        "states without end",
        "artifacts without end",
    ],
    "compresses its answer": ["a lie about its packing", "a packed flood"],
    "has too much to do": ["too often"],
    "those who have signed in": ["no entry"],
    r"caf\xe9": ["an event in Latin-1"],
}
SHOWN = {name: words for words, names in WORDS.items() for name in names}
"""What is seen of each agent that does not come to its answer after all."""


def test_only_agents_that_answer_in_the_end_show_no_reason() -> None:
    assert all(
        ends.code == DONE or ends.says == LATE or n in SHOWN for n, (_, ends) in AGENTS.items()
    )
    assert SHOWN.keys() <= AGENTS.keys()


@pytest.mark.parametrize("name", AGENTS)
async def test_each_ends_with_a_plain_sentence_in_the_window(
    open_window: Any,
    store: Any,
    profile: Path,
    memory: None,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    # What is open is asked for once, and not again while the test looks.
    monkeypatch.setattr("app.desk.reconciliation.FIRST_SECONDS", 2 * PATIENCE)
    faults, ends = AGENTS[name]
    counted = Counted(PlainAgent(faults))
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    async with listening(counted) as counted.agent.base:
        desk = Desk(store=store, agents=agents, default_agent=counted.agent.base)
        person = await open_window(with_desk=desk)

        def seen() -> str:
            return "\n".join([*person.spoken()[1:], person.find("liveText").text()])

        person.say("hello")
        if ends.says == LATE:
            await person.sees(lambda: person.shows("stopButton"))
            person.press("stopButton")
        await person.sees(lambda: SHOWN.get(name, "one two") in seen())
        await person.sees(lambda: not person.shows("stopButton"))
        text = seen()
        await desk.aclose()
        await agents.aclose()
    assert len(text.splitlines()) <= MOST_LINES
    assert counted.calls <= MOST_CALLS
