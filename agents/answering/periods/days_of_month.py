"""Days of one month, from one to another: June 10-20, del 10 al 20 de junio, 6월 10일~20일."""

import re
from datetime import date, timedelta

from agents.answering.periods.month_names import MONTH, MONTH_NUMBERS, YEAR
from agents.answering.periods.periods import Period

_TO = "-|–|—|~|to|through|thru|till|until"
_TH = r"(?:st|nd|rd|th|º|o|ro)?"
_FIRST, _LAST = rf"(?P<first>\d{{1,2}}){_TH}", rf"(?P<last>\d{{1,2}}){_TH}"
_NAME = MONTH.replace("(", "(?P<name>", 1)
NO_AMOUNT = r"(?! ?(?:[-–—~] ?\d|%|games?\b|match|maps?\b|sets?\b|partid|juegos?\b))"
"""What may not follow a day: then the number is that of something else."""

DAYS_OF_MONTH = (
    rf"(?:on |in |from |between )?{_NAME} (?:the )?{_FIRST} ?(?:{_TO}|and) ?"
    rf"(?:the )?{_LAST}{NO_AMOUNT}",
    rf"(?:(?:from|between|del?|desde|entre) )?(?:el |the )?{_FIRST} ?"
    rf"(?:{_TO}|and|al?|y|hasta) ?(?:el |the )?{_LAST} (?:of |de )?{_NAME}",
    r"(?P<number>\d{1,2})월\s*(?P<first>\d{1,2})일?\s*(?:부터|에서|~|-|–)\s*"
    r"(?P<last>\d{1,2})일(?:\s*까지)?",
)
"""Without a year."""
DAYS_OF_MONTH_AND_YEAR = (
    DAYS_OF_MONTH[0].removesuffix(NO_AMOUNT) + rf" ?,? ?(?:of )?(?P<year>{YEAR})",
    DAYS_OF_MONTH[1] + rf" ?,? ?(?:of |del? )?(?P<year>{YEAR})",
    rf"(?P<year>{YEAR})년\s*" + DAYS_OF_MONTH[2],
)


def days_of_month(found: re.Match[str], today: date) -> Period | None:
    """Return the days from one to another of one month, both in; without a year the latest ones.

    Raises ValueError where the month has no such day.
    """
    said = found.groupdict()
    number = int(said["number"]) if said.get("number") else MONTH_NUMBERS[said["name"]]
    first, last = int(said["first"]), int(said["last"])
    begun = (number, first) <= (today.month, today.day)
    year = int(said.get("year") or (today.year if begun else today.year - 1))
    start, end = date(year, number, first), date(year, number, last)
    return Period(start=start, end=end + timedelta(days=1)) if start <= end else None
