"""A context window is made from what a store has read: within the budget, and explained if asked.

`max_tokens` bounds everything that is given: messages, summary and memories. While messages are
left out, up to 15 % are kept free for the summary; of `full` windows a quarter is kept free for
memories. What is not needed goes to the messages.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from app.conversations.windows.choice import HALF_LIFE, MessageSelection, choose, relevance_to
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
    "relevance = share of the query's words that stand in the message (1 if marked important); "
    "facts by importance + relevance"
)


class _Fact(NamedTuple):
    memory: Memory
    relevance: float
    verdict: str

    @property
    def inside(self) -> bool:
        return self.verdict == "taken"


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
    facts: list[_Fact] = []
    if "memories" in given:
        share = 1.0 if request.context_type == "memory" else MEMORY_SHARE
        facts = _facts(candidates, query, int(left * share))
        left -= sum(fact.memory.tokens for fact in facts if fact.inside)
    choice: MessageSelection | None = None
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
        memories=tuple(fact.memory for fact in facts if fact.inside),
        explanation=_explained(choice, facts, request, query) if request.explain else None,
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
) -> MessageSelection:
    def chosen(max_tokens: int) -> MessageSelection:
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


def _facts(candidates: Candidates, query: str, budget: int) -> list[_Fact]:
    """Return the facts that hold, the best first, until one does not fit any more.

    What would not even fit alone is passed over.
    """
    relevance = relevance_to(query)
    holding = [
        (relevance(one.text), one) for one in candidates.memories if one.holds(candidates.now)
    ]
    found: list[_Fact] = []
    left, full = budget, False
    for relevant, memory in sorted(holding, key=lambda one: -(one[1].importance + one[0])):
        if memory.tokens > budget:
            verdict = "too_large"
        elif full or memory.tokens > left:
            verdict, full = "over_budget", True
        else:
            verdict = "taken"
            left -= memory.tokens
        found.append(_Fact(memory, relevant, verdict))
    return found


def _explained(
    choice: MessageSelection | None, facts: Sequence[_Fact], request: ContextRequest, query: str
) -> dict[str, JsonValue]:
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
        "memories": [
            {
                "id": fact.memory.id,
                "tokens": fact.memory.tokens,
                "importance": fact.memory.importance,
                "relevance": round(fact.relevance, 4),
                "verdict": fact.verdict,
            }
            for fact in facts
        ],
    }
