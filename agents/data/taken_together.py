"""Values that are looked at together, and not beside each other: EU and NA combined."""

from dataclasses import replace

from agents.data.model import SemanticModel
from agents.data.reading import Reading
from agents.data.scan import Span
from agents.data.word_sets import word_set

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


def take_together(spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """Put the games of several values of one kind together where the message says so.

    Of those who can meet, a game has both: they are only put together where they are no sides.
    """
    if not any(span.text in TOGETHER for span in spans):
        return
    out.pooled = True
    if out.periods:
        _as_one_period(spans, out)
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
