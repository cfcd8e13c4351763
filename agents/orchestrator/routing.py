"""Which agent a text is for: by name, by the words of its skills, by who answered last.

    score(text, agent) = Σ over the words of the text that stand in the agent's card of
                         log(1 + agents / agents that have the word)

Words are those of the search (`app.domain.index_terms`): whole words without case and accents,
Korean in bigrams of syllables, so that particles and compounds do not matter. Singular and plural
are one word.
Numbers say nothing of who is meant, and of a file's name only its kind does ("server.log": a log).
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from app.domain.cards import AgentCard
from app.domain.index_terms import indexed

CLEAR: Final = 1.5
"""How many times the second best score the best one is, to be taken without asking."""

_MENTION = re.compile(r"(?<!\S)@([a-z0-9][a-z0-9._-]*)[,:]?\s*", re.IGNORECASE)
# It begins where no name of a file goes on: a long word is gone through once.
_FILE = re.compile(
    r"(?<![\w./~-])[\w./~-]*\w\.(?=[a-z][a-z0-9]{1,7}(?![a-z0-9_.]))", re.IGNORECASE | re.ASCII
)
_COMMON: Final = frozenset(
    indexed(
        "the a an of to in on at is are was were be and or for with it this that what which how do"
        " does did me my i you we can please show tell give most per were been any el la los las"
        " un una de del en y o que es son por para con al lo mi como cual más hay hubo dime"
        " muestra qué cuál 알려 려줘 해줘 줘요 보여 여줘 무엇 엇을 수 있어 있나 나요 어떤 어떻 떻게"
    ).split()
)


class Routed(NamedTuple):
    """Who is to answer a text: nobody where nobody is known to, several where it is open.

    `named` says that the text named them; `text` is without those names. `score` is that of the
    first.
    """

    agents: tuple[str, ...]
    text: str
    named: bool = False
    score: float = 0.0


class Router:
    """Owns what the cards of the agents say, in words."""

    def __init__(
        self, cards: Mapping[str, AgentCard], absent: Sequence[str] = (), first: str = ""
    ) -> None:
        """Route by `cards`; `absent` are the names of agents that cannot be reached now.

        What a conversation begins with is for `first`, where nobody in particular is known for it.
        """
        self.first = first if first in cards else None
        self.cards = dict(cards)
        self._calls = _calls(cards)
        self._absent = tuple(absent)
        self._words = {name: _words_of(name, card) for name, card in cards.items()}
        self._agents_with = Counter(word for words in self._words.values() for word in words)

    def route(self, text: str) -> Routed:
        """Return who is to answer a text, the best first; without the words of anybody, nobody."""
        named, rest = self._named(text)
        if named:
            return Routed(named, rest, named=True)
        scores = self.scores(text)
        ranked = sorted(scores, key=lambda name: -scores[name])
        if not ranked:
            return Routed((), text)
        best = scores[ranked[0]]
        near = tuple(name for name in ranked if scores[name] * CLEAR > best)
        return Routed(near, text, score=best)

    def call_of(self, name: str) -> str:
        """Return by what an agent is called after "@"; its whole address where it has no other."""
        if _MENTION.fullmatch(f"@{name}"):
            return name
        return next((call for call, known in self._calls.items()
                     if known == name and _MENTION.fullmatch(f"@{call}")), name)  # fmt: skip

    def agent_called(self, call: str) -> str | None:
        """Return the agent that is called so, or None."""
        return self._calls.get(call.lower())

    def scores(self, text: str) -> dict[str, float]:
        """Return what each agent's card has of a text; agents that have nothing are left out."""
        words = _stems(_FILE.sub("", text))
        total = len(self.cards)
        found = {
            name: sum(math.log(1 + total / self._agents_with[word]) for word in words & own)
            for name, own in self._words.items()
        }
        return {name: score for name, score in found.items() if score > 0}

    def called(self, text: str) -> list[tuple[str, str]]:
        """Return who is called by name with which words of their own: "@data Terran @logs errors".

        Nobody where the words before the first name, or after the last one, are for all of them.
        """
        known = self._calls
        calls = [one for one in _MENTION.finditer(text) if one[1].lower() in known]
        if len(calls) < 2:
            return []
        ends = [*(one.start() for one in calls[1:]), len(text)]
        parts = [text[one.end() : end].strip() for one, end in zip(calls, ends, strict=True)]
        if text[: calls[0].start()].strip() or not all(parts):
            return []
        return [(known[one[1].lower()], part) for one, part in zip(calls, parts, strict=True)]

    def names_one(self, text: str) -> bool:
        """Whether a text has the name of an agent among its words."""
        return not _stems(" ".join(self.cards)).isdisjoint(_stems(text))

    def stranger(self, text: str) -> tuple[str, str] | None:
        """Return the name that a text begins by calling and that no agent has, and the rest.

        Further on an "@" may stand for anything: a user, an address, an annotation.
        """
        known = {*self._calls, *(call for name in self._absent for call in _calls_of(name, ""))}
        at = 0
        strange = ""
        while call := _MENTION.match(text, at):
            name = call[1].rstrip("._-")
            strange = strange or (name if name.lower() not in known else "")
            at = call.end()
        return (strange, text[at:].strip() or text) if strange else None

    def _named(self, text: str) -> tuple[tuple[str, ...], str]:
        """Return the agents that are called by name (`@data`), and the text without the calls."""
        known = self._calls
        found = [
            known[match[1].lower()]
            for match in _MENTION.finditer(text)
            if match[1].lower() in known
        ]
        rest = _MENTION.sub(lambda m: "" if m[1].lower() in known else m[0], text).strip()
        return tuple(dict.fromkeys(found)), rest or text


def _calls(cards: Mapping[str, AgentCard]) -> dict[str, str]:
    """Return by what each agent is called; what two would be called alike stands for neither.

    An agent that is known by its address is called by the last part of it, or by its card's name.
    """
    calls = {name.lower(): name for name in cards}
    others: dict[str, set[str]] = defaultdict(set)
    for name, card in cards.items():
        for call in _calls_of(name, card.name):
            others[call].add(name)
    for call, names in others.items():
        if len(names) == 1:
            calls.setdefault(call, *names)
    return calls


def _calls_of(name: str, title: str) -> list[str]:
    """Return the last part of an address and the card's name, the likelier call first."""
    last = urlsplit(name).path.rstrip("/").rpartition("/")[2] if "://" in name else name
    calls = ("-".join(one.lower().split()) for one in (last, title))
    return [call for call in dict.fromkeys(calls) if call]


def _words_of(name: str, card: AgentCard) -> set[str]:
    texts: list[str] = [name, card.title, card.description]
    for skill in card.skills:
        texts += [skill.name, skill.description, *skill.tags, *skill.examples]
    return _stems(" ".join(texts))


def _stems(text: str) -> set[str]:
    """Return the words that say something; "errors", "errores" and "error" are one."""
    words = (word for word in indexed(text).split() if word not in _COMMON and not word.isdigit())
    return {word.removesuffix("s").removesuffix("e") if len(word) > 3 else word for word in words}
