"""The simple form of a request: snake-case methods, and a message that may be nothing but text.

    {"method": "send_message_streaming", "params": {"message": {"text": "…"}, "context_id": "…"}}

It is what people write by hand and in first programs; it becomes A2A's own operation and ProtoJSON.
"""

import re
from collections.abc import Mapping
from typing import Any

from transport.operations import OPERATIONS, SEND_STREAMING_MESSAGE, SUBSCRIBE_TO_TASK


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_ALIASES = {_snake(name): name for name in OPERATIONS} | {
    "send_message_streaming": SEND_STREAMING_MESSAGE,
    "message/send": "SendMessage",
    "message/stream": SEND_STREAMING_MESSAGE,
    "subscribe": SUBSCRIBE_TO_TASK,
}
_ROLES = {"user": "ROLE_USER", "agent": "ROLE_AGENT"}


def as_operation(
    method: str, params: Mapping[str, Any], *, message_id: str
) -> tuple[str, Mapping[str, Any]]:
    """Return A2A's name of the operation and its params in ProtoJSON.

    Methods that are nobody's are given back as they are. A message without an id gets `message_id`.
    """
    method = _ALIASES.get(method, method)
    message = params.get("message")
    if not isinstance(message, Mapping):
        return method, params
    said = dict(message)
    if isinstance(text := said.pop("text", None), str) and not said.get("parts"):
        said["parts"] = [{"text": text}]
    role = said.get("role")
    said["role"] = _ROLES.get(role, role) if isinstance(role, str) else "ROLE_USER"
    if not (said.get("messageId") or said.get("message_id")):
        said["messageId"] = message_id
    rest = {name: value for name, value in params.items() if name != "message"}
    for name in ("context_id", "contextId", "task_id", "taskId"):
        # Beside the message in the simple form, inside it in A2A.
        if isinstance(value := rest.pop(name, None), str) and name not in said:
            said[name] = value
    return method, {**rest, "message": said}
