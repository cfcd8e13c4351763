"""The Kafka clusters of a profile: how each is reached, and who announces themselves there."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.connections import known_agents
from app.errors import DeskError
from app.profile.settings import read_file
from app.system.files import write_whole

if TYPE_CHECKING:
    from app.profile.secrets import Secrets
    from transport.kafka.options import KafkaOptions

_OWN_NAME = re.compile(r"[a-z0-9._-]{8,80}")


class KafkaClusters:
    """Knows the table `[kafka]` of the profile's settings and the addresses of added agents."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile

    async def options(self, address: str, vault: "Secrets") -> "KafkaOptions":
        """Return how the cluster of an agent's address is reached; raises `BadInput`."""
        from transport.kafka.names import kafka_address

        return await self._reached(kafka_address(address).bootstrap, vault)

    async def announced(self, vault: "Secrets") -> Mapping[str, str]:
        """Return name → address of all agents that announced themselves.

        Clusters are known by the settings and by agents that were added; one that does not answer
        is left out.
        """
        found: dict[str, str] = {}
        async for bootstrap, names in self.looked_at(vault):
            if not isinstance(names, DeskError):
                found |= {name: f"kafka://{bootstrap}/{name}" for name in names}
        return found

    async def looked_at(
        self, vault: "Secrets"
    ) -> AsyncIterator[tuple[str, Collection[str] | DeskError]]:
        """Yield each cluster, and the agents that announced themselves there, or why none is heard.

        Raises `BadInput` and `BadProfile` for settings that do not fit.
        """
        from transport.kafka_link import announced_cards

        for bootstrap in await asyncio.to_thread(self._bootstraps):
            try:
                yield bootstrap, await announced_cards(await self._reached(bootstrap, vault))
            except DeskError as error:
                yield bootstrap, error

    def wants_password(self, address: str) -> bool:
        """Return whether the brokers of an address ask for a password, by the settings."""
        return address.startswith("kafka:") and self._table().get("protocol", "").startswith("SASL")

    async def keep_password(self, address: str, password: str, vault: "Secrets") -> None:
        """Keep the password for the brokers of an address."""
        from transport.kafka.names import kafka_address
        from transport.kafka.settings import password_account

        account = password_account(kafka_address(address).bootstrap, self._table().get("user", ""))
        await asyncio.to_thread(vault.put, account, password)

    def client(self) -> str:
        """Return the name of this installation's reply topic: from the settings, or its own.

        Its own is made up on first use and kept in the profile.
        """
        if said := self._table().get("client"):
            return said
        file = self._profile / "kafka-client"
        try:
            name = file.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            name = ""
        if not _OWN_NAME.fullmatch(name):
            name = f"desk-{secrets.token_hex(8)}"
            with suppress(OSError):
                write_whole(file, f"{name}\n".encode())
        return name

    async def _reached(self, bootstrap: str, vault: "Secrets") -> "KafkaOptions":
        from transport.kafka.settings import kafka_options

        table = read_file(self._profile).get("kafka")
        return await asyncio.to_thread(kafka_options, table, bootstrap, vault)

    def _bootstraps(self) -> Sequence[str]:
        from transport.kafka.names import kafka_address

        said = self._table().get("bootstrap")
        found = [said] if said else []
        for address in known_agents.known(self._profile).values():
            if address.startswith("kafka:"):
                found.append(kafka_address(address).bootstrap)
        return list(dict.fromkeys(found))

    def _table(self) -> Mapping[str, str]:
        from transport.kafka.settings import kafka_table

        return kafka_table(read_file(self._profile).get("kafka"))
