"""An executor as somebody else might write it who has not read A2A to its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.events.event_queue import Event
from a2a.types import (
    Artifact,
    Message,
    Part,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from google.protobuf.struct_pb2 import Value

WORKING, DONE = TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED


class OutOfLine(BaseException):
    """What no `except Exception` catches."""


class Unfit(AgentExecutor):
    """Does as it is told, which is never quite what A2A asks for.

    What is silent, or late, waits until somebody else says `speak`.
    """

    spoken_to = asyncio.Event()

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Say what the text names."""
        async for event in self._events(context.get_user_input(), context):
            await event_queue.enqueue_event(event)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Fail."""
        raise RuntimeError("hunter2: this agent cannot be canceled")

    async def _events(self, text: str, context: RequestContext) -> AsyncIterator[Event]:
        task_id, context_id = context.task_id or "", context.context_id or ""

        def status(state: int, *, ids: bool = True) -> TaskStatusUpdateEvent:
            update = TaskStatusUpdateEvent(status=TaskStatus(state=state))  # type: ignore[arg-type]
            update.task_id, update.context_id = (task_id, context_id) if ids else ("", "")
            return update

        def piece(*parts: Part, append: bool = False) -> TaskArtifactUpdateEvent:
            artifact = Artifact(artifact_id="a", parts=parts)
            update = TaskArtifactUpdateEvent(artifact=artifact, append=append)
            update.task_id, update.context_id = task_id, context_id
            return update

        match text:
            case "reply":
                yield Message(parts=[Part(text="hi")])
                yield Message(parts=[Part(text="hi again")])
            case "artifact first":
                yield piece(Part(text="x"), append=True)
                yield status(DONE)
                yield status(WORKING)
                yield piece(Part(text="late"))
            case "no ids":
                yield status(WORKING, ids=False)
                nameless = piece(Part(text="x"))
                nameless.task_id = nameless.context_id = nameless.artifact.artifact_id = ""
                yield nameless
                yield status(DONE, ids=False)
            case "other ids":
                yield Task(id="other", context_id="other", status=TaskStatus(state=WORKING))
                other = status(DONE)
                other.task_id = other.context_id = "other"
                yield other
            case "odd values":
                yield piece(Part(data=Value(number_value=float("nan"))), Part(data=Value()))
                yield status(99)
                yield status(0)
                yield status(DONE)
            case "task twice":
                yield Task(id=task_id, context_id=context_id, status=TaskStatus(state=WORKING))
                again = Task(id=task_id, context_id=context_id, status=TaskStatus(state=DONE))
                again.artifacts.append(Artifact(artifact_id="z", parts=[Part(text="x")]))
                yield again
            case "reply in a task":
                yield status(WORKING)
                yield Message(parts=[Part(text="hi")])
            case "exit":
                raise SystemExit(3)
            case "raise out of line":
                yield piece(Part(text="so far"))
                raise OutOfLine("hunter2")
            case "odd lines":
                yield piece(Part(text="a\u2028b\u2029c\x85d\r\ne"))
                yield status(DONE)
            case "ask":
                yield status(TaskState.TASK_STATE_INPUT_REQUIRED)
            case "silent":
                await Unfit.spoken_to.wait()
                yield status(DONE)
            case "late reply":
                await Unfit.spoken_to.wait()
                yield Message(parts=[Part(text="hi")])
            case "speak":
                Unfit.spoken_to.set()
                Unfit.spoken_to = asyncio.Event()
                yield status(DONE)
            case "raise":
                yield piece(Part(text="so far"))
                raise RuntimeError("hunter2")
            case "return":
                yield status(WORKING)
            case "sign in":
                yield status(TaskState.TASK_STATE_AUTH_REQUIRED)
            case "flood":
                for n in range(1500):
                    yield piece(Part(text=f"{n};"), append=n > 0)
                yield status(DONE)
            case "huge":
                yield piece(Part(raw=b"x" * 12_000_000, media_type="application/octet-stream"))
                yield status(DONE)
            case "stubborn":
                yield status(WORKING)
                for _ in range(200):
                    try:
                        await asyncio.sleep(0.05)
                    except asyncio.CancelledError:
                        continue
            case "unstoppable":
                yield status(WORKING)
                while True:
                    with suppress(asyncio.CancelledError):
                        await asyncio.sleep(0.05)
            case _:
                yield status(DONE)
