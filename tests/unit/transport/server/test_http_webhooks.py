"""Where webhooks may be."""

import asyncio
from typing import Any

import httpx
import pytest
from a2a.server.context import ServerCallContext
from a2a.types import TaskPushNotificationConfig, TaskStatusUpdateEvent
from a2a.utils.errors import InvalidParamsError

from tests.patience import PATIENCE
from transport.server.push import Refused, WebhookAddresses, WebhookCalls, WebhookSender

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/x",
        "http://localhost:8080/x",
        "http://[::1]/x",
        "http://10.0.0.1/x",
        "http://192.168.1.1/x",
        "http://172.16.0.1/x",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/x",
        "http://0.0.0.0/x",
        "http://[::ffff:10.0.0.1]/x",
        "http://224.0.0.1/x",
        "http://[64:ff9b::10.0.0.1]/x",
        "http://[2002:a00:1::]/x",
        "http://[2001:0:a00:1::]/x",
        "http://[fe80::1%25lo]/x",
        "http://[fd00::1]/x",
        "http://0x7f.1/x",
        "http://2130706433/x",
        "ftp://8.8.8.8/x",
        "file:///etc/passwd",
        "http://ada:secret@8.8.8.8/x",
        "http://no.such.host.invalid/x",
        "http://8.8.8.8:99999/x",
        "http:///x",
        "",
    ],
)
async def test_addresses_that_are_not_public_are_refused(url: str) -> None:
    with pytest.raises(InvalidParamsError):
        await WebhookAddresses(allow_private=False).allowed(url)


async def test_public_addresses_and_private_ones_on_request_are_allowed() -> None:
    assert await WebhookAddresses(allow_private=False).resolve("https://8.8.8.8/x") == "8.8.8.8"
    assert await WebhookAddresses(allow_private=True).allowed("http://127.0.0.1:1/x")
    with pytest.raises(InvalidParamsError):
        await WebhookAddresses(allow_private=True).allowed("file:///etc/passwd")


async def test_where_any_address_will_do_a_name_may_be_set_up_later() -> None:
    addresses = WebhookAddresses(allow_private=True)
    assert await addresses.allowed("http://no.such.host.invalid/x")
    found = await addresses.resolve("http://no.such.host.invalid/x")
    assert isinstance(found, Refused)
    assert not found.lasting


async def test_a_webhook_whose_name_is_not_known_yet_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[str] = []

    def take(request: httpx.Request) -> httpx.Response:
        taken.append(str(request.url))
        return httpx.Response(200)

    loop, asked = asyncio.get_running_loop(), 0

    async def known_later(host: str, port: int, **_: Any) -> list[Any]:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise OSError("not known")
        return [(0, 0, 0, "", ("127.0.0.1", port))]

    monkeypatch.setattr(loop, "getaddrinfo", known_later)
    async with httpx.AsyncClient(transport=httpx.MockTransport(take)) as client:
        sender = WebhookSender(
            client=client,
            addresses=WebhookAddresses(allow_private=True),
            retry_delays=(0.0, 0.0, 0.0),
        )
        config = TaskPushNotificationConfig(task_id="t", id="c", url="http://later.invalid/x")
        await sender.configs.set_info("t", config, ServerCallContext())
        event = TaskStatusUpdateEvent(task_id="t", context_id="c")
        await sender.send_notification("t", event)
        await sender.aclose(PATIENCE)
    assert taken == ["http://127.0.0.1/x"]
    assert asked == 3
    assert sender.calls == WebhookCalls(delivered=1, retries=2)


@pytest.mark.logs_warnings
async def test_what_waits_and_what_was_not_told_is_counted() -> None:
    asked = asyncio.Event()

    async def refuse(request: httpx.Request) -> httpx.Response:
        asked.set()
        await asyncio.sleep(0)
        return httpx.Response(500)

    async with httpx.AsyncClient(transport=httpx.MockTransport(refuse)) as client:
        sender = WebhookSender(
            client=client, addresses=WebhookAddresses(allow_private=True), retry_delays=(0.0,)
        )
        config = TaskPushNotificationConfig(task_id="t", id="c", url="http://127.0.0.1/x")
        await sender.configs.set_info("t", config, ServerCallContext())
        for _ in range(2):
            event = TaskStatusUpdateEvent(task_id="t", context_id="c")
            await sender.send_notification("t", event)
        await asked.wait()
        assert sender.calls == WebhookCalls(waiting=2)
        await sender.aclose(PATIENCE)
    assert sender.calls == WebhookCalls(failed=2, retries=2)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://no.such.host.invalid/x", "no.such.host.invalid does not resolve"),
        ("http://10.0.0.1/x", "private network"),
        ("ftp://8.8.8.8/x", "https://"),
        ("http://8.8.8.8:99999/x", "cannot be read"),
        ("http://ada:secret@8.8.8.8/x", "user name"),
    ],
)
async def test_a_refusal_says_why(url: str, why: str) -> None:
    with pytest.raises(InvalidParamsError, match=why):
        await WebhookAddresses(allow_private=False).allowed(url)
