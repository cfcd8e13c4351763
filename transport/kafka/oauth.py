"""Tokens for brokers that ask for OAUTHBEARER: OAuth 2 client credentials, kept while they last."""

import asyncio
import time

import httpx
from aiokafka.abc import AbstractTokenProvider
from aiokafka.errors import KafkaConnectionError

from app.errors import BadInput

_EARLY_SECONDS = 30.0
_TIMEOUT_SECONDS = 10.0


class ClientCredentials(AbstractTokenProvider):  # type: ignore[misc]
    """Owns the newest access token of a client (RFC 6749, section 4.4)."""

    def __init__(self, token_url: str, client_id: str, secret: str, *, scope: str = "") -> None:
        """Make it; raises `BadInput` for a token address without TLS, except on this machine."""
        url = httpx.URL(token_url)
        if url.scheme != "https" and url.host not in ("localhost", "127.0.0.1", "::1"):
            raise BadInput(
                "OAUTHBEARER needs the address that gives tokens, over TLS: [kafka] token_url.",
                key="bad_setting",
                setting="kafka.token_url",
            )
        self._url = url
        self._form = {"grant_type": "client_credentials"} | ({"scope": scope} if scope else {})
        self._auth = httpx.BasicAuth(client_id, secret)
        self._token = ""
        self._until = 0.0
        self._lock = asyncio.Lock()

    async def token(self) -> str:
        """Return a token that lasts a while; connections that open together share one."""
        async with self._lock:
            if time.monotonic() > self._until:
                await self._fetch()
            return self._token

    async def _fetch(self) -> None:
        try:
            async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as client:
                response = await client.post(self._url, data=self._form, auth=self._auth)
            response.raise_for_status()
            given = response.json()
            self._token = str(given["access_token"])
            lasts = float(given.get("expires_in", 60))
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise KafkaConnectionError(f"No token was given at {self._url.host}") from error
        self._until = time.monotonic() + max(0.0, lasts - _EARLY_SECONDS)
