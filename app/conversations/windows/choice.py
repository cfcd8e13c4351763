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
from app.conversations.windows.units import Said, Unit, paired, units_of

HALF_LIFE: Final = 10
"""After how many further messages the recency of one has halved."""

_PINNED: Final = (0.0, 0.0, 0.0)
_INSIDE: Final = frozenset({"pinned", "taken"})


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
        return self.verdict in _INSIDE


class Choice(NamedTuple):
    """What became of every message that was looked at, oldest first.

    `inside` are the places of those that were taken, in order; `tokens` is what they cost.
    """

    messages: Sequence[Said]
    verdicts: Sequence[str]
    inside: Sequence[int]
    tokens: int
    judge: "_Judge"

    @property
    def whole(self) -> bool:
        """Whether every message was taken."""
        return len(self.inside) == len(self.messages)

    @property
    def scored(self) -> tuple[Scored, ...]:
        """How each was judged; pinned messages are not."""
        return tuple(
            Scored(
                message, *(_PINNED if message.role == "system" else self.judge(message)), verdict
            )
            for message, verdict in zip(self.messages, self.verdicts, strict=True)
        )

    @property
    def relevance_score(self) -> float:
        """The mean score of the messages inside that were not pinned; 0 when there is none."""
        taken = [self.messages[at] for at in self.inside]
        if "pinned" in self.verdicts:
            taken = [message for message in taken if message.role != "system"]
        return round(sum(self.judge.scores(taken)) / len(taken), 4) if taken else 0.0


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
    judged = _Judge(newest_seq, recency_bias, relevance_to(query) if judge else None)
    room = _Room(message_count, max_tokens)
    verdicts: dict[str, str] = {}
    spoken = [message for message in messages if message.role != "system"]
    pairs = paired(spoken)
    if not judge and not pairs and len(spoken) == len(messages):
        newest = _newest(messages, message_count, max_tokens)
        if newest is not None:
            return Choice(messages, *newest, judged)
    if len(spoken) < len(messages):
        for message in reversed(messages):
            if message.role == "system":
                verdict = room.take(1, message.tokens)
                verdicts[message.id] = "pinned" if verdict == "taken" else verdict
        room.begin_again()
    if pairs:
        for unit in _ranked(units_of(spoken), judged):
            parts = unit.messages
            verdict = room.take(len(parts), unit.tokens) if unit.whole else "pair_incomplete"
            verdicts.update((message.id, verdict) for message in parts)
    else:
        # Each is a unit of its own; by their age alone they are in order already.
        ranked = sorted(spoken, key=judged.rank) if judge else spoken
        for message in reversed(ranked):
            verdicts[message.id] = room.take(1, message.tokens)
    found = [verdicts[message.id] for message in messages]
    inside = [at for at, verdict in enumerate(found) if verdict in _INSIDE]
    return Choice(messages, found, inside, max_tokens - room.tokens, judged)


class _Judge:
    """Gives the relevance, recency and score of a message, each found once."""

    def __init__(
        self, newest_seq: int, bias: float, relevance: Callable[[str], float] | None
    ) -> None:
        self._newest_seq = newest_seq
        self._bias = bias
        self._relevance = relevance
        self._found: dict[str, tuple[float, float, float]] = {}

    def __call__(self, message: Said) -> tuple[float, float, float]:
        found = self._found.get(message.id)
        if found is None:
            relevance = 0.0
            if self._relevance is not None:
                relevance = 1.0 if message.important else self._relevance(message.content)
            recency = _recency(self._newest_seq - message.seq)
            score = (1 - self._bias) * relevance + self._bias * recency
            found = self._found[message.id] = (relevance, recency, score)
        return found

    def scores(self, messages: Sequence[Said]) -> list[float]:
        """Return the scores alone."""
        if self._relevance is None:
            newest, bias, known = self._newest_seq, self._bias, _RECENCIES
            if messages and newest - messages[0].seq < len(known):
                return [bias * known[newest - message.seq] for message in messages]
            return [bias * _recency(newest - message.seq) for message in messages]
        return [self(message)[2] for message in messages]

    def rank(self, message: Said) -> tuple[float, int]:
        """Return what the better and the newer has more of."""
        return self(message)[2], message.seq


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

    def take(self, messages: int, tokens: int) -> str:
        """Take so much if it fits; return what became of it."""
        if tokens > self._whole:
            return "too_large"
        if self._closed:
            return self._closed
        if messages > self._count:
            self._closed = "over_count"
        elif tokens > self.tokens:
            self._closed = "over_budget"
        else:
            self._count -= messages
            self.tokens -= tokens
            return "taken"
        return self._closed


def _newest(
    messages: Sequence[Said], count: int, tokens: int
) -> tuple[list[str], range, int] | None:
    """Return the verdicts, the places and the cost where the newest all fit, or None.

    What `_Room` finds for them one by one, in a fifth of the time: most windows are of this kind.
    """
    older = max(0, len(messages) - count)
    costs = [message.tokens for message in messages]
    cost = sum(costs[older:])
    if cost > tokens:
        return None
    verdicts = ["too_large" if one > tokens else "over_count" for one in costs[:older]]
    inside = range(older, len(messages))
    return verdicts + ["taken"] * len(inside), inside, cost


def _recency(messages_after: int) -> float:
    return float(2.0 ** (-messages_after / HALF_LIFE))


_RECENCIES: Final = tuple(_recency(after) for after in range(1024))
"""The newest messages', found beforehand: they are most of what is ever judged."""


def _ranked(units: list[Unit], judged: _Judge) -> list[Unit]:
    """Return units by their best score, the newer first among equals."""

    def rank(unit: Unit) -> tuple[float, int]:
        return max(judged(message)[2] for message in unit.messages), unit.messages[-1].seq

    return sorted(units, key=rank, reverse=True)
