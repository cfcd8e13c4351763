"""The SDK's errors in the words of the desk."""

import json
from contextlib import suppress
from typing import Any
from urllib.parse import urljoin

import httpx
from a2a.client.errors import A2AClientError
from a2a.types import Task
from a2a.utils.errors import (
    JSON_RPC_ERROR_CODE_MAP,
    A2AError,
    InternalError,
    MethodNotFoundError,
    TaskNotFoundError,
)
from pydantic import JsonValue

from app.errors import AgentError, AgentRefused, AgentUnreachable, TaskUnknown
from transport.protocol.json_text import to_json

REASON = "deskReason"  # in the data of an error: for which of these the desk has words of its own
REASONS = frozenset(
    {
        "agent_silent",
        "answer_expired",
        "answer_too_large",
        "broker_refused",
        "brokers_away",
        "needs_login",
        "no_replica",
        "no_topic",
        "record_too_large",
        "request_expired",
        "request_unreadable",
        "topic_refused",
    }
)
_TOO_LARGE = 413
_TRY_LATER = (408, 425, 429)
_LONGEST_HEADER = 300
_LONGEST_DETAIL = 300
# Of gRPC, where the agent gave no error of A2A's; the former are reasons of errors as well.
NOT_LET_IN = ("UNAUTHENTICATED", "PERMISSION_DENIED")
_FAILED = ("INTERNAL", "UNKNOWN", "DATA_LOSS", "RESOURCE_EXHAUSTED")
_ON_THE_WAY = {
    "UNAVAILABLE": "nobody takes the connection, or it broke off",
    "DEADLINE_EXCEEDED": "nothing came in time",
    "CANCELLED": "the call was broken off",
}


def agent_error(error: A2AError, *, agent: str) -> AgentError:
    """Return the desk's error for one of the SDK's; what the agent said itself is kept in it."""
    said, key = told(error), _reason(error)
    status, over_grpc = _http_status(error), _grpc_status(error)
    if status in (401, 403) or over_grpc in NOT_LET_IN or key == "needs_login":
        how = f"HTTP {status}" if status else f"gRPC {over_grpc}" if over_grpc else said
        return AgentRefused(
            f"{agent} lets in only those who have signed in ({how.rstrip('.')}). Sign in with"
            " `balance-desk agents login`, or in the window; a single run of a command is let in by"
            " --bearer-env, --api-key-env or --header.",
            key="needs_login",
            agent=agent,
        )
    cause = error.__cause__
    if isinstance(cause, httpx.HTTPStatusError):
        if cause.response.is_redirect:
            return redirected(agent, cause.response)
        away = unavailable(agent, cause.response)
        if away is not None and status is not None:
            return away
    if status == _TOO_LARGE:
        where = error_object(error) or {}
        words = str(where.get("message") or f"HTTP {status}")[:_LONGEST_DETAIL].rstrip(".")
        return AgentRefused(
            f"{agent} takes no message as large as this one with its files: {words}. Send fewer or"
            " smaller files at a time, or give large ones by their address.",
            key="request_too_large",
            agent=agent,
            said=words,
        )
    if status is not None and 400 <= status < 500:
        return AgentRefused(
            f"{agent} refused the request: HTTP {status}.", agent=agent, said=f"HTTP {status}"
        )
    if over_grpc in _FAILED:
        words = f"{agent} failed to answer: {said}."
        return AgentUnreachable(words, agent=agent, said=said, status=over_grpc)
    if over_grpc and over_grpc not in _ON_THE_WAY:
        return AgentRefused(f"{agent} refused the request: {said}.", agent=agent, said=said)
    error = not_found(error)
    match error:
        case TaskNotFoundError():
            return TaskUnknown(f"{agent} does not know this task (any more).", key=key, agent=agent)
        case A2AClientError():
            return AgentUnreachable(
                f"{agent} does not answer: {said}", key=key, agent=agent, said=said
            )
        case _:
            return AgentRefused(
                f"{agent} refused the request: {said}", key=key, agent=agent, said=said
            )


def not_found(error: A2AError) -> A2AError:
    """Return the error; the 404 of an agent of A2A 0.3, which the SDK misreads, is of its task."""
    lost = isinstance(error, MethodNotFoundError) and _status_of(error.__cause__) == 404
    return TaskNotFoundError() if lost else error


def check_told(found: Task, task_id: str, *, agent: str) -> None:
    """Raise `AgentRefused` for another task than the one that was asked for (A2A 1.0, 3.1.3)."""
    if found.id not in ("", task_id):
        raise AgentRefused(
            f"{agent} was asked for one task, and told another.", key="other_task_told", agent=agent
        )


def redirected(source: str, response: httpx.Response) -> AgentRefused:
    """Return the error for an agent, or its card, that sends callers to another address."""
    status, where = response.status_code, led_to(response)
    return AgentRefused(
        f"{source} sends its callers elsewhere: HTTP {status}{where and f', to {where}'}."
        " Redirects are not followed, for an answer must come from where the card says: add"
        " the agent by the address it has now.",
        key="redirected",
        agent=source,
        address=where,
    )


def led_to(response: httpx.Response) -> str:
    """Return the whole address to which an answer sends its caller; empty where it names none."""
    where = str(response.headers.get("location", ""))
    with suppress(ValueError):
        where = where and urljoin(str(response.url), where)
    return where[:_LONGEST_HEADER]


def unavailable(agent: str, response: httpx.Response) -> AgentUnreachable | None:
    """Return what is said of an agent that cannot answer now; None for any other response."""
    status = response.status_code
    if status not in _TRY_LATER and status < 500:
        return None
    after = str(response.headers.get("retry-after", ""))[:_LONGEST_HEADER]
    if after.isdigit():
        when = f"It can be asked again in {int(after):,} seconds."
    else:
        when = f"It can be asked again after {after}." if after else "Try again later."
    if status in _TRY_LATER:
        why = f"{agent} is asked too often or too early: HTTP {status}. {when}"
        return AgentUnreachable(why, key="agent_busy", agent=agent, status=status, after=after)
    if status == 503:
        why = f"{agent} does not serve for the moment: HTTP {status}. {when}"
        return AgentUnreachable(why, key="agent_busy", agent=agent, status=status, after=after)
    why = f"{agent} failed to answer: HTTP {status}. The cause is at its end; its log may tell it."
    return AgentUnreachable(why, agent=agent, status=status)


class ToldError(Exception):
    """The cause of an error: the error object of an answer, as the agent wrote it."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(str(told.get("message") or ""))
        self.told = told


def error_object(error: A2AError) -> dict[str, JsonValue] | None:
    """Return the agent's error with its code and details, as it came over the wire.

    That of an agent of this process is as JSON-RPC would have it; None where no agent said it.
    """
    match error.__cause__:
        case ToldError(told=told):
            return told
        case httpx.HTTPStatusError(response=response):
            with suppress(ValueError, RecursionError, httpx.ResponseNotRead):
                body = response.json()
                found = body.get("error") if isinstance(body, dict) else None
                return found if isinstance(found, dict) else None
            return None
        case cause if callable(getattr(cause, "code", None)):
            return _status_object(cause)
    if isinstance(error, A2AClientError):
        return None
    code = JSON_RPC_ERROR_CODE_MAP.get(type(error), JSON_RPC_ERROR_CODE_MAP[InternalError])
    return {"code": code, "message": str(error), **({"data": error.data} if error.data else {})}


def _status_object(cause: Any) -> dict[str, JsonValue] | None:
    """Return a status of gRPC with the details that came with it (google.rpc.Status)."""
    from a2a.utils.grpc_status import status_from_call
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
    from google.rpc import error_details_pb2  # type: ignore[import-untyped] # noqa: F401 - its types

    number, name = cause.code().value[0], cause.code().name
    if name in _ON_THE_WAY:
        return None
    plain: dict[str, JsonValue] = {"code": number, "message": str(cause.details() or "")}
    more: dict[str, JsonValue] = {}
    with suppress(DecodeError, TypeError, ValueError):  # also for details of a type not known here
        status = status_from_call(cause)
        more = to_json(status) if status is not None else {}
    return {**plain, "status": name, **more}


def told(error: A2AError) -> str:
    """Return what went wrong on the way in plain words, or what the agent said itself."""
    match error.__cause__:
        case httpx.RequestError() as cause:
            return on_the_wire(cause)
        case json.JSONDecodeError():
            return "what it sent is no JSON"
    status = _grpc_status(error)
    if not status:
        return str(error)
    words = str(error.__cause__.details() or "").strip(" .")[:_LONGEST_DETAIL]  # type: ignore[union-attr]
    return f"{_ON_THE_WAY.get(status, f'gRPC {status}')}{words and f' ({words})'}"


def on_the_wire(error: httpx.HTTPError) -> str:
    """Return what went wrong on the way to an answer over HTTP, in plain words."""
    match error:
        case httpx.ConnectError() | httpx.ConnectTimeout():
            return "nobody takes the connection"
        case httpx.TimeoutException():
            return "nothing came in time"
        case httpx.WriteError():
            return "the connection broke off while the message was sent; it may be too large"
        case _:
            return "the connection broke off"


def _reason(error: A2AError) -> str | None:
    """Return the key that an error names, if it is one of ours: the data may be a stranger's."""
    named = error.data.get(REASON) if isinstance(error.data, dict) else None
    return named if isinstance(named, str) and named in REASONS else None


def _http_status(error: BaseException) -> int | None:
    """Return the status that HTTP itself gave, where the agent gave no error of A2A's."""
    return _status_of(error.__cause__) if isinstance(error, A2AClientError) else None


def _grpc_status(error: BaseException) -> str:
    """Return the status that gRPC itself gave, where the agent gave no error of A2A's."""
    code = getattr(error.__cause__, "code", None) if isinstance(error, A2AClientError) else None
    return str(code().name) if callable(code) else ""


def _status_of(cause: BaseException | None) -> int | None:
    return cause.response.status_code if isinstance(cause, httpx.HTTPStatusError) else None
