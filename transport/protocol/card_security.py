"""What a card asks of those who call, as alternatives of needs (A2A 1.0, sections 4.5 and 7)."""

from a2a.types import AgentCard as WireCard
from a2a.types import (
    HTTPAuthSecurityScheme,
    SecurityRequirement,
    SecurityScheme,
    StringList,
)

from app.domain.cards import SecurityNeed

_BEARER = "bearer"
_KINDS = {
    "api_key_security_scheme": "api_key",
    "oauth2_security_scheme": "oauth2",
    "open_id_connect_security_scheme": "openid",
    "mtls_security_scheme": "mutual_tls",
}


def security_from_wire(wire: WireCard) -> tuple[tuple[SecurityNeed, ...], ...]:
    """Return the alternatives; an empty one among them means that nothing is needed."""
    return tuple(
        tuple(
            _need(wire, name, tuple(scopes.list))
            for name, scopes in sorted(requirement.schemes.items())
        )
        for requirement in wire.security_requirements
    )


def ask_for_token(wire: WireCard) -> None:
    """Let a card ask for a bearer token, unless it says itself what it asks for."""
    if wire.security_requirements:
        return
    bearer = HTTPAuthSecurityScheme(scheme="Bearer")
    wire.security_schemes[_BEARER].CopyFrom(SecurityScheme(http_auth_security_scheme=bearer))
    wire.security_requirements.append(SecurityRequirement(schemes={_BEARER: StringList()}))


def kind_of(scheme: SecurityScheme) -> str:
    """Return which kind of scheme this is, as `SecurityNeed` names them."""
    which = scheme.WhichOneof("scheme")
    if which == "http_auth_security_scheme":
        said = scheme.http_auth_security_scheme.scheme.lower()
        return said if said in ("bearer", "basic") else "unknown"
    return _KINDS.get(which or "", "unknown")


def _need(wire: WireCard, name: str, scopes: tuple[str, ...]) -> SecurityNeed:
    if name not in wire.security_schemes:
        return SecurityNeed(name=name, kind="unknown", scopes=scopes)
    scheme = wire.security_schemes[name]
    which = scheme.WhichOneof("scheme")
    description = getattr(scheme, which).description if which else ""
    return SecurityNeed(name=name, kind=kind_of(scheme), description=description, scopes=scopes)
