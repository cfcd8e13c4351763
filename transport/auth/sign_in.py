"""A person signs in with an agent: what is asked of them for each scheme, and what comes of it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from a2a.types import AgentCard as WireCard

from app.domain.cards import SecurityNeed
from app.errors import AgentRefused, BadInput
from transport.auth.credentials import AgentCredentials, Credential
from transport.auth.oauth import authorization_code, client_credentials, device_code, discovered
from transport.protocol.card_security import kind_of, security_from_wire


class CredentialField(NamedTuple):
    """One thing to ask the person; `secret` is not shown while it is typed."""

    name: str
    label: str
    secret: bool = False
    optional: bool = False


class Companion(Protocol):
    """Who can show the person where to go while they sign in."""

    async def open_url(self, url: str) -> None:
        """Show the address, and open it in a browser if the person agrees."""
        ...

    async def show_code(self, url: str, code: str) -> None:
        """Show a code and where to type it."""
        ...


_CLIENT = (
    CredentialField("client_id", "Client id"),
    CredentialField("client_secret", "Client secret", True, True),
)
_FIELDS: Mapping[str, tuple[CredentialField, ...]] = {
    "bearer": (CredentialField("secret", "Token", True),),
    "api_key": (CredentialField("secret", "Key", True),),
    "basic": (CredentialField("user", "User"), CredentialField("secret", "Password", True)),
    "oauth2": _CLIENT,
    "openid": _CLIENT,
}


def needs_of(card: WireCard) -> Sequence[SecurityNeed]:
    """Return what is needed by the first alternative that this program can satisfy.

    An empty answer means that everybody is let in. Raises `AgentRefused` for schemes that nobody
    here can use.
    """
    alternatives = security_from_wire(card)
    if not alternatives:
        return ()
    for needs in alternatives:
        if all(need.kind in _FIELDS for need in needs):
            return needs
    asked = ", ".join(sorted({need.kind for needs in alternatives for need in needs}))
    raise AgentRefused(
        f"{card.name} asks for a way to sign in that this program does not have ({asked}). A client"
        " certificate is set in the settings: [http] client_certificate.",
        key="no_scheme",
    )


def fields_of(need: SecurityNeed) -> Sequence[CredentialField]:
    """Return what to ask the person for a need."""
    return _FIELDS[need.kind]


async def sign_in(
    card: WireCard,
    need: SecurityNeed,
    answers: Mapping[str, str],
    *,
    credentials: AgentCredentials,
    companion: Companion,
) -> None:
    """Get a credential for a need with what the person answered, and keep it.

    Raises `BadInput` for an answer that is missing, `AgentRefused` and `AgentUnreachable` when
    signing in fails.
    """
    for field in fields_of(need):
        if not field.optional and not answers.get(field.name):
            raise BadInput(f"{field.label} is missing.", key="missing_answer")
    scheme = card.security_schemes[need.name]
    match kind_of(scheme):
        case "bearer":
            credential = Credential(kind="bearer", secret=answers["secret"])
        case "api_key":
            credential = Credential(kind="api_key", secret=answers["secret"])
        case "basic":
            credential = Credential(kind="basic", user=answers["user"], secret=answers["secret"])
        case _:
            credential = await _with_oauth(card, need, answers, companion)
    await asyncio.to_thread(credentials.put, need.name, credential)


async def _with_oauth(
    card: WireCard, need: SecurityNeed, answers: Mapping[str, str], companion: Companion
) -> Credential:
    client_id, client_secret = answers["client_id"], answers.get("client_secret", "")
    scheme = card.security_schemes[need.name]
    if scheme.HasField("open_id_connect_security_scheme"):
        found = await discovered(scheme.open_id_connect_security_scheme.open_id_connect_url)
        return await authorization_code(
            authorization_url=found.get("authorization_endpoint", ""),
            token_url=found.get("token_endpoint", ""),
            client_id=client_id,
            client_secret=client_secret,
            scopes=need.scopes or ("openid",),
            open_url=companion.open_url,
        )
    flows = scheme.oauth2_security_scheme.flows
    match flows.WhichOneof("flow"):
        case "client_credentials":
            return await client_credentials(
                token_url=flows.client_credentials.token_url,
                client_id=client_id,
                client_secret=client_secret,
                scopes=need.scopes,
            )
        case "authorization_code":
            return await authorization_code(
                authorization_url=flows.authorization_code.authorization_url,
                token_url=flows.authorization_code.token_url,
                client_id=client_id,
                client_secret=client_secret,
                scopes=need.scopes,
                open_url=companion.open_url,
            )
        case "device_code":
            return await device_code(
                device_url=flows.device_code.device_authorization_url,
                token_url=flows.device_code.token_url,
                client_id=client_id,
                client_secret=client_secret,
                scopes=need.scopes,
                show=companion.show_code,
            )
        case other:
            raise AgentRefused(
                f"{card.name} asks for an OAuth 2 flow that is not used any more"
                f" ({other or 'none'}).",
                key="no_scheme",
            )
