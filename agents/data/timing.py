"""The periods of a message: alone, since, until, between."""

from agents.data.periods import Period
from agents.data.phrase import Phrase
from agents.data.reading import Mark, Reading


def take_periods(phrase: Phrase, marks: list[Mark], out: Reading) -> None:
    """Read the periods into `out`; one that is taken out again is dropped."""
    found: list[Period] = []
    since: Period | None = None
    until: Period | None = None
    ranging = False
    for index, span in enumerate(phrase):
        if span.period is None:
            continue
        if marks[index] in ("without", "instead"):
            out.dropped.append("period")
            out.barred.append((span.text, span.period, marks[index] == "instead"))
            continue
        before, after = phrase.key(index - 1), phrase.key(index + 1)
        if before == "between_before" and not out.compare:
            since = Period(start=span.period.start)
            ranging = True
        elif ranging:
            until = Period(end=span.period.end)
            ranging = False
        elif before == "since_before" or after == "since_after":
            since = Period(start=span.period.start)
        elif before == "after_before":
            since = Period(start=span.period.end)
        elif before == "until_before" or after == "until_after":
            until = Period(end=span.period.end)
        elif before == "before_before" or after == "before_after":
            until = Period(end=span.period.start)
        else:
            found.append(span.period)
    if since is not None or until is not None:
        start = since.start if since else None
        end = until.end if until else None
        if start is None or end is None or start < end:
            found.append(Period(start=start, end=end))
        else:  # before 2022 and after 2023
            out.unknown += [span.text for span in phrase if span.period is not None][:1]
    if len(found) == 2 and not out.compare and (both := _overlap(*found)) is not None:
        found = [both]  # the last six months, of 2024
    out.periods = list(dict.fromkeys(found))


def _overlap(one: Period, two: Period) -> Period | None:
    """Return what two periods share, or None if they have no day in common or are the same."""
    starts = [p.start for p in (one, two) if p.start is not None]
    ends = [p.end for p in (one, two) if p.end is not None]
    start, end = max(starts, default=None), min(ends, default=None)
    if one == two or (start is not None and end is not None and start >= end):
        return None
    return Period(start=start, end=end)
