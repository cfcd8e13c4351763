"""What follows a message once it is stored: facts that it asks for, and now and then a summary."""

from app.conversations.book import ConversationBook
from app.conversations.memory_keeper import MemoryKeeper
from app.conversations.summary_maker import PAUSE_SECONDS, Model, SummaryMaker
from app.domain.book import BookMessage, Caller
from app.remembering import Heard


class FollowUps:
    """Owns the summaries under way, from `start` to `aclose`. The book is the caller's.

    A `model` sums up where it can; without one, sentences are extracted. `pause` is how long what
    was said is gathered before.
    """

    def __init__(
        self,
        book: ConversationBook,
        *,
        model: Model | None = None,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._keeper = MemoryKeeper(book)
        self._summaries = SummaryMaker(book, model=model, pause=pause)

    def start(self) -> None:
        """Begin to work; `aclose` ends it."""
        self._summaries.start()

    async def said(self, caller: Caller, message: BookMessage, *, remember: bool = True) -> Heard:
        """Take in a message that was stored; return what is remembered and forgotten for it.

        Without `remember`, it only counts for summaries, which come later, by themselves. Raises
        what the book raises.
        """
        heard = await self._keeper.take(caller, message) if remember else Heard()
        self._summaries.said(caller, message)
        return heard

    async def aclose(self) -> None:
        """Stop; idempotent."""
        await self._summaries.aclose()
