"""The token for a conversation service: from the environment, a file it names, or the keyring."""

import os
from typing import Final

from app.errors import BadInput
from app.profile.environment import secret
from app.profile.secrets import FILE, system_secrets
from app.system.shutdown import in_daemon_thread

VARIABLE: Final = "BALANCE_DESK_CONVERSATIONS_TOKEN"


def account_of(url: str) -> str:
    """Return the name under which the keyring has the token for a service."""
    return f"conversations {url.strip().rstrip('/')}"


def token_for(url: str) -> str:
    """Return the token; may block, for the system may ask. Raises `BadInput` where there is none.

    One from the environment goes before the keyring's.
    """
    given = (secret(VARIABLE) or "").strip()
    token = given or (system_secrets().get(account_of(url)) or "").strip()
    if not token:
        raise BadInput(
            f"There is no token for the conversation service {url}. Run `balance-desk"
            f" conversations connect {url}`, which keeps one in the system's keyring, or set"
            f" {VARIABLE}.",
            key="no_conversations_token",
            url=url,
        )
    return checked_token(token)


class ServiceToken:
    """Gives the token for a service, as often as it is needed; owns the one that was given last.

    One that stands in a file is read anew each time, for a company's sign-in gives them for minutes
    and somebody writes the next one there. While that cannot be read the last one is given. It is
    read aside, for disks may take their time, and for the keyring the person may be asked.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._last = ""

    async def __call__(self) -> str:
        """Return the token; the first time as `token_for`."""
        if not self._last or _in_file():
            try:
                self._last = await in_daemon_thread(lambda: token_for(self._url))
            except BadInput:
                if not self._last:
                    raise
        return self._last


def _in_file() -> bool:
    return not os.environ.get(VARIABLE) and any(map(os.environ.get, (f"{VARIABLE}_FILE", FILE)))


def checked_token(token: str) -> str:
    """Return a token that can be one; raises `BadInput`."""
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise BadInput(
            "The token for the conversation service is empty, or has characters that a token "
            "cannot have. It has no blanks; the service's own begin with bdc_.",
        )
    return token
