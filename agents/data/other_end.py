"""And the bad ones? after the best are the worst: an end of the ranking that was shown."""

import re
from collections.abc import Mapping

from agents.data.match.compute.frame import Frame

_BEST: Mapping[str, str] = {
    "bad": "worst", "weak": "worst", "poor": "worst", "good": "best", "strong": "best",
    "mal": "peor", "buen": "mejor", "나쁜": "가장 나쁜", "안 좋은": "가장 안 좋은",
    "안좋은": "가장 안 좋은",
    "약한": "가장 약한", "못하는": "가장 못하는", "좋은": "가장 좋은", "강한": "가장 강한",
    "잘하는": "가장 잘하는",
}  # fmt: skip
_SHORT = 40
_FORMS = (
    re.compile(
        r"^(?P<lead>\W*(?:(?:and|ok|so|now)\s)*(?:(?:what|how)\sabout\s)?(?:the\s)?)"
        r"(?P<end>bad|weak|poor|good|strong)(?=\s\w+\W*$)", re.I,
    ),
    re.compile(
        r"^(?P<lead>\W*(?:y\s)?(?:(?:el|la|los|las)\s)(?:\w+\s)?)(?P<end>mal|buen)(?:[oa]s?)(?=\W*$)",
        re.I,
    ),
    re.compile(
        r"^(?P<lead>\W*(?:(?:그럼|그러면|반대로|그리고)\s)?)"
        r"(?P<end>나쁜|안\s?좋은|약한|못하는|좋은|강한|잘하는)(?=\s\S+?(?:은|는|이|도)요?\W*$)"
    ),
)  # fmt: skip


def _rows(found: re.Match[str]) -> str:
    return " ones" if found[0].isascii() else " 거"


def with_other_end(text: str, previous: Frame | None) -> str:
    """Return a short question after a ranking with the end of it that it means."""
    if previous is None or previous.order is None or len(text) > _SHORT:
        return text
    for form in _FORMS:
        if (found := form.match(text)) is not None:
            end = _BEST[found["end"].casefold()]
            plural = "es" if end in ("peor", "mejor") and "s" in found["lead"].split()[-1] else ""
            rest = text[found.end() :]
            if previous.within is not None:  # of each, as before, whatever the rows are called
                rest = re.sub(r"\s\S+?(?=(?:은|는|이|도)?요?\W*$)", _rows, rest, count=1)
            return f"{found['lead']}{end}{plural}{rest}"
    return text
