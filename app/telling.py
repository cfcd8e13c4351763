"""An answer told as it grows, to a reader who cannot take words back: a terminal."""

from app.domain.answers import Answer, fold
from app.domain.events import TurnEvent
from app.domain.ids import utc_now
from app.domain.messages import Message
from app.domain.tasks import Question, TaskState


class Telling:
    """Owns the answer that the events of one turn make, and how much of it was told."""

    def __init__(self, request: Message, agent: str) -> None:
        self._answer = Answer(
            turn_id=request.message_id,
            context_id=request.context_id,
            agent=agent,
            started_at=request.created_at,
        )
        self._told = ""

    @property
    def question(self) -> Question | None:
        """What the agent asks, once it waits for an answer."""
        return self._answer.question if self._answer.waiting else None

    def take(self, event: TurnEvent) -> str:
        """Take in an event and return the words that it adds."""
        self._answer = fold(self._answer, event, utc_now())
        words = self._words()
        if not words.startswith(self._told):
            return ""  # told whole at the end
        added, self._told = words[len(self._told) :], words
        return added

    def rest(self) -> str:
        """Return what was not told when the turn has ended, on lines of its own."""
        words = self._words()
        if not words and self._answer.state is TaskState.COMPLETED:
            words = self._answer.status_text
        if words == self._told:
            return ""
        return words if not self._told else f"\n\n{words}"

    def _words(self) -> str:
        bare = self._answer.model_copy(update={"question": None, "status_text": ""})
        return bare.text
