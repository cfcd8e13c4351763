"""Either of two values, whichever it was: 흑백 상관없이, regardless of home or away."""

import re

from agents.data.follow_words import InView, Told, turn
from agents.data.reading import Reading
from agents.data.scan import Span

_WHICHEVER = ("상관없", "관계없", "무관", "regardless", "irrespective", "no matter", "sin importar",
              "independientemente")  # fmt: skip
_WITHOUT = ("without_after", "without_before")
_AT = re.compile(r"^(?:with|as|at|in|on|on the|con|de|en|como|si|if|if it is)\s", re.IGNORECASE)
_GIVE = r"(?:\s?(?:다시|보여|알려|계산해|해)?\s?(?:줘|주세요|봐|보여줘|알려줘|줄래))?"


def take_regardless(spans: list[Span], out: Reading) -> None:
    """Drop the condition of which several values are named to say that none of them matters.

    "Regardless of White or Black" leaves out neither.
    """
    if not out.excluded or not any(
        s.term is not None and s.term.key in _WITHOUT and s.text.startswith(_WHICHEVER)
        for s in spans
    ):
        return
    named = [*out.mentions, *out.excluded]
    for key in dict.fromkeys(one.dimension for one in out.excluded):
        if len({one.value for one in named if one.dimension == key}) > 1:
            out.mentions = [one for one in out.mentions if one.dimension != key]
            out.excluded = [one for one in out.excluded if one.dimension != key]
            out.dropped.append(key)


def _either(plain: str) -> Told:
    """Return a turn that holds where two values of one kind are named."""

    def put(found: re.Match[str], said: InView) -> str | None:
        named = [_AT.sub("", _AT.sub("", found[name])) for name in ("one", "two")]
        terms = [said.value(words) or said.value(f"en {words}") for words in named]
        keys = {term.key if term is not None else "" for term in terms}
        return plain.format(*named) if len(keys) == 1 and "" not in keys else None

    return put


EITHER = (
    turn(
        r"(?P<one>\S+?)(?:이든지?|든지?|이거나|거나)\s?(?P<two>\S+?)(?:이든지?|든지?|이거나|거나)"
        rf"(?:\s?(?:간에|상관\s?없이|관계\s?없이))?{_GIVE}",
        _either("{} {} 상관없이"),
    ),
    turn(
        r"(?P<one>\S+?)(?:이?랑|과|와|\s)?\s?(?P<two>\S+?)(?:을|를)?\s(?:안\s?가리고|가리지\s?(?:말고|않고)|"
        rf"구분\s?(?:없이|하지\s?말고|안\s?하고)|안\s?따지고|따지지\s?(?:말고|않고)|불문(?:하고)?){_GIVE}",
        _either("{} {} 상관없이"),
    ),
    turn(
        r"(?:no\smatter\s(?:if|whether)|whether|be\sit|whatever)\s(?P<one>.+?)\sor\s(?P<two>.+?)"
        r"(?:\s(?:or\snot|it\sdoesn't\smatter))?",
        _either("regardless of {} or {}"),
    ),
    turn(
        r"(?P<one>.+?)\sor\s(?P<two>.+?),?\s(?:it\s)?(?:doesn['’]?t\s(?:really\s)?matter|whichever|"
        r"either\sway|don['’]?t\scare|no\smatter)",
        _either("regardless of {} or {}"),
    ),
    turn(
        r"(?:sea|(?:me\s)?da\s(?:igual|lo\smismo)|no\simporta|sin\simportar|ya\ssea)\s(?:si\s(?:es\s)?)?"
        r"(?P<one>.+?)\so\s(?P<two>.+?)",
        _either("sin importar {} o {}"),
    ),
    turn(
        r"(?P<one>.+?)\so\s(?P<two>.+?),?\s(?:(?:me\s)?da\s(?:igual|lo\smismo)|no\simporta)",
        _either("sin importar {} o {}"),
    ),
)  # fmt: skip
