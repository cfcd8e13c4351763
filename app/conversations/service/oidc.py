"""Tokens that a company's sign-in gives out (OpenID Connect), beside the service's own.

A JWT is taken if it is signed by a key that its issuer publishes, is for this audience, and has not
ended. Keys are fetched again when they are old, and when a token names one that is not known, which
is how issuers rotate them; not more often than every half minute, whoever sends what, once for all
who wait, and nobody waits for longer than some seconds. Who somebody is, of which tenant, and what
they may do comes from the claims that the settings name.

https://openid.net/specs/openid-connect-core-1_0.html, https://www.rfc-editor.org/rfc/rfc9068
"""

import asyncio
import logging
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
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
from app.errors import BadInput, NotAllowed, ServiceTimeout, as_fields, cause_of, in_full

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA")
"""Signatures by a key of which only half is published; never one by a shared secret, or none."""

_LEEWAY_SECONDS = 30
_FRESH_SECONDS = 600.0
_OLD_SECONDS = 1200.0
_FETCH_SECONDS = 5.0
_AGAIN_SECONDS = 30.0
_LONGEST = 16_000

log = logging.getLogger(__name__)


class TenantRoles(Value):
    """What people may do in a tenant: a role for each group that `roles` knows.

    Who is in none of them has `role`, or is not let in where that is "".
    """

    roles: Mapping[str, str] = {}
    role: str = ""

    def model_post_init(self, _: object) -> None:
        """Refuse a role that there is not."""
        if unknown := {*self.roles.values(), self.role} - {*ROLES, ""}:
            raise ValueError(f"there is no role {sorted(unknown)[0]!r}: {', '.join(ROLES)} are")

    def scopes(self, groups: Iterable[str]) -> frozenset[str]:
        """Return what somebody may do who is in these groups; nothing for who is not let in."""
        roles = {self.roles[one] for one in groups if one in self.roles} or {self.role} - {""}
        return frozenset[str]().union(*(ROLES[role] for role in roles))


class OidcSettings(TenantRoles):
    """How tokens of one issuer are read.

    All are of `tenant`, or of the one that `tenant_claim` names, with the same `roles`; or of each
    of `tenants` in which their groups, the values of `roles_claim`, have a role.
    """

    issuer: str = Field(min_length=1)
    audience: str = Field(min_length=1)
    tenant: str = ""
    tenant_claim: str = ""
    tenants: Mapping[str, TenantRoles] = {}
    user_claim: str = "sub"
    roles_claim: str = "roles"

    def model_post_init(self, context: object) -> None:
        """Refuse what could not let anybody in, or let in everybody as anybody."""
        super().model_post_init(context)
        if sum(map(bool, (self.tenant, self.tenant_claim, self.tenants))) != 1:
            raise ValueError(
                "one of tenant, tenant_claim and tenants says of which tenant somebody is"
            )
        if self.tenants and (self.roles or self.role):
            raise ValueError("with tenants, roles are those of each: oidc.tenants.NAME")

    def memberships(self, claims: Mapping[str, Any]) -> dict[str, frozenset[str]]:
        """Return the tenants that somebody belongs to, and what they may do in each."""
        groups = _texts(claims.get(self.roles_claim))
        places = self.tenants
        if not places:
            named = self.tenant or claims.get(self.tenant_claim)
            places = {named: self} if isinstance(named, str) and named else {}
        held = {tenant: one.scopes(groups) for tenant, one in places.items()}
        return {tenant: scopes for tenant, scopes in held.items() if scopes}


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


async def published_keys(
    issuer: str, client: httpx.AsyncClient, seconds: float = _FETCH_SECONDS
) -> Mapping[str, Any]:
    """Return the keys with which an issuer signs, by their ids; raises `ServiceTimeout`."""
    address = issuer.rstrip("/") + "/.well-known/openid-configuration"
    try:
        async with asyncio.timeout(seconds):
            told = await _json(client, address)
            if told.get("issuer") != issuer:
                raise ValueError(f"it calls itself {str(told.get('issuer'))[:200]!r}")
            address = str(told["jwks_uri"])
            published = await _json(client, address)
        keys = jwt.PyJWKSet.from_dict(published).keys
    except Exception as error:
        # Whatever it says.
        words = f"The keys of the issuer {issuer} cannot be had from {address}."
        why = "it has no jwks_uri" if isinstance(error, KeyError) else str(error)
        raise ServiceTimeout(words, key="issuer_away", cause=why or type(error).__name__) from error
    return {str(one.key_id or ""): one.key for one in keys if one.public_key_use != "enc"}


async def _json(client: httpx.AsyncClient, address: str) -> dict[str, Any]:
    answer = await client.get(address)
    answer.raise_for_status()
    value = answer.json()
    if not isinstance(value, dict):
        raise ValueError("no JSON object")
    return value


class OidcAccess:
    """An `Access` that takes an issuer's tokens, and leaves all others to the service's own.

    Owns the issuer's keys, and the task that fetches them; the client is its caller's.
    """

    def __init__(
        self,
        own: TokenAccess,
        settings: OidcSettings,
        client: httpx.AsyncClient,
        *,
        clock: Callable[[], float] = monotonic,
        seconds: float = _FETCH_SECONDS,
    ) -> None:
        """`seconds` is how long the issuer may take to tell its keys."""
        self._own = own
        self._settings = settings
        self._client = client
        self._clock = clock
        self._seconds = seconds
        self._keys: dict[str, Any] = {}
        self._fetched = self._tried = -math.inf
        self._away = False
        self._fetching: asyncio.Task[None] | None = None

    async def caller(self, token: str, tenant: str = "") -> Caller | None:
        """Return whom a token stands for, or None for one that lets nobody in; see `TokenAccess`.

        Raises `NotAllowed` for somebody who has signed in, and has no role, and `ServiceTimeout`
        where the issuer does not tell the key.
        """
        if token.count(".") != 2 or len(token) > _LONGEST:
            return await self._own.caller(token, tenant)
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
        return self._caller(claims, tenant)

    def noting(self, tenant: str, entry: AuditEntry) -> Callable[[Connection], None]:
        """Return what keeps an administrative act, in the transaction of the act."""
        return self._own.noting(tenant, entry)

    def _caller(self, claims: Mapping[str, Any], tenant: str) -> Caller | None:
        user = claims[self._settings.user_claim]
        if not isinstance(user, str) or not user:
            return None
        held = self._settings.memberships(claims)
        if not held:
            raise NotAllowed("This account has no role here.", key="no_role")
        if tenant and tenant not in held:
            raise NotAllowed("The token is of another tenant.", key="other_tenant")
        if not tenant and len(held) > 1:
            names = ", ".join(sorted(held))
            raise BadInput(
                f"This account belongs to several tenants ({names}): which is meant says the header"
                " X-Tenant-Id, of a desk `balance-desk conversations connect URL --tenant NAME`.",
                key="which_tenant",
            )
        chosen = tenant or next(iter(held))
        return Caller(tenant=chosen, user=user, scopes=held[chosen], origin=f"oidc:{user}"[:200])

    async def aclose(self) -> None:
        """Fetch no more; idempotent."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.wait({self._fetching})

    async def _key(self, kid: str) -> Any:
        known, now, fetching = self._known(kid), self._clock(), self._fetching
        age = now - self._fetched
        wanted = (known is None or age > _FRESH_SECONDS) and now - self._tried >= _AGAIN_SECONDS
        if wanted and (fetching is None or fetching.done()):
            self._tried = now
            fetching = self._fetching = asyncio.create_task(self._fetch(), name="oidc-keys")
        # Who has a known key goes on meanwhile, unless nobody has asked for long: it may have been
        # withdrawn. An issuer that is away locks nobody out.
        if fetching is not None and (known is None or (age > _OLD_SECONDS and not self._away)):
            await asyncio.wait({fetching})
            known = self._known(kid)
        if known is None and self._away:
            raise ServiceTimeout(
                "The sign-in that gave out this token does not tell its keys: try again soon.",
                key="issuer_away",
            )
        return known

    def _known(self, kid: str) -> Any:
        alone = not kid and len(self._keys) == 1
        return next(iter(self._keys.values())) if alone else self._keys.get(kid)

    async def _fetch(self) -> None:
        try:
            keys = await published_keys(self._settings.issuer, self._client, self._seconds)
        except ServiceTimeout as error:
            # Those that are known go on.
            self._away = True
            log.warning("%s", in_full(error), extra={"fields": as_fields(error)})
            return
        self._away = False
        self._keys = dict(keys)
        self._fetched = self._clock()


def _texts(value: Any) -> Sequence[str]:
    if isinstance(value, str):
        return value.split()
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else ()
