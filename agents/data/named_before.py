"""Who or what a declined question named: what "his", "there" or no subject means after it."""

import re

from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.compute.plan import SUBJECT
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.merge import merge
from agents.data.reading import Mention, Reading

_HIS = re.compile(
    r"\b(?:his|her|hers|their|its|he|she|they|him|them|su|sus|ella|ellos|ellas|suyo|suya)\b"
    r"|(?<!\w)(?:그의|그녀|그녀의|걔|걔는|걔가|걔의|얘|얘는|그분|그 사람|그 선수|이 선수|그 팀)"
)
_GOES_ON = re.compile(
    r"^(?:and|but|ok|okay|so|then|well|y|e|pero|bueno|vale|entonces|pues|그럼|그러면|그리고|근데)\s"
    r"|\s(?:then|instead|entonces|pues)$"
)
_WHOSE = re.compile(r"\b(?:my|mine|i|we|our|mi|mis|yo|nuestro|nuestra)\b|(?<!\w)(?:내|나의|우리)")


def named_in(reading: Reading, model: SemanticModel) -> Frame | None:
    """Return the values that a question named, as a frame with nothing but filters, or None."""
    if not reading.mentions:
        return None
    return merge(None, Reading(mentions=list(reading.mentions)), model)


def take_named(
    reading: Reading,
    named: Frame | None,
    text: str,
    model: SemanticModel,
    previous: Frame | None = None,
) -> None:
    """Add to a reading what the declined question before it `named` and it speaks of.

    That is the subject where the reading has none of its own, or a rival alone, and the place of
    the games where it says "there". After another one's answer, `previous`, the rival is of whom
    was named last.
    """
    if named is None or reading.anew or reading.fresh or reading.against:
        return
    said = {mention.dimension for mention in reading.mentions}
    lacks_subject = _lacks_subject(reading, text, model)
    of_games = [one for one in named.filters if not model.dimensions[one.dimension].of_sides]
    if reading.there:
        reading.mentions += [
            Mention(one.dimension, value)
            for one in of_games if one.dimension not in (*said, *reading.groups)
            for value in one.values
        ]  # fmt: skip
    own = [
        one for one in named.filters
        if model.dimensions[one.dimension].of_sides and one.side == "own"
    ]  # fmt: skip
    theirs = _HIS.search(text) and not any(one.dimension in said for one in own)
    if not own or not (theirs or lacks_subject):
        return
    if reading.measure is None:  # against Lindqvist then
        own = [one for one in own if Mention(one.dimension, one.values[0], True) not in
               reading.mentions and (one.dimension in said or _HIS.search(text)
                                     or _is_another(one, previous))]  # fmt: skip
    reading.mentions += [Mention(one.dimension, value) for one in own for value in one.values]


def leaves_out(frame: Frame, previous: Frame | None, named: Frame | None) -> bool:
    """Whether an answer goes on without a condition of the declined question before it.

    It does where it has other ones of that question, or the figures and rows of the last answer.
    """
    if named is None:
        return False
    kept = [one in frame.filters for one in named.filters]
    alike = previous is not None and (frame.measure, frame.group_by) == (
        previous.measure,
        previous.group_by,
    )
    return not all(kept) and (any(kept) or alike)


def _is_another(one: Filter, previous: Frame | None) -> bool:
    """Whether the last answer was about somebody else of the same kind."""
    old = previous.filter(one.dimension) if previous is not None else None
    return old is not None and old.values != one.values


def _lacks_subject(reading: Reading, text: str, model: SemanticModel) -> bool:
    """Whether a reading asks for figures of a side and says nothing of whose they are."""
    sided = [m for m in reading.mentions if model.dimensions[m.dimension].of_sides]
    if any(not mention.opponent for mention in sided) or reading.all or reading.who:
        return False
    if any(k == "matchup" or model.is_of_sides(k)
           for k in reading.groups):  # fmt: skip
        return False
    if _HIS.search(text):
        return True
    if reading.measure is None:
        return bool(sided)
    if _is_whole(reading, model) and not _GOES_ON.search(text):
        return False
    ranks = reading.order is not None and not reading.groups
    asks = reading.measure in SUBJECT and not (ranks or reading.total or reading.compare)
    return asks and not model.of_one_view and _WHOSE.search(text) is None


def _is_whole(reading: Reading, model: SemanticModel) -> bool:
    """Whether a reading tells of which games its figure is, as a question of its own does.

    After a salary that no column has, "win rate" is of whoever was named, but "win rate on clay"
    is no fragment of that question.
    """
    of_games = any(not model.dimensions[m.dimension].of_sides
                   for m in (*reading.mentions, *reading.excluded))  # fmt: skip
    return of_games or bool(reading.periods or reading.periods_out or reading.newest)


def ranks_older(reading: Reading, refused: Frame, previous: Frame | None) -> bool:
    """Whether a fragment after a refused question without rows ranks those of the last answer."""
    if previous is None or not previous.group_by or refused.group_by:
        return False
    rows = Reading(order=reading.order, limit=reading.limit, skip=reading.skip,
                   having=reading.having, at_most=reading.at_most, bounds=reading.bounds,
                   presentation=reading.presentation)  # fmt: skip
    return reading.order is not None and reading == rows
