"""Addresses that come from outside lead to the web or to mail, and nowhere else."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

_SCHEMES = ("http", "https", "mailto")


def open_link(address: str) -> None:
    """Open a web or mail address outside the window; every other kind is left alone."""
    if leads_to_the_web(address):
        QDesktopServices.openUrl(QUrl(address, QUrl.ParsingMode.StrictMode))


def leads_to_the_web(address: str) -> bool:
    """Whether an untrusted address may be handed to the system: web and mail only."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    return url.isValid() and url.scheme().lower() in _SCHEMES
