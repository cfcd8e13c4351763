"""The table `[kafka]` of the settings: how clusters are reached; passwords are in the keyring.

[kafka]
bootstrap = "broker.example.org:9093"   # whose announced agents are listed
protocol = "SASL_SSL"                   # PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL
mechanism = "SCRAM-SHA-512"             # PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER
user = "ada"                            # of OAUTHBEARER: the client id
token_url = "https://…"                 # OAUTHBEARER: client credentials, RFC 6749, section 4.4
scope = "kafka"
ca_file = "/etc/company/ca.pem"         # else the system's authorities
client_certificate = "/home/me/me.pem"  # certificate and key
client = "adas-laptop"                  # the name of the reply topic, desk.<client>.replies
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.errors import BadInput
from transport.kafka.names import bootstrap_servers
from transport.kafka.oauth import ClientCredentials
from transport.kafka.options import MECHANISMS, PROTOCOLS, KafkaOptions
from transport.secrets import Secrets

PASSWORD = "BALANCE_DESK_KAFKA_PASSWORD"  # noqa: S105 - the name of a variable
_TEXTS = (
    "bootstrap",
    "protocol",
    "mechanism",
    "user",
    "token_url",
    "scope",
    "ca_file",
    "client_certificate",
    "client",
)


def kafka_table(table: Any) -> Mapping[str, str]:
    """Check the table as it stands in the file; raises `BadInput` naming what does not fit."""
    if not isinstance(table, dict):
        return {}
    for name, value in table.items():
        if name not in _TEXTS or not isinstance(value, str):
            raise BadInput(
                f"The setting [kafka] {name} is none, or no text. Passwords do not belong there.",
                key="bad_setting",
                setting=f"kafka.{name}",
            )
    for name, allowed in (("protocol", PROTOCOLS), ("mechanism", MECHANISMS)):
        if name in table and table[name] not in allowed:
            raise BadInput(
                f"The setting [kafka] {name} must be one of {', '.join(allowed)}.",
                key="bad_setting",
                setting=f"kafka.{name}",
            )
    return table


def kafka_options(table: Any, bootstrap: str, secrets: Secrets) -> KafkaOptions:
    """Return how a cluster is reached; may block, for the keyring may ask. Raises `BadInput`."""
    said = kafka_table(table)
    protocol = said.get("protocol", "PLAINTEXT")
    mechanism, user = said.get("mechanism", "PLAIN"), said.get("user", "")
    password, provider = "", None
    if protocol.startswith("SASL"):
        password = os.environ.get(PASSWORD) or secrets.get(password_account(bootstrap, user)) or ""
        if not user or not password:
            raise BadInput(
                f"The brokers at {bootstrap} want a user and a password: name the user in the"
                " settings ([kafka] user), and sign in with `balance-desk agents login"
                f" kafka://{bootstrap}/NAME`, or set {PASSWORD}.",
                key="needs_login",
            )
        if mechanism == "OAUTHBEARER":
            provider = ClientCredentials(
                said.get("token_url", ""), user, password, scope=said.get("scope", "")
            )
    return KafkaOptions(
        bootstrap=bootstrap_servers(bootstrap),
        protocol=protocol,
        mechanism=mechanism,
        user=user,
        password=password,
        ca_file=_path(said.get("ca_file")),
        client_certificate=_path(said.get("client_certificate")),
        token_provider=provider,
    )


def password_account(bootstrap: str, user: str) -> str:
    """Return under which name a password is kept: one cluster's is never sent to another."""
    return f"kafka://{bootstrap} {user}"


def _path(text: str | None) -> Path | None:
    return None if not text else Path(text).expanduser()
