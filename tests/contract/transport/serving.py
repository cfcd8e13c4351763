"""Serves scripted agents behind each kind of wire, for one suite over all of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

from agents.answering.history import TaskHistory
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent, TaskEvent
from app.domain.ids import new_message_id, utc_now
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import TaskState
from app.ports import AgentLink
from tests.contract.transport import grpc_wire
from tests.contract.transport.executors import Script, ScriptedExecutor, card
from tests.contract.transport.kafka_wire import over_kafka
from transport.connect import connect, link_in_process
from transport.server.cards import ServedAgent
from transport.server.http_server import HttpServer
from transport.server.routes import http_application

Wire = Callable[[AgentHost, AsyncExitStack], Awaitable[AgentLink]]


async def in_process(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
    return link_in_process(host.handler, host.card)


def over_http(binding: str) -> Wire:
    """A real server on a real port, and the client that a person's desk has."""

    async def wire(host: AgentHost, stack: AsyncExitStack) -> AgentLink:
        served = ServedAgent(name=host.name, handler=host.handler, card=host.card)
        entry = http_application([served], base="", since=utc_now(), vary=True)
        server = HttpServer(entry, host="127.0.0.1", port=0)
        await server.start()
        stack.push_async_callback(server.aclose)
        # The host is closed before its server: running tasks end, and with them their streams.
        stack.push_async_callback(host.aclose)
        return await connect(f"http://127.0.0.1:{server.port}/{host.name}", binding=binding)

    return wire


# One line for each implementation of `AgentLink`.
WIRES: dict[str, Wire] = {
    "in-process": in_process,
    "json-rpc": over_http("JSONRPC"),
    "http+json": over_http("HTTP+JSON"),
    "kafka": over_kafka,
}
if grpc_wire.HERE:
    WIRES["grpc"] = grpc_wire.over_grpc


class Serving:
    """Owns the hosts and links of one test; all of them share the records."""

    def __init__(self, wire: Wire, stack: AsyncExitStack) -> None:
        self._wire = wire
        self._stack = stack
        self.records = MemoryStore()
        self.host: AgentHost

    async def agent(self, script: Script, *, parked_seconds: float = 60.0) -> AgentLink:
        """Serve a script and return a link to it; called again, it is a new process's agent."""

        def make(history: TaskHistory) -> ScriptedExecutor:
            return ScriptedExecutor(script, history)

        self.host = AgentHost(
            name="scripted",
            card=card(),
            make_executor=make,
            records=self.records,
            parked_seconds=parked_seconds,
        )
        self._stack.push_async_callback(self.host.aclose)
        await self.host.recover()
        link = await self._wire(self.host, self._stack)
        self._stack.push_async_callback(link.aclose)
        return link


def say(
    text: str, *, context: str = "c", task: str | None = None, about: tuple[str, ...] = ()
) -> Message:
    return Message(
        message_id=new_message_id(),
        context_id=context,
        role=Role.USER,
        parts=(TextPart(text=text),),
        task_id=task,
        reference_task_ids=about,
        created_at=utc_now(),
    )


def tasks_of_agents() -> set[asyncio.Task[object]]:
    """Return the asyncio tasks that run now, without those of the clients of Kafka and gRPC."""
    return {task for task in asyncio.all_tasks() if not _is_of_a_library(task)}


def _is_of_a_library(task: asyncio.Task[object]) -> bool:
    coroutine = task.get_coro()
    code = str(getattr(coroutine, "cr_code", ""))
    return "aiokafka" in code or type(coroutine).__module__.startswith("grpc") or "grpc" in code


async def collect(events: AsyncIterator[AgentEvent]) -> list[AgentEvent]:
    return [event async for event in events]


def shape(events: list[AgentEvent]) -> list[str]:
    """Name each event: its type, its state, or the text of its piece."""
    found = []
    for event in events:
        match event:
            case TaskEvent(task=task):
                found.append(f"task {task.state}")
            case StatusEvent():
                found.append(str(event.state))
            case ArtifactEvent():
                found.append(f"{'+' if event.append else '='}{event.artifact.text}")
            case _:
                found.append(event.type)
    return found


def task_id_of(events: list[AgentEvent]) -> str:
    first = events[0]
    assert isinstance(first, TaskEvent), first
    return first.task.task_id


def last_state(events: list[AgentEvent]) -> TaskState:
    """Return what the last event says of the task: that may be the task as it stands by now."""
    told = [event for event in events if isinstance(event, (TaskEvent, StatusEvent))]
    last = told[-1]
    return last.task.state if isinstance(last, TaskEvent) else last.state
