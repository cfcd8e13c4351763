"""A data agent by script, at the port: it asks back, answers with a table and combines."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime

from pydantic import JsonValue

from app.domain.cards import TASK_PER_REQUEST, AgentCard, Skill
from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent, TaskEvent
from app.domain.messages import (
    QUESTION_MEDIA_TYPE,
    DataPart,
    Message,
    Role,
    TextPart,
)
from app.domain.tasks import Artifact, Task, TaskState
from app.domain.usage import USAGE
from app.errors import AgentUnreachable, TaskUnknown
from app.ports import AgentLink

CARD = AgentCard(
    name="data",
    title="Data analysis",
    description="Win rates from a table of matches.",
    version="1.0",
    skills=(
        Skill(
            skill_id="rates-ko",
            name="승률",
            description="종족별 승률",
            examples=("승률 알려줘", "테란 승률은?", "맵별 저그 승률을 보여줘"),
            tags=("ko",),
        ),
        Skill(
            skill_id="rates-en",
            name="Win rates",
            description="Win rates by race",
            examples=("What is the win rate?", "How often does Terran win?", "Zerg by map"),
            tags=("en",),
        ),
        Skill(
            skill_id="rates-es",
            name="Victorias",
            description="Porcentaje de victorias por raza",
            examples=("¿Cuál es el porcentaje de victorias?", "¿Y los terran?", "Zerg por mapa"),
            tags=("es",),
        ),
    ),
    extensions=(TASK_PER_REQUEST,),
)

RACES = {"테란": ("Terran", 58), "저그": ("Zerg", 42), "프로토스": ("Protoss", 50)}


class ScriptedAgent:
    """An `AgentLink` with its tasks in memory; `gate` holds a slow answer back until it is set."""

    in_process = True

    def __init__(self, card: AgentCard = CARD) -> None:
        self.card = card
        self.received: list[Message] = []
        self.gate = asyncio.Event()
        self.usage: dict[str, JsonValue] = {}
        """What each finished answer tells of its usage."""

        self.frame: JsonValue = None
        """How each answer with a table tells that its question was understood."""

        self._tasks: dict[str, Task] = {}

    async def send(self, message: Message) -> AsyncIterator[AgentEvent]:
        """Answer by what the message says."""
        self.received.append(message)
        task_id = message.task_id or f"task-{len(self.received)}"
        self._put(task_id, message, TaskState.SUBMITTED)
        yield TaskEvent(task=self._tasks[task_id])
        yield self._status(task_id, message, TaskState.WORKING, "Reading the table")
        text = message.text
        race = next((name for name in RACES if name in text), None)
        if "느리게" in text or "slowly" in text:
            async for event in self._slowly(task_id, message):
                yield event
        elif "실패" in text:
            yield self._status(task_id, message, TaskState.FAILED, "그 열은 표에 없습니다")
        elif "종합" in text:
            for event in self._answer(task_id, message, "테란 **58 %**, 저그 **42 %**"):
                yield event
        elif race is None:
            yield self._ask(task_id, message)
        else:
            for parked in message.reference_task_ids:
                if self._tasks[parked].state is TaskState.INPUT_REQUIRED:
                    self._put(parked, message, TaskState.COMPLETED)
            name, rate = RACES[race]
            for event in self._answer(task_id, message, f"{name}: **{rate} %**", rate):
                yield event

    async def subscribe(self, task_id: str) -> AsyncIterator[AgentEvent]:
        """Give the task as it stands."""
        yield TaskEvent(task=await self.get(task_id))

    async def get(self, task_id: str) -> Task:
        """Return a task."""
        if task_id not in self._tasks:
            raise TaskUnknown(f"no task {task_id}")
        return self._tasks[task_id]

    async def cancel(self, task_id: str) -> Task:
        """End a task that is not settled."""
        task = await self.get(task_id)
        if not task.state.terminal:
            task = self._tasks[task_id] = task.model_copy(update={"state": TaskState.CANCELED})
        self.gate.set()
        return task

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return the tasks of a conversation."""
        return [task for task in self._tasks.values() if task.context_id == context_id]

    async def aclose(self) -> None:
        """Let go of what is held back."""
        self.gate.set()

    async def _slowly(self, task_id: str, message: Message) -> AsyncIterator[AgentEvent]:
        artifact = Artifact(artifact_id="a", name="answer", parts=(TextPart(text="한 마디 "),))
        yield self._artifact(task_id, message, artifact)
        await self.gate.wait()
        if self._tasks[task_id].state is not TaskState.CANCELED:
            yield self._artifact(task_id, message, artifact, append=True)
            yield self._status(task_id, message, TaskState.COMPLETED, "")

    def _ask(self, task_id: str, message: Message) -> AgentEvent:
        choices = [
            {"value": name, "label": label, "count": 1200 + at}
            for at, (label, (name, _)) in enumerate(RACES.items())
        ]
        data = {"slot": "race", "choices": choices}
        parts = (
            TextPart(text="어느 종족의 승률을 볼까요?"),
            DataPart(data=data, media_type=QUESTION_MEDIA_TYPE),
        )
        return self._status(task_id, message, TaskState.INPUT_REQUIRED, "", parts)

    def _answer(
        self, task_id: str, message: Message, text: str, rate: int | None = None
    ) -> list[AgentEvent]:
        events = [
            self._artifact(
                task_id,
                message,
                Artifact(artifact_id="a", name="answer", parts=(TextPart(text=text),)),
            )
        ]
        if rate is not None:
            data = {
                "columns": [
                    {"name": "race", "type": "text", "label": "Race"},
                    {"name": "win_rate", "type": "rate", "label": "Win rate"},
                ],
                "rows": [[text.split(":")[0], rate / 100]],
                "row_count": 1,
                "warnings": [],
                "source": {"file": "sample.csv", "sha256": "0" * 64, "rows": 5100},
            }
            result = Artifact(artifact_id="r", name="result", parts=(DataPart(data=data),))
            events.append(self._artifact(task_id, message, result))
            if self.frame:
                part = DataPart(data=self.frame)
                frame = Artifact(artifact_id="f", name="frame", parts=(part,))
                events.append(self._artifact(task_id, message, frame))
        events.append(self._status(task_id, message, TaskState.COMPLETED, ""))
        return events

    def _artifact(
        self, task_id: str, message: Message, artifact: Artifact, *, append: bool = False
    ) -> AgentEvent:
        return ArtifactEvent(
            task_id=task_id, context_id=message.context_id, artifact=artifact, append=append
        )

    def _status(
        self,
        task_id: str,
        message: Message,
        state: TaskState,
        text: str,
        parts: tuple[TextPart | DataPart, ...] = (),
    ) -> AgentEvent:
        said = None
        used = self.usage if state is TaskState.COMPLETED else {}
        if text or parts or used:
            said = Message(
                message_id=f"{task_id}-{state}",
                context_id=message.context_id,
                role=Role.AGENT,
                parts=parts or (TextPart(text=text),),
                metadata={USAGE: used} if used else {},
                created_at=datetime.now(UTC),
            )
        self._put(task_id, message, state, said)
        return StatusEvent(
            task_id=task_id, context_id=message.context_id, state=state, message=said
        )

    def _put(
        self, task_id: str, message: Message, state: TaskState, said: Message | None = None
    ) -> None:
        old = self._tasks.get(task_id)
        self._tasks[task_id] = Task(
            task_id=task_id,
            context_id=old.context_id if old is not None else message.context_id,
            state=state,
            status=said,
        )


class ScriptedAgents:
    """An `AgentDirectory` of one scripted agent under every name but `nobody`.

    It is open unless `opening` is cleared: then it can be asked once that is set.
    """

    def __init__(self, make: Callable[[], ScriptedAgent] = ScriptedAgent) -> None:
        self.agent = make()
        self.opening = asyncio.Event()
        self.opening.set()

    async def names(self) -> Sequence[str]:
        """Return the names."""
        return ["data", "echo"]

    async def link(self, agent: str) -> AgentLink:
        """Return the agent; `nobody` cannot be reached."""
        await self.opening.wait()
        if agent == "nobody":
            raise AgentUnreachable("Nobody answers.")
        return self.agent

    def opened(self, agent: str) -> AgentLink | None:
        """Return the agent if it can be asked at once."""
        return self.agent if self.opening.is_set() and agent != "nobody" else None

    async def aclose(self) -> None:
        """Close the agent."""
        await self.agent.aclose()
