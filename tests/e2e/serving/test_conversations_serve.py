"""`balance-desk conversations serve` as people run it, asked as document 3's own client asks."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.e2e.serving.conversation_process import ConversationProcess
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


class ServiceCommunicationError(Exception):
    pass


class DocumentedClient:
    """The client code of document 3, section 6.2, for this service's address and token."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}"}

    async def create_conversation(
        self, tenant_id: str, agent_id: str, user_id: str, metadata: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        payload = {
            "tenant_id": tenant_id,
            "agent_id": agent_id,
            "user_id": user_id,
            "metadata": metadata or {},
        }
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            response = await client.post(
                f"{self._url}/api/v1/conversations", json=payload, headers=self._headers
            )
            if response.status_code == 201:
                created: dict[str, Any] = response.json()["data"]
                return created
            raise ServiceCommunicationError(f"Error creating conversation: {response.text}")

    async def get_conversation_context_sync(
        self, tenant_id: str, conversation_id: str, message_count: int = 10, max_tokens: int = 4000
    ) -> dict[str, Any]:
        params: dict[str, str | int] = {
            "tenant_id": tenant_id,
            "message_count": message_count,
            "max_tokens": max_tokens,
        }
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            response = await client.get(
                f"{self._url}/api/v1/internal/context/{conversation_id}",
                params=params,
                headers=self._headers,
            )
            if response.status_code == 200:
                context: dict[str, Any] = response.json()["data"]
                return context
            return {"messages": []}


async def test_the_documents_client_gets_what_it_reads(tmp_path: Path) -> None:
    with ConversationProcess(tmp_path / "profile") as service:
        token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
        client = DocumentedClient(service.url, token)
        made = await client.create_conversation("acme", "agent-uuid", "user-uuid", {"k": "v"})
        path = f"{service.url}/api/v1/conversations/{made['id']}/messages"
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as http:
            for number in range(12):
                body = {
                    "message": {
                        "id": f"msg-uuid-{number}",
                        "role": "user",
                        "content": "Contenido del mensaje",
                        "timestamp": "2025-06-03T16:32:05.789Z",
                        "content_type": "text/plain",
                        "tokens": 15,
                    }
                }
                assert (await http.post(path, json=body)).status_code == 201
        window = await client.get_conversation_context_sync("acme", made["id"])
        assert [message["id"] for message in window["messages"]] == [
            f"msg-uuid-{number}" for number in range(2, 12)
        ]
        assert (window["total_tokens"], window["has_more"]) == (150, True)
        with pytest.raises(ServiceCommunicationError, match="NotAllowed"):
            await client.create_conversation("another", "agent-uuid", "user-uuid")
        token_id, refused = token.split("_")[1], {"messages": []}
        await asyncio.to_thread(service.run, "token", "revoke", "--tenant", "acme", token_id)
        async with asyncio.timeout(PATIENCE):
            # A process goes on with a token for some seconds after it was revoked by another.
            while await client.get_conversation_context_sync("acme", made["id"]) != refused:
                await asyncio.to_thread(time.sleep, 0.2)
        assert await asyncio.to_thread(service.stop) == 0
        lines = [json.loads(line) for line in service.log.read_text().splitlines()]
        assert lines[-1]["event"] == "Stopped"
        assert "Contenido" not in service.log.read_text()


async def test_a_killed_service_has_all_that_it_acknowledged(tmp_path: Path) -> None:
    with ConversationProcess(tmp_path / "profile") as service:
        token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
        headers = {"Authorization": f"Bearer {token}"}
        acknowledged: list[str] = []

        async def write(http: httpx.AsyncClient, writer: int, path: str) -> None:
            for number in range(1000):
                one = f"w{writer}-{number}"
                body = {"message": {"id": one, "role": "user", "content": one}}
                try:
                    answer = await http.post(path, json=body)
                except httpx.HTTPError:
                    return
                assert answer.status_code == 201
                acknowledged.append(one)
                if len(acknowledged) == 100:
                    service.kill()

        async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as http:
            made = await http.post(f"{service.url}/api/v1/conversations", json={})
            conversation = f"/api/v1/conversations/{made.json()['data']['id']}"
            path = f"{service.url}{conversation}/messages"
            await asyncio.gather(*(write(http, writer, path) for writer in range(8)))
            assert len(acknowledged) >= 100
            await asyncio.to_thread(service.start)
            stored: list[dict[str, Any]] = []
            after = -1
            while len(page := await _page(http, service.url + conversation, after)):
                stored += page
                after = page[-1]["seq"]
            ids = [message["id"] for message in stored]
            assert set(acknowledged) <= set(ids)
            assert len(ids) == len(set(ids))
            counted = await http.get(service.url + conversation)
            assert counted.json()["data"]["message_count"] == len(ids)
        assert await asyncio.to_thread(service.stop) == 0


async def test_a_running_service_notices_a_revocation_in_the_time_that_is_told(
    tmp_path: Path,
) -> None:
    service = ConversationProcess(tmp_path / "profile")
    token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
    address = "/api/v1/ws"
    with service:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx.AsyncClient(base_url=service.url, headers=headers, timeout=PATIENCE) as http,
            connect(service.url.replace("http", "ws") + address, additional_headers=headers) as ws,
        ):
            assert (await http.get("/api/v1/caller")).status_code == 200
            words = ("token", "revoke", "--tenant", "acme", token.split("_")[1])
            await asyncio.to_thread(service.run, *words)
            with pytest.raises(ConnectionClosed) as caught:
                while True:
                    async with asyncio.timeout(PATIENCE):
                        await ws.recv()
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 4001
            assert (await http.get("/api/v1/caller")).status_code == 401


async def _page(http: httpx.AsyncClient, base: str, after: int) -> list[dict[str, Any]]:
    params = {"limit": 500} if after < 0 else {"limit": 500, "after": after}
    answer = await http.get(f"{base}/messages", params=params)
    found: list[dict[str, Any]] = answer.json()["data"]
    return found
