"""Those whom the last answer ranked, all of them: they, 걔네 테란전은, ¿y ellos contra Terran?"""

import re
from collections.abc import Mapping

from agents.data.match.compute.frame import Frame
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.own_log import rivals_named
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading

_TEAM = "team"
Shown = Mapping[str, tuple[str, ...]]

_BEGINS = ("they", "their", "them", "these", "those", "ello", "ella", "est", "es", "걔", "얘", "쟤",
           "그", "이", "저")  # fmt: skip
_PERSONS = r"(?:사람|선수|플레이어|유저|팀|봇|상대|놈|애|분)"
_THEY = re.compile(
    r"\b(?:they|their|them)(?=\s|$)|"
    r"\b(?:these|those)\s(?:\w+\s)?(?:players|people|teams|bots|guys|ones|opponents|rivals)\b|"
    r"\b(?:ellos|ellas)\b|"
    r"\b(?:est[oa]s|es[oa]s)\s(?:\w+\s)?(?:jugador[ea]s|personas|equipos|bots|rivales)\b|"
    r"(?<!\S)(?:(?:걔|얘|쟤)(?:네|들|네들)|그들|"
    rf"(?:그|이|저)\s?(?:\S{{1,2}}\s?명|{_PERSONS}들|(?:두|세|네|다섯|[2-9])\s?{_PERSONS}))"
    r"(?:은|는|이|가|의|을|를|만|도|끼리)?(?=\s|$)"
)


def take_those_shown(phrase: Phrase, out: Reading) -> None:
    """Read into `out` words for all those whom the last answer ranked."""
    if out.against or not any(word.startswith(_BEGINS) for word in phrase.text.split()):
        return
    found = _THEY.search(phrase.text)
    out.they = found[0] if found is not None else ""


def settle_those_shown(
    reading: Reading, previous: Frame | None, shown: Shown, model: SemanticModel
) -> Frame | None:
    """Name those who were shown, and return what the message goes on from: no ranking any more."""
    if not reading.they or previous is None:
        return previous
    if previous.limit == 1 or (
        previous.limit is None and previous.order is not None and (previous.group_by == (_TEAM,))
    ):
        reading.the_one, reading.they = reading.they, ""  # a team that is first is they, too
        return previous
    if previous.limit is None:
        return previous
    named = {m.dimension for m in reading.mentions if not m.opponent} | set(reading.groups)
    found = {
        key: values for key, values in shown.items()
        if len(values) > 1 and key in model.dimensions and key not in named
        and model.dimensions[key].of_sides
    }  # fmt: skip
    if not found:
        return previous
    said = reading.they.split()
    reading.mentions += [Mention(key, value) for key, values in found.items() for value in values]
    reading.the_one = reading.they
    reading.unknown = [w for w in reading.unknown if not any(o.startswith(w) for o in said)]
    reading.those = "" if reading.those in said else reading.those
    reading.them, reading.both, reading.who = "", "", False
    reading.pointed = [one for one in reading.pointed if one[0] not in found]
    rest = tuple(key for key in previous.group_by if key not in found)
    plain = previous.unranked().without_thresholds()
    return plain.model_copy(update={"group_by": rest})


def as_rivals_shown(shown: Shown, model: SemanticModel) -> list[Mention]:
    """Return those who were shown as the rivals in what is asked next."""
    found = []
    for key, values in shown.items():
        met = met_dimension(key, model)
        if met is not None:
            found += [Mention(met, value, opponent=True) for value in values]
        elif key == rivals_named(model):
            opposed = model.dimensions[key].of_rival
            found += [Mention(key, value, opponent=opposed) for value in values]
        elif model.dimensions[key].of_sides and model.has_rival(key):
            found += [Mention(key, value, opponent=True) for value in values]
    return found
