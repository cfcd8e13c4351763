"""A recorded conversation answers again: the n-th message gets the n-th recorded answer."""

import math
from asyncio import sleep
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from a2a.types import Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent
from a2a.utils.errors import InvalidParamsError, TaskNotFoundError, UnsupportedOperationError
from google.protobuf.json_format import ParseDict  # type: ignore[import-untyped]

from app.domain.cards import AgentCard
from app.domain.frames import Frame
from app.errors import BadFile, BadInput
from transport.client.link import TransportLink
from transport.client.rpc_transport import RpcTransport
from transport.frames.export import recorded
from transport.protocol.errors import rpc_error
from transport.protocol.json_text import to_json
from transport.protocol.operations import GET_TASK, LIST_TASKS, SEND_MESSAGE, SEND_STREAMING_MESSAGE

MAX_PAUSE_SECONDS = 10.0


class _Played(NamedTuple):
    after: float
    body: dict[str, Any]


class ReplayTransport(RpcTransport):
    """Owns the recorded answers, how many were played, and the tasks as they stand by now.

    Answers belong to the conversation that asks: their context id is the one that was sent. Tasks
    of a second playing have the recorded ids too.
    """

    def __init__(self, frames: Sequence[Frame], *, speed: float = 1.0) -> None:
        """`speed` 2 is twice as fast as it was, 0 is at once; raises `BadInput` for less."""
        if not 0 <= speed < math.inf:
            raise BadInput("The speed of a replay is a number from 0 (at once) up.")
        self._speed = speed
        self._answers = _answers(frames)
        self._next = 0
        self._tasks: dict[str, Task] = {}

    async def exchange(
        self, request: dict[str, Any], service_parameters: dict[str, str]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Answer as was recorded."""
        head = {"jsonrpc": "2.0", "id": request["id"]}
        params = request["params"]
        match request["method"]:
            case method if method in (SEND_MESSAGE, SEND_STREAMING_MESSAGE):
                if self._next >= len(self._answers):
                    error = InvalidParamsError("The recording has no further answer.")
                    yield {**rpc_error(None, error), "final": True}
                    return
                answer = self._answers[self._next]
                self._next += 1
                for played in answer:
                    await self._pause(played.after)
                    body = _in_context(played.body, params["message"].get("contextId", ""))
                    self._take(body)
                    yield {**head, "result": body, "final": False}
                yield {**head, "final": True}
            case method if method == GET_TASK:
                task = self._tasks.get(params.get("id", ""))
                if task is None:
                    yield {**rpc_error(None, TaskNotFoundError()), "final": True}
                else:
                    yield {**head, "result": to_json(task), "final": True}
            case method if method == LIST_TASKS:
                wanted = params.get("contextId")
                tasks = [
                    to_json(task)
                    for task in reversed(self._tasks.values())
                    if not wanted or task.context_id == wanted
                ]
                yield {**head, "result": {"tasks": tasks}, "final": True}
            case _:
                refused = UnsupportedOperationError("A recording can only be said again.")
                yield {**rpc_error(None, refused), "final": True}

    async def _pause(self, seconds: float) -> None:
        if self._speed:
            await sleep(min(seconds, MAX_PAUSE_SECONDS) / self._speed)

    def _take(self, body: dict[str, Any]) -> None:
        if "task" in body:
            task = ParseDict(body["task"], Task(), ignore_unknown_fields=True)
            self._tasks[task.id] = task
        elif "statusUpdate" in body:
            update = ParseDict(
                body["statusUpdate"], TaskStatusUpdateEvent(), ignore_unknown_fields=True
            )
            if update.task_id in self._tasks:
                self._tasks[update.task_id].status.CopyFrom(update.status)
        elif "artifactUpdate" in body:
            piece = ParseDict(
                body["artifactUpdate"], TaskArtifactUpdateEvent(), ignore_unknown_fields=True
            )
            if piece.task_id in self._tasks:
                _add(self._tasks[piece.task_id], piece)


def replay_link(address: str) -> TransportLink:
    """Return a link to a recording of JSON lines, at `replay:///FILE` or `…?speed=2`.

    Raises `BadFile` and `BadInput`. Blocks while the file is read.
    """
    parts = urlsplit(address)
    file = Path(unquote(parts.path))
    try:
        speed = float(parse_qs(parts.query).get("speed", ["1"])[0])
    except ValueError:
        speed = -1.0
    try:
        frames = recorded(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(
            f"{file} is no recording that can be read: {error}", key="bad_file"
        ) from error
    transport = ReplayTransport(frames, speed=speed)
    card = AgentCard(
        name=file.stem,
        title=file.stem,
        description=f"Says again what was recorded in {file.name}.",
        url=address,
    )
    return TransportLink(transport, card=card, in_process=True)


def _answers(frames: Sequence[Frame]) -> list[list[_Played]]:
    answers = []
    for request in frames:
        if request.direction != "sent" or request.method not in (
            SEND_MESSAGE,
            SEND_STREAMING_MESSAGE,
        ):
            continue
        answer, before = [], request.at
        for frame in frames:
            came = frame.exchange == request.exchange and frame.direction == "received"
            if came and isinstance(frame.body, dict):
                after = max(0.0, (frame.at - before).total_seconds())
                answer.append(_Played(after, frame.body))
                before = frame.at
        answers.append(answer)
    return answers


def _in_context(body: dict[str, Any], context_id: str) -> dict[str, Any]:
    """Return the body as an answer in that context."""
    if not context_id:
        return body
    told = {}
    for kind, value in body.items():
        told[kind] = {**value, "contextId": context_id} if isinstance(value, dict) else value
    return told


def _add(task: Task, piece: TaskArtifactUpdateEvent) -> None:
    for artifact in task.artifacts:
        if artifact.artifact_id == piece.artifact.artifact_id:
            if piece.append:
                artifact.parts.extend(piece.artifact.parts)
            else:
                artifact.CopyFrom(piece.artifact)
            return
    task.artifacts.append(piece.artifact)
