"""Bodies of requests: bounded in length, strict JSON, of the documented shape."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic import JsonValue, TypeAdapter, ValidationError
from starlette.requests import ClientDisconnect, Request

from app.conversations.service.rest.problems import Problem
from app.conversations.service.rest.schemas import Data
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.rest.time_limit import TimeLimit
from app.system.strict_json import NotJson, read_as

T = TypeVar("T")

_READ_ON_BYTES: Final = 32 * 2**20
_ANSWERED: Final = re.compile(rb'\s*\{\s*"data"\s*:')


def body_of(
    model: type[T],
    *,
    longest: Callable[[ServiceSettings], int] = lambda s: s.max_body_bytes,
    as_answered: bool = False,
) -> Callable[[Request], Awaitable[T]]:
    """Return a dependency that gives a request's body as the model, or answers why it cannot.

    With `as_answered` it may be `{"data": …}` too, as the service answers it.
    """
    plain: TypeAdapter[T] = TypeAdapter(model)
    wrapped: TypeAdapter[Data[T]] = TypeAdapter(Data[model])  # type: ignore[valid-type]

    async def body(request: Request) -> T:
        settings: ServiceSettings = request.app.state.settings
        raw = await _read(request, longest(settings), settings.max_body_bytes)
        request.state.body = raw
        try:
            if as_answered and _ANSWERED.match(raw):
                found = read_as(wrapped, raw, max_bytes=longest(settings)).data
            else:
                found = read_as(plain, raw, max_bytes=longest(settings))
        except NotJson as error:
            raise Problem(400, "NotJson", f"The body is no JSON: {error}.") from error
        except ValidationError as error:
            raise Problem(
                422,
                "ValidationFailed",
                "The body does not have the shape that is documented.",
                errors=fields_of(error.errors(include_url=False, include_input=False)),
            ) from error
        if len(raw) > settings.max_body_bytes:
            request.state.time_limit.renew()
        return found

    return body


def fields_of(errors: Any) -> list[dict[str, JsonValue]]:
    """Return pydantic's errors as field and words, without what was sent."""
    return [
        {"field": ".".join(str(part) for part in one["loc"]), "problem": str(one["msg"])}
        for one in errors[:50]
    ]


def headers_of(request: Request) -> Mapping[bytes, bytes]:
    """Return the headers as they came, of one that came twice the last.

    The framework's own look through all of them for each that is wanted.
    """
    headers: Mapping[bytes, bytes] = request.scope["state"]["headers"]
    return headers


async def _read(request: Request, longest: int, in_time: int) -> bytes:
    """Read a body; each `in_time` bytes of a longer one have the time of a request."""
    headers = headers_of(request)
    essence = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if essence != b"application/json":
        raise Problem(415, "UnsupportedMediaType", "The body must be application/json.")
    length = headers.get(b"content-length", b"")
    declared = int(length) if length.isdigit() else 0
    # Who closes on a caller that still writes resets the connection, and the answer is lost with
    # it: what is a little too long is read to its end, and dropped.
    most = longest + _READ_ON_BYTES
    if declared > most or (declared > longest and b"expect" in headers):
        raise _too_large(longest)
    chunks = bytearray()
    arrived = 0
    limit: TimeLimit = request.state.time_limit
    limit.reading = True
    more = True
    while more:
        # Not `request.stream()`: an asynchronous generator costs more than all that is read here.
        event = await request.receive()
        if event["type"] == "http.disconnect":
            raise ClientDisconnect
        chunk = event.get("body", b"")
        more = event.get("more_body", False)
        if arrived // in_time < (arrived + len(chunk)) // in_time:
            limit.renew()
        arrived += len(chunk)
        if arrived > most:
            raise _too_large(longest)
        if arrived <= longest:
            chunks += chunk
    limit.reading = False
    if arrived > longest:
        raise _too_large(longest)
    return bytes(chunks)


def _too_large(longest: int) -> Problem:
    words = f"The body is too large: at most {longest:,} bytes are taken."
    return Problem(413, "MessageTooLarge", words, headers={"Connection": "close"})
