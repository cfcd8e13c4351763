"""Those who are told when something happens, each until it no longer wants to be."""

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

_News = TypeVar("_News")


class Watchers(Generic[_News]):
    """Owns the list of watchers; they are called on the loop and must not block."""

    def __init__(self) -> None:
        self._watchers: list[Callable[[_News], None]] = []

    def add(self, watcher: Callable[[_News], None]) -> Callable[[], None]:
        """Call `watcher` with all news from now on; return how to stop it."""
        self._watchers.append(watcher)

        def unwatch() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return unwatch

    def tell(self, news: _News) -> None:
        """Call every watcher; one that leaves or comes meanwhile disturbs no other."""
        for watcher in list(self._watchers):
            watcher(news)

    def clear(self) -> None:
        """Forget all watchers."""
        self._watchers.clear()
