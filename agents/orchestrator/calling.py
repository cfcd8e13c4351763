"""How agents are called: before people, after an "@", and in words ("로그에게 …", "ask the logs").

Who is called in words is called as with an "@": what follows is asked of all that are named
together, up to the next call.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from agents.answering.text.language import LANGUAGES, Language
from agents.orchestrator.words import either, heard
from app.domain.cards import AgentCard

MENTION: Final = re.compile(r"(?<!\S)@([a-z0-9][a-z0-9._-]*)[,:]?\s*", re.IGNORECASE)
_MOST_TOGETHER: Final = 5
_LONGEST: Final = 2_000
"""A longer text was pasted: nobody is called in its words."""


class Call(NamedTuple):
    """Who is called where in a text."""

    agents: tuple[str, ...]
    start: int
    end: int


class Calls:
    """Owns by what each agent is called."""

    def __init__(self, cards: Mapping[str, AgentCard]) -> None:
        self.known = calls_of(cards)
        self._named = _named(cards, self.known)
        self._patterns = [
            _pattern(language, around, self._named)
            for language in LANGUAGES
            for around in heard("address")[language]["around"]
        ]

    def of(self, agent: str) -> str:
        """Return by what an agent is called after "@"; its whole address where there is nothing."""
        if MENTION.fullmatch(f"@{agent}"):
            return agent
        return next((call for call, known in self.known.items()
                     if known == agent and MENTION.fullmatch(f"@{call}")), agent)  # fmt: skip

    def within(self, text: str) -> list[Call]:
        """Return who is called in a text, in the order of the calls."""
        found = [
            Call((self.known[one[1].lower()],), *one.span())
            for one in MENTION.finditer(text)
            if one[1].lower() in self.known
        ]
        for pattern in self._patterns if len(text) <= _LONGEST else ():
            for one in pattern.finditer(text):
                found.append(Call(self._agents_in(one["names"]), *one.span()))
        kept: list[Call] = []
        for call in sorted(found, key=lambda one: one.start - one.end):  # the longest first
            if all(one.end <= call.start or call.end <= one.start for one in kept):
                kept.append(call)
        return sorted(kept, key=lambda one: one.start)

    def closed(self, text: str) -> str:
        """Return what is asked in words without the end of the call: "…을 물어봐"."""
        return _CLOSING.sub("", text)

    def _agents_in(self, names: str) -> tuple[str, ...]:
        said = re.finditer(_any_of(self._named), names, re.IGNORECASE)
        return tuple(dict.fromkeys(self._named[_plain(one[0])] for one in said))


def calls_of(cards: Mapping[str, AgentCard]) -> dict[str, str]:
    """Return by what each agent is called; what two would be called alike stands for neither.

    An agent that is known by its address is called by the last part of it, or by its card's name.
    """
    calls = {name.lower(): name for name in cards}
    others: dict[str, set[str]] = defaultdict(set)
    for name, card in cards.items():
        for call in names_of(name, card.name):
            others[call].add(name)
    for call, names in others.items():
        if len(names) == 1:
            calls.setdefault(call, *names)
    return calls


def names_of(name: str, title: str) -> list[str]:
    """Return the last part of an address and the card's name, the likelier call first."""
    last = urlsplit(name).path.rstrip("/").rpartition("/")[2] if "://" in name else name
    calls = ("-".join(one.lower().split()) for one in (last, title))
    return [call for call in dict.fromkeys(calls) if call]


def titles(cards: Mapping[str, AgentCard], language: Language) -> dict[str, str]:
    """Return how agents are called before people: by what their cards say, those whose cards say
    only the key of an agent that ships with the program in words, those that would be called alike
    by the names under which they are known.
    """
    said = {name: card.title or card.name or name for name, card in cards.items()}
    alike = Counter(said.values())
    found = {}
    for name, title in said.items():
        if alike[title] > 1:
            title = name
        shipped = heard("titles").get(name) if title == name else None
        found[name] = shipped[language][0] if shipped is not None else title
    return found


def _named(cards: Mapping[str, AgentCard], calls: Mapping[str, str]) -> dict[str, str]:
    """Return the agent of each name in words, in small letters: its calls, titles and what those
    that ship with the program are called besides."""
    said: dict[str, set[str]] = defaultdict(set)
    for call, name in calls.items():
        said[_plain(call)].add(name)
    for language in LANGUAGES:
        for name, title in titles(cards, language).items():
            said[_plain(title)].add(name)
            if title == heard("titles").get(name, {}).get(language, [None])[0]:
                for one in heard("titles")[name][language]:
                    said[_plain(one)].add(name)
    return {call: next(iter(names)) for call, names in said.items() if len(names) == 1 and call}


def _plain(name: str) -> str:
    return " ".join(name.lower().split())


def _pattern(
    language: Language, around: Mapping[str, str], named: Mapping[str, str]
) -> re.Pattern[str]:
    """Return what calls agents in words of a language, the names in the group `names`."""
    said: Mapping[str, Any] = heard("address")[language]
    name = rf"@?{_any_of(named)}"
    article = rf"(?:{either(said['article'])}\s{{1,3}})?" if "article" in said else ""
    more = rf"\s{{0,3}}{either(said['between'])}\s{{1,3}}{article}{name}"
    names = rf"(?P<names>{name}(?:{more}){{0,{_MOST_TOGETHER}}})"
    before, after = (either([around.get(side, "")]) for side in ("before", "after"))
    return re.compile(rf"(?<!\w){before}{names}{after}\s*", re.IGNORECASE)


def _any_of(names: Iterable[str]) -> str:
    return either(re.escape(one).replace("\\ ", " ") for one in names)


_CLOSING: Final = re.compile(
    rf"{either(one for said in heard('address').values() for one in said.get('closing', ()))}"
    r"[.!?]?\s*$",
    re.IGNORECASE,
)  # fmt: skip
