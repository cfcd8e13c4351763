"""The SDK's errors in the words of the desk."""

import httpx
from a2a.client.errors import A2AClientError
from a2a.utils.errors import A2AError, MethodNotFoundError, TaskNotFoundError

from app.errors import AgentError, AgentRefused, AgentUnreachable, TaskUnknown

REASON = "deskReason"  # in the data of an error: for which of these the desk has words of its own
REASONS = frozenset(
    {
        "agent_silent",
        "answer_expired",
        "answer_too_large",
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
_TRY_LATER = (408, 425, 429)


def agent_error(error: A2AError, *, agent: str) -> AgentError:
    """Return the desk's error for one of the SDK's; what the agent said itself is kept in it."""
    said = str(error)
    status = _http_status(error)
    if status in (401, 403):
        return AgentRefused(
            f"{agent} lets in only those who have signed in (HTTP {status}). Sign in with"
            " `balance-desk agents login`, or in the window.",
            key="needs_login",
            agent=agent,
        )
    if status is not None and 400 <= status < 500 and status not in _TRY_LATER:
        return AgentRefused(
            f"{agent} refused the request: HTTP {status}.", agent=agent, said=f"HTTP {status}"
        )
    if isinstance(error, MethodNotFoundError) and _status_of(error.__cause__) == 404:
        error = TaskNotFoundError()  # as the SDK reads the 404 of an agent of A2A 0.3
    key = _reason(error)
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


def _reason(error: A2AError) -> str | None:
    """Return the key that an error names, if it is one of ours: the data may be a stranger's."""
    named = error.data.get(REASON) if isinstance(error.data, dict) else None
    return named if isinstance(named, str) and named in REASONS else None


def _http_status(error: BaseException) -> int | None:
    """Return the status that HTTP itself gave, where the agent gave no error of A2A's."""
    return _status_of(error.__cause__) if isinstance(error, A2AClientError) else None


def _status_of(cause: BaseException | None) -> int | None:
    return cause.response.status_code if isinstance(cause, httpx.HTTPStatusError) else None
