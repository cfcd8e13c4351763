"""Whether a card is from whom it says: its signatures are checked with keys that a person trusts.

A2A 1.0, section 8.4: JWS (RFC 7515) over the canonical JSON (RFC 8785) of the card without its
signatures. Only public-key algorithms are taken. A key is never fetched by itself: the place that a
signature names is the signer's own word.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
from a2a.types import AgentCard as WireCard
from a2a.utils.signing import SignatureVerificationError, create_signature_verifier
from jwt import PyJWK
from jwt.exceptions import PyJWKError, PyJWTError
from jwt.utils import base64url_decode

from app.domain.cards import CardSignature
from app.errors import AgentRefused, AgentUnreachable

ALGORITHMS = ("ES256", "ES384", "ES512", "RS256", "RS384", "RS512", "PS256", "PS384", "EdDSA")
_MAX_KEYS = 100
_SECONDS = 20.0


def check_signature(card: WireCard, keys: Sequence[Mapping[str, Any]]) -> CardSignature:
    """Return what the signatures of a card are worth with the JSON Web Keys that are trusted."""
    if not card.signatures:
        return CardSignature(state="unsigned")
    headers = [_header(one.protected) for one in card.signatures]
    known = False
    for header, signature in zip(headers, card.signatures, strict=True):
        for key in keys:
            if str(key.get("kid", "")) != str(header.get("kid", "")):
                continue
            known = True
            one = WireCard()
            one.CopyFrom(card)
            del one.signatures[:]
            one.signatures.append(signature)
            if _holds(one, key):
                return CardSignature(state="verified", by=_signer(header))
    first = next((header for header in headers if header.get("jku")), headers[0])
    return CardSignature(
        state="mismatch" if known else "key_unknown",
        by=_signer(first),
        keys_url=str(first.get("jku") or ""),
    )


async def fetch_keys(client: httpx.AsyncClient, url: str) -> list[dict[str, Any]]:
    """Return the public keys of a JSON Web Key Set that a person wants to trust.

    Raises `AgentRefused` for a place without TLS or without keys, `AgentUnreachable`.
    """
    if urlsplit(url).scheme != "https":
        raise AgentRefused(
            f"Keys are fetched over https only, and the card names {url or 'no place'}.",
            key="keys_without_tls",
        )
    try:
        answer = await client.get(url, timeout=_SECONDS)
        found = answer.raise_for_status().json()["keys"]
    except httpx.HTTPError as error:
        raise AgentUnreachable(f"The keys at {url} cannot be fetched: {error}.") from error
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise AgentRefused(f"There are no keys at {url}.", key="no_keys") from error
    keys = [_public(one) for one in found if isinstance(one, dict)][:_MAX_KEYS]
    if not keys:
        raise AgentRefused(f"There are no keys at {url}.", key="no_keys")
    return keys


def _public(key: Mapping[str, Any]) -> dict[str, Any]:
    """Return the key without what would be private of it, should somebody publish that."""
    return {name: value for name, value in key.items() if name not in ("d", "p", "q", "k")}


def _holds(card: WireCard, key: Mapping[str, Any]) -> bool:
    try:
        trusted = PyJWK.from_dict(dict(key))
        create_signature_verifier(lambda kid, jku: trusted, list(ALGORITHMS))(card)
    except (SignatureVerificationError, PyJWKError, PyJWTError, ValueError, TypeError):
        return False
    return True


def _header(protected: str) -> dict[str, Any]:
    try:
        value = json.loads(base64url_decode(protected.encode()))
    except (ValueError, RecursionError, UnicodeError):
        return {}
    return value if isinstance(value, dict) else {}


def _signer(header: Mapping[str, Any]) -> str:
    host = urlsplit(str(header.get("jku") or "")).hostname or ""
    kid = str(header.get("kid") or "")
    return f"{kid} ({host})" if kid and host else kid or host
