"""A result that one agent made goes along when another is asked about it, and nothing else does."""

from collections.abc import AsyncIterator

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.desk.outgoing import MOST_ROWS
from app.domain.cards import AgentCard
from app.domain.events import AgentEvent, ArtifactEvent
from app.domain.messages import DataPart, Message, TextPart
from app.domain.tasks import Artifact, TaskState
from app.ports import AgentLink
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once, status, submitted

pytestmark = pytest.mark.anyio

ROWS = [[number] for number in range(MOST_ROWS + 5)]


async def a_table(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    task_id = f"data-{message.message_id}"
    yield submitted(message, task_id)
    for made in (
        Artifact(artifact_id="a", name="answer", parts=(TextPart(text="Terran 58 %"),)),
        Artifact(
            artifact_id="r",
            name="result",
            parts=(DataPart(data={"columns": ["n"], "rows": ROWS, "row_count": 9000}),),
        ),
    ):
        yield ArtifactEvent(task_id=task_id, context_id=message.context_id, artifact=made)
    yield status(message, task_id, TaskState.COMPLETED)


class TextOnly(ScriptedLink):
    @property
    def card(self) -> AgentCard:
        return AgentCard(name="plain", input_modes=("text/plain",))


class Three(ScriptedAgents):
    def __init__(self) -> None:
        self.links: dict[str, ScriptedLink] = {
            "data": ScriptedLink(a_table),
            "other": ScriptedLink(answered_at_once),
            "plain": TextOnly(answered_at_once),
        }
        super().__init__(self.links["data"])

    async def link(self, agent: str) -> AgentLink:
        return self.links[agent]


async def asked(to: str | None, *, about: bool = True) -> tuple[Message, str]:
    agents = Three()
    desk = Desk(store=MemoryStore(), agents=agents)
    session = desk.new()
    made = await session.start("win rate")
    await made.wait()
    task_id = made.answer.task_id
    assert task_id is not None
    await (await session.start("what of it?", about=task_id if about else None, to=to)).wait()
    await desk.aclose()
    return agents.links[to or "data"].sent[-1], task_id


def data_of(message: Message) -> list[DataPart]:
    return [part for part in message.parts if isinstance(part, DataPart)]


async def test_the_result_goes_along_to_an_agent_that_did_not_make_it() -> None:
    message, task_id = await asked("other")
    [part] = data_of(message)
    assert part.media_type == "application/json"
    assert isinstance(part.data, dict)
    assert (part.data["task_id"], part.data["agent"]) == (task_id, "data")
    assert part.data["text"] == "Terran 58 %"
    assert part.data["result"] == {"columns": ["n"], "rows": ROWS[:MOST_ROWS], "row_count": 9000}
    assert message.reference_task_ids == (task_id,)
    assert message.text == "what of it?"


async def test_who_made_it_is_told_the_task_alone() -> None:
    message, task_id = await asked(None)
    assert data_of(message) == []
    assert message.reference_task_ids == (task_id,)


async def test_an_agent_that_takes_no_json_gets_none() -> None:
    message, _ = await asked("plain")
    assert data_of(message) == []


async def test_naming_an_agent_gives_away_nothing_that_was_not_asked_about() -> None:
    message, _ = await asked("other", about=False)
    assert data_of(message) == []
    assert message.reference_task_ids == ()
