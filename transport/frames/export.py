"""A recording to take away: as JSON lines, `curl` commands, a test, a report; without secrets."""

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol
from pydantic import JsonValue

from app.domain.conformance import Finding
from app.domain.frames import Frame
from app.domain.ids import new_message_id
from transport.protocol.operations import SEND_MESSAGE, SEND_STREAMING_MESSAGE

REDACTED = "[redacted]"

_SECRET_NAME = re.compile(
    r"authori[sz]ation|token|secret|passw|credential|cookie|api[-_ ]?key", re.IGNORECASE
)
_SECRET_TEXT = re.compile(
    r"(?i:\b(?:bearer|basic)\s+)[\w.~+/=-]{6,}"
    r"|\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*"  # a JSON Web Token
    r"|\b(?:sk|ghp|gho|xox[abp])[-_][\w-]{10,}"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"
)
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*")  # a recording may come from anybody
_PAGING = re.compile(r"page_?token", re.IGNORECASE)


def redacted(value: JsonValue) -> JsonValue:
    """Return a copy in which what looks like a secret, by its name or its form, is left out."""
    match value:
        case str():
            return _SECRET_TEXT.sub(REDACTED, value)
        case list():
            return [redacted(one) for one in value]
        case dict():
            return {
                name: REDACTED if _is_secret(name) and one else redacted(one)
                for name, one in value.items()
            }
        case _:
            return value


def redacted_frame(frame: Frame) -> Frame:
    """Return a copy of a frame in which what looks like a secret is left out."""
    details = {name: redacted(value) for name, value in frame.details.items()}
    return frame.model_copy(update={"body": redacted(frame.body), "details": details})


def as_json_lines(frames: Iterable[Frame], *, redact: bool = True) -> str:
    """Return one JSON object per frame and line; `recorded` reads them."""
    lines = []
    for frame in frames:
        kept = redacted_frame(frame) if redact else frame
        lines.append(kept.model_dump_json())
    return "".join(f"{line}\n" for line in lines)


def recorded(text: str) -> Sequence[Frame]:
    """Return the frames of JSON lines; raises `ValueError` for anything else."""
    return [Frame.model_validate_json(line) for line in text.split("\n") if line.strip()]


def as_curl(frames: Iterable[Frame], *, redact: bool = True) -> str:
    """Return a `curl` command, in the binding that was spoken, for each request sent over HTTP.

    A message gets a new id, for under its own the agent may take it for a second try. What let it
    in is read from the environment.
    """
    frames = list(frames)
    commands = []
    for frame in frames:
        if frame.direction != "sent" or not frame.url.startswith("http"):
            continue
        if frame.binding == TransportProtocol.HTTP_JSON and frame.method not in _REST:
            continue
        rpc = frame.binding == TransportProtocol.JSONRPC
        params = redacted(frame.body) if redact else frame.body
        if isinstance(params, dict) and isinstance(said := params.get("message"), dict):
            params = {**params, "message": {**said, "messageId": new_message_id()}}
        call = {"jsonrpc": "2.0", "id": 1, "method": frame.method, "params": params}
        url = frame.url if rpc else frame.url.rstrip("/") + _REST[frame.method]
        body = json.dumps(call if rpc else params, ensure_ascii=False)
        words = ["curl", "--no-buffer", url]
        words += ["-H", "Content-Type: application/json"]
        words += ["-H", f"A2A-Version: {PROTOCOL_VERSION_CURRENT}", "--data-raw", body]
        let_in = _let_in(one for one in frames if one.exchange == frame.exchange)
        more = [f'-H "{header}: ${variable}"' for header, variable in let_in.items()]
        commands.append(" ".join([shlex.join(words), *more]))
    return "".join(f"{command}\n" for command in commands)


_REST = {SEND_MESSAGE: "/message:send", SEND_STREAMING_MESSAGE: "/message:stream"}


def as_test(frames: Sequence[Frame], *, redact: bool = True) -> str:
    """Return a pytest case that sends the messages again and expects the same ends.

    The agent's address is read from the environment, so that it can run elsewhere, and so is what
    lets it in.
    """
    sent = [
        frame
        for frame in frames
        if frame.direction == "sent" and frame.method in (SEND_MESSAGE, SEND_STREAMING_MESSAGE)
    ]
    turns = []
    for request in sent:
        answer = [
            frame.body
            for frame in frames
            if frame.exchange == request.exchange and frame.direction == "received"
        ]
        states = [found for body in answer if (found := _state(body))]
        body = redacted(request.body) if redact else request.body
        state = states[-1] if states else None
        turns.append((json.loads(json.dumps(body)), _task_id(answer), state))
    url = sent[0].url if sent else ""
    listed = "".join(f"    ({body!r}, {task!r}, {state!r}),\n" for body, task, state in turns)
    headers = [f'"A2A-Version": "{PROTOCOL_VERSION_CURRENT}"']
    headers += [f'"{name}": os.environ["{variable}"]' for name, variable in _let_in(frames).items()]
    return _TEST.format(url=url, headers=", ".join(headers), turns=listed)


def as_report(
    frames: Sequence[Frame], marks: Mapping[int, Sequence[Finding]], *, redact: bool = True
) -> str:
    """Return a report of a fault in Markdown: the agent, what is wrong and where, every frame.

    `marks` are by a frame's place. What agents have said stands in blocks of code alone.
    """
    lines = ["## Agent", ""]
    for url, binding in dict.fromkeys((one.url, one.binding) for one in frames):
        lines.append(f"- `{_on_one_line(redacted(url) if redact else url)}`, {binding}")
    lines += ["", "## Departures from A2A 1.0", ""]
    for at, found in sorted(marks.items()):
        for one in found:
            seen = f": `{_on_one_line(redacted(one.seen) if redact else one.seen)}`"
            where = f" (frame {at + 1}{seen if one.seen else ''})"
            lines.append(f"- {one.clause} {one.level.upper()} `{one.rule}`: {one.text}{where}")
    if not marks:
        lines.append("None was seen.")
    lines += ["", "## Frames", ""]
    first = frames[0].at if frames else None
    for at, frame in enumerate(frames):
        kept = redacted_frame(frame) if redact else frame
        since = (frame.at - first).total_seconds() if first is not None else 0.0
        body = json.dumps(kept.body, ensure_ascii=False, indent=1)
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", body)), default=0))
        lines += [
            f"{at + 1}. {since:.3f} s, {frame.direction} {frame.method}",
            *["", f"{fence}json", *body.split("\n"), fence, ""],
        ]
    return "\n".join(lines) + "\n"


def _on_one_line(text: JsonValue) -> str:
    return " ".join(str(text).replace("`", "'").split())


def _task_id(answer: Iterable[JsonValue]) -> str | None:
    for body in answer:
        task = body.get("task") if isinstance(body, dict) else None
        if isinstance(task, dict) and isinstance(task.get("id"), str):
            return str(task["id"])
    return None


def _state(body: JsonValue) -> str | None:
    if not isinstance(body, dict):
        return None
    for name in ("task", "statusUpdate"):
        holder = body.get(name)
        status = holder.get("status") if isinstance(holder, dict) else None
        if isinstance(status, dict) and isinstance(status.get("state"), str):
            return str(status["state"])
    return None


def _let_in(frames: Iterable[Frame]) -> dict[str, str]:
    """Return the headers that let requests in, and the variable from which each is to be read."""
    found = {}
    for frame in frames:
        http = frame.details.get("http")
        sent = http.get("request_headers") if isinstance(http, dict) else None
        for name in sent if isinstance(sent, dict) else ():
            if _is_secret(name) and _HEADER.fullmatch(name):
                found[name] = "AGENT_" + name.upper().replace("-", "_")
    return found


def _is_secret(name: str) -> bool:
    return bool(_SECRET_NAME.search(name)) and not _PAGING.search(name)


_TEST = '''"""A recorded conversation, said again: every message ends in the same state."""

import os
import uuid

import httpx

URL = os.environ.get("AGENT_URL", {url!r})
HEADERS = {{{headers}}}
# What is said, and the task and the state that were the answer.
TURNS = [
{turns}]


def test_every_message_ends_as_it_did():
    contexts, tasks = {{}}, {{}}  # as recorded, and as they are now
    for params, task, state in TURNS:
        message = params["message"]
        message["messageId"] = uuid.uuid4().hex
        if "taskId" in message:
            message["taskId"] = tasks.get(message["taskId"], message["taskId"])
            message.pop("contextId", None)  # it is that of the task
        elif "contextId" in message:
            recorded = message["contextId"]
            message["contextId"] = contexts.setdefault(recorded, uuid.uuid4().hex)
        if "referenceTaskIds" in message:
            message["referenceTaskIds"] = [tasks.get(t, t) for t in message["referenceTaskIds"]]
        call = {{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": params}}
        answer = httpx.post(URL, json=call, headers=HEADERS, timeout=None)
        now = answer.json()["result"].get("task", {{}})
        assert now.get("status", {{}}).get("state") == state
        if task is not None:
            tasks[task] = now["id"]
'''
