"""All that lies before or after what was asked for last: before that patch, ¿y desde entonces?"""

import re
from datetime import timedelta

from agents.data.match.compute.frame import Frame
from agents.data.match.compute.version_days import VERSIONS

_NOUN_EN = r"(?:patch|version|update|build|date|day|point|time|moment|year|month|quarter)"
_NOUN_ES = r"(?:parche|versi[oó]n|actualizaci[oó]n|build|fecha|d[ií]a|momento|a[nñ]o|mes|trimestre)"
_NOUN_KO = r"(?:패치|버전|업데이트|빌드|날|날짜|시점|해|달|분기|때)"
_LEAD = (
    r"\W*(?:(?:and|but|ok|so|then|what\sabout|how\sabout|y|e|pero|ahora|그럼|그러면|그리고)[\s,]+)*"
)
_FORM = re.compile(
    rf"{_LEAD}(?:"
    rf"(?:(?P<before>before|prior\sto)|(?P<after>after)|(?P<since>since|from))"
    rf"\s(?:(?:that|this)(?:\s{_NOUN_EN})?|then|it)(?:\son)?|"
    r"(?P<earlier>before|earlier)|(?P<later>after|afterwards|later)|"
    rf"(?:(?P<antes>antes)|(?P<despues>despu[eé]s))\sde\s(?:eso|ello|es[ae]\s{_NOUN_ES})|"
    rf"(?P<desde>desde|a\spartir\sde)\s(?:entonces|ah[ií]|eso|es[ae]\s{_NOUN_ES})|"
    r"(?P<previo>antes)|(?P<luego>despu[eé]s|m[aá]s\starde)|"
    rf"(?:그|그것|그거|이|해당)\s?(?:{_NOUN_KO}\s?)?(?:(?P<jeon>이전|전)|(?P<hu>이후|후|뒤))"
    r"(?:에는|에|은|는|엔|로는|로)?(?:요)?|"
    rf"(?P<buteo>(?:그|이)\s?(?:{_NOUN_KO}|이후로?)\s?부터)(?:는|요|는요)?"
    r")\W*", re.I,
)  # fmt: skip
_CUES = ("before", "prior", "earl", "after", "later", "since", "from", "antes", "despu", "desde",
         "partir", "tarde", "전", "후", "뒤", "부터")  # fmt: skip
_BEFORE = ("before", "earlier", "antes", "previo", "jeon")
_SINCE = ("since", "desde", "buteo")


def with_all_before(text: str, previous: Frame | None) -> str:
    """Return "before that patch?" with the day or the patch that it means.

    That is the only period that was asked for last, or the only version. Any other message is
    returned as it is.
    """
    if previous is None or not any(cue in text.casefold() for cue in _CUES):
        return text
    found = _FORM.fullmatch(text)
    if found is None:
        return text
    way = next(name for name, words in found.groupdict().items() if words)
    if len(previous.period) == 1:
        start, end = previous.period[0].start, previous.period[0].end
        if way in _BEFORE:
            return text if start is None else f"until {start - timedelta(days=1)}"
        first = start if way in _SINCE or end is None else end
        return text if first is None else f"since {first}"
    versions = [f for f in previous.filters if f.dimension in VERSIONS and not f.exclude]
    if len(versions) != 1 or len(versions[0].values) != 1 or previous.period:
        return text
    return f"{'before' if way in _BEFORE else 'since'} {versions[0].values[0]}"
