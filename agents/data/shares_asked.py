"""How large a part of all something is: the share of games on Acropolis, of each race, of WB."""

from agents.answering.text.packs import word_set
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span

_PARTS = ("share", "shares", "fraction", "proportion", "proporcion", "fraccion", "비율")
_OF = word_set("of for the de del la el los las 의")
_RESULTS = {"won", "lost", "lost_to", "draw"}


def take_shares(
    phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel, *, counts_games: bool
) -> None:
    """Give a reading the measure of shares where a part is asked for.

    `counts_games` says that games are named, not in a threshold.
    """
    _share_of_games(phrase, spans, out, model, counts_games=counts_games)
    _share_of_mirrors(spans, out)


def _share_of_games(
    phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel, *, counts_games: bool
) -> None:
    """ "What percentage of games are on Acropolis" asks how large a part of all they are."""
    sided = [key for key in out.groups if model.is_of_sides(key)]
    unnamed = out.measure is None
    parts = unnamed and any(span.text in _PARTS for span in spans)  # a percentage may be of wins
    one = len(out.mentions) == 1 and not out.groups
    if parts and one and _shares_value(phrase, spans):
        out.measure = "pick_share"  # the share of WB
    if parts and out.measure is None and sided == out.groups and len(sided) == 1:
        out.measure = "pick_share"  # the share of each race
    other = out.excluded or out.groups or out.lasting or out.bounds or out.mirror
    games = counts_games if out.measure is None else out.measure == "games"
    if other or not games:
        return
    if not any(span.kind == "stop" and span.text in group_words("shares") for span in spans):
        return
    rivals = any(mention.opponent for mention in out.mentions)
    won = bool(phrase.operators() & {"won", "lost", "lost_to"})
    if not rivals and not won and len(out.mentions) == 1:
        out.measure = "pick_share"


def _shares_value(phrase: Phrase, spans: list[Span]) -> bool:
    """Whether a word for a part stands beside the value whose part it is: share of WB, WB 비율."""
    said = [s for s in spans if s.kind != "particle" and s.text not in _OF]
    return not phrase.operators() & _RESULTS and any(
        share.text in _PARTS and any(s.kind == "value" for s in said[max(0, at - 1) : at + 2])
        for at, share in enumerate(said)
    )


def _share_of_mirrors(spans: list[Span], out: Reading) -> None:
    """The share of one side's mirrors in all games is none that can be computed."""
    own = {(m.dimension, m.value) for m in out.mentions if not m.opponent}
    met = {(m.dimension, m.value) for m in out.mentions if m.opponent}
    if out.measure == "pick_share" and own & met:
        out.unknown += [s.text for s in spans if s.term is not None and s.term.key == "pick_share"][
            :1
        ]
