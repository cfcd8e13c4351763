"""OAuth 2 as agents ask for it: client credentials, a browser with PKCE, or a code on a device.

RFC 6749, RFC 7636 (PKCE, S256), RFC 8252 (loopback redirect), RFC 8628 (device).
"""

import asyncio
import base64
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from app.errors import AgentRefused, AgentUnreachable
from transport.auth.credentials import Credential
from transport.client.http import http_client

BROWSER_SECONDS = 300.0
_POLL_SECONDS = 5.0
_DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_PAGE = "<!doctype html><meta charset=utf-8><title>Balance Desk</title><p>{}</p>"

OpenUrl = Callable[[str], Awaitable[None]]
ShowCode = Callable[[str, str], Awaitable[None]]


async def client_credentials(
    *, token_url: str, client_id: str, client_secret: str, scopes: Sequence[str]
) -> Credential:
    """Return a token for a program of its own (RFC 6749, section 4.4)."""
    fields = {"grant_type": "client_credentials"}
    if scopes:
        fields["scope"] = " ".join(scopes)
    answer = await _post(token_url, fields, client_id, client_secret)
    return _credential(answer, token_url, client_id, client_secret, scopes)


async def authorization_code(
    *,
    authorization_url: str,
    token_url: str,
    client_id: str,
    client_secret: str,
    scopes: Sequence[str],
    open_url: OpenUrl,
) -> Credential:
    """Let the person sign in with a browser, which comes back to a port of this machine.

    Raises `AgentRefused` when the person or the server refuses, or nothing comes back in time.
    """
    _check(authorization_url)
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    state = secrets.token_urlsafe(24)
    came: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()
    server = await asyncio.start_server(_callback(state, came), "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        redirect = f"http://127.0.0.1:{port}/callback"
        query = {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": redirect,
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        if scopes:
            query["scope"] = " ".join(scopes)
        glue = "&" if urlsplit(authorization_url).query else "?"
        await open_url(f"{authorization_url}{glue}{urlencode(query)}")
        try:
            async with asyncio.timeout(BROWSER_SECONDS):
                told = await came
        except TimeoutError as error:
            raise AgentRefused("Nobody signed in within five minutes.", key="no_login") from error
    finally:
        server.close()
    if "code" not in told:
        raise AgentRefused(
            f"Signing in was refused: {told.get('error', 'no reason given')}.", key="no_login"
        )
    fields = {
        "grant_type": "authorization_code",
        "code": told["code"],
        "redirect_uri": redirect,
        "code_verifier": verifier,
    }
    answer = await _post(token_url, fields, client_id, client_secret)
    return _credential(answer, token_url, client_id, client_secret, scopes)


async def device_code(
    *,
    device_url: str,
    token_url: str,
    client_id: str,
    client_secret: str,
    scopes: Sequence[str],
    show: ShowCode,
) -> Credential:
    """Let the person type a code on another device, and ask until they have (RFC 8628)."""
    fields = {"scope": " ".join(scopes)} if scopes else {}
    begun = await _post(device_url, fields, client_id, client_secret)
    where = str(begun.get("verification_uri_complete") or begun.get("verification_uri") or "")
    await show(where, str(begun.get("user_code", "")))
    pause = float(begun.get("interval", _POLL_SECONDS))
    asked = {"grant_type": _DEVICE_GRANT, "device_code": str(begun.get("device_code", ""))}
    deadline = time.monotonic() + float(begun.get("expires_in", BROWSER_SECONDS))
    while time.monotonic() < deadline:
        await asyncio.sleep(pause)
        answer = await _post(token_url, asked, client_id, client_secret, tolerate=True)
        match answer.get("error"):
            case None:
                return _credential(answer, token_url, client_id, client_secret, scopes)
            case "authorization_pending":
                continue
            case "slow_down":
                pause += _POLL_SECONDS
            case problem:
                raise AgentRefused(f"Signing in was refused: {problem}.", key="no_login")
    raise AgentRefused("The code was not typed in time: sign in again.", key="no_login")


async def renewed(credential: Credential) -> Credential:
    """Return a token that is good again, without asking the person.

    Raises `AgentRefused` when the server will not renew it: then the person signs in anew.
    """
    if not credential.refresh_token:
        return await client_credentials(
            token_url=credential.token_url,
            client_id=credential.client_id,
            client_secret=credential.client_secret,
            scopes=credential.scopes,
        )
    fields = {"grant_type": "refresh_token", "refresh_token": credential.refresh_token}
    answer = await _post(
        credential.token_url, fields, credential.client_id, credential.client_secret
    )
    answer.setdefault("refresh_token", credential.refresh_token)
    return _credential(
        answer,
        credential.token_url,
        credential.client_id,
        credential.client_secret,
        credential.scopes,
    )


async def discovered(url: str) -> dict[str, str]:
    """Return the endpoints that an OpenID Connect configuration names."""
    _check(url)
    async with http_client() as client:
        try:
            found = (await client.get(url, timeout=20.0)).raise_for_status().json()
        except (httpx.HTTPError, ValueError, RecursionError) as error:
            raise AgentUnreachable(f"{url} does not say how to sign in: {error}.") from error
    return {key: value for key, value in found.items() if isinstance(value, str)}


async def _post(
    url: str, fields: dict[str, str], client_id: str, client_secret: str, *, tolerate: bool = False
) -> dict[str, Any]:
    _check(url)
    sent = {**fields, "client_id": client_id}
    if client_secret:
        sent["client_secret"] = client_secret
    async with http_client() as client:
        try:
            response = await client.post(
                url, data=sent, headers={"Accept": "application/json"}, timeout=20.0
            )
            answer = response.json()
        except (httpx.HTTPError, ValueError, RecursionError) as error:
            raise AgentUnreachable(
                f"Where one signs in does not answer as it should ({urlsplit(url).hostname}): "
                f"{type(error).__name__}."
            ) from error
    if not isinstance(answer, dict):
        raise AgentRefused(f"{urlsplit(url).hostname} gave no answer that is understood.")
    if response.is_error and not (tolerate and "error" in answer):
        said = answer.get("error_description") or answer.get("error") or response.status_code
        raise AgentRefused(
            f"{urlsplit(url).hostname} did not let you in: {said}. Sign in again.", key="no_login"
        )
    return answer


def _credential(
    answer: dict[str, Any],
    token_url: str,
    client_id: str,
    client_secret: str,
    scopes: Sequence[str],
) -> Credential:
    token = answer.get("access_token")
    if not isinstance(token, str) or not token:
        raise AgentRefused("Signing in gave no token.", key="no_login")
    lasts = answer.get("expires_in")
    return Credential(
        kind="oauth2",
        secret=token,
        expires_at=time.time() + float(lasts) if isinstance(lasts, int | float) else None,
        refresh_token=str(answer.get("refresh_token") or ""),
        token_url=token_url,
        client_id=client_id,
        client_secret=client_secret,
        scopes=tuple(scopes),
    )


def _check(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _THIS_MACHINE):
        raise AgentRefused(
            f"The agent wants you to sign in at {url}, which is reached without TLS.", key="no_tls"
        )


def _callback(
    state: str, came: "asyncio.Future[dict[str, str]]"
) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = (await reader.readline()).decode("latin-1").split(" ")
            parts = urlsplit(line[1] if len(line) > 1 else "")
            told = {name: values[0] for name, values in parse_qs(parts.query).items()}
            mine = parts.path == "/callback" and secrets.compare_digest(
                told.get("state", ""), state
            )
            words = "You are signed in. You can close this page." if "code" in told else "No."
            page = _PAGE.format(words if mine else "This is not the page that was waited for.")
            writer.write(
                f"HTTP/1.1 {200 if mine else 400} OK\r\nContent-Type: text/html\r\n"
                f"Content-Length: {len(page)}\r\nConnection: close\r\n\r\n{page}".encode()
            )
            await writer.drain()
            if mine and not came.done():
                came.set_result(told)
        finally:
            writer.close()

    return answer
