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
from app.errors import BadInput, NotAllowed, cause_of

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA")
"""Signatures by a key of which only half is published; never one by a shared secret, or none."""

_LEEWAY_SECONDS = 30
_FRESH_SECONDS = 600.0
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

    async def caller(self, token: str, tenant: str = "") -> Caller | None:
        """Return whom a token stands for, or None for one that lets nobody in; see `TokenAccess`.

        Raises `NotAllowed` for somebody who has signed in, and has no role.
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
