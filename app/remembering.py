"""What a desk remembers: facts with where they were said, for whoever shows and changes them."""

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import NamedTuple, Protocol

from app.domain.memories import Memory, MemoryEdit, NewMemory


class Heard(NamedTuple):
    """What a message asked for, after it was done: facts that are new, and that are gone."""

    remembered: tuple[Memory, ...] = ()
    forgotten: tuple[Memory, ...] = ()


class SaidAt(NamedTuple):
    """The message a fact comes from: its conversation, and its position there."""

    context_id: str
    position: int


class Remembering(Protocol):
    """The facts of a desk. Methods raise `StoreError`; those that change one also `NotFound`."""

    async def facts(self) -> Sequence[Memory]:
        """Return all facts, those too that do not hold any more, the newest first."""
        ...

    async def add(self, new: NewMemory) -> Memory:
        """Remember a fact that the person wrote down."""
        ...

    async def edit(self, memory: Memory, edit: MemoryEdit) -> Memory:
        """Change a fact; raises `Conflict` when it is not any more as it is given."""
        ...

    async def forget(self, memory: Memory) -> None:
        """Remove a fact for good."""
        ...

    async def bring_back(self, memory: Memory) -> Memory:
        """Undo `forget`."""
        ...

    async def source(self, memory: Memory) -> SaidAt | None:
        """Return where a fact was said; None where that is not kept here (any more)."""
        ...

    def changed(self) -> AsyncGenerator[None]:
        """Yield at once, then each time that facts have changed; closing it ends it."""
        ...

    def watch(self, watcher: Callable[[Heard], None]) -> Callable[[], None]:
        """Call `watcher` after a message of this desk had facts remembered or forgotten.

        On the loop; returns how to stop it.
        """
        ...
