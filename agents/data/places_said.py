"""Words for a place in the last ranking: 2위, 꼴찌, the leader, the second one, el primero."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.answering.text.likely import Said, seldom
from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set
from agents.data.follow_words import InView

_LAST = -1
_PLACES = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "one": 1, "two": 2, "three": 3,
    "top": 1, "leading": 1, "best": 1, "highest": 1, "leader": 1, "runner up": 2,
    "worst": _LAST, "lowest": _LAST, "bottom": _LAST,
    "primero": 1, "primer": 1, "segundo": 2, "tercero": 3, "tercer": 3, "cuarto": 4, "quinto": 5,
    "lider": 1, "puntero": 1, "mejor": 1, "uno": 1, "peor": _LAST, "ultimo": _LAST,
    "일": 1, "선두": 1, "첫": 1, "두": 2, "세": 3, "네": 4, "꼴": _LAST, "맨 위": 1,
    "맨 아래": _LAST,
}  # fmt: skip
_WORST, _BEST = ("worst", "lowest", "peor"), ("best", "highest", "mejor")
# Words that may rank anew as well, where nothing but a condition stands beside them.
_RANKING = (*_WORST, *_BEST, "top", "leading", "bottom")
_IN_LISTS = word_set(
    "first second third fourth fifth primero primer segundo tercero tercer cuarto quinto ultimo "
    "첫 두 세 네"
)
_PERSONS = word_set(
    "player person team guy jugador jugadora equipo persona clasificado clasificada 선수 사람 팀 "
    "플레이어 유저 분 애 놈 쪽"
)
_EN = seldom(
    r"\b(?P<the>the\s)?(?:current\s|overall\s)?(?:(?P<alone>leader|runner[-\s]up)|"
    r"(?P<n>first|second|third|fourth|fifth|top|leading|best|highest|worst|lowest|bottom|"
    r"number\s(?:one|two|three|[1-9])|#[1-9]\d?|[1-9]\d?(?:st|nd|rd|th))"
    r"(?:[-\s](?:placed?|ranked|rated))?\s(?P<noun>[^\W\d]+))(?P<s>['’]s)?(?![\w-])",
    re.I,
)
_ES = seldom(
    r"\b(?P<the>el|la|al|del)\s(?:que\sva\s)?(?:(?P<alone>l[ií]der|punter[oa])|"
    r"n[uú]mero\s(?P<number>uno|[1-9]\d?)|"
    r"(?P<n>primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|mejor|peor|[uú]ltim[oa])"
    r"(?:\s(?P<noun>[^\W\d]+))?)(?![\w-])",
    re.I,
)
_KO = seldom(
    r"(?<!\S)(?:[그이저]\s?중(?:에|에서)?\s)?"
    r"(?:(?P<n>\d{1,2}|일|꼴)\s?[위등찌](?!\s?(?:부터|까지|이내|안|권|에서|[~–-]))|"
    r"(?P<alone>선두|맨\s(?:위|아래)|(?P<place>[첫두세네])\s?번째)(?!에|로|까지))"
    r"(?P<after>[가-힣]*)(?:\s(?P<noun>[가-힣]+))?"
)
# What was counted most or least in the last answer: the most picked one, 제일 많이 고른 캐릭터.
_COUNTED = ("pick_share", "games")
_MOST = (
    seldom(
        r"\bthe\s(?P<end>most|least)[\s-](?:picked|used|played|chosen|popular)\s"
        r"(?P<noun>[^\W\d]+)(?P<after>['’]s)?(?![\w-])", re.I,
    ),
    seldom(
        r"\b(?P<the>el|la|al|del)\s(?:(?P<noun>[^\W\d]+)\s)?(?P<end>m[aá]s|menos)\s"
        r"(?:(?:elegid|escogid|usad|utilizad|jugad)[oa]|popular)(?![\w-])", re.I,
    ),
    seldom(
        r"(?<!\S)(?:제일|가장|젤)\s(?P<end>많이|적게|자주)\s?"
        r"(?:고른|쓴|쓰인|쓰는|한|선택[된한]|선택받은|사용[된한]|픽[된한])\s(?P<noun>[가-힣]+)"
    ),
)  # fmt: skip
_LEAST = ("least", "menos", "적게")
_PARTICLE = re.compile(
    r"(?:은|는|이|가|의|도|를|을|한테|한테는|에게|에게는|이랑|랑|하고|와|과|보다)?"
)
# What a place in Korean may stand behind; a period, a place or a figure makes it one of its own.
_KO_BEFORE = re.compile(
    r"(?:^\W*|[,.]\s|(?<!\S)(?:그럼|그러면|그리고|근데|그런데|이제|그)\s|"
    r"(?<!에서)(?<!에)(?<!때)(?<!년)(?<!월)(?:은|는|이|가|랑|와|과|하고)\s)$"
)
_KO_AGAINST = re.compile(r"\s?(?:상대|한테|에게)")
_AGAINST = re.compile(
    r"\b(?:against|versus|vs\.?|v|beat|beats|beating|facing|contra|ante|frente\sa)\s$", re.I
)
# What stands behind "el primero" where no noun does.
_ES_BEHIND = re.compile(
    r"\W*$|\s?[?,.;:]|\s(?:contra|en|con|de|frente|ante|vs|cuando|desde|solo|y|e|como|por|sobre)\b|"
    r"\s(?:jug|gan|perd|tien|tuv|ha\b|han|hay|fue|va\b|iba|le\b|se\b|me\b|usa|us[oó]|utili|llev|"
    r"marc|anot|sum)",
    re.I,
)
_MOST_ES = re.compile(
    r"\s(?:con|en|de|por)\s(?:m[aá]s|menos|mayor|menor|mejor|peor|cada|tod[oa]s)\b", re.I
)
_ASKED_FOR = re.compile(
    r"(?:\b(?:who|which(?:\s\w+)?|what)(?:\s(?:is|was|are|were|has|had)|['’]s)|"
    r"\b(?:qui[eé]n|cu[aá]l|qu[eé]\s\w+)\s(?:es|fue|era|son|va|qued[oó]|ha\sido))\s$", re.I,
)  # fmt: skip
_BY_WHAT = re.compile(
    r"\s(?:by|with|in\sterms|in\seach|on\seach|for\seach|per|who|that|having|por|con|que|seg[uú]n|"
    r"en\scada|de\scada)\b", re.I,
)  # fmt: skip


class Place(NamedTuple):
    """Words for a row: where they stand, its place (from one on, or the last), and what is left.

    `before` and `after` stay of them beside a name. `met` says that the row is a rival's, `ranks`
    that the words may rank anew.
    """

    start: int
    end: int
    place: int
    words: str
    before: str = ""
    after: str = ""
    met: bool = False
    ranks: bool = False


def places_said(text: Said, said: InView, key: str) -> list[Place]:
    """Return the words of a message that stand for rows of the dimension `key`, in their order."""
    found = (*_english(text, said, key), *_spanish(text, said, key), *_korean(text, said, key))
    return sorted(found or _counted(text, said, key))


def _counted(text: Said, said: InView, key: str) -> Iterator[Place]:
    """Yield the row that was picked or played most where such was counted, or least."""
    if said.previous.measure not in _COUNTED:
        return
    for found in (one for form in _MOST for one in form.finditer(text)):
        noun, told = (found["noun"] or "one").casefold(), found.groupdict()
        cut = _behind_noun(noun, key, said) if noun > "가" else len(noun)
        if not cut or (noun != "one" and not _is_of(noun[:cut], key, said)):
            continue
        if noun > "가" and _KO_BEFORE.search(text[: found.start()]) is None:
            continue
        least = found["end"].casefold() in _LEAST
        before = {"al": "a ", "del": "de "}.get((told.get("the") or "").casefold(), "")
        one = Place(
            *found.span(), 1 if least == (said.previous.order == "asc") else _LAST, found[0],
            before, told.get("after") or noun[cut:], ranks=True,
        )  # fmt: skip
        if _holds(one, "", text, said):
            yield one


def _english(text: Said, said: InView, key: str) -> Iterator[Place]:
    for found in _EN.finditer(text):
        words = (found["alone"] or found["n"]).casefold().replace("-", " ")
        word = words.split()[-1].lstrip("#") if found["n"] else words
        noun = (found["noun"] or "one").casefold()
        if not found["the"] and noun == "one":
            continue
        if noun != "one" and not (_is_of(noun, key, said) and _may_be_first(word, key, said)):
            continue
        number = _PLACES.get(word) or int(re.sub(r"\D", "", word) or 0)
        one = Place(
            *found.span(), _from_the_end(number, word, said), found[0], "", found["s"] or "",
            _AGAINST.search(text[: found.start()]) is not None, word in _RANKING and noun != "one",
        )  # fmt: skip
        if _holds(one, word, text, said):
            yield one


def _spanish(text: Said, said: InView, key: str) -> Iterator[Place]:
    for found in _ES.finditer(text):
        word = normalise(found["alone"] or found["number"] or found["n"])
        word = word if word in _PLACES or word.isdigit() else f"{word[:-1]}o"
        noun, end = (found["noun"] or "").casefold(), found.end()
        if noun and not (_is_of(noun, key, said) and _may_be_first(word, key, said)):
            noun, end = "", found.start("noun") - 1
        of_what = word in (*_WORST, *_BEST) or not _ES_BEHIND.match(text, end)
        if (not noun and found["n"] and of_what) or _MOST_ES.match(text, end):
            continue
        number = int(word) if word.isdigit() else _PLACES[word]
        before = {"al": "a ", "del": "de "}.get(found["the"].casefold(), "")
        one = Place(
            found.start(), end, _from_the_end(number, word, said), text[found.start() : end],
            before, "", _AGAINST.search(text[: found.start()]) is not None, word in _RANKING,
        )  # fmt: skip
        if _holds(one, word, text, said):
            yield one


def _korean(text: Said, said: InView, key: str) -> Iterator[Place]:
    for found in _KO.finditer(text):
        word = found["n"] or found["place"] or " ".join(found["alone"].split())
        end, after = found.end("after"), found["after"] or ""
        if not after and found["noun"]:
            cut = _behind_noun(found["noun"], key, said)
            after = found["noun"][cut:] if cut else ""
            end = found.end("noun") if cut else end
        if _PARTICLE.fullmatch(after) is None:
            continue
        met = _KO_AGAINST.match(f"{after}{text[end:]}") is not None
        if _KO_BEFORE.search(text[: found.start()]) is None and not met:
            continue
        number = int(word) if word.isdigit() else _PLACES[word]
        one = Place(found.start(), end, number, text[found.start() : end], "", after, met)
        if _holds(one, found["n"] or word, text, said):
            yield one


def _behind_noun(word: str, key: str, said: InView) -> int:
    """Return how long the noun of the rows is that a word begins with, before its particle."""
    for cut in range(len(word), 0, -1):
        if _is_of(word[:cut], key, said) and _PARTICLE.fullmatch(word[cut:]):
            return cut
    return 0


def _is_of(noun: str, key: str, said: InView) -> bool:
    """Whether a noun in the singular is that of the rows, or of people where they are such."""
    model = said.lexicon.model
    if noun in _PERSONS and key in (model.player, model.entity):
        return True
    return said.noun(noun) == key and not (noun.endswith("s") and said.noun(noun[:-1]) == key)


def _may_be_first(word: str, key: str, said: InView) -> bool:
    """Whether a noun may have such a place in a ranking: the first map may be that of a series."""
    return word not in _IN_LISTS or said.lexicon.model.is_of_sides(key)


def _from_the_end(number: int, word: str, said: InView) -> int:
    """Return which row a place is: the worst of what was ranked from the worst on is the first."""
    if said.previous.order == "asc" and word in (*_WORST, *_BEST):
        return 1 if word in _WORST else 0
    return number


def _holds(one: Place, word: str, text: str, said: InView) -> bool:
    """Whether words are a place in the last ranking, and no value nor what the message asks for."""
    if not one.place or (said.previous.order is None and word in _IN_LISTS):
        return False
    if not one.met and (said.value(word) or said.lexicon.model.rank_nouns):
        return False
    if one.ranks and not one.after and _BY_WHAT.match(text, one.end):
        return False
    return bool(one.after) or _ASKED_FOR.search(text[: one.start]) is None
