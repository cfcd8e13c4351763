"""What a conversation came to: messages, and for each agent its answers, time and tokens."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from statistics import median
from typing import NamedTuple

from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.tasks import TaskState
from app.domain.usage import Usage, summed

_PAGE = 256

Entries = Callable[[str, int, int], Awaitable[Sequence[Entry]]]
"""Reads the entries of a conversation from a position up to another."""


class AgentTally(NamedTuple):
    """An agent's share: `seconds` is the median over its finished answers, None without one.

    `usage` holds one sum for each currency, as `summed` makes them.
    """

    agent: str
    answers: int
    done: int
    seconds: float | None
    usage: Sequence[Usage]


class Tally(NamedTuple):
    """What was said in all, since when and until when; agents in the order in which they came."""

    messages: int
    begun: datetime | None
    last: datetime | None
    agents: Sequence[AgentTally]
    usage: Sequence[Usage]


async def tally(entries: Entries, context_id: str, count: int) -> Tally:
    """Add up the first `count` entries of a conversation, read page by page."""
    messages = 0
    times: list[datetime] = []
    shares: dict[str, _Share] = {}
    for start in range(0, count, _PAGE):
        for entry in await entries(context_id, start, min(count, start + _PAGE)):
            match entry:
                case RequestEntry(message=message):
                    messages += 1
                    times = _span(times, message.created_at)
                case AnswerEntry(answer=answer):
                    shares.setdefault(answer.agent, _Share()).take(entry)
                    times = _span(times, answer.ended_at or answer.started_at)
    agents = [share.tally(agent) for agent, share in shares.items()]
    total = summed(usage for share in agents for usage in share.usage)
    begun, last = times or (None, None)
    return Tally(messages, begun, last, agents, total)


class _Share:
    """Owns the figures of one agent; the sums are made page by page, so that they stay small."""

    def __init__(self) -> None:
        self._answers = self._done = 0
        self._seconds: list[float] = []
        self._usage: list[Usage] = []

    def take(self, entry: AnswerEntry) -> None:
        answer = entry.answer
        self._answers += 1
        if answer.state is TaskState.COMPLETED and answer.seconds is not None:
            self._done += 1
            self._seconds.append(answer.seconds)
        if answer.usage is not None:
            self._usage = summed([*self._usage, answer.usage])

    def tally(self, agent: str) -> AgentTally:
        seconds = median(self._seconds) if self._seconds else None
        return AgentTally(agent, self._answers, self._done, seconds, self._usage)


def _span(times: list[datetime], at: datetime) -> list[datetime]:
    return [min(times[0], at), max(times[1], at)] if times else [at, at]
