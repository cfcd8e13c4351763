"""Search over everything that was said, by words and by meaning."""

from pathlib import Path

from app.search.filters import Filters
from app.search.searching import Hit, Mode, Search
from app.stream_log.record import Message

__all__ = ["Filters", "Hit", "Mode", "Search", "search_by_agent"]


def search_by_agent(
    agent: str, query: str, limit: int = 10, *, profile: Path | None = None
) -> list[Message]:
    """Return the messages that an agent said, the best for the query first, each with a `score`.

    The log of the profile (default: the platform's data folder) is brought into the index first.
    Raises `BadInput` for a limit out of range.
    """
    from app.profile.folder import Profile
    from app.search.embedder_choice import chosen_embedder
    from app.stream_log import get_stream

    stream = get_stream(profile)
    with Search(stream, embedder=chosen_embedder(Profile(profile).folder)) as search:
        if not stream.files.stream.is_dir():
            return []
        search.catch_up()
        if not search.embedder.understands:
            search.queue.work()
        return search.messages(search.find(query, limit=limit, filters=Filters(agent=agent)))
