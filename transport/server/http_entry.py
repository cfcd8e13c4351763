"""What every HTTP request passes before an agent sees it: address, length, type, and who it is."""

import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from datetime import datetime
from typing import Any, NamedTuple

from a2a.auth.user import UnauthenticatedUser
from a2a.extensions.common import HTTP_EXTENSION_HEADER
from a2a.server.context import ServerCallContext
from a2a.utils.errors import A2AError, InvalidRequestError
from starlette.requests import Request

from app.domain.ids import utc_now
from transport.protocol.errors import plain_error, rpc_error, wrong_content_type
from transport.server.dispatch import TokenUser, call_context

CALLER = "balance_desk.caller"  # the key of an ASGI scope under which the entry keeps who calls


def call_of(request: Request) -> ServerCallContext:
    """Return the context of a call."""
    headers: dict[str, str] = {}
    for name, value in request.headers.items():
        # The header of the extensions may come several times (A2A 1.0, section 3.2.6).
        headers[name] = f"{headers[name]},{value}" if name in headers else value
    version = request.query_params.get("A2A-Version", "")
    if version and "a2a-version" not in headers:
        headers["a2a-version"] = version
    caller = request.scope.get(CALLER)
    user = UnauthenticatedUser() if caller is None else TokenUser(caller)
    context = call_context(headers, user=user)
    context.state["headers"].pop("authorization", None)
    return context


def response_headers(context: ServerCallContext, declared: frozenset[str]) -> Mapping[str, str]:
    """Return the header that tells which of the asked-for extensions are in use, if any."""
    used = sorted(context.requested_extensions & declared)
    return {HTTP_EXTENSION_HEADER: ", ".join(used)} if used else {}


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_REQUEST_BYTES = 20_000_000
_TOO_LARGE = 413
_OPEN = ("/.well-known/agent-card.json",)
JSON_MEDIA_TYPES = ("application/a2a+json", "application/json")


class Tokens:
    """Owns who may call: the hash of each bearer token, the name of its user, and when it ends."""

    def __init__(
        self, users: Mapping[str, str], ends: Mapping[str, datetime] | None = None
    ) -> None:
        """`users` is token → name of the user, `ends` token → from when on it is none."""
        self.replace(users, ends)

    def replace(self, users: Mapping[str, str], ends: Mapping[str, datetime] | None = None) -> None:
        """Let in these from now on, and nobody else."""
        held = ends or {}
        self._users = {_hash(token): (name, held.get(token)) for token, name in users.items()}

    def user(self, authorization: str) -> str | None:
        """Return whose token an `Authorization` header holds, or None."""
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return None
        given = _hash(token.strip())
        found = None
        for known, (name, end) in self._users.items():
            if hmac.compare_digest(known, given) and (end is None or utc_now() < end):
                found = name
        return found


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class _Refusal(NamedTuple):
    status: int
    message: str
    reason: str
    error: A2AError
    headers: tuple[tuple[bytes, bytes], ...] = ()


class Entry:
    """Lets requests in or answers why not; a path ending in a slash is the one without it.

    With `tokens`, everything but cards and the directory needs a bearer token. With `hosts`, only
    requests for those host names are taken, for a page in somebody's browser can be made to reach
    a server of this machine under a name of its own. `rpc_paths` are answered in JSON-RPC.
    """

    def __init__(
        self,
        application: Application,
        *,
        rpc_paths: frozenset[str],
        tokens: Tokens | None = None,
        hosts: frozenset[str] = frozenset(),
        max_bytes: int = MAX_REQUEST_BYTES,
    ) -> None:
        self._application = application
        self._rpc_paths = rpc_paths
        self._tokens = tokens
        self._hosts = hosts
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as an ASGI application."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        path = scope["path"]
        if len(path) > 1 and path.endswith("/"):
            path = path.rstrip("/") or "/"
            scope = {**scope, "path": path, "raw_path": path.encode()}
        headers = {name.decode("latin-1"): v.decode("latin-1") for name, v in scope["headers"]}
        refusal = _said_twice(scope) or self._checked(scope, headers)
        refusal = refusal or self._identified(scope, headers)
        if refusal is None and scope["method"] == "POST":
            body = await _read(receive, self._max_bytes)
            if body is None:
                refusal = self._too_large()
            else:
                receive = _replay(body, receive)
        if refusal is None:
            await self._application(scope, receive, send)
        else:
            await _refuse(send, refusal, as_rpc=path in self._rpc_paths)

    def _checked(self, scope: Scope, headers: Mapping[str, str]) -> _Refusal | None:
        host = headers.get("host", "").rsplit(":", 1)[0].strip("[]").lower()
        if self._hosts and host not in self._hosts:
            words = f"This server is not {host!r}."
            return _Refusal(421, words, "WRONG_HOST", InvalidRequestError(words))
        if scope["method"] != "POST":
            return None
        content_type = headers.get("content-type", "")
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > 2 * self._max_bytes:
            return self._too_large()  # of less, so much is read that its sender sees the answer
        empty = length == "0" or not (length or "transfer-encoding" in headers)
        essence = content_type.partition(";")[0].strip().lower()
        if essence not in JSON_MEDIA_TYPES and not (empty and not essence):
            error = wrong_content_type(content_type)
            return _Refusal(415, error.message, "CONTENT_TYPE_NOT_SUPPORTED", error)
        return None

    def _identified(self, scope: Scope, headers: Mapping[str, str]) -> _Refusal | None:
        if self._tokens is None or scope["path"] == "/" or scope["path"].endswith(_OPEN):
            return None
        name = self._tokens.user(headers.get("authorization", ""))
        if name is not None:
            scope[CALLER] = name
            return None
        words = "A bearer token is needed, as the agent's card says."
        challenge = 'Bearer realm="balance-desk"'
        if headers.get("authorization"):
            words, challenge = "The token is not valid here.", challenge + ', error="invalid_token"'
        return _Refusal(
            401,
            words,
            "UNAUTHENTICATED",
            InvalidRequestError(words),
            ((b"www-authenticate", challenge.encode()),),
        )

    def _too_large(self) -> _Refusal:
        words = f"The request is too large: at most {self._max_bytes:,} bytes are taken."
        closing = ((b"connection", b"close"),)
        return _Refusal(_TOO_LARGE, words, "TOO_LARGE", InvalidRequestError(words), closing)


def _said_twice(scope: Scope) -> _Refusal | None:
    """Refuse a request with two tokens: what stands before us may have read the other one."""
    if sum(name == b"authorization" for name, _ in scope["headers"]) < 2:
        return None
    words = "The header Authorization stands there twice."
    return _Refusal(400, words, "SAID_TWICE", InvalidRequestError(words))


async def _read(receive: Receive, limit: int) -> bytes | None:
    """Return the body, or None if it is longer; some of what is too long is read to its end.

    A client that is still sending would not see the answer.
    """
    chunks, size = bytearray(), 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(chunks)
        body = message.get("body", b"")
        size += len(body)
        if size <= limit:
            chunks += body
        if not message.get("more_body") or size > 2 * limit:
            return bytes(chunks) if size <= limit else None


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> MutableMapping[str, Any]:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send, refusal: _Refusal, *, as_rpc: bool) -> None:
    if as_rpc:
        value = rpc_error(None, refusal.error)
    else:
        value = plain_error(refusal.status, refusal.message, reason=refusal.reason)
    body = json.dumps(value).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *refusal.headers,
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
