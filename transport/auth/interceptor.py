"""Requests carry what the card's security schemes ask for (A2A 1.0, section 7)."""

import asyncio
import base64
from collections.abc import AsyncGenerator, Mapping

import httpx
from a2a.types import AgentCard as WireCard
from a2a.types import SecurityScheme

from app.domain.cards import SecurityNeed
from app.errors import AgentRefused
from transport.auth.credentials import AgentCredentials, Credential, origin
from transport.auth.oauth import renewed
from transport.protocol.card_security import security_from_wire

_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class CardAuth(httpx.Auth):
    """Owns the credentials in use for one agent, and renews those of OAuth 2 that have ended.

    They go nowhere but to the addresses of the agent's card. Without credentials for one of the
    alternatives nothing is sent, and the agent says itself that it needs them.
    """

    requires_response_body = False

    def __init__(self, card: WireCard, credentials: AgentCredentials) -> None:
        self._schemes: Mapping[str, SecurityScheme] = dict(card.security_schemes)
        self._alternatives = security_from_wire(card)
        self._credentials = credentials
        self._held: dict[str, Credential] = {}
        self._renewing = asyncio.Lock()

    async def load(self) -> bool:
        """Read the credentials of the first alternative that has all; return whether one has."""
        for needs in self._alternatives:
            held = await asyncio.to_thread(self._read, needs)
            if held is not None:
                self._held = held
                return True
        return not self._alternatives

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Send the request with the credentials; once more when renewing them helps."""
        if origin(str(request.url)) not in self._credentials.origins or not self._held:
            yield request
            return
        if request.url.scheme != "https" and request.url.host not in _THIS_MACHINE:
            raise AgentRefused(
                f"Nothing secret is sent to {request.url.host}, which is reached without TLS.",
                key="no_tls",
            )
        used = await self._fresh(stale_only=True)
        self._apply(request, used)
        response = yield request
        if response.status_code == 401 and any(one.renewable for one in used.values()):
            self._apply(request, await self._fresh(stale_only=False, used=used))
            yield request

    def _read(self, needs: tuple[SecurityNeed, ...]) -> dict[str, Credential] | None:
        held = {}
        for need in needs:
            credential = self._credentials.get(need.name)
            if credential is None:
                return None
            held[need.name] = credential
        return held

    async def _fresh(
        self, *, stale_only: bool, used: Mapping[str, Credential] | None = None
    ) -> dict[str, Credential]:
        async with self._renewing:
            for name, credential in self._held.items():
                already = used is not None and used.get(name) is not credential
                if already or not credential.renewable or (stale_only and not credential.stale):
                    continue
                self._held[name] = await renewed(credential)
                await asyncio.to_thread(self._credentials.put, name, self._held[name])
            return dict(self._held)

    def _apply(self, request: httpx.Request, held: Mapping[str, Credential]) -> None:
        for name, credential in held.items():
            match credential.kind:
                case "bearer" | "oauth2":
                    request.headers["Authorization"] = f"Bearer {credential.secret}"
                case "basic":
                    pair = f"{credential.user}:{credential.secret}".encode()
                    request.headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
                case "api_key":
                    self._apply_key(request, name, credential)

    def _apply_key(self, request: httpx.Request, name: str, credential: Credential) -> None:
        scheme = self._schemes[name].api_key_security_scheme
        match scheme.location.lower():
            case "query":
                request.url = request.url.copy_set_param(scheme.name, credential.secret)
            case "cookie":
                kept = request.headers.get("Cookie")
                cookie = f"{scheme.name}={credential.secret}"
                request.headers["Cookie"] = f"{kept}; {cookie}" if kept else cookie
            case _:
                request.headers[scheme.name] = credential.secret
