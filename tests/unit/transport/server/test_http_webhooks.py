"""Where webhooks may be."""

import pytest
from a2a.utils.errors import InvalidParamsError

from transport.server.push import WebhookAddresses

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
