"""An agent is checked: its card, then every interface that can be spoken to, probe by probe."""

import json
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import httpx
from a2a.compat.v0_3.versions import is_legacy_version
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol

from app.domain.conformance import Finding, ProbeResult, outcome_of
from app.errors import AgentRefused
from transport.client.cards import card_get, card_needs_login, card_places
from transport.client.http_transports import grpc_channel
from transport.conformance.card_rules import card_departures
from transport.conformance.probes import PROBES, Probing, Skipped
from transport.conformance.rules import finding
from transport.conformance.transport_wires import ExchangeWire, GrpcWire
from transport.conformance.wires import RestWire, RpcWire, Wire
from transport.kafka.names import KAFKA_BINDING, kafka_address
from transport.kafka_transport import KafkaTransport
from transport.protocol.agent_errors import led_to

CARD = "card"

OpenKafka = Callable[[str], Any]
"""Opens a `KafkaTransport` to an address, as an awaitable."""

Tell = Callable[[ProbeResult], None]


class Checking(NamedTuple):
    """What an agent is asked with: messages, how long each answer is waited for, a webhook.

    `bindings` limits the interfaces, `parameters` go with every request where headers do not.
    """

    messages: Sequence[str]
    seconds: float
    webhook: str
    bindings: frozenset[str] = frozenset()
    parameters: Mapping[str, str] = {}


async def fetched_card(client: httpx.AsyncClient, address: str) -> tuple[Any, list[Finding]]:
    """Return the card at an address as JSON, and what is wrong with it and how it was found.

    None stands for no card. Raises `AgentUnreachable` when nobody answers there.
    """
    seen = ""
    for place in card_places(address):
        response = await card_get(client, place)
        if response.status_code in (401, 403):
            raise card_needs_login(place, response.status_code)
        if response.status_code != 200:
            to = led_to(response)
            seen = seen or f"HTTP {response.status_code}{to and f', to {to}'}"
            continue
        found = []
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            found.append(finding("card.media_type", CARD, kind or "no content type"))
        try:
            card = json.loads(response.content.decode("utf-8"))
        except UnicodeDecodeError as error:
            return None, [*found, finding("json.utf8", CARD, str(error))]
        except (ValueError, RecursionError):
            return None, [*found, finding("json.text", CARD, response.text)]
        return card, [*found, *card_departures(card)]
    return None, [finding("card.found", address, seen)]


def interface_alone(
    told: Mapping[str, Any] | None, address: str
) -> tuple[Mapping[str, Any], list[Finding] | None]:
    """Return a card with one address of gRPC, and the faults of the card that was told, if any."""
    here = {
        "url": address,
        "protocolBinding": TransportProtocol.GRPC.value,
        "protocolVersion": PROTOCOL_VERSION_CURRENT,
    }
    found = None if told is None else card_departures(told)
    return {**(told or {}), "supportedInterfaces": [here]}, found


async def check_agent(
    card: Any,
    found: Sequence[Finding] | None,
    *,
    client: httpx.AsyncClient,
    open_kafka: OpenKafka,
    how: Checking,
    tell: Tell,
) -> Sequence[ProbeResult]:
    """Check an agent whose card was `found` with these faults (None: it tells none).

    Each result is told as it comes. Raises `AgentRefused` for a card with no interface that can be
    spoken to.
    """
    results: list[ProbeResult] = []

    def keep(result: ProbeResult) -> None:
        results.append(result)
        tell(result)

    if found is None:
        keep(_skipped(CARD, "the agent tells none over gRPC", probe=CARD))
    else:
        keep(_result(CARD, CARD, found, 0.0))
    for number, interface in enumerate(_interfaces(card)):
        url, binding = str(interface.get("url") or ""), str(interface.get("protocolBinding") or "")
        if how.bindings and binding not in how.bindings:
            continue
        name = f"{binding} {url}"
        version = str(interface.get("protocolVersion") or "")
        if version and is_legacy_version(version):
            keep(_skipped(name, f"it speaks A2A {version}: only 1.0 is checked"))
            continue
        try:
            async with _wire(url, binding, client, open_kafka, how) as wire:
                await _probe(wire, name, card, str(interface.get("tenant") or ""), how, keep)
        except _Unspoken as reason:
            keep(_skipped(name, str(reason)))
        except AgentRefused as error:
            where = f"card.supportedInterfaces[{number}]"
            keep(_result("the interface", name, [finding("card.interface", where, str(error))], 0))
    return results


class _Unspoken(Exception):
    """A binding that this program does not speak."""


async def _probe(
    wire: Wire, name: str, card: Mapping[str, Any], tenant: str, how: Checking, tell: Tell
) -> None:
    tenanted = _Tenanted(wire, tenant) if tenant else wire
    probing = Probing(tenanted, card, messages=how.messages, webhook=how.webhook)
    for title, probe in PROBES.items():
        begun = time.monotonic()
        try:
            found = await probe(probing)
        except Skipped as reason:
            tell(_skipped(name, str(reason), probe=title))
            continue
        tell(_result(title, name, found, time.monotonic() - begun))


class _Tenanted:
    """A wire whose requests name a tenant, as their interface has it (A2A 1.0, section 8.3.2)."""

    def __init__(self, wire: Wire, tenant: str) -> None:
        self._wire = wire
        self._tenant = tenant
        self.binding, self.http, self.rpc = wire.binding, wire.http, wire.rpc

    async def ask(self, method: str, params: Mapping[str, Any], **more: str) -> Any:
        return await self._wire.ask(method, {**params, "tenant": self._tenant}, **more)

    async def raw(self, body: bytes) -> Any:
        return await self._wire.raw(body)


@asynccontextmanager
async def _wire(
    url: str, binding: str, client: httpx.AsyncClient, open_kafka: OpenKafka, how: Checking
) -> AsyncIterator[Wire]:
    async with AsyncExitStack() as stack:
        match binding:
            case TransportProtocol.JSONRPC:
                yield RpcWire(client, url, seconds=how.seconds)
            case TransportProtocol.HTTP_JSON:
                yield RestWire(client, url, seconds=how.seconds)
            case TransportProtocol.GRPC:
                channel = grpc_channel(url)
                stack.push_async_callback(channel.close, None)
                yield GrpcWire(channel, seconds=how.seconds, parameters=how.parameters)
            case str() if binding == KAFKA_BINDING:
                transport: KafkaTransport = await open_kafka(str(kafka_address(url)))
                stack.push_async_callback(transport.close)
                yield ExchangeWire(
                    transport, binding=binding, seconds=how.seconds, parameters=how.parameters
                )
            case _:
                raise _Unspoken(f"the binding {binding or '–'} is not spoken here")


def _interfaces(card: Any) -> list[dict[str, Any]]:
    value = card.get("supportedInterfaces") if isinstance(card, dict) else None
    found = value if isinstance(value, list) else []
    return [one for one in found if isinstance(one, dict)]


def _result(probe: str, interface: str, found: Sequence[Finding], seconds: float) -> ProbeResult:
    once = tuple(dict.fromkeys(found))
    return ProbeResult(
        probe=probe,
        interface=interface,
        outcome=outcome_of(once),
        seconds=round(seconds, 3),
        findings=once,
    )


def _skipped(interface: str, reason: str, probe: str = "the interface") -> ProbeResult:
    return ProbeResult(probe=probe, interface=interface, outcome="skipped", reason=reason)
