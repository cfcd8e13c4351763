"""Hostile and broken agents over HTTP: each ends in bounded time, with a plain, true sentence."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.domain.events import AgentEvent, ArtifactEvent, ProtocolFault
from app.errors import AgentError, AgentRefused, AgentUnreachable
from tests.contract.transport.http_agents import listening
from tests.contract.transport.serving import collect, say, shape
from tests.unit.transport.client.test_http_streams import (
    BEGUN,
    SEND,
    Odd,
    events_of,
    link_to,
    piece,
    status,
    task,
)

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]


async def refused(code: int, headers: Mapping[str, str]) -> AgentError:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": code, "headers": pairs})
        await send({"type": "http.response.body", "body": b"<html>no</html>"})

    async with listening(answer) as base:
        link = await link_to(base)
        try:
            with pytest.raises(AgentError) as caught:
                await collect(link.send(say("x")))
        finally:
            await link.aclose()
    return caught.value


@pytest.mark.parametrize(
    ("code", "headers", "kind", "words"),
    [
        (307, {"Location": "https://new.example/a"}, AgentRefused, "to https://new.example/a"),
        (302, {}, AgentRefused, "sends its callers elsewhere: HTTP 302."),
        (429, {"Retry-After": "30"}, AgentUnreachable, "again in 30 seconds"),
        (429, {"Retry-After": "Fri, 27 Nov 2026 10:00:00 GMT"}, AgentUnreachable, "after Fri, 27"),
        (429, {}, AgentUnreachable, "asked too often or too early: HTTP 429. Try again later."),
        (503, {"Retry-After": "5"}, AgentUnreachable, "does not serve for the moment"),
        (500, {}, AgentUnreachable, "failed to answer: HTTP 500. The cause is at its end"),
        (413, {}, AgentRefused, "no message as large as this one with its files: HTTP 413. Send"),
        (418, {}, AgentRefused, "HTTP 418"),
    ],
)
async def test_a_status_of_http_is_told_in_plain_words(
    code: int, headers: dict[str, str], kind: type[AgentError], words: str
) -> None:
    error = await refused(code, headers)
    assert isinstance(error, kind)
    assert words in str(error)
    assert "developer.mozilla.org" not in str(error)


async def test_an_agent_that_is_too_busy_has_not_taken_the_message() -> None:
    assert (await refused(429, {})).reason == "agent_busy"
    assert (await refused(500, {})).reason == "agent_unreachable"  # it may have, before it failed


async def test_what_is_of_another_task_is_left_out_and_told_once() -> None:
    odd = Odd()
    foreign = piece({"text": "of somebody else"})
    foreign["artifactUpdate"]["taskId"] = "other"
    ended = status("TASK_STATE_FAILED")
    ended["statusUpdate"]["taskId"] = "other"
    odd.streams[SEND] = [*BEGUN, foreign, foreign, ended, piece({"text": "mine"})]
    odd.streams[SEND].append(status("TASK_STATE_COMPLETED"))
    found = await events_of(odd)
    assert shape(found) == ["task submitted", "working", "fault", "=mine", "completed"]
    assert found[2] == ProtocolFault(rule="other_task", detail="other")


async def test_what_comes_after_the_end_is_left_out_and_told() -> None:
    odd = Odd()
    done = status("TASK_STATE_COMPLETED")
    odd.streams[SEND] = [*BEGUN, done, done, piece({"text": "late"}), piece({"text": "later"})]
    assert shape(await events_of(odd)) == ["task submitted", "working", *["completed"] * 2, "fault"]


@pytest.mark.parametrize("cut", [1, 7, 10_000])
async def test_bytes_that_are_no_utf8_show_as_what_they_are(cut: int) -> None:
    odd = Odd()
    event = (
        b'data: {"jsonrpc":"2.0","id":"1","result":{"artifactUpdate":{"taskId":"t","contextId":"c",'
        b'"artifact":{"artifactId":"a","parts":[{"text":"caf\xe9 \xec\x95\x88"}]}}}}\n\n'
    )
    chunks = [event[at : at + cut] for at in range(0, len(event), cut)]
    odd.streams[SEND] = [*BEGUN, *chunks, status("TASK_STATE_COMPLETED")]
    async with listening(odd) as base:
        link = await link_to(base)
        found = await collect(link.send(say("x")))
        details = [frame.details for frame in link.recording.frames()]  # type: ignore[attr-defined]
        await link.aclose()
    assert [one.artifact.text for one in found if isinstance(one, ArtifactEvent)] == [r"caf\xe9 안"]
    assert "not UTF-8" in [one.get("encoding") for one in details]


@pytest.mark.parametrize(
    "line",
    [
        b'data: {"jsonrpc":"2.0","id":"1","result":' + b"[" * 100_000 + b"\n\n",
        b'data: {"jsonrpc":"2.0","id":"1","result":{"task":{"metadata":'
        + b'{"a":' * 900
        + b"1"
        + b"}" * 900
        + b"}}}\n\n",
    ],
)
async def test_json_that_is_nested_without_end_is_an_error_of_the_agent(line: bytes) -> None:
    odd = Odd()
    odd.streams[SEND] = [line]
    with pytest.raises((AgentUnreachable, AgentRefused), match="scripted"):
        await events_of(odd)


async def test_an_agent_that_goes_on_after_its_end_is_left() -> None:
    odd = Odd()
    odd.streams[SEND] = [*BEGUN, status("TASK_STATE_COMPLETED")]
    late: list[Any] = [piece({"text": "late"}), 0.2]
    odd.streams[SEND] += late * 1_000
    found: list[AgentEvent] = await events_of(odd)
    assert shape(found) == ["task submitted", "working", "completed", "fault"]


async def test_an_agent_that_floods_without_end_is_left_alone() -> None:
    odd = Odd()
    odd.streams[SEND] = [*BEGUN, *[piece({"text": "more"})] * 300]
    odd.answers["GetTask"] = task("WORKING")
    async with listening(odd) as base:
        link = await link_to(base, max_events=100)
        taken = []
        with pytest.raises(AgentRefused, match="100 events and no end"):
            async for event in link.send(say("x")):
                taken.append(event)
        await link.aclose()
    assert len(taken) == 100
    assert odd.asked == [SEND]
