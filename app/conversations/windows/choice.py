"""Which messages go into a window: the best that fit, in the order in which they were said.

    score(m)   = (1 − b) · relevance(m) + b · recency(m)        b = recency_bias, from 0 to 1
    recency(m) = 2 ^ (−k / 10)                                  k = messages said after m
    relevance(q, m) = (1/n) · Σ over the n telling words of q of  hit(word, m)

Relevance is 1 for what its sender marked as important, else that to the query or, without one, to
the newest message of a user. `hit` of a Latin word or number is 1 if m has it, from four characters
on also as a beginning. Of a Hangul, Han or Kana word, taken without its particle, it is 1 if it
stands anywhere in m; else, from three syllables on, the number of its syllable pairs that do, over
the number of all plus one. Words are those of `app.domain.index_terms`: without case, accents and
width.

System messages come first, the newest first. Then units (a tool call with its results is one, and
has the best score among its messages) by score, the newer first among equals, until one does not
fit any more. What would not even fit alone is passed over. No clock is involved: the same messages
and the same request always give the same window.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeVar

from app.domain.index_terms import Term, fold, query_terms

MOST_WORDS: Final = 24
"""Words of a query that count: a whole document given as query is judged by its beginning."""
READ: Final = 4000
"""Characters of a text and of a query that are read."""

_KEPT = 2000
_BREAK = re.compile(r"[\W_]+")


def relevance_to(query: str) -> Callable[[str], float]:
    """Return the function that judges texts by this query; one without words judges all as 0."""
    judges = [_judge(term) for term in query_terms(query[:READ])[:MOST_WORDS]]

    def relevance(text: str) -> float:
        if not judges:
            return 0.0
        folded = _folded(text[:READ])
        return sum([judge(folded) for judge in judges]) / len(judges)

    return relevance


@lru_cache(maxsize=_KEPT)
def _folded(text: str) -> str:
    """Return the words of a text, folded, each between blanks.

    The same messages are looked at for each turn of a conversation.
    """
    return f" {_BREAK.sub(' ', fold(text))} "


def _judge(term: Term) -> Callable[[str], float]:
    run, base, pairs = term.shown[0], term.shown[min(1, len(term.shown) - 1)], term.shown[2:]
    if not pairs and base.isascii():
        begins = f" {base}" if len(base) >= 4 else f" {base} "
        return lambda text: float(begins in text)
    if len(base) < 3:
        word = base if len(base) > 1 else run
        return lambda text: float(word in text)
    return lambda text: (
        1.0 if base in text else sum(pair in text for pair in pairs) / (len(pairs) + 1)
    )


class Said(Protocol):
    """What a window needs to know of a message; `seq` is its place in the conversation."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def seq(self) -> int:
        """Its place, rising."""

    @property
    def role(self) -> str:
        """user, assistant, system or tool."""

    @property
    def content(self) -> str:
        """Its text."""

    @property
    def tokens(self) -> int:
        """What it costs."""

    @property
    def important(self) -> bool:
        """Whether its sender marked it."""

    @property
    def metadata(self) -> Mapping[str, object]:
        """What was sent with it."""


M = TypeVar("M", bound=Said)


class MessageUnit(NamedTuple):
    """Messages that are taken or left together, oldest first.

    `whole` is false when a part of the pair is not among the messages that were looked at.
    """

    messages: tuple[Said, ...]
    whole: bool

    @property
    def tokens(self) -> int:
        """What all of it costs."""
        if len(self.messages) == 1:
            return self.messages[0].tokens
        return sum(message.tokens for message in self.messages)


def paired(messages: Sequence[Said]) -> bool:
    """Whether any message may belong to another."""
    return any(one.role == "tool" or "tool_calls" in one.metadata for one in messages)


def units_of(messages: Sequence[Said]) -> list[MessageUnit]:
    """Return the units of messages that are given oldest first, in the order of their first one.

    A tool's message belongs to the message whose `metadata.tool_calls` has the id that its own
    `metadata.tool_call_id` names; without one, to what stands directly before it.
    """
    groups: list[list[Said]] = []
    calls: dict[str, list[Said]] = {}
    broken: set[int] = set()
    for message in messages:
        group: list[Said] | None = None
        if message.role == "tool":
            wanted = message.metadata.get("tool_call_id")
            if isinstance(wanted, str):
                group = calls.get(wanted)
            elif groups and _directly_before(groups[-1], message):
                group = groups[-1]
        if group is None:
            group = []
            groups.append(group)
            if message.role == "tool":
                broken.add(id(group))
        group.append(message)
        if message.role == "assistant" and "tool_calls" in message.metadata:
            for call in _call_ids(message):
                calls[call] = group
    if calls:
        newest = messages[-1].seq
        broken |= {id(group) for group in calls.values() if not _answered(group, newest)}
    return [MessageUnit(tuple(group), id(group) not in broken) for group in groups]


def _directly_before(group: list[Said], message: Said) -> bool:
    last = group[-1]
    return last.seq == message.seq - 1 and last.role in ("assistant", "tool")


def _answered(group: list[Said], newest: int) -> bool:
    """Whether each call has its result, or the calls are the last thing that was said."""
    wanted = {call for one in group if one.role == "assistant" for call in _call_ids(one)}
    results = {message.metadata.get("tool_call_id") for message in group if message.role == "tool"}
    return wanted <= results or group[-1].seq == newest


def _call_ids(message: Said) -> list[str]:
    listed = message.metadata.get("tool_calls")
    if not isinstance(listed, list):
        return []
    ids = (call.get("id") for call in listed if isinstance(call, dict))
    return [one for one in ids if isinstance(one, str)]


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


class MessageSelection(NamedTuple):
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
) -> MessageSelection:
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
            return MessageSelection(messages, *newest, judged)
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
    return MessageSelection(messages, found, inside, max_tokens - room.tokens, judged)


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


def _ranked(units: list[MessageUnit], judged: _Judge) -> list[MessageUnit]:
    """Return units by their best score, the newer first among equals."""

    def rank(unit: MessageUnit) -> tuple[float, int]:
        return max(judged(message)[2] for message in unit.messages), unit.messages[-1].seq

    return sorted(units, key=rank, reverse=True)
