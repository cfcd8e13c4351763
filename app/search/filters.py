"""What a search is narrowed to, as the conditions of a statement."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

CONDITIONS: Final = """
    (:agent IS NULL OR from_agent = :agent OR to_agent = :agent)
    AND (:sender IS NULL OR from_agent = :sender)
    AND (:type IS NULL OR type = :type)
    AND (:conversation IS NULL OR context = :conversation)
    AND (:task IS NULL OR task = :task)
    AND (:since IS NULL OR t >= :since)
    AND (:until IS NULL OR t < :until)
"""


class Filters(NamedTuple):
    """Only messages that an agent said or was told, that a sender said, of a type, a conversation,
    a task, from a moment on, before a moment.
    """

    agent: str | None = None
    sender: str | None = None
    type: str | None = None
    conversation: str | None = None
    task: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def values(self) -> dict[str, object]:
        """Return what `CONDITIONS` are bound to."""
        return {**self._asdict(), "since": _stamp(self.since), "until": _stamp(self.until)}


def _stamp(moment: datetime | None) -> str | None:
    """Return a moment as records have it: UTC, without a zone."""
    if moment is None:
        return None
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
