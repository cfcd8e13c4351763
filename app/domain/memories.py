"""Facts that are remembered of a user, an agent or a conversation, and which messages ask for them.

Nothing is concluded from what is said otherwise. A request at the beginning of a user's message
("remember that …", "기억해: …", "… 기억해 줘", "recuerda que …") gives one fact; "forget that …",
"… 잊어 줘", "olvida que …" ends one. Questions ("do you remember …?") give none. A fact of the form
"my X is Y" has X as its key, so that a newer one replaces it.
"""

import re
import unicodedata
from datetime import datetime
from typing import Final, NamedTuple

from pydantic import Field, JsonValue

from app.domain.base import Moment, Value
from app.domain.book import MAX_COUNT

ASKED_FOR: Final = 0.8
"""The importance of a fact that somebody asked to be remembered."""
EVERYBODYS: Final = "everybodys"
"""In the metadata of a desk's fact: at the service it holds for every user of the tenant."""


class NewMemory(Value):
    """A fact to be remembered; empty ids mean that it holds for every user, agent or conversation.

    `source_message_id` is where it was said. `key` names what it is about ("language"): rules use
    it to find the fact that a newer one replaces.
    """

    id: str = Field(default="", max_length=200)
    text: str = Field(min_length=1, max_length=20_000)
    key: str = Field(default="", max_length=200)
    user_id: str | None = Field(default=None, max_length=200)
    agent_id: str = Field(default="", max_length=500)
    conversation_id: str = Field(default="", max_length=200)
    source_message_id: str | None = Field(default=None, max_length=200)
    importance: float = Field(default=0.5, ge=0.0, le=1.0)
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


class Memory(Value):
    """A remembered fact; it holds from `valid_from` until `valid_to` (None: still)."""

    id: str
    tenant_id: str
    user_id: str = ""
    agent_id: str = ""
    conversation_id: str = ""
    key: str = ""
    text: str
    source_message_id: str | None = None
    importance: float = Field(default=0.5, ge=0.0, le=1.0)
    tokens: int = Field(default=0, ge=0, le=MAX_COUNT)
    valid_from: Moment
    valid_to: Moment | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    revision: int = Field(default=1, ge=0, le=MAX_COUNT)
    created_at: Moment
    updated_at: Moment

    def holds(self, at: datetime) -> bool:
        """Whether the fact holds at a moment."""
        return self.valid_from <= at and (self.valid_to is None or at < self.valid_to)

    @property
    def everybodys(self) -> bool:
        """Whether it is not this desk's to change (see `EVERYBODYS`)."""
        return self.metadata.get(EVERYBODYS) is True


class MemoryEdit(Value):
    """Fields to be changed; None leaves one as it is. `valid_to` ends a fact without losing it.

    `endless` takes an end away. Empty ids let the fact hold for every agent or conversation.
    """

    text: str | None = Field(default=None, min_length=1, max_length=20_000)
    key: str | None = Field(default=None, max_length=200)
    agent_id: str | None = Field(default=None, max_length=500)
    conversation_id: str | None = Field(default=None, max_length=200)
    importance: float | None = Field(default=None, ge=0.0, le=1.0)
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    endless: bool = False
    metadata: dict[str, JsonValue] | None = None


class MemoriesWanted(Value):
    """Which facts; each id given also lets facts through that hold for all of its kind.

    `at` chooses those that hold at that moment; None gives past ones too.
    """

    user_id: str | None = None
    agent_id: str | None = None
    conversation_id: str | None = None
    key: str | None = None
    at: Moment | None = None
    limit: int = Field(default=200, ge=1, le=1000)


LONGEST: Final = 2_000
"""Characters of a fact; what is longer is no statement to be remembered."""


class Wish(NamedTuple):
    """A fact to be remembered, or to be forgotten; `key` says what it is about ("" if unknown)."""

    text: str
    key: str
    forget: bool


_BEFORE: Final = r"^(?:please[, ]+|por favor[, ]+)?"
_THAT: Final = r"(?:\s*(?P<that>라고|다고|[라다]는 (?:것을?|거|걸)|[는은] (?:것을?|거|걸)|,))?\s+"
_PLEASE: Final = r"(?:\s?줘|\s?주세요|\s?두세요|\s?둬|\s?주십시오)[.!~]*$"


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


# What a wish ends with is looked at first: long texts without one are passed over at once.
_REMEMBER: Final = _compiled(
    _BEFORE + r"(?:remember|note|keep in mind|don'?t forget)(?:\s+that\b|\s*:)\s*(.+)",
    _BEFORE + r"(?:recuerda|recuerde|recordad|acu[eé]rdate(?: de)?|ten en cuenta|no olvides)"
    r"(?:\s+que\b|\s*:)\s*(.+)",
    r"^(?:기억해|기억해\s?줘|기억해\s?주세요|외워\s?줘)\s*:\s*(.+)",
    rf"^(?=.*기억해{_PLEASE})(.+?){_THAT}(?:꼭\s+)?기억해{_PLEASE}",
)
_FORGET: Final = _compiled(
    _BEFORE + r"forget(?:\s+that\b|\s*:)\s*(.+)",
    _BEFORE + r"(?:olvida|olvide|olv[ií]date(?: de)?)(?:\s+que\b|\s*:)\s*(.+)",
    r"^(?:잊어|잊어\s?줘|잊어\s?주세요)\s*:\s*(.+)",
    rf"^(?=.*잊어{_PLEASE})(.+?){_THAT}잊어{_PLEASE}",
)
_ABOUT: Final = _compiled(
    r"^my ([\w' -]{2,40}?)(?: (?:is|are)\b|$)",
    r"^(?:mi|mis) ([\w -]{2,40}?)(?: (?:es|son|est[aá])\b|$)",
    r"^(?:내|제|나의|저의) ([\w ]{1,30}?)(?:(?:은|는|이|가) |$)",
)


def wish_in(text: str) -> Wish | None:
    """Return what a user's message asks to be remembered or forgotten, or None."""
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not said or len(said) > LONGEST or said.endswith(("?", "？")):
        return None
    for forget, patterns in ((False, _REMEMBER), (True, _FORGET)):
        for pattern in patterns:
            if found := pattern.match(said):
                fact = _stated(found).strip(" .!,:;~")
                return Wish(fact, _key(fact), forget) if fact else None
    return None


def _stated(found: re.Match[str]) -> str:
    """Return a fact as a statement, without what joined it to the request (-라고, -다는 것을)."""
    fact: str = found[1]
    that = found.groupdict().get("that") or ""
    if that[:1] == "다":
        return f"{fact}다"
    if that[:1] in ("는", "은"):
        return f"{fact}{that[0]} 것"
    # 이 after a consonant is the copula: 지민이라고 names 지민, 아이라고 names 아이.
    if that[:1] == "라" and fact.endswith("이") and len(fact) > 1 and _closed(fact[-2]):
        return fact[:-1]
    return fact


def _closed(syllable: str) -> bool:
    """Whether a Hangul syllable ends with a consonant."""
    return "가" <= syllable <= "힣" and (ord(syllable) - ord("가")) % 28 != 0


def _key(fact: str) -> str:
    for pattern in _ABOUT:
        if found := pattern.match(fact):
            return found[1].strip().casefold()
    return ""
