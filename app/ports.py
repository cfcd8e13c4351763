"""The seams that have more than one real implementation.

Each protocol says its order, errors, cancellation and closing; one contract suite in
`tests/contract` runs over every implementation.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.cards import AgentCard, SecurityNeed
from app.domain.conversations import AnswerEntry, Conversation, Entry, Hit
from app.domain.events import AgentEvent, TurnEvent
from app.domain.frames import Frame, FrameForm
from app.domain.messages import Message
from app.domain.records import LinesWanted, RecordLine, SearchFound, SearchWanted
from app.domain.tasks import Task
from app.domain.unsent import Unsent


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

    async def save_conversation(self, conversation: Conversation) -> None:
        """Insert or replace the listed fields of a conversation (its counts are the store's)."""
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

    async def entry_count(self, context_id: str) -> int:
        """Return how many entries the conversation has; positions are 0 … n-1 without gaps."""
        ...

    async def entries(self, context_id: str, start: int, stop: int) -> Sequence[Entry]:
        """Return the entries at positions start … stop-1 that exist, in order."""
        ...

    async def find(self, query: str, *, limit: int = 50) -> Sequence[Hit]:
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


class SaidSearch(Protocol):
    """Search over everything that was said; the index follows the log by itself."""

    async def find(self, wanted: SearchWanted, *, limit: int = 50) -> SearchFound:
        """Return the best records for a query; one without words finds nothing.

        Raises `StoreError`, and `AgentError` from an embedder in mode `meaning`.
        """
        ...


class LogReading(Protocol):
    """The stream log to be looked at: nothing in it is changed. All methods raise `StoreError`."""

    async def newest(self, wanted: LinesWanted, *, limit: int) -> Sequence[RecordLine]:
        """Return the newest records that are wanted, oldest first; cancelling ends the reading."""
        ...

    def follow(self, wanted: LinesWanted) -> AsyncGenerator[Sequence[RecordLine], None]:
        """Yield what is added from now on, in order, in batches; the first is empty and says that
        nothing will be missed from there on. Closing the iterator ends it.
        """
        ...

    async def chain(self, record_id: str) -> Sequence[RecordLine]:
        """Return the records from the first of a chain to this one; empty for an unknown id."""
        ...

    async def raw(self, record_ids: Sequence[str]) -> Sequence[str]:
        """Return the records that there are, each as one line of JSON without its end."""
        ...

    async def agents(self) -> Sequence[str]:
        """Return who has said or was told something, by name."""
        ...


class CardLook(NamedTuple):
    """An agent as it was found at an address, before it is accepted; all of it is untrusted text.

    `card` is None where it can be read only once the agent is spoken with (Kafka). `known` says
    that the agent was added before; `changes` are then the lines that differ from what was
    accepted. `wire` is what is accepted, and concerns nobody else.
    """

    name: str
    address: str
    card: AgentCard | None
    known: bool
    changes: tuple[str, ...] = ()
    wire: object = None


class AddingAgents(Protocol):
    """Agents elsewhere, looked at and added to the profile by their address."""

    async def look(self, address: str, name: str = "") -> CardLook:
        """Read the card at an address, or of an agent added under that name; changes nothing.

        Raises `BadInput` for an address or a name that cannot be, `AgentUnreachable`, and
        `AgentRefused` where there is no usable card.
        """
        ...

    async def accept(self, look: CardLook) -> str:
        """Add the agent, or go on with its changed card; return its name.

        Raises `BadInput`, `BadProfile`.
        """
        ...


class FrameReading(Protocol):
    """What went over the wire, to be looked at, taken away and said again."""

    async def frames(
        self, answer: Answer, message: Message, events: Sequence[Recorded]
    ) -> Sequence[Frame]:
        """Return the frames of a turn, oldest first.

        They are those of the link while it remembers them, else made anew (binding `kept`) from
        the message and the events that the store has.
        """
        ...

    async def redacted(self, frames: Sequence[Frame]) -> Sequence[Frame]:
        """Return the frames without what looks like a secret, by its name or its form."""
        ...

    async def written(self, frames: Sequence[Frame], form: FrameForm, *, redact: bool) -> str:
        """Return the frames in a form to take away; empty where the form has nothing to say."""
        ...

    async def replay(self, frames: Sequence[Frame], *, speed: float) -> str:
        """Keep a recording, without secrets, and return the key of the agent that says it again.

        `speed` 2 is twice as fast as it was, 0 is at once. Raises `BadFile`, `BadInput`.
        """
        ...


class SignInField(NamedTuple):
    """One thing to ask a person who signs in; `label` is English, `secret` is not shown."""

    name: str
    label: str
    secret: bool = False
    optional: bool = False


class SignInNeed(NamedTuple):
    """A scheme of an agent's card, and what is asked for it."""

    need: SecurityNeed
    fields: tuple[SignInField, ...]


class SignInCompanion(Protocol):
    """Who shows the person where to go while they sign in."""

    async def open_url(self, url: str) -> None:
        """Show the address; it is opened in a browser only if the person says so."""
        ...

    async def show_code(self, url: str, code: str) -> None:
        """Show a code and where to type it."""
        ...


class SigningIn(Protocol):
    """Signing in with agents elsewhere; credentials are in the keyring, or in memory only.

    All methods but `lasting` raise `AgentUnreachable`, `AgentRefused` and `BadInput`.
    """

    async def needs(self, agent: str) -> Sequence[SignInNeed]:
        """Return what is asked of the person; nothing when everybody is let in."""
        ...

    async def lasting(self) -> bool:
        """Return whether a credential outlives the program."""
        ...

    async def sign_in(
        self,
        agent: str,
        need: SecurityNeed,
        answers: Mapping[str, str],
        companion: SignInCompanion,
    ) -> None:
        """Get and keep a credential; the agent is then spoken with under it."""
        ...

    async def sign_out(self, agent: str) -> None:
        """Forget the credentials for an agent."""
        ...


class ModelChoice(NamedTuple):
    """A language model as a person chooses it; `kind` "" is none.

    `has_key` says that a key is kept for it, `lasting` that a key outlives the program.
    """

    kind: str = ""
    name: str = ""
    url: str = ""
    has_key: bool = False
    lasting: bool = False


class ChoosingModel(Protocol):
    """The profile's language model: which it is, whether it answers, and choosing another.

    A key goes in and never comes out again. All methods raise `BadInput` for what does not fit.
    """

    async def chosen(self) -> ModelChoice:
        """Return the model that is used now."""
        ...

    async def test(self, choice: ModelChoice, key: str = "") -> str:
        """Ask a model for a word and return what it said; without a `key`, with the one kept.

        Raises `AgentUnreachable` and `AgentRefused`.
        """
        ...

    async def keep(self, choice: ModelChoice, key: str = "") -> None:
        """Use this model from now on; without a `key` the one kept stays. Raises `BadProfile`."""
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
