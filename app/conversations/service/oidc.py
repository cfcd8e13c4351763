"""Tokens that a company's sign-in gives out (OpenID Connect), beside the service's own.

A JWT is taken if it is signed by a key that its issuer publishes, is for this audience, and has not
ended. Keys are fetched again when they are old, and when a token names one that is not known, which
is how issuers rotate them; not more often than every half minute, whoever sends what. Who somebody
is, of which tenant, and what they may do comes from the claims that the settings name.

https://openid.net/specs/openid-connect-core-1_0.html, https://www.rfc-editor.org/rfc/rfc9068
"""

import asyncio
import logging
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

import httpx
import jwt
from pydantic import Field, ValidationError
from sqlalchemy import Connection

from app.conversations.service.tokens import ROLES, AuditEntry, TokenAccess
from app.domain.base import Value
from app.domain.book import Caller
from app.errors import BadInput, cause_of

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA")
"""Signatures by a key of which only half is published; never one by a shared secret, or none."""

_LEEWAY_SECONDS = 30
_FRESH_SECONDS = 600.0
_AGAIN_SECONDS = 30.0
_LONGEST = 16_000

log = logging.getLogger(__name__)


class OidcSettings(Value):
    """How tokens of one issuer are read.

    All are of `tenant`, or of the tenant that `tenant_claim` names. A role is given for each value
    of `roles_claim` that `roles` knows; who has none has `role`, or is not let in where that is "".
    """

    issuer: str = Field(min_length=1)
    audience: str = Field(min_length=1)
    tenant: str = ""
    tenant_claim: str = ""
    user_claim: str = "sub"
    roles_claim: str = "roles"
    roles: Mapping[str, str] = {}
    role: str = ""

    def model_post_init(self, _: object) -> None:
        """Refuse what could not let anybody in, or let in everybody as anybody."""
        if bool(self.tenant) == bool(self.tenant_claim):
            raise ValueError("either tenant or tenant_claim says of which tenant somebody is")
        if unknown := {*self.roles.values(), self.role} - {*ROLES, ""}:
            raise ValueError(f"there is no role {sorted(unknown)[0]!r}: {', '.join(ROLES)} are")


def read_settings(file: Path) -> OidcSettings:
    """Read the table `[oidc]` of a TOML file; raises `BadInput` saying what does not fit."""
    try:
        table = tomllib.loads(file.read_text("utf-8")).get("oidc")
        return OidcSettings.model_validate(table)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {cause_of(error)}.", key="bad_file") from error
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, one['loc'])) or 'oidc'}: {one['msg']}" for one in error.errors()
        )
        raise BadInput(f"The table [oidc] of {file} does not fit: {problems}.") from error


class OidcAccess:
    """An `Access` that takes an issuer's tokens, and leaves all others to the service's own.

    Owns the issuer's keys; the client is its caller's.
    """

    def __init__(
        self,
        own: TokenAccess,
        settings: OidcSettings,
        client: httpx.AsyncClient,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._own = own
        self._settings = settings
        self._client = client
        self._clock = clock
        self._keys: dict[str, Any] = {}
        self._fetched: float | None = None
        self._tried: float | None = None
        self._fetching = asyncio.Lock()

    async def caller(self, token: str) -> Caller | None:
        """Return whom a token stands for, or None for one that lets nobody in."""
        if token.count(".") != 2 or len(token) > _LONGEST:
            return await self._own.caller(token)
        try:
            head = jwt.get_unverified_header(token)
            key = await self._key(str(head.get("kid") or ""))
            if key is None:
                return None
            claims = jwt.decode(
                token,
                key,
                algorithms=list(ALGORITHMS),
                audience=self._settings.audience,
                issuer=self._settings.issuer,
                leeway=_LEEWAY_SECONDS,
                options={"require": ["exp", "iat", "iss", "aud", self._settings.user_claim]},
            )
        except (jwt.PyJWTError, ValueError) as error:
            log.info("a token of the issuer is refused: %s", type(error).__name__)
            return None
        return self._caller(claims)

    def noting(self, tenant: str, entry: AuditEntry) -> Callable[[Connection], None]:
        """Return what keeps an administrative act, in the transaction of the act."""
        return self._own.noting(tenant, entry)

    def _caller(self, claims: Mapping[str, Any]) -> Caller | None:
        said = self._settings
        tenant = said.tenant or claims.get(said.tenant_claim)
        user = claims[said.user_claim]
        named = _texts(claims.get(said.roles_claim))
        roles = {said.roles[one] for one in named if one in said.roles} or {said.role} - {""}
        if not isinstance(tenant, str) or not tenant or not isinstance(user, str) or not user:
            return None
        if not roles:
            return None
        scopes = frozenset[str]().union(*(ROLES[role] for role in roles))
        return Caller(tenant=tenant, user=user, scopes=scopes, origin=f"oidc:{user}"[:200])

    async def _key(self, kid: str) -> Any:
        if self._due(kid):
            async with self._fetching:
                if self._due(kid):
                    await self._fetch()
        found = self._keys.get(kid)
        return next(iter(self._keys.values())) if not kid and len(self._keys) == 1 else found

    def _due(self, kid: str) -> bool:
        now = self._clock()
        if self._tried is not None and now - self._tried < _AGAIN_SECONDS:
            return False
        old = self._fetched is None or now - self._fetched > _FRESH_SECONDS
        return old or (kid not in self._keys and not (not kid and len(self._keys) == 1))

    async def _fetch(self) -> None:
        self._tried = self._clock()
        base = self._settings.issuer.rstrip("/")
        try:
            told = await self._json(f"{base}/.well-known/openid-configuration")
            if told.get("issuer") != self._settings.issuer:
                raise ValueError("it calls itself otherwise")
            published = await self._json(str(told["jwks_uri"]))
            keys = jwt.PyJWKSet.from_dict(published).keys
        except (httpx.HTTPError, ValueError, KeyError, TypeError, jwt.PyJWTError) as error:
            # Those that are known go on: an issuer that is away for a while locks nobody out.
            log.warning("the keys of the issuer cannot be fetched: %s", error)
            return
        self._keys = {str(one.key_id or ""): one.key for one in keys if one.public_key_use != "enc"}
        self._fetched = self._clock()

    async def _json(self, address: str) -> dict[str, Any]:
        answer = await self._client.get(address)
        answer.raise_for_status()
        value = answer.json()
        if not isinstance(value, dict):
            raise ValueError("no JSON object")
        return value


def _texts(value: Any) -> Sequence[str]:
    if isinstance(value, str):
        return value.split()
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else ()
