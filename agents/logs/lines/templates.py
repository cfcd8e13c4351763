"""Messages that differ only in their variable parts become one template, as in Drain.

He, Zhu, Zheng, Lyu: Drain, An Online Log Parsing Approach with Fixed Depth Tree (ICWS 2017). Here
the tree's leaves are messages whose tokens with digits were masked by SQL, with their counts, so
that the work grows with the number of kinds and not with the number of lines.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

ANY: Final = "*"
# What has a digit in it is variable.
MASK: Final = r"[^\s]*\d[^\s]*"
_SIMILAR = 0.7
_MOST_TOKENS = 60


class Template(NamedTuple):
    """Constant tokens with `*` for the variable ones, and how many messages were taken for it."""

    text: str
    taken: int


def mine(masked: Iterable[tuple[str, int]]) -> list[Template]:
    """Return the templates of masked messages (text, count), the commonest first."""
    leaves: dict[tuple[int, str], list[tuple[list[str], int]]] = defaultdict(list)
    for text, count in sorted(masked, key=lambda one: (-one[1], one[0])):
        tokens = text.split(" ")[:_MOST_TOKENS]
        if not text.strip():
            continue
        leaf = leaves[len(tokens), tokens[0]]
        best, place = 0.0, -1
        for index, (known, _) in enumerate(leaf):
            alike = sum(a == b for a, b in zip(known, tokens, strict=True)) / len(tokens)
            if alike > best:
                best, place = alike, index
        if best >= _SIMILAR:
            known, before = leaf[place]
            merged = [a if a == b else ANY for a, b in zip(known, tokens, strict=True)]
            leaf[place] = (merged, before + count)
        else:
            leaf.append((tokens, count))
    found = [Template(" ".join(t), n) for leaf in leaves.values() for t, n in leaf]
    return sorted(found, key=lambda one: (-one.taken, one.text))


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
