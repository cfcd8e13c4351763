"""Whether the parts that a server stands on can be used: asked now, and told when that changes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Final, NamedTuple

from app.system.metrics import Family, MetricSample

CHECK_SECONDS: Final = 3.0

Check = Callable[[], Awaitable[Mapping[str, str] | None]]
"""Raises where a part cannot be used; may return "ok", or why not, for each part of that."""

log = logging.getLogger(__name__)


def by_word(failing: Mapping[str, str]) -> str:
    """Return why parts cannot be used, in one line: each word once, before the parts that have it.

    One cause often takes many parts with it; it is not to be looked for between their names.
    """
    words = dict.fromkeys(failing.values())
    return "; ".join(
        f"{word}: {', '.join(part for part, why in failing.items() if why == word)}"
        for word in words
    )


class RareCheck:
    """A check of somebody else's server, who is asked at most once in some seconds.

    Who asks meanwhile waits for the same answer, and is told it again.
    """

    def __init__(
        self, check: Callable[[], Awaitable[None]], *, expected: type[Exception], seconds: float
    ) -> None:
        """`expected` is what the check raises where the part cannot be used."""
        self._check = check
        self._expected = expected
        self._seconds = seconds
        self._asking = asyncio.Lock()
        self._again = 0.0  # by the monotonic clock
        self._error: Exception | None = None

    async def __call__(self) -> None:
        """Raise what the check raised last."""
        async with self._asking:
            if monotonic() >= self._again:
                self._error = None
                try:
                    await self._check()
                except self._expected as error:
                    self._error = error
                self._again = monotonic() + self._seconds
            if self._error is not None:
                raise self._error.with_traceback(None)


class ReadyReport(NamedTuple):
    """What was found: "ok" or "unavailable" of each part, and what the parts of that are."""

    checks: Mapping[str, str]
    parts: Mapping[str, Mapping[str, str]]

    @property
    def good(self) -> bool:
        """Whether all can be used."""
        return all(word == "ok" for word in self.checks.values())


class Readiness:
    """Owns what was last known of each part; a change, and its reason, is one line of the log.

    `checks` may still change. Whoever asks is not told the reason: it has addresses in it. A
    process is `starting` until it has all its parts, and `stopping` once it is told to end, however
    its parts are: it closes them itself, so that nothing that is found then is a change.
    """

    def __init__(
        self,
        checks: Mapping[str, Check],
        *,
        expected: type[Exception],
        words: Callable[[Exception], str],
        seconds: float = CHECK_SECONDS,
    ) -> None:
        """A check may raise `expected` or OSError, of which `words` makes the reason."""
        self._checks = checks
        self._expected = expected
        self._words = words
        self._seconds = seconds
        self._away: set[str] = set()
        self.starting = False
        self.stopping = False

    async def standing(self) -> ReadyReport:
        """Ask every part, each for a bounded time."""
        asked = dict(self._checks)
        names = tuple(asked)
        found = await asyncio.gather(*(self._ask(name, check) for name, check in asked.items()))
        checks = {name: "unavailable" if name in self._away else "ok" for name in names}
        return ReadyReport(checks, {n: told for n, told in zip(names, found, strict=True) if told})

    async def families(self) -> list[Family]:
        """Return whether each part can be used, as figures."""
        checks = (await self.standing()).checks
        figures = [MetricSample(word == "ok", {"check": name}) for name, word in checks.items()]
        return [Family("balance_desk_ready", "gauge", "Whether a part can be used.", figures)]

    async def _ask(self, name: str, check: Check) -> Mapping[str, str] | None:
        told, reason = None, ""
        try:
            async with asyncio.timeout(self._seconds):
                told = await check()
        except TimeoutError:
            reason = f"no answer in {self._seconds:g} seconds"
        except (self._expected, OSError) as error:
            reason = self._words(error)
        if told:
            reason = by_word({part: word for part, word in told.items() if word != "ok"})
        if not self.stopping:
            self._note(name, reason)
        return told

    def _note(self, name: str, reason: str) -> None:
        if reason and name not in self._away:
            self._away.add(name)
            fields = {"check": name, "reason": reason}
            log.warning("%s cannot be used: %s", name, reason, extra={"fields": fields})
        elif not reason and name in self._away:
            self._away.discard(name)
            log.info("%s can be used again", name, extra={"fields": {"check": name}})
