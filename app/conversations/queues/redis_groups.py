"""The group of readers of each request queue: made where it is missing, one without the others.

That a group is there is also how it is known that a queue can be read: a key of another type, one
that may not be touched, or a queue that is gone shows when its group is made.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from redis.exceptions import ResponseError

from app.conversations.queues import redis_calls
from app.conversations.queues.failing import Failing
from app.conversations.queues.names import REQUESTS, SERVICE, QueueName
from app.conversations.queues.redis_lines import Lines

GROUP: Final = SERVICE
_BEHIND_SECONDS: Final = 24 * 3600


class Groups:
    """Knows which queues can be read; the connections are the caller's."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._there: set[QueueName] = set()
        self._failing = Failing()

    def doubt(self) -> None:
        """Have all looked at before they are read again: one of them was refused."""
        self._there.clear()

    async def readable(self) -> Sequence[QueueName]:
        """Return the queues that can be read, after a look at those where that is not known.

        Raises redis-py's `ResponseError` where not one can be.
        """
        if len(self._there) < len(REQUESTS):
            none = not self._there
            await self._look(
                [name for name in REQUESTS.values() if none or self._failing.due(str(name))]
            )
        return [name for name in REQUESTS.values() if name in self._there]

    async def failing(self) -> Mapping[str, str]:
        """Return why those that fail do, by name, after another look at them."""
        if reasons := self._failing.reasons:
            with suppress(ResponseError):
                await self._look([name for name in REQUESTS.values() if str(name) in reasons])
        return self._failing.reasons

    async def _look(self, names: Sequence[QueueName]) -> None:
        refused: dict[QueueName, ResponseError] = {}
        for name in names:
            if name in self._there:
                continue
            try:
                await self._make(str(name))
            except ResponseError as error:
                refused[name] = error
            else:
                self._there.add(name)
                self._failing.works(str(name))
        if len(refused) == len(REQUESTS):
            # It is no fault of one of them.
            raise next(iter(refused.values()))
        for name, refusal in refused.items():
            self._failing.fails(str(name), refusal)

    async def _make(self, name: str) -> None:
        """Make a group that reads from the first entry: what came before any worker counts too."""
        try:
            await self._lines.ask("XGROUP", "CREATE", name, GROUP, "0", "MKSTREAM")
        except ResponseError as error:
            # Another worker, or an earlier run, has made it.
            if "BUSYGROUP" not in str(error):
                raise
        await self._lines.run(redis_calls.FORGET, [name], [GROUP, _BEHIND_SECONDS * 1000])
