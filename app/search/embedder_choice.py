"""Which embedder a profile has chosen: the offline one, or one behind a server."""

import os
from pathlib import Path
from typing import Any, Final

from app.errors import BadInput
from app.search.embedders import Embedder, HashedNgrams
from app.search.local_embedder import LocalEmbedder

KEY_VARIABLE: Final = "BALANCE_DESK_EMBEDDER_KEY"


def chosen_embedder(profile: Path) -> Embedder:
    """Return the embedder of the profile's `[search]` table; without one, the offline one.

    `offline` is the model of the extra `meaning`, and without that the one that knows spelling
    alone, which is also `spelling`. `embedder` is one of these, `openai` (any server with its
    interface), `ollama` or `gemini`; `model` and `url` go with it. Its key is read from the
    environment (`KEY_VARIABLE`), never from a file. Raises `BadInput`.
    """
    from app.profile.settings import read_file

    table = read_file(profile).get("search")
    said: dict[str, Any] = table if isinstance(table, dict) else {}
    kind = said.get("embedder", "offline")
    if kind == "offline" and LocalEmbedder.available():
        return LocalEmbedder()
    if kind in ("offline", "spelling"):
        return HashedNgrams()
    from app.search.remote_embedders import KINDS, RemoteEmbedder

    if kind not in KINDS:
        raise BadInput(
            f"The setting 'embedder' in [search] cannot be {kind!r}: one of offline, spelling,"
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
