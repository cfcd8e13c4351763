"""What is tried on one interface of an agent, one probe a subject, and what is wrong with it.

Probes share what was made before: a task that has ended, one that waits. What an agent does not
offer, or has not made, is a reason to skip a probe, not a fault.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from a2a.types import (
    AgentCard,
    ListTaskPushNotificationConfigsResponse,
    ListTasksResponse,
    Task,
    TaskPushNotificationConfig,
)
from a2a.utils.constants import TransportProtocol

from app.domain.conformance import Finding
from app.domain.ids import new_message_id
from transport.conformance.failures import check_failure
from transport.conformance.json_form import as_dict, departures, dicts
from transport.conformance.rules import finding
from transport.conformance.stream_rules import ENDED, WAITING, StreamRules, moment
from transport.conformance.wires import Reply, Wire
from transport.protocol.operations import (
    CANCEL_TASK,
    CREATE_PUSH_CONFIG,
    DELETE_PUSH_CONFIG,
    GET_EXTENDED_CARD,
    GET_PUSH_CONFIG,
    GET_TASK,
    LIST_PUSH_CONFIGS,
    LIST_TASKS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)

_NOT_FOUND = frozenset({"TASK_NOT_FOUND"})
_UNSUPPORTED = frozenset({"UNSUPPORTED_OPERATION"})
_INVALID = frozenset({"INVALID_PARAMS"})
_UNKNOWN_TASK = "balance-desk-check-no-such-task"
_MOST_PAGES = 5
_LOOK = 0.2  # seconds between two looks at a task that is not told yet
_AT_WORK = frozenset({"TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"})
_OTHER_VERSION = "99.0"
BARRED = "the agent lets in only those who have signed in: give --bearer-env"


class Skipped(Exception):
    """A probe cannot be made here; its text says why."""


class Probing:
    """Owns what the probes of one interface have made: tasks, contexts, what they were told."""

    def __init__(
        self, wire: Wire, card: Mapping[str, Any], *, messages: Sequence[str], webhook: str
    ) -> None:
        self._wire = wire
        self._webhook = webhook
        self._messages = messages
        capabilities = card.get("capabilities")
        self._said: Mapping[str, Any] | None = (
            capabilities if isinstance(capabilities, dict) else None
        )
        extensions = (self._said or {}).get("extensions")
        self._required = [
            str(one.get("uri"))
            for one in (extensions if isinstance(extensions, list) else [])
            if isinstance(one, dict) and one.get("required") is True
        ]
        self._heard: list[StreamRules] = []  # what each message has come to

    @property
    def _ended(self) -> StreamRules:
        for one in self._heard:
            if one.task_id and one.state in ENDED:
                return one
        raise Skipped("no task of this agent has ended")

    @property
    def _waiting(self) -> StreamRules:
        for one in self._heard:
            if one.task_id and one.state in WAITING:
                return one
        raise Skipped("no task of this agent waits for anything")

    def _offers(self, capability: str, reply: Reply | None = None) -> bool:
        """Return whether the card offers it, or where there is none, whether the agent did it."""
        if self._said is not None:
            return self._said.get(capability) is True
        if reply is None:
            raise Skipped("no card says what the agent offers")
        return reply.failure is None

    async def _ask(self, method: str, **params: Any) -> Reply:
        return await self._wire.ask(method, params, extensions=",".join(self._required))

    def _refused(self, reply: Reply, expected: frozenset[str], where: str) -> list[Finding]:
        """Return what is wrong with a request that should have been refused with that error."""
        if reply.failure is None:
            if reply.lost:
                return reply.findings
            return [*reply.findings, finding("error.missing", where, reply.answer or reply.events)]
        wire = self._wire
        found = check_failure(reply.failure, where, http=wire.http, rpc=wire.rpc, expected=expected)
        # A stream that was refused need not be one.
        return [one for one in reply.findings if not one.rule.startswith("stream.")] + found

    def _answered(self, reply: Reply, where: str) -> list[Finding]:
        """Return the findings of an answer; raises `Skipped` for one that asks who we are."""
        failure = reply.failure
        if failure is None:
            return reply.findings
        if failure.bars:
            raise Skipped(BARRED)
        seen = {"code": failure.code, "reason": failure.reason, "message": failure.message}
        return [*reply.findings, finding("answer.expected", where, seen)]

    async def stream(self) -> list[Finding]:
        """Say each message in a stream, in a context of our own."""
        found: list[Finding] = []
        for text in self._messages:
            context_id = new_message_id()
            reply = await self._ask(
                SEND_STREAMING_MESSAGE, message=_message(text, contextId=context_id)
            )
            if not self._offers("streaming", reply):
                if reply.failure is None and not reply.lost:
                    found.append(finding("capability.streaming", SEND_STREAMING_MESSAGE))
                    continue
                return self._refused(reply, _UNSUPPORTED, SEND_STREAMING_MESSAGE)
            if reply.failure is not None and reply.failure.reason and not reply.events:
                # An agent may refuse a context that it did not make.
                again = await self._ask(SEND_STREAMING_MESSAGE, message=_message(text))
                if again.failure is None:
                    reply, context_id = again, ""
            found += self._answered(reply, SEND_STREAMING_MESSAGE)
            rules = StreamRules(SEND_STREAMING_MESSAGE, context_id=context_id)
            for event in reply.events:
                found += rules.take(event)
            if reply.closed and reply.failure is None:
                found += rules.closed()
            self._heard.append(rules)
        return found

    async def send(self) -> list[Finding]:
        """Say the messages without a stream and without a context."""
        found: list[Finding] = []
        for text in self._messages:
            config = {"historyLength": 1}
            reply = await self._ask(SEND_MESSAGE, message=_message(text), configuration=config)
            found += self._answered(reply, SEND_MESSAGE)
            if reply.answer is None:
                continue
            found += _too_long(reply.answer, 1, SEND_MESSAGE)
            rules = StreamRules(SEND_MESSAGE)
            found += rules.take_answer(reply.answer)
            if rules.task_id and not rules.context_id:
                found.append(finding("context.made", SEND_MESSAGE, reply.answer))
            if rules.task_id and not rules.settled:
                found.append(finding("send.waits", SEND_MESSAGE, rules.state))
            if rules.task_id and any(one.task_id == rules.task_id for one in self._heard):
                found.append(finding("task.ids", SEND_MESSAGE, rules.task_id))
            self._heard.append(rules)
        return found

    async def at_once(self) -> list[Finding]:
        """Say a message and ask for its task at once; look meanwhile whether it is at work."""
        where = f"{SEND_MESSAGE} at once"
        config = {"returnImmediately": True, "historyLength": 0}
        context_id = new_message_id()
        message = _message(self._messages[0], contextId=context_id)
        at_work: set[Any] = set()
        async with asyncio.TaskGroup() as group:
            sending = group.create_task(
                self._ask(SEND_MESSAGE, message=message, configuration=config)
            )
            while not (await asyncio.wait([sending], timeout=_LOOK))[0]:
                page = (await self._ask(LIST_TASKS, contextId=context_id)).answer
                if not sending.done():
                    at_work |= {t.get("id") for t in _tasks(as_dict(page)) if _state(t) in _AT_WORK}
        reply = sending.result()
        if reply.failure is not None and reply.failure.reason:
            # An agent may refuse a context that it did not make.
            message = _message(self._messages[0])
            reply = await self._ask(SEND_MESSAGE, message=message, configuration=config)
        found = self._answered(reply, where)
        if reply.answer is not None:
            rules = StreamRules(where)
            found += rules.take_answer(reply.answer)
            found += _too_long(reply.answer, 0, where)
            if rules.state in ENDED and rules.task_id in at_work:
                found.append(finding("send.at_once", where, rules.state))
        return found

    async def get(self) -> list[Finding]:
        """Ask for a task that was told: whole, without history, and with a little of it."""
        told = next((one for one in self._heard if one.task_id and one.settled), None)
        if told is None:
            raise Skipped("the agent has made no task")
        found: list[Finding] = []
        for length in (None, 0, 1):
            more = {} if length is None else {"historyLength": length}
            where = f"{GET_TASK} {more or ''}".strip()
            reply = await self._ask(GET_TASK, id=told.task_id, **more)
            found += self._answered(reply, where)
            if reply.answer is None:
                continue
            found += departures(reply.answer, Task, where)
            task = reply.answer if isinstance(reply.answer, dict) else {}
            if length is not None:
                found += _too_long({"task": task}, length, where)
                continue
            if task.get("id") != told.task_id:
                found.append(finding("task.same", where, task.get("id")))
            state = _state(task)
            if state != told.state:
                found.append(finding("task.state", where, f"{told.state}, then {state}"))
            there = {str(one.get("artifactId")) for one in dicts(task.get("artifacts"))}
            if lacking := sorted(told.artifacts.keys() - there):
                found.append(finding("task.artifacts", where, lacking))
        reply = await self._ask(GET_TASK, id=_UNKNOWN_TASK)
        return found + self._refused(reply, _NOT_FOUND, f"{GET_TASK} of no task")

    async def lists(self) -> list[Finding]:
        """Ask for lists of tasks: of a context, of a state, with artifacts, page by page."""
        told = self._told_task()
        found: list[Finding] = []
        page = await self._page(found, contextId=told.context_id)
        tasks = _tasks(page)
        if page is not None and all(one.get("id") != told.task_id for one in tasks):
            found.append(finding("list.found", f"{LIST_TASKS} contextId", told.task_id))
        if any(one.get("contextId") != told.context_id for one in tasks):
            found.append(finding("list.filter", f"{LIST_TASKS} contextId"))
        if any("artifacts" in one for one in tasks):
            found.append(finding("list.artifacts", LIST_TASKS))
        page = await self._page(found, status=told.state)
        states = {_state(one) for one in _tasks(page)}
        if states - {told.state}:
            found.append(finding("list.filter", f"{LIST_TASKS} status", sorted(states)))
        if told.artifacts:
            page = await self._page(found, contextId=told.context_id, includeArtifacts=True)
            mine = [one for one in _tasks(page) if one.get("id") == told.task_id]
            if mine and not mine[0].get("artifacts"):
                found.append(finding("list.with_artifacts", LIST_TASKS))
        found += await self._paged()
        for size in (0, 101):
            reply = await self._ask(LIST_TASKS, pageSize=size)
            if reply.failure is None and not reply.lost:
                found.append(finding("list.limits", f"{LIST_TASKS} pageSize {size}"))
            else:
                found += self._refused(reply, _INVALID, f"{LIST_TASKS} pageSize {size}")
        return found

    async def _paged(self) -> list[Finding]:
        found: list[Finding] = []
        seen: list[str] = []
        stamps: list[str] = []
        token = ""
        for _ in range(_MOST_PAGES):
            more = {"pageToken": token} if token else {}
            page = await self._page(found, pageSize=1, **more)
            tasks = _tasks(page)
            if len(tasks) > 1:
                found.append(finding("list.size", f"{LIST_TASKS} pageSize 1", len(tasks)))
            stamps += [str(as_dict(one.get("status")).get("timestamp") or "") for one in tasks]
            ids = [str(one.get("id")) for one in tasks]
            if set(ids) & set(seen):
                found.append(finding("list.pages", f"{LIST_TASKS} pageToken", ids))
                break
            seen += ids
            token = str((page or {}).get("nextPageToken") or "")
            if not token or not tasks:
                break
        moments = [moment(one) for one in stamps]
        if all(stamps) and moments != sorted(moments, reverse=True):
            found.append(finding("list.order", LIST_TASKS, stamps))
        return found

    async def _page(self, found: list[Finding], **params: Any) -> dict[str, Any] | None:
        where = f"{LIST_TASKS} {', '.join(params)}"
        reply = await self._ask(LIST_TASKS, **params)
        found += self._answered(reply, where)
        if not isinstance(reply.answer, dict):
            return None
        answer: dict[str, Any] = reply.answer
        found += departures(answer, ListTasksResponse, where)
        total = answer.get("totalSize")
        if isinstance(total, int) and total < len(_tasks(answer)):
            found.append(finding("list.total", where, total))
        if "nextPageToken" not in answer:
            found.append(finding("list.token", where))
        return answer

    async def cancel(self) -> list[Finding]:
        """Cancel what has ended, what there is not, and what waits."""
        reply = await self._ask(CANCEL_TASK, id=_UNKNOWN_TASK)
        found = self._refused(reply, _NOT_FOUND, f"{CANCEL_TASK} of no task")
        if any(one.task_id and one.state in ENDED for one in self._heard):
            reply = await self._ask(CANCEL_TASK, id=self._ended.task_id)
            expected = frozenset({"TASK_NOT_CANCELABLE"})
            found += self._refused(reply, expected, f"{CANCEL_TASK} of an ended task")
        return found

    async def cancel_waiting(self) -> list[Finding]:
        """Cancel a task that waits for somebody: the last thing that is done with it."""
        told = self._waiting
        reply = await self._ask(CANCEL_TASK, id=told.task_id)
        if reply.failure is not None:
            return self._refused(reply, frozenset({"TASK_NOT_CANCELABLE"}), CANCEL_TASK)
        found = [*reply.findings, *departures(reply.answer, Task, CANCEL_TASK)]
        state = _state(reply.answer)
        after = _state((await self._ask(GET_TASK, id=told.task_id)).answer)
        if state != after or state in WAITING:
            found.append(finding("cancel.state", CANCEL_TASK, f"{state}, then {after}"))
        return found

    async def subscribe(self) -> list[Finding]:
        """Subscribe to what has ended, and to what there is not."""
        if not self._offers("streaming"):
            raise Skipped("the card offers no streams")
        reply = await self._ask(SUBSCRIBE_TO_TASK, id=_UNKNOWN_TASK)
        found = self._refused(reply, _NOT_FOUND, f"{SUBSCRIBE_TO_TASK} of no task")
        if any(one.task_id and one.state in ENDED for one in self._heard):
            reply = await self._ask(SUBSCRIBE_TO_TASK, id=self._ended.task_id)
            found += self._refused(reply, _UNSUPPORTED, f"{SUBSCRIBE_TO_TASK} of an ended task")
        return found

    async def go_on(self) -> list[Finding]:
        """Say something to a task that has ended, and to one that there is not."""
        text = self._messages[0]
        reply = await self._ask(SEND_MESSAGE, message=_message(text, taskId=_UNKNOWN_TASK))
        found = self._refused(reply, _NOT_FOUND, f"{SEND_MESSAGE} to no task")
        if any(one.task_id and one.state in ENDED for one in self._heard):
            reply = await self._ask(
                SEND_MESSAGE, message=_message(text, taskId=self._ended.task_id)
            )
            found += self._refused(reply, _UNSUPPORTED, f"{SEND_MESSAGE} to an ended task")
        return found

    async def answer(self) -> list[Finding]:
        """Say something to a task that waits: in another context first, then by its id alone."""
        told = self._waiting
        wrong = _message(self._messages[0], taskId=told.task_id, contextId=new_message_id())
        reply = await self._ask(SEND_MESSAGE, message=wrong)
        found: list[Finding] = []
        if reply.failure is None and not reply.lost:
            found.append(finding("error.missing", f"{SEND_MESSAGE} in another context"))
        reply = await self._ask(
            SEND_MESSAGE, message=_message(self._messages[0], taskId=told.task_id)
        )
        found += self._answered(reply, f"{SEND_MESSAGE} to a waiting task")
        if reply.answer is not None:
            rules = StreamRules(SEND_MESSAGE)
            found += rules.take_answer(reply.answer)
            if rules.context_id != told.context_id:
                found.append(finding("context.inferred", SEND_MESSAGE, rules.context_id))
            told.state = rules.state or told.state
        return found

    async def push(self) -> list[Finding]:
        """Make, find and delete a webhook; where none are offered, be refused."""
        task = self._told_task()
        config = {"taskId": task.task_id, "url": self._webhook}
        reply = await self._ask(CREATE_PUSH_CONFIG, **config)
        if not self._offers("pushNotifications", reply):
            if reply.failure is None and not reply.lost:
                return [finding("capability.push", CREATE_PUSH_CONFIG)]
            expected = frozenset({"PUSH_NOTIFICATION_NOT_SUPPORTED"})
            return self._refused(reply, expected, CREATE_PUSH_CONFIG)
        if reply.failure is not None and reply.failure.reason in _INVALID:
            raise Skipped(f"the agent takes no webhook at {self._webhook}: give --webhook")
        found = self._answered(reply, CREATE_PUSH_CONFIG)
        if not isinstance(reply.answer, dict):
            return found
        found += departures(reply.answer, TaskPushNotificationConfig, CREATE_PUSH_CONFIG)
        named = {"taskId": task.task_id, "id": str(reply.answer.get("id") or "")}
        got = await self._ask(GET_PUSH_CONFIG, **named)
        found += self._answered(got, GET_PUSH_CONFIG)
        if isinstance(got.answer, dict) and got.answer.get("url") != self._webhook:
            found.append(finding("push.kept", GET_PUSH_CONFIG, got.answer))
        listed = await self._ask(LIST_PUSH_CONFIGS, taskId=task.task_id)
        found += self._answered(listed, LIST_PUSH_CONFIGS)
        if isinstance(listed.answer, dict):
            of = ListTaskPushNotificationConfigsResponse
            found += departures(listed.answer, of, LIST_PUSH_CONFIGS)
            ids = [one.get("id") for one in dicts(listed.answer.get("configs"))]
            if named["id"] not in ids:
                found.append(finding("push.kept", LIST_PUSH_CONFIGS, ids))
        found += self._answered(await self._ask(DELETE_PUSH_CONFIG, **named), DELETE_PUSH_CONFIG)
        gone = await self._ask(GET_PUSH_CONFIG, **named)
        if gone.failure is None and not gone.lost:
            found.append(finding("push.deleted", GET_PUSH_CONFIG, gone.answer))
        return found

    async def extended_card(self) -> list[Finding]:
        """Ask for the extended card."""
        reply = await self._ask(GET_EXTENDED_CARD)
        if not self._offers("extendedAgentCard", reply):
            if reply.failure is None and not reply.lost:
                return [finding("capability.card", GET_EXTENDED_CARD)]
            return self._refused(reply, _UNSUPPORTED, GET_EXTENDED_CARD)
        failure = reply.failure
        if failure is not None and failure.reason == "EXTENDED_AGENT_CARD_NOT_CONFIGURED":
            return reply.findings
        found = self._answered(reply, GET_EXTENDED_CARD)
        if reply.answer is not None:
            found += departures(reply.answer, AgentCard, GET_EXTENDED_CARD)
        return found

    async def version(self) -> list[Finding]:
        """Ask in a version that there is not."""
        reply = await self._wire.ask(GET_TASK, {"id": _UNKNOWN_TASK}, version=_OTHER_VERSION)
        where = f"{GET_TASK} in version {_OTHER_VERSION}"
        failure = reply.failure
        if not reply.lost and (failure is None or failure.reason in _NOT_FOUND):
            # What 3.6.2 demands of all, 10.2 asks of servers of gRPC.
            over_grpc = self._wire.binding == TransportProtocol.GRPC
            rule = "version.metadata" if over_grpc else "version.unknown"
            return [finding(rule, where, failure and failure.reason)]
        return self._refused(reply, frozenset({"VERSION_NOT_SUPPORTED"}), where)

    async def extensions(self) -> list[Finding]:
        """Say a message without the extensions that the card requires."""
        if not self._required:
            raise Skipped("the card requires no extension")
        reply = await self._wire.ask(SEND_MESSAGE, {"message": _message(self._messages[0])})
        if reply.failure is None and not reply.lost:
            return [finding("extension.required", SEND_MESSAGE, self._required)]
        return self._refused(reply, frozenset({"EXTENSION_SUPPORT_REQUIRED"}), SEND_MESSAGE)

    async def bad_requests(self) -> list[Finding]:
        """Send what is no message, no operation, no request and no JSON."""
        reply = await self._ask(SEND_MESSAGE, message={"role": "ROLE_USER", "parts": []})
        found = self._refused(reply, _INVALID, f"{SEND_MESSAGE} without parts")
        bodies = [(b"{", _INVALID | {"PARSE_ERROR", "INVALID_REQUEST"}, "no JSON")]
        if self._wire.rpc:
            bodies = [
                (b"{", frozenset({"PARSE_ERROR"}), "no JSON"),
                (b'{"jsonrpc":"2.0","id":1}', frozenset({"INVALID_REQUEST"}), "no method"),
                (
                    b'{"jsonrpc":"2.0","id":1,"method":"NoSuchOperation","params":{}}',
                    frozenset({"METHOD_NOT_FOUND"}),
                    "an operation that there is not",
                ),
            ]
        for body, expected, what in bodies:
            told = await self._wire.raw(body)
            if told is not None:
                found += self._refused(told, expected, what)
        return found

    def _told_task(self) -> StreamRules:
        for one in self._heard:
            if one.task_id:
                return one
        raise Skipped("the agent has made no task")


Probe = Callable[[Probing], Awaitable[list[Finding]]]

PROBES: Mapping[str, Probe] = {
    "a message, streamed": Probing.stream,
    "a message, answered whole": Probing.send,
    "a message, told at once": Probing.at_once,
    "a task": Probing.get,
    "lists of tasks": Probing.lists,
    "a subscription": Probing.subscribe,
    "a message to an ended task": Probing.go_on,
    "a message to a waiting task": Probing.answer,
    "a cancellation": Probing.cancel,
    "a cancellation of a waiting task": Probing.cancel_waiting,
    "webhooks": Probing.push,
    "the extended card": Probing.extended_card,
    "a version that is not spoken": Probing.version,
    "required extensions": Probing.extensions,
    "requests that are none": Probing.bad_requests,
}


def _message(text: str, **more: Any) -> dict[str, Any]:
    said = {"messageId": new_message_id(), "role": "ROLE_USER", "parts": [{"text": text}]}
    return {**said, **more}


def _too_long(answer: Any, length: int, where: str) -> list[Finding]:
    """Return what is wrong with the history of an answer's task, of which so much was asked for."""
    told = len(dicts(as_dict(as_dict(answer).get("task")).get("history")))
    if told <= length:
        return []
    return [finding("history.limit" if length else "history.none", where, told)]


def _tasks(page: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    return dicts((page or {}).get("tasks"))


def _state(task: Any) -> str:
    return str(as_dict(as_dict(task).get("status")).get("state") or "")
