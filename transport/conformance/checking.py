"""An agent is checked: its card, then every interface that can be spoken to, probe by probe."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import httpx
from a2a.compat.v0_3.versions import is_legacy_version
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol

from app.domain.conformance import Finding, ProbeResult, outcome_of
from app.errors import AgentRefused, BadInput
from transport.client.cards import card_get, card_needs_login, card_places
from transport.client.http_transports import grpc_channel
from transport.conformance.card_rules import card_departures
from transport.conformance.json_form import read_json
from transport.conformance.probes import PROBES
from transport.conformance.probing import BARRED, Probing, Skipped
from transport.conformance.rules import finding
from transport.conformance.transport_wires import ExchangeWire, GrpcWire
from transport.conformance.wires import RestWire, RpcWire, Wire, WireReply
from transport.kafka.names import KAFKA_BINDING, kafka_address
from transport.kafka_transport import KafkaTransport
from transport.protocol.agent_errors import led_to

CARD = "card"
INTERFACE = "the interface"

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
        card, departed = read_json(response.content, CARD)
        if card is None and departed:
            return None, found + departed
        return card, [*found, *departed, *card_departures(card)]
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

    Each result is told as it comes. Raises `BadInput` where bindings are asked for of which there
    is no interface. A binding is named in any case.
    """
    interfaces = _interfaces(card)
    asked = frozenset(one.upper() for one in how.bindings)
    there = {_binding(one) for one in interfaces}
    if interfaces and asked and asked.isdisjoint(one.upper() for one in there):
        told = ", ".join(sorted(there))
        raise BadInput(f"There is no interface of this binding; there are {told}.")
    results: list[ProbeResult] = []

    def keep(result: ProbeResult) -> None:
        results.append(result)
        tell(result)

    if found is None:
        keep(_skipped(CARD, "the agent tells none over gRPC", probe=CARD))
    else:
        keep(_result(CARD, CARD, found, 0.0))
    for number, interface in enumerate(interfaces):
        url, binding = str(interface.get("url") or ""), _binding(interface)
        if asked and binding.upper() not in asked:
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
            keep(_result(INTERFACE, name, [finding("card.interface", where, str(error))], 0))
    return results


class _Unspoken(Exception):
    """A binding that this program does not speak."""


async def _probe(
    wire: Wire, name: str, card: Mapping[str, Any], tenant: str, how: Checking, tell: Tell
) -> None:
    heard = _Heard(wire, tenant)
    probing = Probing(heard, card, messages=how.messages, webhook=how.webhook)
    for title, probe in PROBES.items():
        begun = time.monotonic()
        try:
            if heard.barred:
                raise Skipped(BARRED)
            found = await probe(probing)
        except Skipped as reason:
            tell(_skipped(name, str(reason), probe=title))
            continue
        tell(_result(title, name, found, time.monotonic() - begun))
    if not heard.anything:
        why = BARRED if heard.barred else "nothing that was asked was answered"
        found = [finding("card.interface", name, why)]
        tell(_result(INTERFACE, name, found, 0.0))


class _Heard:
    """A wire of one interface: knows whether anything has come from there, or who asks is barred.

    Raises `Skipped` for the latter, as long as nobody was let in. Its requests name a tenant, if
    their interface has one (A2A 1.0, section 8.3.2).
    """

    def __init__(self, wire: Wire, tenant: str) -> None:
        self._wire = wire
        self._named = {"tenant": tenant} if tenant else {}
        self.binding, self.http, self.rpc = wire.binding, wire.http, wire.rpc
        self.anything = self.barred = False

    async def ask(self, method: str, params: Mapping[str, Any], **more: str) -> WireReply:
        return self._taken(await self._wire.ask(method, {**params, **self._named}, **more))

    async def raw(self, body: bytes) -> WireReply | None:
        reply = await self._wire.raw(body)
        return reply and self._taken(reply)

    def _taken(self, reply: WireReply) -> WireReply:
        failure = reply.failure
        if failure is not None and failure.bars and not self.anything:
            self.barred = True
            raise Skipped(BARRED)
        if reply.answer is not None or failure is not None or reply.events:
            self.anything = True
        return reply


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


def _binding(interface: Mapping[str, Any]) -> str:
    return str(interface.get("protocolBinding") or "")


def _result(probe: str, interface: str, found: Sequence[Finding], seconds: float) -> ProbeResult:
    once = tuple(dict.fromkeys(found))
    return ProbeResult(
        probe=probe,
        interface=interface,
        outcome=outcome_of(once),
        seconds=round(seconds, 3),
        findings=once,
    )


def _skipped(interface: str, reason: str, probe: str = INTERFACE) -> ProbeResult:
    return ProbeResult(probe=probe, interface=interface, outcome="skipped", reason=reason)
