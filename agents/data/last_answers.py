"""The last answers, three or more, beside each other: all three, 셋 다 비교, los tres."""

import re
from itertools import pairwise

from agents.answering.periods.periods import grain_of
from agents.data.follow_words import InView
from agents.data.lexicon import Lexicon
from agents.data.match.compute.frame import Filter, Frame
from agents.data.two_answers import changed_in

MOST = 6
"""So many answers are remembered at most."""
_COUNTS = {"three": 3, "four": 4, "five": 5, "tres": 3, "cuatro": 4, "cinco": 5, "셋": 3, "넷": 4,
           "다섯": 5, "세": 3, "네": 4, "3": 3, "4": 4, "5": 5}  # fmt: skip
_WORDS = (*_COUNTS, "all", "todos", "todas", "다 비교", "모두", "전부")
_PEOPLE = ("players", "people", "teams", "jugadores", "jugadoras", "personas", "equipos", "사람",
           "명", "분", "선수", "팀", "개", "가지", "군데", "곳")  # fmt: skip
_SIDE = r"(?:together|side by side|compared|at once|next to each other|in one (?:table|chart))"
_KO_END = (
    r"(?:\s?(?:같이|함께|한꺼번에|나란히))?\s?(?:비교|보여|알려)?(?:해|하면|하자)?\s?"
    r"(?:줘|주세요|봐|보자|줄래)?(?:요)?"
)
_FORM = re.compile(
    r"(?:(?:and|so|now|ok|then|y|ahora|vale|그럼|이제)\s)*(?:"
    r"(?:compare\s|show\s(?:me\s)?|put\s|give\sme\s)?(?:"
    r"(?:all\s(?:of\s)?(?:the\s|those\s|these\s)?|the\s|those\s|these\s)(?P<en>three|four|five|[345])"
    rf"(?:\s(?!together|side|compared|at|next|in|of)(?P<noun>\w+))?(?:\sof\sthem)?(?:\s{_SIDE})?|"
    rf"(?:them\sall|all\sof\s(?:them|those|these))(?:\s{_SIDE})?)|"
    r"(?:compara(?:r|me)?\s|muestra(?:me)?\s|ensena(?:me)?\s|pon\s)?(?:a\s)?(?:tod[oa]s\s)?"
    r"(?:los|las)\s(?P<es>tres|cuatro|cinco|[345])(?:\s(?!junt|compar|a\s)(?P<nombre>\w+))?"
    r"(?:\s(?:junt[oa]s|comparad[oa]s|a\sla\svez))?|"
    r"compara(?:l[oa]s|me\sl[oa]s|\sa)?\stod[oa]s|"
    r"(?P<ko>셋|넷|다섯|(?:세|네|다섯|[345])\s?(?P<mul>[가-힣]{1,4}?))(?:을|를|은|는|이)?"
    rf"\s?(?:다|모두|전부){_KO_END}|(?P<bi>셋|넷|(?:세|네|[345])\s?(?P<su>[가-힣]{{1,4}}?))(?:을|를)?\s?"
    r"비교\S*(?:\s?(?:줘|주세요|봐))?|"
    r"(?:다|모두|전부|다\s?같이)\s비교\S*(?:\s?(?:줘|주세요|봐))?)"
)  # fmt: skip


def last_answers(said: str, frames: tuple[Frame, ...], lexicon: Lexicon) -> Frame | None:
    """Return the last answers beside each other, if a normalised message asks for just that.

    `frames` are those of the answers, newest first. They must differ in nothing but one value or
    their period; with no number there are as many as do so, three at least.
    """
    if len(frames) < 3 or not any(word in said for word in _WORDS):
        return None
    found = _FORM.fullmatch(said)
    if found is None:
        return None
    told = found["en"] or found["es"] or found["ko"] or found["bi"] or ""
    noun = found["noun"] or found["nombre"] or found["mul"] or found["su"] or ""
    run = _alike(frames)
    count = _COUNTS[told.removesuffix(noun).strip()] if told else len(run)
    if not 3 <= count <= len(run) or not _is_called(noun, run, lexicon):
        return None
    first, *others = run[:count]
    changed = changed_in(first, others[0])
    if isinstance(changed, Filter):
        named = [one.filter(changed.dimension, changed.side) for one in reversed(run[:count])]
        values = dict.fromkeys(v for one in named if one is not None for v in one.values)
        if len(values) != count:
            return None
        together = first.with_filter(changed.model_copy(update={"values": tuple(values)}))
        return _first_of_each(together, changed)
    periods = dict.fromkeys(p for one in reversed(run[:count]) for p in one.period)
    return first.model_copy(update={"period": tuple(periods)}) if len(periods) == count else None


def _first_of_each(frame: Frame, changed: Filter) -> Frame:
    """Return rankings beside each other as the first of each: the best Terran, Zerg and Protoss."""
    if frame.order is None or len(frame.group_by) != 1 or changed.side == "opponent":
        return frame
    both = (changed.dimension, *frame.group_by)
    first = {"group_by": both, "within": changed.dimension, "limit": frame.limit or 1}
    return frame.model_copy(update=first)


def _alike(frames: tuple[Frame, ...]) -> list[Frame]:
    """Return the newest frames that differ in nothing but one and the same thing."""
    run, slot = [frames[0]], None
    for now, then in pairwise(frames):
        changed = changed_in(now, then)
        kind = (changed.dimension, changed.side) if isinstance(changed, Filter) else changed
        if kind is None or slot not in (None, kind) or now.measure != then.measure:
            break
        slot = kind
        run.append(then)
    return run


def _is_called(noun: str, run: list[Frame], lexicon: Lexicon) -> bool:
    """Whether a noun, if there is one, is that of what the frames differ in."""
    changed = changed_in(run[0], run[1])
    key = InView(run[0], lexicon).noun(noun) if noun else ""
    if isinstance(changed, Filter):
        sided = lexicon.model.dimensions[changed.dimension].of_sides
        return not noun or key == changed.dimension or (sided and noun in _PEOPLE)
    return not noun or key == grain_of(run[0].period[0]) or noun in ("개", "가지")
