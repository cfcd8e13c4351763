"""The last answer and the one before it: both beside each other, or put together as one."""

from dataclasses import replace

from agents.answering.text.likely import seldom
from agents.data.match.compute.frame import GRAINS, Filter, Frame
from agents.data.match.compute.plan import needs_subject
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Reading
from agents.data.taken_together import TOGETHER

# One of two is better, one of many best.
_EITHER = seldom(
    r"(?:(?:so|and|ok|okay|then|y|entonces|그럼|그러면|그래서) )*(?:"
    r"(?:which|what)(?: one| year| month| of them| map| race| period| side)?"
    r"(?: of the two| of them)? (?:is|was|were|are|has|had|did|does|looks?) (?:it |the |a )?"
    r"(?:better|higher|worse|lower|bigger|greater|stronger|weaker)"
    r"(?: (?:win ?rate|winrate|rate|one|number|figure|of the two))?|"
    r"(?:cual|que ano|que mes|en cual)(?: de (?:los|las) dos)? "
    r"(?:es|fue|era|tiene|tuvo|esta|estuvo) (?:el |la |un |una )?"
    r"(?:mejor|peor|mas alt[oa]|mas baj[oa]|mayor|menor)(?: de (?:los|las) dos)?"
    r"(?: (?:tasa|winrate|porcentaje))?|"
    r"(?:언제|어느 ?쪽|어느 ?해|어떤 ?게|어느 ?게|뭐|어디|어느 ?달|누)(?:이|가|에)? ?더 "
    r"(?:높|낮|좋|나쁘|나|잘|많|적|강|약)[가-힣 ]*)"
)


def either(text: str) -> bool:
    """Whether a normalised message asks only which of two is better: ¿cuál fue mejor?"""
    if _EITHER.search(text) is None:
        return False
    return _EITHER.pattern.fullmatch(text.strip("?!.¿ ")) is not None


def which_of_two(reading: Reading, previous: Frame, earlier: Frame | None) -> Frame | None:
    """Return the frame of the last two answers beside each other where they differ in one thing."""
    changed = changed_in(previous, earlier) if earlier is not None else None
    if not reading.either or earlier is None or changed is None:
        return None
    kinds = {changed.dimension} if isinstance(changed, Filter) else set(GRAINS)
    if not kinds.issuperset(reading.groups):
        return None  # which race is better, after two maps
    reading.order, reading.groups, reading.dropped, reading.measure = None, [], [], None
    reading.all = reading.who = reading.listing = False
    reading.settled = True
    return _beside(previous, earlier, changed)


def _beside(previous: Frame, earlier: Frame, changed: Filter | str) -> Frame:
    """Return the last frame with what the one before had in the place of what changed, too."""
    if not isinstance(changed, Filter):
        return previous.model_copy(update={"period": (*earlier.period, *previous.period)})
    return previous.with_filter(_with_old(earlier, changed))


def _with_old(earlier: Frame, changed: Filter) -> Filter:
    """Return a condition with the values that it had in the frame before, too."""
    old = earlier.filter(changed.dimension, changed.side)
    values = (*(old.values if old is not None else ()), *changed.values)
    return changed.model_copy(update={"values": tuple(dict.fromkeys(values))})


def changed_in(previous: Frame, earlier: Frame) -> Filter | str | None:
    """Return the only thing in which two frames differ: a filter's values, or the period."""
    then = {(f.dimension, f.side): f for f in earlier.filters if not f.exclude}
    now = {(f.dimension, f.side): f for f in previous.filters if not f.exclude}
    if then.keys() != now.keys() or earlier.group_by != previous.group_by:
        return None
    other = [key for key in now if now[key].values != then[key].values]
    if earlier.period != previous.period:
        return "period" if not other and earlier.period and previous.period else None
    return now[other[0]] if len(other) == 1 else None


def both(reading: Reading, previous: Frame, earlier: Frame | None) -> Frame:
    """Compare the two: those of the last answer, or the last one and the one before it."""
    _of_the_two(reading, previous, earlier)
    named = reading.mentions or reading.groups or reading.periods or reading.measure is not None
    others = [word for word in reading.unknown if word != reading.both]
    plain = replace(reading, plural=False, unknown=others)
    alone = plain in (Reading(all=True), Reading())  # "both", and nothing else
    if named or not (reading.compare or reading.order or alone):
        return previous
    several = len(previous.period) > 1 or any(len(f.values) > 1 for f in previous.filters)
    changed = changed_in(previous, earlier) if earlier is not None and not several else None
    if earlier is None or changed is None:
        if not several:
            met = previous.group_by or any(one.side == "opponent" for one in previous.filters)
            if reading.both and (alone or not met):
                reading.unknown.append(reading.both)  # both of what?
            return previous
    else:
        previous = _beside(previous, earlier, changed)
    reading.unknown = [word for word in reading.unknown if word != reading.both]
    reading.all, reading.settled = False, True
    return previous


def _of_the_two(reading: Reading, previous: Frame, earlier: Frame | None) -> None:
    """Take the noun of "the two months" for no grouping: it says what these two are."""
    changed = changed_in(previous, earlier) if earlier is not None else None
    if changed is None or len(reading.groups) != 1:
        return
    kinds = {changed.dimension} if isinstance(changed, Filter) else set(GRAINS)
    if reading.both and reading.groups[0] in kinds:
        reading.groups, reading.dropped, reading.compare = [], [], True


def put_together(
    reading: Reading,
    previous: Frame,
    earlier: Frame | None,
    rows: int | None,
    model: SemanticModel,
) -> Frame | None:
    """Return the frame of "the two combined": the rows, or the last two answers, as one.

    None where that is not asked for. `rows` is how many rows the last answer had. Sides that can
    meet each other are not put together, for a game may be one of both; then the reading keeps the
    word that is not settled.
    """
    if not reading.pooled:
        return None
    if reading.both:
        _of_the_two(reading, previous, earlier)  # the two patches together
    others = [w for w in reading.unknown if w != reading.both and w not in TOGETHER]
    said = replace(reading, plural=False, compare=False, unknown=others, acts=[])
    if said not in (Reading(all=True), Reading()) or set(reading.acts) - {"synthesis"}:
        return None
    found = _one_row(previous, earlier, rows, model, two=bool(reading.both))
    if found is None:
        reading.unknown += [reading.both] if reading.both and reading.both not in others else []
        reading.both = ""
        return None
    reading.unknown, reading.acts = others, []
    reading.all = reading.compare = reading.total = False
    reading.settled = True
    return found


def _one_row(
    previous: Frame, earlier: Frame | None, rows: int | None, model: SemanticModel, *, two: bool
) -> Frame | None:
    if len(previous.group_by) == 1 and _never_meet(previous.group_by[0], model):
        whole = previous.limit is None and not previous.has_thresholds
        plain = previous.unranked().model_copy(update={"group_by": ()})
        fits = whole and (rows == 2 or not two) and not needs_subject(plain, model)
        return plain if fits else None
    if previous.group_by:
        return None
    named = [f for f in previous.filters if len(f.values) > 1 and not (f.exclude or f.together)]
    if len(named) == 1 and (len(named[0].values) == 2 or not two):
        return _pooled(previous, named[0], model)
    changed = changed_in(previous, earlier) if earlier is not None and not named else None
    if earlier is None or not isinstance(changed, Filter):
        return None
    return _pooled(previous, _with_old(earlier, changed), model)


def _pooled(frame: Frame, one: Filter, model: SemanticModel) -> Frame | None:
    if not _never_meet(one.dimension, model):
        return None
    return frame.with_filter(one.model_copy(update={"together": True}))


def _never_meet(key: str, model: SemanticModel) -> bool:
    """Whether no game may have two of the values, one on either side."""
    return key in GRAINS or (key in model.dimensions and not model.has_rival(key))
