"""Which messages go into a window: the best that fit, in the order in which they were said.

    score(m)   = (1 − b) · relevance(m) + b · recency(m)        b = recency_bias, from 0 to 1
    recency(m) = 2 ^ (−k / 10)                                  k = messages said after m
    relevance  = 1 for what its sender marked as important, else as in `relevance`, to the query or,
                 without one, to the newest message of a user

System messages come first, the newest first. Then units (a tool call with its results is one, and
has the best score among its messages) by score, the newer first among equals, until one does not
fit any more. What would not even fit alone is passed over. No clock is involved: the same messages
and the same request always give the same window.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from app.conversations.windows.relevance import relevance_to
from app.conversations.windows.units import Said, Unit, units_of

HALF_LIFE: Final = 10
"""After how many further messages the recency of one has halved."""


class Scored(NamedTuple):
    """How a message was judged, and why it is in the window or not.

    `verdict`: `pinned`, `taken`, `over_budget`, `over_count`, `too_large`, `pair_incomplete`.
    """

    message: Said
    relevance: float
    recency: float
    score: float
    verdict: str

    @property
    def inside(self) -> bool:
        """Whether it is in the window."""
        return self.verdict in ("pinned", "taken")


class Choice(NamedTuple):
    """Every message that was looked at, oldest first; `tokens` is what those inside cost."""

    scored: tuple[Scored, ...]
    tokens: int

    @property
    def relevance_score(self) -> float:
        """The mean score of the messages inside that were not pinned; 0 when there is none."""
        scores = [one.score for one in self.scored if one.verdict == "taken"]
        return round(sum(scores) / len(scores), 4) if scores else 0.0


def choose(
    messages: Sequence[Said],
    *,
    newest_seq: int,
    message_count: int,
    max_tokens: int,
    recency_bias: float,
    query: str,
    judge: bool,
) -> Choice:
    """Return the choice among messages that passed the filters, given oldest first.

    Without `judge` no text is read and every relevance is 0: for a `recency_bias` of 1.
    Never more than `message_count` messages or `max_tokens` tokens. With a larger budget what was
    taken stays taken, as long as all system messages and every unit alone fit the smaller one.
    """
    spoken = [message for message in messages if message.role != "system"]
    relevance = _relevance(query) if judge else lambda message: 0.0
    judged = {
        message.id: _judged(message, newest_seq, recency_bias, relevance) for message in spoken
    }
    room = _Room(message_count, max_tokens)
    system = [message for message in messages if message.role == "system"]
    for message in reversed(system):
        unit = Unit((message,), whole=True)
        verdict = room.take(unit)
        judged[message.id] = Scored(
            message, 0.0, 0.0, 0.0, "pinned" if verdict == "taken" else verdict
        )
    room.begin_again()
    for unit in _ranked(units_of(spoken), judged):
        verdict = room.take(unit) if unit.whole else "pair_incomplete"
        for message in unit.messages:
            judged[message.id] = Scored(*judged[message.id][:4], verdict)
    return Choice(tuple(judged[message.id] for message in messages), max_tokens - room.tokens)


class _Room:
    """What is left of the budget; after the first unit that did not fit, nothing more is taken."""

    def __init__(self, count: int, tokens: int) -> None:
        self.tokens = tokens
        self._count = count
        self.begin_again()

    def begin_again(self) -> None:
        """Take further kinds of units, from what is left."""
        self._whole = self.tokens
        self._closed = ""

    def take(self, unit: Unit) -> str:
        """Take the unit if it fits; return what became of it."""
        tokens = unit.tokens
        if tokens > self._whole:
            return "too_large"
        if self._closed:
            return self._closed
        if len(unit.messages) > self._count:
            self._closed = "over_count"
        elif tokens > self.tokens:
            self._closed = "over_budget"
        else:
            self._count -= len(unit.messages)
            self.tokens -= tokens
            return "taken"
        return self._closed


def _relevance(query: str) -> Callable[[Said], float]:
    judge = relevance_to(query)
    return lambda message: 1.0 if message.important else judge(message.content)


def _judged(
    message: Said, newest_seq: int, bias: float, relevance: Callable[[Said], float]
) -> Scored:
    relevant = relevance(message)
    recent = float(2.0 ** (-(newest_seq - message.seq) / HALF_LIFE))
    return Scored(message, relevant, recent, (1 - bias) * relevant + bias * recent, "")


def _ranked(units: list[Unit], judged: dict[str, Scored]) -> list[Unit]:
    def rank(unit: Unit) -> tuple[float, int]:
        last = unit.messages[-1]
        if len(unit.messages) == 1:
            return -judged[last.id].score, -last.seq
        return -max(judged[message.id].score for message in unit.messages), -last.seq

    return sorted(units, key=rank)
