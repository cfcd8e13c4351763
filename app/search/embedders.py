"""What turns texts into vectors: a port, the offline one, and which one a profile has chosen."""

import os
import re
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final, Protocol
from zlib import crc32

from app.errors import BadInput
from app.words import fold

KEY_VARIABLE: Final = "BALANCE_DESK_EMBEDDER_KEY"

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


def chosen_embedder(profile: Path) -> Embedder:
    """Return the embedder of the profile's `[search]` table; without one, the offline one.

    `embedder` is `offline`, `openai` (any server with its interface), `ollama` or `gemini`;
    `model` and `url` go with it. Its key is read from the environment (`KEY_VARIABLE`), never from
    a file. Raises `BadInput`.
    """
    from app.settings import read_file

    table = read_file(profile).get("search")
    said: dict[str, Any] = table if isinstance(table, dict) else {}
    kind = said.get("embedder", "offline")
    if kind == "offline":
        return HashedNgrams()
    from app.search.remote_embedders import KINDS, RemoteEmbedder

    if kind not in KINDS:
        raise BadInput(
            f"The setting 'embedder' in [search] cannot be {kind!r}: one of offline,"
            f" {', '.join(KINDS)} is wanted.",
            key="bad_setting",
            setting="embedder",
        )
    return RemoteEmbedder(
        KINDS[kind],
        url=str(said.get("url") or ""),
        model=str(said.get("model") or ""),
        key=os.environ.get(KEY_VARIABLE, ""),
    )
