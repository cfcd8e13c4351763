"""How far a desk is in step with its conversation service, for whoever shows it."""

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from app.errors import DeskError


class SyncStatus(NamedTuple):
    """`connecting` at first; `in_step`; `offline` (what is said now arrives later); `refused`.

    `waiting` says whether changes of this desk are still to be sent, `error` why it is refused.
    """

    state: Literal["connecting", "in_step", "offline", "refused"]
    waiting: bool = False
    error: DeskError | None = None


class Syncing(Protocol):
    """A desk being kept in step with a service; nobody waits for it."""

    @property
    def status(self) -> SyncStatus:
        """How far the desk is in step, as last found out."""
        ...

    def watch(self, watcher: Callable[[SyncStatus], None]) -> Callable[[], None]:
        """Call `watcher` with each new status, on the loop; return how to stop it."""
        ...
