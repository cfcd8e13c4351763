"""The first one, with which deck? is about the row that the last answer ranked first."""

import re

from agents.data.frame import Frame
from agents.data.language import Language
from agents.data.model import SemanticModel

_FIRST: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^\W*(?:and\s)?(?:the\s(?:first|top)(?:\sone)?|number\s(?:one|1))\s?,\s+(?=\w)", re.I
    ),
    "es": re.compile(
        r"^\W*(?:y\s)?(?:el|la)\sprimer[oa](?:\sde\sla\slista)?\s?,\s*(?=[¿\w])", re.I
    ),
    "ko": re.compile(
        r"^\W*(?:1[위등]|일등|첫\s?번째)(?:은|는|이|가)?\s(?=(?:어떤|어느|무슨|누구)\s?\S)"
    ),
}
_THAT: dict[Language, str] = {"en": "that", "es": "ese", "ko": "그"}


def with_the_first(text: str, previous: Frame | None, model: SemanticModel) -> str:
    """Return a question that begins with the first of a ranking with the noun of its rows instead.

    "The first one, with which deck?" is "that player, with which deck?".
    """
    if previous is None or previous.order is None or previous.skip or len(previous.group_by) != 1:
        return text
    dimension = model.dimensions.get(previous.group_by[0])
    for language, form in _FIRST.items() if dimension is not None else ():
        found = form.match(text)
        if found is not None and dimension is not None:
            return f"{_THAT[language]} {dimension.label_in(language)} {text[found.end() :]}"
    return text
