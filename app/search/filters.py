"""What a search is narrowed to: tags beside the words, and conditions of a statement."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from zlib import crc32

CONDITIONS: Final = """
    (:agent IS NULL OR from_agent = :agent)
    AND (:party IS NULL OR from_agent = :party OR to_agent = :party)
    AND (:type IS NULL OR type = :type)
    AND (NOT :spoken OR type IN ('request', 'response', 'error'))
    AND (:conversation IS NULL OR context = :conversation)
    AND (:task IS NULL OR task = :task)
    AND (:since IS NULL OR t >= :since)
    AND (:until IS NULL OR t < :until)
"""


class Filters(NamedTuple):
    """Only messages that an agent said, that a party said or was told, of a type, a conversation,
    a task, from a moment on, before a moment. `spoken` leaves out what agents tell of their work.
    """

    agent: str | None = None
    party: str | None = None
    type: str | None = None
    conversation: str | None = None
    task: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    spoken: bool = False

    def values(self) -> dict[str, object]:
        """Return what `CONDITIONS` are bound to."""
        return {**self._asdict(), "since": _stamp(self.since), "until": _stamp(self.until)}

    def expression(self, first_day: str, last_day: str) -> str:
        """Return a full-text expression of tags that a message must have, or "" for all.

        It lets the index pass over what is not wanted. The days are those that the index covers;
        moments within a day, and different names with one hash, are left to `CONDITIONS`.
        """
        wanted = [
            f'"{_tag(kind, value)}"'
            for kind, value in zip(_KINDS, self[:5], strict=True)
            if value is not None
        ]
        if self.spoken:
            wanted.append("(" + " OR ".join(f'"{_tag("t", kind)}"' for kind in SPOKEN) + ")")
        if self.since is not None or self.until is not None:
            first = max(first_day, (_stamp(self.since) or "")[:10])
            last = min(last_day, (_stamp(self.until) or "9999")[:10])
            days = " OR ".join(f'"{tag}"' for tag in _days(first, last))
            wanted.append(f"({days})" if days else '"none"')
        return " AND ".join(wanted)


SPOKEN: Final = ("request", "response", "error")
_KINDS: Final = ("s", "a", "t", "c", "k")


def tags(row: tuple[str | None, ...]) -> str:
    """Return the tags of a message, from (id, t, from, to, type, context, task, …)."""
    _, moment, sender, receiver, kind, context, task, *_ = row
    given = [
        *zip("aa", dict.fromkeys((sender, receiver)), strict=False),
        ("s", sender),
        ("t", kind),
        ("c", context),
        ("k", task),
    ]
    day = (moment or "")[:10].replace("-", "")
    return " ".join(
        [
            *(_tag(sort, value) for sort, value in given if value is not None),
            f"d{day}",
            f"m{day[:6]}",
        ]
    )


def _tag(kind: str, value: str) -> str:
    return f"{kind}{crc32(value.encode('utf-8', 'replace')):08x}"


def _days(first: str, last: str) -> Iterator[str]:
    """Yield the tags of a range of days: whole months by one tag each."""
    if first > last:
        return
    day, end = date.fromisoformat(first), date.fromisoformat(last)
    while day <= end:
        following = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
        if day.day == 1 and following - timedelta(days=1) <= end:
            yield f"m{day:%Y%m}"
            day = following
        else:
            yield f"d{day:%Y%m%d}"
            day += timedelta(days=1)


def _stamp(moment: datetime | None) -> str | None:
    """Return a moment as records have it: UTC, without a zone."""
    if moment is None:
        return None
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
