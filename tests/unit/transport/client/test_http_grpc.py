"""Agents over gRPC: where the extra is not installed, and what is said of each status of gRPC's."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.errors import AgentError, AgentRefused, AgentUnreachable
from tests.contract.transport.executors import card
from tests.contract.transport.grpc_wire import HERE
from tests.contract.transport.serving import collect, say
from transport.connect import connect

pytestmark = pytest.mark.anyio
needs_grpc = pytest.mark.skipif(not HERE, reason="the extra grpc is not installed")


async def test_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grpc", None)
    there = card()
    there.supported_interfaces.add(
        url="127.0.0.1:1", protocol_binding="GRPC", protocol_version="1.0"
    )
    with pytest.raises(AgentRefused, match=r"install balance-desk\[grpc\]"):
        await connect("http://127.0.0.1:1", card=there)


@asynccontextmanager
async def refusing(status: str) -> AsyncIterator[str]:
    """Serve gRPC that ends every call with this status, and yield where."""
    import grpc.aio  # type: ignore[import-untyped]

    async def refuse(request: Any, context: Any) -> AsyncIterator[Any]:
        await context.abort(grpc.StatusCode[status], "Its own words.")
        yield None

    class Every(grpc.GenericRpcHandler):  # type: ignore[misc]
        def service(self, details: Any) -> Any:
            return grpc.unary_stream_rpc_method_handler(refuse)

    server = grpc.aio.server()
    server.add_generic_rpc_handlers((Every(),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(0)


async def error_at(url: str) -> AgentError:
    link = await connect(url)
    try:
        with pytest.raises(AgentError) as raised:
            await collect(link.send(say("x")))
    finally:
        await link.aclose()
    return raised.value


@needs_grpc
@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        ("UNAUTHENTICATED", AgentRefused, "have signed in (gRPC UNAUTHENTICATED)"),
        ("PERMISSION_DENIED", AgentRefused, "--bearer-env"),
        ("INVALID_ARGUMENT", AgentRefused, "refused the request: gRPC INVALID_ARGUMENT (Its own"),
        ("UNAVAILABLE", AgentUnreachable, "nobody takes the connection, or it broke off (Its own"),
        ("INTERNAL", AgentUnreachable, "failed to answer: gRPC INTERNAL (Its own words)."),
    ],
)
async def test_a_status_of_grpc_is_told_in_words(
    status: str, kind: type[AgentError], words: str
) -> None:
    async with refusing(status) as at:
        error = await error_at(f"grpc://{at}")
    assert isinstance(error, kind)
    assert words in str(error)
    assert "gRPC Error" not in str(error)


@needs_grpc
async def test_what_asks_for_tls_is_not_reached_without_it() -> None:
    async with refusing("INVALID_ARGUMENT") as at:
        assert isinstance(await error_at(f"grpcs://{at}"), AgentUnreachable)
