"""What was said gets its vector sooner or later: the queue outlives crashes and silent servers."""

from array import array
from collections.abc import Callable, Sequence
from math import sqrt
from operator import mul
from typing import Final

from app.search.embedders import Embedder
from app.search.index import SearchIndex, unpacked
from app.stream_log.derived_database import Connection

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


BATCH: Final = 64
QUEUED_AT_ONCE: Final = 20_000

_NOBODY: Final = ""


class EmbeddingQueue:
    """Takes texts from the index's queue and puts their vectors beside them.

    A text leaves the queue in the commit that keeps its vector: none is lost, none is there twice.
    When another embedder is chosen, everything is queued anew and the old vectors go as the new
    ones come. The index says whose the queue is: a program that still has the embedder of before
    leaves it alone, and queueing that was broken off begins again.
    """

    def __init__(self, index: SearchIndex, embedder: Embedder) -> None:
        self._index = index
        self._embedder = embedder
        self._recognised = False

    def waiting(self) -> int:
        """Return how many texts have no vector of this embedder yet."""
        self._recognise()
        return int(self._index.rows("SELECT count(*) FROM queue")[0][0])

    def work(
        self,
        *,
        enough: Callable[[], bool] = lambda: False,
        told: Callable[[int], None] | None = None,
    ) -> int:
        """Embed what waits until there is nothing left or it is `enough`; return how many.

        Raises what the embedder raises; what it could not do stays in the queue.
        """
        self._recognise()
        done = 0
        while not enough() and self._owner() in (None, self._embedder.model):
            rows = self._index.rows(
                "SELECT doc, text FROM queue JOIN docs USING (doc) ORDER BY doc LIMIT ?", BATCH
            )
            if not rows:
                break
            vectors = self._embedder.embed([unpacked(text) for _, text in rows])
            kept = [
                (doc, self._embedder.model, len(vector), packed(vector), signs(vector))
                for (doc, _), vector in zip(rows, vectors, strict=True)
            ]
            with self._index.change() as connection:
                if self._owner() is None:
                    # Made anew meanwhile.
                    self._claim(connection, self._embedder.model)
                if self._owner() != self._embedder.model:
                    break
                connection.executemany(
                    "INSERT OR REPLACE INTO embeddings VALUES (?, ?, ?, ?)",
                    [row[:4] for row in kept],
                )
                connection.executemany(
                    "INSERT OR REPLACE INTO signs VALUES (?, ?)", [(r[0], r[4]) for r in kept]
                )
                connection.executemany("DELETE FROM queue WHERE doc = ?", [(r[0],) for r in kept])
            done += len(rows)
            if told is not None:
                told(done)
        return done

    def _recognise(self) -> None:
        if self._recognised:
            return
        # A text is queued when it is taken in: only another embedder has those before it to do.
        if self._owner() not in (None, self._embedder.model):
            self._queue_anew()
        with self._index.change() as connection:
            self._claim(connection, self._embedder.model)
        self._recognised = True

    def _owner(self) -> str | None:
        """Return the model that the queue is for; None in a new index."""
        found = self._index.rows("SELECT model FROM embedder")
        return str(found[0][0]) if found else None

    def _claim(self, connection: Connection, model: str) -> None:
        connection.execute("DELETE FROM embedder")
        connection.execute("INSERT INTO embedder VALUES (?)", (model,))

    def _queue_anew(self) -> None:
        """Queue what has no vector of this embedder, in parts that others need not wait for."""
        with self._index.change() as connection:
            # Until all are queued, nobody else takes any of them out.
            self._claim(connection, _NOBODY)
        ((last,),) = self._index.rows("SELECT max(doc) FROM docs")
        for first in range(0, (last or 0) + 1, QUEUED_AT_ONCE):
            with self._index.change() as connection:
                connection.execute(
                    "INSERT OR IGNORE INTO queue SELECT doc FROM docs LEFT JOIN embeddings"
                    " USING (doc) WHERE doc >= ? AND doc < ? AND meaning AND model IS NOT ?",
                    (first, first + QUEUED_AT_ONCE, self._embedder.model),
                )
