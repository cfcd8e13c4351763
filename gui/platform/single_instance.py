"""One window per profile: a second desk raises the first and ends."""

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_RAISE = "raise"
_LONGEST = 1000
_CONNECT_MS = 1000
_HEARD_MS = 200


def server_name(profile: Path) -> str:
    """Return the name under which the desk of a profile listens; other users have other names."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    identity = f"{user}:{profile.expanduser().resolve()}"
    return "balance-desk-" + hashlib.sha256(identity.encode()).hexdigest()[:24]


class Instance(QObject):
    """Owns the claim of this process to a profile, and hears when another start asks for it."""

    raiseRequested = Signal()
    linkRequested = Signal(str)
    """Another start was asked to open an address: untrusted text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)

    def claim(self, profile: Path, link: str = "") -> bool:
        """Claim a profile; False when another desk has it (that one is asked to come forward).

        `link` is the address that it is to open. What a killed desk left behind counts for nothing.
        """
        name = server_name(profile)
        if _knock(name, link):
            return False
        if self._server.listen(name):
            return True
        # Another start was quicker. Where no socket can be made at all, the profile's lock decides.
        return not _knock(name, link)

    def release(self) -> None:
        """Give the profile up; idempotent."""
        self._server.close()

    def _greet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            # What it says is sent with the knock: it is there, or comes at once.
            if not socket.canReadLine():
                socket.waitForReadyRead(_HEARD_MS)
            said = bytes(socket.readLine(_LONGEST).data()).decode("utf-8", "replace").strip()
            socket.disconnected.connect(socket.deleteLater)
            socket.disconnectFromServer()
            self.raiseRequested.emit()
            if said and said != _RAISE:
                self.linkRequested.emit(said)


def _knock(name: str, link: str) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    line = link if link and "\n" not in link else _RAISE
    socket.write(f"{line}\n".encode()[:_LONGEST])
    socket.flush()
    socket.disconnectFromServer()
    return True
