"""Short ways to write periods are put in full: 1Q23, Q1'23, Jan '23, jan-mar 2023, 삼월."""

import re

from agents.answering.periods.periods import MONTHS
from agents.answering.text.likely import Put, Rewording

_NAMES = {
    **{name.lower()[:3]: name for name in MONTHS["en"]},
    **{name[:3]: MONTHS["en"][place] for place, name in enumerate(MONTHS["es"])},
    "sept": "September",
}
_QUOTES = "'’"
_ENDS = "[a-z]{0,7}"
_MONTH = rf"((?:{'|'.join(sorted(_NAMES, key=len, reverse=True))}){_ENDS})\.?"
_WHOLE_NAMES = frozenset(
    [*_NAMES, "setiembre", *(name.lower() for one in ("en", "es") for name in MONTHS[one])]
)
_KOREAN = {
    "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "유": 6, "육": 6, "칠": 7, "팔": 8, "구": 9,
    "시": 10, "십": 10, "십일": 11, "십이": 12,
}  # fmt: skip


def _year(written: str) -> str:
    return written if len(written) > 2 else f"20{written}"


def _span(found: re.Match[str]) -> str:
    """Return months joined by a dash as a span, if they are no other words."""
    first, last = found[1].lower(), found[2].lower()
    if not {first, last} <= _WHOLE_NAMES:
        return found[0]
    year = f" {_year(found[3].strip(_QUOTES))}" if found[3] else ""
    return f"from {_NAMES[first[:3]]} to {_NAMES[last[:3]]}{year}"


def _month(found: re.Match[str]) -> str:
    name = found[1].lower()
    return f"{_NAMES[name[:3]]} {_year(found[2])}" if name in _WHOLE_NAMES else found[0]


_FORMS: tuple[tuple[re.Pattern[str], Put], ...] = (
    (
        re.compile(r"(?<![\w.])([1-4])([QT])\s?['’]?((?:20|19)?\d\d)(?![\w.%])", re.I),
        lambda f: f"Q{f[1]} {_year(f[3])}",
    ),
    (
        # 1h20 is an hour and 20 minutes, "1H23" a half.
        re.compile(r"(?<![\w.])([12])H(?=['’\d])['’]?((?:20|19)?\d\d)(?![\w.%])"),
        lambda f: f"H{f[1]} {_year(f[2])}",
    ),
    (
        re.compile(r"(?<!\w)([QTH])([1-4])\s?(?:['’]|-|/)\s?((?:20)?\d\d)(?![\w.%])", re.I),
        lambda f: f"{f[1]}{f[2]} {_year(f[3])}",
    ),
    (
        re.compile(
            rf"(?<!\w){_MONTH}\s?[-–—~]\s?{_MONTH}"
            r"(?:,?\s(?:of\s|de\s|del\s)?((?:20|19)\d\d|['’]\d\d)(?!\d))?(?!\w)",
            re.I,
        ),
        _span,
    ),
    (re.compile(rf"(?<!\w){_MONTH}\s?['’](\d\d)(?!\w)", re.I), _month),
    (
        re.compile(  # 24년만, but not 24년 만에 and 최근 20년
            r"(?<!\S)(?<!최근\s)(?<!지난\s)['’]?(1[5-9]|2\d)년"
            r"(?!\s?(?:만에|동안|간|전|째|이상|이하|넘|치))"
            r"(?=$|[\s?!.,~-]|도|만|에|은|는|의|엔|부터|까지|이후|이전|전체|별|부|상반기|하반기)"
        ),
        lambda f: f"20{f[1]}년",
    ),
    (
        re.compile(
            rf"(?<![가-힣])({'|'.join(sorted(_KOREAN, key=len, reverse=True))})월"
            r"(?=$|[\s?!.,~-]|달|에|은|는|의|도|만|이랑|과|부터|까지|중|초|말|별)"
        ),
        lambda f: f"{_KOREAN[f[1]]}월",
    ),
    (  # por raza menos marzo, but not "menos de" or "gana menos en marzo"
        re.compile(
            rf"\bmenos\s(?=(?:(?:{'|'.join(MONTHS['es'])})|(?:19|20)\d\d)(?!\s(?:partid|jueg|vict))\b)",
            re.I,
        ),
        "excepto ",
    ),
)  # fmt: skip
TURNS = Rewording(_FORMS)


def in_full(text: str) -> str:
    """Return a question with its periods as they are read: 1Q23 as Q1 2023, 삼월 as 3월."""
    return TURNS.put(text)
