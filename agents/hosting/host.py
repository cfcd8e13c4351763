"""Any A2A executor becomes a served agent: with tasks that are kept, settled and recovered."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing, suppress

from a2a.server.agent_execution import AgentExecutor
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import QueueShutDown  # type: ignore[attr-defined]
from a2a.server.request_handlers import RequestHandler
from a2a.types import (
    AgentCard,
    AgentInterface,
    CancelTaskRequest,
    SendMessageRequest,
    Task,
    TaskState,
)
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT
from a2a.utils.errors import A2AError

from agents.answering.history import TaskHistory
from agents.hosting.host_store import HostStore
from agents.hosting.messages_taken import MessagesTaken, RememberedMessages
from agents.hosting.owners import acting_for, call_for
from agents.hosting.request_contexts import required_extensions
from agents.hosting.request_handler import OWN_CALL, HostHandler, PushSupport
from agents.hosting.served_executor import ServedExecutor, Took
from agents.hosting.statuses import PARKED, RUNNING, ended, note
from agents.hosting.task_store import RecordTaskStore
from app.ports import TaskRecords

IN_PROCESS_BINDING = "https://balance-desk.org/a2a/bindings/in-process/v1"
PARKED_SECONDS = 600.0
TOGETHER_SECONDS = 0.02  # what eyes do not tell apart
_CLOSE_SECONDS = 2.0

_INTERRUPTED = "This was interrupted: the program ended while it was being worked on. Ask again."

log = logging.getLogger(__name__)


class AgentHost:
    """Owns one agent's request handler, its executor and, through the records, its tasks.

    It is the executor's `TaskHistory`. The card that is served says that the agent streams, for
    the host sees to it whatever the executor does, and that it is in this process unless it names
    other interfaces. An executor that has an `aclose` is closed with its host.
    """

    def __init__(
        self,
        *,
        name: str,
        card: AgentCard,
        make_executor: Callable[[TaskHistory], AgentExecutor],
        records: TaskRecords | None = None,
        store: HostStore | None = None,
        taken: MessagesTaken | None = None,
        around: Callable[[AgentExecutor], AgentExecutor] | None = None,
        parked_seconds: float = PARKED_SECONDS,
        push: PushSupport | None = None,
        extended: bool = False,
        together_seconds: float = TOGETHER_SECONDS,
        took: Took = lambda seconds, state: None,
    ) -> None:
        """Make the agent, whose tasks are kept in `records`, or in a `store` shared with others.

        `taken` remembers messages longer than memory does; what `around` returns is run in the
        executor's place. `parked_seconds` is how long a waiting task holds memory.
        Pieces of an answer that come within `together_seconds` cost as much as one; 0 lets each go
        on at once.
        `took` hears how long each message was worked on, and how its task was then.
        With `push` it tells webhooks of its tasks. With `extended` it shows the executor's
        `extended_agent_card`, if there is one, to those who are signed in.
        """
        self.name = name
        if store is None:
            assert records is not None, "an agent keeps its tasks somewhere"
            store = RecordTaskStore(records, agent=name)
        self._store = store
        self._executor = make_executor(self)
        run = self._executor if around is None else around(self._executor)
        self._served = ServedExecutor(run, agent=name, together_seconds=together_seconds, took=took)
        store.running = lambda: self._served.running
        more = getattr(self._executor, "extended_agent_card", None) if extended else None

        def told(given: AgentCard) -> AgentCard:
            return _served_card(given, name, push=push is not None, extended=more is not None)

        self._card = told(card)
        self._handler = HostHandler(
            store=store,
            served=self._served,
            card=self._card,
            taken=taken or RememberedMessages(),
            parked_seconds=parked_seconds,
            push=push,
            extended=None if more is None else told(more),
        )
        self._closed = False

    @property
    def card(self) -> AgentCard:
        """The card that is served."""
        return self._card

    @property
    def handler(self) -> RequestHandler:
        """What a transport calls."""
        return self._handler

    @property
    def running(self) -> frozenset[str]:
        """The ids of the tasks that are being worked on here."""
        return self._served.running

    async def delivered_before(self, task_id: str, owner: str) -> Task | None:
        """Return the task that an earlier delivery of a message left settled, or that runs here.

        For wires that may deliver a message twice. A task that another process left unfinished is
        forgotten, for the message begins it anew; so is one that ended only because the program
        was ended.
        """
        call = call_for(owner)
        task = await self._store.read(task_id, owner)
        if task is None or task_id in self._served.running:
            return task
        if task.status.state in RUNNING or _was_interrupted(task):
            await self._store.delete(task_id, call)
            return None
        return task

    async def set_aside(self, task_id: str, context_id: str, owner: str, why: str) -> Task:
        """Fail a task that ends whatever program works on it, and return it.

        For wires that deliver a message again when its reader is gone. The status message says
        `set_aside` in its metadata; of a task that was never kept nothing is kept now.
        """
        kept = await self._store.read(task_id, owner)
        task = kept or Task(id=task_id, context_id=context_id)
        message = note(
            task_id=task_id,
            context_id=task.context_id,
            text=why,
            metadata={"reason": "set_aside"},
        )
        failed = ended(task, TaskState.TASK_STATE_FAILED, message)
        if kept is not None:
            await self._store.replace(failed, owner, before=kept)
        return failed

    async def recover(self) -> int:
        """End as failed what a process that is gone left unfinished; return how many tasks.

        To be called before anything is served, and with several replicas now and then. The status
        message says `interrupted` in its metadata.
        """
        recovered = 0
        for task, owner, version in await self._store.orphans():
            message = note(
                task_id=task.id,
                context_id=task.context_id,
                text=_INTERRUPTED,
                metadata={"interrupted": "true", "reason": "interrupted"},
            )
            failed = ended(task, TaskState.TASK_STATE_FAILED, message)
            recovered += await self._store.replace(failed, owner, before=task, version=version)
        return recovered

    async def stop_what_ended_elsewhere(self) -> None:
        """Stop working on tasks that were canceled on another replica."""
        for task_id in await self._store.ended_elsewhere():
            await self._served.stop(task_id)

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """See `TaskHistory`."""
        return await self._store.select(owner=acting_for(), context_id=context_id)

    async def get(self, task_id: str) -> Task | None:
        """See `TaskHistory`."""
        return await self._store.read(task_id, acting_for())

    async def settle(
        self, task_id: str, *, state: TaskState, text: str, metadata: Mapping[str, str]
    ) -> bool:
        """See `TaskHistory`.

        The note goes to the task as a message of the host's own: the SDK then takes it in turn
        with everything else about the task, wakes the task if only the store has it, and tells
        those who follow it.
        """
        task = await self.get(task_id)
        if task is None or task.status.state not in PARKED:
            return False
        message = note(task_id=task_id, context_id=task.context_id, text=text, metadata=metadata)
        self._served.expect_settlement(message.message_id, state)
        try:
            stream = self._handler.on_message_send_stream(
                SendMessageRequest(message=message), self._own_call()
            )
            async with aclosing(stream) as events:
                async for _ in events:
                    pass
        except (A2AError, QueueShutDown) as error:
            log.info("Task %s could not be settled: %s", task_id, error)
        finally:
            self._served.forget_settlement(message.message_id)
        now = await self.get(task_id)
        return now is not None and now.status.message.message_id == message.message_id

    async def wait_idle(self, seconds: float) -> None:
        """Wait until nothing is being worked on and all ends are kept, at most that long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._served.wait_idle(seconds)
                await self._store.wait_settled()

    async def aclose(self) -> None:
        """Cancel what runs, keep that it was canceled, and leave nothing behind; idempotent."""
        if self._closed:
            return
        self._closed = True
        self._served.close()
        await asyncio.gather(*(self._cancel(task_id) for task_id in self._served.running))
        await self.wait_idle(_CLOSE_SECONDS)
        await self._close_handler()
        await self._store.aclose()
        close = getattr(self._executor, "aclose", None)
        if close is not None:
            await close()

    async def _close_handler(self) -> None:
        if not self.running:
            await self._handler.aclose()
            return
        # It waits for its executions, and one of an executor of others may not stop at all.
        closing = asyncio.create_task(self._handler.aclose(), name=f"closing {self.name}")
        _, late = await asyncio.wait({closing}, timeout=_CLOSE_SECONDS)
        if late:
            log.warning(
                "%s does not stop working on %s", self.name, ", ".join(sorted(self.running))
            )
        else:
            await closing

    def _own_call(self) -> ServerCallContext:
        """Return a call on behalf of whom the execution works for, with what the card requires."""
        context = call_for(acting_for())
        context.requested_extensions = set(required_extensions(self._card))
        context.state[OWN_CALL] = True
        return context

    async def _cancel(self, task_id: str) -> None:
        try:
            owner = self._served.owner(task_id)
            await self._handler.on_cancel_task(CancelTaskRequest(id=task_id), call_for(owner))
        except A2AError as error:
            log.info("Task %s was not canceled at closing: %s", task_id, error)


def _was_interrupted(task: Task) -> bool:
    metadata = task.status.message.metadata
    return "reason" in metadata and bool(metadata["reason"] == "interrupted")


def _served_card(card: AgentCard, name: str, *, push: bool, extended: bool) -> AgentCard:
    served = AgentCard()
    served.CopyFrom(card)
    served.capabilities.streaming = True
    served.capabilities.push_notifications = push
    served.capabilities.extended_agent_card = extended
    if not served.supported_interfaces:
        served.supported_interfaces.append(
            AgentInterface(
                url=f"in-process:{name}",
                protocol_binding=IN_PROCESS_BINDING,
                protocol_version=PROTOCOL_VERSION_CURRENT,
            )
        )
    return served
