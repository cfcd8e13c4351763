"""An agent of A2A written out by hand, sound until a fault is put into it: no SDK, no code of ours.

It answers "wait" with a question, anything else with an artifact in two pieces, over JSON-RPC and
HTTP+JSON. A fault changes what it sends at one place: the card, the events of a stream, an answer,
an error, or the bytes of HTTP.
"""

import asyncio
import copy
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

ERRORS = {
    "TASK_NOT_FOUND": (-32001, 404, "NOT_FOUND"),
    "TASK_NOT_CANCELABLE": (-32002, 400, "FAILED_PRECONDITION"),
    "PUSH_NOTIFICATION_NOT_SUPPORTED": (-32003, 400, "FAILED_PRECONDITION"),
    "UNSUPPORTED_OPERATION": (-32004, 400, "FAILED_PRECONDITION"),
    "EXTENSION_SUPPORT_REQUIRED": (-32008, 400, "FAILED_PRECONDITION"),
    "VERSION_NOT_SUPPORTED": (-32009, 400, "FAILED_PRECONDITION"),
    "PARSE_ERROR": (-32700, 400, "INVALID_ARGUMENT"),
    "INVALID_REQUEST": (-32600, 400, "INVALID_ARGUMENT"),
    "METHOD_NOT_FOUND": (-32601, 404, "NOT_FOUND"),
    "INVALID_PARAMS": (-32602, 400, "INVALID_ARGUMENT"),
}
ENDED = ("TASK_STATE_COMPLETED", "TASK_STATE_CANCELED")
STREAMS = ("SendStreamingMessage", "SubscribeToTask")
_HOOKS = r"/tasks/(?P<taskId>[^/]+)/pushNotificationConfigs"
_HOOK = _HOOKS + r"/(?P<id>[^/]+)"
_REST = [
    ("POST", r"/message:send", "SendMessage"),
    ("POST", r"/message:stream", "SendStreamingMessage"),
    ("POST", r"/tasks/(?P<id>[^/]+):cancel", "CancelTask"),
    ("POST", r"/tasks/(?P<id>[^/]+):subscribe", "SubscribeToTask"),
    ("GET", r"/tasks", "ListTasks"),
    ("GET", r"/tasks/(?P<id>[^/]+)", "GetTask"),
    ("POST", _HOOKS, "CreateTaskPushNotificationConfig"),
    ("GET", _HOOKS, "ListTaskPushNotificationConfigs"),
    ("GET", _HOOK, "GetTaskPushNotificationConfig"),
    ("DELETE", _HOOK, "DeleteTaskPushNotificationConfig"),
    ("GET", r"/extendedAgentCard", "GetExtendedAgentCard"),
]


class Refused(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Http(NamedTuple):
    """A response before it is sent: a fault may change any of it."""

    status: int
    kind: str
    chunks: list[bytes | float]  # a number is a pause, in seconds
    to: str = ""  # another address
    coding: str = ""  # how it says that its bytes are packed


Json = dict[str, Any]


class Faults(NamedTuple):
    """Where a fault sits: each takes what would be sent, and returns what is."""

    card: Callable[[Json], Any] = lambda card: card
    events: Callable[[str, list[Json]], list[Any]] = lambda method, events: events
    answer: Callable[[str, Json, Any], Any] = lambda method, params, answer: answer
    refuse: Callable[[str, Json, str], str | None] = lambda method, params, reason: reason
    error: Callable[[Json], Any] = lambda error: error
    envelope: Callable[[Json], Any] = lambda envelope: envelope
    http: Callable[[str, Http], Http] = lambda method, response: response


SOUND = Faults()


class PlainAgent:
    """An ASGI application; owns its tasks and webhooks."""

    def __init__(self, faults: Faults = SOUND, **capabilities: Any) -> None:
        self.base = ""
        self._faults = faults
        self._capabilities = {"streaming": True, "pushNotifications": True, **capabilities}
        self._tasks: dict[str, Json] = {}
        self._hooks: dict[tuple[str, str], Json] = {}
        self._clock = 0
        self.asked = 0  # what was sent to an interface

    def card(self) -> Json:
        return {
            "name": "Plain",
            "description": "An agent of the tests.",
            "version": "1",
            "supportedInterfaces": [
                {"url": self.base + path, "protocolBinding": one, "protocolVersion": "1.0"}
                for path, one in (("/rpc", "JSONRPC"), ("/rest", "HTTP+JSON"))
            ],
            "capabilities": self._capabilities,
            "defaultInputModes": ["text/plain"],
            "defaultOutputModes": ["text/plain"],
            "skills": [{"id": "s", "name": "S", "description": "Says.", "tags": ["say"]}],
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path, method = scope["path"], "card"
        if path.startswith("/.well-known/"):
            card = self._faults.card(copy.deepcopy(self.card()))
            found = path == "/.well-known/agent-card.json" and card is not None
            body = card if isinstance(card, bytes) else _json(card)
            response = Http(200 if found else 404, "application/json", [body if found else b"{}"])
        else:
            self.asked += 1
            message = await receive()
            body = message["body"]
            while message.get("more_body"):
                message = await receive()
                body += message["body"]
            headers = {name.decode(): value.decode() for name, value in scope["headers"]}
            method, response = self._respond(scope, path, body, headers)
        response = self._faults.http(method, response)
        head = [(b"content-type", response.kind.encode())] if response.kind else []
        head += [(b"location", response.to.encode())] if response.to else []
        head += [(b"content-encoding", response.coding.encode())] if response.coding else []
        await send({"type": "http.response.start", "status": response.status, "headers": head})
        for chunk in response.chunks:
            if isinstance(chunk, float):
                await asyncio.sleep(chunk)
            else:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def _respond(
        self, scope: Any, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[str, Http]:
        rpc = path.startswith("/rpc")
        request_id = None
        method = ""
        try:
            if rpc:
                method, params, request_id = _rpc_request(body)
            else:
                method, params = _rest_request(scope, path, body)
            told, events = self.told(method, params, headers)
        except Refused as refused:
            error = self.error(refused.reason, rpc=rpc)
            if rpc:
                body = _json(self._faults.envelope(self._envelope(request_id, error=error)))
                return method, Http(200, "application/json", [body])
            status = ERRORS[refused.reason][1]
            return method, Http(status, "application/json", [_json({"error": error})])
        if events is None:
            answer = self._faults.envelope(self._envelope(request_id, result=told)) if rpc else told
            return method, Http(200, "application/json", [_json(answer)])
        chunks: list[bytes | float] = []
        for event in events:
            if isinstance(event, bytes | float):
                chunks.append(event)
                continue
            value = event
            if rpc:
                value = self._faults.envelope(self._envelope(request_id, result=event))
            chunks.append(b"data: " + _json(value) + b"\n\n")
        return method, Http(200, "text/event-stream", chunks)

    def _envelope(self, request_id: Any, **more: Any) -> Json:
        return {"jsonrpc": "2.0", "id": request_id, **more}

    def error(self, reason: str, *, rpc: bool) -> Any:
        code, status, name = ERRORS[reason]
        details = [
            {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": reason,
                "domain": "a2a-protocol.org",
            }
        ]
        if rpc:
            return self._faults.error({"code": code, "message": reason, "data": details})
        told = {"code": status, "status": name, "message": reason, "details": details}
        return self._faults.error(told)

    def told(
        self, method: str, params: Json, headers: dict[str, str]
    ) -> tuple[Any, list[Any] | None]:
        try:
            answer = self._carried(method, params, headers)
        except Refused as refused:
            reason = self._faults.refuse(method, params, refused.reason)
            if reason is not None:
                raise Refused(reason) from None
            answer = [{"task": self._task(params)}] if method in STREAMS else self._task(params)
        answer = copy.deepcopy(answer)
        if method in STREAMS:
            return None, self._faults.events(method, answer)
        return self._faults.answer(method, params, answer), None

    def _carried(self, method: str, params: Json, headers: dict[str, str]) -> Any:
        if headers.get("a2a-version") != "1.0":
            raise Refused("VERSION_NOT_SUPPORTED")
        required = [e["uri"] for e in self._capabilities.get("extensions", []) if e.get("required")]
        asked = headers.get("a2a-extensions", "").split(",")
        match method:
            case "SendMessage" | "SendStreamingMessage":
                if any(one not in asked for one in required):
                    raise Refused("EXTENSION_SUPPORT_REQUIRED")
                if method in STREAMS and not self._capabilities["streaming"]:
                    raise Refused("UNSUPPORTED_OPERATION")
                events = self._say(params)
                if method in STREAMS:
                    return events
                asked_for = params.get("configuration", {})
                return {"task": self._with_history(self._last(events), asked_for)}
            case "GetTask":
                return self._with_history(self._known(params["id"]), params)
            case "ListTasks":
                return self._listed(params)
            case "CancelTask":
                task = self._known(params["id"])
                if task["status"]["state"] in ENDED:
                    raise Refused("TASK_NOT_CANCELABLE")
                self._enter(task, "TASK_STATE_CANCELED")
                return task
            case "SubscribeToTask":
                task = self._known(params["id"])
                if task["status"]["state"] in ENDED:
                    raise Refused("UNSUPPORTED_OPERATION")
                return [{"task": task}]
            case "GetExtendedAgentCard":
                raise Refused("UNSUPPORTED_OPERATION")
            case _:
                return self._hook(method, params)

    def _say(self, params: Json) -> list[Json]:
        said = params.get("message", {})
        if not said.get("parts") or not said.get("messageId"):
            raise Refused("INVALID_PARAMS")
        if "taskId" in said:
            task = self._known(said["taskId"])
            if task["status"]["state"] in ENDED:
                raise Refused("UNSUPPORTED_OPERATION")
            if said.get("contextId", task["contextId"]) != task["contextId"]:
                raise Refused("INVALID_PARAMS")
        else:
            number = len(self._tasks) + 1
            context_id = said.get("contextId") or f"c{number}"
            task = {"id": f"t{number}", "contextId": context_id, "history": []}
            self._enter(task, "TASK_STATE_SUBMITTED")
            self._tasks[task["id"]] = task
        ids = {"taskId": task["id"], "contextId": task["contextId"]}
        task["history"].append({**said, **ids})
        begun = copy.deepcopy(task)

        def status(state: str, **more: Any) -> Json:
            self._enter(task, state, **more)
            return {"statusUpdate": {**ids, "status": copy.deepcopy(task["status"])}}

        if said["parts"][0].get("text") == "wait":
            asking = {"messageId": f"q{task['id']}", "role": "ROLE_AGENT", "parts": [{"text": "?"}]}
            asked = {**asking, **ids}
            waits = status("TASK_STATE_INPUT_REQUIRED", message=asked)
            return [{"task": begun}, waits]
        working = status("TASK_STATE_WORKING")
        pieces = [
            {"artifactUpdate": {**ids, "artifact": {"artifactId": "a", "parts": [{"text": text}]}}}
            for text in ("one ", "two")
        ]
        pieces[1]["artifactUpdate"] |= {"append": True, "lastChunk": True}
        parts = [{"text": "one "}, {"text": "two"}]
        task["artifacts"] = [{"artifactId": "a", "parts": parts}]
        return [{"task": begun}, working, *pieces, status("TASK_STATE_COMPLETED")]

    def _last(self, events: list[Json]) -> Json:
        return self._tasks[events[0]["task"]["id"]]

    def _task(self, params: Json) -> Json:
        """Return some task, for a fault that answers where it should refuse."""
        return next(reversed(self._tasks.values()), {"id": "t", "contextId": "c"})

    def _enter(self, task: Json, state: str, **more: Any) -> None:
        self._clock += 1
        stamp = f"2026-11-27T12:{self._clock // 60 % 60:02}:{self._clock % 60:02}.000Z"
        task["status"] = {"state": state, "timestamp": stamp, **more}

    def _newest(self, task: Json) -> Any:
        return task["status"]["timestamp"]

    def _known(self, task_id: str) -> Json:
        if task_id not in self._tasks:
            raise Refused("TASK_NOT_FOUND")
        return self._tasks[task_id]

    def _with_history(self, task: Json, params: Json) -> Json:
        told = copy.deepcopy(task)
        length = params.get("historyLength")
        if length is not None:
            told["history"] = told["history"][-int(length) :] if int(length) else []
            if not told["history"]:
                del told["history"]
        return told

    def _listed(self, params: Json) -> Json:
        size = int(params.get("pageSize", 50))
        if not 1 <= size <= 100:
            raise Refused("INVALID_PARAMS")
        found = [
            task
            for task in sorted(self._tasks.values(), key=self._newest)[::-1]
            if params.get("contextId") in (None, task["contextId"])
            and params.get("status") in (None, task["status"]["state"])
        ]
        token = params.get("pageToken") or "0"
        if not token.isdigit():
            raise Refused("INVALID_PARAMS")
        begin = int(token)
        page = [copy.deepcopy(task) for task in found[begin : begin + size]]
        if params.get("includeArtifacts") not in (True, "true"):
            for task in page:
                task.pop("artifacts", None)
        more = str(begin + size) if begin + size < len(found) else ""
        return {"tasks": page, "nextPageToken": more, "pageSize": size, "totalSize": len(found)}

    def _hook(self, method: str, params: Json) -> Any:
        if not self._capabilities["pushNotifications"]:
            raise Refused("PUSH_NOTIFICATION_NOT_SUPPORTED")
        task = self._known(params["taskId"])
        key = (task["id"], str(params.get("id") or "h"))
        match method:
            case "CreateTaskPushNotificationConfig":
                self._hooks[key] = {"taskId": key[0], "id": key[1], "url": params["url"]}
            case "ListTaskPushNotificationConfigs":
                return {"configs": [hook for (of, _), hook in self._hooks.items() if of == key[0]]}
            case "DeleteTaskPushNotificationConfig":
                self._hooks.pop(key, None)
                return {}
        if key not in self._hooks:
            raise Refused("TASK_NOT_FOUND")
        return self._hooks[key]


def _rpc_request(body: bytes) -> tuple[str, Json, Any]:
    try:
        request = json.loads(body)
    except ValueError:
        raise Refused("PARSE_ERROR") from None
    if "method" not in request:
        raise Refused("INVALID_REQUEST")
    if request["method"] not in {row[2] for row in _REST}:
        raise Refused("METHOD_NOT_FOUND")
    return request["method"], request.get("params") or {}, request["id"]


def _rest_request(scope: Any, path: str, body: bytes) -> tuple[str, Json]:
    for verb, pattern, method in _REST:
        found = re.fullmatch("/rest" + pattern, path)
        if verb == scope["method"] and found:
            params = {name: unquote(value) for name, value in found.groupdict().items()}
            params |= dict(parse_qsl(scope["query_string"].decode(), keep_blank_values=True))
            try:
                return method, {**(json.loads(body) if body else {}), **params}
            except ValueError:
                raise Refused("PARSE_ERROR") from None
    raise Refused("METHOD_NOT_FOUND")


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()
