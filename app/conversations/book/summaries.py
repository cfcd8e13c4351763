"""Summaries of conversations, extracted or by a model, made in the background.

    weight(s)  = Σ over the words w of s of  f(w) / (6 + n)     n = words of s; f = in how many
                                                                sentences of the conversation w is
    a question of the user weighs half as much again, what was marked important four times as much

The sentences that weigh most are taken until the length is reached, and put in the order in which
they were said. Words are those of `app.domain.index_terms`, so that Korean with its particles
counts as one. The sum over frequent words is SumBasic's idea (Nenkova and Vanderwende, 2005): a
word that was taken counts for half in what follows, so that no sentence is said twice.

A summary says which message is the last that it covers; a newer one is made from the one before
and what was said since, so that the work does not grow with the conversation.
"""

import asyncio
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, NamedTuple

from app.conversations.book.port import ConversationBook
from app.conversations.windows.token_estimate import estimate_tokens
from app.domain.book import BookMessage, Caller
from app.domain.contexts import Summary
from app.domain.ids import utc_now
from app.domain.index_terms import query_terms
from app.errors import DeskError

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


EVERY: Final = 10
"""After how many further messages a conversation is summed up anew."""
PAUSE_SECONDS: Final = 5.0
"""How long what was said is gathered, so that a talk in full flow is not summed up all the time."""

Model = Callable[[str, Sequence[BookMessage]], Awaitable[str]]
"""Sums up an earlier summary ("" for none) and what was said since; raises `DeskError`."""

_MOST_WAITING = 1000
_MOST_KNOWN = 10_000
_PAGE = 500

log = logging.getLogger(__name__)


class SummaryMaker:
    """Owns the queue of conversations to be summed up, and the task that does it.

    With a `model` it is asked first; where it fails, sentences are extracted instead.
    """

    def __init__(
        self,
        book: ConversationBook,
        *,
        model: Model | None = None,
        made_by: str = "model",
        every: int = EVERY,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._book = book
        self._model = model
        self._made_by = made_by
        self._every = every
        self._pause = pause
        self._waiting: OrderedDict[tuple[str, str], Caller] = OrderedDict()
        self._covered: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work; `aclose` ends it."""
        self._task = asyncio.create_task(self._work(), name="summaries")

    def said(self, caller: Caller, message: BookMessage) -> None:
        """Note that a conversation has moved on to this message; returns at once.

        Too many that wait are forgotten, the oldest first: their next message brings them again.
        """
        key = (caller.tenant, message.conversation_id)
        if message.seq - self._covered.get(key, -1) < self._every:
            return
        self._waiting[key] = caller
        self._waiting.move_to_end(key)
        if len(self._waiting) > _MOST_WAITING:
            self._waiting.popitem(last=False)
        self._wake.set()

    async def aclose(self) -> None:
        """Stop; what waits is made when its conversation moves on again. Idempotent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    async def bring_up_to_date(self, caller: Caller, conversation_id: str) -> Summary | None:
        """Sum up what was said since the last summary; return the newest one."""
        last = await self._book.summary(caller, conversation_id)
        since: list[BookMessage] = []
        after = last.covers_seq if last is not None else None
        while len(since) < _PAGE * 4:
            page = await self._book.messages(caller, conversation_id, after=after, limit=_PAGE)
            since += page.items
            if page.next is None:
                break
            after = int(page.next)
        # An answer that is still being written is left for the next time, with what follows; after
        # that many further messages it is one without words, such as a call of a tool.
        newest = range(max(0, len(since) - self._every), len(since))
        open_at = next((n for n in newest if _unwritten(since[n])), len(since))
        since = since[:open_at]
        if len(since) < self._every:
            self._cover(caller, conversation_id, last.covers_seq if last else -1)
            return last
        text, made_by = await self._summed(last, since)
        made = Summary(
            conversation_id=conversation_id,
            covers_seq=since[-1].seq,
            text=text,
            tokens=estimate_tokens(text),
            made_by=made_by,
            created_at=utc_now(),
        )
        await self._book.put_summary(caller, made)
        self._cover(caller, conversation_id, made.covers_seq)
        return made

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(self._pause)
            self._wake.clear()
            while self._waiting:
                (_, conversation_id), caller = self._waiting.popitem(last=False)
                try:
                    await self.bring_up_to_date(caller, conversation_id)
                except DeskError as error:
                    log.info("no summary: %s", error)
                except Exception:
                    # Whatever it is, the other conversations get theirs.
                    log.exception("a mistake of ours in a summary")

    async def _summed(self, last: Summary | None, since: Sequence[BookMessage]) -> tuple[str, str]:
        if self._model is not None:
            try:
                return await self._model(last.text if last else "", since), self._made_by
            except DeskError as error:
                log.info("the model made no summary: %s", error)
        earlier = [_as_said(line, since[0]) for line in (last.text if last else "").splitlines()]
        text = await asyncio.to_thread(extracted, [*earlier, *since])
        return text, "extraction"

    def _cover(self, caller: Caller, conversation_id: str, seq: int) -> None:
        key = (caller.tenant, conversation_id)
        self._covered[key] = seq
        self._covered.move_to_end(key)
        if len(self._covered) > _MOST_KNOWN:
            self._covered.popitem(last=False)


def _unwritten(message: BookMessage) -> bool:
    return message.role == "assistant" and not message.content


def _as_said(line: str, like: BookMessage) -> BookMessage:
    """Return a line of an earlier summary as the message that it came from."""
    role, colon, text = line.partition(": ")
    known = colon and role in ("user", "assistant")
    return like.model_copy(
        update={
            "role": role if known else "assistant",
            "content": text if known else line,
            "important": False,
        }
    )
