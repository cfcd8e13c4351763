"""The reference agent: it says back what it is told, and shows every state a task can have.

Its commands, for tests and for people who write agents or clients: `count 5`, `ask`, `sign in`,
`wait`, `reply`, `reject`, `fail`, `crash`, `leave`. Anything else is streamed back word by word,
and attachments are returned as they came.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentSkill,
    Message,
    Part,
    Role,
    Task,
    TaskState,
)

from agents.answering.extensions import task_per_request
from agents.answering.history import TaskHistory
from agents.hosting.statuses import PARKED
from app.domain.messages import QUESTION_MEDIA_TYPE

_WORDS = re.compile(r"\s*\S+\s*")
_COUNT = re.compile(r"count\s+(\d{1,6})", re.IGNORECASE)
_CHOICES = ("red", "green", "blue")


def make(
    *, table: Path | None, as_of: date | None, profile: Path | None
) -> tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]:
    """Return the echo agent's card and how its executor is made; it needs none of the settings."""
    return _card(), lambda history: EchoExecutor(history=history)


class EchoExecutor(AgentExecutor):
    """Owns nothing between requests: what it needs to know of earlier ones, the history tells."""

    def __init__(self, *, history: TaskHistory, pace: float = 0.02) -> None:
        """Make it; `pace` is the pause between two pieces of an answer, in seconds."""
        self._history = history
        self._pace = pace

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Do what the text says; what an earlier task asked is answered or given up first."""
        text = context.get_user_input().strip()
        if text.lower() == "reply":
            await event_queue.enqueue_event(_message(context, "This is a reply without a task."))
            return
        updater = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        if context.current_task is None and context.message is not None:
            await event_queue.enqueue_event(_new_task(context, context.message))
        await updater.start_work()
        if await self._takes_up_a_question(context):
            await self._stream(updater, ["You answered: ", text])
            await updater.complete()
            return
        await self._obey(text, context, updater)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """End the task as canceled; the host stops the execution."""
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()

    async def _takes_up_a_question(self, context: RequestContext) -> bool:
        if context.current_task is not None:
            return True
        task_id = context.task_id or ""
        referenced = context.message.reference_task_ids if context.message is not None else []
        answered = False
        for parked in await self._history.tasks(context.context_id or ""):
            if parked.status.state not in PARKED or parked.id == task_id:
                continue
            if parked.id in referenced:
                answered |= await self._history.settle(
                    parked.id,
                    state=TaskState.TASK_STATE_COMPLETED,
                    text="Answered.",
                    metadata={"answered_by": task_id},
                )
            else:
                await self._history.settle(
                    parked.id,
                    state=TaskState.TASK_STATE_CANCELED,
                    text="Something else was asked instead.",
                    metadata={"superseded_by": task_id},
                )
        return answered

    async def _obey(self, text: str, context: RequestContext, updater: TaskUpdater) -> None:
        counted = _COUNT.fullmatch(text)
        if counted is not None:
            await self._stream(updater, (f"{n} " for n in range(1, int(counted[1]) + 1)))
            await updater.complete()
            return
        match text.lower():
            case "ask":
                await updater.requires_input(_question(updater))
            case "sign in":
                await updater.requires_auth(_said(updater, "Sign in, then tell me so."))
            case "wait":
                await asyncio.Event().wait()
            case "reject":
                await updater.reject(_said(updater, "This agent does not do that."))
            case "fail":
                await updater.failed(_said(updater, "This failed, as was asked for."))
            case "crash":
                raise RuntimeError("The echo agent was told to crash.")
            case "leave":
                return
            case _:
                await self._stream(updater, _WORDS.findall(text))
                await self._return_attachments(context, updater)
                await updater.complete()

    async def _stream(self, updater: TaskUpdater, pieces: Iterable[str]) -> None:
        begun = False
        for piece in pieces:
            if begun:
                await asyncio.sleep(self._pace)
            await updater.add_artifact(
                [Part(text=piece)], artifact_id="answer", name="answer", append=begun
            )
            begun = True

    async def _return_attachments(self, context: RequestContext, updater: TaskUpdater) -> None:
        parts = context.message.parts if context.message is not None else []
        attached = [part for part in parts if not part.HasField("text")]
        if attached:
            await updater.add_artifact(attached, artifact_id="attachments", name="attachments")


def _new_task(context: RequestContext, message: Message) -> Task:
    task = Task(id=context.task_id, context_id=context.context_id, history=[message])
    task.status.state = TaskState.TASK_STATE_SUBMITTED
    return task


def _message(context: RequestContext, text: str) -> Message:
    asked = context.message.message_id if context.message is not None else ""
    message = Message(message_id=f"{asked}-reply", context_id=context.context_id)
    message.role = Role.ROLE_AGENT
    message.parts.append(Part(text=text))
    return message


def _said(updater: TaskUpdater, text: str) -> Message:
    return updater.new_agent_message([Part(text=text)])


def _question(updater: TaskUpdater) -> Message:
    choices = [{"value": word, "label": word.capitalize()} for word in _CHOICES]
    question = json.dumps({"slot": "colour", "choices": choices}).encode()
    return updater.new_agent_message(
        [Part(text="Which colour?"), Part(raw=question, media_type=QUESTION_MEDIA_TYPE)]
    )


def _card() -> AgentCard:
    return AgentCard(
        name="Echo",
        description="Says back what it is told, and shows every state that a task can have.",
        version="1.0",
        capabilities=AgentCapabilities(
            streaming=True,
            extensions=[task_per_request()],
        ),
        default_input_modes=["text/plain", "application/json", "*/*"],
        default_output_modes=["text/plain", "application/json", "application/octet-stream"],
        skills=[
            _skill("echo", "Say it back", "Streams the words back.", "Hello there", "count 5"),
            _skill("ask", "Ask back", "Asks, and waits for the answer.", "ask", "sign in"),
            _skill("stop", "Work until stopped", "Waits without end.", "wait"),
            _skill(
                "end",
                "End in every way",
                "Replies without a task, declines, fails, crashes, or leaves early.",
                "reply",
                "reject",
                "fail",
                "crash",
                "leave",
            ),
        ],
    )


def _skill(skill_id: str, name: str, description: str, *examples: str) -> AgentSkill:
    return AgentSkill(
        id=skill_id, name=name, description=description, examples=examples, tags=["test"]
    )
