"""`check` catches each fault of a collection of wrong agents, and finds none in sound ones."""

import asyncio
import copy
import json
import math
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from agents.hosting.host import AgentHost
from app.cli import main
from app.commands.protocol.check import as_json_lines, as_junit, as_text, held
from app.connections.remote_agents import RemoteAgents
from app.domain.conformance import ProbeResult
from tests.contract.transport import grpc_wire
from tests.contract.transport.conformance.plain_agent import Faults, Http, Json, PlainAgent
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import listening, served
from tests.contract.transport.kafka_wire import QUICK, broker
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import counts, host_of
from tests.patience import PATIENCE
from transport.conformance.rules import finding
from transport.kafka.options import KafkaOptions
from transport.kafka.server import replica
from transport.kafka.server.responses import Response, responses
from transport.kafka.server.server import KafkaServer
from transport.server.grpc_server import GrpcServer

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

ROUND = "SendStreamingMessage"
WAITED = {"answer.time": 0.5}
"""Seconds until what never comes is given up; others may be given up as well."""


async def checked(url: str, profile: Path, *bindings: str, **more: Any) -> list[ProbeResult]:
    found = await RemoteAgents(profile).check(
        url,
        **{
            "messages": ("Hello", "wait"),
            "seconds": 2.0,
            "bindings": frozenset(bindings),
            "webhook": "https://example.com/hook",
            "tell": lambda result: None,
            **more,
        },
    )
    return list(found)


def rules_of(results: list[ProbeResult]) -> set[str]:
    return {one.rule for result in results for one in result.findings}


# What is changed, in a few words of one place each.


def card(change: Callable[[Json], Any]) -> Faults:
    def changed(card: Json) -> Any:
        told = change(card)
        return card if told is None else told

    return Faults(card=changed)


def first_of(kind: str, change: Callable[[Json], Any]) -> Faults:
    """Change the first event of a kind in each stream."""

    def events(method: str, events: list[Json]) -> list[Any]:
        for event in events:
            if kind in event:
                change(event[kind])
                break
        return events

    return Faults(events=events)


def piece(**of_artifact: Any) -> Faults:
    return first_of("artifactUpdate", lambda told: told["artifact"].update(of_artifact))


def streamed(change: Callable[[list[Json]], list[Any]], of: str = ROUND) -> Faults:
    return Faults(events=lambda method, events: change(events) if method == of else events)


def answered(of: str, change: Callable[[Any], Any], **when: Any) -> Faults:
    def answer(method: str, params: Json, told: Any) -> Any:
        if method != of or any(params.get(name) != value for name, value in when.items()):
            return told
        changed = change(told)
        return told if changed is None else changed

    return Faults(answer=answer)


def takes(of: str, reason: str | None, instead_of: str) -> Faults:
    def refuse(method: str, params: Json, was: str) -> str | None:
        return reason if (method, was) == (of, instead_of) else was

    return Faults(refuse=refuse)


def error(change: Callable[[Json], Any]) -> Faults:
    return Faults(error=lambda told: change(told) or told)


def sent(of: str, **changes: Any) -> Faults:
    return Faults(http=lambda method, r: r._replace(**changes) if method == of else r)


def unstreamed(response: Http) -> Http:
    """Send the first event alone, as JSON."""
    first = response.chunks[0]
    assert isinstance(first, bytes)
    return response._replace(kind="application/json", chunks=[first.removeprefix(b"data: ")])


def untyped(told: Json) -> None:
    for one in told.get("data") or told.get("details") or []:
        one.pop("@type")


def any_page(method: str, params: Json, was: str) -> str | None:
    return None if "pageToken" in params else was


def as_update(task: Json) -> Json:
    return {"taskId": task["id"], "contextId": task["contextId"], "status": task["status"]}


def of_info(**changes: Any) -> Faults:
    def change(told: Json) -> None:
        for one in told.get("data") or told.get("details") or []:
            one.update(changes)

    return error(change)


def of_tasks(change: Callable[[Json], Any]) -> Callable[[Any], None]:
    def changed(page: Any) -> None:
        for task in page["tasks"]:
            change(task)

    return changed


def foreign(events: list[Json]) -> list[Json]:
    for event in events[1:]:
        for told in event.values():
            told["taskId"] = "another"
    return events


def after_the_end(events: list[Json]) -> list[Json]:
    piece = next((one for one in events if "artifactUpdate" in one), events[-1])
    return [*events, piece]


def submitted_again(events: list[Json]) -> list[Json]:
    again = copy.deepcopy(events[1])
    again["statusUpdate"]["status"]["state"] = "TASK_STATE_SUBMITTED"
    return [*events[:2], again, *events[2:]]


def late_append(events: list[Json]) -> list[Json]:
    pieces = [one["artifactUpdate"] for one in events if "artifactUpdate" in one]
    if pieces:
        pieces[0]["lastChunk"] = True
    return events


def in_context(name: str) -> Callable[[Any], Any]:
    def change(told: Any) -> None:
        told["task"]["contextId"] = name

    return change


def shrunk(told: Any) -> Any:
    return {**told, "tasks": told["tasks"][:0]}


def settle(told: Any) -> None:
    told["task"]["status"] = {"state": "TASK_STATE_WORKING"}


def other_hook(told: Any) -> Any:
    return {**told, "url": "https://elsewhere.example/"}


def pop(name: str) -> Callable[[Json], None]:
    def change(told: Json) -> None:
        told.pop(name, None)

    return change


def put(**values: Any) -> Callable[[Json], None]:
    def change(told: Json) -> None:
        told.update(values)

    return change


def in_envelope(**values: Any) -> Callable[[Json], Json]:
    return lambda told: {**told, **values}


def in_status(**values: Any) -> Callable[[Json], None]:
    return lambda told: told["status"].update(values)


def asking(change: Callable[[Json], Any]) -> Faults:
    """Change the status by which a task asks."""

    def events(method: str, events: list[Json]) -> list[Any]:
        for event in events:
            status = event.get("statusUpdate", {}).get("status", {})
            if status.get("state") == "TASK_STATE_INPUT_REQUIRED":
                change(status)
        return events

    return Faults(events=events)


RPC = {"protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
DIRECT = {"message": {"messageId": "1", "role": "ROLE_AGENT", "parts": [{"text": "."}]}}
RAW = {"artifactId": "a", "parts": [{"raw": "no base64!"}]}
TWO = {"artifactId": "a", "parts": [{"text": "a", "url": "https://b.example"}]}
SIGNED = [{"protected": "bm8ganNvbg", "signature": "AA"}]
KEYED = {"k": {"apiKeySecurityScheme": {"name": "X", "location": "body"}}}


def in_work(task: Json) -> Json:
    return {**task, "status": {**task["status"], "state": "TASK_STATE_WORKING"}}


WRONG: dict[str, tuple[str, Faults]] = {
    # The card
    "no card": ("card.found", Faults(card=lambda card: None)),
    "a card that is no JSON": ("json.text", Faults(card=lambda card: b"<html>")),
    "a card in Latin-1": (
        "json.utf8",
        Faults(card=lambda card: b'{"name":"caf\xe9"}'),
    ),
    "a card without a version": ("json.required", card(pop("version"))),
    "a card without skills": ("json.required", card(put(skills=[]))),
    "a card with names of Python": ("json.name", card(put(default_input_modes=["text/plain"]))),
    "a card whose streaming is a text": ("json.type", card(put(capabilities={"streaming": "yes"}))),
    "a mode that is no media type": ("card.modes", card(put(defaultInputModes=["text plain"]))),
    "two skills with one id": (
        "card.skill_ids",
        card(lambda c: c["skills"].append(c["skills"][0])),
    ),
    "a requirement of no scheme": (
        "card.security",
        card(put(securityRequirements=[{"schemes": {"none": {"list": []}}}])),
    ),
    "a key in the body": ("card.key_place", card(put(securitySchemes=KEYED))),
    "a signature without a header": ("card.signature", card(put(signatures=SIGNED))),
    "an extension without a URI": (
        "card.extension",
        card(lambda c: c["capabilities"].update(extensions=[{"uri": ""}])),
    ),
    "a relative address": (
        "card.url",
        card(lambda c: c["supportedInterfaces"].append({**RPC, "url": "/x"})),
    ),
    "a version with a v": (
        "card.version",
        card(lambda c: c["supportedInterfaces"][0].update(protocolVersion="v1")),
    ),
    # Streams
    "a stream without a beginning": ("stream.first", streamed(lambda events: events[1:])),
    "a stream of nothing": ("stream.empty", streamed(lambda events: [])),
    "a stream that stops in the middle": ("stream.unsettled", streamed(lambda events: events[:2])),
    "another task's events": ("stream.task_id", streamed(foreign)),
    "another context's events": ("stream.context_id", first_of("statusUpdate", put(contextId="x"))),
    "events after the end": ("stream.after_end", streamed(after_the_end)),
    "events in another order": (
        "status.order",
        first_of("statusUpdate", in_status(timestamp="2026-01-01T00:00:00.000Z")),
    ),
    "a task that is submitted again": ("status.back", streamed(submitted_again)),
    "a stream that stays open": ("stream.unclosed", streamed(lambda events: [*events, 9.0])),
    "a message and more": (
        "stream.message",
        streamed(lambda events: [*events, DIRECT]),
    ),
    "an event that is no JSON": ("json.text", streamed(lambda e: [e[0], b"data: {\n\n", *e[1:]])),
    "an event that is no UTF-8": (
        "json.utf8",
        streamed(lambda e: [b'data: {"jsonrpc":"2.0","id":1,"result":{"x":"\xe9"}}\n\n', *e]),
    ),
    "a number that is none": ("json.text", piece(metadata={"x": math.nan})),
    "half of a character": ("json.utf8", piece(name="\ud83d")),
    "a stream that is none": (
        "stream.media_type",
        Faults(http=lambda method, r: unstreamed(r) if method == ROUND else r),
    ),
    "an append to nothing": ("artifact.append", first_of("artifactUpdate", put(append=True))),
    "an append after the last chunk": ("artifact.last_chunk", streamed(late_append)),
    "an artifact without parts": (
        "json.required",
        first_of("artifactUpdate", lambda told: told["artifact"].update(parts=[])),
    ),
    "a part that is two": ("json.oneof", first_of("artifactUpdate", put(artifact=TWO))),
    "bytes that are no base64": (
        "json.base64",
        first_of("artifactUpdate", put(artifact=RAW)),
    ),
    "a state by its number": ("json.enum", first_of("statusUpdate", in_status(state=2))),
    "a state of version 0.3": ("json.enum", first_of("statusUpdate", in_status(state="working"))),
    "an event with a kind": ("json.kind", first_of("statusUpdate", put(kind="status-update"))),
    "an event with a final": ("json.final", first_of("statusUpdate", put(final=True))),
    "a time of another zone": (
        "json.timestamp",
        first_of("statusUpdate", in_status(timestamp="2026-11-27T12:00:00+09:00")),
    ),
    "a question without words": ("status.question", asking(pop("message"))),
    "a sign-in without words": (
        "status.sign_in",
        asking(lambda s: (s.pop("message"), s.update(state="TASK_STATE_AUTH_REQUIRED"))),
    ),
    "an agent that speaks as a user": (
        "message.role",
        asking(lambda status: status["message"].update(role="ROLE_USER")),
    ),
    "a message of another task": (
        "message.ids",
        asking(lambda status: status["message"].update(taskId="another")),
    ),
    # Answers
    "a context that is replaced": (
        "context.given",
        streamed(lambda e: [{k: {**v, "contextId": "mine"} for k, v in one.items()} for one in e]),
    ),
    "a context that is not told": (
        "context.made",
        answered("SendMessage", lambda told: pop("contextId")(told["task"])),
    ),
    "a context that is not inferred": (
        "context.inferred",
        answered("SendMessage", in_context("other")),
    ),
    "sending that does not wait": ("send.waits", answered("SendMessage", settle)),
    "a task that is told only when it is over": (
        "send.at_once",
        Faults(
            answer=lambda method, params, told: (
                {**told, "tasks": [in_work(task) for task in told["tasks"]]}
                if method == "ListTasks"
                else told
            ),
            http=lambda method, r: (
                r._replace(chunks=[1.0, *r.chunks]) if method == "SendMessage" else r
            ),
        ),
    ),
    "a task that has another id": ("task.same", answered("GetTask", put(id="another"))),
    "a task that stays at work": (
        "task.state",
        answered("GetTask", in_status(state="TASK_STATE_WORKING")),
    ),
    "a task without its artifacts": ("task.artifacts", answered("GetTask", pop("artifacts"))),
    "history that was not asked for": (
        "history.none",
        answered("GetTask", lambda t: t.setdefault("history", [{"messageId": "x"}]) and None),
    ),
    "history that was not asked for with a message": (
        "history.none",
        answered("SendMessage", lambda t: t["task"].update(history=[{"messageId": "x"}])),
    ),
    "more history than was asked for with a message": (
        "history.limit",
        answered(
            "SendMessage",
            lambda t: t["task"].update(history=[{"messageId": one} for one in "xyz"]),
        ),
    ),
    "a task that loses a piece": (
        "task.artifacts",
        answered("GetTask", lambda t: [one["parts"].pop() for one in t.get("artifacts", ())] and t),
    ),
    "a task with another text": (
        "task.artifacts",
        answered(
            "GetTask",
            lambda t: [one["parts"][0].update(text="x") for one in t.get("artifacts", ())] and t,
        ),
    ),
    "a list with another text": (
        "task.artifacts",
        answered(
            "ListTasks",
            of_tasks(
                lambda t: [one["parts"][0].update(text="x") for one in t.get("artifacts", ())]
            ),
        ),
    ),
    "two artifacts of one id": (
        "artifact.unique",
        answered("GetTask", lambda t: put(artifacts=2 * t.get("artifacts", []))(t)),
    ),
    "lists that count too many tasks": ("list.total", answered("ListTasks", put(totalSize=10_000))),
    "a number that is too large": ("json.type", answered("ListTasks", put(totalSize=10**30))),
    "another size of page": ("list.page_size", answered("ListTasks", put(pageSize=77))),
    "pages of any token": ("error.missing", Faults(refuse=any_page)),
    "a subscription without a beginning": (
        "stream.subscribed",
        streamed(
            lambda events: events[1:] or [{"statusUpdate": as_update(events[0]["task"])}],
            of="SubscribeToTask",
        ),
    ),
    "a subscription to another task": (
        "task.same",
        streamed(
            lambda events: put(id="another")(events[0]["task"]) or events, of="SubscribeToTask"
        ),
    ),
    "a subscription of nothing": (
        "stream.empty",
        streamed(lambda events: [], of="SubscribeToTask"),
    ),
    "webhooks of any task": (
        "error.missing",
        takes("CreateTaskPushNotificationConfig", None, "TASK_NOT_FOUND"),
    ),
    "lists of webhooks of any task": (
        "error.missing",
        takes("ListTaskPushNotificationConfigs", None, "TASK_NOT_FOUND"),
    ),
    "a day that there is not": (
        "json.timestamp",
        first_of("statusUpdate", in_status(timestamp="2026-02-30T12:00:00Z")),
    ),
    "a part of no media type": (
        "part.media_type",
        piece(parts=[{"text": "one ", "mediaType": "plain text"}]),
    ),
    "no token of the next page": ("list.token", answered("ListTasks", pop("nextPageToken"))),
    "lists that count no tasks": ("list.total", answered("ListTasks", put(totalSize=0))),
    "lists with artifacts": (
        "list.artifacts",
        answered(
            "ListTasks",
            of_tasks(lambda task: task.setdefault("artifacts", [])),
        ),
    ),
    "lists of other contexts": (
        "list.filter",
        answered("ListTasks", of_tasks(put(contextId="x"))),
    ),
    "lists without the newest task": ("list.found", answered("ListTasks", shrunk)),
    "pages that are too long": (
        "list.size",
        answered("ListTasks", lambda told: {**told, "tasks": told["tasks"] * 2}),
    ),
    "a page of a thousand": ("list.limits", takes("ListTasks", None, "INVALID_PARAMS")),
    "a webhook that is another": (
        "push.kept",
        answered("GetTaskPushNotificationConfig", other_hook),
    ),
    "a webhook that stays": (
        "push.deleted",
        takes("GetTaskPushNotificationConfig", None, "TASK_NOT_FOUND"),
    ),
    "a cancellation that does nothing": (
        "cancel.state",
        answered("CancelTask", in_status(state="TASK_STATE_INPUT_REQUIRED")),
    ),
    # Errors
    "an unknown task that is known": ("error.missing", takes("GetTask", None, "TASK_NOT_FOUND")),
    "a canceled task that was over": (
        "error.missing",
        takes("CancelTask", None, "TASK_NOT_CANCELABLE"),
    ),
    "the error of another case": (
        "error.kind",
        takes("CancelTask", "UNSUPPORTED_OPERATION", "TASK_NOT_CANCELABLE"),
    ),
    "an error without a message": ("error.shape", error(put(message=""))),
    "a detail without a type": (
        "error.details",
        error(untyped),
    ),
    "any version": ("version.unknown", takes("GetTask", None, "VERSION_NOT_SUPPORTED")),
    # HTTP
    "an answer as text": (
        "http.media_type",
        sent("GetTask", kind="text/plain"),
    ),
    "an answer that is no JSON": (
        "json.text",
        sent("GetTask", chunks=[b"<html>"]),
    ),
    "an answer that never comes": (
        "answer.time",
        sent("GetTask", chunks=[9.0]),
    ),
    "a server that fails": (
        "answer.expected",
        sent("GetTask", status=500, chunks=[b"{}"]),
    ),
    "slow bytes without end": (
        "answer.time",
        sent("ListTasks", chunks=[b" ", 0.5] * 30),
    ),
}

OF_RPC: dict[str, tuple[str, Faults]] = {
    "another request's id": ("rpc.id", Faults(envelope=in_envelope(id="x"))),
    "an envelope of version 1": (
        "rpc.envelope",
        Faults(envelope=in_envelope(jsonrpc="1.0")),
    ),
    "a result and an error": (
        "rpc.envelope",
        Faults(envelope=in_envelope(result={}, error=None)),
    ),
    "a code that is a text": (
        "error.shape",
        error(lambda told: {**told, "code": str(told["code"])}),
    ),
    "no method as wrong params": (
        "error.standard",
        error(lambda told: {**told, "code": -32602} if told["code"] == -32600 else told),
    ),
    "a fault of its own for what is no JSON": (
        "error.kind",
        error(lambda told: {**told, "code": -32603} if told["code"] == -32700 else told),
    ),
    "an error without an ErrorInfo": ("error.rpc_info", error(pop("data"))),
    "an ErrorInfo of another error": ("error.rpc_info", of_info(reason="VERSION_NOT_SUPPORTED")),
    "an ErrorInfo of another domain": ("error.rpc_info", of_info(domain="x.example")),
    "errors as statuses": (
        "http.rpc_status",
        sent("CancelTask", status=400),
    ),
}

OF_REST: dict[str, tuple[str, Faults]] = {
    "200 for everything": (
        "error.missing",
        Faults(http=lambda method, response: response._replace(status=200)),
    ),
    "500 for everything": (
        "http.status",
        Faults(http=lambda m, r: r._replace(status=500) if r.status >= 400 and m != "card" else r),
    ),
    "an error whose code is not HTTP's": ("http.error_code", error(put(code=599))),
    "an error whose status is none": ("http.error_status", error(put(status="OK"))),
    "an error whose status is another's": ("http.error_status", error(put(status="DATA_LOSS"))),
    "an ErrorInfo of another error": ("error.kind", of_info(reason="VERSION_NOT_SUPPORTED")),
    "an ErrorInfo of another domain": ("error.info", of_info(domain="x.example")),
    "an error without a reason": ("error.info", error(lambda told: {**told, "details": []})),
}


def agents_of(binding: str) -> dict[str, tuple[str, Faults]]:
    return WRONG | (OF_RPC if binding == "JSONRPC" else OF_REST)


CASES = [(binding, name) for binding in ("JSONRPC", "HTTP+JSON") for name in agents_of(binding)]


@pytest.mark.parametrize(("binding", "name"), CASES)
async def test_each_fault_is_caught(profile: Path, binding: str, name: str) -> None:
    rule, faults = agents_of(binding)[name]
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, binding, seconds=WAITED.get(rule, 2.0))
    assert rule in rules_of(results)
    for clause in (one.clause for result in results for one in result.findings):
        assert clause[0].isdigit() or clause.startswith("A.")


def test_the_collection_is_large_enough() -> None:
    assert len(WRONG) + len(OF_RPC) + len(OF_REST) >= 60


async def test_no_fault_is_found_in_a_sound_agent(profile: Path) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == set()
    assert {one.outcome for one in results} == {"passed", "skipped"}
    assert sum(one.outcome == "passed" for one in results) >= 28


def otherwise(change: Callable[[bytes], bytes]) -> Faults:
    """Write the bytes of streams in another sound way."""

    def http(method: str, response: Http) -> Http:
        if response.kind != "text/event-stream":
            return response
        text = b"".join(one for one in response.chunks if isinstance(one, bytes))
        return response._replace(chunks=[change(text)])

    return Faults(http=http)


@pytest.mark.parametrize(
    "faults",
    [
        otherwise(lambda text: text.replace(b"\n", b"\r")),
        otherwise(lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")),
        otherwise(
            lambda text: b": ping\n\nretry: 1\n\n" + text.replace(b"data: ", b"id: 1\ndata:")
        ),
    ],
)
async def test_a_stream_is_sound_however_its_lines_end(profile: Path, faults: Faults) -> None:
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == set()


async def test_moments_are_compared_not_their_texts(profile: Path) -> None:
    class WithoutZeros(PlainAgent):
        """Every second moment is a whole one, and none has more digits than it needs."""

        def _enter(self, task: Json, state: str, **more: Any) -> None:
            super()._enter(task, state, **more)
            self._clock += 1
            whole, half = divmod(self._clock // 2, 2)
            stamp = f"2026-11-27T12:{whole // 60:02}:{whole % 60:02}{'.5' if half else ''}Z"
            task["status"]["timestamp"] = stamp

        def _newest(self, task: Json) -> Any:
            return datetime.fromisoformat(task["status"]["timestamp"])

    agent = WithoutZeros()
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == set()


@pytest.mark.parametrize(
    ("capabilities", "method", "was", "rule"),
    [
        (
            {"streaming": False},
            "SendStreamingMessage",
            "UNSUPPORTED_OPERATION",
            "capability.streaming",
        ),
        (
            {"pushNotifications": False},
            "CreateTaskPushNotificationConfig",
            "PUSH_NOTIFICATION_NOT_SUPPORTED",
            "capability.push",
        ),
        ({}, "GetExtendedAgentCard", "UNSUPPORTED_OPERATION", "capability.card"),
        (
            {"extensions": [{"uri": "https://x.example/e", "required": True}]},
            "SendMessage",
            "EXTENSION_SUPPORT_REQUIRED",
            "extension.required",
        ),
    ],
)
async def test_what_the_card_does_not_offer_is_refused(
    profile: Path, capabilities: Json, method: str, was: str, rule: str
) -> None:
    for faults, found in ((Faults(), set()), (takes(method, None, was), {rule})):
        agent = PlainAgent(faults, **capabilities)
        async with listening(agent) as agent.base:
            assert rules_of(await checked(agent.base, profile)) & {rule} == found


async def test_our_own_server_is_sound(profile: Path) -> None:
    async def answers(turn: Turn) -> None:
        await turn.updater.start_work()
        if turn.text == "wait":
            await turn.ask("For what?")
            return
        await turn.say("one ")
        await turn.say("two", append=True)
        await turn.updater.complete()

    async with served(answers) as at:
        results = await checked(f"{at.base}/scripted", profile)
    assert rules_of(results) == set()
    assert sum(one.outcome == "passed" for one in results) >= 25


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_an_interface_that_answers_nothing_is_told(profile: Path, binding: str) -> None:
    faults = Faults(http=lambda m, r: r if m == "card" else r._replace(chunks=[9.0]))
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, binding, messages=("Hello",), seconds=0.2)
    assert {one.rule for one in results[-1].findings} == {"card.interface"}
    assert results[-1].outcome == "failed"


@pytest.mark.parametrize("body", [b"", b'{"error":{"code":401,"message":"no"}}', b"<html>"])
async def test_an_agent_that_lets_nobody_in_is_not_accused_of_more(
    profile: Path, body: bytes
) -> None:
    def barred(method: str, response: Http) -> Http:
        return response if method == "card" else response._replace(status=401, chunks=[body])

    agent = PlainAgent(Faults(http=barred))
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile)
    assert rules_of(results) == {"card.interface"}
    outcomes = [one.outcome for one in results if "HTTP+JSON" in one.interface]
    assert outcomes == ["skipped"] * (len(outcomes) - 1) + ["failed"]


async def test_who_hangs_up_comes_to_an_end(profile: Path) -> None:
    async def hangs_up(scope: Any, receive: Any, send: Any) -> None:
        raise ConnectionResetError

    async with listening(hangs_up) as base:
        results = await checked(base, profile)
    assert [one.outcome for one in results] == ["failed"]


def test_nobody_there_has_an_exit_code_of_its_own(profile: Path) -> None:
    assert main(["check", "http://127.0.0.1:1", "--profile", str(profile)]) == 3


async def test_a_binding_is_named_in_any_case_and_must_be_there(profile: Path) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, "http+json", messages=("Hello",))
        assert {one.interface.split(" ")[0] for one in results} == {"card", "HTTP+JSON"}
        asked = agent.asked
        code = await asyncio.to_thread(
            main, ["check", agent.base, "--binding", "REST", "--profile", str(profile)]
        )
    assert (code, agent.asked) == (2, asked)


@pytest.mark.parametrize("wrong", [("--known", "list.oder"), ("--out", "no/such/folder")])
async def test_what_cannot_be_used_is_found_before_anything_is_sent(
    profile: Path, wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base:
        given = ["check", agent.base, "--profile", str(profile), *wrong]
        assert await asyncio.to_thread(main, given) == 2
    assert agent.asked == 0
    assert wrong[1] in capsys.readouterr().err


async def test_reports_hold_what_was_found(profile: Path) -> None:
    faults = first_of("statusUpdate", put(contextId="<evil>\x1b[2J&"))
    agent = PlainAgent(faults)
    async with listening(agent) as agent.base:
        results = await checked(agent.base, profile, "JSONRPC")
    text = as_text(results, "x")
    assert "A2A 4.2.1 MUST stream.context_id" in text
    assert "\x1b" not in text
    lines = [json.loads(line) for line in as_json_lines(results, "x").splitlines()]
    assert {line["interface"] for line in lines} == {one.interface for one in results}
    found = [one for line in lines for one in line["findings"]]
    assert {"stream.context_id"} <= {one["rule"] for one in found}
    suites = ElementTree.fromstring(as_junit(results, "x"))
    failures = suites.findall(".//failure")
    assert "stream.context_id" in {one.get("type") for one in failures}
    assert sum(int(one.get("tests") or 0) for one in suites) == len(results)
    assert "failed" in {one.outcome for one in results}
    every = frozenset(one["rule"] for one in found)
    left = [held(one, every, strict=True) for one in results]
    assert {one.outcome for one in left} <= {"passed", "skipped"}
    assert [held(one, frozenset({"card.found"}), strict=False) for one in results] == results


def test_what_should_be_is_remarked_and_fails_only_a_strict_check() -> None:
    found = finding("version.metadata", "x")
    remarked = ProbeResult(probe="p", interface="GRPC x", outcome="remarked", findings=(found,))
    assert held(remarked, frozenset(), strict=False) == remarked
    assert held(remarked, frozenset(), strict=True).outcome == "failed"
    assert "  ! p\n      A2A 10.2 SHOULD version.metadata" in as_text([remarked], "x")
    [suite] = ElementTree.fromstring(as_junit([remarked], "x"))
    assert (suite.get("failures"), suite.find(".//failure")) == ("0", None)
    assert "10.2" in str(suite.findtext(".//system-out"))


@asynccontextmanager
async def sample_agent() -> AsyncIterator[str]:
    """Serve the SDK's sample in a process of its own, for it leaves tasks behind; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("sdk_sample.py")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            yield (await process.stdout.readline()).decode().strip()
    finally:
        process.terminate()
        await process.wait()


async def test_the_sdks_own_server_is_sound_over_each_binding(profile: Path) -> None:
    async with sample_agent() as base:
        results = await checked(base, profile)
    assert {one.outcome for one in results} <= {"passed", "remarked", "skipped"}
    found = [(r.interface.split(" ")[0], one.rule) for r in results for one in r.findings]
    # The SDK's server of gRPC does not look at the version that is asked for.
    assert found == ([("GRPC", "version.metadata")] if grpc_wire.HERE else [])
    interfaces = {one.interface.split(" ")[0] for one in results}
    assert interfaces >= {"card", "JSONRPC", "HTTP+JSON"}
    assert ("GRPC" in interfaces) == grpc_wire.HERE


@asynccontextmanager
async def over(wire: str, host: AgentHost) -> AsyncIterator[str]:
    """Serve a host over a wire; yield its address."""
    if wire == "grpc":
        server: Any = GrpcServer(host.handler, host="127.0.0.1", port=0)
    else:
        broker().agent(host.name)
        broker().client("desk")
        of = KafkaOptions(bootstrap=broker().bootstrap, overrides={"fetch_max_wait_ms": 10})
        server = KafkaServer(host, host.card, of, times=QUICK)
    await server.start()
    try:
        yield (
            f"grpc://{server.address}" if wire == "grpc" else f"kafka://{of.bootstrap}/{host.name}"
        )
    finally:
        await server.aclose()
        await host.aclose()


async def test_our_own_server_over_kafka_is_sound(profile: Path) -> None:
    async with over("kafka", host_of(fresh("sound"), counts)) as address:
        results = await checked(address, profile, messages=("2",))
    assert [one for result in results for one in result.findings] == []
    assert sum(one.outcome == "passed" for one in results) >= 10


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"jsonrpc": "1.0"}, "rpc.envelope"),
        ({"id": "another"}, "rpc.id"),
        ({"error": None}, "rpc.envelope"),
        ({"result": {"task": {}}, "error": {"code": -32603, "message": "."}}, "rpc.envelope"),
        ({"result": {"statusUpdate": {"taskId": "x"}}}, "json.required"),
    ],
)
async def test_faults_over_kafka_are_caught(
    profile: Path, monkeypatch: pytest.MonkeyPatch, changes: Json, rule: str
) -> None:
    async def wrong(*given: Any) -> AsyncIterator[Response]:
        async for one in responses(*given):
            told = {**json.loads(one.value), **changes}
            yield one._replace(value=json.dumps(told).encode())

    monkeypatch.setattr(replica, "responses", wrong)
    async with over("kafka", host_of(fresh("wrong"), counts)) as address:
        results = await checked(address, profile, messages=("1",))
    assert rule in rules_of(results)


@pytest.mark.parametrize("wire", ["kafka", *(["grpc"] if grpc_wire.HERE else [])])
async def test_an_agent_that_is_slow_over_any_wire_breaks_nothing_that_must_be(
    profile: Path, wire: str
) -> None:
    async def thinks(turn: Turn) -> None:
        await asyncio.Event().wait()

    async with over(wire, host_of(fresh("slow"), thinks)) as address:
        results = await checked(address, profile, messages=("Hello",), seconds=0.5)
    found = [one for result in results for one in result.findings]
    assert [one for one in found if one.level == "must"] == []
    assert {one.rule for one in found} >= {"answer.time", "stream.silent"}
