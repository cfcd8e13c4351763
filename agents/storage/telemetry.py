"""A run as OpenTelemetry has it: OTLP/JSON spans after the GenAI conventions.

https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding (ids in hex, times as strings of
nanoseconds), https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/. One trace a
run: a span for the agent that was asked, one below it for each tool or agent that it used. What was
said goes along only where that is wanted.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from agents.storage.records import Detail, Result
from agents.storage.runs import Run
from agents.storage.truncation import cut_middle
from app.system.otlp import attributes_of

_INTERNAL: Final = 1
_OK, _ERROR = 1, 2
_LONGEST: Final = 8_000


def otlp(run: Run, *, version: str, contents: bool = False) -> dict[str, Any]:
    """Return a run as one `TracesData` message; `contents` puts inputs and outputs in."""
    session = run.session
    context, ended = session.context, session.ended
    trace = _id(run.session_id, 16)
    spans = [
        _step(run, trace, number, record, detail, contents=contents)
        for number, (record, detail) in enumerate(
            zip(session.results, session.details, strict=True), 1
        )
    ]
    last = max((span["endTimeUnixNano"] for span in spans), key=int, default="0")
    end = _nanoseconds(ended["completed_at"]) if ended is not None else int(last)
    begin = _nanoseconds(str(context["created_at"]))
    agent = session.origin.get("agent", "")
    attributes = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": agent or None,
        "gen_ai.conversation.id": session.origin.get("context_id"),
        "balance_desk.run.id": run.session_id,
        "balance_desk.run.status": run.status,
        "balance_desk.task.id": session.origin.get("task_id"),
        "balance_desk.run.plan": list(context["current_plan"]),
    }
    if contents:
        attributes["gen_ai.input.messages"] = _text(context["user_query"])
        if ended is not None:
            attributes["gen_ai.output.messages"] = _text(ended["final_response"])
    failed = run.status in ("failed", "canceled", "interrupted")
    root = {
        "traceId": trace,
        "spanId": _id(run.session_id, 8),
        "name": f"invoke_agent {agent}".strip(),
        "kind": _INTERNAL,
        "startTimeUnixNano": str(begin),
        "endTimeUnixNano": str(max(begin, end)),
        "attributes": list(attributes_of(attributes)),
        "status": {"code": _ERROR, "message": run.status} if failed else {"code": _OK},
    }
    resource = {"service.name": "balance-desk", "service.version": version}
    scope = {"name": "balance-desk.runs", "version": version}
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": list(attributes_of(resource))},
                "scopeSpans": [{"scope": scope, "spans": [root, *spans]}],
            }
        ]
    }


def _step(
    run: Run, trace: str, number: int, record: Result, detail: Detail, *, contents: bool
) -> dict[str, Any]:
    is_tool = record["executor_type"] == "tool"
    name = f"{record['executor']}.{record['action']}" if is_tool else record["executor"]
    operation = "execute_tool" if is_tool else "invoke_agent"
    end = _nanoseconds(record["timestamp"])
    attributes: dict[str, Any] = {
        "gen_ai.operation.name": operation,
        "gen_ai.tool.name" if is_tool else "gen_ai.agent.name": name,
        "gen_ai.tool.type": "function" if is_tool else None,
        "balance_desk.step": record["step"],
        "balance_desk.result": number,
        "balance_desk.action": record["action"],
        "error.type": record["status"] if record["status"] != "success" else None,
    }
    if contents:
        attributes["gen_ai.tool.call.arguments"] = _text(record["input"])
        attributes["gen_ai.tool.call.result"] = _text(record["output"])
    status: dict[str, Any] = {"code": _OK}
    if record["status"] != "success":
        status = {"code": _ERROR, "message": record["error_message"] or record["status"]}
    return {
        "traceId": trace,
        "spanId": _id(f"{run.session_id}/{number}", 8),
        "parentSpanId": _id(run.session_id, 8),
        "name": f"{operation} {name}",
        "kind": _INTERNAL,
        "startTimeUnixNano": str(end - round((detail["seconds"] or 0) * 1e9)),
        "endTimeUnixNano": str(end),
        "attributes": list(attributes_of(attributes)),
        "status": status,
    }


def _text(value: Any) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return cut_middle(said, _LONGEST)


def _id(text: str, size: int) -> str:
    return sha256(text.encode()).hexdigest()[: 2 * size]


def _nanoseconds(stamp: str) -> int:
    return int(datetime.fromisoformat(stamp).replace(tzinfo=UTC).timestamp()) * 1_000_000_000
