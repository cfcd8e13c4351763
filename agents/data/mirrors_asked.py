"""The share of mirror matches: which of a message's words ask for it, and of what."""

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span
from agents.data.told_by_verbs import asks_share

_GROUPING = frozenset(["by_before", "by_after", "each", "which", "who", "all", "compare"])


def take_mirrored(phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """The share of mirror matches is how many of all are such."""
    if out.mirror not in ("only", "exclude") and out.measure != "mirror_share":
        return
    dimensions = model.dimensions
    whole = not any(key in dimensions and dimensions[key].of_sides for key in out.groups)
    shared = out.measure in (None, "games") and whole and asks_share(spans)
    if out.mirror == "only" and (out.measure == "pick_share" or shared):
        out.all = False
        out.measure, out.mirror = "mirror_share", None
    if out.measure != "mirror_share" and out.mirror not in ("only", "exclude"):
        return
    if out.measure == "mirror_share" and out.all and not (out.groups or out.mentions):
        out.all, out.total = False, True  # 전체 미러전 비율: of all games
    for index, span in enumerate(phrase):
        key = span.term.key if span.term is not None and span.kind == "dimension" else ""
        sided = model.is_of_sides(key)
        beside = {phrase.key(index - 1), phrase.key(index + 1)}
        if not sided or beside & _GROUPING or out.order is not None:
            continue
        near = {phrase.kind(index - 1), phrase.kind(index + 1)} & {"measure"}
        mirrored = near or "mirror" in beside
        if not mirrored or out.measure not in ("mirror_share", None, "games"):
            continue
        if key != model.entity:
            out.unknown.append(span.text)  # two of one drone, where races are compared
        elif key in out.groups and out.measure == "mirror_share":
            out.groups.remove(key)  # the mirror share of races is that of all games


def names_mirrors(phrase: Phrase, *, counts_games: bool) -> bool:
    """Whether mirror games are what is asked about, and not a condition of it."""
    said = [s for s in phrase if s.term is not None and s.term.key == "mirror"]
    games = ("games", "matches", "경기", "partidas", "enfrentamientos", "매치", "전")
    return any(counts_games or any(g in s.text for g in games) for s in said)
