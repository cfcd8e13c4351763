"""What a conversation said, in a few of its own sentences: extraction, without a model.

    weight(s)  = Σ over the words w of s of  f(w) / (6 + n)     n = words of s; f = in how many
                                                                sentences of the conversation w is
    a question of the user weighs half as much again, what was marked important four times as much

The sentences that weigh most are taken until the length is reached, and put in the order in which
they were said. Words are those of `app.words`, so that Korean with its particles counts as one.
The sum over frequent words is SumBasic's idea (Nenkova and Vanderwende, 2005): a word that was
taken counts for half in what follows, so that no sentence is said twice.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import BookMessage
from app.words import query_terms

MAX_TOKENS: Final = 300
"""How long a summary may be."""

_END = re.compile(r"(?<=[.!?。！？…])\s+|\n+")
_LONGEST = 300
_READ = 20_000
_MOST_SENTENCES = 2_000
_QUESTION = 1.5
_IMPORTANT = 4.0


class _Sentence(NamedTuple):
    place: int
    text: str
    words: frozenset[str]
    stress: float


def extracted(messages: Iterable[BookMessage], *, max_tokens: int = MAX_TOKENS) -> str:
    """Return the sentences that say most, one a line, each after who said it."""
    sentences = _sentences(messages)
    weights: dict[str, float] = dict(
        Counter(word for sentence in sentences for word in sentence.words)
    )
    taken: list[_Sentence] = []
    left = max_tokens
    while sentences:
        best = max(sentences, key=lambda one: (_weight(one, weights), -one.place))
        sentences.remove(best)
        cost = estimate_tokens(best.text) + 1
        if cost > left:
            break
        left -= cost
        taken.append(best)
        for word in best.words:
            weights[word] /= 2
    return "\n".join(one.text for one in sorted(taken, key=lambda one: one.place))


def _weight(sentence: _Sentence, weights: dict[str, float]) -> float:
    total = sum(weights[word] for word in sentence.words)
    return sentence.stress * total / (6 + len(sentence.words))


def _sentences(messages: Iterable[BookMessage]) -> list[_Sentence]:
    found: list[_Sentence] = []
    said: set[str] = set()
    for message in messages:
        if message.role not in ("user", "assistant"):
            continue
        for part in _END.split(message.content[:_READ]):
            text = " ".join(part.split())
            if text in said:
                continue
            said.add(text)
            words = frozenset(term.shown[-1] for term in query_terms(text[:_LONGEST]))
            if not words:
                continue
            shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
            found.append(
                _Sentence(len(found), f"{message.role}: {shown}", words, _stress(message, text))
            )
            if len(found) == _MOST_SENTENCES:
                return found
    return found


def _stress(message: BookMessage, text: str) -> float:
    if message.important:
        return _IMPORTANT
    return _QUESTION if message.role == "user" and text.endswith(("?", "？")) else 1.0
