"""Each hostile agent ends in its time: a plain sentence, few calls, few lines, bounded memory.

Here by the command itself; tests/gui/chat/test_hostile_agents.py puts the same before the window.
"""

import asyncio
import gzip
import json
import resource
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.cli import main
from tests.contract.transport.conformance.plain_agent import STREAMS, Faults, Json, PlainAgent
from tests.contract.transport.http_agents import listening
from tests.patience import PATIENCE
from transport.client import cards
from transport.client.http import HttpOptions
from transport.connect import _RETRY_DELAYS as RETRY_DELAYS

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

ROUND = "SendStreamingMessage"
EVENTS, ARTIFACTS, SIZE, CARD_SECONDS, TURN_SECONDS = 300, 100, 1_000_000, 0.1, PATIENCE
MOST_PAUSES = 1_000
LOOK_AGAIN = 0.002
MOST_CALLS, MOST_LINES, MOST_MEMORY = 12, 2 * EVENTS + 20, 200_000_000  # the last in bytes


@dataclass(frozen=True, kw_only=True)
class Few(HttpOptions):
    """As always, but that an agent without an end or a measure is given up sooner."""

    max_events: int = EVENTS
    max_event_bytes: int = SIZE


class Ends(NamedTuple):
    """How a run of the command ends: its exit code, and words of what it says."""

    code: int
    says: str


def http(of: str, **changes: Any) -> Faults:
    return Faults(http=lambda method, r: r._replace(**changes) if method == of else r)


def card(change: Callable[[Json], Any]) -> Faults:
    return Faults(card=change)


def events(change: Callable[[list[Json]], list[Any]]) -> Faults:
    return Faults(events=lambda method, told: change(told) if method in STREAMS else told)


def result(value: Any) -> Faults:
    return Faults(envelope=lambda told: {**told, "result": value})


def of_another(told: list[Json]) -> list[Json]:
    piece = {"artifactUpdate": {**told[2]["artifactUpdate"], "taskId": "other"}}
    return [*told[:2], piece, *told[2:]]


def everywhere(*methods: str, **changes: Any) -> Faults:
    """Break the stream, and change the answers to whoever looks for its task."""
    return Faults(
        events=lambda method, told: told[:2] if method == ROUND else told,
        http=lambda method, r: r._replace(**changes) if method in methods else r,
    )


def under(name: str) -> Callable[[list[Json]], list[Any]]:
    def change(told: list[Json]) -> list[Any]:
        return [{k: {**v, name: str(at)} for k, v in e.items()} for at, e in enumerate(told)]

    return change


def states_without_end(told: list[Json]) -> list[Json]:
    words = iter(range(10 * EVENTS))

    def said(one: Json) -> Json:
        message = {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": str(next(words))}]}
        status = {**one["statusUpdate"]["status"], "message": message}
        return {"statusUpdate": {**one["statusUpdate"], "status": status}}

    return [told[0], *[said(told[1]) for _ in range(10 * EVENTS)]]


def artifacts_without_end(told: list[Json]) -> list[Json]:
    def named(number: int) -> Json:
        update = told[2]["artifactUpdate"]
        artifact = {**update["artifact"], "artifactId": f"a{number}"}
        return {"artifactUpdate": {**update, "artifact": artifact}}

    return [*told[:2], *map(named, range(10 * EVENTS))]


LATIN = (
    b'data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t1","contextId":"c1",'
    b'"artifact":{"artifactId":"z","parts":[{"text":"caf\xe9"}]}}}}\n\n'
)
PACKED = gzip.compress(b":" * 100 * SIZE, compresslevel=1)
DONE, REFUSED, AWAY = 0, 1, 3
LATE = "did not finish within"
NO_CARD = "did not come within"

AGENTS: dict[str, tuple[Faults, Ends]] = {
    # The card
    "no card": (card(lambda told: None), Ends(REFUSED, "no agent card was found")),
    "a card that fails": (http("card", status=500), Ends(AWAY, "HTTP 500")),
    "a card elsewhere": (
        http("card", status=302, to="https://e.example/card"),
        Ends(REFUSED, "elsewhere: HTTP 302, to https://e.example/card."),
    ),
    "a card nowhere": (http("card", status=302), Ends(REFUSED, "elsewhere: HTTP 302.")),
    "a page": (card(lambda told: b"<html>"), Ends(REFUSED, "it is no JSON")),
    "a card in UTF-16": (
        card(lambda told: json.dumps(told).encode("utf-16")),
        Ends(REFUSED, "it is no JSON"),
    ),
    "a card in Latin-1": (
        card(lambda told: json.dumps(told).encode().replace(b"Plain", b"caf\xe9")),
        Ends(DONE, "one two"),
    ),
    "a card without a floor": (
        card(lambda told: b"[" * 100_000),
        Ends(REFUSED, "it is no JSON"),
    ),
    "a deep card": (
        card(lambda told: b'{"x":' * 900 + b"1" + b"}" * 900),
        Ends(REFUSED, "cannot be used"),
    ),
    "a huge card": (
        card(lambda told: {**told, "description": "x" * 2 * SIZE}),
        Ends(REFUSED, f"more than {SIZE:,} bytes"),
    ),
    "a silent card": (http("card", chunks=[PATIENCE]), Ends(AWAY, NO_CARD)),
    "a slow card": (http("card", chunks=[b" ", 0.1] * 600), Ends(AWAY, NO_CARD)),
    # It breaks
    "nothing": (events(lambda told: []), Ends(AWAY, "without an answer")),
    "no content": (http(ROUND, status=204, chunks=[]), Ends(AWAY, "without an answer")),
    "a break after its task": (events(lambda told: told[:1]), Ends(DONE, "one two")),
    "a break at work": (events(lambda told: told[:2]), Ends(DONE, "one two")),
    "a break in a piece": (events(lambda told: told[:3]), Ends(DONE, "one two")),
    "a break in an event": (
        events(lambda told: [*told[:3], b"data: {"]),
        Ends(DONE, "one two"),
    ),
    "a break in the card": (http("card", chunks=[b'{"name":']), Ends(REFUSED, "it is no JSON")),
    "a break, and failures": (
        everywhere("GetTask", "SubscribeToTask", status=500),
        Ends(AWAY, "was not found again"),
    ),
    "a break, and another's task": (
        Faults(
            events=lambda method, told: told[:2] if method == ROUND else [],
            answer=lambda method, params, told: (
                {**told, "id": "other"} if method == "GetTask" else told
            ),
        ),
        Ends(REFUSED, "asked for one task, and told another"),
    ),
    # It never ends
    "a silent stream": (events(lambda told: [PATIENCE]), Ends(AWAY, LATE)),
    "an open end": (
        events(lambda told: [*told[:2], PATIENCE]),
        Ends(AWAY, LATE),
    ),
    "slow bytes": (http(ROUND, chunks=[b":", 1.0] * 600), Ends(AWAY, LATE)),
    "an end that is left open": (events(lambda told: [*told, PATIENCE]), Ends(DONE, "one two")),
    "an end that goes on": (
        events(lambda told: [*told, *told * 100]),
        Ends(DONE, "one two"),
    ),
    # It repeats, and floods
    "repetitions": (
        events(lambda told: [*told[:2] * 100, *told[2:]]),
        Ends(DONE, "one two"),
    ),
    "repetitions without end": (
        events(lambda told: told[:2] * EVENTS),
        Ends(REFUSED, f"{EVENTS} events and no end"),
    ),
    "pieces without end": (
        events(lambda told: [*told[:2], *[told[3]] * 10 * EVENTS]),
        Ends(REFUSED, f"{EVENTS} events and no end"),
    ),
    "states without end": (
        events(states_without_end),
        Ends(REFUSED, f"{EVENTS} events and no end"),
    ),
    "artifacts without end": (
        events(artifacts_without_end),
        Ends(REFUSED, f"{ARTIFACTS} artifacts and no end"),
    ),
    "a huge event": (
        events(lambda told: [b"data: " + b"x" * 2 * SIZE + b"\n\n"]),
        Ends(REFUSED, f"more than {SIZE:,} bytes"),
    ),
    # It lies
    "another task's piece": (events(of_another), Ends(DONE, "something of another task")),
    "a task of another name at every event": (
        events(under("taskId")),
        Ends(DONE, "something of another task"),
    ),
    "a conversation of another name at every event": (
        events(under("contextId")),
        Ends(DONE, "one two"),
    ),
    "no task's events": (events(lambda told: told[1:]), Ends(DONE, "one two")),
    "an envelope of another request": (
        Faults(envelope=lambda told: {**told, "id": "other"}),
        Ends(DONE, "one two"),
    ),
    "null": (result(None), Ends(AWAY, "cannot be read as A2A")),
    "a number": (result(7), Ends(AWAY, "cannot be read as A2A")),
    "a list": (result([1]), Ends(AWAY, "cannot be read as A2A")),
    "an empty object": (result({}), Ends(AWAY, "without an answer")),
    "a list for an envelope": (
        Faults(envelope=lambda told: [told]),
        Ends(AWAY, "expected an object"),
    ),
    "a page for an answer": (
        http(ROUND, kind="text/html", chunks=[b"<html>"]),
        Ends(AWAY, "what it sent is no JSON"),
    ),
    "no type": (http(ROUND, kind="", chunks=[b"{}"]), Ends(AWAY, "does not answer")),
    "an event without a floor": (
        events(lambda told: [b"data: " + b"[" * 100_000 + b"\n\n"]),
        Ends(AWAY, "cannot be read as A2A"),
    ),
    "an event in Latin-1": (
        events(lambda told: [told[0], LATIN, *told[1:]]),
        Ends(DONE, r"caf\xe9"),
    ),
    "a stream in UTF-16": (
        events(lambda told: [f"data: {json.dumps(one)}\n\n".encode("utf-16") for one in told]),
        Ends(AWAY, "without an answer"),
    ),
    "a lie about its packing": (http(ROUND, coding="gzip"), Ends(REFUSED, "compresses its answer")),
    "a packed flood": (
        http(ROUND, coding="gzip", chunks=[PACKED]),
        Ends(REFUSED, "compresses its answer"),
    ),
    # It refuses
    "elsewhere": (
        http(ROUND, status=307, to="/new"),
        Ends(REFUSED, "sends its callers elsewhere: HTTP 307, to http://127.0.0.1:"),
    ),
    "round in a circle": (
        http(ROUND, status=308, to="/rpc"),
        Ends(REFUSED, "sends its callers elsewhere: HTTP 308, to http://127.0.0.1:"),
    ),
    "to a file": (
        http(ROUND, status=302, to="file:///etc/passwd"),
        Ends(REFUSED, "sends its callers elsewhere: HTTP 302"),
    ),
    "too often": (http(ROUND, status=429), Ends(AWAY, "Try again later")),
    "a failure": (http(ROUND, status=500), Ends(AWAY, "failed to answer: HTTP 500")),
    "no entry": (http(ROUND, status=401), Ends(REFUSED, "signed in (HTTP 401)")),
}


class Counted:
    """An agent whose calls are counted."""

    def __init__(self, agent: PlainAgent) -> None:
        self.agent = agent
        self.calls = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.calls += 1
        await self.agent(scope, receive, send)


class Waiting:
    """Stands for `asyncio` where something waits by the clock."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]]) -> None:
        self.sleep = sleep

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


class Clock:
    """The time of a turn is what agent and command have paused for, which they need not do.

    Once it is up, or too many have paused, nobody does anything more.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._passed, self._pauses = 0.0, 0
        pausing = Waiting(self._pause)
        patch.setattr("tests.contract.transport.conformance.plain_agent.asyncio", pausing)
        patch.setattr("transport.client.following.asyncio", pausing)
        patch.setattr("app.terminal.terminal.asyncio", Waiting(self._turn))

    def _up(self) -> bool:
        return self._passed >= TURN_SECONDS or self._pauses >= MOST_PAUSES

    async def _pause(self, seconds: float) -> None:
        self._passed += seconds
        self._pauses += 1
        await asyncio.sleep(0)
        while self._up():  # noqa: ASYNC110 (two loops, in two threads)
            await asyncio.sleep(LOOK_AGAIN)

    async def _turn(self, seconds: float) -> None:
        assert seconds == TURN_SECONDS
        while not self._up():  # noqa: ASYNC110
            await asyncio.sleep(LOOK_AGAIN)


@pytest.fixture(autouse=True)
def hurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up after few events, look for a lost task at once, and wait for no card in vain."""
    monkeypatch.setattr("transport.client.http.HttpOptions", Few)
    monkeypatch.setattr("transport.connect._RETRY_DELAYS", (0.0, 0.01, 0.01))
    name = request.getfixturevalue("name") if "name" in request.fixturenames else ""
    if name and AGENTS[name][1].says == NO_CARD:
        monkeypatch.setitem(cards.fetch_card.__kwdefaults__ or {}, "seconds", CARD_SECONDS)
    monkeypatch.setattr("transport.client.following._MOST_ARTIFACTS", ARTIFACTS)
    monkeypatch.setattr("transport.client.following._LINGER_SECONDS", 0.2)
    monkeypatch.setattr("transport.client.following._REST_SECONDS", 0.2)


@pytest.fixture
def memory() -> Iterator[None]:
    """Hold the peak of this process, from now on where Linux can forget the one before."""
    before = peak(forget=True)
    yield
    assert peak() - before < MOST_MEMORY


def peak(*, forget: bool = False) -> int:
    """Return the most memory that this process has held since its peak was forgotten, in bytes."""
    if not sys.platform.startswith("linux"):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if forget:
        Path("/proc/self/clear_refs").write_text("5")  # proc(5)
    [line] = [one for one in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in one]
    return 1024 * int(line.split()[1])


def test_the_list_is_long_enough() -> None:
    assert len(AGENTS) >= 40


async def ask(agent: Counted, profile: Path, *more: str) -> int:
    """Ask an agent by the command; return its exit code."""
    async with listening(agent) as agent.agent.base:
        asked = ["ask", "--profile", str(profile), "--lang", "en", "--agent", agent.agent.base]
        async with asyncio.timeout(PATIENCE):
            return await asyncio.to_thread(main, [*asked, *more, "hello"])


@pytest.mark.parametrize("name", AGENTS)
async def test_the_command_ends_with_a_plain_sentence(
    profile: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    memory: None,
    name: str,
) -> None:
    faults, ends = AGENTS[name]
    counted = Counted(PlainAgent(faults))
    if late := ends.says == LATE:
        Clock(monkeypatch)
    code = await ask(counted, profile, "--timeout", str(TURN_SECONDS if late else 0))
    out, err = capsys.readouterr()
    assert (code, ends.says in out + err) == (ends.code, True), out + err
    assert "Traceback" not in out + err
    assert counted.calls <= MOST_CALLS
    assert len((out + err).splitlines()) <= MOST_LINES


async def test_streams_that_break_off_for_ever_are_asked_for_ever_more_rarely(
    profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Json] = []

    def broken_off(method: str, told: list[Json]) -> list[Json]:
        begun.extend(told[: 0 if begun else 3])
        return begun  # its task, that it works, and a piece: every stream opens, and says the same

    def at_work(method: str, params: Json, told: Json) -> Json:
        working = {"status": {"state": "TASK_STATE_WORKING"}}
        return {**told, **working} if method == "GetTask" else told

    def let_in(method: str, params: Json, reason: str) -> str | None:
        return None if method in STREAMS else reason

    faults = Faults(events=broken_off, answer=at_work, refuse=let_in)
    counted = Counted(PlainAgent(faults))
    monkeypatch.setattr("transport.connect._RETRY_DELAYS", RETRY_DELAYS)
    Clock(monkeypatch)
    code = await ask(counted, profile, "--timeout", str(TURN_SECONDS))
    out, err = capsys.readouterr()
    assert code == AWAY
    assert "one" in out
    assert f"did not finish within {TURN_SECONDS:g} seconds. Last known: working. Task t1" in err
    assert 20 < counted.calls <= 45
