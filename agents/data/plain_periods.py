"""Periods in plain words: the last ten days, from May onwards, 상반기, since the year began."""

import re
from datetime import date

from agents.answering.periods.month_names import MONTH
from agents.answering.text.likely import turn

_TENS = {
    "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "ninety": 90, "diez": 10, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40,
    "cincuenta": 50, "sesenta": 60, "noventa": 90,
}  # fmt: skip


def _day(found: re.Match[str]) -> str:
    """Return a day as it is written in Spanish, 30/6/2023, with its year first."""
    try:
        return f"{found[1]} {date(int(found[4]), int(found[3]), int(found[2]))}"
    except ValueError:
        return found[0]


_WHEN = rf"((?:{MONTH}\s)?(?:19|20)\d\d)"
_ORDINALS_ES = ("primer", "segundo", "tercer", "cuarto")
TURNS = (
    turn(  # mejoró más de 2023 a 2024, which is no number of games
        r"(\sm[aá]s)\sde\s((?:19|20)\d\d)\s(?:a|al|hasta)\s((?:19|20)\d\d)\b", r"\1 entre \2 y \3"
    ),
    turn(
        r"\b(?:from|since|starting(?:\s(?:from|in|on|with))?)\b(.{1,30}?)\sonwards?\b", r"since\1"
    ),
    turn(  # only games from 2025, which are not those since
        rf"\b((?:only|just)\s(?:(?:the|those)\s)?(?:\w+\s)?\w+s|(?:only|just)\sthose)\sfrom\s{_WHEN}"
        r"(?=\W*$)",
        r"\1 in \2",
    ),
    turn(rf"(\w+s)\sfrom\s{_WHEN}(?=\sonly\W*$)", r"\1 in \2"),
    turn(r"\bover\sthe\s(month|week|quarter)s\sof\b", r"by \1 in"),
    turn(r"\b(year|quarter|month|week|day)\sover\s\1\b", r"by \1"),
    turn(
        r"\b(last|past|previous)\s(ten|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\b",
        lambda f: f"{f[1]} {_TENS[f[2].casefold()]}",
    ),
    turn(r"\b(?:for|in|during)\sthe\smonth\sof\s", "in "),
    turn(r"\b(last|past|previous)\shalf\s(?:an?\s)?year\b", r"\1 6 months"),
    turn(
        r"\bdesde\sque\s(?:empez[oó]|comenz[oó]|arranc[oó]|inici[oó])\s(?:este|el)\s"
        r"(a[ñn]o|mes|trimestre)\b",
        r"este \1",
    ),
    turn(
        r"\b([uú]ltim[oa]s)\s(diez|quince|veinte|treinta|cuarenta|cincuenta|sesenta|noventa)\b",
        lambda f: f"{f[1]} {_TENS[f[2].casefold()]}",
    ),
    turn(
        r"\b(del?|al|desde|hasta|entre|y|el)(?:\sel)?\s(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)\d\d)\b",
        _day,
    ),
    turn(  # 어느 해에
        r"(?<!\S)(어느|어떤|무슨|몇)\s?해(?=(?:에|에는|가|는|의|였\S*|인\S*|일까\S*)?(?:\W|$))",
        r"\1 연도",
    ),
    turn(r"(?<=\S[던은한난])\s해(?=(?:가|는|를|요)?(?:\W*$|\s))", " 연도"),  # 제일 좋았던 해는?
    turn(r"(?<=\d월)\s?한\s?달\s?(?:간|동안)?(?:에|의)?(?=\s)", ""),
    turn(
        r"(?<!\S)(다섯|여섯|일곱|여덟|아홉|열)\s달(?=\s|간|동안)",
        lambda f: f"{5 + ('다섯', '여섯', '일곱', '여덟', '아홉', '열').index(f[1])}개월",
    ),
    turn(r"(?<!\S)몇\s?월(?:에|이|달에)(?=\s)", "어느 달에"),
    turn(r"(?<!\S)(?:연초|올\s?초)\s?(?:부터|이후)(?:\s(?:지금|현재)까지)?",
        "올해",
    ),
    turn(r"(?<!\S)월초\s?부터(?:\s(?:지금|현재)까지)?", "이번 달"),
    turn(r"(?<!\d)(\d{1,2})\s?[~∼〜–-]\s?(\d{1,2})\s?월", r"\1월부터 \2월까지"),
    turn(r"후반기", "하반기"),
    turn(r"전반기", "상반기"),
    turn(r"(?<!\S)요\s?(?=\d+\s?(?:개월|달|주|일|년))", "최근 "),
    turn(r"((?<!\d)(?:19|20)\d\d년|(?<!\d)\d{1,2}월(?:\s?\d{1,2}일)?)\s?전(?:에|의|에는)?(?=\s)",
        r"\1 이전",
    ),
    turn(  # 2.º semestre, 1er trimestre
        r"(?<!\S)([1-4])(?:\.?[ºª°]|er|do|ro|er[oa]|d[oa]|r[oa]|t[oa])\s(semestre|trimestre)\b",
        lambda f: f"{_ORDINALS_ES[int(f[1]) - 1]} {f[2]}",
    ),
)  # fmt: skip
