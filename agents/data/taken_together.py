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


def take_together(spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """Put the games of several values of one kind together where the message says so.

    Of those who can meet, a game has both: they are only put together where they are no sides.
    """
    if not any(span.text in TOGETHER for span in spans):
        return
    out.pooled = True
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
