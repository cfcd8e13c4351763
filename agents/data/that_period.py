"""That month, after months were ranked, is the first of them: how many games in that month?"""

from collections.abc import Mapping
from datetime import date, timedelta

from agents.answering.periods.periods import Period, month, quarter, year
from agents.data.match.compute.frame import GRAINS, Frame
from agents.data.reading import Reading


def settle_that_period(
    reading: Reading, previous: Frame | None, top: Mapping[str, str]
) -> Frame | None:
    """Take the period that was ranked first for the one that is pointed at; return the frame.

    Where none was, the words mean nothing: that month, after the rates of each.
    """
    pointed = [one for one in reading.pointed if one[0] in GRAINS]
    for key, words in pointed:
        if previous is None or key not in previous.group_by or reading.periods:
            reading.pointed.remove((key, words))  # a period is named, or rows by it
        elif key not in top:
            reading.unknown.append(words)
        else:
            reading.periods = [called(key, top[key])]
            reading.groups = [group for group in reading.groups if group != key]
            reading.unknown = [word for word in reading.unknown if word not in words.split()]
            rest = tuple(group for group in previous.group_by if group != key)
            plain = previous.unranked().without_thresholds()
            previous = plain.model_copy(update={"group_by": rest})
    return previous


def called(grain: str, name: str) -> Period:
    """Return the period that a row of a grain is called by: 2024, 2024-Q1, 2024-03, 2024-03-18."""
    match grain:
        case "year":
            return year(int(name))
        case "quarter":
            of_year, _, number = name.partition("-Q")
            return quarter(int(number), int(of_year))
        case "month":
            of_year, _, number = name.partition("-")
            return month(int(number), int(of_year))
        case _:
            first = date.fromisoformat(name)
            return Period(start=first, end=first + timedelta(days=7 if grain == "week" else 1))
