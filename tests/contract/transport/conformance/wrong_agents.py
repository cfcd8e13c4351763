"""The collection of wrong agents: at least one for each rule, each with a fault at one place."""

import math

# What is changed, in a few words of one place each.
from tests.contract.transport.conformance.faults import (
    DIRECT,
    KEYED,
    RAW,
    ROUND,
    RPC,
    SIGNED,
    TWO,
    after_the_end,
    answered,
    any_page,
    as_update,
    asking,
    card,
    error,
    first_of,
    foreign,
    in_context,
    in_envelope,
    in_status,
    in_work,
    late_append,
    newest_last,
    of_info,
    of_tasks,
    other_hook,
    piece,
    pop,
    put,
    sent,
    settle,
    shrunk,
    streamed,
    submitted_again,
    takes,
    unstreamed,
    untyped,
)
from tests.contract.transport.conformance.plain_agent import Faults, Json

nowhere = put(url="http://127.0.0.1:1/")

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
    "an interface where nobody is": (
        "card.interface",
        card(
            lambda c: (
                [one.update(url="http://127.0.0.1:1/") for one in c["supportedInterfaces"]] and None
            )
        ),
    ),
    "a card as text": ("card.media_type", sent("card", kind="text/plain")),
    "a binding without a name": (
        "card.binding",
        card(
            lambda c: c["supportedInterfaces"].append(
                {**RPC, "protocolBinding": "mine", "url": "x://y"}
            )
        ),
    ),
    "a stream that falls silent": ("stream.silent", streamed(lambda events: [*events[:1], 9.0])),
    "a task that is told twice": (
        "task.ids",
        answered("SendMessage", lambda told: put(id="t1")(told["task"])),
    ),
    "lists in another order": ("list.order", answered("ListTasks", newest_last)),
    "pages without end": ("list.pages", answered("ListTasks", put(nextPageToken="0"))),
    "lists without artifacts": (
        "list.with_artifacts",
        answered("ListTasks", of_tasks(pop("artifacts"))),
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

OFFERS: list[tuple[Json, str, str, str]] = [
    ({"streaming": False}, "SendStreamingMessage", "UNSUPPORTED_OPERATION", "capability.streaming"),
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
]
"""What the card says, an operation that is answered all the same, and instead of which error."""

OF_GRPC: dict[str, tuple[str, Faults]] = {
    name: WRONG[name]
    for name in (
        "a stream without a beginning",
        "another task's events",
        "a task that has another id",
        "a task that loses a piece",
        "lists that count too many tasks",
        "an unknown task that is known",
    )
} | {
    "any version": ("version.metadata", WRONG["any version"][1]),
    "the status of another error": ("error.status", error(put(status="DATA_LOSS"))),
    "an error without a reason": OF_REST["an error without a reason"],
}

CALLS: dict[str, tuple[str, dict[str, str]]] = {
    "a call with another token": ("push.token", {"x-a2a-notification-token": "x"}),
    "a call without credentials": ("push.credentials", {"authorization": ""}),
    "a call as text": ("push.media_type", {"content-type": "text/plain"}),
}
"""What is changed in the headers of a call of a webhook."""
