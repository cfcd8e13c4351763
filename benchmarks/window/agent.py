"""An agent in another process that streams as fast as it is told, whatever its listener takes."""

import asyncio
import json
import multiprocessing
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager

from app.domain.cards import AgentCard
from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent
from app.domain.messages import Message, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from app.errors import TaskUnknown
from app.ports import AgentLink
from benchmarks.window.corpus import Corpus

CARD = AgentCard(name="data", title="Stream", description="Streams words", version="1")
PIECE = 8
"""Characters of one event: about what a language model says at a time."""


def serve(port: "multiprocessing.queues.Queue[int]") -> None:
    """Serve streams until the process is ended; `port` is told where."""
    asyncio.run(_serve(port))


async def _serve(port: "multiprocessing.queues.Queue[int]") -> None:
    text = Corpus(3).long_answer(200_000)

    async def stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = json.loads(await reader.readline())
        rate, seconds = asked["rate"], asked["seconds"]
        began, sent = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - began) < seconds:
            due = int(elapsed * rate) - sent
            for piece in range(sent, sent + due):
                at = piece * PIECE % (len(text) - PIECE)
                writer.write(json.dumps({"text": text[at : at + PIECE]}).encode() + b"\n")
            sent += due
            # Not drained: an agent that says twice what can be taken does not wait either.
            await asyncio.sleep(0.002)
        writer.write(b"{}\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(stream, "127.0.0.1", 0)
    port.put(server.sockets[0].getsockname()[1])
    await server.serve_forever()


@contextmanager
def streaming() -> Iterator[int]:
    """Run the agent's process; the port that it listens on."""
    context = multiprocessing.get_context("spawn")
    told: multiprocessing.queues.Queue[int] = context.Queue()
    process = context.Process(target=serve, args=(told,), daemon=True)
    process.start()
    try:
        yield told.get(timeout=30)
    finally:
        process.terminate()
        process.join()


class StreamLink:
    """The link to it: a message says "RATE SECONDS"."""

    in_process = False
    card = CARD

    def __init__(self, port: int) -> None:
        self._port = port

    async def send(self, message: Message) -> AsyncIterator[AgentEvent]:
        """Yield pieces of text at the rate that the message says, for so long."""
        rate, seconds = message.text.split()[:2]
        ids = {"task_id": f"task-{message.message_id}", "context_id": message.context_id}
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            asked = {"rate": float(rate), "seconds": float(seconds)}
            writer.write(json.dumps(asked).encode() + b"\n")
            yield StatusEvent(**ids, state=TaskState.WORKING)
            while line := await reader.readline():
                said = json.loads(line)
                if not said:
                    break
                part = TextPart(text=said["text"])
                artifact = Artifact(artifact_id="a", name="answer", parts=(part,))
                yield ArtifactEvent(**ids, artifact=artifact, append=True)
            yield StatusEvent(**ids, state=TaskState.COMPLETED)
        finally:
            writer.close()

    async def subscribe(self, task_id: str) -> AsyncIterator[AgentEvent]:
        """Refuse: nothing is kept."""
        raise TaskUnknown(task_id)
        yield

    async def get(self, task_id: str) -> Task:
        """Refuse: nothing is kept."""
        raise TaskUnknown(task_id)

    async def cancel(self, task_id: str) -> Task:
        """Refuse: nothing is kept."""
        raise TaskUnknown(task_id)

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return none: nothing is kept."""
        return []

    async def aclose(self) -> None:
        """Do nothing: each stream closes its connection."""


class StreamAgents:
    """A directory of that one agent."""

    def __init__(self, port: int) -> None:
        self.agent = StreamLink(port)

    async def names(self) -> Sequence[str]:
        """Return its name."""
        return ["data"]

    async def link(self, agent: str) -> AgentLink:
        """Return the link, whatever the name."""
        return self.agent

    def opened(self, agent: str) -> AgentLink:
        """Return the link: it is open from the start."""
        return self.agent

    async def aclose(self) -> None:
        """Do nothing: each stream closes its connection."""
