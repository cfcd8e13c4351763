"""A hosted log agent, a conversation with it, and what comes back for each message."""

import json
import os
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
from a2a.server.context import ServerCallContext
from a2a.types import (
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatusUpdateEvent,
)
from google.protobuf.json_format import ParseDict
from google.protobuf.struct_pb2 import Value

from agents.hosting.host import AgentHost
from agents.logs.executor import LogExecutor
from agents.logs.maker import make
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.messages import CHOICE_MEDIA_TYPE, QUESTION_MEDIA_TYPE

AUTH = "".join(
    f"Jun  9 1{hour}:{minute:02}:00 box sshd[1]: {said}\n"
    for hour in range(3)
    for minute in range(0, 60, 5)
    for said in (
        f"Failed password for root from 10.0.0.{minute % 4 + 1} port 22 ssh2",
        "pam_unix(sshd:session): session opened for user kim by (uid=0)",
    )
)


class Turn(NamedTuple):
    """What came back for one message."""

    task_id: str
    states: list[str]
    said: list[str]
    answer: str
    data: dict[str, Any]
    steps: list[dict[str, Any]]
    question: dict[str, Any]

    @property
    def rows(self) -> list[list[Any]]:
        found: list[list[Any]] = self.data["result"]["rows"]
        return found


class Talk:
    """One conversation with a hosted log agent."""

    def __init__(self, host: AgentHost, profile: Path) -> None:
        self.host = host
        self.profile = profile
        self.context_id = str(uuid.uuid4())

    def message(
        self,
        text: str,
        *,
        choice: dict[str, str] | None = None,
        data: dict[str, str] | None = None,
        files: Sequence[tuple[str, bytes]] = (),
        references: Sequence[str] = (),
    ) -> Message:
        parts = [Part(text=text)] if text else []
        if choice is not None:
            parts.append(Part(raw=json.dumps(choice).encode(), media_type=CHOICE_MEDIA_TYPE))
        if data is not None:
            parts.append(Part(data=ParseDict(data, Value()), media_type=CHOICE_MEDIA_TYPE))
        for name, content in files:
            parts.append(Part(raw=content, filename=name, media_type="text/plain"))
        return Message(
            message_id=uuid.uuid4().hex,
            context_id=self.context_id,
            role=Role.ROLE_USER,
            parts=parts,
            reference_task_ids=references,
        )

    async def say(self, text: str, **more: Any) -> Turn:
        turn = Turn("", [], [], "", {}, [], {})
        stream = self.host.handler.on_message_send_stream(
            SendMessageRequest(message=self.message(text, **more)), ServerCallContext()
        )
        async for event in stream:
            turn = took(turn, event)
        return turn


def took(turn: Turn, event: Any) -> Turn:
    match event:
        case Task():
            return turn._replace(task_id=event.id)
        case TaskStatusUpdateEvent():
            turn.states.append(TaskState.Name(event.status.state).removeprefix("TASK_STATE_"))
            turn.said.append("".join(part.text for part in event.status.message.parts))
            for part in event.status.message.parts:
                if part.media_type == QUESTION_MEDIA_TYPE:
                    turn = turn._replace(question=json.loads(part.raw))
        case TaskArtifactUpdateEvent():
            (part,) = event.artifact.parts
            match event.artifact.name:
                case "answer":
                    turn = turn._replace(answer=turn.answer + part.text)
                case "query":
                    turn.data["query"] = part.text
                case "steps":
                    turn.steps.append(json.loads(part.raw))
                case name:
                    turn.data[name] = json.loads(part.raw)
    return turn


@asynccontextmanager
async def talking(
    profile: Path, place: Path | None, *, records: MemoryStore | None = None, **more: Any
) -> AsyncIterator[Talk]:
    card, executor = make(table=place, as_of=date(2026, 11, 21), profile=profile)
    if more:

        def executor(history: Any) -> LogExecutor:  # type: ignore[misc]
            return LogExecutor(places=[place or profile], history=history,
                               runs=profile / "runs", **more)  # fmt: skip

    host = AgentHost(
        name="logs", card=card, make_executor=executor, records=records or MemoryStore()
    )
    try:
        yield Talk(host, profile)
    finally:
        await host.aclose()


def logs_in(folder: Path) -> Path:
    """Make a folder with one log in it."""
    logs = folder / "logs"
    logs.mkdir()
    (logs / "auth.log").write_text(AUTH)
    os.utime(logs / "auth.log", (1_718_000_000, 1_718_000_000))
    return logs


def ran_again(turn: Turn) -> list[list[Any]]:
    """Run the query that is shown as it is shown, with nothing but DuckDB."""
    connection = duckdb.connect()
    view, _, query = turn.data["query"].partition("\n")
    connection.execute(view[view.index("CREATE VIEW") :])
    rows = connection.execute(query).fetchall()
    connection.close()
    return [list(row) for row in rows]
