"""How a cluster is reached, and the times that the two ends of the binding keep."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from aiokafka.abc import AbstractTokenProvider

from app.errors import BadInput

PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER")
MAX_RECORD_BYTES = 4_000_000  # the topics that we make take a little more


@dataclass(frozen=True, kw_only=True)
class KafkaOptions:
    """A cluster and how it lets us in; passwords are never shown by `repr`.

    `request_timeout_ms` is how long a record may wait for its acknowledgement; `overrides` go to
    aiokafka's consumers as they are.
    """

    bootstrap: str
    protocol: str = "PLAINTEXT"
    mechanism: str = "PLAIN"
    user: str = ""
    password: str = field(default="", repr=False)
    ca_file: Path | None = None
    client_certificate: Path | None = None
    check_hostname: bool = True
    token_provider: AbstractTokenProvider | None = field(default=None, repr=False)
    request_timeout_ms: int = 10_000
    max_record_bytes: int = MAX_RECORD_BYTES
    replication: int = -1
    overrides: Mapping[str, Any] = field(default_factory=dict)

    def to(self, bootstrap: str) -> "KafkaOptions":
        """Return the same for another cluster."""
        return replace(self, bootstrap=bootstrap)

    def common(self) -> dict[str, Any]:
        """Return what every client of aiokafka takes; raises `BadInput` for bad certificates."""
        arguments: dict[str, Any] = {
            "bootstrap_servers": self.bootstrap,
            "security_protocol": self.protocol,
            "request_timeout_ms": self.request_timeout_ms,
            "metadata_max_age_ms": 60_000,
        }
        if "SSL" in self.protocol:
            arguments["ssl_context"] = self._trust()
        if self.protocol.startswith("SASL"):
            arguments["sasl_mechanism"] = self.mechanism
            if self.mechanism == "OAUTHBEARER":
                arguments["sasl_oauth_token_provider"] = self.token_provider
            else:
                arguments["sasl_plain_username"] = self.user
                arguments["sasl_plain_password"] = self.password
        return arguments

    def producer(self) -> dict[str, Any]:
        """Return what a producer takes.

        Every record has an identity of its own that its reader knows it by, so the broker need
        not tell duplicates apart; and a producer without sequence numbers cannot fall out of step.
        """
        return {
            **self.common(),
            "acks": "all",
            "linger_ms": 0,
            "max_batch_size": 256 * 1024,
            "max_request_size": self.max_record_bytes,
        }

    def consumer(self) -> dict[str, Any]:
        """Return what a consumer takes, whoever it is for."""
        return {**self.common(), "enable_auto_commit": False, **self.overrides}

    def _trust(self) -> ssl.SSLContext:
        import truststore

        context: ssl.SSLContext
        try:
            if self.ca_file is not None:
                context = ssl.create_default_context(cafile=str(self.ca_file))
                context.check_hostname = self.check_hostname
            else:
                context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            if self.client_certificate is not None:
                context.load_cert_chain(self.client_certificate)
        except (OSError, ssl.SSLError) as error:
            raise BadInput(
                f"The certificate {self.ca_file or self.client_certificate} cannot be used:"
                f" {error}. A PEM file is wanted.",
                key="bad_certificate",
            ) from error
        return context


@dataclass(frozen=True, kw_only=True)
class Times:
    """Seconds. An agent says at least every `heartbeat` that it is there; three missed are silence.

    A request that nobody has begun is asked after each `heartbeat` too, and answered for as long
    as `ttl`.
    """

    heartbeat: float = 5.0
    ttl: float = 3600.0
    stop: float = 5.0
    commit: float = 0.5
    orphan: float = 3.0

    @property
    def silence(self) -> float:
        """How long nothing may be heard before the agent counts as not answering."""
        return 3 * self.heartbeat
