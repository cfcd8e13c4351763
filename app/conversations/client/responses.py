"""What the service answers, as values and as our errors."""

from collections.abc import Hashable
from functools import cache
from typing import Any, Final, NoReturn, TypeVar, cast

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from app.conversations.protocol.envelope import printable
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
)

T = TypeVar("T")

_BY_NAME: Final[dict[str, type[DeskError]]] = {
    kind.__name__: kind
    for kind in (
        ContextProcessingError,
        ConversationNotFound,
        MessageStorageError,
        NotFound,
        RateLimitExceeded,
        StoreError,
    )
}
_BY_STATUS: Final[dict[int, type[DeskError]]] = {
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    413: MessageTooLarge,
    429: RateLimitExceeded,
}


def value(response: httpx.Response, model: type[T], member: str = "data") -> T:
    """Return a member of an answer as the model; raises `ServiceTimeout` for one that is none."""
    try:
        said = response.json()[member]
    except (ValueError, KeyError, TypeError) as error:
        raise not_the_service() from error
    return checked(said, model)


def checked(said: Any, model: type[T]) -> T:
    """Return a JSON value as the model; raises `ServiceTimeout` where it is none."""
    try:
        found: T = _adapter(cast("Hashable", model)).validate_python(said)
    except ValidationError as error:
        raise not_the_service() from error
    return found


def listed(
    response: httpx.Response, model: type[T]
) -> tuple[tuple[T, ...], str | None, str | None]:
    """Return the things of a page, and where it goes on and came from."""
    items = tuple(checked(one, model) for one in value(response, list[Any]))
    body = _members(response)
    return items, _place(body, "next"), _place(body, "previous")


def refuse(response: httpx.Response) -> NoReturn:
    """Raise the error that an answer with status 400 or more is."""
    said = _members(response)
    name, detail = str(said.get("error", "")), str(said.get("detail", ""))
    kind = _BY_NAME.get(name) or _BY_STATUS.get(response.status_code)
    if kind is None:
        kind = BadInput if response.status_code < 500 else ServiceTimeout
    words = detail or f"The conversation service answers {response.status_code}."
    match said.get("errors"):
        case [{"field": field, "problem": problem}, *_]:
            words += f" ({field}: {problem})"
    more: dict[str, Any] = {}
    key = said.get("key")
    if isinstance(key, str) and key:
        more["key"] = printable(key, 100)
    wait = response.headers.get("retry-after", "")
    if wait.isascii() and wait.isdigit():
        more["retry_after"] = float(wait)
    raise kind(printable(words, 500), **more)


def not_the_service() -> ServiceTimeout:
    """Return the error for an answer that no conversation service gives."""
    return ServiceTimeout(
        "What answers there is no conversation service.", key="not_a_conversation_service"
    )


def body_of(value: BaseModel, **kwargs: Any) -> bytes:
    """Return the JSON of a request."""
    return value.model_dump_json(exclude_defaults=True, **kwargs).encode()


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def _members(response: httpx.Response) -> dict[str, Any]:
    try:
        said = response.json()
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _place(body: dict[str, Any], name: str) -> str | None:
    said = body.get(name)
    return said if isinstance(said, str) else None
