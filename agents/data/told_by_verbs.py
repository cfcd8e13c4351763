"""What is counted, told by a verb and what it is of: games that were won, wins in per cent."""

from agents.data.frame import Measure
from agents.data.model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.rivals import met_dimension
from agents.data.scan import Span
from agents.data.words import group_words

_PER_CENT = ("in percent", "as a percentage", "as percentages", "en porcentaje", "como porcentaje")
_RATES: dict[str, Measure] = {"wins": "win_rate", "losses": "loss_rate"}
_ROUND = "round"
_RANKS = frozenset(["highest", "lowest"])
_ARTICLES = ("the", "la", "las", "los", "el")
_IN = ("in", "at", "on", "en")
_BETWEEN = ("which", "each", "by_before", "who", "used")


def take_told(phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """Give a reading the measure, or the rows, that its verbs and shares tell."""
    if out.measure is None and not out.order and _names_games_of(phrase, spans, out, model):
        out.measure = "games"
    counted = (out.having is not None or out.at_most is not None) and out.measure is None
    if out.who and counted and not (out.groups or out.mentions):
        out.groups.append(model.player or model.entity)  # who has played more than 300 games
    keys = phrase.operators()
    if "won" not in keys or keys & {"lost", "lost_to"}:
        return
    if out.measure is None and not out.bounds and _won_rounds(phrase, ranked=bool(out.order)):
        out.measure = "wins"  # finals won by each player
    for place, group in enumerate(out.groups):
        met = met_dimension(group, model)
        if group not in model.dimensions and met is not None and out.order:
            named = [m.opponent for m in out.mentions if m.dimension in (met, model.player)]
            if named and all(named):
                out.groups[place] = next(m.dimension for m in out.mentions if m.opponent)


def as_rates(spans: list[Span], out: Reading) -> None:
    """Make a count that is asked for in per cent the rate of it: wins in percent."""
    shared = out.measure in _RATES and any(s.text in _PER_CENT for s in spans if s.kind == "stop")
    if shared and out.measure is not None:
        out.measure = _RATES[out.measure]


def asks_share(spans: list[Span]) -> bool:
    """Whether a word of shares is said where it is of nothing else: what share, 몇 퍼센트, %."""
    shares = group_words("shares")
    return any(
        (span.kind == "stop" and any(share in span.text for share in shares)) or span.text == "%"
        for span in spans
    )


def is_counted(meant: list[Span], place: int) -> bool:
    """Whether a number says how many: 50 games, 100 or more games."""
    before = meant[max(0, place - 2) : place]
    if before and before[-1].term is not None and before[-1].term.key == "at_least_after":
        before = before[:-1]
    return bool(before) and before[-1].number is not None


def _is_place(phrase: Phrase, span: Span) -> bool:
    """Whether a round is only where something was won: in the final, 결승에서."""
    before = [word for word in phrase.text[: span.start].split() if word not in _ARTICLES]
    return (before[-1:] != [] and before[-1] in _IN) or phrase.text[span.end :].startswith("에")


def _names_games_of(phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel) -> bool:
    """Whether the games of a side are asked for by something of whole games: Zerg games by map."""
    keys = phrase.operators()
    sided = [model.is_of_sides(key) for key in out.groups]
    if any(sided) or not sided or out.bounds or out.compare or keys & {"won", "lost", "lost_to"}:
        return False
    meant = [span for span in spans if span.kind not in ("stop", "particle")]
    said = [_role(span, model) for span in meant[:3]]
    led = spans[0].text in _IN
    return not led and said in (["side", "games", "by"], ["games", "side", "by"])


def _role(span: Span, model: SemanticModel) -> str:
    """Return whether a word is a side, the noun of games, or says that rows are asked for."""
    term = span.term
    if term is None:
        return ""
    if term.kind == "value":
        return "side" if model.dimensions[term.key].of_sides else ""
    names = {"game_noun": "games", "by_before": "by"}
    return names.get(term.key, "") if term.kind == "operator" and span.text.isascii() else ""


def _won_rounds(phrase: Phrase, *, ranked: bool) -> bool:
    """Whether a verb of winning has rounds as what is won: the finals that she won."""
    for index, span in enumerate(phrase):
        if span.kind != "value" or span.terms[0].key != _ROUND or _is_place(phrase, span):
            continue
        for after in range(index + 1, min(index + 5, len(phrase))):
            if phrase.key(after) == "won":
                return not ranked or phrase.key(index - 1) in _RANKS  # the most finals won
            if phrase.kind(after) not in ("value", "dimension") and (
                phrase.key(after) not in _BETWEEN
            ):
                break
        said = {phrase.key(i) for i in range(index)}
        if ranked and "won" in said and said & _RANKS:
            return True  # who won the most finals
    return False
