"""Constructions: patterns over typed spans, which are data of the packs, and what they make.

A pattern is a line of elements: `$type`, `$type.value`, `$name:type`, or a word; `a|b` is either,
`a?` may be missing. `packs/constructions.yaml` says what each construction makes, and patterns of
all languages; `packs/<language>/constructions.yaml` adds the language's own.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from agents.data.language.lexicon import Lexicon, lexicon
from agents.data.language.packs import Packs

_LITERAL = "="


class Construction(NamedTuple):
    """What a pattern makes: a piece of `type`, by an `action` of the parts and constants."""

    name: str
    action: str
    type: str
    cost: float
    constants: dict[str, Any]


class Ending(NamedTuple):
    """A construction that a path of elements completes, with the name of each element."""

    construction: Construction
    names: tuple[str, ...]


class Node(NamedTuple):
    """One step in the tree of patterns."""

    steps: "dict[str, Node]"
    endings: list[Ending]


class Grammar:
    """Owns the constructions of one language."""

    def __init__(
        self, words: Lexicon, source: Packs, without: frozenset[str] = frozenset()
    ) -> None:
        self.words = words
        self.root = Node({}, [])
        shared = source.read("constructions")
        own = source.read(f"{words.language}/constructions")
        for name, said in shared.items():
            made = Construction(
                name, said["makes"], said.get("type", said["makes"]), float(said.get("cost", 0)),
                {key: int(one) if one.isdigit() else one
                 for key, one in said.get("with", {}).items()},
            )  # fmt: skip
            if name in without:
                continue
            for pattern in (*said.get("patterns", ()), *own.get(name, ())):
                for elements in _expanded(pattern):
                    self._add(elements, made)
        if unknown := set(own) - set(shared):
            raise ValueError(f"constructions that make nothing: {sorted(unknown)}")

    def _add(self, elements: tuple[str, ...], made: Construction) -> None:
        node, names = self.root, []
        for element in elements:
            if element.startswith("$"):
                name, _, kind = element[1:].rpartition(":")
                names.append(name or kind.partition(".")[0])
            else:
                kind = _LITERAL + element
                names.append("")
                if kind not in self.words.literals:
                    self.words.literals.add(kind)
                    self.words.add(element.replace("_", " "), kind, "")
            node = node.steps.setdefault(kind, Node({}, []))
        node.endings.append(Ending(made, tuple(names)))


def _expanded(pattern: str) -> Iterator[tuple[str, ...]]:
    """Yield the sequences of elements of a pattern, options and alternatives written out."""
    ways = []
    for element in pattern.split():
        optional = element.endswith("?") and len(element) > 1
        found: list[str] = element.removesuffix("?").split("|") if optional else element.split("|")
        ways.append([*found, ""] if optional else found)
    for way in product(*ways):
        if sequence := tuple(one for one in way if one):
            yield sequence


@lru_cache(maxsize=8)
def grammar(language: str, source: Packs) -> Grammar:
    """Return the grammar of a language, read once."""
    return Grammar(lexicon(language, source), source)
