"""The SDK's transport for the first interface of a card that can be spoken to over HTTP."""

from collections.abc import Callable
from typing import Any

import httpx
from a2a.client.transports.base import ClientTransport
from a2a.client.transports.jsonrpc import JsonRpcTransport
from a2a.client.transports.rest import RestTransport
from a2a.client.transports.tenant_decorator import TenantTransportDecorator
from a2a.compat.v0_3.versions import is_legacy_version
from a2a.types import AgentCard, AgentInterface
from a2a.utils.constants import TransportProtocol

from app.errors import AgentRefused
from transport.client.rpc_transport import typed_error

# gRPC's own two minutes are for what nobody waits for: an agent may be started anew.
_CHANNEL = (("grpc.max_reconnect_backoff_ms", 5000),)
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
    asked = AgentCard()
    asked.CopyFrom(card)
    asked.capabilities.extended_agent_card = True  # else the SDK does not ask for it
    transport = _MAKERS[interface.protocol_binding](client, asked, interface)
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


class _TypedErrors:
    """For a transport of the SDK, to which an error with a code of the agent's own is no answer."""

    def _create_jsonrpc_error(self, error_dict: dict[str, Any]) -> Exception:
        return typed_error(error_dict)


class _JsonRpc(_TypedErrors, JsonRpcTransport):
    """Takes every error of the agent for an answer."""


def _json_rpc(
    client: httpx.AsyncClient, card: AgentCard, interface: AgentInterface
) -> ClientTransport:
    if is_legacy_version(interface.protocol_version):
        from a2a.compat.v0_3.jsonrpc_transport import CompatJsonRpcTransport

        class Compat(_TypedErrors, CompatJsonRpcTransport):
            """Takes every error of the agent for an answer."""

        return Compat(client, card, interface.url, is_shared_httpx=True)
    return _JsonRpc(client, card, interface.url, is_shared_httpx=True)


def _rest(client: httpx.AsyncClient, card: AgentCard, interface: AgentInterface) -> ClientTransport:
    if is_legacy_version(interface.protocol_version):
        from a2a.compat.v0_3.rest_transport import CompatRestTransport

        return CompatRestTransport(client, card, interface.url, is_shared_httpx=True)
    return RestTransport(client, card, interface.url, is_shared_httpx=True)


def _grpc(client: httpx.AsyncClient, card: AgentCard, interface: AgentInterface) -> ClientTransport:
    from a2a.client.client import ClientConfig

    try:
        from a2a.client.transports.grpc import GrpcTransport
    except ImportError as error:
        raise _no_grpc(card.name) from error
    config = ClientConfig(grpc_channel_factory=grpc_channel)
    return GrpcTransport.create(card, interface.url, config)


def grpc_channel(url: str) -> Any:
    """Return a channel to an address of gRPC, `HOST:PORT` or a URI that holds it.

    With TLS, but for `grpc://` and `http://`, and to this machine where there is no scheme. Raises
    `AgentRefused` where gRPC is not installed.
    """
    try:
        import grpc  # type: ignore[import-untyped]
    except ImportError as error:
        raise _no_grpc(url) from error
    scheme, _, rest = url.rpartition("://")
    target = rest.partition("/")[0]
    here = not scheme and target.rsplit(":", 1)[0] in _THIS_MACHINE
    if here or scheme in ("grpc", "http"):
        return grpc.aio.insecure_channel(target, _CHANNEL)
    return grpc.aio.secure_channel(target, grpc.ssl_channel_credentials(), _CHANNEL)


def _no_grpc(agent: str) -> AgentRefused:
    return AgentRefused(
        f"{agent} speaks gRPC: install balance-desk[grpc] to reach it.", key="needs_grpc"
    )


_MAKERS: dict[str, _Maker] = {
    TransportProtocol.JSONRPC: _json_rpc,
    TransportProtocol.HTTP_JSON: _rest,
    TransportProtocol.GRPC: _grpc,
}
