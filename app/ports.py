"""The seams that have more than one real implementation.

Each protocol says its order, errors, cancellation and closing; one contract suite in
`tests/contract` runs over every implementation.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, Protocol

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.cards import AgentCard
from app.domain.contexts import ContextRequest, ContextWindow
from app.domain.conversations import AnswerEntry, Conversation, Entry, FoundWords
from app.domain.events import AgentEvent, TurnEvent
from app.domain.memories import Memory, MemoryEdit, NewMemory
from app.domain.messages import Message, Unsent
from app.domain.tasks import Task
from app.errors import DeskError


class AgentLink(Protocol):
    """One agent, wherever it runs: in process, behind HTTP, behind Kafka.

    All methods raise `AgentUnreachable` when nobody answers and `AgentRefused` when the agent
    answers with an error. Whoever opened a link closes it.
    """

    @property
    def card(self) -> AgentCard:
        """The agent's card, as it was when the link was opened."""
        ...

    @property
    def in_process(self) -> bool:
        """Whether the agent dies with this program (its tasks then end with it)."""
        ...

    def send(self, message: Message) -> AsyncIterator[AgentEvent]:
        """Send a message; yield what comes back, in order, until the stream ends.

        The end of the stream does not mean the end of the task. Cancelling the consumer closes
        the stream and leaves the task alone.
        """
        ...

    def subscribe(self, task_id: str) -> AsyncIterator[AgentEvent]:
        """Follow a task that is not settled; the first event is the whole task."""
        ...

    async def get(self, task_id: str) -> Task:
        """Return the task as it stands; raises `TaskUnknown`."""
        ...

    async def cancel(self, task_id: str) -> Task:
        """Ask the agent to stop; a task that has ended is returned as it ended."""
        ...

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """Return the tasks of a conversation, newest first, with history, without artifacts."""
        ...

    async def aclose(self) -> None:
        """Free what the link holds; idempotent."""
        ...


class AgentDirectory(Protocol):
    """The agents of this profile, by name or address."""

    async def names(self) -> Sequence[str]:
        """Return the names, the default first."""
        ...

    async def link(self, agent: str) -> AgentLink:
        """Return the open link to an agent, opening it on first use.

        Raises `AgentUnreachable`, and `BadInput` when what the agent stands on cannot be used
        (its data file is gone, say).

        The directory keeps and closes the links.
        """
        ...

    def opened(self, agent: str) -> AgentLink | None:
        """Return the link to an agent if it is open."""
        ...

    async def aclose(self) -> None:
        """Close every link; idempotent."""
        ...


class Recorded(NamedTuple):
    """An event and when it was taken in."""

    event: TurnEvent
    at: datetime


class ConversationStore(Protocol):
    """The source of truth for conversations, turns and their events.

    Writes are serial, in the order of the calls, and done when the call returns: a killed process
    loses nothing that was acknowledged. All methods raise `StoreError`. Reads see every write that
    was acknowledged before them.
    """

    async def save_conversation(
        self, conversation: Conversation, *, only: Collection[str] | None = None
    ) -> None:
        """Insert or replace the listed fields of a conversation (its counts are the store's).

        Of one that is stored, those in `only` alone, if given: others may have changed the rest.
        """
        ...

    async def conversation(self, context_id: str) -> Conversation | None:
        """Return a conversation with its counts, or None; deleted ones included."""
        ...

    async def conversations(self, *, limit: int = 1000) -> Sequence[Conversation]:
        """Return those not deleted: pinned first, then newest first."""
        ...

    async def purge_deleted(self, before: datetime) -> int:
        """Remove for good the conversations deleted before that moment; return how many."""
        ...

    async def purge(self, context_id: str) -> None:
        """Remove a conversation and all it holds, for good."""
        ...

    async def keep_unsent(self, context_id: str, held: Sequence[Unsent]) -> None:
        """Keep exactly these messages that wait to be sent in a stored conversation, in order."""
        ...

    async def unsent(self) -> Sequence[Unsent]:
        """Return the messages that wait, of all that are not deleted, in order of each."""
        ...

    async def begin_turn(self, message: Message, answer: Answer) -> tuple[int, int]:
        """Store a person's message with its empty answer, in one commit; return their positions.

        A message that waited under this id waits no longer. Repeating it with the same message id
        changes nothing and returns the same positions.
        """
        ...

    async def record(self, answer: Answer, events: Sequence[Recorded]) -> None:
        """Append events to a turn and keep the answer folded from them, in one commit."""
        ...

    async def events(self, turn_id: str) -> Sequence[Recorded]:
        """Return the events of a turn, oldest first."""
        ...

    async def answer(self, turn_id: str) -> AnswerEntry | None:
        """Return the answer of a turn with its position, or None."""
        ...

    async def open_answers(self, context_id: str | None = None) -> Sequence[AnswerEntry]:
        """Return the answers whose task is not terminal and not answered by another, oldest first.

        With a context id, those of one conversation; without, of all that are not deleted.
        """
        ...

    async def answers(self, context_id: str, *, limit: int = 50) -> Sequence[AnswerEntry]:
        """Return the newest answers of a conversation, newest first."""
        ...

    async def pinned_for_all(self) -> Sequence[AnswerEntry]:
        """Return the answers on the profile's board, of all conversations that are not deleted.

        They stand in the order in which they came there.
        """
        ...

    async def entry_count(self, context_id: str) -> int:
        """Return how many entries the conversation has; positions are 0 … n-1 without gaps."""
        ...

    async def entries(self, context_id: str, start: int, stop: int) -> Sequence[Entry]:
        """Return the entries at positions start … stop-1 that exist, in order."""
        ...

    async def find(self, query: str, *, limit: int = 50) -> Sequence[FoundWords]:
        """Return where titles and texts contain the query, case-insensitively, newest first."""
        ...

    async def aclose(self) -> None:
        """Write what is under way and close; idempotent."""
        ...


class Journal(Protocol):
    """Where everything that is said between people and agents is written down, in order.

    Both methods return at once: nobody who speaks or answers waits for the disk. Failures to
    write are the journal's to report.
    """

    def said(self, message: Message, agent: str) -> None:
        """A person's message to an agent, after it was stored."""
        ...

    def happened(self, answer: Answer, events: Sequence[TurnEvent]) -> None:
        """Events of a turn, after they were stored; `answer` is what they were folded into."""
        ...


class Notes(Protocol):
    """Where agents take down what they say to each other and decide; as patient as `Journal`."""

    def note(
        self,
        *,
        from_agent: str,
        msg_type: str,
        content: JsonValue,
        to_agent: str | None = None,
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> None:
        """Take down one record: `request`, `response`, `error`, `decision` or `state`.

        A `message_id` in the metadata makes the request with this message its parent. What is said
        to or by an agent that another one asks names in `asked_for` the message that it is asked
        for: the request to it has the request of that message as its parent.
        """
        ...


class TaskRecord(NamedTuple):
    """A served task as its host keeps it: what is indexed, and the task itself, encoded.

    `owner` is who asked, "" where everybody is the same person: only a server keeps others.
    """

    agent: str
    task_id: str
    context_id: str
    state: str
    updated_at: datetime
    payload: bytes
    owner: str = ""


class TaskRecords(Protocol):
    """Where hosts of in-process agents keep their tasks; same promises as `ConversationStore`."""

    async def save(self, record: TaskRecord) -> None:
        """Insert or replace a task."""
        ...

    async def load(self, agent: str, task_id: str) -> TaskRecord | None:
        """Return a task or None."""
        ...

    async def select(
        self, agent: str, *, context_id: str | None = None, states: Sequence[str] = ()
    ) -> Sequence[TaskRecord]:
        """Return the tasks of an agent, newest update first, optionally of one context or state."""
        ...

    async def remove(self, agent: str, task_id: str) -> None:
        """Forget a task; unknown ones are no error."""
        ...


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


class Heard(NamedTuple):
    """What a message asked for, after it was done: facts that are new, and that are gone."""

    remembered: tuple[Memory, ...] = ()
    forgotten: tuple[Memory, ...] = ()


class SaidAt(NamedTuple):
    """The message a fact comes from: its conversation, and its position there."""

    context_id: str
    position: int


class Remembering(Protocol):
    """The facts of a desk. Methods raise `StoreError`; those that change one also `NotFound`."""

    async def facts(self) -> Sequence[Memory]:
        """Return all facts, those too that do not hold any more, the newest first."""
        ...

    async def add(self, new: NewMemory) -> Memory:
        """Remember a fact that the person wrote down."""
        ...

    async def edit(self, memory: Memory, edit: MemoryEdit) -> Memory:
        """Change a fact; raises `Conflict` when it is not any more as it is given."""
        ...

    async def forget(self, memory: Memory) -> None:
        """Remove a fact for good."""
        ...

    async def bring_back(self, memory: Memory) -> Memory:
        """Undo `forget`."""
        ...

    async def source(self, memory: Memory) -> SaidAt | None:
        """Return where a fact was said; None where that is not kept here (any more)."""
        ...

    def changed(self) -> AsyncGenerator[None]:
        """Yield at once, then each time that facts have changed; closing it ends it."""
        ...

    def watch(self, watcher: Callable[[Heard], None]) -> Callable[[], None]:
        """Call `watcher` after a message of this desk had facts remembered or forgotten.

        On the loop; returns how to stop it.
        """
        ...


class SyncStatus(NamedTuple):
    """`connecting` at first; `in_step`; `offline` (what is said now arrives later); `refused`.

    `waiting` says whether changes of this desk are still to be sent, `error` why it is refused.
    """

    state: Literal["connecting", "in_step", "offline", "refused"]
    waiting: bool = False
    error: DeskError | None = None


class SyncEvent(NamedTuple):
    """Something that a person of this desk should hear, about one of its conversations.

    `made_anew`: the service had it not any more, and has it again with what is sent now;
    `sent_again`: the service lost what it had, and gets all of this desk (no conversation);
    `refused`: it does not take a change, for good (without a conversation: of a fact);
    `deleted`: it was deleted on another desk; `erased`: it was removed for good. `written` says of
    the latter that something was written here since, which is kept;
    `overruled`: another desk had changed the same field of `about` first, so `theirs` stays and
    `mine`, which this desk had, is not kept. Both are as JSON has them, empty for none; of a fact
    `field` says which it is.
    """

    kind: Literal["made_anew", "sent_again", "refused", "deleted", "erased", "overruled"]
    context_id: str = ""
    title: str = ""
    error: DeskError | None = None
    written: bool = False
    about: Literal["", "title", "agent", "fact"] = ""
    field: str = ""
    mine: str = ""
    theirs: str = ""


class Syncing(Protocol):
    """A desk being kept in step with a service; nobody waits for it."""

    @property
    def service(self) -> str:
        """The address of the service."""
        ...

    @property
    def status(self) -> SyncStatus:
        """How far the desk is in step, as last found out."""
        ...

    def watch(self, watcher: Callable[[SyncStatus], None]) -> Callable[[], None]:
        """Call `watcher` with each new status, on the loop; return how to stop it."""
        ...

    def watch_events(self, watcher: Callable[[SyncEvent], None]) -> Callable[[], None]:
        """Call `watcher` with what a person should hear, on the loop; return how to stop it."""
        ...
