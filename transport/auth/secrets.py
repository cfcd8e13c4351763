"""Secrets live in the system's keyring; where there is none, in memory until the program ends."""

import logging
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "balance-desk"

# The systems' own. Others, which come with other packages, may write plain files.
_TRUSTED = ("SecretService", "libsecret", "kwallet", "macOS", "Windows")

log = logging.getLogger(__name__)


class Secrets(Protocol):
    """Where secrets are kept, under an account name. Calls may block: the system may ask."""

    @property
    def lasting(self) -> bool:
        """Whether a secret is still there after the program has ended."""
        ...

    def get(self, account: str) -> str | None:
        """Return a secret or None."""
        ...

    def put(self, account: str, secret: str) -> None:
        """Keep a secret."""
        ...

    def forget(self, account: str) -> None:
        """Forget a secret; unknown ones are no error."""
        ...


class SessionSecrets:
    """Owns secrets in memory; they end with the program, and whoever uses it should say so."""

    lasting = False

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}

    def get(self, account: str) -> str | None:
        """Return a secret or None."""
        return self._secrets.get(account)

    def put(self, account: str, secret: str) -> None:
        """Keep a secret while the program runs."""
        self._secrets[account] = secret

    def forget(self, account: str) -> None:
        """Forget a secret."""
        self._secrets.pop(account, None)


class KeyringSecrets:
    """Keeps secrets in a keyring; owns nothing itself."""

    lasting = True

    def __init__(self, keyring: "KeyringBackend") -> None:
        self._keyring = keyring

    def get(self, account: str) -> str | None:
        """Return a secret or None; one that the person does not release is None."""
        from keyring.errors import KeyringError

        try:
            return self._keyring.get_password(SERVICE, account)
        except KeyringError as error:
            log.warning("The keyring did not give a secret: %s", error)
            return None

    def put(self, account: str, secret: str) -> None:
        """Keep a secret; raises keyring's `KeyringError`."""
        self._keyring.set_password(SERVICE, account, secret)

    def forget(self, account: str) -> None:
        """Forget a secret."""
        from keyring.errors import PasswordDeleteError

        try:
            self._keyring.delete_password(SERVICE, account)
        except PasswordDeleteError:
            return


def system_secrets() -> Secrets:
    """Return the system's keyring, or memory where there is none that can be trusted."""
    import keyring.core

    chosen = keyring.core.get_keyring()
    for backend in getattr(chosen, "backends", [chosen]):
        module = type(backend).__module__
        if module.startswith("keyring.backends.") and module.rsplit(".", 1)[1] in _TRUSTED:
            return KeyringSecrets(backend)
    return SessionSecrets()
