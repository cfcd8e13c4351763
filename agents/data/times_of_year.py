"""Spring, summer and autumn are their months, unless the table has something called so."""

import re
from collections.abc import Mapping
from datetime import date

from agents.data.match.model.semantic_model import SemanticModel

_MONTHS: Mapping[str, tuple[int, int]] = {
    "summer": (6, 8), "spring": (3, 5), "autumn": (9, 11),
    "verano": (6, 8), "primavera": (3, 5), "otoño": (9, 11), "otono": (9, 11),
    "여름": (6, 8), "봄": (3, 5), "가을": (9, 11),
}  # fmt: skip
_ANY = r"summer|spring|autumn|winter|verano|primavera|oto[nñ]o|invierno"
_TOLD = re.compile(  # el verano (junio a agosto): the months say what is meant
    rf"(?:(?:\b(?:the|el|la|in|en|during|durante)\s)*\b(?:{_ANY})|(?:여름|봄|가을|겨울)(?:철)?)\s?"
    r"\(\s?(?P<months>[^()]{3,40}?)\s?\)", re.I,
)  # fmt: skip
_LAST = r"last|past|지난|작년|지난해"
_EN_ES = re.compile(
    r"\b(?:(?:in|during|over|en|durante|for|the|el|la|of|de|del)\s)*"
    r"(?:(?P<last>last|past)\s|(?P<this>this|est[ae])\s|(?P<before>(?:19|20)\d\d)\s)?"
    r"(?P<name>summer|spring|autumn|verano|primavera|oto[nñ]o)(?:time)?"
    r"(?:\s(?:(?:of|de|del|in|en)\s)?(?P<after>(?:19|20)\d\d)\b|\s(?P<pasado>pasad[oa]))?"
    r"(?!\s(?:cup|split|season|league|open|series|split|finals?|tour|training|copa|torneo|liga|"
    r"major|games|masters|championship|event))(?=\W|$)", re.I,
)  # fmt: skip
_KO = re.compile(
    r"(?<!\S)(?:(?P<before>(?:19|20)\d\d)년?\s?|(?P<last>지난해?|작년|저번)\s?|(?P<this>이번|올해?)\s?)?"
    r"(?P<name>여름|가을|봄)(?:철)?(?:에만|에는|에|만|은|는|엔|의)?(?=\s|[?.!]|$)"
)


def in_months(text: str, model: SemanticModel, today: date) -> str:
    """Return a question with a summer, spring or autumn as its months.

    So it is where its year or its months are said: a bare "in summer" may mean any, and a winter
    is of two years. Names of the table are never taken for a time of the year.
    """
    low = text.casefold()
    said = [word for word in (*_MONTHS, "winter", "invierno", "겨울") if word in low]
    if not said or any(_is_name(word, model) for word in said):
        return text
    told = _TOLD.search(text)
    if told is not None:
        return f"{text[: told.start()]}{told['months']}{text[told.end() :]}"
    for form in (_KO, _EN_ES):
        found = form.search(text)
        months = _as_months(found, today) if found is not None else ""
        if found is not None and months:
            return f"{text[: found.start()]}{months}{text[found.end() :]}"
    return text


def _as_months(found: re.Match[str], today: date) -> str:
    """Return the months as they may be asked for, "" where no year is said."""
    named = found.groupdict()
    first, last = _MONTHS[found["name"].casefold()]
    year = next((named[key] for key in ("before", "after") if named.get(key)), "")
    if named.get("last") or named.get("pasado"):
        over = today.month > last and named.get("last") not in ("작년", "지난해")
        year = str(today.year - (not over))
    elif named.get("this"):
        year = str(today.year)
    return f"{year}-{first:02} ~ {year}-{last:02}" if year else ""


def _is_name(word: str, model: SemanticModel) -> bool:
    """Whether a value of the table has the word in it: LCK Summer."""
    return any(
        word in value.casefold() for one in model.dimensions.values() for value in one.values
    )
