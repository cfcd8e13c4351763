"""A value that is said alone takes the place of one of its kind: against Zerg, and Protoss?"""

from agents.answering.text.packs import word_set
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.sides_asked import is_seat

_LONGEST = 60
_BESIDE = word_set(
    "and what how about or no not sorry i meant mean rather then now ok okay so but the too also "
    "y e que tal no perdon digo queria decir quise mejor ahora pero el la tambien entonces "
    "그럼 그러면 그리고 아니 말고 말한 거야 거예요 거였어 는 은 는요 은요 도 요 이요"
)
_CORRECTING = (
    "meant", "i mean", "sorry", "digo", "queria decir", "quise decir", "quiero decir", "perdon",
    "아니", "말한 거", "말하는 거",
)  # fmt: skip


def names_only(phrase: Phrase) -> bool:
    """Whether a message is one value and words that say nothing of where it belongs.

    "With Zerg", "as Zerg" and 저그로 do say it.
    """
    if len(phrase.text) > _LONGEST:
        return False
    values = [span for span in phrase if span.kind == "value"]
    if len(values) != 1:
        return False
    rest = f"{phrase.text[: values[0].start]} {phrase.text[values[0].end :]}"
    return set(rest.replace("?", " ").replace(",", " ").split()) <= _BESIDE


def corrects(phrase: Phrase) -> bool:
    """Whether a message takes back what was said last: no, I meant Zerg."""
    return any(words in phrase.text for words in _CORRECTING)


def as_rival(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """Make a value that stands alone a rival's, after somebody's rivals of its kind.

    After Maru against Zerg, "and Protoss?" is about Maru's games against Protoss; nobody asked
    what Maru played. Where both had such a value, a correction is of the rival, who is named last.
    """
    if not reading.lone or len(reading.mentions) != 1 or reading.included:
        return
    (one,) = reading.mentions
    rival, own = previous.filter(one.dimension, "opponent"), previous.filter(one.dimension)
    if one.opponent or rival is None:
        return
    if own is not None:
        if reading.corrected and one.value not in (*own.values, *rival.values):
            reading.mentions = [Mention(one.dimension, one.value, opponent=True)]
        return
    if one.dimension in previous.group_by or len(previous.group_by) > 1:
        return
    whose = (f for f in previous.filters if f.side == "own" and not f.exclude)
    keys = {f.dimension for f in whose if not is_seat(f.dimension, model)}
    named = any(model.dimensions[key].of_sides for key in keys)
    if named or model.of_one_view:
        reading.mentions = [Mention(one.dimension, one.value, opponent=True)]
