"""A context window is made from what a store has read: within the budget, and explained if asked.

`max_tokens` bounds everything that is given: messages, summary and memories. While messages are
left out, up to 15 % are kept free for the summary; of `full` windows a quarter is kept free for
memories. What is not needed goes to the messages.
"""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue

from app.conversations.windows.choice import HALF_LIFE, Choice, choose
from app.conversations.windows.relevance import relevance_to
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import BookMessage
from app.domain.contexts import Candidates, ContextRequest, ContextWindow
from app.domain.memories import Memory
from app.errors import ContextProcessingError

SUMMARY_SHARE: Final = 0.15
MEMORY_SHARE: Final = 0.25
POOL: Final = 200
"""How many messages are judged when relevance weighs; more where more are asked for."""

_PAIR = 8
_TYPES: Final = ("chat_history", "summary", "memory", "full")
_FORMULA: Final = (
    "score = (1 - recency_bias) * relevance + recency_bias * recency; "
    f"recency = 2 ** (-messages_after / {HALF_LIFE}); "
    "relevance = share of the query's words that stand in the message (1 if marked important)"
)


def to_read(request: ContextRequest) -> int:
    """Return how many of the newest messages that pass the filters must be read.

    System messages that pass are read besides, however old they are.
    """
    if "messages" not in _given(request):
        return 1
    judged = request.recency_bias < 1 or bool(request.query)
    return max(request.message_count, POOL if judged else 0) + _PAIR


def make_window(candidates: Candidates, request: ContextRequest) -> ContextWindow:
    """Return the window; raises `ContextProcessingError` for an unknown `context_type`."""
    given = _given(request)
    messages = candidates.messages
    if not request.include_system_messages:
        messages = tuple(one for one in messages if one.role != "system")
    query = request.query or next((m.content for m in reversed(messages) if m.role == "user"), "")
    left = request.max_tokens
    memories: list[Memory] = []
    if "memories" in given:
        share = 1.0 if request.context_type == "memory" else MEMORY_SHARE
        memories = _memories(candidates, query, int(left * share))
        left -= sum(one.tokens for one in memories)
    choice: Choice | None = None
    inside: tuple[BookMessage, ...] = ()
    if "messages" in given:
        choice = _choice(candidates, messages, request, query, left)
        left -= choice.tokens
        inside = tuple([messages[at] for at in choice.inside])
    summary = ""
    if "summary" in given and candidates.summary is not None:
        summary = beginning_of(candidates.summary.text, left)
    return ContextWindow(
        messages=inside,
        context_summary=summary,
        total_messages=candidates.total_messages,
        included_messages=len(inside),
        total_tokens=request.max_tokens - left,
        has_more=not candidates.all_read or len(inside) < len(messages),
        relevance_score=min(1.0, choice.relevance_score) if choice else 0.0,
        context_type=request.context_type,
        memories=tuple(memories),
        explanation=_explained(choice, request, query) if request.explain else None,
    )


def beginning_of(text: str, max_tokens: int) -> str:
    """Return as many whole lines of a text, from its beginning, as the budget allows."""
    lines = text.splitlines()
    while lines and estimate_tokens("\n".join(lines)) > max_tokens:
        lines.pop()
    return "\n".join(lines)


def _given(request: ContextRequest) -> tuple[str, ...]:
    match request.context_type:
        case "chat_history":
            return ("messages", "summary")
        case "summary":
            return ("summary",)
        case "memory":
            return ("memories",)
        case "full":
            return ("messages", "summary", "memories")
        case other:
            raise ContextProcessingError(
                f"There is no context_type {other!r}: {', '.join(_TYPES)} are.",
                key="context_type_unknown",
            )


def _choice(
    candidates: Candidates,
    messages: Sequence[BookMessage],
    request: ContextRequest,
    query: str,
    budget: int,
) -> Choice:
    def chosen(max_tokens: int) -> Choice:
        return choose(
            messages,
            newest_seq=candidates.total_messages - 1,
            message_count=request.message_count,
            max_tokens=max_tokens,
            recency_bias=request.recency_bias,
            query=query,
            judge=request.recency_bias < 1 or bool(request.query),
        )

    choice = chosen(budget)
    if (candidates.all_read and choice.whole) or candidates.summary is None:
        return choice
    wanted = min(candidates.summary.tokens, int(request.max_tokens * SUMMARY_SHARE))
    return choice if choice.tokens + wanted <= budget else chosen(max(0, budget - wanted))


def _memories(candidates: Candidates, query: str, budget: int) -> list[Memory]:
    relevance = relevance_to(query)
    holding = [
        one
        for one in candidates.memories
        if one.valid_from <= candidates.now
        and (one.valid_to is None or candidates.now < one.valid_to)
    ]
    taken: list[Memory] = []
    for memory in sorted(holding, key=lambda one: -(one.importance + relevance(one.text))):
        if memory.tokens > budget:
            break
        taken.append(memory)
        budget -= memory.tokens
    return taken


def _explained(choice: Choice | None, request: ContextRequest, query: str) -> dict[str, JsonValue]:
    return {
        "formula": _FORMULA,
        "recency_bias": request.recency_bias,
        "half_life": HALF_LIFE,
        "tokenizer": "estimate",
        "query": query[:500],
        "messages": [
            {
                "id": one.message.id,
                "seq": one.message.seq,
                "tokens": one.message.tokens,
                "relevance": round(one.relevance, 4),
                "recency": round(one.recency, 4),
                "score": round(one.score, 4),
                "verdict": one.verdict,
            }
            for one in (choice.scored if choice else ())
        ],
    }
