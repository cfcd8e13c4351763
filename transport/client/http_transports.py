"""The SDK's transport for the first interface of a card that can be spoken to over HTTP."""

from collections.abc import Callable

import httpx
from a2a.client.transports.base import ClientTransport
from a2a.client.transports.jsonrpc import JsonRpcTransport
from a2a.client.transports.rest import RestTransport
from a2a.client.transports.tenant_decorator import TenantTransportDecorator
from a2a.compat.v0_3.versions import is_legacy_version
from a2a.types import AgentCard, AgentInterface
from a2a.utils.constants import TransportProtocol

from app.errors import AgentRefused

_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")

_Maker = Callable[[httpx.AsyncClient, AgentCard, AgentInterface], ClientTransport]


def http_transport(
    card: AgentCard, client: httpx.AsyncClient, *, binding: str | None = None
) -> ClientTransport:
    """Return a transport over a client that stays the caller's.

    The card's order decides (A2A 1.0, section 8.3), or `binding` where one is asked for. Agents of
    A2A 0.3 are spoken to through the SDK's compatibility layer. Raises `AgentRefused` when there
    is no common binding.
    """
    interface = chosen_interface(card, binding=binding)
    transport = _MAKERS[interface.protocol_binding](client, card, interface)
    if interface.tenant:
        return TenantTransportDecorator(transport, interface.tenant)
    return transport


def chosen_interface(card: AgentCard, *, binding: str | None = None) -> AgentInterface:
    """Return the interface of the card that is spoken to; raises `AgentRefused`."""
    interface: AgentInterface
    for interface in card.supported_interfaces:
        wanted = binding in (None, interface.protocol_binding)
        if wanted and interface.protocol_binding in _MAKERS:
            return interface
    offered = ", ".join(one.protocol_binding for one in card.supported_interfaces)
    raise AgentRefused(
        f"{card.name} speaks {offered or 'nothing'}, and this program"
        f" {binding or ', '.join(_MAKERS)}.",
        key="no_common_binding",
    )


def _json_rpc(
    client: httpx.AsyncClient, card: AgentCard, interface: AgentInterface
) -> ClientTransport:
    if is_legacy_version(interface.protocol_version):
        from a2a.compat.v0_3.jsonrpc_transport import CompatJsonRpcTransport

        return CompatJsonRpcTransport(client, card, interface.url, is_shared_httpx=True)
    return JsonRpcTransport(client, card, interface.url, is_shared_httpx=True)


def _rest(client: httpx.AsyncClient, card: AgentCard, interface: AgentInterface) -> ClientTransport:
    if is_legacy_version(interface.protocol_version):
        from a2a.compat.v0_3.rest_transport import CompatRestTransport

        return CompatRestTransport(client, card, interface.url, is_shared_httpx=True)
    return RestTransport(client, card, interface.url, is_shared_httpx=True)


def _grpc(client: httpx.AsyncClient, card: AgentCard, interface: AgentInterface) -> ClientTransport:
    from a2a.client.client import ClientConfig

    try:
        import grpc  # type: ignore[import-untyped]
        from a2a.client.transports.grpc import GrpcTransport
    except ImportError as error:
        raise AgentRefused(
            f"{card.name} speaks gRPC: install balance-desk[grpc] to reach it.", key="needs_grpc"
        ) from error

    def channel(url: str) -> object:
        if url.rsplit(":", 1)[0] in _THIS_MACHINE:
            return grpc.aio.insecure_channel(url)
        return grpc.aio.secure_channel(url, grpc.ssl_channel_credentials())

    return GrpcTransport.create(card, interface.url, ClientConfig(grpc_channel_factory=channel))


_MAKERS: dict[str, _Maker] = {
    TransportProtocol.JSONRPC: _json_rpc,
    TransportProtocol.HTTP_JSON: _rest,
    TransportProtocol.GRPC: _grpc,
}
