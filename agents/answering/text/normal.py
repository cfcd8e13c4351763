"""Questions and surfaces in one form: NFKC, lower case, no accents, no sentence marks."""

import re
import unicodedata
from functools import partial

from agents.answering.text.likely import Rewording

_MARKS = re.compile(r"(?:(?<!\d),|,(?!\d)|[?!¿¡;:\"“”«»()\[\]{}…。、！？*_`|<>=])+")
_DOTS = re.compile(r"\.(?=\s|$)")
_HYPHENS = re.compile(r"(?<=[^\W\d])[-‐‑–—](?=[^\W\d])")
_QUOTES = re.compile(r"[‘’ʼ´]")
_COMPARED = {"(?:>=|=>|≥)": "at least", "(?:<=|=<|≤)": "at most", ">": "more than",
             "<": "fewer than"}  # fmt: skip
_NO = re.compile(r"^\s*(?:no|nope|아니|아니요|아뇨)\s*[,;]\s+", re.IGNORECASE)
_GAMES = r"(?:games|matches|battles|partid[ao]s|batallas|encuentros)"
_COUNTED = (
    r"(?=\s?(?:(?:판|경기|게임|대국|번|회|승|패|명|점|개)\s?)?"
    r"(?:이상|이하|미만|초과|넘|안 되|보다))"
)
_LARGE = {
    re.compile(rf"(?<![\d.,])(?:(\d{{1,3}})|(?<!\S))\s?만\s?(\d?)\s?천{_COUNTED}"): 10_000,
    re.compile(rf"(?<![\d.,])(\d{{1,3}}(?:\.\d+)?|(?<!\S))\s?만{_COUNTED}"): 10_000,
    re.compile(rf"(?<![\d.,])(\d{{1,2}}(?:\.\d+)?|(?<!\S))\s?천{_COUNTED}"): 1_000,
    re.compile(rf"(?<![\w.,])(\d{{1,3}}(?:\.\d+)?)k(?=\+?\s{_GAMES})", re.IGNORECASE): 1_000,
}
_SWAPPED = {
    re.compile(
        r"^\s*(?:swap|replace)\s+(\S.*?)\s(?:for|with|by)\s+(\S.*)$", re.IGNORECASE | re.DOTALL
    ): r"\2 instead of \1",
    re.compile(
        r"^\s*(?:sustituye|reemplaza)\s+(?:a\s+)?(\S.*?)\s(?:por|con)\s+(\S.*)$",
        re.IGNORECASE | re.DOTALL,
    ): r"\2 en vez de \1",
}
_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "segundo": 2, "tercero": 3,
             "cuarto": 4, "quinto": 5}  # fmt: skip
_RANKS = tuple(
    (re.compile(pattern, re.IGNORECASE), top)
    for pattern, top in (
        (r"1\s?[위등]\s?(?:부터|에서|~|-|–)\s?(\d{1,3})\s?[위등](?:\s?까지)?", "상위 {}"),
        (r"(?<!\d)(\d{1,3})\s?[위등]\s?까지", "상위 {}"),
        (
            r"\b(?:(?:ranked|in|places?|positions?|ranks?|from)\s)*(?:1st|first)\s?"
            r"(?:to|through|-|–|until)\s?(?:(\d{1,3})(?:st|nd|rd|th)|"
            r"(second|third|fourth|fifth))(?:\splaces?)?\b", "top {}",
        ),
        (
            r"\b(?:places?|positions?|ranks?|ranked)\s(?:from\s)?#?1\s?(?:to|through|-|–)\s?"
            r"#?(\d{1,3})\b", "top {}",
        ),
        (
            r"\b(?:(?:del|de|los|las|en|desde|el)\s)*(?:puestos?|posici[oó]n(?:es)?|lugar(?:es)?)\s"
            r"(?:del\s)?1\s?(?:al|a|-|–|hasta el)\s?(\d{1,3})\b", "top {}",
        ),
        (
            r"\bdel\s(?:primero|1\.?º)\sal\s(?:(\d{1,3})\.?º|(segundo|tercero|cuarto|quinto))",
            "top {}",
        ),
    )
)  # fmt: skip
_AWAY = (
    (re.compile(r"\b(?:away|far) from home\b", re.IGNORECASE), "away"),
    (re.compile(r"\b(?:lejos|fuera) de (?:su )?casa\b", re.IGNORECASE), "visitante"),
    (re.compile(r"(?:홈|안방)(?:이|을)? (?:아닌|떠나|벗어나) ?(?:곳|경기)?(?=에서|\s|$)"), "원정"),
)
_MIN_MAX = tuple(
    (re.compile(rf"(?:^|[,;(]\s*|\s-\s|\bwith\s|\bcon\s){form}\.?\s+(?=\d)", re.IGNORECASE), word)
    for form, word in (("min", " minimum "), ("max", " maximum "))
)
_LOST_MOST = re.compile(r"(많이|자주|적게|덜)\s진(?=\s)")
_KOREAN_NUMBERS = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10,
}  # fmt: skip
_KOREAN_COUNT = re.compile(
    r"(?<![가-힣])(" + "|".join(_KOREAN_NUMBERS) + r")\s?(?=(?:명|개|곳)(?![가-힣]{2}))"
)
# The best three teams, where Korean says how many before what: 승률 높은 세 팀, 많이 이긴 두 선수.
_FIRST_SO_MANY = re.compile(
    r"(?P<order>(?:높은|낮은|좋은|나쁜|많은|적은|강한|약한|센|잘하는|못하는|최고의|최악의|"
    r"(?:많이|자주|적게|덜)\s?(?:이긴|이기는|진|지는|한|뛴|나온|쓴|승리한|패한|패배한|출전한))\s)"
    r"(?P<count>[1-9]|"
    + "|".join(_KOREAN_NUMBERS)
    + r")\s?(?P<noun>팀|선수|사람|맵|종족|챔피언|챔프|"
    r"캐릭터|캐릭|영웅|덱|클럽|구단|나라|국가|기사|플레이어|명)(?=[은는이만을의]|\s|$|\?|들?[은는이만]?\s)"
)
_SO_MANY_AFTER = re.compile(
    r"(?P<order>(?:제일|가장|높은|낮은|많은|적은)\s.*)(?P<noun>팀|선수|사람|맵|종족|챔피언|캐릭터)\s"
    r"(?P<count>둘|셋|넷|다섯)(?=[은는이만을]?(?:\s|$|\?))"
)
_UNNAMED_AFTER = re.compile(
    r"(?P<order>(?:제일|가장|젤)\s(?:많이|자주|적게|덜|잘|못)\s?\S{1,3}|(?:높|낮|많|적|좋)은)\s"
    r"(?P<count>둘|셋|넷|다섯)(?=[은는이만을]?(?:요|\s|$|\?))"
)
_TOP_SO_MANY = re.compile(
    r"(?<=[상하]위\s)(?:" + "|".join(_KOREAN_NUMBERS) + r")(?=\s?(?:팀|선수|맵|종족|명|개))"
)
_COUNTED_AFTER = {"둘": 2, "셋": 3, "넷": 4, "다섯": 5}
# 300수 이상 대국은 몇 개 counts them, and says nothing of when something else was.
_COUNTED_KO = (
    r"(?!\s?(?:수|횟수|개수|시간|길이)|"
    r"[은는이가]?\s몇\s?(?:개|판|경기|게임|대국|건)\S*(?:\s(?:있|되|돼|나[오와왔])\S*)?\W*$)"
)
_OF_SO_MANY = re.compile(
    r"(?<=\d)(\s?(?:킬|데스|어시스트|어시|골|점|수|턴)\s?(?:이상|이하|미만|초과))\s"
    r"(?:한|기록한|낸|넣은|올린|달성한|나온|둔|간|진행된|치른)?\s?(?:경기|게임|판|대국)"
    rf"(?:에서|의)?{_COUNTED_KO}(?=\s|[은는이]|$)"
)
_OF_MORE = re.compile(
    r"(?<=\d)(\s?(?:킬|데스|어시스트|어시|골|점|수|턴))\s?(?:넘는|넘은|넘긴)\s(?:경기|게임|판|대국)"
    rf"(?:에서|의)?{_COUNTED_KO}(?=\s|[은는이]|$)"
)
_SPANISH_COUNT = re.compile(
    r"\b(l[oa]s)\s(?:(\d{1,2})|(dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez))\s"
    r"(?=(?:que|con)\s(?:m[aá]s|menos|mejor|peor|mayor|menor)\b)",
    re.IGNORECASE,
)
_SPANISH_NUMBERS = {"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
                    "ocho": 8, "nueve": 9, "diez": 10}  # fmt: skip
_ENGLISH_COUNT = re.compile(
    r"\b(?:the|which|what)\s(?:(\d{1,2})|(two|three|four|five|six|seven|eight|nine|ten))\s"
    r"(?=(?:(?:with|who|that|have|has)\s)+(?:the\s)?"
    r"(?:most|fewest|least|best|worst|highest|lowest|(?:win|won|lose|lost|play|played)\s(?:the\s)?"
    r"(?:most|least)))",
    re.IGNORECASE,
)
_ENGLISH_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
                    "nine": 9, "ten": 10}  # fmt: skip
_NOT_BY_DAY = re.compile(
    r"(?:날짜|일자)(?:별)?(?:로)?\s?(?:말고|대신)\s(?=월별|연도별|년도별|분기별|주별)"
)
_GO_GAMES = re.compile(r"(?<=\d)국(?=\s|$|이상|이하|미만|초과|넘|을|만)")
_PEOPLE = ("명", "사람", "선수", "기사", "플레이어")
_SPACES = re.compile(r"\s+")
_ACCENTED = re.compile("[\u00c0-\u024f]")


def normalise(text: str) -> str:
    """Return the text as it is matched; applied to questions and to surfaces alike."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", text).casefold()
        folded = _QUOTES.sub("'", folded)
        folded = _ACCENTED.sub(_without_accent, folded)
    folded = _HYPHENS.sub(" ", _MARKS.sub(" ", folded))
    folded = _DOTS.sub(" ", folded)
    return _SPACES.sub(" ", folded).strip()


def plainly(text: str) -> str:
    """Return a question without its leading no, in a usual order, with large numbers in figures.

    Ranks from the first on are the top so many: 1위부터 4위까지.
    4만 판 and 40k games are 40000; 180국 are so many games of go.
    """
    return _PLAIN.put(text)


def _top(top: str, found: re.Match[str]) -> str:
    last = next(group for group in found.groups() if group is not None)
    return top.format(_ORDINALS.get(last.casefold(), last))


def _so_many(found: re.Match[str]) -> str:
    """Return a Korean order with its number behind the noun: 승률 높은 팀 3개."""
    said, noun = found["count"], found["noun"]
    count = int(said) if said.isdigit() else (_KOREAN_NUMBERS | _COUNTED_AFTER)[said]
    if noun not in _PEOPLE:
        return f"{found['order']}{noun} {count}개"
    return f"{found['order']}선수 {count}명"


def _spanish_top(found: re.Match[str]) -> str:
    """Return how many are ranked: los dos may be people, las dos are of a kind that has a noun."""
    count = found[2] or _SPANISH_NUMBERS[found[3].casefold()]
    return f"top {count} {'unos ' if found[1].casefold() == 'los' else ''}"


def _english_top(found: re.Match[str]) -> str:
    return f"top {found[1] or _ENGLISH_NUMBERS[found[2].casefold()]} ones "


def _in_figures(unit: int, found: re.Match[str]) -> str:
    thousands = float(found[2] or 1) * 1_000 if found.re.groups > 1 else 0.0  # 만 5천
    return str(round(float(found[1] or 1) * unit + thousands))


_SIGNS = Rewording(
    (re.compile(rf"{sign}\s*(?=\d)"), f" {word} ") for sign, word in _COMPARED.items()
)
_PLAIN = Rewording(
    (
        (_NO, ""),
        (_GO_GAMES, "대국"),
        *_SWAPPED.items(),
        *_MIN_MAX,  # with commas gone, 5.1, min 50 games were minutes
        *_AWAY,
        (_FIRST_SO_MANY, _so_many),
        (_SO_MANY_AFTER, _so_many),
        (_UNNAMED_AFTER, lambda found: f"{found['order']} {_COUNTED_AFTER[found['count']]} ones"),
        (_TOP_SO_MANY, lambda found: str(_KOREAN_NUMBERS[found[0]])),
        (_OF_SO_MANY, r"\1일 때"),
        (_OF_MORE, r"\1 초과일 때"),
        (_SPANISH_COUNT, _spanish_top),
        (_ENGLISH_COUNT, _english_top),
        (_NOT_BY_DAY, ""),
        (_KOREAN_COUNT, lambda found: str(_KOREAN_NUMBERS[found[1]])),
        (_LOST_MOST, r"\1 패배한"),
        *((ranks, partial(_top, top)) for ranks, top in _RANKS),
        *((large, partial(_in_figures, unit)) for large, unit in _LARGE.items()),
    )
)


def _without_accent(found: re.Match[str]) -> str:
    decomposed = unicodedata.normalize("NFD", found[0])
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def is_hangul(character: str) -> bool:
    """Whether the character is a Hangul syllable."""
    return "\uac00" <= character <= "\ud7a3"


def as_written(word: str, text: str) -> str:
    """Return the word as the person wrote it, if it can be found."""
    for written in text.split():
        trimmed = written.strip("?!¿¡.,;:\"'()“”‘’「」")
        if normalise(trimmed) == word:
            return trimmed
    return word
