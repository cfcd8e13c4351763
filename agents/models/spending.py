"""What a turn has used at the least, counted from its words: not every server says it."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from agents.models.config import ModelConfig

# Tokens of a character, lower than any usual vocabulary's: nobody is stopped too early.
_ASCII: Final = 0.2
_OTHER: Final = 0.4
# A server that keeps to the length of an answer never comes near this.
_ANSWER: Final = 2


class Spending:
    """Owns the count of one turn: what was sent with each request, and what came back."""

    def __init__(self, config: "ModelConfig", sent: str) -> None:
        """Begin a turn whose first request sends so much text."""
        self._config = config
        self._context = at_least(sent)
        self._spent = self._answer = 0.0

    def hear(self, event: Any) -> None:
        """Count an event of pydantic-ai; raises its `UsageLimitExceeded` over the limits."""
        from pydantic_ai.exceptions import UsageLimitExceeded
        from pydantic_ai.messages import (
            FunctionToolResultEvent,
            PartDeltaEvent,
            PartStartEvent,
            TextPart,
            TextPartDelta,
            ThinkingPart,
            ThinkingPartDelta,
            ToolCallPart,
            ToolCallPartDelta,
        )

        match event:
            case PartStartEvent(index=index, part=part):
                if index == 0:
                    self._spent += self._context
                    self._answer = 0.0
                match part:
                    case TextPart() | ThinkingPart():
                        self._made(part.content)
                    case ToolCallPart():
                        self._made(str(part.args or ""))
            case PartDeltaEvent(delta=TextPartDelta() | ThinkingPartDelta() as delta):
                self._made(delta.content_delta or "")
            case PartDeltaEvent(delta=ToolCallPartDelta() as delta):
                self._made(str(delta.args_delta or ""))
            case FunctionToolResultEvent():
                self._context += at_least(str(event.part.content))
        over = self._answer > _ANSWER * self._config.answer_tokens
        if over or self._spent > self._config.turn_tokens:
            raise UsageLimitExceeded("counted from what was said")

    def _made(self, text: str) -> None:
        tokens = at_least(text)
        self._answer += tokens
        self._spent += tokens
        self._context += tokens


def at_least(text: str) -> float:
    """Return how many tokens a text has at the least."""
    plain = len(text) if text.isascii() else sum(map(str.isascii, text))
    return _ASCII * plain + _OTHER * (len(text) - plain)
