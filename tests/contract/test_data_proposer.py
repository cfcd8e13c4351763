"""A proposer beside the parser: asked only where words were not understood, never believed."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from agents.data.maker import make
from agents.data.proposals import Check, Proposer
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.contexts import ContextRequest, ContextWindow
from app.domain.ids import utc_now
from app.domain.memories import Memory
from app.ports import AgentContexts, FoundContext
from tests.contract.test_data_executor import TODAY, Talk, cells


class Script:
    """Proposes the same frame each time, and keeps what it was asked."""

    def __init__(self, frame: Mapping[str, Any] | None) -> None:
        self.frame = frame
        self.asked: list[tuple[str, Mapping[str, Any] | None]] = []
        self.remembered: list[object] = []

    async def __call__(
        self,
        question: str,
        summary: Mapping[str, Any],
        last: Mapping[str, Any] | None,
        check: Check,
    ) -> Mapping[str, Any] | None:
        assert summary["subject"] == "race"
        self.asked.append((question, last))
        self.remembered.append(summary.get("remembered"))
        return self.frame


@asynccontextmanager
async def talking(proposer: Proposer, contexts: AgentContexts | None = None) -> AsyncIterator[Talk]:
    card, executor = make(
        table=None, as_of=TODAY, profile=None, proposer=proposer, contexts=contexts
    )
    host = AgentHost(name="data", card=card, make_executor=executor, records=MemoryStore())
    try:
        yield Talk(host)
    finally:
        await host.aclose()


TERRAN = {"filters": [{"dimension": "race", "values": ["Terran"]}]}


class Facts:
    """What a person asked to remember, for each conversation that asks."""

    def __init__(self, *texts: str) -> None:
        now = utc_now()
        self.asked: list[ContextRequest] = []
        self._facts = tuple(
            Memory(
                id=text,
                tenant_id="local",
                text=text,
                valid_from=now,
                created_at=now,
                updated_at=now,
            )
            for text in texts
        )

    async def window(
        self, conversation_id: str, request: ContextRequest, *, message_id: str = ""
    ) -> FoundContext:
        assert conversation_id
        self.asked.append(request)
        return FoundContext(ContextWindow(memories=self._facts), "miss")


@pytest.mark.anyio
async def test_a_proposer_is_told_what_the_person_asked_to_remember() -> None:
    script, facts = Script(TERRAN), Facts("my race is Terran")
    async with talking(script, facts) as talk:
        await talk.say("Terran win rate")
        assert facts.asked == []  # nobody has to know
        turn = await talk.say("how do my own folks fare overall zzz")
    assert script.remembered == [["my race is Terran"]]
    assert [one.context_type for one in facts.asked] == ["memory"]
    assert "58" in turn.answer
    silent = Script(TERRAN)
    async with talking(silent, Facts()) as talk:
        await talk.say("how do my own folks fare overall zzz")
    assert silent.remembered == [None]


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
