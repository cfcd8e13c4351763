"""All that is tried on one interface of an agent, in the order in which it is tried."""

from collections.abc import Awaitable, Callable, Mapping

from a2a.types import (
    AgentCard,
    ListTaskPushNotificationConfigsResponse,
    TaskPushNotificationConfig,
)
from a2a.utils.constants import TransportProtocol

from app.domain.conformance import Finding
from transport.conformance import message_probes, task_probes
from transport.conformance.json_form import departures, dicts
from transport.conformance.probing import (
    INVALID,
    NOT_FOUND,
    UNKNOWN_TASK,
    UNSUPPORTED,
    Probing,
    Skipped,
    message_of,
)
from transport.conformance.rules import finding
from transport.protocol.operations import (
    CREATE_PUSH_CONFIG,
    DELETE_PUSH_CONFIG,
    GET_EXTENDED_CARD,
    GET_PUSH_CONFIG,
    GET_TASK,
    LIST_PUSH_CONFIGS,
    SEND_MESSAGE,
)

_OTHER_VERSION = "99.0"


async def push(probing: Probing) -> list[Finding]:
    """Make, find and delete a webhook; where none are offered, be refused."""
    task = probing.told_task()
    config = {"taskId": task.task_id, "url": probing.webhook}
    reply = await probing.ask(CREATE_PUSH_CONFIG, **config)
    if not probing.offers("pushNotifications", reply):
        if reply.failure is None and not reply.lost:
            return [finding("capability.push", CREATE_PUSH_CONFIG)]
        expected = frozenset({"PUSH_NOTIFICATION_NOT_SUPPORTED"})
        return probing.refused(reply, expected, CREATE_PUSH_CONFIG)
    if reply.failure is not None and reply.failure.reason in INVALID:
        raise Skipped(f"the agent takes no webhook at {probing.webhook}: give --webhook")
    found = probing.answered(reply, CREATE_PUSH_CONFIG)
    if not isinstance(reply.answer, dict):
        return found
    found += departures(reply.answer, TaskPushNotificationConfig, CREATE_PUSH_CONFIG)
    named = {"taskId": task.task_id, "id": str(reply.answer.get("id") or "")}
    got = await probing.ask(GET_PUSH_CONFIG, **named)
    found += probing.answered(got, GET_PUSH_CONFIG)
    if isinstance(got.answer, dict) and got.answer.get("url") != probing.webhook:
        found.append(finding("push.kept", GET_PUSH_CONFIG, got.answer))
    listed = await probing.ask(LIST_PUSH_CONFIGS, taskId=task.task_id)
    found += probing.answered(listed, LIST_PUSH_CONFIGS)
    if isinstance(listed.answer, dict):
        of = ListTaskPushNotificationConfigsResponse
        found += departures(listed.answer, of, LIST_PUSH_CONFIGS)
        ids = [one.get("id") for one in dicts(listed.answer.get("configs"))]
        if named["id"] not in ids:
            found.append(finding("push.kept", LIST_PUSH_CONFIGS, ids))
    found += probing.answered(await probing.ask(DELETE_PUSH_CONFIG, **named), DELETE_PUSH_CONFIG)
    gone = await probing.ask(GET_PUSH_CONFIG, **named)
    if gone.failure is None and not gone.lost:
        found.append(finding("push.deleted", GET_PUSH_CONFIG, gone.answer))
    for method in (CREATE_PUSH_CONFIG, LIST_PUSH_CONFIGS):
        more = {"url": probing.webhook} if method == CREATE_PUSH_CONFIG else {}
        reply = await probing.ask(method, taskId=UNKNOWN_TASK, **more)
        found += probing.refused(reply, NOT_FOUND, f"{method} of no task")
    return found


async def extended_card(probing: Probing) -> list[Finding]:
    """Ask for the extended card."""
    reply = await probing.ask(GET_EXTENDED_CARD)
    if not probing.offers("extendedAgentCard", reply):
        if reply.failure is None and not reply.lost:
            return [finding("capability.card", GET_EXTENDED_CARD)]
        return probing.refused(reply, UNSUPPORTED, GET_EXTENDED_CARD)
    failure = reply.failure
    if failure is not None and failure.reason == "EXTENDED_AGENT_CARD_NOT_CONFIGURED":
        return reply.findings
    found = probing.answered(reply, GET_EXTENDED_CARD)
    if reply.answer is not None:
        found += departures(reply.answer, AgentCard, GET_EXTENDED_CARD)
    return found


async def version(probing: Probing) -> list[Finding]:
    """Ask in a version that there is not."""
    reply = await probing.wire.ask(GET_TASK, {"id": UNKNOWN_TASK}, version=_OTHER_VERSION)
    where = f"{GET_TASK} in version {_OTHER_VERSION}"
    failure = reply.failure
    if not reply.lost and (failure is None or failure.reason in NOT_FOUND):
        # What 3.6.2 demands of all, 10.2 asks of servers of gRPC.
        over_grpc = probing.wire.binding == TransportProtocol.GRPC
        rule = "version.metadata" if over_grpc else "version.unknown"
        return [finding(rule, where, failure and failure.reason)]
    return probing.refused(reply, frozenset({"VERSION_NOT_SUPPORTED"}), where)


async def extensions(probing: Probing) -> list[Finding]:
    """Say a message without the extensions that the card requires."""
    if not probing.required:
        raise Skipped("the card requires no extension")
    reply = await probing.wire.ask(SEND_MESSAGE, {"message": message_of(probing.messages[0])})
    if reply.failure is None and not reply.lost:
        return [finding("extension.required", SEND_MESSAGE, probing.required)]
    return probing.refused(reply, frozenset({"EXTENSION_SUPPORT_REQUIRED"}), SEND_MESSAGE)


async def bad_requests(probing: Probing) -> list[Finding]:
    """Send what is no message, no operation, no request and no JSON."""
    reply = await probing.ask(SEND_MESSAGE, message={"role": "ROLE_USER", "parts": []})
    found = probing.refused(reply, INVALID, f"{SEND_MESSAGE} without parts")
    bodies = [(b"{", INVALID | {"PARSE_ERROR", "INVALID_REQUEST"}, "no JSON")]
    if probing.wire.rpc:
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
        told = await probing.wire.raw(body)
        if told is not None:
            found += probing.refused(told, expected, what)
    return found


Probe = Callable[[Probing], Awaitable[list[Finding]]]

PROBES: Mapping[str, Probe] = {
    "a message, streamed": message_probes.stream,
    "a message, answered whole": message_probes.send,
    "a message, told at once": message_probes.at_once,
    "a task": task_probes.get,
    "lists of tasks": task_probes.lists,
    "a subscription": task_probes.subscribe,
    "a message to an ended task": message_probes.go_on,
    "a message to a waiting task": message_probes.answer,
    "a cancellation": task_probes.cancel,
    "a cancellation of a waiting task": task_probes.cancel_waiting,
    "webhooks": push,
    "the extended card": extended_card,
    "a version that is not spoken": version,
    "required extensions": extensions,
    "requests that are none": bad_requests,
}
