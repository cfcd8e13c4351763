"""The other end of push notifications: calls are taken, and held against A2A 1.0, section 4.3.3."""

import hmac
from collections.abc import Callable
from typing import Any

from app.domain.conformance import Finding, WebhookCall
from app.domain.ids import utc_now
from transport.conformance.json_form import read_json
from transport.conformance.rules import finding
from transport.conformance.stream_rules import StreamRules

_MAX_BYTES = 20_000_000
_MOST_TASKS = 1_000
_SHOWN = "x-a2a-notification-token"
_AUTHORIZATION = "authorization"
_WHERE = "webhook"


class Webhook:
    """An ASGI application that takes every POST; owns what each task has told so far."""

    def __init__(
        self, token: str, tell: Callable[[WebhookCall], None], *, credentials: str = ""
    ) -> None:
        """Without a `token`, or `credentials` of the scheme Bearer, calls with any are taken."""
        self._wanted = (
            (_SHOWN, token, "push.token"),
            (_AUTHORIZATION, credentials and f"Bearer {credentials}", "push.credentials"),
        )
        self._tell = tell
        self._tasks: dict[str, StreamRules] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer 204, or 413 for what is too large, and tell what came."""
        body, more = b"", True
        while more and len(body) <= _MAX_BYTES:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        headers = {name.decode("latin-1"): v.decode("latin-1") for name, v in scope["headers"]}
        if scope["method"] == "POST":
            self._tell(self._delivery(headers, body))
        status = 413 if more else 204
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def _delivery(self, headers: dict[str, str], body: bytes) -> WebhookCall:
        found: list[Finding] = []
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            found.append(finding("push.media_type", _WHERE, kind or "no content type"))
        for name, wanted, rule in self._wanted:
            if wanted and not hmac.compare_digest(headers.get(name, "").encode(), wanted.encode()):
                found.append(finding(rule, _WHERE))
        value, departed = read_json(body, _WHERE)
        found += departed
        if value is not None or not departed:
            found += self._rules(value).take(value)
        return WebhookCall(at=utc_now(), body=value, findings=tuple(found))

    def _rules(self, value: Any) -> StreamRules:
        """Return the rules of the task that is told of; a call may be the first that comes here."""
        told = next(iter(value.values()), None) if isinstance(value, dict) and value else None
        task_id = str((told.get("taskId") or told.get("id")) if isinstance(told, dict) else "")
        if task_id not in self._tasks and len(self._tasks) >= _MOST_TASKS:
            self._tasks.pop(next(iter(self._tasks)))
        return self._tasks.setdefault(task_id, StreamRules(_WHERE, joined=True))
