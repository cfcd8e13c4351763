"""Which language model is configured, and what it may cost."""

from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import urlsplit

from app.errors import BadInput
from app.profile.settings import LOOKS, WHO_READS, Looks, WhoReads

Kind = Literal["openai", "ollama", "gemini", "anthropic"]
KINDS: Final[tuple[Kind, ...]] = ("openai", "ollama", "gemini", "anthropic")

URLS: Final[dict[Kind, str]] = {
    "openai": "https://api.openai.com/v1",
    "ollama": "http://localhost:11434/v1",
    "gemini": "https://generativelanguage.googleapis.com",
    "anthropic": "https://api.anthropic.com",
}
_LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """A model and its limits; the key is in memory only and shows in no text of this value.

    `kind` says which interface its server speaks: `openai` is also that of vLLM, LM Studio,
    llama.cpp and others, at their own `url`. `seconds` is the longest that one request may take,
    `answer_tokens` the longest answer, `turn_tokens` what one turn may use in all. `questions` says
    when it reads those about a table or a log, and plans who is asked; `looks` of what it is shown
    rows, those that its queries give.
    """

    kind: Kind
    name: str
    url: str = ""
    key: str = field(default="", repr=False)
    seconds: float = 60.0
    answer_tokens: int = 2_000
    turn_tokens: int = 60_000
    questions: WhoReads = "rules-first"
    looks: Looks = "logs"

    def __post_init__(self) -> None:
        """Refuse what could not work, or would send the key in the clear; raises `BadInput`."""
        if self.kind not in KINDS:
            raise _bad("kind", f"one of {', '.join(KINDS)} is wanted")
        if not self.name.strip():
            raise _bad("name", "the name of a model is wanted")
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise _bad("url", "an http(s) address without a password is wanted", "model_address")
        if self.key and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise _bad("url", "a key is not sent in the clear: use https", "model_key_in_clear")
        if self.questions not in WHO_READS:
            raise _bad("questions", f"one of {', '.join(WHO_READS)} is wanted")
        if self.looks not in LOOKS:
            raise _bad("looks", f"one of {', '.join(LOOKS)} is wanted")
        if self.seconds <= 0 or self.answer_tokens < 1 or self.turn_tokens < 1:
            raise _bad("limits", "seconds and tokens are above 0")

    @property
    def address(self) -> str:
        """Where the server is."""
        return (self.url or URLS[self.kind]).rstrip("/")

    @property
    def account(self) -> str:
        """The name under which the key is in the keyring: one for each server."""
        return f"model:{self.kind}@{urlsplit(self.address).netloc}"

    def looks_at(self, agent: str) -> bool:
        """Whether a model that reads questions for an agent is shown rows."""
        return self.looks == "all" or (self.looks, agent) == ("logs", "logs")

    @property
    def needs_key(self) -> bool:
        """Whether the server is one of the vendors' own, which let nobody in without a key."""
        return self.kind != "ollama" and not self.url

    def __str__(self) -> str:
        """The model as people name it."""
        return f"{self.kind}:{self.name}"


def _bad(setting: str, why: str, key: str = "bad_setting") -> BadInput:
    return BadInput(
        f"The setting {setting!r} in [model] does not fit: {why}.",
        key=key,
        setting=setting,
    )
