"""Searching what was said: by words, by meaning, or both, narrowed, ranked and with snippets."""

import heapq
from collections.abc import Callable, Hashable, Sequence
from types import TracebackType
from typing import Final, Literal, NamedTuple, Self, TypeVar

from app.domain.conversations import in_words
from app.domain.index_terms import FOLDS, Term, compose, query_terms
from app.errors import AgentError, BadInput
from app.search.embedders import Embedder, HashedNgrams
from app.search.embedding_queue import EmbeddingQueue, cosine, distance, packed, signs
from app.search.filters import CONDITIONS, Filters
from app.search.index import SearchIndex, place_of, unpacked
from app.stream_log import StreamLogger
from app.stream_log.record import Message

K: Final = 60

T = TypeVar("T", bound=Hashable)


def fused(rankings: Sequence[Sequence[T]]) -> list[tuple[T, float]]:
    """Return items with their scores, the best first; equal scores in the order they are met.

    score = sum of 1 / (K + rank), rank from 1 (Cormack, Clarke and Büttcher, SIGIR 2009).
    """
    scores: dict[T, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + 1 / (K + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])


LENGTH: Final = 160
BEFORE: Final = 40


class Snippet(NamedTuple):
    """One line of a text and the ranges in it that match (start, stop), in order, apart."""

    text: str
    marks: tuple[tuple[int, int], ...]


def snippet(text: str, terms: Sequence[Term]) -> Snippet:
    """Return at most `LENGTH` characters around the place where most terms stand together."""
    composed = compose(text)
    folded, origin = _folded(composed)
    found = sorted({span for term in terms for span in _spans(folded, term)})
    spans = _apart([(origin[start], origin[stop - 1] + 1) for start, stop in found])
    start = _best_start(spans, len(composed))
    stop = min(len(composed), start + LENGTH)
    read = list(in_words(composed[start:stop]))
    for low, high in spans:  # what was looked for stays as it is
        read[max(0, low - start) : max(0, high - start)] = composed[
            max(low, start) : min(high, stop)
        ]
    line = "".join(" " if char.isspace() else char for char in read)
    lead, trail = "…" if start else "", "…" if stop < len(composed) else ""
    shift = len(lead) - start
    marks = tuple(
        (max(low, start) + shift, min(high, stop) + shift)
        for low, high in spans
        if low < stop and high > start
    )
    return Snippet(lead + line + trail, marks)


def _folded(composed: str) -> tuple[str, Sequence[int]]:
    """Return the folded text, and for each of its characters where it comes from."""
    if composed.isascii():
        return composed.lower(), range(len(composed))
    pieces, origin = [], []
    for at, char in enumerate(composed):
        piece = FOLDS[ord(char)]
        pieces.append(piece)
        origin += [at] * len(piece)
    return "".join(pieces), origin


def _spans(folded: str, term: Term) -> list[tuple[int, int]]:
    """Return where the longest spelling that occurs stands."""
    for shown in term.shown:
        spans: list[tuple[int, int]] = []
        at = folded.find(shown)
        while at >= 0 and len(spans) < 50:
            spans.append((at, at + len(shown)))
            at = folded.find(shown, at + len(shown))
        if spans:
            return spans
    return []


def _apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _best_start(spans: list[tuple[int, int]], length: int) -> int:
    if not spans or length <= LENGTH:
        return 0
    best = max(
        spans, key=lambda span: sum(span[0] <= low < span[0] + LENGTH - BEFORE for low, _ in spans)
    )
    return max(0, min(best[0] - BEFORE, length - LENGTH))


Mode = Literal["words", "meaning", "both"]

CANDIDATES: Final = 200
RANKED: Final = 20_000
MAX_LIMIT: Final = 1000
MAX_TERMS: Final = 24
LEAST_COSINE: Final = 0.15

_NEWEST = (
    "SELECT rowid FROM words WHERE words MATCH :expression ORDER BY rowid DESC LIMIT 1 OFFSET :most"
)
_WORDS = (
    "SELECT rowid FROM words WHERE words MATCH :expression AND rowid >= :oldest"
    " ORDER BY rank LIMIT :count"
)
_WORDS_NARROWED = " ".join(
    (
        "SELECT words.rowid FROM words JOIN docs ON docs.doc = words.rowid",
        "WHERE words MATCH :expression AND words.rowid >= :oldest AND",
        CONDITIONS,
        "ORDER BY rank LIMIT :count",
    )
)
_SIGNS = "SELECT doc, bits FROM signs"
_SIGNS_NARROWED = " ".join(("SELECT doc, bits FROM signs JOIN docs USING (doc) WHERE", CONDITIONS))


class Hit(NamedTuple):
    """A message that was found: where it belongs, and how it reads around what was found.

    `message_id` with `context_id` names the turn in its conversation; both are None for what did
    not come from a conversation.
    """

    id: str
    t: str
    from_agent: str
    to_agent: str | None
    type: str
    context_id: str | None
    task_id: str | None
    message_id: str | None
    score: float
    snippet: Snippet


class Search:
    """Owns the index and the embedding queue of a log; the log itself is its caller's.

    Thread-safe. Methods may take as long as the disk, or a remote embedder, takes: call them off
    the event loop.
    """

    def __init__(self, stream: StreamLogger, *, embedder: Embedder | None = None) -> None:
        self.index = SearchIndex(stream.files)
        self.embedder: Embedder = embedder or HashedNgrams()
        self.queue = EmbeddingQueue(self.index, self.embedder)
        self._stream = stream

    def catch_up(self, *, told: Callable[[int], None] = lambda _: None) -> int:
        """Make searchable by words what was logged since; return how many messages that were."""
        return self.index.catch_up(told=told)

    def find(
        self,
        query: str,
        *,
        limit: int = 10,
        mode: Mode = "both",
        filters: Filters | None = None,
    ) -> list[Hit]:
        """Return the best messages for a query, the best first.

        Nothing that was said carries a query without words: then there are no hits. Raises
        `BadInput` for a limit out of range; in mode `meaning`, what the embedder raises. In mode
        `both` an embedder that fails is done without.
        """
        if not 1 <= limit <= MAX_LIMIT:
            raise BadInput(f"A limit is from 1 to {MAX_LIMIT}, not {limit}.", key="bad_limit")
        narrowed = filters or Filters()
        terms = query_terms(query)[:MAX_TERMS]
        rankings: list[list[int]] = []
        if mode in ("words", "both") and terms:
            rankings.append(self._by_words(terms, max(limit, CANDIDATES), narrowed))
        if mode in ("meaning", "both") and query.strip():
            try:
                rankings.append(self._by_meaning(query, terms, max(limit, CANDIDATES), narrowed))
            except AgentError:
                if mode == "meaning":
                    raise
        ranked = fused(rankings)[:limit]
        return self._hits(ranked, terms)

    def messages(self, hits: Sequence[Hit]) -> list[Message]:
        """Return the whole messages of hits, as the log has them, with their `score`."""
        found = []
        for hit in hits:
            row = self.index.rows(
                "SELECT stem, d.offset, d.length FROM docs d JOIN files USING (file) WHERE id = ?",
                hit.id,
            )
            message = self._stream.chains.at(place_of(row[0])) if row else None
            if message is not None:
                found.append({**message, "score": hit.score})
        return found

    def close(self) -> None:
        """Close the index; the next use opens it again."""
        self.index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _by_words(self, terms: Sequence[Term], count: int, filters: Filters) -> list[int]:
        """Return documents with all words, then those with some of their pieces."""
        found = self._matching(" AND ".join(term.exact for term in terms), count, filters)
        if len(found) < count:
            more = self._matching(self._any_piece(terms, filters), count, filters)
            known = set(found)
            found += [doc for doc in more if doc not in known]
        return found[:count]

    def _any_piece(self, terms: Sequence[Term], filters: Filters) -> str:
        """Return an expression for some of the words or their pieces; common ones only if all are.

        What everybody says would bury the few messages that have the rest.
        """
        pieces = list(dict.fromkeys(piece for term in terms for piece in term.loose))
        rare = [piece for piece in pieces if not self._oldest(self._narrowed(piece, filters))]
        return " OR ".join(rare or pieces)

    def _narrowed(self, expression: str, filters: Filters) -> str:
        if filters == Filters():
            return f"terms : ({expression})"
        ((first, last),) = self.index.rows("SELECT min(stem), max(stem) FROM files")
        wanted = filters.expression((first or "9999-12-31")[:10], (last or "")[:10])
        return f"terms : ({expression}) AND tags : ({wanted})"

    def _oldest(self, expression: str) -> int:
        """Return the document from which on matches are ranked: 0 if there are not too many."""
        rows = self.index.rows(_NEWEST, expression=expression, most=RANKED)
        return int(rows[0][0]) if rows else 0

    def _matching(self, expression: str, count: int, filters: Filters) -> list[int]:
        """Return the best documents among the newest `RANKED` that match."""
        narrowed = self._narrowed(expression, filters)
        rows = self.index.rows(
            _WORDS if filters == Filters() else _WORDS_NARROWED,
            expression=narrowed,
            oldest=self._oldest(narrowed),
            count=count,
            **filters.values(),
        )
        return [doc for (doc,) in rows]

    def _by_meaning(
        self, query: str, terms: Sequence[Term], count: int, filters: Filters
    ) -> list[int]:
        """Return documents by the cosine of their vectors with the query's.

        Compared are those that share pieces of words and, where vectors know meaning, those that
        share most signs.
        """
        vector = self.embedder.embed([query], query=True)[0]
        wanted = packed(vector)
        candidates: list[int] = []
        if terms:
            candidates = self._matching(self._any_piece(terms, filters), count, filters)
        if self.embedder.understands:
            candidates += self._near_signs(signs(vector), count, filters)
        scored = []
        for doc in dict.fromkeys(candidates):
            rows = self.index.rows(
                "SELECT vector FROM embeddings WHERE doc = ? AND model = ? AND dimension = ?",
                doc,
                self.embedder.model,
                len(vector),
            )
            if rows and (near := cosine(wanted, rows[0][0])) >= LEAST_COSINE:
                scored.append((-near, doc))
        return [doc for _, doc in sorted(scored)]

    def _near_signs(self, wanted: bytes, count: int, filters: Filters) -> list[int]:
        rows = self.index.each(
            _SIGNS if filters == Filters() else _SIGNS_NARROWED, **filters.values()
        )
        number = int.from_bytes(wanted, "big")
        size = len(wanted)
        near = heapq.nsmallest(
            count, ((distance(number, bits), doc) for doc, bits in rows if len(bits) == size)
        )
        return [doc for _, doc in near]

    def _hits(self, ranked: Sequence[tuple[int, float]], terms: Sequence[Term]) -> list[Hit]:
        hits = []
        for doc, score in ranked:
            (row,) = self.index.rows(
                "SELECT id, t, from_agent, to_agent, type, context, task, message, text"
                " FROM docs WHERE doc = ?",
                doc,
            )
            shown = snippet(unpacked(row[8]), terms)
            hits.append(Hit._make((*row[:8], round(score, 6), shown)))
        return hits
