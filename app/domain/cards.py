"""An agent's card, as far as the desk uses it."""

from typing import Literal, NamedTuple

from app.domain.base import Value
from app.domain.messages import ANY_FILE

UNTOLD = "–"
"""The version of an agent that tells no card: what stands in it is known from elsewhere."""

TASK_PER_REQUEST = "https://balance-desk.org/a2a/extensions/task-per-request/v1"


class Skill(Value):
    """What the agent can do, with example questions."""

    skill_id: str
    name: str
    description: str = ""
    examples: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Interface(Value):
    """Where an agent says it is reached, and in which protocol binding."""

    url: str
    binding: str
    version: str = ""
    tenant: str = ""


class SecurityNeed(Value):
    """One way to be let in: the name of a scheme, its kind, and what it says of itself.

    Kinds: `bearer`, `basic`, `api_key`, `oauth2`, `openid`, `mutual_tls`, `unknown`.
    """

    name: str
    kind: str
    description: str = ""
    scopes: tuple[str, ...] = ()


class CardSignature(Value):
    """What the signatures of a card are worth; `by` is who signed it, by their own word.

    `verified` by a key that the person trusts, `mismatch` with such a key, `key_unknown` when no
    key of that name is trusted: then `keys_url` is where the card says they are.
    """

    state: Literal["unsigned", "verified", "mismatch", "key_unknown"]
    by: str = ""
    keys_url: str = ""


class AgentCard(Value):
    """Who the agent says it is: untrusted text until shown as text.

    `security` are alternatives, each of which may be several needs at once; none means that
    everybody is let in. `signed` says that the card carries signatures, not that they are good:
    that `signature` says, where it was checked.
    """

    name: str
    title: str = ""
    description: str = ""
    version: str = ""
    skills: tuple[Skill, ...] = ()
    extensions: tuple[str, ...] = ()
    streaming: bool = True
    url: str = ""
    provider: str = ""
    documentation_url: str = ""
    input_modes: tuple[str, ...] = ()
    output_modes: tuple[str, ...] = ()
    interfaces: tuple[Interface, ...] = ()
    security: tuple[tuple[SecurityNeed, ...], ...] = ()
    signed: bool = False
    signature: CardSignature | None = None

    def takes(self, media_type: str) -> bool:
        """Whether the agent says that it takes parts of this type; one that says nothing may."""
        kind = media_type.partition("/")[0]
        return not self.input_modes or any(
            mode in (media_type, f"{kind}/*", "*/*", "*") for mode in self.input_modes
        )

    def taken_as(self, media_type: str) -> str | None:
        """Return the media type under which the agent takes a file of this one: its own, else, of
        text and of what programs read, that of any file; None where it takes neither."""
        any_kind = media_type.startswith(("text/", "application/"))
        tried = (media_type, ANY_FILE) if any_kind else (media_type,)
        return next((one for one in tried if self.takes(one)), None)

    def nearness(self, media_type: str) -> int:
        """Return how much a card says that it is for files of this type: 3 where it names it, 2 all
        of its kind, 1 any file, 0 where it takes none.

        Plain text is what every agent takes as words: it says nothing of files.
        """
        kind = media_type.partition("/")[0]
        if media_type in self.input_modes and media_type != "text/plain":
            return 3
        if f"{kind}/*" in self.input_modes:
            return 2
        return int(self.taken_as(media_type) is not None)

    @property
    def task_per_request(self) -> bool:
        """Whether a parked task is answered by a new task that references it."""
        return TASK_PER_REQUEST in self.extensions


class Access(NamedTuple):
    """What lets a caller in for one run: headers of every request, a bearer token, an API key.

    Its text tells none of them: it may come to stand in a log.
    """

    headers: tuple[tuple[str, str], ...] = ()
    bearer: str = ""
    api_key: str = ""

    def __repr__(self) -> str:
        """Tell which are given only."""
        names = [name for name, _ in self.headers]
        return f"Access({names}, bearer={bool(self.bearer)}, api_key={bool(self.api_key)})"


NO_ACCESS = Access()
