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


class SyncEvent(NamedTuple):
    """Something that a person of this desk should hear, about one of its conversations.

    `made_anew`: the service had it not any more, and has it again with what is sent now;
    `sent_again`: the service lost what it had, and gets all of this desk (no conversation);
    `refused`: it does not take a change, for good (without a conversation: of a fact);
    `deleted`: it was deleted on another desk; `erased`: it was removed for good. `written` says of
    the latter that something was written here since, which is kept;
    `overruled`: another desk had changed the same field of `about` first, so `theirs` stays and
    `mine`, which this desk had, is not kept. Both are as JSON has them, empty for none; of a fact
    `field` says which it is.
    """

    kind: Literal["made_anew", "sent_again", "refused", "deleted", "erased", "overruled"]
    context_id: str = ""
    title: str = ""
    error: DeskError | None = None
    written: bool = False
    about: Literal["", "title", "agent", "fact"] = ""
    field: str = ""
    mine: str = ""
    theirs: str = ""


class Syncing(Protocol):
    """A desk being kept in step with a service; nobody waits for it."""

    @property
    def service(self) -> str:
        """The address of the service."""
        ...

    @property
    def status(self) -> SyncStatus:
        """How far the desk is in step, as last found out."""
        ...

    def watch(self, watcher: Callable[[SyncStatus], None]) -> Callable[[], None]:
        """Call `watcher` with each new status, on the loop; return how to stop it."""
        ...

    def watch_events(self, watcher: Callable[[SyncEvent], None]) -> Callable[[], None]:
        """Call `watcher` with what a person should hear, on the loop; return how to stop it."""
        ...
