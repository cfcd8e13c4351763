"""An agent that does what a test tells it: a fake at the `AgentLink` port."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from app.domain.cards import TASK_PER_REQUEST, AgentCard
from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent, TaskEvent
from app.domain.ids import utc_now
from app.domain.messages import QUESTION_MEDIA_TYPE, DataPart, Message, Role, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from app.errors import AgentUnreachable, TaskUnknown
from app.ports import AgentLink

Script = Callable[["ScriptedLink", Message], AsyncIterator[AgentEvent]]


class ScriptedLink(AgentLink):
    """Keeps the tasks that its script makes, as an agent would."""

    def __init__(
        self, script: Script, *, per_request: bool = True, in_process: bool = True
    ) -> None:
        self._card = AgentCard(
            name="scripted", extensions=(TASK_PER_REQUEST,) if per_request else ()
        )
        self._in_process = in_process
        self._script = script
        self.sent: list[Message] = []
        self.canceled: list[str] = []
        self.held: dict[str, Task] = {}
        self.stopped: dict[str, asyncio.Event] = {}
        self.unreachable = False
        self.before_cancel: Callable[[], Awaitable[None]] | None = None

    @property
    def card(self) -> AgentCard:
        return self._card

    @property
    def in_process(self) -> bool:
        return self._in_process

    async def send(self, message: Message) -> AsyncIterator[AgentEvent]:
        self.sent.append(message)
        async for event in self._script(self, message):
            self.keep(event)
            yield event

    async def subscribe(self, task_id: str) -> AsyncIterator[AgentEvent]:
        yield TaskEvent(task=await self.get(task_id))

    async def get(self, task_id: str) -> Task:
        if self.unreachable:
            raise AgentUnreachable("nobody answers")
        if task_id not in self.held:
            raise TaskUnknown(f"no task {task_id}")
        return self.held[task_id]

    async def cancel(self, task_id: str) -> Task:
        if self.before_cancel is not None:
            await self.before_cancel()
        if self.unreachable:
            raise AgentUnreachable("nobody answers")
        self.canceled.append(task_id)
        task = self.held[task_id]
        if not task.state.terminal:
            task = task.model_copy(update={"state": TaskState.CANCELED})
            self.held[task_id] = task
        self.stopped.setdefault(task_id, asyncio.Event()).set()
        return task

    async def tasks(self, context_id: str) -> Sequence[Task]:
        return [task for task in self.held.values() if task.context_id == context_id]

    async def aclose(self) -> None:
        pass

    def keep(self, event: AgentEvent) -> None:
        match event:
            case TaskEvent(task=task):
                self.held[task.task_id] = task
            case StatusEvent() if event.task_id in self.held:
                self.held[event.task_id] = self.held[event.task_id].model_copy(
                    update={"state": event.state, "status": event.message}
                )
            case _:
                pass


class ScriptedAgents:
    """A directory of one agent, or of none that can be reached."""

    def __init__(self, link: ScriptedLink | None) -> None:
        self._link = link

    async def names(self) -> Sequence[str]:
        return ["data"]

    async def link(self, agent: str) -> AgentLink:
        if self._link is None:
            raise AgentUnreachable(f"{agent} cannot be reached")
        return self._link

    def opened(self, agent: str) -> AgentLink | None:
        return self._link

    async def aclose(self) -> None:
        pass


def submitted(message: Message, task_id: str) -> TaskEvent:
    """The first event of a stream: the task, with the message in its history."""
    return TaskEvent(
        task=Task(
            task_id=task_id,
            context_id=message.context_id,
            state=TaskState.SUBMITTED,
            history=(message,),
        )
    )


def status(message: Message, task_id: str, state: TaskState, text: str = "") -> StatusEvent:
    """A change of state with words."""
    said = agent_says(message.context_id, text) if text else None
    return StatusEvent(
        task_id=task_id, context_id=message.context_id, state=state, message=said, at=utc_now()
    )


def question(message: Message, task_id: str, text: str, *labels: str) -> StatusEvent:
    """An input-required status with choices."""
    choices = [{"value": label, "label": label, "count": 7} for label in labels]
    data = DataPart(
        data={"slot": "race", "choices": choices, "multi": False}, media_type=QUESTION_MEDIA_TYPE
    )
    said = agent_says(message.context_id, text)
    said = said.model_copy(update={"parts": (*said.parts, data)})
    return StatusEvent(
        task_id=task_id,
        context_id=message.context_id,
        state=TaskState.INPUT_REQUIRED,
        message=said,
        at=utc_now(),
    )


def artifact(
    message: Message, task_id: str, text: str, *, append: bool = False, name: str = "answer"
) -> ArtifactEvent:
    """A piece of an answer."""
    return ArtifactEvent(
        task_id=task_id,
        context_id=message.context_id,
        artifact=Artifact(artifact_id=f"{task_id}-{name}", name=name, parts=(TextPart(text=text),)),
        append=append,
    )


def agent_says(context_id: str, text: str) -> Message:
    """A message of the agent."""
    return Message(
        message_id=f"m-{text[:20]}",
        context_id=context_id,
        role=Role.AGENT,
        parts=(TextPart(text=text),),
        created_at=utc_now(),
    )


async def answered_at_once(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    """Submitted, working, two pieces of text, completed."""
    task_id = f"task-{len(link.sent)}"
    yield submitted(message, task_id)
    yield status(message, task_id, TaskState.WORKING, "counting")
    yield artifact(message, task_id, "one ")
    yield artifact(message, task_id, f"two: {message.text}", append=True)
    yield status(message, task_id, TaskState.COMPLETED, "done")


async def asks_then_answers(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    """The first message is answered by a question, the next settles it."""
    task_id = f"task-{len(link.sent)}"
    yield submitted(message, task_id)
    if len(link.sent) == 1:
        yield question(message, task_id, "Which race?", "Terran", "Zerg")
        return
    for parked in message.reference_task_ids:
        if link.held[parked].state is TaskState.INPUT_REQUIRED:
            link.held[parked] = link.held[parked].model_copy(
                update={
                    "state": TaskState.COMPLETED,
                    "status": agent_says(message.context_id, f"answered by {task_id}"),
                }
            )
    yield artifact(message, task_id, "58%")
    yield artifact(message, task_id, "{}", name="result")
    yield status(message, task_id, TaskState.COMPLETED, "58%")


async def never_ends(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    """Works until it is cancelled, after the first piece of its answer."""
    task_id = f"task-{len(link.sent)}"
    yield submitted(message, task_id)
    yield status(message, task_id, TaskState.WORKING, "counting")
    yield artifact(message, task_id, "one ")
    await link.stopped.setdefault(task_id, asyncio.Event()).wait()
