"""What is counted, told by a verb and what it is of: games that were won, wins in per cent."""

import re
from itertools import pairwise

from agents.data.lexicon import Term
from agents.data.match.compute.frame import Measure
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span

_PER_CENT = ("in percent", "as a percentage", "as percentages", "en porcentaje", "como porcentaje")
_RATES: dict[str, Measure] = {"wins": "win_rate", "losses": "loss_rate"}
_NONE = Term("stop", "")
_LEFT_OUT = ("without_after", "instead_after", "include_after")
_BY = ("by ", "por ", "on ")
_COUNTS_KO = re.compile(r"몇|수$|횟수|개수|얼마나")
_ROUND = "round"
_RANKS = frozenset(["highest", "lowest"])
_ARTICLES = ("the", "la", "las", "los", "el")
_IN = ("in", "at", "on", "en")
_LED = frozenset(["in", "at", "on", "en", "for", "of", "de", "para", "from", "where", "cuando"])
_WHOSE = ("of", "de", "del", "between", "entre", "against", "contra", "by", "per", "por")
_WON_MOST = ("won the most", "won most", "mas ganaron", "mas gano", "ganaron mas", "gano mas")
_OFTEN = frozenset(["often", "menudo", "frecuencia"])
_BEATEN = frozenset(["beat", "beats", "beaten", "beating"])
_HOW = ("how", "como", "que tal")
_BETWEEN = ("which", "each", "by_before", "who", "used")


def take_told(phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """Give a reading the measure, or the rows, that its verbs and shares tell."""
    if out.measure is None and not out.order and _names_games_of(phrase, spans, out, model):
        out.measure = "games"
    counted = (out.having is not None or out.at_most is not None) and out.measure is None
    if out.who and counted and not (out.groups or out.mentions):
        out.groups.append(model.player or model.entity)  # who has played more than 300 games
    _take_who_beat(phrase, out, model)
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


def says_beaten(phrase: Phrase) -> bool:
    """Whether one side is said to have beaten another; "beaten by" says the contrary."""
    return bool(phrase.words & _BEATEN) and any(
        phrase.key(index) == "versus_between" and span.text.split()[-1] in _BEATEN
        for index, span in enumerate(phrase)
    )


def won_most(phrase: Phrase, out: Reading, model: SemanticModel) -> bool:
    """Whether it is asked which side has won most: won the most, los que más ganaron."""
    dimensions, text = model.dimensions, phrase.text
    sided = all(key in dimensions and dimensions[key].of_sides for key in out.groups)
    return sided and any(said in text for said in _WON_MOST) and not _OFTEN & set(text.split())


def _take_who_beat(phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """ "Who has beaten Vesper" asks for people and how often, where nothing else is said."""
    beaten = {m.dimension for m in out.mentions if m.opponent}
    named = any(not m.opponent and m.dimension in beaten for m in out.mentions)
    plain = not (named or out.order or out.groups or out.measure or out.bounds)
    said = any(span.text.split()[-1:] == ["beaten"] for span in phrase)
    if plain and said and beaten and "who" in phrase.operators():
        out.groups.append(model.player or model.entity)
        out.measure = "wins"


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


def without_wins_of_endings(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Return the spans without words of winning that only say how games ended.

    That is so where such games are left out or back in (불계승은 빼고, "without wins by
    resignation"), or their rate is asked for in one word; "only" before leaving out says no more
    than it (불계만 빼고).
    """
    if not any(one.text == "만" or (one.term or _NONE).key == "wins" for one in spans):
        return spans
    keys = [one.term.key if one.term is not None else "" for one in spans]
    told = not set(keys).isdisjoint((*_LEFT_OUT, *_RATES.values()))
    idle = {
        place + 1 for place, (one, two) in enumerate(pairwise(spans))
        if told and _is_ending(one, two, model)
    }  # fmt: skip
    for place, (one, two) in enumerate(pairwise(spans)):
        if one.text == "만" and keys[place + 1] == _LEFT_OUT[0]:
            idle.add(place)
        if keys[place] == "without_before":
            idle |= _wins_left_out(spans, place + 1 + (two.kind == "stop"), model)
    return [span for place, span in enumerate(spans) if place not in idle] if idle else spans


def _wins_left_out(spans: list[Span], place: int, model: SemanticModel) -> set[int]:
    """Return the places of words of winning beside how games ended: resignation wins, wins by it.

    What is left out begins at `place`.
    """
    kinds = [
        "value" if one.kind == "value" and not model.dimensions[one.terms[0].key].of_sides
        else one.term.key if one.term is not None else ""
        for one in spans[place : place + 3]
    ]  # fmt: skip
    if kinds[:2] == ["value", "wins"]:
        return {place + 1}
    if kinds[:2] == ["wins", "value"] and spans[place + 1].text.startswith(_BY):
        return {place}  # by resignation, which is how that is called
    return {place, place + 1} if kinds == ["wins", "by_before", "value"] else set()


def count_ended_so(phrase: Phrase, spans: list[Span], out: Reading, model: SemanticModel) -> None:
    """불계승 is how a game ended; of no side that was named, all such games are counted.

    A fragment keeps what was asked for: 시간승만, after White's win rate, is that of these games.
    """
    kinds = {one.dimension for one in out.mentions}
    sided = any(key == "matchup" or model.is_of_sides(key) for key in out.groups)
    if out.measure != "wins" or sided or out.who or not kinds:
        return
    if any(model.dimensions[key].of_sides for key in kinds):
        return
    if any(_is_ending(value, wins, model) for value, wins in pairwise(spans)):
        counted = out.listing or out.order is not None or "times" in phrase.operators()
        counted = counted or any(_COUNTS_KO.match(span.text) for span in spans)
        out.narrowed = out.narrowed and counted
        out.measure, out.implied = ("games", None) if counted else (None, "games")


def _is_ending(value: Span, wins: Span, model: SemanticModel) -> bool:
    """Whether a value and 승 are one word for how games ended: 불계승, 시간승."""
    joined = value.kind == "value" and wins.text == "승" and wins.start == value.end
    return joined and not model.dimensions[value.terms[0].key].of_sides


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
    said = [_role(span, model) for span in spans]
    games = [place for place, role in enumerate(said) if role == "games"]
    if len(games) != 1 or any(span.text.startswith(_HOW) for span in spans):
        return False
    (place,) = games
    before = [span.text for span in spans[:place] if span.text not in _ARTICLES]
    shown = [span.term.key for span in spans[:place] if span.term and span.kind == "operator"]
    if before[-1:] in (["of"], ["de"]) and shown[-1:] in (["chart"], ["table"]):
        before = []  # a chart of the TvZ games by month
    if said[place - 1 : place] == ["side"]:  # TvZ games per month
        led = spans[place - 2].text if place > 1 else ""
        return led not in _LED and not out.lasting and not out.measured
    leads = not set(before[-1:]) & _LED and all(role in ("", "by") for role in said[:place])
    after = spans[place + 1].text if place + 1 < len(spans) else ""
    whose = after in _WHOSE or said[place + 1 : place + 2] == ["side"]
    whose = whose or (out.presentation is not None and not (out.lasting or out.measured))
    return leads and whose and "side" in said[place:]  # games between A and B by map


def _role(span: Span, model: SemanticModel) -> str:
    """Return whether a word is a side, the noun of games, or says that rows are asked for."""
    term = span.term
    if term is None:
        return ""
    if term.kind == "matchup":
        return "side"
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
