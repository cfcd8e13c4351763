"""Turns of one conversation begin in the order in which they came; then they run side by side."""

import asyncio


class Place:
    """A turn's place in its conversation; `leave` lets the next one begin, and is idempotent."""

    def __init__(self, order: "TurnOrder", context_id: str) -> None:
        self._order = order
        self._context_id = context_id
        self.left = asyncio.Event()

    def leave(self) -> None:
        """Let the next turn begin."""
        self.left.set()
        self._order.forget(self._context_id, self)


class TurnOrder:
    """Owns the last turn of each conversation that has one about to begin."""

    def __init__(self) -> None:
        self._last: dict[str, Place] = {}

    def enter(self, context_id: str) -> tuple[Place, Place | None]:
        """Return a place at the end of the conversation's queue, and the one before it if any."""
        place = Place(self, context_id)
        if not context_id:
            return place, None
        before = self._last.get(context_id)
        self._last[context_id] = place
        return place, before

    def forget(self, context_id: str, place: Place) -> None:
        """Forget a conversation whose last turn has begun."""
        if self._last.get(context_id) is place:
            del self._last[context_id]
