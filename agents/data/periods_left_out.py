"""Periods whose games are left out: not 2023, 2023년 빼고, sin marzo."""

from agents.answering.periods.periods import Period, in_year, year_of
from agents.data.match.compute.frame import Frame
from agents.data.reading import Reading
from agents.data.timing import overlap


def settle_barred(reading: Reading, previous: Frame | None) -> None:
    """Leave out the periods that a message bars.

    What was asked for alone is dropped, and what was asked for beside others is one of them no
    more. Without a beginning or an end (without anything until May), the rest is asked for.
    """
    before = previous.period if previous is not None and reading.measure is None else ()
    left_out = previous.periods_out if previous is not None and reading.measure is None else ()
    years = {year_of(one) for one in before or left_out} - {None}
    for word, said, instead in reading.barred:
        year = next(iter(years)) if reading.floating and len(years) == 1 else None
        period = in_year(said, year) if year is not None else said
        if period in before:
            if len(before) > 1 and not reading.periods and not instead:
                reading.periods = [one for one in before if one != period]
        elif instead and reading.periods:
            pass  # another one takes its place
        elif period.start is None and period.end is None:
            reading.unknown.append(word)
        elif period.start is None or period.end is None:
            _keep_rest(reading, word, Period(start=period.end, end=period.start), before)
        else:
            reading.periods_out.append(period)
            reading.dropped.remove("period")
    reading.barred = []


def _keep_rest(reading: Reading, word: str, rest: Period, before: tuple[Period, ...]) -> None:
    """Ask for what is left of the periods of a message, or of those `before` it."""
    asked = reading.periods or [*before]
    left = [both for one in asked if (both := one if one == rest else overlap(one, rest))]
    if asked and not left:
        reading.unknown.append(word)
    reading.periods = left or [*reading.periods, rest]


def without_periods(frame: Frame, reading: Reading) -> Frame:
    """Return a frame without the periods that a message leaves out; one that it names is counted.

    What was left out before stays so within the periods that are named.
    """
    kept = frame.periods_out
    if reading.periods:
        kept = tuple(
            one
            for one in kept
            if any(_meet(one, named) and not _holds(one, named) for named in reading.periods)
        )
    left_out = tuple(dict.fromkeys((*kept, *reading.periods_out)))
    return frame if left_out == frame.periods_out else _with(frame, left_out)


def counted_again(frame: Frame, reading: Reading) -> Frame | None:
    """Return the frame of "and 2023 too" where just that was left out, else None."""
    again = set(reading.periods) & set(frame.periods_out)
    if not reading.too or not again or len(again) < len(reading.periods):
        return None
    return _with(frame, tuple(one for one in frame.periods_out if one not in again))


def _with(frame: Frame, left_out: tuple[Period, ...]) -> Frame:
    return frame.model_copy(update={"periods_out": left_out})


def _meet(one: Period, two: Period) -> bool:
    """Whether two periods have a day in common."""
    before = one.end is not None and two.start is not None and one.end <= two.start
    behind = two.end is not None and one.start is not None and two.end <= one.start
    return not (before or behind)


def _holds(one: Period, two: Period) -> bool:
    """Whether all days of the second period are those of the first."""
    begins = one.start is None or (two.start is not None and one.start <= two.start)
    ends = one.end is None or (two.end is not None and two.end <= one.end)
    return begins and ends
