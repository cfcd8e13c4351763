"""What "longest" and "shortest" ask for: one game, or the rows whose games last so on average."""

from agents.data.match.compute.frame import EXTREMES
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span


def take_extreme_length(phrase: Phrase, spans: list[Span], out: Reading) -> None:
    """ "Longest" is one game's length, or, with rows to rank, the highest average."""
    keys = phrase.operators()
    extreme = bool(out.groups) and out.measure in EXTREMES
    if extreme and any(span.text in group_words("averages") for span in spans):
        out.order = "desc" if out.measure == "longest_game" else "asc"
        out.measure = "duration"  # mayor duración media
    if not keys & {"longest", "shortest"}:
        return
    if out.measure == "wins":
        out.measure, out.ended = None, "won"  # the longest win of Zerg
    if out.measure not in (None, "duration", "games"):
        return
    least = "shortest" in keys
    mean = any(word in phrase.text for word in group_words("averages"))
    if out.groups and (mean or not keys & {"by_before", "by_after"}):
        out.measure = "duration"
        out.order = "asc" if least else "desc"
    else:
        out.measure = "shortest_game" if least else "longest_game"
