"""Places in a ranking: second best, ranks 3 to 5, 3위부터 5위, el segundo mejor."""

import re
from collections.abc import Set
from typing import NamedTuple

from agents.answering.text.likely import Late, Likely, Rewording
from agents.data.match.model.semantic_model import RANK_NOUNS

_ORDINALS = {
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "segundo": 2, "segunda": 2, "segundos": 2, "segundas": 2,
    "tercer": 3, "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5,
    "sexto": 6, "sexta": 6, "septimo": 7, "octavo": 8, "noveno": 9, "decimo": 10,
    "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
    "둘": 2, "셋": 3, "넷": 4,
}  # fmt: skip
_EN = r"second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[1-9]\d?(?:st|nd|rd|th)"
_ES = (
    r"segund[oa]s?|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|s[eé]ptim[oa]|octav[oa]|noven[oa]|"
    r"d[eé]cim[oa]|[1-9]\d?\.?[ºª]"
)
_KO = r"두|세|네|다섯|여섯|일곱|여덟|아홉|열|둘|셋|넷|[1-9]\d?"
_MOST_EN = (
    r"(?:best|highest|most|strongest|greatest|largest|longest|worst|lowest|least|weakest|"
    r"shortest|fewest)\b"
)
_MOST_ES = r"(?:mejor(?:es)?|peor(?:es)?|mayor(?:es)?|menor(?:es)?|m[aá]s|menos)\b"
_PLACE_EN = r"(?:ranks?|ranked|places?|positions?|numbers?|nos?\.)"
_PLACE_ES = r"(?:puestos?|posici[oó]n(?:es)?|lugar(?:es)?)"
_TO = r"\s?(?:-|–|~|to|through|until|and|a|al|y|hasta(?: el| la)?|부터|에서|와|과)\s?"
_NOT_WITHIN = r"(?!\s?(?:안|이내|권))"
_NOT_MORE = _NOT_WITHIN + r"(?![급수장반분치]|[가-힣]*권)"  # 3등급 is no place
# Each form is followed by what it leaves of the question: the word that ranks.
_PLACES = Likely(
    (Late(form, re.IGNORECASE), left)
    for form, left in (
        (rf"^\W*(?:and|then|so)?\s?(?:the\s)?({_EN})(?:\sone|\splace)?\W*$", "ranking"),
        (rf"^\W*(?:y|e)?\s?(?:el|la)\s({_ES})\W*$", "ranking"),
        (rf"^\W*(?:그럼\s)?({_KO})\s?(?:번째|째)(?:는|은|건)?(?:요)?\W*$", "ranking"),
        (rf"\b({_EN})[\s-](?={_MOST_EN})", ""),
        (rf"\b(?:ranked\s|in\s|at\s)*(?:the\s)?({_EN})[\s-](?:placed?|ranked)\b", "best"),
        (r"\b(?:the\s)?runner[\s-]up\b", "best"),
        (rf"\b{_PLACE_EN}\s(?:from\s)?#?(\d{{1,3}}){_TO}#?(\d{{1,3}})\b", "ranking"),
        (
            rf"\b(?:the\s)?({_EN}){_TO}({_EN})(?:[\s-](?={_MOST_EN})|\s(?:places?|ranks?)\b)",
            "ranking ",
        ),
        (rf"\b(?:el|la|los|las)?\s?\b({_ES})\s(?={_MOST_ES})", " "),
        (rf"\b(?:el|la)\s({_ES})\s(?=\S+\s(?:con|que)\s(?:la\s|el\s)?(?:\S+\s)?{_MOST_ES})", ""),
        (rf"\bthe\s({_EN})\s(?=\S+\s(?:with|by)\s(?:the\s)?{_MOST_EN})", ""),
        (rf"\b({_ES})\s(?:con|de)\s(?=(?:la\s|el\s)?{_MOST_ES})", "con "),
        (
            r"\b(?:(?:del|de los|los|las|en los|en el|el|la)\s)?"
            rf"{_PLACE_ES}\s(?:del\s)?(\d{{1,3}})(?:{_TO}(\d{{1,3}}))?\b",
            " ranking ",
        ),
        (rf"\bdel\s({_ES})\sal\s({_ES})", "ranking"),
        (
            rf"(?<![\d.])(\d{{1,3}})\s?[위등]?{_TO}(\d{{1,3}})\s?[위등](?:\s?까지)?{_NOT_WITHIN}",
            "1위",
        ),
        (rf"(?<![\d.])(?<![상하]위\s)(\d{{1,3}})\s?[위등]{_NOT_MORE}(?!\s?까지)", "1위"),
        (rf"(?<![가-힣\d])({_KO})\s?번째로\s", "가장 "),
    )
)
_NOUN = re.compile(rf"{_PLACE_EN}|{_PLACE_ES}|순위", re.IGNORECASE)  # which a column may have
_ALONE = re.compile(r"[\W]*(?:그럼\s|그러면\s)?(?:은|는|이|가)?(?:요|누구\S*)?[\W]*")
_RANKED = re.compile(rf"{_MOST_EN}|{_MOST_ES}|높은|낮은|많이?|좋은|강한", re.IGNORECASE)
_WITHIN = Rewording(
    [
        (
            re.compile(
                r"(?<![\d.])(\d{1,3})\s?[위등]\s?(?:안|이내|권)(?:에|의|으로)?(?=\s|$|[가-힣])"
            ),
            r"상위 \1",
        )
    ]
)


class Ranks(NamedTuple):
    """The places that are asked for, counted from one; both ends count."""

    first: int
    last: int


def take_ranks(text: str, headers: Set[str]) -> tuple[str, Ranks | None]:
    """Return a question with the word that ranks in the place of the places, and these.

    "Second best race" leaves "best race", and two to two. First places are no matter here, and
    neither are two mentions of places. Where a column of numbers is called so (its nouns are among
    `headers`), a position or rank is what stands in it.
    """
    listed = bool(RANK_NOUNS & headers)
    text = _WITHIN.put(text)
    for form, instead in _PLACES.of(text):
        found = form.search(text)
        if found is None:
            continue
        alone = _ALONE.fullmatch(text[: found.start()] + text[found.end() :])  # 2등은?
        alone = alone if not _NOUN.search(found[0]) else None
        if listed and not alone and not _RANKED.search(found[0] + text[found.end() :]):
            continue
        named = [_number(group) for group in found.groups() if group is not None] or [2]
        first, last = named[0], named[-1]
        if first > last or first < 1 or (first == last == 1):
            return text, None
        rest = f"{text[: found.start()]}{instead}{text[found.end() :]}"
        return rest, Ranks(first, last)
    return text, None


def _number(written: str) -> int:
    digits = re.match(r"\d+", written)
    plain = written.casefold().replace("é", "e")
    return int(digits[0]) if digits else _ORDINALS[plain]
