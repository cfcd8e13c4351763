"""What turns texts into vectors: a port, and the offline one."""

import re
from collections.abc import Sequence
from math import sqrt
from typing import Final, Protocol
from zlib import crc32

from app.domain.index_terms import fold

Vector = Sequence[float]

_WORD = re.compile(r"\w+")


class Embedder(Protocol):
    """Texts in, vectors out; called from any one thread at a time.

    `model` names what made a vector: vectors of different models are never compared.
    """

    @property
    def model(self) -> str:
        """The name under which its vectors are kept."""
        ...

    @property
    def understands(self) -> bool:
        """Whether its vectors are near for words of like meaning, not only of like spelling."""
        ...

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """Return a vector for each text, all of one dimension, in order.

        Raises `AgentUnreachable` when nobody answers and `AgentRefused` when it does not do it.
        """
        ...


class HashedNgrams:
    """Vectors of character n-grams, made here: they know spelling, not meaning.

    Near are texts that share pieces of words: other endings, other spacing, slips of the pen. The
    grams of two and three characters are hashed with a sign to `DIMENSION` places (the hashing
    trick, Weinberger et al. 2009), weighted by the root of their count.
    """

    DIMENSION: Final = 256
    model: Final = "hashed-ngrams-1"
    understands: Final = False

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """Return the vectors; never fails."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        counts: dict[int, int] = {}
        for word in _WORD.findall(fold(text)):
            closed = f" {word} ".encode("utf-16-le", "replace")
            for width in (4, 6):
                for at in range(0, len(closed) - width + 1, 2):
                    gram = crc32(closed[at : at + width])
                    counts[gram] = counts.get(gram, 0) + 1
        vector = [0.0] * self.DIMENSION
        for gram, count in counts.items():
            vector[gram % self.DIMENSION] += sqrt(count) if gram & 0x10000 else -sqrt(count)
        return vector
