"""Values that are looked at together, and not beside each other: EU and NA combined."""

from dataclasses import replace

from agents.answering.text.packs import word_set
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Reading
from agents.data.scan import Span

TOGETHER = word_set(
    "combined together jointly pooled merged juntos juntas sumados sumadas sumando combinados "
    "combinadas agregados 합쳐서 합쳐 합친 합산 합산해서 합산하면 합산한 합해서 합하면 합치면 "
    "통합해서"
)


def _as_one_period(spans: list[Span], out: Reading) -> None:
    """Take the first half of a year, put together, for one period, and no summary of answers."""
    if len(out.periods) > 1 and out.span is None:
        out.unknown += [span.text for span in spans if span.text in TOGETHER][:1]
        return
    out.periods = [out.span] if out.span is not None else out.periods
    out.acts = [act for act in out.acts if act != "synthesis"]
    out.unknown = [word for word in out.unknown if word not in TOGETHER]


def _on_either_side(out: Reading, model: SemanticModel) -> None:
    """Drop the side where both are put together: home and away combined are all games."""
    side = model.dimensions.get("side")
    named = {one.value for one in out.mentions if one.dimension == "side"}
    if side is None or len(named) < 2 or not named >= {*(side.fixed or side.values)}:
        return
    out.mentions = [one for one in out.mentions if one.dimension != "side"]
    out.dropped.append("side")
    out.compare = out.total = False
    out.acts = [act for act in out.acts if act != "synthesis"]
    out.unknown = [word for word in out.unknown if word not in TOGETHER]


def take_together(spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """Put the games of several values of one kind together where the message says so.

    Of those who can meet, a game has both: they are only put together where they are no sides.
    """
    out.only = any(span.term is not None and span.term.key == "only" for span in spans)
    if not any(span.text in TOGETHER for span in spans):
        return
    out.pooled = True
    if out.periods:
        _as_one_period(spans, out)
    _on_either_side(out, model)
    named = [(one.dimension, one.opponent) for one in out.mentions]
    several = {one for one in named if named.count(one) > 1
               and not model.dimensions[one[0]].of_sides}  # fmt: skip
    out.mentions = [
        replace(one, together=True) if (one.dimension, one.opponent) in several else one
        for one in out.mentions
    ]
    if several:
        out.acts = [act for act in out.acts if act != "synthesis"]
        out.compare = out.total = False


def with_rows_kept(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """Return a frame whose rows are of several rounds together: only F and SF, after a ranking."""
    if not reading.only or not frame.group_by:
        return frame
    named = {one.dimension for one in reading.mentions} - {*frame.group_by}
    named = {key for key in named if not model.dimensions[key].of_sides}
    return frame.model_copy(update={"filters": tuple(
        one.model_copy(update={"together": True})
        if one.dimension in named and len(one.values) > 1 and not one.exclude else one
        for one in frame.filters
    )})  # fmt: skip


def told_apart(frame: Frame, key: str) -> Frame:
    """Return a frame whose rows are by a kind: of those that were put together, else of all."""
    held = frame.filter(key)
    if held is None or not held.together or len(held.values) < 2:
        return frame.without_filter(key, "own", exclude=False)
    return frame.with_filter(held.model_copy(update={"together": False}))
