"""Phrases found in a message by the keys of their units."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from agents.data.language.units import Unit

T = TypeVar("T")
_SKIPPED = frozenset(("-", ",", "/", ":", "+", "#", '"', "*", "°"))  # in the middle of a name


class Trie(Generic[T]):
    """Owns phrases with what each of them means; several may have the same keys."""

    def __init__(self) -> None:
        self._root: dict[Any, Any] = {}
        self.size = 0

    def add(self, keys: Sequence[str], meant: T) -> None:
        """Add what a sequence of keys means; nothing for an empty one."""
        if not keys:
            return
        node = self._root
        for key in keys:
            node = node.setdefault(key, {})
        node.setdefault(None, []).append(meant)
        self.size += 1

    def find(self, units: Sequence[Unit], start: int) -> Iterator[tuple[int, list[T]]]:
        """Yield the places after each phrase that begins at a unit, with what it means."""
        node = self._root
        for place in range(start, len(units)):
            unit = units[place]
            child = node.get(unit.key)
            if child is None:
                if place > start and unit.key in _SKIPPED:
                    continue
                return
            node = child
            if None in node:
                yield place + 1, node[None]

    def get(self, keys: Iterable[str]) -> list[T]:
        """Return what a whole sequence of keys means."""
        node: Any = self._root
        for key in keys:
            node = node.get(key)
            if node is None:
                return []
        found: list[T] = node.get(None, [])
        return found
