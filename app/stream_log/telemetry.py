"""Records of the log as OpenTelemetry has them: OTLP/JSON log records after the GenAI conventions.

https://opentelemetry.io/docs/specs/otel/logs/data-model/. What was said goes along only where that
is wanted.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from app.stream_log.record import Message
from app.system.otlp import attributes_of

_INFO, _ERROR = 9, 17
_TOGETHER: Final = 1_000


def otlp(
    messages: Iterable[Message], *, version: str, contents: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield the messages as `LogsData`, a thousand in each; `contents` puts in what was said."""
    resource = {"service.name": "balance-desk", "service.version": version}
    scope = {"name": "balance-desk.log", "version": version}
    left = iter(messages)
    while records := [_record(one, contents=contents) for one in islice(left, _TOGETHER)]:
        yield {
            "resourceLogs": [
                {
                    "resource": {"attributes": list(attributes_of(resource))},
                    "scopeLogs": [{"scope": scope, "logRecords": records}],
                }
            ]
        }


def _record(message: Message, *, contents: bool) -> dict[str, Any]:
    failed = message["type"] == "error"
    metadata = message["metadata"]
    attributes = {
        "gen_ai.agent.name": message["from_agent"],
        "gen_ai.conversation.id": metadata.get("context_id"),
        "error.type": "error" if failed else None,
        "balance_desk.record.id": message["id"],
        "balance_desk.record.parent_id": message["parent_id"],
        "balance_desk.to_agent": message["to_agent"],
        "balance_desk.task.id": metadata.get("task_id"),
    }
    said = message["content"]
    body = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
    return {
        "timeUnixNano": str(_nanoseconds(message["t"])),
        "severityNumber": _ERROR if failed else _INFO,
        "severityText": "ERROR" if failed else "INFO",
        "eventName": f"balance_desk.{message['type']}",
        **({"body": {"stringValue": body}} if contents else {}),
        "attributes": list(attributes_of(attributes)),
    }


def _nanoseconds(stamp: str) -> int:
    since = datetime.fromisoformat(stamp).replace(tzinfo=UTC) - datetime.fromtimestamp(0, UTC)
    return (since.days * 86_400 + since.seconds) * 10**9 + since.microseconds * 1_000
