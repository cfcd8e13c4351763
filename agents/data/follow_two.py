"""Which of two that were asked about comes out ahead: who won more in 2024? ¿quién va ganando?"""

import re

from agents.data.follow_words import InView, turn
from agents.data.match.compute.frame import Filter
from agents.data.two_answers import changed_in

_AGAIN = {"en": "compare them", "es": "compara los dos", "ko": "둘 비교"}
_BOTH = {"en": "compare {1} and {2}{3}", "es": "compara {1} y {2}{3}", "ko": "{0}{1}, {2} 비교"}
_MORE = re.compile(r"\b(?:more|m[aá]s)\b|많이", re.IGNORECASE)
_EN = r"(?P<en>\s(?:in|on|at|during|since|before|after|from|without|as|under|over)\s.+)?"
_ES = r"(?P<es>\s(?:en|desde|hasta|antes|durante|sin|como|bajo)\s.+)?"
_KO = (
    r"(?P<ko>\S.*?(?:에서는|에서|에는|엔|에|(?:날|때|경기|판)(?:은|는|만)?|으로는|으로|로는|로|"
    r"부터|까지)\s)?"
)
_NO_RIVAL = r"(?!.*(?:\b(?:against|vs|versus|contra)\b|\s상대))"


def _ahead(found: re.Match[str], said: InView) -> str | None:
    """Set two beside each other in other games: who met, were compared, or were asked of in turn.

    Where the turn names no games, two who were asked of in turn are left to `which_of_two`.
    """
    plain = _of_the_two(found, said)
    changed = changed_in(said.previous, said.earlier) if said.earlier is not None else None
    if plain is not None or said.earlier is None or not isinstance(changed, Filter):
        return plain
    first, last = _games(found)
    then = said.earlier.filter(changed.dimension, changed.side)
    sided = said.lexicon.model.dimensions[changed.dimension].of_sides
    if not (sided and (first or last) and then is not None) or changed.side != "own":
        return None
    if len(changed.values) > 1 or len(then.values) > 1:
        return None
    return _BOTH[said.lexicon.language].format(first, then.values[0], changed.values[0], last)


def _games(found: re.Match[str]) -> tuple[str, str]:
    """Return the words of a turn that say in which games, before and after who is meant."""
    parts = found.groupdict()
    korean = (parts.get("ko") or "") + (parts.get("within") or "")
    return korean, parts.get("en") or parts.get("es") or ""


def _of_the_two(found: re.Match[str], said: InView) -> str | None:
    """Set two who met beside each other again, in the games that the rest of the turn names.

    Two who were compared stay as they are: the rest alone is what changes.
    """
    first, last = _games(found)
    if said.previous.group_by:
        return None
    for own in said.previous.filters:
        if own.side != "own" or own.exclude:
            continue
        rival = said.previous.filter(own.dimension, "opponent")
        if rival is not None and len(own.values) == len(rival.values) == 1:
            return f"{first}{own.values[0]} vs {rival.values[0]}{last}"
        if rival is None and len(own.values) == 2 and not own.together:
            counted = _MORE.search(found[0]) is not None  # else it ranks the two, as it stands
            again = _AGAIN[said.lexicon.language] if counted else None
            return f"{first}{last}".strip() or again
    return None


TWO = (
    turn(
        r"(?:only\s|just\s)?(?:the\s|their\s)?head[-\s]to[-\s]head(?:\s(?:win\srate|record|only))*|"
        r"(?:서로\s|둘의\s|둘\s)?(?:맞대결|상대\s?전적)(?:\s승률)?(?:만|은|을)?(?:\s(?:보여|알려)\S*)?|"
        r"(?:solo\s)?(?:el\s)?(?:cara\sa\scara|enfrentamiento\sdirecto)(?:\ssolo)?",
        _of_the_two,
    ),
    turn(
        _NO_RIVAL + r"(?:(?:which|who)\sof\s(?:the\stwo|them|these\stwo)\s|"
        r"(?:who|which(?:\sone)?)(?=['’]s|\s)\s?)"
        r"(?:(?:['’]s|is|was|were)\s(?:the\s)?(?:better|stronger|ahead|winning|leading|up)"
        r"(?:\s(?:one|player|team|side|honestly|then|overall|really|of\sthe\stwo|of\sthem|now))*|"
        r"(?:leads|led|(?:won|wins|has\swon)\smore(?:\s(?:often|games|matches|times))?|"
        r"has\s(?:more\swins|the\s(?:edge|upper\shand))|(?:does|did|do)\sbetter))" + _EN,
        _ahead,
    ),
    turn(
        _NO_RIVAL + r"(?:(?:cu[aá]l|qui[eé]n)\sde\s(?:los|las)\sdos\s|(?:cu[aá]l|qui[eé]n)\s)"
        r"(?:(?:es|fue|era)\s(?:(?:el\s|la\s)?(?:mejor|m[aá]s\sfuerte)"
        r"(?:\s(?:jugador|jugadora|de\slos\sdos|de\sellos|entonces))+|(?:mejor|m[aá]s\sfuerte))|"
        r"(?:va|iba)\s(?:ganando|por\sdelante|arriba)|lidera|domina|"
        r"(?:ha\sganado|gan[oó])\sm[aá]s|tiene\sm[aá]s\svictorias)"
        r"(?:\s(?:veces|partid[ao]s|entonces|de\slos\sdos))*" + _ES,
        _ahead,
    ),
    turn(
        _NO_RIVAL
        + r"(?:그럼\s|그래서\s)?"
        + _KO
        + r"(?:둘\s?중(?:에|에서)?\s)?(?:누가|어느\s?(?:쪽|게|것)이?|뭐가)\s"
        r"(?P<within>\S.*?\s)??(?:더\s(?:잘\s?(?:해|했|하)|나아|나은|좋|높|세|쎄|강해|낫|우세|많이\s이[겼기긴])|"
        r"(?:더\s)?(?:앞서|앞섰|우세|우위|리드))\S*",
        _ahead,
    ),
)
