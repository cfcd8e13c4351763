"""To whom a message goes: to the agent it names, to the one it answers, else to the usual one."""

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.desk.outgoing import addressee
from app.domain.conversations import RequestEntry
from app.domain.tasks import Choice, TaskState
from app.errors import BadInput
from app.ports import AgentLink
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once, asks_then_answers

pytestmark = pytest.mark.anyio


class Two(ScriptedAgents):
    """A directory of two agents: `data` answers at once, `other` asks first."""

    def __init__(self) -> None:
        self.data = ScriptedLink(answered_at_once)
        self.other = ScriptedLink(asks_then_answers)
        super().__init__(self.data)

    async def link(self, agent: str) -> AgentLink:
        return self.other if agent == "other" else self.data


async def test_a_message_goes_to_the_agent_that_it_names_in_the_same_context() -> None:
    store, agents = MemoryStore(), Two()
    desk = Desk(store=store, agents=agents)
    session = desk.new()
    await (await session.start("first")).wait()
    turn = await session.start("look", to="other")
    await turn.wait()
    assert [m.text for m in agents.other.sent] == ["look"]
    assert agents.other.sent[0].context_id == agents.data.sent[0].context_id
    assert turn.answer.agent == "other"
    assert session.conversation.agent == "data"
    await desk.aclose()
    # After a restart it still says who was asked and who answered.
    again = Desk(store=store, agents=Two())
    request, answer = await again.entries(session.context_id, 2, 4)
    assert isinstance(request, RequestEntry)
    assert addressee(request.message) == "other"
    assert answer.kind == "answer"
    assert answer.answer.agent == "other"


async def test_what_the_named_agent_asks_back_is_answered_to_it() -> None:
    agents = Two()
    desk = Desk(store=MemoryStore(), agents=agents)
    session = desk.new()
    asked = await session.start("look", to="other")
    await asked.wait()
    assert asked.answer.state is TaskState.INPUT_REQUIRED
    answered = await session.start("this one", choice=Choice(value="x", label="this one"))
    await answered.wait()
    assert [m.text for m in agents.other.sent] == ["look", "this one"]
    assert answered.answer.agent == "other"
    assert agents.data.sent == []
    await desk.aclose()


async def test_a_question_of_another_agent_is_not_answered_by_what_names_one() -> None:
    agents = Two()
    desk = Desk(store=MemoryStore(), agents=agents)
    session = desk.new("other")
    await (await session.start("look")).wait()
    turn = await session.start("and you?", to="data")
    await turn.wait()
    [sent] = agents.data.sent
    assert (sent.task_id, sent.reference_task_ids) == (None, ())
    assert len(await session.waiting()) == 1
    await desk.aclose()


async def test_a_retry_goes_to_whom_the_message_named() -> None:
    agents = Two()
    desk = Desk(store=MemoryStore(), agents=agents)
    session = desk.new()
    turn = await session.start("look", to="other")
    await turn.wait()
    await (await session.retry(turn.turn_id)).wait()
    assert [m.text for m in agents.other.sent] == ["look", "look"]
    await desk.aclose()


async def test_a_message_with_an_id_of_its_own_is_said_once() -> None:
    agents = Two()
    desk = Desk(store=MemoryStore(), agents=agents)
    session = desk.new()
    await (await session.start("once", message_id="mine")).wait()
    with pytest.raises(BadInput):
        await session.start("once", message_id="mine")
    assert [m.message_id for m in agents.data.sent] == ["mine"]
    await desk.aclose()
