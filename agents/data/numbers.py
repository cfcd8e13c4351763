"""What a number in a message means: a threshold of games, of a rate, or how many rows."""

import re

from agents.data.frame import Bound, Comparison
from agents.data.phrase import Phrase
from agents.data.reading import Reading

COMPARISONS: dict[str, Comparison] = {
    "at_least_before": ">=", "at_least_after": ">=", "over_before": ">", "more_after": ">",
    "fewer_before": "<", "fewer_after": "<", "at_most_after": "<=", "at_most_before": "<=",
}  # fmt: skip
_RANKS = ("top", "bottom", "highest", "lowest")
_SHARES = ("win_rate", "loss_rate", "draw_rate", "pick_share", "mirror_share", "skill_rate")
_GAMES = re.compile(r"\s*(?:or more |o mas )?(game|match|partid|juego|경기|게임|판)")
_PER_CENT = re.compile(r"\s*(%|퍼센트|프로|percent|por ciento)")


def take_number(phrase: Phrase, index: int, out: Reading) -> None:
    """Read the number at an index into `out`; one that means nothing is unknown."""
    span = phrase[index]
    before, after = phrase.key(index - 1), phrase.key(index + 1)
    compared = COMPARISONS.get(before) if before.endswith("_before") else None
    if compared is None and after.endswith("_after"):
        compared = COMPARISONS.get(after)
    if compared is None and phrase.text.startswith("+", span.end):
        compared = ">="  # 80+ games
    share = _share(phrase, index)
    if share is not None:
        if compared is None or not 0 <= share <= 1:
            out.unknown.append(span.text)
        else:
            out.bounds.append(Bound(comparison=compared, value=share))
    elif span.number is None:
        out.unknown.append(span.text)
    elif compared is not None and _counts_won(phrase, index):
        out.unknown.append(span.text)  # a threshold of wins is none of games
    elif compared is not None:
        at_least = compared in (">", ">=")
        if (out.having if at_least else out.at_most) is not None:
            out.unknown.append(span.text)  # a second threshold
        elif at_least:
            out.having = span.number + (compared == ">")
        else:
            out.at_most = span.number - (compared == "<")
    elif out.limit is not None:
        out.unknown.append(span.text)
    elif before in _RANKS or after in (*_RANKS, "superlative") or (
        "dimension" in phrase.beside(index)
        and phrase.operators() & {*_RANKS, "superlative", "high", "low"}
    ):  # fmt: skip
        out.limit = span.number
    else:
        out.unknown.append(span.text)


def _counts_won(phrase: Phrase, index: int) -> bool:
    places = [index + 1, index - 1]
    for step in (1, -1):  # "20 or more wins", "wins more than 100"
        if phrase.key(index + step) in COMPARISONS:
            places.append(index + 2 * step)
    if _GAMES.match(phrase.text, phrase[index].end):
        return False
    terms = [phrase.term(place) for place in places]
    return any(term is not None and term.key in ("wins", "losses", "won") for term in terms)


def _share(phrase: Phrase, index: int) -> float | None:
    """Return a number as a share: 52.5 %, 0.525, "win rate over 55"; None if it is none."""
    span = phrase[index]
    if span.fraction is None:
        return None
    if _PER_CENT.match(phrase.text, span.end):
        return span.fraction / 100
    if span.number is None:
        return span.fraction if span.fraction < 1 else span.fraction / 100
    if _GAMES.match(phrase.text, span.end):
        return None  # "win rate, min 100 games"
    named = (phrase.term(index - 1), phrase.term(index - 2))
    of_rate = any(term is not None and term.key in _SHARES for term in named)
    return span.fraction / 100 if of_rate and 1 < span.number <= 100 else None
