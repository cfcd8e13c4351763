"""Which language models are served on this machine, found where their servers usually are.

Ollama and llama.cpp's server list theirs by OpenAI's interface, `GET /v1/models`
(docs.ollama.com/openai; the page tools/server of github.com/ggml-org/llama.cpp).
"""

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import httpx

SECONDS: Final = 1.0
"""How long a server may take; where there is none, this machine says so at once."""
PLACES: Final = (
    ("ollama", "http://localhost:11434/v1"),
    ("openai", "http://localhost:8080/v1"),  # llama.cpp's
)


class LocalModel(NamedTuple):
    """A model that can be chosen: the interface of its server, its name, its address."""

    kind: str
    name: str
    url: str


async def local_models(
    places: tuple[tuple[str, str], ...] = PLACES, *, seconds: float = SECONDS
) -> list[LocalModel]:
    """Return the models that servers at these places tell of; what answers otherwise is none."""
    found = await asyncio.gather(*(_served(kind, url, seconds) for kind, url in places))
    return [one for models in found for one in models]


async def _served(kind: str, url: str, seconds: float) -> list[LocalModel]:
    # Made in a thread: its library and certificates take a while to read.
    made = await asyncio.to_thread(_client)
    from httpx import HTTPError

    try:
        # In all, however slowly it comes.
        async with made as client, asyncio.timeout(seconds):
            told = (await client.get(f"{url}/models")).raise_for_status().json()["data"]
            return [LocalModel(kind, str(one["id"]), url) for one in told]
    except (HTTPError, TimeoutError, ValueError, KeyError, TypeError):
        return []


def _client() -> "httpx.AsyncClient":
    import httpx

    return httpx.AsyncClient(trust_env=False)
