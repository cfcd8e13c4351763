"""The queues as their users see them; one contract suite runs over all implementations.

A queue carries, it does not keep: what must not be lost stays with its sender until the answer is
there, and the receiver knows duplicates by their ids.

Smooth weighted round robin (nginx's way): after each twelve turns every priority had its share, and
its turns are spread over the twelve.
"""

from asyncio import Future
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, Protocol

from app.conversations.protocol.queue_names import WEIGHTS, EnvelopeKind, Priority, QueueName

MAX_DELIVERIES: Final = 3
MAX_WAITING: Final = 20_000
"""How many may wait in one queue before more are refused."""
SECONDS_HELD: Final = 10.0
"""How long a worker may say nothing of what it took, until that is another's."""
MAX_SHARE: Final = 5_000
"""How many of them may be one tenant's: it is refused more while the others are not."""
MAX_DEAD: Final = 10_000
"""How many dead letters of one queue are kept: the oldest make room."""


OF_ONE_TENANT: Final = "Too many requests of this tenant are waiting: try again in a while."


class Proof(NamedTuple):
    """Who put an envelope into a queue: a credential's id, and its signature of the bytes."""

    credential: str
    signature: str


class TakenEnvelope(NamedTuple):
    """An envelope that one worker has for a while; `deliveries` counts this time too.

    One that is `given_up` was delivered as often as it may be and nobody finished it: it is not to
    be tried again, only told of and buried.
    """

    queue: QueueName
    entry: str
    body: bytes
    proof: Proof | None
    deliveries: int
    given_up: bool = False


class DeadLetter(NamedTuple):
    """An envelope that could not be handled, and why."""

    entry: str
    body: bytes
    reason: str
    deliveries: int
    proof: Proof | None = None


class Queues(Protocol):
    """The queues of the service. All methods raise `ServiceTimeout` when they cannot be reached.

    They fail apart: what is taken comes from those that can be read, and one that cannot is tried
    again by itself. Only where none can be read is that an error of taking.

    Delivery is at least once: what a worker neither finished nor held is given to another after
    the time to hold, at most `MAX_DELIVERIES` times. Then it is handed out as given up, until
    somebody buries it: whoever waits for an answer is to be told first.
    """

    async def put(
        self, kind: EnvelopeKind, body: bytes, *, proof: Proof | None = None, tenant: str = ""
    ) -> None:
        """Add an envelope; raises `RateLimitExceeded` while too many wait, or too many of a tenant.

        Where it is not said whose it is, only the former counts.
        """
        ...

    async def take(
        self, limit: int, *, wait: float, until: Future[None] | None = None
    ) -> Sequence[TakenEnvelope]:
        """Return about `limit` envelopes, by priority; none after waiting that many seconds.

        Once `until` is done it waits no longer: it returns what it has, and takes nothing more.
        """
        ...

    async def take_urgent(
        self, *, wait: float, until: Future[None] | None = None
    ) -> Sequence[TakenEnvelope]:
        """Return one of the highest priority, or a few that came together, out of turn.

        None after waiting that many seconds, or once `until` is done, as with `take`. What nobody
        holds any more is given by `take` only.
        """
        ...

    async def hold(self, taken: Sequence[TakenEnvelope]) -> None:
        """Say that these are still being worked on."""
        ...

    async def finish(self, taken: Sequence[TakenEnvelope]) -> None:
        """Remove envelopes whose effect is committed; unknown ones are no error."""
        ...

    async def bury(self, taken: TakenEnvelope, reason: str) -> None:
        """Move an envelope to the dead letters of its queue; too many, the oldest are dropped."""
        ...

    async def waiting(self, kind: EnvelopeKind) -> int:
        """Return how many envelopes of a type wait or are being worked on."""
        ...

    async def lengths(self, *, dead: bool = False) -> Mapping[str, int]:
        """Return how many wait or are being worked on in each queue, by its documented name.

        With `dead`, how many dead letters each has. One that cannot be used is left out.
        """
        ...

    async def failing(self) -> Mapping[str, str]:
        """Return why each queue that cannot be used cannot, in one word, by its documented name.

        Empty where all is well. Those of the answers are among them, and dead letters.
        """
        ...

    async def dead(self, kind: EnvelopeKind, *, limit: int = 100) -> Sequence[DeadLetter]:
        """Return dead letters of a type, oldest first."""
        ...

    async def dead_of(self, kind: EnvelopeKind, entries: Sequence[str]) -> Sequence[DeadLetter]:
        """Return those of the named dead letters that are there."""
        ...

    async def revive(self, kind: EnvelopeKind, entries: Sequence[str]) -> int:
        """Put dead letters back into their queue, as new; return how many there were.

        That they are to be done although they failed is noted before, where no sender can write
        (`app.conversations.service.queues.dead_letters`).
        """
        ...

    async def answer(
        self, address: str, body: bytes, *, finished: TakenEnvelope | None = None
    ) -> None:
        """Add a reply where one instance, or all that share a name, reads it.

        With it the envelope that it answers is `finished`: both happen, or neither.
        """
        ...

    async def announce(
        self, tenant: str, bodies: Sequence[bytes], *, after: str | None, upto: str
    ) -> bool:
        """Add updates where all who share the name read them, and note how far they reach.

        Both happen, or neither: where the tenant's note is not `after` (any more) this is False.
        """
        ...

    async def announced(self) -> Mapping[str, str]:
        """Return the note of each tenant of which something was announced."""
        ...

    def answers(self, addresses: Sequence[str]) -> AsyncGenerator[bytes | None, None]:
        """Yield None once the reading has begun, then each reply from there on, in order.

        After a break in the connection it goes on where it was. Closing the iterator ends it.
        """
        ...

    async def aclose(self) -> None:
        """Free what is held; idempotent."""
        ...


@contextmanager
def woken(until: Future[None] | None, wake: Callable[[], object]) -> Iterator[None]:
    """Have `wake` called once `until` is done, if that comes before the end of the block."""
    within = True

    def told(_: Future[None]) -> None:
        # What is done calls back a turn later, when the block may be over.
        if within:
            wake()

    if until is not None:
        until.add_done_callback(told)
    try:
        yield
    finally:
        within = False
        if until is not None:
            until.remove_done_callback(told)


def given_up(deliveries: int) -> str:
    """Return the reason of a dead letter that nobody finished."""
    return f"not finished after {deliveries} deliveries"


class Credits:
    """Deals out turns; owns what each priority has to its credit."""

    def __init__(self) -> None:
        self._credit = dict.fromkeys(WEIGHTS, 0)

    def deal(self, turns: int) -> Counter[Priority]:
        """Return how many of the next turns each priority gets."""
        dealt: Counter[Priority] = Counter()
        total = sum(WEIGHTS.values())
        for _ in range(turns):
            for priority, weight in WEIGHTS.items():
                self._credit[priority] += weight
            best = max(self._credit, key=self._credit.__getitem__)
            self._credit[best] -= total
            dealt[best] += 1
        return dealt
