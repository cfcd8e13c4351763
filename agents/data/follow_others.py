"""The others of a kind, of which one was asked for: and on other maps? ¿y en las demás?"""

import re

from agents.data.follow_words import InView, turn
from agents.data.match.compute.frame import Filter

_MOST = 8  # values that are set side by side


def _others(found: re.Match[str], said: InView) -> str | None:
    """Name the values beside the one that the last question asked for, where they are few."""
    if said.previous.group_by:
        return None
    noun = next((word for word in found.groups() if word), "")
    one = _asked_for(said, said.noun(noun) if noun else "", named=bool(noun))
    if one is None:
        return None
    values = said.lexicon.model.dimensions[one.dimension].values
    others = [value for value in values if value not in one.values]
    return ", ".join(others) if 0 < len(others) <= _MOST else None


def _asked_for(said: InView, key: str, *, named: bool) -> Filter | None:
    """Return the condition whose others are meant: of that kind, else where the games were."""
    model = said.lexicon.model
    single = [one for one in said.previous.filters
              if len(one.values) == 1 and not one.exclude and one.side == "own"]  # fmt: skip
    if named:
        return next((one for one in single if one.dimension == key), None)
    games = [one for one in single if not model.dimensions[one.dimension].of_sides]
    return games[-1] if games else None


OTHERS = (
    turn(
        r"(?:(?:on|in|at|with|for|during)\s)?(?:all\s)?(?:of\s)?(?:the\s)?"
        r"(?:(?:other|remaining)\s(?!side|colou?r|half|way|one\b)(\w+)|others|rest(?:\sof\sthem)?|other\sones)|"
        r"(?:on|in|at|for)\sthe\srest\sof\sthe\s(\w+)|everywhere\selse|elsewhere",
        _others,
    ),
    turn(
        r"(?:(?:en|con|de)\s)?(?:tod[oa]s\s)?(?:l[oa]s\s)(?:dem[aá]s|otr[oa]s|restantes)(?:\s(\w+))?|"
        r"(?:en|con)\sotr[oa]s\s(\w+)|(?:en|con)\sel\sresto(?:\sde\s(?:l[oa]s\s)?(\w+))?|"
        r"en\sotros?\slados?",
        _others,
    ),
    turn(
        r"(?:다른|나머지)\s(\S+?)(?:들)?(?:에서는|에서|에선|은|는)?(?:요)?(?:\s어때\S*)?|"
        r"(?:나머지|다른\s?데)(?:들)?(?:는|은|에서는|에선|서는|선|서)?(?:요)?(?:\s어때\S*)?",
        _others,
    ),
)
