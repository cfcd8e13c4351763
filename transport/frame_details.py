"""What a transport knows of a frame beside its body: told while an exchange is under way.

A transport calls `note` before it hands over what it received; the details go to the next frame of
the exchange that runs in the same task. Nothing secret may be noted.
"""

from contextvars import ContextVar

import httpx
from pydantic import JsonValue

_SHOWN = frozenset(
    {
        "a2a-extensions",
        "a2a-version",
        "accept",
        "cache-control",
        "content-length",
        "content-type",
        "date",
        "etag",
        "retry-after",
        "server",
        "user-agent",
        "www-authenticate",
        "x-request-id",
    }
)
_HIDDEN = "[not kept]"


class FrameDetails:
    """Owns the details of one exchange that no frame has yet."""

    def __init__(self) -> None:
        self._waiting: dict[str, JsonValue] = {}

    def add(self, name: str, value: JsonValue) -> None:
        """Keep a detail for the next frame."""
        self._waiting[name] = value

    def taken(self) -> dict[str, JsonValue]:
        """Return the details for a frame; the next one has its own."""
        taken, self._waiting = self._waiting, {}
        return taken


_current: ContextVar[FrameDetails | None] = ContextVar("frame_details", default=None)


def begin_exchange() -> FrameDetails:
    """Return where the details of an exchange that begins in this task are collected."""
    details = FrameDetails()
    _current.set(details)
    return details


def note(name: str, value: JsonValue) -> None:
    """Tell a detail of the next frame; outside of an exchange nobody hears it."""
    details = _current.get()
    if details is not None:
        details.add(name, value)


async def note_response(response: httpx.Response) -> None:
    """Tell the lines of an HTTP exchange; the values of headers that may be secret are left out."""
    request = response.request
    note(
        "http",
        {
            "request": f"{request.method} {request.url.copy_with(query=None)}",
            "request_headers": _headers(request.headers),
            "response": f"{response.http_version} {response.status_code} {response.reason_phrase}",
            "response_headers": _headers(response.headers),
        },
    )


def _headers(headers: httpx.Headers) -> dict[str, JsonValue]:
    return {name: value if name in _SHOWN else _HIDDEN for name, value in headers.items()}
