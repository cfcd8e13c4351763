"""A model calls what may touch anything when the person has seen the call and allowed it."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, nullcontext
from pathlib import Path
from typing import Any

import pytest
from a2a.server.context import ServerCallContext
from a2a.types import Message, Part, Role, SendMessageRequest, Task, TaskState
from pydantic import Field
from pydantic_ai.messages import ModelMessage, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from agents.hosting.host import AgentHost
from agents.models.chat_agent import card_of
from agents.models.chat_executor import ChatExecutor
from agents.models.config import ModelConfig
from agents.models.language_model import LanguageModel
from agents.storage.runs import runs
from agents.toolbox import Configured
from agents.tools.registry import ToolRegistry
from agents.tools.settings import allow_call, allowed_calls
from agents.tools.tool import Action, Parameters, Tool
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.messages import CHOICE_MEDIA_TYPE, QUESTION_MEDIA_TYPE
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

GIVEN = '{"first": 40, "second": 2}'
CONFIG = ModelConfig(kind="ollama", name="test", seconds=PATIENCE)


class Adding(Parameters):
    first: int
    second: int = Field(0, description="```evil``` <b>")


class Desk:
    """A chat agent with a tool that may touch anything, and what it was called with."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self.called: list[tuple[int, int]] = []
        self.allowed: list[str] = []
        self.returned: list[str] = []
        self._stack = stack
        self._records = MemoryStore()

    def host(self) -> AgentHost:
        """Open the agent; a second one is the program after a restart."""

        async def add(given: Adding) -> dict[str, int]:
            self.called.append((given.first, given.second))
            return {"sum": given.first + given.second}

        action = Action(name="add", description="Add.", parameters=Adding, run=add,
                        effects=frozenset({"unknown"}))  # fmt: skip
        tool = Tool(name="figures", description="Figures.", actions=(action,))
        tools = Configured(ToolRegistry([tool]), (), frozenset(self.allowed))

        async def says(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
            returned = [
                str(part.content)
                for message in messages
                for part in message.parts
                if isinstance(part, ToolReturnPart)
            ]
            self.returned += returned
            if not returned:
                assert [one.name for one in info.function_tools] == ["figures__add"]
                yield {0: DeltaToolCall(name="figures__add", json_args=GIVEN)}
            else:
                yield "It is 42." if "42" in returned[-1] else "I may not."

        model = LanguageModel(CONFIG, model=FunctionModel(stream_function=says))
        host = AgentHost(
            name="chat",
            card=card_of(CONFIG),
            make_executor=lambda history: ChatExecutor(
                model,
                history=history,
                tools=lambda: nullcontext(tools),
                runs=self.folder / "runs",
                allow=self.allowed.append,
            ),
            records=self._records,
        )
        self._stack.push_async_callback(host.aclose)
        return host


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with AsyncExitStack() as stack:
        yield Desk(tmp_path, stack)


async def say(host: AgentHost, text: str, *, task: Task | None = None, choice: str = "") -> Task:
    parts = [Part(text=text)]
    if choice:
        value = json.dumps({"slot": "permission", "value": choice}).encode()
        parts.append(Part(raw=value, media_type=CHOICE_MEDIA_TYPE))
    message = Message(
        message_id=f"{text}-{choice}-{task.id if task else ''}",
        role=Role.ROLE_USER,
        context_id="c",
        task_id=task.id if task is not None else "",
        parts=parts,
    )
    request = SendMessageRequest(message=message)
    events = [e async for e in host.handler.on_message_send_stream(request, ServerCallContext())]
    last = events[-1]
    found = await host.get(last.id if isinstance(last, Task) else last.task_id)
    assert found is not None
    return found


def answer_of(task: Task) -> str:
    return "".join(p.text for a in task.artifacts if a.name == "answer" for p in a.parts)


async def test_the_person_is_shown_the_call_and_allows_it(desk: Desk) -> None:
    host = desk.host()
    asked = await say(host, "what is forty and two?")
    assert asked.status.state == TaskState.TASK_STATE_INPUT_REQUIRED
    assert desk.called == [], "nothing is called before"
    assert asked.status.message.metadata["usage"]["input_tokens"] > 0, "told while it waits too"
    words = "".join(part.text for part in asked.status.message.parts)
    assert "figures.add" in words and '"first": 40' in words
    (question,) = (
        json.loads(part.raw)
        for part in asked.status.message.parts
        if part.media_type == QUESTION_MEDIA_TYPE
    )
    assert [one["value"] for one in question["choices"]] == ["once", "always", "no"]
    (run,) = runs(desk.folder / "runs")
    assert run.status == "waiting"
    done = await say(host, "yes", task=asked, choice="once")
    assert done.id == asked.id and done.status.state == TaskState.TASK_STATE_COMPLETED
    assert desk.called == [(40, 2)] and answer_of(done) == "It is 42."
    assert desk.allowed == [], "once is once"
    (run,) = runs(desk.folder / "runs")
    assert run.status == "completed"
    assert [one["executor"] for one in run.session.results] == ["figures"]


async def test_the_answer_may_come_after_a_restart(desk: Desk) -> None:
    first = desk.host()
    asked = await say(first, "what is forty and two?")
    await first.aclose()
    done = await say(desk.host(), "yes", task=asked, choice="once")
    assert desk.called == [(40, 2)] and answer_of(done) == "It is 42."


async def test_what_is_allowed_for_good_is_not_asked_again(desk: Desk) -> None:
    host = desk.host()
    asked = await say(host, "what is forty and two?")
    await say(host, "always", task=asked, choice="always")
    assert desk.allowed == ["figures.add"]
    done = await say(desk.host(), "once more")
    assert done.status.state == TaskState.TASK_STATE_COMPLETED
    assert desk.called == [(40, 2), (40, 2)]


@pytest.mark.parametrize(("text", "choice"), [("no", "no"), ("yes, please call it", ""),
                                              ("x", "everything")])  # fmt: skip
async def test_nothing_but_the_choice_allows_a_call(desk: Desk, text: str, choice: str) -> None:
    host = desk.host()
    asked = await say(host, "what is forty and two?")
    done = await say(host, text, task=asked, choice=choice)
    assert desk.called == [] and answer_of(done) == "I may not."
    assert "did not allow" in desk.returned[-1]


def test_what_is_allowed_for_good_is_in_the_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        '# mine\n[tools]\nallow = ["a.b"]\n\n[tools.mcp]\nfigures = ["x"]\n'
    )
    allow_call(tmp_path, "figures.add")
    allow_call(tmp_path, "figures.add")
    assert allowed_calls(tmp_path) == {"a.b", "figures.add"}
    text = (tmp_path / "settings.toml").read_text()
    assert "# mine" in text and 'figures = ["x"]' in text
