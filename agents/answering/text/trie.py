"""Phrases found in a message by the keys of their units."""

from collections.abc import Iterable, Iterator, Sequence
from sys import intern
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
_SKIPPED = frozenset(("-", ",", "/", ":", "+", "#", '"', "*", "°"))  # in the middle of a name


class Keyed(Protocol):
    """What stands in a message under a key."""

    @property
    def key(self) -> str:
        """What dictionaries have it under."""


class _Tail(NamedTuple):
    """What stands in place of a branch without forks: the keys that are left, and what they mean.

    Most phrases fork from the others within a key or two, and a dict for each further key took
    three times the memory.
    """

    keys: tuple[str, ...]
    meant: tuple[Any, ...]


class Trie(Generic[T]):
    """Owns phrases with what each of them means; several may have the same keys."""

    def __init__(self) -> None:
        self._root: dict[Any, Any] = {}

    def add(self, keys: Sequence[str], meant: T) -> None:
        """Add what a sequence of keys means; nothing for an empty one."""
        if not keys:
            return
        node, left = self._root, tuple(map(intern, keys))
        while left:
            key, left = left[0], left[1:]
            child = node.get(key)
            if child is None:
                node[key] = _Tail(left, (meant,))
                return
            if type(child) is _Tail:
                if child.keys == left:
                    node[key] = _Tail(left, (*child.meant, meant))
                    return
                rest, told = child
                child = {rest[0]: _Tail(rest[1:], told)} if rest else {None: told}
                node[key] = child
            node = child
        node[None] = (*node.get(None, ()), meant)

    def find(self, units: Sequence[Keyed], start: int) -> Iterator[tuple[int, Sequence[T]]]:
        """Yield the places after each phrase that begins at a unit, with what it means."""
        node: Any = self._root
        for place in range(start, len(units)):
            key = units[place].key
            child = node.get(key) if type(node) is dict else _after(node, key)
            if child is None:
                if place > start and key in _SKIPPED:
                    continue
                return
            node = child
            if meant := _meant(node):
                yield place + 1, meant

    def get(self, keys: Iterable[str]) -> Sequence[T]:
        """Return what a whole sequence of keys means."""
        node: Any = self._root
        for key in keys:
            node = node.get(key) if type(node) is dict else _after(node, key)
            if node is None:
                return ()
        return _meant(node)


def _after(tail: _Tail, key: str) -> _Tail | None:
    return _Tail(tail.keys[1:], tail.meant) if tail.keys and tail.keys[0] == key else None


def _meant(node: Any) -> tuple[Any, ...]:
    """Return what ends at a dict or at a tail, of which keys may be left."""
    if type(node) is dict:
        found: tuple[Any, ...] = node.get(None, ())
        return found
    return () if node.keys else node.meant
