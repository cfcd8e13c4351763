"""An executor whose requests and answers are taken down, wherever its messages come from."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.events.event_queue import Event
from a2a.types import Message, Part, Task, TaskArtifactUpdateEvent, TaskState, TaskStatusUpdateEvent
from pydantic import JsonValue

from agents.hosting.owners import owner_of
from agents.hosting.statuses import PARKED, TERMINAL
from agents.hosting.task_store import state_name
from app.domain.tasks import DECISIONS
from app.ports import Notes

SOMEBODY: Final = "user"
MAX_WORDS: Final = 200_000

_NOTHING: Final = MappingProxyType[str, str]({})
_ERRORS = (TaskState.TASK_STATE_FAILED, TaskState.TASK_STATE_REJECTED)


class JournaledExecutor(AgentExecutor):
    """Passes everything on, and notes the request, new states, decisions, and the words of the end.

    Who asks is named as they signed in, `user` where nobody has to. Of what went wrong inside the
    executor only the kind of the exception is noted: its text may hold what nobody should read.
    """

    def __init__(self, inner: AgentExecutor, *, agent: str, notes: Notes) -> None:
        self._inner = inner
        self._agent = agent
        self._notes = notes

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Execute a request; what the inner executor raises is noted and raised."""
        taken = _Taken(context, event_queue, agent=self._agent, notes=self._notes)
        taken.asked()
        try:
            await self._inner.execute(context, taken)
        except (Exception, asyncio.CancelledError) as error:
            taken.broke_off(error)
            raise

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Cancel a task."""
        taken = _Taken(context, event_queue, agent=self._agent, notes=self._notes)
        await self._inner.cancel(context, taken)


class _Taken(EventQueue):
    """Passes one execution's events on and notes what is new in them; owns the words so far."""

    def __init__(
        self, context: RequestContext, inner: EventQueue, *, agent: str, notes: Notes
    ) -> None:
        self._inner = inner
        self._agent = agent
        self._notes = notes
        self._person = owner_of(context.call_context) or SOMEBODY
        self._message = context.message
        self._metadata: dict[str, Any] = {
            "agent": agent,
            "context_id": context.context_id or "",
            "task_id": context.task_id or "",
        }
        if context.message is not None:
            self._metadata["message_id"] = context.message.message_id
        self._state: int = TaskState.TASK_STATE_UNSPECIFIED
        self._words: list[str] = []
        self._size = 0

    def asked(self) -> None:
        """Note the request."""
        if self._message is not None:
            self._note("request", _text(self._message.parts))

    def broke_off(self, error: BaseException) -> None:
        """Note that the execution ended without an end of its task."""
        if self._state not in TERMINAL:
            self._note("error", f"The execution broke off: {type(error).__name__}.")

    async def enqueue_event(self, event: Event) -> None:
        """Pass an event on, then note it."""
        await self._inner.enqueue_event(event)
        match event:
            case Message():
                self._note("response", _text(event.parts))
            case Task():
                self._changed(event.status.state, _text(event.status.message.parts))
            case TaskStatusUpdateEvent():
                self._changed(event.status.state, _text(event.status.message.parts))
            case TaskArtifactUpdateEvent() if event.artifact.name in DECISIONS:
                self._decided(event.artifact.name, event.artifact.parts)
            case TaskArtifactUpdateEvent():
                self._said(_text(event.artifact.parts), new=not event.append)

    def _said(self, words: str, *, new: bool) -> None:
        if words and self._size < MAX_WORDS:
            self._words.append("\n\n" + words if new and self._words else words)
            self._size += len(words)

    def _decided(self, name: str, parts: Iterable[Part]) -> None:
        """Note how the request was understood, or what will be done."""
        for part in parts:
            with suppress(ValueError):
                content = json.loads(part.raw) if part.raw else part.text
                if content:
                    self._note("decision", content, {"artifact": name})

    def _changed(self, state: int, text: str) -> None:
        if state != self._state:
            self._state = state
            name = state_name(state)
            self._note("state", name, {"state": name, "text": text} if text else {"state": name})
        if state in _ERRORS:
            self._note("error", text or "no reason was given")
        elif state in TERMINAL or state in PARKED:
            self._note("response", "".join(self._words)[:MAX_WORDS] or text)
            self._words, self._size = [], 0

    def _note(self, kind: str, content: JsonValue, more: Mapping[str, str] = _NOTHING) -> None:
        asked = kind == "request"
        self._notes.note(
            from_agent=self._person if asked else self._agent,
            to_agent=self._agent if asked else None if kind == "decision" else self._person,
            msg_type=kind,
            content=content,
            metadata={**self._metadata, **more},
        )


def _text(parts: Iterable[Part]) -> str:
    """Return the text parts, joined by blank lines."""
    return "\n\n".join(part.text for part in parts if part.text)
