"""A request becomes steps: one for each part that is for another agent, in an order that holds.

A request is cut where people join requests ("and", "그리고", "además" …); a part that no agent of
its own is known for belongs to the part before, in the person's own words between them. A step
waits for the one before it where it speaks of that one's outcome ("that day", "그날", "ese mes");
all others may run side by side.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from agents.orchestrator.joints import as_request, parts_of, without_joint
from agents.orchestrator.routing import Routed, Router
from agents.orchestrator.words import heard_anywhere

MOST_STEPS: Final = 6
MOST_TRIES: Final = 5
When = Literal["answered", "failed", "ended"]
"""How the steps before must have ended for a step to be done: all well, one badly, or either."""
# A longer text was pasted, and is no list of requests. It is not cut: what finds the joints takes
# the square of a hostile one's length, and holds the interpreter of every agent served beside.
_LONGEST: Final = 2_000

_REFERS: Final = heard_anywhere("refers")
_DATE: Final = heard_anywhere("dates")


class Step(NamedTuple):
    """One delegation: who is asked what, and the steps whose outcome it speaks of.

    `stranger` is a name that was called and that no agent has. With `approve` the person is asked
    before it is done. It is done up to `tries` times, until it is answered, and its answer holds
    the words `until`. `about` are earlier tasks of whoever is asked, `values` what goes along as
    values: `{"media_type", "data"}` each.
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

    def kept(self) -> dict[str, Any]:
        """Return it as JSON."""
        along = {"about": list(self.about), "values": list(self.values)}
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
    )


def plan(text: str, router: Router, last: str | None) -> list[Step]:
    """Return the steps of a request; a step without agents, or with several, is open.

    `last` answered the message before: what nobody is known for goes to it.
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
    parts = _joined(text, router) if len(text) <= _LONGEST else []
    if len(parts) < 2 or len(parts) > MOST_STEPS:
        return [Step(1, _or_last(whole, last), text)]
    steps: list[Step] = []
    for number, (part, routed) in enumerate(parts, 1):
        after = (number - 1,) if number > 1 and refers(part) else ()
        steps.append(Step(number, routed.agents, part, after))
    return steps


def _called(number: int, agent: str, part: str) -> Step:
    words = without_joint(part)
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


def _joined(text: str, router: Router) -> list[tuple[str, Routed]]:
    """Return the parts; those for the same agent, or for nobody in particular, are one again."""
    found: list[tuple[int, int, Routed]] = []
    for start, end in parts_of(text):
        routed = router.route(text[start:end])
        if found:
            begin, _, earlier = found[-1]
            same = (
                not routed.agents
                or not earlier.agents
                or routed.agents == earlier.agents
                or (len(routed.agents) > 1 and earlier.agents[0] in routed.agents)
            )
            if same:
                found[-1] = (begin, end, earlier if earlier.agents else routed)
                continue
        found.append((start, end, routed))
    return [(as_request(text[start:end]), routed) for start, end, routed in found]
