"""Vectors as they are kept and compared: signed bytes, and the signs alone for a first look."""

from array import array
from collections.abc import Sequence
from math import sqrt
from operator import mul

# Below it, 127 divided by it is no number any more.
_NOTHING = 1e-300


def packed(vector: Sequence[float]) -> bytes:
    """Return a vector of length one in signed bytes: its largest part becomes 127 or -127.

    Cosines of packed vectors differ from those of the originals by about one hundredth.
    """
    largest = max(map(abs, vector), default=0.0)
    if largest < _NOTHING:
        return bytes(len(vector))
    scale = 127 / largest
    return array("b", [round(part * scale) for part in vector]).tobytes()


def signs(vector: Sequence[float]) -> bytes:
    """Return one bit for each part: whether it is above zero."""
    bits = 0
    for part in vector:
        bits = bits << 1 | (part > 0)
    return bits.to_bytes((len(vector) + 7) // 8, "big")


def cosine(one: bytes, other: bytes) -> float:
    """Return the cosine of two packed vectors of one dimension; 0 for an empty one."""
    a, b = array("b"), array("b")
    a.frombytes(one)
    b.frombytes(other)
    lengths = sum(map(mul, a, a)) * sum(map(mul, b, b))
    return sum(map(mul, a, b)) / sqrt(lengths) if lengths else 0.0


def distance(one: int, other: bytes) -> int:
    """Return how many signs differ."""
    return (one ^ int.from_bytes(other, "big")).bit_count()
