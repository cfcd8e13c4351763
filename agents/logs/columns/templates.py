"""Messages that differ only in their variable parts become one template, as in Drain.

He, Zhu, Zheng, Lyu: Drain, An Online Log Parsing Approach with Fixed Depth Tree (ICWS 2017). Here
the tree's leaves are messages whose tokens with digits were masked by SQL, with their counts, so
that the work grows with the number of kinds and not with the number of lines.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

ANY: Final = "*"
# What has a digit in it is variable.
MASK: Final = r"[^\s]*\d[^\s]*"
_SIMILAR = 0.7
_MOST_TOKENS = 60
# Messages of one length and first word are compared with so many kinds: beyond, each is its own.
_MOST_KIN = 300


class Template(NamedTuple):
    """Constant tokens with `*` for the variable ones, and how many messages were taken for it."""

    text: str
    taken: int


def mine(masked: Iterable[tuple[str, int]]) -> list[Template]:
    """Return the templates of masked messages (text, count), the commonest first."""
    found = [Template(" ".join(leaf.tokens), leaf.taken) for leaf in _leaves(masked)]
    return sorted(found, key=lambda one: (-one.taken, one.text))


def members(masked: Iterable[tuple[str, int]]) -> dict[str, str]:
    """Return for each masked message (text, count) the template that it is taken for."""
    return {text: " ".join(leaf.tokens) for leaf in _leaves(masked) for text in leaf.members}


@dataclass
class _Leaf:
    tokens: list[str]
    taken: int
    members: list[str]


def _leaves(masked: Iterable[tuple[str, int]]) -> Iterator[_Leaf]:
    leaves: dict[tuple[int, str], list[_Leaf]] = defaultdict(list)
    for text, count in sorted(masked, key=lambda one: (-one[1], one[0])):
        tokens = text.split(" ")[:_MOST_TOKENS]
        if not text.strip():
            continue
        kin = leaves[len(tokens), tokens[0]]
        best, found = 0.0, None
        for leaf in kin[:_MOST_KIN]:
            alike = sum(a == b for a, b in zip(leaf.tokens, tokens, strict=True)) / len(tokens)
            if alike > best:
                best, found = alike, leaf
        if found is not None and best >= _SIMILAR:
            merged = zip(found.tokens, tokens, strict=True)
            found.tokens = [a if a == b else ANY for a, b in merged]
            found.taken += count
            found.members.append(text)
        else:
            kin.append(_Leaf(tokens, count, [text]))
    for kin in leaves.values():
        yield from kin


def like(template: str) -> str:
    """Return a LIKE pattern (escaped by '!') that every message of a template fits."""
    tokens = [
        "%" if token == ANY else re.sub(r"([!%_])", r"!\1", token) for token in _tokens(template)
    ]
    return " ".join(tokens) + ("%" if _is_cut(template) else "")


def pattern(template: str) -> str:
    """Return the regular expression of a template's messages: `*` is one word."""
    tokens = [r"[^\s]*" if token == ANY else re.escape(token) for token in _tokens(template)]
    return " ".join(tokens) + (".*" if _is_cut(template) else "")


def _tokens(template: str) -> list[str]:
    return template.split(" ")


def _is_cut(template: str) -> bool:
    return len(_tokens(template)) >= _MOST_TOKENS
