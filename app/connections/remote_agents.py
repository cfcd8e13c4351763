"""Agents elsewhere, as a profile knows them: looked at, accepted, signed in with, opened.

What a window or a command needs of them; everything shown of a card is untrusted text.
"""

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from app.connections import card_trust, known_agents
from app.connections import card_trust as known_cards
from app.connections.inspection import told_card
from app.connections.kafka_clusters import KafkaClusters
from app.connections.time_limit import time_limit
from app.domain.cards import NO_ACCESS, Access, AgentCard, CardSignature, SecurityNeed
from app.domain.conformance import Finding, ProbeResult
from app.errors import AgentRefused, BadInput
from app.ports import AgentLink
from app.profile.settings import read_file

if TYPE_CHECKING:
    import httpx

    from app.profile.secrets import Secrets
    from transport.auth.sign_in import Companion, CredentialField
    from transport.client.http import HttpOptions
    from transport.kafka_transport import KafkaTransport

_Shown = TypeVar("_Shown")
_PATHS = ("ca_file", "client_certificate")


class Found(NamedTuple):
    """A card as it was found: as the desk reads it, and as JSON, which is what is accepted."""

    card: AgentCard
    json: Mapping[str, Any]


class RemoteAgents:
    """Owns the secrets of a session; cards and addresses are the profile's.

    Without `secrets` they are in the system's keyring, or in memory where there is none. `access`
    is what lets this run in, before what a keyring has.
    """

    def __init__(
        self, profile: Path, *, secrets: "Secrets | None" = None, access: Access = NO_ACCESS
    ) -> None:
        self._profile = profile
        self._access = access
        self._secrets = secrets
        self.clusters = KafkaClusters(profile)

    async def load(self) -> None:
        """Load what agents are reached with, which takes a while, before anything is timed."""
        await _imported()

    async def look(self, agent: str) -> Found:
        """Fetch and check the card of a name or an address, without using the agent.

        Raises `AgentUnreachable`, `AgentRefused` (no usable card), `BadInput`.
        """
        await _imported()
        from transport.client.cards import card_json
        from transport.protocol.codec import card_from_wire

        wire = await self._fetched(self.address(agent))
        name = await asyncio.to_thread(self._name, agent)
        signature = await asyncio.to_thread(card_trust.signature_of, self._profile, name, wire)
        card = card_from_wire(wire).model_copy(update={"signature": signature})
        return Found(card, card_json(wire))

    async def trust(self, name: str) -> CardSignature:
        """Trust the keys that sign the card of an agent that was added, and return by whom it is.

        They are fetched from where the card says: the person has agreed to that. Raises
        `AgentRefused` for keys that have not signed it, `AgentUnreachable`, `BadInput`.
        """
        await _imported()
        from transport.client.http import http_client

        if name not in known_agents.known(self._profile):
            raise BadInput(f"No agent {name!r} was added to this profile.", key="no_agent")
        wire = await self._fetched(self.address(name))
        async with http_client(self._options()) as client:
            return await card_trust.trust(self._profile, name, wire, client)

    def changes(self, name: str, found: Found) -> Sequence[str]:
        """Return in lines what differs from the card that was accepted; none was: no lines."""
        from transport.client.cards import card_changes, kept_card

        before = known_cards.accepted(self._profile, name)
        if before is None:
            return ()
        return card_changes(kept_card(before), kept_card(found.json))

    def differences(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Sequence[str]:
        """Return in lines what differs between two cards; raises `BadInput` for what is none."""
        from transport.client.cards import card_changes
        from transport.protocol.codec import lenient_card

        return card_changes(lenient_card(old), lenient_card(new))

    def accept(self, name: str, found: Found) -> None:
        """Use the agent with this card from now on."""
        known_cards.accept(self._profile, name, found.json)

    async def open(self, agent: str) -> AgentLink:
        """Return a link to an agent by name or address, which the caller closes.

        An agent that was added and whose card has changed since it was accepted is not used:
        `AgentRefused` with the key `card_changed`, and the lines in `details["changes"]`.
        """
        await _imported()
        from transport.connect import connect, scheme_of

        address = self.address(agent)
        if scheme_of(address) == "kafka":
            return await self._open_kafka(agent)
        if scheme_of(address) not in ("http", "https"):
            if agent in known_agents.known(self._profile):
                self._check_unchanged(agent, await self._fetched(address))
            return await connect(address, parameters=self.parameters(None))
        wire = await self._fetched(address)
        if agent in known_agents.known(self._profile):
            self._check_unchanged(agent, wire)
        auth = self._given(address, wire) or await self._auth(wire)
        return await connect(
            address,
            card=wire,
            auth=auth,
            options=self._options(),
            parameters=self.parameters(wire),
        )

    async def questions(
        self, agent: str
    ) -> Sequence[tuple[SecurityNeed, Sequence["CredentialField"]]]:
        """Return what a person is asked to sign in with an agent; none when everybody is let in."""
        await _imported()
        from transport.auth.sign_in import fields_of, needs_of

        card = await self._fetched(self.address(agent))
        return [(need, fields_of(need)) for need in needs_of(card)]

    async def keep_kafka_password(self, agent: str, password: str) -> bool:
        """Keep the password for the brokers of an agent; return whether it outlives the program."""
        vault = await self.vault()
        await self.clusters.keep_password(self.address(agent), password, vault)
        return vault.lasting

    async def sign_in(
        self, agent: str, need: SecurityNeed, answers: Mapping[str, str], companion: "Companion"
    ) -> bool:
        """Sign in and keep the credential; return whether it outlives the program.

        Raises `BadInput`, `AgentRefused`, `AgentUnreachable`.
        """
        await _imported()
        from transport.auth.credentials import AgentCredentials
        from transport.auth.sign_in import sign_in

        card = await self._fetched(self.address(agent))
        credentials = AgentCredentials(await self.vault(), card)
        await sign_in(card, need, answers, credentials=credentials, companion=companion)
        return credentials.lasting

    async def lasting(self) -> bool:
        """Return whether a credential is still there after the program has ended."""
        return (await self.vault()).lasting

    async def sign_out(self, agent: str) -> None:
        """Forget the credentials for an agent."""
        await _imported()
        from transport.auth.credentials import AgentCredentials

        card = await self._fetched(self.address(agent))
        credentials = AgentCredentials(await self.vault(), card)
        for scheme in card.security_schemes:
            await asyncio.to_thread(credentials.forget, scheme)

    async def check(
        self,
        agent: str,
        *,
        messages: Sequence[str],
        seconds: float,
        bindings: frozenset[str],
        webhook: str,
        tell: Callable[[ProbeResult], None],
    ) -> Sequence[ProbeResult]:
        """Hold an agent, by name or address, against the specification; `tell` of each probe.

        Raises `AgentUnreachable`, `AgentRefused`, `BadInput`.
        """
        await _imported()
        from transport.client.cards import card_json
        from transport.client.http import http_client
        from transport.conformance.card_rules import card_departures
        from transport.conformance.checking import Checking, check_agent, fetched_card
        from transport.connect import GRPC_SCHEMES, scheme_of
        from transport.protocol.codec import lenient_card

        address = self.address(agent)
        found: Sequence[Finding] | None = []
        async with time_limit(seconds, f"The card at {address} did not come"):
            if address.startswith("kafka:"):
                card = card_json(await self._fetched(address))
                found = card_departures(card)
            elif scheme_of(address) in GRPC_SCHEMES:
                card, found = await self._told_over_grpc(address)
            else:
                card, found = await self._shown(address, fetched_card, as_sent=True)
        wire = lenient_card(card)
        auth = self._given(address, wire) or await self._auth(wire)
        how = Checking(messages, seconds, webhook, bindings, self.parameters(wire))

        async def kafka(where: str) -> Any:
            transport, _ = await self.kafka_transport(where)
            return transport

        async with http_client(self._options(), auth=auth, as_sent=True) as client:
            return await check_agent(
                card, found, client=client, open_kafka=kafka, how=how, tell=tell
            )

    async def _told_over_grpc(self, address: str) -> tuple[Any, Sequence[Finding] | None]:
        """Return the card that is told at this address, which alone is checked, and its faults."""
        from transport.conformance.checking import interface_alone

        link = await self.open(address)
        try:
            told = await told_card(link)
        finally:
            await link.aclose()
        return interface_alone(told, address)

    def address(self, agent: str) -> str:
        """Return the address of a name that was added, or the address itself.

        Raises `BadInput` for what is neither.
        """
        known = known_agents.known(self._profile)
        if agent in known:
            return known[agent]
        if "://" not in agent:
            raise BadInput(f"No agent {agent!r} was added to this profile.", key="no_agent")
        return agent

    def _name(self, agent: str) -> str:
        """Return the name under which an agent was added, or "" for one that was not."""
        known = known_agents.known(self._profile)
        return next((name for name, where in known.items() if agent in (name, where)), "")

    def _check_unchanged(self, name: str, wire: Any) -> None:
        from transport.client.cards import card_json
        from transport.protocol.codec import card_from_wire

        card_trust.check_trusted(self._profile, name, wire)
        found = Found(card_from_wire(wire), card_json(wire))
        if known_cards.accepted(self._profile, name) is None:
            self.accept(name, found)  # added while nobody answered: this is the first one seen
            return
        changes = self.changes(name, found)
        if changes:
            raise AgentRefused(
                f"The card of {name} has changed since you accepted it:\n  "
                + "\n  ".join(changes)
                + f"\nIf that is right, say so: balance-desk agents accept {name}",
                key="card_changed",
                agent=name,
                changes=tuple(changes),
            )

    def _given(self, address: str, wire: Any = None) -> Any:
        if self._access == NO_ACCESS:
            return None
        from transport.auth.run_credentials import GivenAuth

        return GivenAuth(self._access, address, wire)

    def parameters(self, wire: Any) -> Mapping[str, str]:
        """Return what was given for this run, as it goes with requests where nothing is HTTP."""
        if self._access == NO_ACCESS:
            return {}
        from transport.auth.run_credentials import given_headers
        from transport.protocol.codec import lenient_card

        return given_headers(self._access, wire if wire is not None else lenient_card({}))

    async def _auth(self, wire: Any) -> Any:
        if not wire.security_requirements:
            return None
        from transport.auth.credentials import AgentCredentials
        from transport.auth.interceptor import CardAuth

        auth = CardAuth(wire, AgentCredentials(await self.vault(), wire))
        await auth.load()
        return auth

    async def announced(self) -> Mapping[str, str]:
        """Return name → address of the agents that have announced themselves on known clusters."""
        return await self.clusters.announced(await self.vault())

    async def kafka_transport(self, agent: str) -> "tuple[KafkaTransport, Any]":
        """Return a transport to an agent over Kafka, which the caller closes, and its card.

        See `open` for one that was added.
        """
        from transport.kafka.names import kafka_address
        from transport.kafka_link import open_transport

        address = self.address(agent)
        wire = await self._fetched(address)
        if agent in known_agents.known(self._profile):
            self._check_unchanged(agent, wire)
        transport = await open_transport(
            kafka_address(address),
            await self.clusters.options(address, await self.vault()),
            client=await asyncio.to_thread(self.clusters.client),
            authorization=await self._authorization(wire),
            kept=self._profile / "kafka-pending",
        )
        return transport, wire

    async def _open_kafka(self, agent: str) -> AgentLink:
        from transport.kafka_link import kafka_link

        transport, wire = await self.kafka_transport(agent)
        return kafka_link(transport, wire, self.parameters(wire))

    async def _authorization(self, wire: Any) -> str:
        """Return the header that lets us in, for wires whose requests carry no more than that."""
        if not wire.security_requirements:
            return ""
        from transport.auth.credentials import AgentCredentials

        credentials = AgentCredentials(await self.vault(), wire)
        for scheme in wire.security_schemes:
            found = await asyncio.to_thread(credentials.get, scheme)
            if found is not None and found.kind in ("bearer", "oauth2"):
                return f"Bearer {found.secret}"
        return ""

    async def _fetched(self, address: str) -> Any:
        if address.startswith("kafka:"):
            from transport.kafka.names import kafka_address
            from transport.kafka_link import fetch_kafka_card

            options = await self.clusters.options(address, await self.vault())
            return await fetch_kafka_card(kafka_address(address), options)
        from transport.client.cards import fetch_card
        from transport.connect import GRPC_SCHEMES, scheme_of

        if scheme_of(address) in GRPC_SCHEMES:
            return await self._grpc_card(address)
        return await self._shown(address, fetch_card)

    async def _shown(
        self,
        address: str,
        fetch: "Callable[[httpx.AsyncClient, str], Awaitable[_Shown]]",
        *,
        as_sent: bool = False,
    ) -> _Shown:
        """Fetch a card; one that is not for everybody as the card that was accepted lets in."""
        from transport.client.cards import kept_card
        from transport.client.http import http_client

        try:
            given = self._given(address)
            async with http_client(self._options(), auth=given, as_sent=as_sent) as client:
                return await fetch(client, address)
        except AgentRefused as error:
            name = await asyncio.to_thread(self._name, address)
            before = known_cards.accepted(self._profile, name) if name else None
            if error.reason != "card_needs_login" or before is None:
                raise
        kept = kept_card(before)
        auth = self._given(address, kept) or await self._auth(kept)
        async with http_client(self._options(), auth=auth, as_sent=as_sent) as client:
            return await fetch(client, address)

    async def _grpc_card(self, address: str) -> Any:
        """Return the card that is told over gRPC; where none is, what the agent says when asked."""
        from transport.connect import calls_webhooks, connect, grpc_card
        from transport.protocol.codec import lenient_card

        link: Any = await connect(address, parameters=self.parameters(None))
        try:
            told = await told_card(link)
            if told is not None:
                return lenient_card(told)
            card = grpc_card(address)
            card.capabilities.push_notifications = await calls_webhooks(link)
        finally:
            await link.aclose()
        return card

    async def vault(self) -> "Secrets":
        """Return where this session's secrets are kept: the keyring, or memory."""
        if self._secrets is None:
            from app.profile.secrets import system_secrets

            self._secrets = await asyncio.to_thread(system_secrets)
        return self._secrets

    def _options(self) -> "HttpOptions":
        from transport.client.http import HttpOptions

        table = read_file(self._profile).get("http")
        said = table if isinstance(table, dict) else {}
        size = said.get("max_event_bytes", HttpOptions.max_event_bytes)
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise BadInput(
                "The setting [http] max_event_bytes must be a number of bytes.", key="bad_setting"
            )
        paths = {key: Path(str(said[key])).expanduser() for key in _PATHS if key in said}
        return HttpOptions(
            max_event_bytes=size,
            ca_file=paths.get("ca_file"),
            client_certificate=paths.get("client_certificate"),
        )


async def _imported() -> None:
    # Off the loop's thread: the SDK takes most of a second.
    for name in ("transport.connect", "transport.auth.sign_in", "transport.auth.interceptor"):
        await asyncio.to_thread(importlib.import_module, name)
