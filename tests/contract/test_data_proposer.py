"""A proposer beside the parser: asked only where words were not understood, never believed."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from agents.data.maker import make
from agents.data.proposals import Proposer
from agents.host import AgentHost
from app.conversations.memory_store import MemoryStore
from tests.contract.test_data_executor import TODAY, Talk, cells


class Script:
    """Proposes the same frame each time, and keeps what it was asked."""

    def __init__(self, frame: Mapping[str, Any] | None) -> None:
        self.frame = frame
        self.asked: list[tuple[str, Mapping[str, Any] | None]] = []

    async def __call__(
        self, question: str, summary: Mapping[str, Any], last: Mapping[str, Any] | None
    ) -> Mapping[str, Any] | None:
        assert summary["subject"] == "race"
        self.asked.append((question, last))
        return self.frame


@asynccontextmanager
async def talking(proposer: Proposer) -> AsyncIterator[Talk]:
    card, executor = make(table=None, as_of=TODAY, profile=None, proposer=proposer)
    host = AgentHost(name="data", card=card, make_executor=executor, records=MemoryStore())
    try:
        yield Talk(host)
    finally:
        await host.aclose()


TERRAN = {"filters": [{"dimension": "race", "values": ["Terran"]}]}


@pytest.mark.anyio
async def test_a_question_that_was_not_understood_is_answered_from_the_proposed_frame() -> None:
    script = Script(TERRAN)
    async with talking(script) as talk:
        plain = await talk.say("Terran win rate")
        assert script.asked == []  # the parser knew
        turn = await talk.say("how do the marine folks fare overall zzz")
        assert [question for question, _ in script.asked] == [
            "how do the marine folks fare overall zzz"
        ]
        assert script.asked[0][1] is not None  # the last frame
        assert cells(turn) == cells(plain)
        assert turn.data["query"] == plain.data["query"]
        assert "language model" in turn.answer
        texts = [one["text"] for one in turn.data["frame"]["assumptions"]]
        assert any("language model" in text for text in texts)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "frame",
    [
        None,
        {"filters": [{"dimension": "race", "values": ["Orc"]}]},
        {"filters": [{"dimension": "race", "values": ["Zerg"]}]},  # Terran was asked for
        {"measure": "win_rate", "answer": "Terran wins 99%"},
        {"group_by": ["race; DROP TABLE games"]},
    ],
)
async def test_a_lying_proposer_changes_nothing(frame: Mapping[str, Any] | None) -> None:
    script = Script(frame)
    async with talking(script) as talk:
        turn = await talk.say("Terran frobnication")
        assert len(script.asked) == 1
        assert turn.states[-1] == "completed"
        assert "result" not in turn.data
        assert "frobnication" in turn.answer


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["why is Terran weak?", "delete all games", "weather tomorrow"])
async def test_what_is_declined_for_a_reason_is_not_put_to_the_proposer(text: str) -> None:
    script = Script(TERRAN)
    async with talking(script) as talk:
        turn = await talk.say(text)
        assert script.asked == []
        assert "result" not in turn.data


@pytest.mark.anyio
async def test_a_proposed_frame_without_a_subject_leads_to_the_usual_question() -> None:
    async with talking(Script({"measure": "win_rate"})) as talk:
        turn = await talk.say("zzz qqq frobnicate")
        assert turn.states[-1] == "input_required"
        assert turn.question["slot"] == "race"
