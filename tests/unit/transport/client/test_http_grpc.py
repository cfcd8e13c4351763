"""Agents that speak gRPC only, where the extra for it is not installed."""

import sys

import pytest

from app.errors import AgentRefused
from tests.contract.transport.executors import card
from transport.connect import connect

pytestmark = pytest.mark.anyio


async def test_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grpc", None)
    there = card()
    there.supported_interfaces.add(
        url="127.0.0.1:1", protocol_binding="GRPC", protocol_version="1.0"
    )
    with pytest.raises(AgentRefused, match=r"install balance-desk\[grpc\]"):
        await connect("http://127.0.0.1:1", card=there)
