"""An agent behind any A2A transport, as the desk knows agents: domain values in and out."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from a2a.client.client import ClientCallContext
from a2a.client.service_parameters import ServiceParametersFactory, with_a2a_extensions
from a2a.client.transports.base import ClientTransport
from a2a.types import CancelTaskRequest, GetTaskRequest, ListTasksRequest, SendMessageRequest
from a2a.utils.constants import MAX_LIST_TASKS_PAGE_SIZE
from a2a.utils.errors import A2AError, TaskNotCancelableError

from app.domain.cards import TASK_PER_REQUEST, AgentCard
from app.domain.events import AgentEvent
from app.domain.ids import new_message_id, utc_now
from app.domain.messages import Message
from app.domain.tasks import Task
from app.errors import AgentRefused, AgentUnreachable, TaskUnknown
from transport.client.calls import called
from transport.client.following import Follower
from transport.client.http import MAX_EVENTS
from transport.frames.recording import Recording, RecordingTransport
from transport.protocol.agent_errors import agent_error, check_told, error_object
from transport.protocol.codec import message_to_wire, task_from_wire

RETRY_DELAYS = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds before each attempt to find a task again
PATIENCE_SECONDS = 30.0  # of silence on a stream that was found again, until the next look
SEEK_SECONDS = 1800.0  # of streams that break off, each without anything new, until it is given up
POLL_SECONDS = 0.5  # until the second look at a task of an agent that does not stream

_KNOWN_EXTENSIONS = (TASK_PER_REQUEST,)
_HISTORY_LENGTH = 100
# What a proxy says of an agent that is away, and an agent that does not serve says itself.
_AWAY = (502, 503, 504)


class TransportLink:
    """Implements `app.ports.AgentLink`; owns its transport and the streams that are being read."""

    def __init__(
        self,
        transport: ClientTransport,
        *,
        card: AgentCard,
        in_process: bool,
        retry_delays: Sequence[float] = RETRY_DELAYS,
        poll_seconds: float = POLL_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
        seek_seconds: float = SEEK_SECONDS,
        max_events: int = MAX_EVENTS,
        on_close: Callable[[], Awaitable[None]] | None = None,
        recording: Recording | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> None:
        """Make it; `on_close` frees what the transport stands on and the link owns.

        What goes over the link is kept in `recording`. `parameters` are service parameters that go
        with every request (A2A 1.0, section 3.2.6).
        """
        self._on_close = on_close
        if recording is None:
            where = card.interfaces[0] if card.interfaces else None
            recording = Recording(url=card.url, binding=where.binding if where is not None else "")
        self._recording = recording
        transport = RecordingTransport(transport, recording)
        self._transport = transport
        self._card = card
        self._in_process = in_process
        self._parameters = parameters or {}
        self._context = _call_context(card, self._parameters)
        self._follower = Follower(
            transport,
            agent=card.name,
            streaming=card.streaming,
            context=self._context,
            retry_delays=retry_delays,
            poll_seconds=poll_seconds,
            patience_seconds=patience_seconds,
            seek_seconds=seek_seconds,
            max_events=max_events,
        )
        self._closed = False

    @property
    def card(self) -> AgentCard:
        """The agent's card, as it was when the link was opened."""
        return self._card

    @property
    def recording(self) -> Recording:
        """What went over this link."""
        return self._recording

    @property
    def in_process(self) -> bool:
        """Whether the agent dies with this program."""
        return self._in_process

    @property
    def parameters(self) -> Mapping[str, str]:
        """The service parameters that go with every request of the link."""
        return self._parameters

    @property
    def transport(self) -> ClientTransport:
        """What carries this link's operations."""
        return self._transport

    async def call(
        self, method: str, params: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Ask any operation by its name; yield its results as ProtoJSON.

        `headers` go along as service parameters, in place of the link's own of that name.

        Raises `BadInput` for an operation or parameters that there are not, `AgentRefused`,
        `AgentUnreachable`, `TaskUnknown`; the agent's error as it came is their `details["error"]`.
        """
        context = self._context
        if headers:
            said, own = {name.lower() for name in headers}, context.service_parameters or {}
            kept = {name: value for name, value in own.items() if name.lower() not in said}
            context = ClientCallContext(service_parameters={**kept, **headers})
        try:
            async with aclosing(called(self._transport, method, params, context)) as results:
                async for result in results:
                    yield result
        except NotImplementedError as error:
            raise AgentRefused(f"{self._card.name} has no operation {method}.") from error
        except A2AError as error:
            refused = agent_error(error, agent=self._card.name)
            if (told := error_object(error)) is not None:
                refused.details["error"] = told
            raise refused from error

    def send(self, message: Message) -> AsyncGenerator[AgentEvent, None]:
        """Send a message; yield what comes back until its task is settled, or the direct reply.

        A stream that ends before is reported as lost and the task is sought: `GetTask`, then
        `SubscribeToTask`, ever more rarely while nothing new comes. Raises `AgentUnreachable` when
        that fails too often, or brings nothing new for too long. Silence, however long, is no
        error.
        """
        return self._follower.sent(SendMessageRequest(message=message_to_wire(message)))

    def subscribe(self, task_id: str) -> AsyncGenerator[AgentEvent, None]:
        """Follow a task that is not settled; the first event is the whole task.

        One that waits for its person is followed for as long as its agent keeps the stream open.
        """
        return self._follower.subscribed(task_id)

    async def get(self, task_id: str) -> Task:
        """Return the task as it stands; raises `TaskUnknown`."""
        try:
            found = await self._transport.get_task(
                GetTaskRequest(id=task_id), context=self._context
            )
        except A2AError as error:
            raise agent_error(error, agent=self._card.name) from error
        check_told(found, task_id, agent=self._card.name)
        return task_from_wire(found, at=utc_now())

    async def cancel(self, task_id: str) -> Task:
        """Ask the agent to stop; a task that has ended is returned as it ended."""
        try:
            canceled = await self._transport.cancel_task(
                CancelTaskRequest(id=task_id), context=self._context
            )
        except A2AError as error:
            refused = agent_error(error, agent=self._card.name)
            if not isinstance(refused, AgentRefused):
                raise refused from error
            # Agents say in more than one way that there is nothing to stop any more.
            task = await self.get(task_id)
            if isinstance(error, TaskNotCancelableError) or task.state.terminal:
                return task
            raise refused from error
        return task_from_wire(canceled, at=utc_now())

    async def check(self, *, signed_in: bool = True) -> None:
        """Raise `AgentUnreachable` or `AgentRefused` where the agent cannot be asked at all.

        It is asked for a task of nobody's, whose refusal is an answer, as is every other that shows
        that somebody is there. That this link is not let in counts only where it is `signed_in`.
        """
        try:
            await self.get(new_message_id())
        except TaskUnknown:
            pass
        except AgentRefused as error:
            if error.reason == "redirected" or (signed_in and error.reason == "needs_login"):
                raise
        except AgentUnreachable as error:
            if error.details.get("status") in (None, *_AWAY):
                raise

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return the tasks of a conversation, newest first, with history, without artifacts."""
        request = ListTasksRequest(
            context_id=context_id,
            page_size=MAX_LIST_TASKS_PAGE_SIZE,
            history_length=_HISTORY_LENGTH,
        )
        found: list[Task] = []
        try:
            while True:
                page = await self._transport.list_tasks(request, context=self._context)
                found += [task_from_wire(task, at=utc_now()) for task in page.tasks]
                if not page.tasks or not page.next_page_token:
                    return found
                request.page_token = page.next_page_token
        except NotImplementedError:
            return []  # an agent of A2A 0.3: it knows its tasks one by one only
        except A2AError as error:
            raise agent_error(error, agent=self._card.name) from error

    async def aclose(self) -> None:
        """Stop the streams and close the transport; idempotent."""
        if self._closed:
            return
        self._closed = True
        await self._follower.aclose()
        await self._transport.close()
        if self._on_close is not None:
            await self._on_close()


def _call_context(card: AgentCard, parameters: Mapping[str, str]) -> ClientCallContext:
    wanted = [uri for uri in _KNOWN_EXTENSIONS if uri in card.extensions]
    own = ServiceParametersFactory.create([with_a2a_extensions(wanted)])
    return ClientCallContext(service_parameters={**own, **parameters})
