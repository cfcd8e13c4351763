"""Streams over HTTP as bad servers send them, and what becomes of them at the desk."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from a2a.types import AgentCard, AgentInterface

from app.domain.events import AgentEvent, ArtifactEvent
from app.domain.messages import DataPart
from app.errors import AgentRefused, AgentUnreachable
from app.ports import AgentLink
from tests.contract.transport.executors import card
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, say, shape
from tests.patience import PATIENCE
from transport.client.http import MAX_EVENT_BYTES, HttpOptions, http_client
from transport.connect import connect
from transport.kafka.workarounds import canceled
from transport.server.http_entry import MAX_REQUEST_BYTES

pytestmark = pytest.mark.anyio

Answer = Callable[[dict[str, Any], Callable[[bytes], Awaitable[None]]], Awaitable[None]]


def task(state: str, **more: Any) -> dict[str, Any]:
    return {"id": "t", "contextId": "c", "status": {"state": f"TASK_STATE_{state}"}, **more}


def status(state: str) -> dict[str, Any]:
    return {"statusUpdate": {"taskId": "t", "contextId": "c", "status": {"state": state}}}


def piece(part: dict[str, Any]) -> dict[str, Any]:
    artifact = {"artifactId": "a", "parts": [part]}
    return {"artifactUpdate": {"taskId": "t", "contextId": "c", "artifact": artifact}}


class Odd:
    """A JSON-RPC server that answers each method with given events, and then hangs up or not."""

    def __init__(self) -> None:
        self.streams: dict[str, list[Any]] = {}
        self.answers: dict[str, Any] = {}
        self.hang_up = False
        self.asked: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = json.loads((await receive())["body"])
        method = request["method"]
        self.asked.append(method)
        if method not in self.streams:
            body = json.dumps(
                {"jsonrpc": "2.0", "id": request["id"], "result": self.answers[method]}
            ).encode()
            await self._start(send, b"application/json")
            await send({"type": "http.response.body", "body": body})
            return
        await self._start(send, b"text/event-stream")
        for event in self.streams[method]:
            if isinstance(event, bytes):
                await send({"type": "http.response.body", "body": event, "more_body": True})
                continue
            if isinstance(event, float):
                await asyncio.sleep(event)
                continue
            data = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": event})
            body = f"data: {data}\r\n\r\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})
        if self.hang_up:
            raise ConnectionResetError  # uvicorn drops the connection in mid-stream
        await send({"type": "http.response.body", "body": b""})

    async def _start(self, send: Any, content_type: bytes) -> None:
        headers = [(b"content-type", content_type)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})


async def link_to(base: str, **options: Any) -> AgentLink:
    wire = AgentCard()
    wire.CopyFrom(card())
    wire.supported_interfaces.append(
        AgentInterface(url=base, protocol_binding="JSONRPC", protocol_version="1.0")
    )
    return await connect(base, card=wire, options=HttpOptions(**options))


async def events_of(odd: Odd, **options: Any) -> list[AgentEvent]:
    async with listening(odd) as base:
        link = await link_to(base, **options)
        try:
            return await collect(link.send(say("x")))
        finally:
            await link.aclose()


SEND = "SendStreamingMessage"
BEGUN = [{"task": task("SUBMITTED")}, status("TASK_STATE_WORKING")]


@pytest.mark.logs_warnings
@pytest.mark.parametrize("hang_up", [False, True])
async def test_a_lost_stream_is_found_again(hang_up: bool) -> None:
    odd = Odd()
    odd.hang_up = hang_up
    odd.streams[SEND] = BEGUN
    odd.answers["GetTask"] = task("COMPLETED")
    assert shape(await events_of(odd)) == [
        "task submitted",
        "working",
        "lost",
        "task completed",
        "recovered",
    ]
    assert odd.asked == [SEND, "GetTask"]


@pytest.mark.parametrize("chunk", [1, 2, 3, 10_000])
async def test_text_may_hold_what_python_takes_for_line_breaks(chunk: int) -> None:
    text = "a\u2028b\u2029c\x85d\u20ace\xc5\r\nf"
    result = json.dumps(piece({"text": text}), ensure_ascii=False)
    event = f'data: {{"jsonrpc": "2.0", "id": "1", "result": {result}}}\n\n'.encode()
    odd = Odd()
    chunks = [event[at : at + chunk] for at in range(0, len(event), chunk)]
    odd.streams[SEND] = [*BEGUN, *chunks, status("TASK_STATE_COMPLETED")]
    found = await events_of(odd)
    assert [one.artifact.text for one in found if isinstance(one, ArtifactEvent)] == [text]
    assert shape(found)[-1] == "completed"


async def test_duplicates_after_following_again_do_no_harm() -> None:
    odd = Odd()
    odd.streams[SEND] = [*BEGUN, piece({"text": "a"})]
    odd.answers["GetTask"] = task("WORKING")
    odd.streams["SubscribeToTask"] = [
        {"task": task("WORKING")},
        piece({"text": "a"}),
        piece({"text": "a"}),
        0.05,
        status("TASK_STATE_COMPLETED"),
    ]
    found = await events_of(odd)
    assert shape(found)[-1] in ("completed", "task working")
    assert odd.asked.count(SEND) == 1


async def test_what_comes_after_the_end_of_a_task_is_the_folds_to_ignore() -> None:
    odd = Odd()
    odd.streams[SEND] = [*BEGUN, status("TASK_STATE_COMPLETED"), status("TASK_STATE_WORKING")]
    found = await events_of(odd)
    assert "lost" not in shape(found)  # the end is latched: nothing is sought again


async def test_states_and_events_of_a_later_version_are_not_fatal() -> None:
    odd = Odd()
    odd.streams[SEND] = [
        *BEGUN,
        status("TASK_STATE_PONDERING"),
        {"somethingNew": {"x": 1}},
        {"task": task("COMPLETED", generation=7)},
    ]
    assert shape(await events_of(odd)) == [
        "task submitted",
        "working",
        "unknown",
        "task completed",
    ]


async def test_a_context_that_the_agent_invents_is_told_as_it_is() -> None:
    odd = Odd()
    own = {"id": "t", "contextId": "its-own", "status": {"state": "TASK_STATE_COMPLETED"}}
    odd.streams[SEND] = [{"task": own}]
    (event,) = await events_of(odd)
    assert event.task.context_id == "its-own"  # type: ignore[union-attr]


async def test_large_integers_in_json_files_keep_their_digits() -> None:
    import base64

    raw = base64.b64encode(b'{"n": 12345678901234567}').decode()
    odd = Odd()
    odd.streams[SEND] = [
        *BEGUN,
        piece({"raw": raw, "mediaType": "application/json"}),
        piece({"data": {"n": 42}}),
        status("TASK_STATE_COMPLETED"),
    ]
    parts = [e.artifact.parts[0] for e in await events_of(odd) if isinstance(e, ArtifactEvent)]
    assert [part.data for part in parts if isinstance(part, DataPart)] == [
        {"n": 12345678901234567},
        {"n": 42},
    ]


async def test_an_event_that_is_too_large_is_refused_and_many_small_ones_are_not() -> None:
    assert MAX_EVENT_BYTES > MAX_REQUEST_BYTES, "a task tells what was said to it, files and all"
    odd = Odd()
    small = [piece({"text": "x" * 900}) for _ in range(50)]
    odd.streams[SEND] = [*BEGUN, *small, status("TASK_STATE_COMPLETED")]
    assert len(await events_of(odd, max_event_bytes=2000)) == 53
    odd.streams[SEND] = [*BEGUN, piece({"text": "x" * 5000}), status("TASK_STATE_COMPLETED")]
    with pytest.raises(AgentRefused, match="more than 2,000 bytes"):
        await events_of(odd, max_event_bytes=2000)
    odd.streams[SEND] = [*BEGUN, b"data: " + b"x" * 5000]
    with pytest.raises(AgentRefused, match="more than 2,000 bytes"):
        await events_of(odd, max_event_bytes=2000)


@pytest.mark.parametrize("line", [b"data: {\n\n", b"data: []\n\n", b'data: {"a":1}\n\n'])
async def test_a_reply_that_cannot_be_read_is_no_answer(line: bytes) -> None:
    odd = Odd()
    odd.streams[SEND] = [line]
    with pytest.raises((AgentUnreachable, AgentRefused)):
        await events_of(odd)


async def test_comments_and_silence_are_not_events() -> None:
    odd = Odd()
    odd.streams[SEND] = [b": hello\n\n", *BEGUN, 0.3, b":\n\n", status("TASK_STATE_COMPLETED")]
    assert shape(await events_of(odd)) == ["task submitted", "working", "completed"]


async def test_all_connections_are_closed_also_when_whoever_closes_them_is_cancelled() -> None:
    here: set[asyncio.StreamWriter] = set()
    all_here, all_gone = asyncio.Event(), asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        here.add(writer)
        if len(here) == 3:
            all_here.set()
        await all_here.wait()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        await reader.read()
        writer.close()
        here.remove(writer)
        if not here:
            all_gone.set()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    client = http_client()
    await asyncio.gather(*(client.get(url) for _ in range(3)))
    closing = asyncio.create_task(client.aclose())
    await asyncio.sleep(0)  # it is at the first of them now
    await canceled([closing])
    async with asyncio.timeout(PATIENCE):
        await all_gone.wait()
    server.close()
    await server.wait_closed()
