"""Embedders behind a server: OpenAI's interface, Ollama's, Gemini's.

OpenAI: POST <url>/embeddings (platform.openai.com/docs/api-reference/embeddings). Ollama: POST
<url>/api/embed (docs.ollama.com/api/embed). Gemini: POST <url>/models/<model>:batchEmbedContents
(ai.google.dev/api/embeddings). Texts leave the machine only when a profile names such a server.
"""

import http.client
import json
import math
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlsplit

from app.errors import AgentRefused, AgentUnreachable, BadInput
from app.search.embedders import Vector

TIMEOUT_SECONDS: Final = 30.0
MAX_ANSWER: Final = 64 * 2**20
MAX_TEXT: Final = 8000
MAX_DIMENSION: Final = 16_384

_LOCAL = ("localhost", "127.0.0.1", "::1")


class ServerKind(NamedTuple):
    """How one kind of server is spoken to."""

    name: str
    url: str
    model: str
    path: Callable[[str], str]
    headers: Callable[[str], dict[str, str]]
    request: Callable[[str, Sequence[str], bool], dict[str, Any]]
    vectors: Callable[[Any], list[Any]]


def _openai_vectors(answer: Any) -> list[Any]:
    return [item["embedding"] for item in sorted(answer["data"], key=lambda item: item["index"])]


def _gemini_request(model: str, texts: Sequence[str], query: bool) -> dict[str, Any]:
    purpose = "RETRIEVAL_QUERY" if query else "RETRIEVAL_DOCUMENT"
    return {
        "requests": [
            {
                "model": f"models/{model}",
                "content": {"parts": [{"text": text}]},
                "taskType": purpose,
            }
            for text in texts
        ]
    }


KINDS: Final = {
    "openai": ServerKind(
        name="openai",
        url="https://api.openai.com/v1",
        model="text-embedding-3-small",
        path=lambda model: "/embeddings",
        headers=lambda key: {"Authorization": f"Bearer {key}"} if key else {},
        request=lambda model, texts, query: {"model": model, "input": list(texts)},
        vectors=_openai_vectors,
    ),
    "ollama": ServerKind(
        name="ollama",
        url="http://localhost:11434",
        model="bge-m3",
        path=lambda model: "/api/embed",
        headers=lambda key: {"Authorization": f"Bearer {key}"} if key else {},
        request=lambda model, texts, query: {"model": model, "input": list(texts)},
        vectors=lambda answer: list(answer["embeddings"]),
    ),
    "gemini": ServerKind(
        name="gemini",
        url="https://generativelanguage.googleapis.com/v1beta",
        model="gemini-embedding-001",
        path=lambda model: f"/models/{quote(model, safe='')}:batchEmbedContents",
        headers=lambda key: {"x-goog-api-key": key} if key else {},
        request=_gemini_request,
        vectors=lambda answer: [item["values"] for item in answer["embeddings"]],
    ),
}


class RemoteEmbedder:
    """Asks a server for vectors; owns its address and, in memory only, its key."""

    understands: Final = True

    def __init__(self, kind: ServerKind, *, url: str = "", model: str = "", key: str = "") -> None:
        self._kind = kind
        self._model = model or kind.model
        self._url = (url or kind.url).rstrip("/")
        self._key = key
        parts = urlsplit(self._url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise BadInput(
                f"The setting 'url' in [search] cannot be {self._url!r}: an http(s) address"
                " without a password is wanted.",
                key="bad_setting",
                setting="url",
            )
        if key and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise BadInput(
                f"A key is not sent to {parts.hostname} in the clear: use https.",
                key="bad_setting",
                setting="url",
            )

    @property
    def model(self) -> str:
        """The kind of server and its model."""
        return f"{self._kind.name}:{self._model}"

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """Return the vectors of texts, each cut at `MAX_TEXT` characters."""
        cut = [text[:MAX_TEXT] or " " for text in texts]
        answer = self._post(self._kind.request(self._model, cut, query))
        try:
            vectors = [[float(number) for number in row] for row in self._kind.vectors(answer)]
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._refused("its answer holds no vectors") from error
        sizes = {len(vector) for vector in vectors}
        if len(vectors) != len(texts) or len(sizes) != 1 or not 0 < sizes.pop() <= MAX_DIMENSION:
            raise self._refused("its vectors do not fit the texts")
        if not all(math.isfinite(number) for vector in vectors for number in vector):
            raise self._refused("its vectors are not numbers")
        return list(vectors)

    def _post(self, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(  # noqa: S310 — the scheme was checked
            self._url + self._kind.path(self._model),
            json.dumps(body).encode(),
            {"Content-Type": "application/json", **self._kind.headers(self._key)},
        )
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                raw = response.read(MAX_ANSWER + 1)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refused(f"it answers {error.code}") from error
        except (OSError, http.client.HTTPException) as error:
            raise AgentUnreachable(
                f"The embedder at {self._host} does not answer: {error}.",
                key="embedder_unreachable",
            ) from error
        if len(raw) > MAX_ANSWER:
            raise self._refused("its answer is too large")
        try:
            return json.loads(raw)
        except ValueError as error:
            raise self._refused("its answer is not JSON") from error

    @property
    def _host(self) -> str:
        return urlsplit(self._url).netloc

    def _refused(self, why: str) -> AgentRefused:
        return AgentRefused(
            f"The embedder at {self._host} cannot be used: {why}.", key="embedder_refused"
        )


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would carry the key and the texts to an address nobody chose."""

    def redirect_request(self, *_: Any) -> None:
        return None
