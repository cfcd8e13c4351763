"""Secrets live in the system's keyring; where there is none, in memory until the program ends."""

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.errors import BadInput, cause_of

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


FILE = "BALANCE_DESK_SECRETS_FILE"
_USUAL_PORTS = {"http": ":80", "https": ":443"}


class FileSecrets:
    """Reads secrets from a file that somebody else writes, on machines without a keyring.

    A line for each, ADDRESS SECRET; `#` begins a comment line. An account has the secret whose
    address is one of its words. Owns nothing.
    """

    lasting = True

    def __init__(self, file: Path) -> None:
        """Make it; raises `BadInput` for a file that cannot be read."""
        self._file = file
        self._lines()

    def get(self, account: str) -> str | None:
        """Return a secret or None; the file is read each time, for secrets are exchanged in it."""
        words = {_without_usual_port(word) for word in account.split()}
        return next((secret for address, secret in self._lines() if address in words), None)

    def put(self, account: str, secret: str) -> None:
        """Raise `BadInput`: the file is not ours to write."""
        raise BadInput(
            f"Secrets come from the file {self._file} here ({FILE}): write it there.",
            key="bad_file",
        )

    def forget(self, account: str) -> None:
        """Do nothing: the file is not ours to write."""

    def _lines(self) -> list[tuple[str, str]]:
        try:
            lines = self._file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(
                f"The file of secrets {self._file} cannot be read: {cause_of(error)}.",
                key="bad_file",
            ) from error
        found = []
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            address, _, secret = line.strip().partition(" ")
            if not secret.strip():
                raise BadInput(
                    f"Line {number} of {self._file} must be an address and a secret, with a blank"
                    " between them.",
                    key="bad_file",
                )
            found.append((_without_usual_port(address.rstrip("/")), secret.strip()))
        return found


def _without_usual_port(address: str) -> str:
    scheme, _, place = address.partition("://")
    return address.removesuffix(_USUAL_PORTS.get(scheme, "")) if place else address


def system_secrets() -> Secrets:
    """Return the system's keyring, or memory where there is none that can be trusted.

    Where `BALANCE_DESK_SECRETS_FILE` names a file, that one; raises `BadInput` where it cannot be
    read.
    """
    if file := os.environ.get(FILE):
        return FileSecrets(Path(file))
    import keyring.core

    chosen = keyring.core.get_keyring()
    for backend in getattr(chosen, "backends", [chosen]):
        module = type(backend).__module__
        if module.startswith("keyring.backends.") and module.rsplit(".", 1)[1] in _TRUSTED:
            return KeyringSecrets(backend)
    return SessionSecrets()
