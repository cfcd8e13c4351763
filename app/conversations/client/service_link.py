"""The way to the service: one HTTP client, its token, what is tried again, and the breaker."""

import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from app.conversations.client.responses import not_the_service, refuse, value
from app.conversations.client.retry import NEVER_AGAIN, CircuitBreaker, CircuitState, RetryPolicy
from app.domain.book import Caller
from app.errors import BadInput, ServiceTimeout
from app.system.tracing import carried

TIMEOUT_SECONDS: Final = 10.0
_CONNECT_SECONDS: Final = 5.0
_CONNECTIONS: Final = 32

_LOCAL = ("localhost", "127.0.0.1", "::1")

TokenOf = Callable[[Caller], Awaitable[str]]


def always(token: str) -> TokenOf:
    """Return what gives one token for every caller."""

    async def given(_: Caller) -> str:
        return token

    return given


class ServiceLink:
    """Owns the HTTP client. `token` gives the bearer token for a caller; it is kept nowhere.

    Writes are tried again by the policy, which their ids make safe; reads are not, for whoever
    reads goes on without. Raises `BadInput` for an address that cannot be, or a token that would
    be sent over the net in the clear.
    """

    def __init__(
        self,
        url: str,
        token: TokenOf,
        *,
        critical: RetryPolicy | None = None,
        breaker: CircuitBreaker | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self.url = checked_url(url)
        self.breaker = breaker or CircuitBreaker()
        self._token = token
        self._critical = critical or RetryPolicy()
        self._timeout = httpx.Timeout(timeout_seconds, connect=_CONNECT_SECONDS)
        self._client = httpx.AsyncClient(
            base_url=self.url,
            timeout=self._timeout,
            limits=httpx.Limits(max_connections=_CONNECTIONS),
        )

    async def headers(self, caller: Caller) -> dict[str, str]:
        """Return what says who asks."""
        said = {"Authorization": f"Bearer {await self._token(caller)}"}
        for name, text in (
            ("X-Origin", caller.origin),
            ("X-Session-Id", caller.session),
            ("X-On-Behalf-Of", caller.user),
            ("X-Tenant-Id", caller.tenant),
        ):
            if text:
                said[name] = text
        return said

    async def whose(self, caller: Caller) -> tuple[str, str]:
        """Return the tenant and the user that the token stands for."""
        said = value(await self.ask(caller, "GET", "/api/v1/caller"), dict[str, Any])
        tenant, user = said.get("tenant_id"), said.get("user_id")
        if not isinstance(tenant, str) or not isinstance(user, str) or not tenant:
            raise not_the_service()
        return tenant, user

    async def ask(
        self,
        caller: Caller,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        critical: bool = False,
        long: bool = False,
    ) -> httpx.Response:
        """Return the answer to a request; raises the errors of `ConversationBook`.

        The service may work on a `long` one for as long as it takes.
        """
        said = {**carried(), **await self.headers(caller), **(headers or {})}
        if content is not None:
            said["Content-Type"] = "application/json"
        # Who is acted for may have a name of any letters.
        sent = {name.encode(): text.encode() for name, text in said.items()}
        given: list[tuple[str, str | int | float | bool | None]] = [
            (name, _text(one))
            for name, value in (params or {}).items()
            for one in (value if _is_list(value) else [value])
            if one is not None
        ]
        timeout = self._timeout
        if long:
            timeout = httpx.Timeout(**{**timeout.as_dict(), "read": None})

        async def once() -> httpx.Response:
            try:
                response = await self._client.request(
                    method, path, params=given, content=content, headers=sent, timeout=timeout
                )
            except httpx.HTTPError as error:
                raise ServiceTimeout(
                    f"The conversation service at {self._host} does not answer: {why(error)}."
                ) from error
            if response.status_code >= 400:
                refuse(response)
            return response

        # All attempts of one request are one failure: else the breaker would end the longer waits.
        # The one that finds out whether the service is back asks once.
        closed = self.breaker.state is CircuitState.CLOSED
        policy = self._critical if critical and closed else NEVER_AGAIN
        return await self.breaker.carry(lambda: policy.carry(once))

    async def look(self) -> None:
        """Ask, while the breaker is open, whether the service is ready; if so it is used again."""
        if self.breaker.state is not CircuitState.OPEN:
            return
        with suppress(httpx.HTTPError):
            if (await self._client.get("/ready")).status_code == httpx.codes.OK:
                self.breaker.expire()

    async def aclose(self) -> None:
        """Close the connections; idempotent."""
        await self._client.aclose()

    @property
    def _host(self) -> str:
        return urlsplit(self.url).netloc


def why(error: Exception) -> str:
    """Return in words why a server was not reached; a certificate is named before all else."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"its certificate is not accepted ({cause.verify_message}). It must hold by the"
                " clock of this machine, and be of an authority that is known here: SSL_CERT_FILE"
                " names a file of them, instead of the system's"
            )
        if isinstance(cause, httpx.TimeoutException):
            return "it took too long"
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__


def checked_url(url: str) -> str:
    """Return an address without its last slash; raises `BadInput` for one that cannot be used."""
    try:
        parts = urlsplit(url.strip())
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username
        _ = parts.port
    except ValueError:
        sound = False
    if not sound:
        raise BadInput(
            "The address of the conversation service must be http(s)://HOST[:PORT], without a "
            "name or password.",
            key="bad_conversations_url",
        )
    if parts.scheme == "http" and parts.hostname not in _LOCAL:
        raise BadInput(
            f"A token is not sent to {parts.hostname} in the clear: use https.",
            key="bad_conversations_url",
        )
    return url.strip().rstrip("/")


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence | frozenset) and not isinstance(value, str)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
