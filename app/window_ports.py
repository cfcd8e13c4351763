"""What the window is offered beside conversations: search, log, frames, agents, sign-in, models.

Each protocol says its order, errors and cancellation; the composition root brings what stands
behind it, and a test of the window brings its own.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from app.domain.answers import Answer
from app.domain.cards import AgentCard, SecurityNeed
from app.domain.conformance import Finding
from app.domain.frames import Frame, FrameForm
from app.domain.messages import Message
from app.domain.records import LinesWanted, RecordLine, SearchFound, SearchWanted
from app.ports import Recorded
from app.profile.settings import WhoReads

OpenData = Callable[[Path, str], Awaitable[str]]
"""Makes a file ready, anew where it has changed, and returns the key of who answers from it; raises
`BadFile`.

The second argument is the agent that is being asked: the orchestrator takes a table for its own.
"""

GatherData = Callable[[Sequence[Path]], Path]
"""Puts files together and returns what opens them as tables of one; raises `BadFile`. It blocks."""


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

    async def known(self) -> Mapping[str, str]:
        """Return the addresses of those that were added, by name; raises `BadProfile`."""
        ...

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

    def call(
        self,
        agent: str,
        method: str,
        params: Mapping[str, JsonValue],
        headers: Mapping[str, str],
    ) -> AsyncGenerator[dict[str, JsonValue], None]:
        """Ask any operation of A2A by its name; yield its results as they come.

        `headers` go along. Closing the iterator ends a stream. Raises `BadInput` for an operation
        or parameters that there are not, and the errors of the agent and of opening its link.
        """
        ...

    async def marks(self, frames: Sequence[Frame]) -> Mapping[int, Sequence[Finding]]:
        """Return where frames depart from A2A's specification, by their places among the frames.

        Frames that were made anew are not judged.
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

    `has_key` says that a key is kept for it, `lasting` that a key outlives the program, `questions`
    when it reads those about a table.
    """

    kind: str = ""
    name: str = ""
    url: str = ""
    has_key: bool = False
    lasting: bool = False
    questions: WhoReads = "rules-first"


class ChoosingModel(Protocol):
    """The profile's language model: which it is, whether it answers, and choosing another.

    A key goes in and never comes out again. All methods raise `BadInput` for what does not fit.
    """

    async def chosen(self) -> ModelChoice:
        """Return the model that is used now."""
        ...

    async def local(self) -> Sequence[ModelChoice]:
        """Return what servers on this machine tell of, within a second or two; often nothing."""
        ...

    async def test(self, choice: ModelChoice, key: str = "") -> str:
        """Ask a model for a word and return what it said; without a `key`, with the one kept.

        Raises `AgentUnreachable` and `AgentRefused`.
        """
        ...

    async def keep(self, choice: ModelChoice, key: str = "") -> None:
        """Use this model from now on; without a `key` the one kept stays. Raises `BadProfile`."""
        ...
