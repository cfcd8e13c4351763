"""Rows that are compared with one of their kind: races better than Zerg, 테란보다 높은 종족."""

from typing import NamedTuple

from agents.answering.text.packs import word_set
from agents.data.lexicon import Term
from agents.data.match.compute.frame import LENGTHS, Beyond, Comparison
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.scan import Span

_ARTICLES = word_set("the that of la el de del los las lo one una un")
_THAN = ("than", "que")
_BETTER = word_set(
    "better stronger 좋은 좋아 강한 센 쎈 나은 잘 우세한 유리한 mejor mejores fuerte fuertes"
)
_WORSE = word_set("worse weaker 나쁜 약한 못한 불리한 peor peores debil debiles")
_HIGHER = word_set(
    "higher greater 높은 높아 높았던 높게 큰 mayor mayores superior superiores alta alto altas "
    "altos"
)
_LOWER = word_set(
    "lower 낮은 낮아 낮았던 낮게 menor menores inferior inferiores baja bajo bajas bajos"
)
_MORE = word_set("more 많은 많이 많았던 자주 mas often")
_FEWER = word_set("fewer less 적은 적게 덜 menos")
_LONGER = word_set("longer 긴 길게 오래 larga largo largas largos")
_SHORTER = word_set("shorter 짧은 짧게 corta corto cortas cortos")
_COMPARATIVES = word_set(
    "mas menos mejor mejores peor peores mayor mayores menor menores superior inferior"
)
_KINDS = (("quality", _BETTER, _WORSE), ("size", _HIGHER, _LOWER), ("length", _LONGER, _SHORTER),
          ("count", _MORE, _FEWER))  # fmt: skip


_WON = ("이긴", "이겼", "이김")


class Compared(NamedTuple):
    """The value that rows are compared with, how, and the places of the words that say so.

    `kind` tells what the words compare: quality, size, length or count.
    """

    term: Term
    comparison: Comparison
    kind: str
    places: frozenset[int]
    word: str


def find_compared(spans: list[Span], phrase: Phrase, model: SemanticModel) -> Compared | None:
    """Return what rows are compared with; None where nothing is, or two values are."""
    for place, span in enumerate(spans):
        if span.kind != "value" or len(span.terms) != 1:
            continue
        joint = _than_before(spans, place) or _than_after(spans, place)
        if joint is None:
            continue
        term = span.terms[0]
        alike = [s for s in spans if s.kind == "value" and any(t.key == term.key for t in s.terms)]
        if len(alike) != 1 or model.dimensions[term.key].fixed is not None:
            return None
        told = _direction(spans)
        if told is None:
            return None
        comparison, kind = told
        places = frozenset(
            i for i, one in enumerate(phrase) if one.start == joint.start or one.text in _THAN
        )
        return Compared(term, comparison, kind, places, joint.text)
    return None


def _than_before(spans: list[Span], place: int) -> Span | None:
    """Return the "than" before a value, with nothing but articles between."""
    at = place - 1
    while at >= 0 and spans[at].text in _ARTICLES:
        at -= 1
    if at < 0 or spans[at].kind not in ("stop", "operator"):
        return None
    text = spans[at].text
    if text == "que":  # which Zerg, and not more than Zerg
        said = {word for span in spans[:at] for word in span.text.split()}
        return spans[at] if said & _COMPARATIVES else None
    return spans[at] if text == "than" or text.endswith((" than", " que")) else None


def _than_after(spans: list[Span], place: int) -> Span | None:
    """Return the 보다 that is attached to a value, also with what follows it: 보다 높은."""
    after = spans[place + 1] if place + 1 < len(spans) else None
    return after if after is not None and after.text.startswith("보다") else None


def _direction(spans: list[Span]) -> tuple[Comparison, str] | None:
    """Return how the rows' figure compares, by the only word that tells, and what kind it is."""
    words = {word for span in spans for word in span.text.split()}
    for kind, up, down in _KINDS:  # "más baja": what is counted says less than what is low
        if words & up and words & down:
            return None
        if words & (up | down):
            return (">" if words & up else "<"), kind
    return None


def compare_rows(
    compared: Compared, phrase: Phrase, out: Reading, model: SemanticModel, *, counts_games: bool
) -> None:
    """Turn a reading that names a value into one that asks for the rows beyond it.

    `counts_games` says that games are named, so that who won more won more of them.
    """
    key = compared.term.key
    measure = out.measure
    keys = phrase.operators()
    if measure is None and compared.kind == "count":
        counted = counts_games or any(span.text.startswith(_WON) for span in phrase)
        if "won" in keys and counted:
            measure = "wins"
        elif keys & {"lost", "lost_to"} and counts_games:
            measure = "losses"
        elif "used" in keys:
            measure = "pick_share" if model.dimensions[key].of_sides else "games"
    elif measure is None and compared.kind in ("quality", "size"):
        measure = "win_rate"
    fits = measure is not None and (
        (compared.kind == "quality" and measure in ("win_rate", "skill_rate"))
        or (compared.kind == "length") == (measure in LENGTHS and compared.kind != "size")
    )
    fits = fits and not (compared.kind == "quality" and measure not in ("win_rate", "skill_rate"))
    groups = [group for group in out.groups if group != key]
    if not fits or measure == "skill_rate" or groups or out.unknown:
        out.unknown.append(compared.word)
        return
    out.measure, out.groups, out.compare = measure, [key], False
    own = Mention(key, compared.term.detail)
    out.mentions = [m for m in out.mentions if m not in (own, Mention(*_of(own), opponent=True))]
    out.beyond = Beyond(dimension=key, value=compared.term.detail, comparison=compared.comparison)


def _of(mention: Mention) -> tuple[str, str]:
    return mention.dimension, mention.value
