"""An agent without words of its own says what it was told to remember, and hears all else."""

from collections.abc import AsyncIterator

import pytest
from a2a.types import Task, TaskState

from agents.answering.memory_requests import NotingExecutor
from agents.echo import make
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from tests.unit.agents.hosting.test_host import send

pytestmark = pytest.mark.anyio


@pytest.fixture
async def host() -> AsyncIterator[AgentHost]:
    card, make_executor = make(table=None, as_of=None, profile=None)
    made = AgentHost(
        name="echo",
        card=card,
        make_executor=make_executor,
        records=MemoryStore(),
        around=NotingExecutor,
    )
    yield made
    await made.aclose()


def said(task: Task) -> str:
    return "".join(part.text for one in task.artifacts for part in one.parts)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Remember that my race is Zerg.", "Noted: “my race is Zerg”"),
        ("내 종족은 저그라고 기억해 줘", "기억해 두었습니다: “내 종족은 저그”"),
        ("Olvida que mi raza es Zerg", "Ya no lo recuerdo: «mi raza es Zerg»"),
        ("forget: *all* [of](x)", "I do not remember this any more: “\\*all\\* \\[of\\](x)”"),
    ],
)
async def test_a_wish_is_answered_in_its_language(host: AgentHost, text: str, answer: str) -> None:
    task = await send(host, text)
    assert task.status.state == TaskState.TASK_STATE_COMPLETED
    assert said(task) == answer


async def test_everything_else_reaches_the_agent(host: AgentHost) -> None:
    task = await send(host, "Do you remember my race?")
    assert "Do you remember my race?" in said(task)
