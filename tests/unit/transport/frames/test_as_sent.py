"""What was sent is kept beside what was read of it, and its form is judged."""

import math
from typing import Any

import pytest

from app.domain.frames import Frame
from tests.contract.transport.conformance.plain_agent import Faults, Json, PlainAgent
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, say
from transport.conformance.frame_marks import marks_of
from transport.connect import connect
from transport.protocol.sse import LARGEST_KEPT, JsonBodies

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

BINDINGS = ["JSONRPC", "HTTP+JSON"]


async def frames_with(binding: str, change: Any = lambda told: None) -> list[Frame]:
    def events(method: str, told: list[Json]) -> list[Json]:
        change(told)
        return told

    agent = PlainAgent(Faults(events=events))
    async with listening(agent) as agent.base:
        link: Any = await connect(agent.base, binding=binding)
        await collect(link.send(say("Hello")))
        await link.aclose()
    return [one for one in link.recording.frames() if one.direction == "received"]


@pytest.mark.parametrize("binding", BINDINGS)
async def test_what_was_read_as_it_was_sent_is_exact(binding: str) -> None:
    frames = await frames_with(binding)
    assert [one.exact or "as_sent" in one.details for one in frames] == [True] * 5
    assert marks_of(frames) == {}


@pytest.mark.parametrize("binding", BINDINGS)
async def test_what_was_read_leniently_stands_beside_it_and_is_marked(binding: str) -> None:
    def change(told: list[Json]) -> None:
        told[1]["statusUpdate"]["final"] = True
        told[2]["artifactUpdate"]["last_chunk"] = False
        told[3]["artifactUpdate"]["artifact"]["metadata"] = {"x": [math.inf]}
        told[4]["statusUpdate"]["status"]["state"] = 3

    frames = await frames_with(binding, change)
    assert frames[1].details["as_sent"]["statusUpdate"]["final"] is True  # type: ignore[index,call-overload]
    found = {at: {one.rule for one in marks} for at, marks in marks_of(frames).items()}
    assert found == {1: {"json.final"}, 2: {"json.name"}, 3: {"json.text"}, 4: {"json.enum"}}


def test_of_what_is_very_long_little_is_kept() -> None:
    for events, end in ((True, b"\n\n"), (False, b"")):
        cutting = JsonBodies(events=events)
        for _ in range(40):
            assert cutting.taken(b"data: " + b"x" * 65_536) == []
        assert len(b"".join(cutting.taken(end, final=True))) <= 2 * LARGEST_KEPT
