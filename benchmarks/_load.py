"""Load on servers, of benchmarks and of live tests: at a rate that waits for nobody, or closed.

With a rate each request has a time at which it is due, and how long it took counts from there: a
server that stands still for a second is charged for all requests that came in that second, not only
for the one that was under way (what is called coordinated omission). So is a time measured that
people wait.

A closed loop, in which a client asks again once it was answered, says what so many clients get at
most, and with one client what a request costs where nothing else is asked.
"""

import asyncio
import json
import math
import ssl
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

REFUSED, BROKEN = -1, 0
"""Instead of a status: there was no connection; a connection ended without an answer."""


@dataclass
class Taken:
    """What became of requests: how often each status came, and how many seconds each took."""

    statuses: Counter[Any] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    lasted: float = 0.0

    def __iadd__(self, more: "Taken") -> "Taken":
        """Add what became of more requests, made before or after these."""
        self.statuses += more.statuses
        self.seconds += more.seconds
        self.lasted += more.lasted
        return self

    @property
    def rate(self) -> float:
        """Answers a second."""
        return sum(self.statuses.values()) / self.lasted if self.lasted else 0.0

    def percentile(self, share: float) -> float:
        """Return within how many milliseconds that share of the requests was answered."""
        held = sorted(self.seconds)
        return held[min(len(held) - 1, int(share * len(held)))] * 1000 if held else 0.0


class Line:
    """Owns one connection, opened when it is needed; one request at a time.

    Bare sockets: a library's client takes as long as the server does.
    """

    def __init__(
        self, base: str, headers: Mapping[str, str], trust: ssl.SSLContext | None = None
    ) -> None:
        """`trust` says whose certificates are good, where it is asked through TLS."""
        address = urlsplit(base)
        self.headers = headers
        self._trust = trust
        self._host, self._port = address.hostname or "", address.port or 80
        told = {"Host": f"{self._host}:{self._port}", **headers}
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Return status and body of an answer.

        A connection that was refused has the status `REFUSED`, one that ended without an answer
        `BROKEN`.
        """
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self._headers}"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        if self._streams is not None:
            reader, writer = self._streams
            if reader.at_eof() or writer.is_closing():
                self.close()  # the server ended it while nothing was asked
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection(
                    self._host, self._port, ssl=self._trust
                )
            reader, writer = self._streams
            writer.write(head.encode() + b"\r\n" + sent)
            told = await reader.readuntil(b"\r\n\r\n")
            length = 0
            for line in told.split(b"\r\n"):
                if line.lower().startswith(b"content-length:"):
                    length = int(line[15:])
            return int(told[9:12]), await reader.readexactly(length)
        except ConnectionRefusedError:
            return REFUSED, b""
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.close()
            return BROKEN, b""

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


Ask = Callable[[int], Awaitable[Any]]
"""Makes the request of a number, and returns the status of its answer, or what else became."""


async def closed(
    ask: Ask, *, clients: int = 1, seconds: float = math.inf, requests: float = math.inf
) -> Taken:
    """Have every client ask again as soon as it was answered, for so long or so many requests.

    Client n makes the requests n, n + clients, n + 2 clients, …
    """
    taken = Taken()
    begun = time.perf_counter()

    async def client(number: int) -> None:
        while number < requests and (since := time.perf_counter()) - begun < seconds:
            taken.statuses[await ask(number)] += 1
            taken.seconds.append(time.perf_counter() - since)
            number += clients

    await asyncio.gather(*map(client, range(clients)))
    taken.lasted = time.perf_counter() - begun
    return taken


async def open_loop(
    ask: Ask, *, rate: float, seconds: float, until: asyncio.Event | None = None
) -> Taken:
    """Ask at a rate, whether answers come or not; times count from when each was due.

    Once `until` is set, nothing more is asked.
    """
    taken = Taken()
    begun = time.perf_counter()

    async def one(number: int, due: float) -> None:
        taken.statuses[await ask(number)] += 1
        taken.seconds.append(time.perf_counter() - due)

    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            due = begun + number / rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            if until is not None and until.is_set():
                break
            group.create_task(one(number, due))
    taken.lasted = time.perf_counter() - begun
    return taken
