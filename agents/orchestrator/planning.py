"""A request becomes steps: one for each part that is for another agent, in an order that holds.

A request is cut where people join requests ("and", "그리고", "además" …), in Korean within words
too: at particles of nouns ("승률과 오류") and endings of verbs ("알려주고 …"). A part that no agent
of its own is known for belongs to the part before, in the person's own words between them. A step
waits for the one before it where it speaks of that one's outcome ("that day", "그날", "ese mes");
all others may run side by side.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from agents.answering.text.normal import is_hangul
from agents.answering.text.particles import final_consonant
from agents.orchestrator.routing import Routed, Router
from agents.orchestrator.words import either, heard, heard_anywhere

MOST_STEPS: Final = 6
MOST_TRIES: Final = 5
When = Literal["answered", "failed", "ended"]
"""How the steps before must have ended for a step to be done: all well, one badly, or either."""
# A longer text was pasted, and is no list of requests. It is not cut: what finds the joints takes
# the square of a hostile one's length, and holds the interpreter of every agent served beside.
_LONGEST: Final = 2_000

_WORD: Final = re.compile(r"\S+(?=\s)")
_SPACE: Final = re.compile(r",?\s+")


def _said(kind: str) -> list[str]:
    return [one for said in heard("joints")[kind].values() for one in said]


_VERBS: Final = {joins: ends for one in heard("joints")["verbs"].values()
                 for joins, ends in one.items()}  # fmt: skip
_NOUNS: Final = [tuple(pair) for pair in _said("nouns")]
_WHOLE, _DEEDS, _OBJECTS = (frozenset(_said(kind)) for kind in ("whole", "deeds", "objects"))
_JOINTS: Final = re.compile(
    rf"\s*(?:;\s+|\.\s+(?=\S)|[?!]\s+(?=\S)|,?\s+{either(_said('between'))}\s+"
    rf"|,?\s*{either(_said('loose'))}\s*)",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    rf"(?<![,\s])[,\s]+{either([*_said('between'), *_said('loose')])}$", re.IGNORECASE
)
_REFERS: Final = heard_anywhere("refers")
_DATE: Final = heard_anywhere("dates")


class Step(NamedTuple):
    """One delegation: who is asked what, and the steps whose outcome it speaks of.

    `stranger` is a name that was called and that no agent has. With `approve` the person is asked
    before it is done. It is done up to `tries` times, until it is answered, and its answer holds
    the words `until`. `about` are earlier tasks of whoever is asked, `values` what goes along as
    values: `{"media_type", "data"}` each. `files` are the names of the files that go along.
    """

    number: int
    agents: tuple[str, ...]
    text: str
    after: tuple[int, ...] = ()
    named: bool = False
    stranger: str = ""
    when: When = "answered"
    approve: bool = False
    tries: int = 1
    until: str = ""
    about: tuple[str, ...] = ()
    values: tuple[dict[str, Any], ...] = ()
    files: tuple[str, ...] = ()

    def kept(self) -> dict[str, Any]:
        """Return it as JSON."""
        along = {
            "about": list(self.about), "values": list(self.values), "files": list(self.files),
        }  # fmt: skip
        return {
            "step": self.number,
            "agents": list(self.agents),
            "text": self.text,
            "after": list(self.after),
            "when": self.when,
            "approve": self.approve,
            "tries": self.tries,
            "until": self.until,
            **{name: value for name, value in along.items() if value},
        }


def step_of(value: Mapping[str, Any]) -> Step:
    """Read a step back from JSON."""
    return Step(
        int(value["step"]),
        tuple(value["agents"]),
        str(value["text"]),
        tuple(value["after"]),
        when=value.get("when", "answered"),
        approve=bool(value.get("approve", False)),
        tries=int(value.get("tries", 1)),
        until=str(value.get("until", "")),
        about=tuple(value.get("about", ())),
        values=tuple(value.get("values", ())),
        files=tuple(map(str, value.get("files", ()))),
    )


def plan(text: str, router: Router, last: str | None, files: Sequence[str] = ()) -> list[Step]:
    """Return the steps of a request; a step without agents, or with several, is open.

    `last` answered the message before: what nobody is known for goes to it. What is asked of one
    of its `files` by name is asked apart from what is asked of others.
    """
    if (strange := router.stranger(text)) is not None:
        return [Step(1, (), strange[1], named=True, stranger=strange[0])]
    calls = router.called(text)
    if 1 < len(calls) <= MOST_STEPS:
        return [_called(number, agent, part) for number, (agent, part) in enumerate(calls, 1)]
    whole = router.route(text)
    if whole.named:
        return [
            Step(number, (agent,), whole.text, named=True)
            for number, agent in enumerate(whole.agents[:MOST_STEPS], 1)
        ]
    parts = _joined(text, router, files) if len(text) <= _LONGEST else []
    if len(parts) < 2 or len(parts) > MOST_STEPS:
        return [Step(1, _or_last(whole, last), text)]
    steps: list[Step] = []
    for number, (part, routed) in enumerate(parts, 1):
        after = (number - 1,) if number > 1 and refers(part) else ()
        steps.append(Step(number, routed.agents, part, after))
    return steps


def _called(number: int, agent: str, part: str) -> Step:
    words = _without_joint(part)
    after = (number - 1,) if number > 1 and refers(words) else ()
    return Step(number, (agent,), words, after, named=True)


def refers(text: str) -> bool:
    """Whether a text speaks of a time that another part has given."""
    return _REFERS.search(text) is not None and _DATE.search(text) is None


def resolved(text: str, *told: Sequence[str]) -> str | None:
    """Return the text with the date that was named before it; None where none or several were.

    `told` is looked through in turn: the first that names one date counts, and none that names
    several is passed over. Several moments of one day are that day.
    """
    for texts in told:
        dates = dict.fromkeys(date for one in texts for date in _DATE.findall(one))
        if dates:
            return _REFERS.sub(next(iter(dates)), text, count=1) if len(dates) == 1 else None
    return None


def dates_in(outcomes: Sequence[str]) -> list[str]:
    """Return the dates that earlier outcomes name, in their order."""
    return list(dict.fromkeys(date for one in outcomes for date in _DATE.findall(one)))


def _or_last(routed: Routed, last: str | None) -> tuple[str, ...]:
    if last is not None and (not routed.agents or last in routed.agents):
        return (last,)
    return routed.agents


def named_in(text: str, files: Iterable[str]) -> set[str]:
    """Return the files that a text names."""
    return {one for one in files if one and one.casefold() in text.casefold()}


def _joined(text: str, router: Router, files: Sequence[str]) -> list[tuple[str, Routed]]:
    """Return the parts; those for the same agent, or for nobody in particular, are one again, but
    where they name other files."""
    found: list[tuple[int, int, Routed]] = []
    for start, end in _parts_of(text):
        routed = router.route(text[start:end])
        if found:
            begin, _, earlier = found[-1]
            same = (
                not routed.agents
                or not earlier.agents
                or routed.agents == earlier.agents
                or (len(routed.agents) > 1 and earlier.agents[0] in routed.agents)
            )
            before, now = (named_in(one, files) for one in (text[begin:start], text[start:end]))
            if same and not (before and now and before != now):
                found[-1] = (begin, end, earlier if earlier.agents else routed)
                continue
        found.append((start, end, routed))
    return [(_as_request(text[start:end]), routed) for start, end, routed in found]


def _parts_of(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a request begin and end, what joins them left out."""
    found, begin = [], 0
    for start, end in [*_joints(text), (len(text), len(text))]:
        if text[begin:start].strip(" ,.;"):
            found.append((begin, start))
        begin = max(begin, end)
    return found


def _as_request(part: str) -> str:
    """Return a part as a request of its own: "알려주고" asks "알려줘"."""
    part = part.strip(" ,.;")
    joins = next((one for one in _VERBS if part.endswith(one)), "")
    return part.removesuffix(joins) + _VERBS[joins] if joins else part


def _without_joint(part: str) -> str:
    """Return a part without what joins it to the next one, where that begins with a name."""
    part = _TRAILING.sub("", part).strip(" ,.;") or part
    word = part.rpartition(" ")[2]
    ending = _noun_ending(part, len(part) - len(word), word)
    return part.removesuffix(ending) if ending else part


def _joints(text: str) -> list[tuple[int, int]]:
    """Return where joints begin and end, in their order; some may overlap."""
    found = [one.span() for one in _JOINTS.finditer(text)]
    for match in _WORD.finditer(text):
        word = match[0].rstrip(",")
        space = _SPACE.match(text, match.start() + len(word))
        if space is None:
            continue
        if ending := _noun_ending(text, match.start(), word):
            found.append((space.start() - len(ending), space.end()))
        elif word.endswith(tuple(_VERBS)):
            found.append(space.span())
    return sorted(found)


def _noun_ending(text: str, at: int, word: str) -> str:
    """Return by what a word joins the noun that it is to the next one, "" where it does not."""
    if word in _WHOLE:
        return ""
    for after_consonant, after_vowel in _NOUNS:
        for ending, closed in ((after_consonant, True), (after_vowel, False)):
            noun = word.removesuffix(ending)
            if noun in ("", word):
                continue
            same = after_consonant == after_vowel or not is_hangul(noun[-1])
            if not same and bool(final_consonant(noun)) is not closed:
                continue
            if ending not in _VERBS:
                return ending
            is_object = text[:at].rstrip().endswith(tuple(_OBJECTS))
            return "" if is_object or noun.endswith(tuple(_DEEDS)) else ending
    return ""
