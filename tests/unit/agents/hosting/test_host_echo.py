"""The echo agent shows every state of a task, on the bundled wire as a person would use it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from agents.echo import EchoExecutor, make
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.events import ArtifactEvent, StatusEvent
from app.domain.messages import DataPart, FilePart
from app.domain.tasks import TaskState, question_of
from app.ports import AgentLink
from tests.contract.transport.serving import collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE
from transport.connect import link_in_process

pytestmark = pytest.mark.anyio


@pytest.fixture
async def echo() -> AsyncIterator[AgentLink]:
    card, _ = make(table=None, as_of=None, profile=None)
    host = AgentHost(
        name="echo",
        card=card,
        make_executor=lambda history: EchoExecutor(history=history, pace=0.0),
        records=MemoryStore(),
    )
    link = link_in_process(host.handler, host.card)
    yield link
    await link.aclose()
    await host.aclose()


async def test_words_come_back_as_they_were(echo: AgentLink) -> None:
    events = await collect(echo.send(say("  승률  알려줘\nplease ")))
    pieces = [event.artifact.text for event in events if isinstance(event, ArtifactEvent)]
    assert "".join(pieces) == "승률  알려줘\nplease"
    assert len(pieces) == 3
    assert last_state(events) is TaskState.COMPLETED


async def test_it_counts(echo: AgentLink) -> None:
    events = await collect(echo.send(say("Count 3")))
    assert shape(events) == ["task submitted", "working", "=1 ", "+2 ", "+3 ", "completed"]


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    ("command", "state"),
    [
        ("ask", TaskState.INPUT_REQUIRED),
        ("sign in", TaskState.AUTH_REQUIRED),
        ("reject", TaskState.REJECTED),
        ("fail", TaskState.FAILED),
        ("crash", TaskState.FAILED),
        ("leave", TaskState.FAILED),
    ],
)
async def test_every_state_can_be_had(echo: AgentLink, command: str, state: TaskState) -> None:
    assert last_state(await collect(echo.send(say(command)))) is state


async def test_a_reply_makes_no_task(echo: AgentLink) -> None:
    assert shape(await collect(echo.send(say("reply")))) == ["message"]
    assert await echo.tasks("c") == []


async def test_wait_waits_until_it_is_stopped(echo: AgentLink) -> None:
    events = []
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        async for event in echo.send(say("wait")):
            events.append(event)
            if isinstance(event, StatusEvent) and event.state is TaskState.WORKING:
                group.create_task(echo.cancel(event.task_id))
    assert last_state(events) is TaskState.CANCELED


async def test_its_question_has_choices_and_is_answered_by_a_new_task(echo: AgentLink) -> None:
    asked = await collect(echo.send(say("ask")))
    last = asked[-1]
    assert isinstance(last, StatusEvent)
    question = question_of(last.message)
    assert question is not None
    assert question.text == "Which colour?"
    assert [choice.value for choice in question.choices] == ["red", "green", "blue"]
    answered = await collect(echo.send(say("red", about=(task_id_of(asked),))))
    assert last_state(answered) is TaskState.COMPLETED
    task = await echo.get(task_id_of(asked))
    assert task.status is not None
    assert task.status.metadata["answered_by"] == task_id_of(answered)


async def test_its_question_is_answered_by_its_task_id_too(echo: AgentLink) -> None:
    asked = task_id_of(await collect(echo.send(say("ask"))))
    events = await collect(echo.send(say("red", task=asked)))
    assert shape(events) == ["task working", "working", "=You answered: ", "+red", "completed"]


async def test_its_question_is_given_up_for_another(echo: AgentLink) -> None:
    asked = task_id_of(await collect(echo.send(say("ask"))))
    other = await collect(echo.send(say("hello")))
    assert shape(other)[-2:] == ["=hello", "completed"]
    task = await echo.get(asked)
    assert task.state is TaskState.CANCELED
    assert task.status is not None
    assert task.status.metadata["superseded_by"] == task_id_of(other)


async def test_attachments_come_back(echo: AgentLink) -> None:
    attached = (DataPart(data=[2**53 + 1]), FilePart(name="a", content=b"x"))
    message = say("these")
    message = message.model_copy(update={"parts": (*message.parts, *attached)})
    events = await collect(echo.send(message))
    back = [event.artifact for event in events if isinstance(event, ArtifactEvent)][-1]
    assert back.parts == attached
