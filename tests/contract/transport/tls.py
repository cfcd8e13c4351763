"""TLS servers with certificates made for one test: an authority, a server's and a client's."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

Asgi = Callable[[Any, Any, Any], Awaitable[None]]


class Authority:
    """Owns the key of an authority that nobody else knows; writes PEM files into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named("Test authority")
        certificate = (
            self._builder(self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self._key, hashes.SHA256())
        )
        self.file = folder / "ca.pem"
        self.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def certificate(self, name: str, *, client: bool = False) -> Path:
        """Return a PEM file with a certificate and its key, for this machine or a client."""
        key = ec.generate_private_key(ec.SECP256R1())
        usage = ExtendedKeyUsageOID.CLIENT_AUTH if client else ExtendedKeyUsageOID.SERVER_AUTH
        here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
        signed = (
            self._builder(_named(name), key.public_key())
            .add_extension(x509.SubjectAlternativeName([here]), critical=False)
            .add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        file = self._folder / f"{name}.pem"
        file.write_bytes(
            signed.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return file

    def _builder(self, subject: x509.Name, key: Any) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(hours=1))
        )


@asynccontextmanager
async def tls_listening(
    application: Asgi, authority: Authority, *, client_needed: bool = False
) -> AsyncIterator[str]:
    """Serve an ASGI application over TLS on a free port of this machine; yield its address."""
    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=0,
        lifespan="off",
        log_config=None,
        ssl_certfile=authority.certificate("server"),
        ssl_ca_certs=str(authority.file),
        ssl_cert_reqs=ssl.CERT_REQUIRED if client_needed else ssl.CERT_NONE,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]
    ticking = asyncio.create_task(server.main_loop())
    try:
        yield f"https://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await ticking
        await server.shutdown()


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
