"""What a server writes at once is sent at once, in its order, and nothing is held for long."""

import asyncio

import pytest

from transport.server.corked import CorkedTransport

pytestmark = pytest.mark.anyio


class Below(asyncio.Transport):
    """Remembers what it was given, and that it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.given.append(bytes(data))

    def close(self) -> None:
        self.given.append(b"closed")

    def is_closing(self) -> bool:
        return b"closed" in self.given


async def test_what_is_written_in_one_turn_is_sent_together() -> None:
    below = Below()
    corked = CorkedTransport(below)
    corked.write(b"head ")
    corked.write(b"body")
    assert below.given == []
    await asyncio.sleep(0)
    corked.write(b"next")
    await asyncio.sleep(0)
    assert below.given == [b"head body", b"next"]


async def test_much_is_sent_at_once_so_that_a_slow_reader_is_noticed() -> None:
    below = Below()
    corked = CorkedTransport(below)
    corked.write(b"head ")
    corked.write(b"x" * 70_000)
    assert below.given == [b"head " + b"x" * 70_000]
    corked.write(b"after")
    await asyncio.sleep(0)
    assert below.given[1:] == [b"after"]


async def test_what_was_written_is_sent_before_the_end_and_nothing_after_it() -> None:
    below = Below()
    corked = CorkedTransport(below)
    corked.write(b"last")
    corked.close()
    corked.write(b"late")
    await asyncio.sleep(0)
    assert below.given == [b"last", b"closed"]
