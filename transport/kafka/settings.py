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
reply_topics = ["balance.responses"]    # of `serve`: where may be answered besides desk.*.replies
default_reply_topic = "balance.responses"   # where those are answered who name no topic
"""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from aiokafka.abc import AbstractTokenProvider
from aiokafka.errors import KafkaConnectionError

from app.errors import BadInput
from app.profile.environment import secret
from app.profile.secrets import Secrets
from transport.kafka.names import ReplyTopics, bootstrap_servers
from transport.kafka.options import MECHANISMS, PROTOCOLS, KafkaOptions

_EARLY_SECONDS = 30.0
_TIMEOUT_SECONDS = 10.0


class ClientCredentials(AbstractTokenProvider):  # type: ignore[misc]
    """Owns the newest access token of a client (RFC 6749, section 4.4)."""

    def __init__(self, token_url: str, client_id: str, secret: str, *, scope: str = "") -> None:
        """Make it; raises `BadInput` for a token address without TLS, except on this machine."""
        url = httpx.URL(token_url)
        if url.scheme != "https" and url.host not in ("localhost", "127.0.0.1", "::1"):
            raise BadInput(
                "OAUTHBEARER needs the address that gives tokens, over TLS: [kafka] token_url.",
                key="bad_setting",
                setting="kafka.token_url",
            )
        self._url = url
        self._form = {"grant_type": "client_credentials"} | ({"scope": scope} if scope else {})
        self._auth = httpx.BasicAuth(client_id, secret)
        self._token = ""
        self._until = 0.0
        self._lock = asyncio.Lock()

    async def token(self) -> str:
        """Return a token that lasts a while; connections that open together share one."""
        async with self._lock:
            if time.monotonic() > self._until:
                await self._fetch()
            return self._token

    async def _fetch(self) -> None:
        try:
            async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as client:
                response = await client.post(self._url, data=self._form, auth=self._auth)
            response.raise_for_status()
            given = response.json()
            self._token = str(given["access_token"])
            lasts = float(given.get("expires_in", 60))
        except (httpx.HTTPError, ValueError, RecursionError, KeyError, TypeError) as error:
            raise KafkaConnectionError(f"No token was given at {self._url.host}") from error
        self._until = time.monotonic() + max(0.0, lasts - _EARLY_SECONDS)


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
    "default_reply_topic",
)
_LISTS = ("reply_topics",)


def kafka_table(table: Any) -> Mapping[str, str]:
    """Return the texts of the table as it stands in the file.

    Raises `BadInput` naming what does not fit.
    """
    if not isinstance(table, dict):
        return {}
    for name, value in table.items():
        if name in _LISTS and isinstance(value, list) and all(isinstance(v, str) for v in value):
            continue
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
    return {name: value for name, value in table.items() if name in _TEXTS}


def reply_topics(table: Any) -> ReplyTopics:
    """Return where agents may answer, by the table; raises `BadInput`."""
    said = kafka_table(table)
    allowed = table.get("reply_topics", ()) if isinstance(table, dict) else ()
    return ReplyTopics(allowed, default=said.get("default_reply_topic", ""))


def kafka_options(table: Any, bootstrap: str, secrets: Secrets) -> KafkaOptions:
    """Return how a cluster is reached; may block, for the keyring may ask. Raises `BadInput`."""
    said = kafka_table(table)
    protocol = said.get("protocol", "PLAINTEXT")
    mechanism, user = said.get("mechanism", "PLAIN"), said.get("user", "")
    password, provider = "", None
    if protocol.startswith("SASL"):
        password = secret(PASSWORD) or secrets.get(password_account(bootstrap, user)) or ""
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
