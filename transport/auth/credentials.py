"""What lets somebody in with an agent, as it is kept: one secret for each scheme of a card."""

import time
from typing import Literal
from urllib.parse import urlsplit

from a2a.types import AgentCard as WireCard

from app.domain.base import Value
from app.profile.secrets import Secrets

_EARLY_SECONDS = 30.0  # a token that ends so soon is taken for one that has ended


class Credential(Value):
    """A secret and what is needed to use and renew it; never written anywhere but to `Secrets`.

    `secret` is the token, key or password; `user` the name of basic authentication. `expires_at`
    is Unix time. The rest belongs to OAuth 2.
    """

    kind: Literal["bearer", "basic", "api_key", "oauth2"]
    secret: str
    user: str = ""
    expires_at: float | None = None
    refresh_token: str = ""
    token_url: str = ""
    client_id: str = ""
    client_secret: str = ""
    scopes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Tell the kind only: this may come to stand in a log."""
        return f"Credential({self.kind})"

    __str__ = __repr__

    @property
    def stale(self) -> bool:
        """Whether it has to be renewed before it is used."""
        return self.expires_at is not None and time.time() > self.expires_at - _EARLY_SECONDS

    @property
    def renewable(self) -> bool:
        """Whether it can be renewed without asking the person."""
        by_itself = bool(self.client_secret and not self.refresh_token)
        return bool(self.token_url and (self.refresh_token or by_itself))


class AgentCredentials:
    """The credentials for one agent; owns their account names, which hold its address.

    An agent elsewhere that calls its schemes by the same names gets none of them.
    """

    def __init__(self, secrets: Secrets, card: WireCard) -> None:
        self._secrets = secrets
        self._schemes = card.security_schemes
        self._origins = sorted({origin(one.url) for one in card.supported_interfaces})

    @property
    def origins(self) -> frozenset[str]:
        """Where the credentials may be sent."""
        return frozenset(self._origins)

    @property
    def lasting(self) -> bool:
        """Whether they are still there after the program has ended."""
        return self._secrets.lasting

    def get(self, scheme: str) -> Credential | None:
        """Return the credential for a scheme of the card, or None. May block."""
        text = self._secrets.get(self._account(scheme))
        if text is None:
            return None
        if not text.startswith("{"):
            # An operator wrote it: the token or the key alone.
            key = self._schemes[scheme].WhichOneof("scheme") == "api_key_security_scheme"
            return Credential(kind="api_key" if key else "bearer", secret=text)
        try:
            return Credential.model_validate_json(text)
        except ValueError:
            return None

    def put(self, scheme: str, credential: Credential) -> None:
        """Keep a credential. May block."""
        self._secrets.put(self._account(scheme), credential.model_dump_json())

    def forget(self, scheme: str) -> None:
        """Forget a credential. May block."""
        self._secrets.forget(self._account(scheme))

    def _account(self, scheme: str) -> str:
        return f"{' '.join(self._origins)} {scheme}"


def origin(url: str) -> str:
    """Return scheme, host and port of an address, as browsers compare them."""
    parts = urlsplit(url)
    if parts.scheme == "kafka":
        return f"kafka://{parts.netloc}"  # may name several brokers
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    return f"{parts.scheme}://{parts.hostname or ''}:{port}"
