"""Tables of games as one side saw them: what is asked of a rival is told from that side's games."""

from dataclasses import replace

from agents.answering.text.likely import seldom
from agents.answering.text.packs import word_set
from agents.data.match.compute.frame import Measure
from agents.data.match.model.column_names import names_rival
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.scan import Span
from agents.data.whom import names_rivals

TURNED: dict[Measure, Measure] = {
    "win_rate": "loss_rate", "loss_rate": "win_rate", "wins": "losses", "losses": "wins",
}  # fmt: skip
_AGAINST = {"versus_between", "versus_after", "lost_to", "toward_after"}
_VERBS = {"won", "lost"}
_ONESELF = word_set(
    "i me my mine we us our 나 내 내가 나는 나의 저 제 제가 우리 우리가 mi mis me yo nuestro "
    "nuestra he hemos gane perdi jugue tengo ganamos perdimos"
)
# The one side is what a verb of winning is turned to: beat me, me ha ganado, 나를 이긴.
_BEATEN = seldom(
    r"\b(?:me|nos)\s(?:ha\s|han\s)?(?:gan|venci|derrot)\w*|\b(?:beat\w*|defeat\w*|w[io]n\w*\s"
    r"(?:against|over|vs))\s(?:me|us)\b|(?:나를|날|저를|나한테|저한테|나에게|저에게|우리를)\s?(?:(?:가장|제일|젤|많이|자주)\s?)*(?:이기|이긴|이겼)"
)
# A record with somebody is one's own, against them: 연어초밥이랑 붙은 전적.
_WITH = seldom(
    r"(?:이랑|랑|하고|과|와)\s(?:붙|맞붙|만나|만난|만났|겨[뤄루룬]|대결|싸[우운]|한\s|했|전적|승률|경기|게임)|"
    r"(?:^|\s)전적|\b(?:record|history|h2h|historial)\s(?:with|against|vs|con|contra|de)\b"
)
# What is hard or easy is what one meets, and no race that one plays.
_FACED = seldom(r"힘들|힘든|어려[운우워웠]|까다로|빡[센세셈]|버[거겁겨]|쉬[운우워]|만만|수월")
_SUBJECT = ("이", "가", "은", "는", "님이", "님은")


def rivals_named(model: SemanticModel) -> str | None:
    """Return the key of the column with the rivals' names, where rows are games as one side saw."""
    if not model.of_one_view:
        return None
    named = (k for k, d in model.dimensions.items()
             if (d.of_rival and d.role == "player")
             or (d.column is not None and not d.of_sides and names_rival(d.column)))  # fmt: skip
    return next(named, None)


def names_oneself(phrase: Phrase) -> bool:
    """Whether a message speaks of whoever kept the table."""
    return bool(_ONESELF & set(phrase.text.split()))


def turn_to_rival(phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """ "Boltzy's win rate" is how often the one whose games these are lost to Boltzy."""
    met = rivals_named(model)
    met = None if met == model.entity else met  # these are the opponents
    if (
        model.of_one_view
        and out.groups == [model.entity]
        and out.order
        and _FACED.search(phrase.text)
    ):
        out.groups = ["opponent"]
    if met is not None and "opponent" in out.groups and names_rivals(spans):
        out.groups = list(dict.fromkeys(met if g == "opponent" else g for g in out.groups))
    if model.of_one_view and out.measure == "wins" and out.order and _BEATEN.search(phrase.text):
        out.measure = "losses"  # which deck beat me most
        rivals = met if met is not None and (out.who or met in out.groups) else "opponent"
        kept = [g for g in out.groups if g not in (model.entity, model.player, rivals)]
        out.groups = [*kept, rivals]
        return
    if out.met and "matchup" in out.groups and any(m.dimension == met for m in out.mentions):
        out.groups.remove("matchup")  # the head-to-head with this rival
    key, named = _met(phrase, out, model)
    out.of_oneself = bool(phrase.operators() & _AGAINST) or names_oneself(phrase)
    turned = TURNED.get(out.measure) if out.measure is not None else None
    if key is None or len(named) != 1 or turned is None or out.order or out.groups:
        return
    keys = phrase.operators()
    if turned == "losses" and _BEATEN.search(phrase.text):
        out.measure, out.of_rival = turned, named[0]
        return
    if keys & _AGAINST or names_oneself(phrase) or _WITH.search(phrase.text):
        return
    if keys & _VERBS and not _is_subject(spans, key):
        return
    out.measure, out.of_rival = turned, named[0]


def _met(phrase: Phrase, out: Reading, model: SemanticModel) -> tuple[str | None, list[str]]:
    """Return the dimension of a rival that is named as if it were the own side, and its values.

    What only rivals are known by is put on their side: "Zerg" in a log with `opponent_race`. A race
    that is said to win most stays as it is: of rivals nothing is ranked.
    """
    key = rivals_named(model)
    theirs = {k for k, d in model.dimensions.items() if d.of_rival}
    if key is None and not theirs:
        return None, []
    named = [m.value for m in out.mentions if m.dimension == key]
    both = {m.dimension for m in out.mentions if m.opponent}
    plain = [m for m in out.mentions if m.dimension in theirs and not m.opponent]
    of_oneself = bool(_ONESELF & set(phrase.text.split()) or phrase.operators() & _AGAINST)
    if model.entity in theirs and (of_oneself or not out.order):
        met = ("opponent" if g in (model.entity, "matchup") else g for g in out.groups)
        out.groups = list(dict.fromkeys(met))
    if both & {m.dimension for m in plain} and not _ONESELF & set(phrase.text.split()):
        return None, []  # TvZ, where the own race is not known
    if plain:
        key, named = plain[0].dimension, [m.value for m in plain]
    elif key in theirs:
        key, named = None, []  # against Boltzy
    out.mentions = [replace(m, opponent=True) if m in plain else m for m in out.mentions]
    out.excluded = [_theirs(m, theirs) for m in out.excluded]
    out.replaced = [_theirs(m, theirs) for m in out.replaced]
    return key, named


def _theirs(mention: Mention, keys: set[str]) -> Mention:
    return replace(mention, opponent=True) if mention.dimension in keys else mention


def _is_subject(spans: list[Span], key: str) -> bool:
    """Whether the verb of winning or losing is the rival's: did Boltzy win, ganó Boltzy."""
    said = [span for span in spans if span.kind != "stop" or span.text in _SUBJECT]
    for place, span in enumerate(said):
        if span.kind != "value" or key not in {term.key for term in span.terms}:
            continue
        before, after = said[max(0, place - 1) : place], said[place + 1 : place + 2]
        if after and after[0].text in _SUBJECT:
            return True
        beside = [one for one in before if span.start - one.end < 2]
        beside += [one for one in after if one.start - span.end < 2]
        if any(one.term is not None and one.term.key in _VERBS for one in beside):
            return True
    return False
