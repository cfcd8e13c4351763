"""Years of a table without days: 2022 is a season or a year that a column names."""

import re

from agents.answering.periods.periods import Period, year
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Mention, Reading

_YEAR = re.compile(r"\D{0,4}((?:19|20)\d\d)\s?(?:년도?|시즌|season)?", re.IGNORECASE)


def take_years(reading: Reading, model: SemanticModel) -> None:
    """Read periods, and rows by year, as values of the column that holds years.

    A period of several years (since 2022) is all of them together. What no row has stays a period.
    """
    found = _of_years(model) if model.time is None else None
    if found is None:
        return
    key, years = found
    reading.groups = [key if group == "year" else group for group in reading.groups]
    left: list[Period] = []
    for period in reading.periods:
        inside = [value for value, one in years.items() if _holds(period, one)]
        several = len(inside) > 1
        reading.mentions += [Mention(key, value, together=several) for value in inside]
        left += [] if inside else [period]
    reading.periods = left
    named = any(mention.dimension == key for mention in reading.mentions)
    kept = []
    for word, period, instead in reading.barred:
        inside = [value for value, one in years.items() if _holds(period, one)]
        if not inside:
            kept.append((word, period, instead))
            continue
        reading.dropped.remove("period")
        if not (instead and named):  # else another year takes its place
            reading.excluded += [Mention(key, value) for value in inside]
    reading.barred = kept
    if reading.trend:
        reading.add_group(key)
        reading.trend = False


def take_other_seasons(reading: Reading, model: SemanticModel) -> None:
    """Read years beside a season that is told by its year as seasons: 2022 season against 2023."""
    found = _of_years(model) if reading.periods and reading.mentions else None
    if found is None:
        return
    key, years = found
    named = [mention.value for mention in reading.mentions if mention.dimension == key]
    told = {one: value for value, one in years.items()}
    if named and all(period in told for period in reading.periods):
        values = (told[period] for period in reading.periods)
        reading.mentions += [Mention(key, value) for value in values if value not in named]
        reading.periods = []


def _of_years(model: SemanticModel) -> tuple[str, dict[str, Period]] | None:
    """Return the column of whole rows that has nothing but years, with the year of each value."""
    for key, dimension in model.dimensions.items():
        if dimension.of_sides:
            continue
        told = {value: _YEAR.fullmatch(value) for value in dimension.values}
        years = {value: year(int(one[1])) for value, one in told.items() if one is not None}
        if years and len(years) == len(told):
            return key, years
    return None


def _holds(period: Period, one: Period) -> bool:
    """Whether a year lies in a period."""
    assert one.start is not None
    assert one.end is not None
    begun = period.start is None or period.start <= one.start
    return begun and (period.end is None or one.end <= period.end)
