"""What went wrong, as RFC 9457 problem details that carry the documented error names.

{"type": "https://balance-desk.org/problems/conversation-not-found", "title": …, "status": 404,
 "detail": …, "instance": "/api/v1/…", "error": "ConversationNotFound", "key": …, "trace_id": …}
"""

import json
import re
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from pydantic import BaseModel, JsonValue
from starlette.responses import Response

from app.errors import (
    BadInput,
    Conflict,
    ContextProcessingError,
    ConversationNotFound,
    DeskError,
    MessageStorageError,
    MessageTooLarge,
    NotAllowed,
    NotFound,
    RateLimitExceeded,
    ServiceTimeout,
    StoreError,
    in_full,
)

MEDIA_TYPE: Final = "application/problem+json"
_TYPES: Final = "https://balance-desk.org/problems/"


class ProblemDetails(BaseModel):
    """The members of a problem; `errors` says which fields of a request do not fit."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    error: str
    key: str
    trace_id: str
    errors: list[dict[str, JsonValue]] | None = None


class Problem(Exception):
    """A refusal by the service's own front, with its status and the name of the error.

    `cause` is what the log says of it.
    """

    def __init__(
        self,
        status: int,
        error: str,
        detail: str,
        *,
        key: str = "",
        cause: str = "",
        headers: Mapping[str, str] | None = None,
        errors: Sequence[dict[str, JsonValue]] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.error = error
        self.detail = detail
        self.key = key or _snake(error)
        self.cause = cause or detail
        self.headers = dict(headers or {})
        self.errors = errors


class _Kind(NamedTuple):
    status: int
    name: str


# The first that fits is taken: what is special stands before what it is a kind of.
_KINDS: Final[tuple[tuple[type[DeskError], _Kind], ...]] = (
    (ConversationNotFound, _Kind(404, "ConversationNotFound")),
    (NotFound, _Kind(404, "NotFound")),
    (NotAllowed, _Kind(403, "NotAllowed")),
    (Conflict, _Kind(409, "Conflict")),
    (ContextProcessingError, _Kind(422, "ContextProcessingError")),
    (RateLimitExceeded, _Kind(429, "RateLimitExceeded")),
    (ServiceTimeout, _Kind(504, "ServiceTimeout")),
    (MessageTooLarge, _Kind(413, "MessageTooLarge")),
    (BadInput, _Kind(422, "BadInput")),
    (MessageStorageError, _Kind(503, "MessageStorageError")),
    (StoreError, _Kind(503, "StoreError")),
)
_RETRY_SECONDS: Final = {503: 1.0, 504: 1.0}


def problem_of(error: DeskError) -> Problem:
    """Return the problem that an expected error is to its caller."""
    found = (known for kind, known in _KINDS if isinstance(error, kind))
    status, name = next(found, _Kind(500, "InternalError"))
    headers = {}
    wait = error.details.get("retry_after", _RETRY_SECONDS.get(status))
    if isinstance(wait, int | float):
        headers["Retry-After"] = str(max(1, ceil(wait)))
    return Problem(
        status, name, str(error), key=error.reason, cause=in_full(error), headers=headers
    )


def problem_response(problem: Problem, *, instance: str, trace_id: str) -> Response:
    """Return the response for a problem."""
    members = ProblemDetails(
        type=_TYPES + _snake(problem.error).replace("_", "-"),
        title=_title(problem.error),
        status=problem.status,
        detail=problem.detail,
        instance=instance,
        error=problem.error,
        key=problem.key,
        trace_id=trace_id,
        errors=list(problem.errors) if problem.errors is not None else None,
    )
    content = json.dumps(members.model_dump(exclude_none=True)).encode()
    return Response(
        content, status_code=problem.status, media_type=MEDIA_TYPE, headers=problem.headers
    )


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _title(name: str) -> str:
    return _snake(name).replace("_", " ").capitalize()
