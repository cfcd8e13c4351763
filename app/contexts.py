"""What an agent may know of a conversation beyond its own tasks: one port, wherever it is kept."""

from typing import Final, Literal, NamedTuple, Protocol

from app.domain.contexts import ContextRequest, ContextWindow
from app.errors import DeskError

_FACTS: Final = ContextRequest(context_type="memory", max_tokens=500)


class FoundContext(NamedTuple):
    """A window, and how it was come by: `hit` from the cache, `miss` asked for, `stale` an older
    one, `none` an empty one. `error` says why, where there was no answer in time."""

    window: ContextWindow
    cache: Literal["hit", "miss", "stale", "none"]
    error: DeskError | None = None


class AgentContexts(Protocol):
    """Context windows for the agents of one desk or one server."""

    async def window(
        self, conversation_id: str, request: ContextRequest, *, message_id: str = ""
    ) -> FoundContext:
        """Return a window, soon; raises nothing expected.

        `message_id` is what the person said last: no window from before it is taken from a cache.

        A conversation that is not known gives `none`: whoever asks goes on without a context.
        """
        ...


async def remembered(contexts: AgentContexts, conversation_id: str) -> list[str]:
    """Return what the person of a conversation asked to remember, the telling first."""
    found = await contexts.window(conversation_id, _FACTS)
    return [fact.text for fact in found.window.memories]
