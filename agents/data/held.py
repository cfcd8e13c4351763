"""What an operator of a message holds on to: a condition that is dropped, a moment, a period."""

from collections.abc import Sequence

from agents.data.match.compute.frame import LENGTHS
from agents.data.match.compute.version_days import VERSIONS
from agents.data.phrase import Phrase
from agents.data.reading import Mark, Reading

_FROM = ("from", "desde", "to", "al", "through", "hasta", "starting from")


def sets_period(phrase: Phrase, index: int) -> bool:
    """Whether a period is set against the one that was asked for before: vs August?"""
    return [i for i in range(len(phrase)) if phrase.kind(i) == "period"] == [index + 1]


def drops_measure(phrase: Phrase, marks: Sequence[Mark], index: int, out: Reading) -> bool:
    """Whether a measure only says which condition is dropped: without the length filter."""
    term = phrase.term(index)
    if term is not None and term.key in LENGTHS and marks[index] == "without":
        out.dropped.append("lasting")
        return True
    return any(
        phrase.key(place) == "condition" and marks[place] == "without"
        for place in (index - 1, index + 1)
    )


def limited(phrase: Phrase, index: int) -> str:
    """Return what a condition to be dropped is one of: "lasting", "thresholds" or ""."""
    for place in (index - 1, index + 1):
        term = phrase.term(place)
        if term is not None and term.kind == "measure":
            return "lasting" if term.key in LENGTHS else "thresholds"
    return ""


def since_value(phrase: Phrase, index: int, out: Reading) -> None:
    """Since 14.9 is no moment where the day of its first game is not known."""
    span, step = phrase[index], -1 if phrase.key(index).endswith("_after") else 1
    beside = index + step
    begun = any(
        phrase.key(i) == "since_before" and phrase.kind(i + 1) != "period" for i in range(index)
    )
    ends = begun and phrase.key(index) == "until_before"  # from 14.1 to 14.9
    if phrase.kind(beside) == "value" and (ends or span.text not in _FROM):
        out.unknown.append(span.text)
    elif span.text not in ("from", "to", "al"):
        term = phrase.term(beside + step * (phrase.kind(beside) == "dimension"))
        if term is not None and term.kind == "value" and term.key in VERSIONS:
            out.unknown.append(span.text)
