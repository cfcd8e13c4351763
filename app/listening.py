"""Where a server listens, as a person writes it."""

from app.errors import BadInput


def listening_address(text: str) -> tuple[str, int]:
    """Return host and port of `HOST:PORT`; raises `BadInput`."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535:
        raise BadInput(f"{text!r} is no HOST:PORT to listen on, such as 127.0.0.1:8080.")
    return host.strip("[]"), int(port)
