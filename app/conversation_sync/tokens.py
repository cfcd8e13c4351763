"""The token for a conversation service: from the environment or the keyring, never from a file."""

import os
from typing import Final

from app.errors import BadInput
from transport.secrets import system_secrets

VARIABLE: Final = "BALANCE_DESK_CONVERSATIONS_TOKEN"


def account_of(url: str) -> str:
    """Return the name under which the keyring has the token for a service."""
    return f"conversations {url.strip().rstrip('/')}"


def token_for(url: str) -> str:
    """Return the token; may block, for the system may ask. Raises `BadInput` where there is none.

    One from the environment goes before the keyring's.
    """
    given = os.environ.get(VARIABLE, "").strip()
    token = given or (system_secrets().get(account_of(url)) or "").strip()
    if not token:
        raise BadInput(
            f"There is no token for the conversation service {url}: set {VARIABLE}, or keep it in "
            f"the system's keyring (service balance-desk, account {account_of(url)!r}).",
            key="no_conversations_token",
        )
    if not token.isascii() or not token.isprintable() or " " in token:
        raise BadInput(
            "The token for the conversation service has characters that a token cannot have.",
            key="no_conversations_token",
        )
    return token
