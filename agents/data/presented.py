"""How an answer is to be shown: as a chart instead of a table, without a chart, as text."""

from agents.data.match.compute.frame import Presentation
from agents.data.match.model.words import group_words
from agents.data.phrase import Phrase
from agents.data.reading import Mark, Reading

FORMS: dict[str, Presentation] = {"chart": "chart", "table": "table", "prose": "text"}
"""The operators that name a form, and how an answer of that form is presented."""


def take_form(key: str, mark: Mark, out: Reading) -> None:
    """Note the form that an operator names, unless it is the one that is not wanted.

    Where no other form is named an answer without a chart is text, and one without a table or
    text is as it would be unasked.
    """
    if mark not in ("without", "instead"):
        out.presentation = FORMS[key]
    elif out.presentation in (None, "auto"):
        out.presentation = "text" if key == "chart" else "auto"


def is_left_out(phrase: Phrase, operator: int, at: int) -> bool:
    """Whether the form at a place is what an operator leaves out: "without that" stands alone."""
    before, after = sorted((operator, at))
    between = phrase.text[phrase[before].end : phrase[after].start].split()
    beside = between[:1] if operator < at else between[-1:]
    return len(between) < 2 or beside[0] not in group_words("pronouns")
