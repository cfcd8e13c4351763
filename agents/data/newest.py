"""So many of the newest games: his last 20 games, 최근 20경기, las últimas 20 partidas."""

import re
from functools import lru_cache

from agents.answering.text.likely import seldom
from agents.answering.text.normal import is_hangul
from agents.data.lexicon import Lexicon
from agents.data.match.compute.frame import Frame

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50,
    "hundred": 100, "a hundred": 100, "one hundred": 100,
    "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9,
    "diez": 10, "doce": 12, "quince": 15, "veinte": 20, "treinta": 30, "cincuenta": 50, "cien": 100,
}  # fmt: skip
_MOST = 1_000_000
_N = r"(?P<n>\d{1,7}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_NEW_EN = r"(?:(?:very )?(?:last|latest|past|newest|recent)|most recent)"
_NEW_ES = r"(?:ultim[oa]s|mas recientes|mas nuev[oa]s)"
_NEW_KO = r"(?:(?:가장|제일) )?(?:최근|최신|지난|마지막)"
_NEW = seldom(rf"{_NEW_EN}|{_NEW_ES}|{_NEW_KO}")
_WHOSE_EN = r"(?:(?:the|my|his|her|its|their|our|your|all) )*"
_WHOSE_ES = r"(?:(?:las|los|mis|sus|tus|nuestras|nuestros) )?"
# Words between the number and the games, which say more of them: the last 20 Zerg games.
_MORE = (
    r"(?P<more>(?:(?!(?:days?|weeks?|months?|years?|seasons?|patches|dias|semanas|meses|anos|"
    r"or|and)\b)[\w'-]+ ){0,2}?)"
)
_WITHIN_EN = r"(?:\b(?:in|over|of|from|for|during|across|within|on|at|out of) )?"
_WITHIN_ES = r"(?:\b(?:en|de|sobre|durante|con|entre) )?"
_WITHIN_KO = (
    r"(?:\s?(?:동안|간|중에서|중에|중|가운데|에서의|에서는|에서|에선|에|의|만|은|는|을|를|"
    r"으로|로|기준으로|기준))?"
)
# What the games are counted by, and not only narrowed to: who won most of the last 20 games.
_COUNTING = ("most", "many", "cuantas", "cuantos", "mas", "menos", "fewest", "least")
_AGAIN = re.compile(
    r"(?:(?:and|now|ok|what about|how about|y|e|ahora|only|just|in|over|en|solo|그럼) )*"
    r"(?:(?:the|las|los|his|her|my|their|sus|mis) )?"
    rf"(?:{_NEW_EN}|{_NEW_ES}|{_NEW_KO}) ?{_N}(?: ?(?:은|는|개|만|로|으로))?"
)


@lru_cache(maxsize=12)
def _forms(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    """Return how the newest games are asked for in a table, whatever its games are called."""
    nouns = [
        s for s, terms in lexicon.terms.items()
        if terms[0].kind == "operator" and terms[0].key == "game_noun" and len(s) > 0
    ]  # fmt: skip
    latin = "|".join(sorted((re.escape(s) for s in nouns if s.isascii()), key=len, reverse=True))
    hangul = [re.escape(s) for s in nouns if is_hangul(s[0])]
    korean = "|".join(
        sorted({*hangul, "판", "경기", "게임", "대국", "국", "전"}, key=len, reverse=True)
    )
    noun = rf"(?P<noun>{latin})(?= |$)"
    return tuple(
        re.compile(form)
        for form in (
            rf"(?<!\S){_WITHIN_EN}{_WHOSE_EN}{_NEW_EN} {_N} {_MORE}{noun}",
            rf"(?<!\S){_WITHIN_EN}{_WHOSE_EN}{_N} {_NEW_EN} {_MORE}{noun}",
            rf"(?<!\S){_WITHIN_ES}{_WHOSE_ES}{_NEW_ES} {_N} {noun}",
            rf"(?<!\S){_WITHIN_ES}{_WHOSE_ES}{_N} {_NEW_ES} {noun}",
            rf"(?<!\S){_WITHIN_ES}{_WHOSE_ES}{_N} {noun} {_NEW_ES}(?= |$)",
            rf"(?<!\S){_NEW_KO} ?(?:의 ?)?{_N} ?(?:개 ?(?:의 ?)?)?(?P<noun>{korean})"
            rf"{_WITHIN_KO}(?= |$|[가-힣]{{2}})",
        )
    )


def take_newest(text: str, lexicon: Lexicon, previous: Frame | None) -> tuple[str, int | None]:
    """Return a normalised question without "in the last 20 games", and how many these are.

    A question that names them twice, or the last one alone, is left as it is.
    """
    if _NEW.search(text) is None:
        return text, None
    again = _AGAIN.fullmatch(text)
    if again is not None and previous is not None and previous.newest is not None:
        return "", _number(again["n"])
    for form in _forms(lexicon):
        found = form.search(text)
        if found is None:
            continue
        number = _number(found["n"])
        more = found.groupdict().get("more") or ""
        before = text[: found.start()].rstrip()
        counted = found["noun"] if before.endswith(_COUNTING) else ""
        rest = f"{before} {more} {counted} {text[found.end() :]}"
        rest = " ".join(rest.split())
        if not 1 < number <= _MOST or any(one.search(rest) for one in _forms(lexicon)):
            return text, None
        return rest, number
    return text, None


def _number(written: str) -> int:
    return int(written) if written.isdigit() else _NUMBERS[written]
