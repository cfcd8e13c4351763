"""Those of a kind, asked for by its name: which Zerg did she beat most, 많이 이긴 저그는."""

from dataclasses import replace
from itertools import pairwise

from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span

_OBJECT = ("을", "를", "한테", "에게", "상대로", "상대로는")
_RANKING = ("superlative", "highest", "lowest", "top")


def take_which_of_kind(
    phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel
) -> None:
    """Make rows of the people of the kind that is asked for: whom somebody met, or who they are.

    Where somebody is named, or pointed at, as the one who won or lost, they are that one's rivals.
    """
    player = model.player
    if out.order is None or player in (None, model.entity) or model.of_one_view:
        return
    kinds = [m for m in out.mentions if m.dimension == model.entity]
    named = [m for m in out.mentions if m.dimension == player]
    if player is None or len(kinds) != 1 or len(named) > 1 or not _is_asked(phrase, out, model):
        return
    beaten = any(m.opponent for m in named) or _is_object(spans, player)
    met = rivals_key(player, model)
    rivals = bool(named or (out.the_one and not out.against)) and not beaten
    if out.measure is None and named and "won" in phrase.operators() and not out.quality:
        out.measure = "wins"  # a qué Zerg ganó más Maru
    sides = {model.entity: rivals, player: beaten}
    out.mentions = [replace(m, opponent=sides.get(m.dimension, m.opponent)) for m in out.mentions]
    rows = ("opponent", "matchup", met, player, model.entity)
    out.groups = [*(key for key in out.groups if key not in rows), met if rivals else player]


def _is_asked(phrase: Phrase, out: Reading, model: SemanticModel) -> bool:
    """Whether the name of a kind is what "which" asks for, or the noun of a Korean question."""
    for index, span in enumerate(phrase):
        if span.kind != "value" or all(term.key != model.entity for term in span.terms):
            continue
        before = index - 1 - _is_people(phrase, index - 1, model)
        after = index + 1 + _is_people(phrase, index + 1, model)
        if phrase.key(before) == "which":
            return phrase.kind(after) != "dimension"
        if out.quality and _is_best(phrase, index):
            return True
        last = after >= len(phrase) and not span.text.isascii()
        ranked = any(phrase.key(i) in _RANKING for i in range(index))
        return last and ranked and not set(out.groups) - {model.player, "opponent"}
    return False


def _is_best(phrase: Phrase, index: int) -> bool:
    """Whether nothing but the best of a kind is named: the best Zerg, el peor Terran en Ice."""
    if phrase.key(index - 1) not in ("highest", "lowest") or not phrase.adjoin(index - 1):
        return False
    return all(span.kind not in ("measure", "dimension", "grain", "quantity") for span in phrase)


def _is_people(phrase: Phrase, index: int, model: SemanticModel) -> bool:
    term = phrase.term(index)
    return term is not None and term.kind == "dimension" and term.key == model.player


def _is_object(spans: list[Span], player: str) -> bool:
    """Whether the one who is named is whom the verb is turned to: Serral을 이긴."""
    return any(
        after.attached and after.text in _OBJECT
        for one, after in pairwise(spans)
        if one.kind == "value" and any(term.key == player for term in one.terms)
    )
