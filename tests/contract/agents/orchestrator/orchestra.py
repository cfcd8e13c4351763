"""An orchestrator before scripted delegates, in process and over HTTP, and somebody who asks it."""

import asyncio
import json
import uuid
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

from a2a.server.context import ServerCallContext
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentExtension,
    AgentSkill,
    CancelTaskRequest,
    GetTaskRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskState,
)
from pydantic import JsonValue

from agents.hosting.host import AgentHost
from agents.hosting.journaled import JournaledExecutor
from agents.hosting.owners import call_for
from agents.orchestrator.delegation import DelegationLimits
from agents.orchestrator.earlier import Comparing
from agents.orchestrator.maker import make
from agents.orchestrator.model_planning import ModelPlanner
from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.outgoing import ABOUT
from app.domain.cards import TASK_PER_REQUEST
from app.domain.messages import (
    ANY_FILE,
    CHOICE_MEDIA_TYPE,
    EDITS_MEDIA_TYPE,
    LOG_MEDIA_TYPE,
    QUESTION_MEDIA_TYPE,
)
from app.errors import AgentUnreachable
from app.ports import AgentLink
from app.stream_log.journal import DeskJournal
from tests.contract.transport.executors import Script, ScriptedExecutor, Turn
from tests.contract.transport.serving import Wire
from tests.patience import PATIENCE

SKILLS = {
    "data": ("Win rates of matches", "승률 경기 테란 저그 맵", "tasa de victorias partidas mapa"),
    "logs": (
        "Analyse log files and errors",
        "로그 파일 분석 오류 장애",
        "registros errores servidor",
    ),
    "mail": ("Write mail letters", "메일 편지 쓰기", "escribir correo cartas"),
}


MODES = {"data": ["text/csv"], "logs": [LOG_MEDIA_TYPE, ANY_FILE]}
"""Which files delegates take."""


class File(NamedTuple):
    """A file that goes along with a message."""

    name: str
    media_type: str
    content: bytes


class Heard(NamedTuple):
    """What a delegate was sent."""

    agent: str
    text: str
    task_id: str
    context_id: str
    references: tuple[str, ...]
    choice: str
    values: tuple[Any, ...] = ()
    files: tuple[File, ...] = ()


class Said(NamedTuple):
    """What came back for one message."""

    task: Task
    state: str
    text: str
    status: str
    question: dict[str, Any]

    def data(self, name: str) -> Any:
        """Return the JSON of an artifact."""
        found = [one for one in self.task.artifacts if one.name == name]
        return json.loads(found[-1].parts[0].raw) if found else None


class Noted:
    """Keeps what agents say to each other."""

    def __init__(self) -> None:
        self.records: list[tuple[str, str | None, str, JsonValue]] = []

    def note(
        self,
        *,
        from_agent: str,
        msg_type: str,
        content: JsonValue,
        to_agent: str | None = None,
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> None:
        self.records.append((from_agent, to_agent, msg_type, content))


class Orchestra:
    """Owns the delegates, the orchestrator and the conversation; implements `AgentDirectory`."""

    def __init__(self, wire: Wire, stack: AsyncExitStack, runs: Path) -> None:
        self.runs = runs
        self.heard: list[Heard] = []
        self.notes = Noted()
        self.journal: DeskJournal | None = None
        """Takes down what is said instead of `notes`, by the person and to them too."""
        self.limits = DelegationLimits(silence=PATIENCE, whole=PATIENCE)
        self.planner: ModelPlanner | None = None
        self.approve: frozenset[str] = frozenset()
        self.context_id = str(uuid.uuid4())
        self.last: Task | None = None
        self.late: dict[str, float] = {}
        """Seconds until an agent is reached."""
        self._wire = wire
        self._stack = stack
        self._links: dict[str, AgentLink | None] = {}
        self._host: AgentHost | None = None
        self._records = MemoryStore()
        self.comparing: Comparing | None = None

    async def add(self, name: str, script: Script, *, per_request: bool = True) -> None:
        """Add a delegate with the skills of its name."""

        async def heard(turn: Turn) -> None:
            message = turn.context.message
            assert message is not None
            edits = [json.loads(p.raw) for p in message.parts if p.media_type == EDITS_MEDIA_TYPE]
            files = [File(p.filename, p.media_type, p.raw) for p in message.parts if p.filename]
            choices = [p.raw.decode() for p in message.parts if p.media_type == CHOICE_MEDIA_TYPE]
            self.heard.append(
                Heard(
                    name,
                    turn.text,
                    turn.context.task_id or "",
                    turn.context.context_id or "",
                    tuple(message.reference_task_ids),
                    choices[0] if choices else "",
                    tuple(edits),
                    tuple(files),
                )
            )
            await script(turn)

        host = AgentHost(
            name=name,
            card=card(name, per_request=per_request),
            make_executor=lambda history: ScriptedExecutor(heard, history),
            records=MemoryStore(),
        )
        self._stack.push_async_callback(host.aclose)
        link = await self._wire(host, self._stack)
        self._stack.push_async_callback(link.aclose)
        self._links[name] = link

    def add_link(self, name: str, link: AgentLink) -> None:
        """Add a delegate that lives elsewhere; its link is closed by who made it."""
        self._links[name] = link

    def add_absent(self, name: str) -> None:
        """Add a name behind which nobody answers."""
        self._links[name] = None

    async def names(self) -> Sequence[str]:
        return tuple(self._links)

    async def link(self, agent: str) -> AgentLink:
        await asyncio.sleep(self.late.get(agent, 0))
        found = self._links.get(agent)
        if found is None:
            raise AgentUnreachable(f"Nobody answers at {agent}.")
        return found

    def opened(self, agent: str) -> AgentLink | None:
        return self._links.get(agent)

    async def aclose(self) -> None:
        """Leave the links to the stack."""

    async def say(
        self,
        text: str,
        *,
        choice: str = "",
        slot: str = "x",
        about: Sequence[str] = (),
        asks_about: str = "",
        edits: JsonValue = None,
        user: str = "",
        files: Sequence[File] = (),
    ) -> Said:
        """Say something in the conversation and wait for what comes of it."""
        call = call_for(user)
        host = self.host()
        parts = [Part(text=text)] if text else []
        parts += [Part(raw=f.content, media_type=f.media_type, filename=f.name) for f in files]
        if choice:
            value = json.dumps({"slot": slot, "value": choice}).encode()
            parts.append(Part(raw=value, media_type=CHOICE_MEDIA_TYPE))
        if edits is not None:
            parts.append(Part(raw=json.dumps(edits).encode(), media_type=EDITS_MEDIA_TYPE))
        message = Message(
            message_id=uuid.uuid4().hex,
            role=Role.ROLE_USER,
            context_id=self.context_id,
            parts=parts,
            reference_task_ids=about,
            metadata={ABOUT: asks_about} if asks_about else None,
        )
        request = SendMessageRequest(message=message)
        stream = host.handler.on_message_send_stream(request, call)
        events: list[Any] = [event async for event in stream]
        last = events[-1]
        task_id = last.id if isinstance(last, Task) else last.task_id
        task = await host.handler.on_get_task(GetTaskRequest(id=task_id), call)
        assert task is not None
        self.last = task
        return said(task)

    async def again(self, task_id: str) -> Said:
        """Return how a task of the orchestrator stands."""
        task = await self.host().get(task_id)
        assert task is not None
        return said(task)

    async def cancel(self, task_id: str) -> None:
        """Stop a task of the orchestrator."""
        await self.host().handler.on_cancel_task(CancelTaskRequest(id=task_id), ServerCallContext())

    def restart(self) -> None:
        """Let another program be the orchestrator from now on, over the same tasks."""
        self._host = None

    def host(self) -> AgentHost:
        """Return the orchestrator's host, made at the first use."""
        if self._host is None:
            journal = self.journal
            made, executor = make(
                self,
                runs=self.runs,
                limits=self.limits,
                planner=self.planner,
                notes=journal or self.notes,
                approve=self.approve,
                comparing=self.comparing,
            )
            self._host = AgentHost(
                name="orchestrator",
                card=made,
                make_executor=executor,
                records=self._records,
                around=None
                if journal is None
                else lambda inner: JournaledExecutor(inner, agent="orchestrator", notes=journal),
            )
            self._stack.push_async_callback(self._host.aclose)
        return self._host


def said(task: Task) -> Said:
    state = TaskState.Name(task.status.state).removeprefix("TASK_STATE_").lower()
    texts = ["".join(p.text for p in a.parts) for a in task.artifacts if a.name == "answer"]
    text = "\n\n".join(texts)
    status = "".join(part.text for part in task.status.message.parts)
    asked = [p.raw for p in task.status.message.parts if p.media_type == QUESTION_MEDIA_TYPE]
    return Said(task, state, text, status, json.loads(asked[0]) if asked else {})


def card(name: str, *, per_request: bool) -> AgentCard:
    extensions = [AgentExtension(uri=TASK_PER_REQUEST)] if per_request else []
    return AgentCard(
        name=name,
        description=f"The {name} agent.",
        version="1",
        capabilities=AgentCapabilities(streaming=True, extensions=extensions),
        default_input_modes=[
            "text/plain",
            EDITS_MEDIA_TYPE,
            *MODES.get(name, []),
            *([CHOICE_MEDIA_TYPE] if per_request else []),
        ],
        default_output_modes=["text/plain"],
        skills=[
            AgentSkill(id=str(n), name=words, description=words, tags=["test"])
            for n, words in enumerate(SKILLS.get(name, (name,)))
        ],
    )


def answers(text: str) -> Script:
    """Return a script that answers always the same."""

    async def script(turn: Turn) -> None:
        await turn.updater.start_work(turn.words("looking"))
        await turn.say(text)
        await turn.updater.complete()

    return script
