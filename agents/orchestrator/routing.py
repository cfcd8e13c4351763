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
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from agents.orchestrator.calling import MENTION, Call, Calls, names_of
from agents.orchestrator.words import heard
from app.domain.cards import AgentCard
from app.domain.index_terms import indexed

CLEAR: Final = 1.5
"""How many times the second best score the best one is, to be taken without asking."""

# It begins where no name of a file goes on: a long word is gone through once.
_FILE = re.compile(
    r"(?<![\w./~-])[\w./~-]*\w\.(?=[a-z][a-z0-9]{1,7}(?![a-z0-9_.]))", re.IGNORECASE | re.ASCII
)
_COMMON: Final = frozenset(indexed(" ".join(heard("common").values())).split())


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
        self,
        cards: Mapping[str, AgentCard],
        absent: Sequence[str] = (),
        first: str = "",
        told: Mapping[str, str] | None = None,
    ) -> None:
        """Route by `cards`; `absent` are the names of agents that cannot be reached now.

        What a conversation begins with is for `first`, where nobody in particular is known for it.
        `told` are words by which agents are known in the conversation besides.
        """
        self.first = first if first in cards else None
        self.cards = dict(cards)
        self.calls = Calls(cards)
        self._absent = tuple(absent)
        told = told or {}
        self._words = {
            name: _words_of(name, card) | _stems(told.get(name, "")) for name, card in cards.items()
        }
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

    def agent_called(self, call: str) -> str | None:
        """Return the agent that is called so, or None."""
        return self.calls.known.get(call.lower())

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
        calls = self.calls.within(text)
        if len(calls) < 2:
            return []
        ends = [*(one.start for one in calls[1:]), len(text)]
        parts = [text[one.end : end].strip() for one, end in zip(calls, ends, strict=True)]
        parts[-1] = self._asked(calls[-1], text, parts[-1])
        if text[: calls[0].start].strip() or not all(parts):
            return []
        return [
            (agent, part) for one, part in zip(calls, parts, strict=True) for agent in one.agents
        ]

    def names_one(self, text: str) -> bool:
        """Whether a text has the name of an agent among its words."""
        return not _stems(" ".join(self.cards)).isdisjoint(_stems(text))

    def says_nothing(self, text: str) -> bool:
        """Whether a text has no word that says what is asked, as "it"."""
        return not _stems(text)

    def stranger(self, text: str) -> tuple[str, str] | None:
        """Return the name that a text begins by calling and that no agent has, and the rest.

        Further on an "@" may stand for anything: a user, an address, an annotation.
        """
        absent = (call for name in self._absent for call in names_of(name, ""))
        known = {*self.calls.known, *absent}
        at = 0
        strange = ""
        while call := MENTION.match(text, at):
            name = call[1].rstrip("._-")
            strange = strange or (name if name.lower() not in known else "")
            at = call.end()
        return (strange, text[at:].strip() or text) if strange else None

    def _named(self, text: str) -> tuple[tuple[str, ...], str]:
        """Return the agents that are called by name (`@data`), and the text without the calls."""
        calls = self.calls.within(text)
        if not calls:
            return (), text
        ends = [*(one.start for one in calls[1:]), len(text)]
        parts = [text[: calls[0].start]]
        parts += [text[one.end : end] for one, end in zip(calls, ends, strict=True)]
        parts[-1] = self._asked(calls[-1], text, parts[-1])
        agents = (agent for one in calls for agent in one.agents)
        return tuple(dict.fromkeys(agents)), "".join(parts).strip() or text

    def _asked(self, call: Call, text: str, rest: str) -> str:
        """Return what is asked after the last call, without the end of one that is in words."""
        return rest if text[call.start] == "@" else self.calls.closed(rest)


def _words_of(name: str, card: AgentCard) -> set[str]:
    texts: list[str] = [name, card.title, card.description]
    for skill in card.skills:
        texts += [skill.name, skill.description, *skill.tags, *skill.examples]
    return _stems(" ".join(texts))


def _stems(text: str) -> set[str]:
    """Return the words that say something; "errors", "errores" and "error" are one."""
    words = (word for word in indexed(text).split() if word not in _COMMON and not word.isdigit())
    return {word.removesuffix("s").removesuffix("e") if len(word) > 3 else word for word in words}
