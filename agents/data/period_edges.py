"""The edges of periods as they are said: until the end of May, no start date."""

import re
from collections.abc import Iterator
from datetime import timedelta

from agents.answering.periods.periods import MONTHS, half, quarter
from agents.answering.text.likely import Rewording, seldom
from agents.answering.text.packs import word_set
from agents.data.lexicon import Lexicon
from agents.data.match.compute.frame import Frame

# A period that something lasts until ends with its end, and one since which something is begins
# with its beginning.
_THIS = r"(?!\s(?:to|until|till|hasta|al?)\b)"
_WHOLE = Rewording((
    (
        re.compile(
            r"\b(?:since|from)\s(?:the\s)?(?:beginning|start)\sof\s(?:the|this)\s"
            rf"(year|quarter|month|week)\b{_THIS}", re.I,
        ),
        r"this \1",
    ),
    (
        re.compile(
            r"\b(?:desde|a\spartir\sde)\s(?:el\s)?(?:principios?|comienzos?|inicios?)\s(?:de|del)\s"
            rf"(?:este\s|el\s)?(a[ñn]o|mes|trimestre)\b(?!\s\d){_THIS}", re.I,
        ),
        r"este \1",
    ),
    (re.compile(r"\b(until|till|up to|through|to)\s(?:the\s)?(?:very\s)?end\sof\s", re.I), r"\1 "),
    (
        re.compile(
            r"\b(since|from|starting)\s(?:the\s)?(?:very\s)?(?:beginning|start)\sof\s", re.I
        ),
        r"\1 ",
    ),
    (re.compile(r"\b(hasta)\s(?:el\s)?(?:finales|fines|final|fin)\s(?:de\s|del\s)", re.I), r"\1 "),
    (
        re.compile(
            r"\b(desde)\s(?:el\s)?(?:principios?|comienzos?|inicios?)\s(?:de\s|del\s)", re.I
        ),
        r"\1 ",
    ),
    (re.compile(r"(?<=[월년기해달])\s?말(?=\s?까지)"), ""),
    (re.compile(r"(?<=[월년기해달])\s?초(?=\s?부터)"), ""),
))  # fmt: skip
_OUT = (
    r"(?:remove|drop|delete|without|no|forget|clear|take\sout|quita(?:r|me)?|sin|elimina(?:r)?|"
    r"borra(?:r)?)"
)
_START = seldom(
    rf"^\W*(?:and\s|y\s)?{_OUT}\s(?:the\s|that\s|la\s|el\s)?"
    r"(?:start(?:ing)?(?:\sdate|\sday)?|begin(?:ning)?\sdate|fecha\s(?:de\s)?(?:inicio|inicial|comienzo)|inicio)\W*$"
    r"|^\W*(?:시작|개시)\s?(?:일자|일|날짜|시점)?\s?(?:은|는|을|를|만|조건)?\s?(?:빼|제외|없애|지워|제거)",
    re.I,
)  # fmt: skip
_END = seldom(
    rf"^\W*(?:and\s|y\s)?{_OUT}\s(?:the\s|that\s|la\s|el\s)?"
    r"(?:end(?:ing)?\s(?:date|day)|fecha\s(?:de\s)?(?:fin|final|fin(?:alizaci[oó]n)|t[eé]rmino))\W*$"
    r"|^\W*(?:종료|마감|마지막|끝)\s?(?:일자|일|날짜|시점)\s?(?:은|는|을|를|만|조건)?\s?(?:빼|제외|없애|지워|제거)",
    re.I,
)  # fmt: skip
_WHOLE_YEAR = seldom(
    r"^\W*(?:(?:and|y|but|pero|ok|okay|so)\s)?(?:what\sabout\s|how\sabout\s)?"
    r"(?:(?:in|for|during|over|across|en|durante|para)\s)?"
    r"(?:(?:all\s(?:of\s)?(?:that\s|the\s)?|(?:the|that)\s(?:whole|entire|full|complete)\s)year"
    r"(?:\sas\sa\swhole)?|(?:todo\s(?:el|ese)|(?:el|ese))\sa[ñn]o(?:\s(?:entero|completo))?(?<!el\saño)"
    r"(?<!el\sano)|todo\s(?:el|ese)\sa[ñn]o)\W*$|"
    r"^\W*(?:그럼\s|그러면\s|그)?\s?(?:해|년도|연도|일\s?년|1년)\s?(?:전체|통틀어|내내|전부|통째)"
    r"(?:로|로는|는|은)?(?:요|\s보면|\s합치면)?\W*$",
    re.I,
)
_FIRST = seldom(
    r"^\W*(?:and\s|y\s|what\sabout\s|how\sabout\s|e\s)?(?:in\s|en\s|for\s|during\s|durante\s)?"
    r"(?:the\s|el\s|la\s)?(?:(first|primer[oa]?|1st|1er)|(second|segund[oa]|2nd|2do)|"
    r"(third|tercer[oa]?|3rd)|(fourth|cuart[oa]|4th))(?:\sone)?"
    r"(?:\s(?:of|de|del|in|en)\s(?P<year>(?:19|20)\d\d))?\W*$",
    re.I,
)
_BESIDE = word_set(
    "in en de del since until till desde hasta from to of during durante between entre and y a "
    "before after antes despues through and"
)
_LATIN_WORD = re.compile(r"[a-z]{5,}")
_SPELT = tuple(name.lower() for one in ("en", "es") for name in MONTHS[one] if len(name) > 4)
_LONG = 8


def with_edges(text: str, previous: Frame | None) -> str:
    """Return a question with the edges of periods as days, by those of the last question."""
    text = _WHOLE.put(text)
    if previous is None or not previous.period:
        return text
    last = previous.period[-1]
    if _START.search(text):
        return f"until {last.end - timedelta(days=1)}" if last.end is not None else "all dates"
    if _END.search(text):
        return f"since {last.start}" if last.start is not None else "all dates"
    if last.start is not None and _WHOLE_YEAR.match(text):
        return f"in {last.start.year}"
    found = _FIRST.match(text)
    if found is None or previous.order is not None or last.start is None:
        return text
    number = next(place for place, group in enumerate(found.groups(), 1) if group)
    year = last.start.year
    told = found["year"] or year
    if number <= 2 and last in (half(1, year), half(2, year)):
        return f"H{number} {told}"
    if last in (quarter(one, year) for one in range(1, 5)):
        return f"Q{number} {told}"
    return text


def months_spelt(text: str, lexicon: Lexicon) -> str:
    """Return a normalised question with the months spelt right that stand where months do."""
    for start, end in reversed([*_misspelt(text, lexicon)]):
        month = _nearest(text[start:end])
        text = f"{text[:start]}{month}{text[end:]}" if month else text
    return text


def _misspelt(text: str, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Yield where unknown words stand behind a word such as "in", or before a year."""
    for found in _LATIN_WORD.finditer(text):
        word = found[0]
        before = text[: found.start()].split()[-1:]
        year = re.match(r"(?: de| del| of)? (?:19|20)\d\d\b", text[found.end() :])
        near = year or (before and before[0] in _BESIDE)
        if near and word not in _SPELT and not lexicon.knows(word):
            yield found.span()


def _nearest(word: str) -> str:
    from rapidfuzz.distance import OSA

    close = {name: OSA.distance(word, name, score_cutoff=2) for name in _SPELT
             if name[0] == word[0] and abs(len(name) - len(word)) < 3}  # fmt: skip
    least = min(close.values(), default=3)
    if least > (2 if len(word) >= _LONG else 1):
        return ""
    best = [name for name, distance in close.items() if distance == least]
    return best[0] if len(best) == 1 else ""
