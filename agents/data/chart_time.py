"""The periods of a chart: when each begins, and those without games, at which a line breaks."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise

_MOST = 60


def beginning(name: str) -> str:
    """Return when a period ("2020", "2020-Q3", "2020-03", "2020-03-01") begins, in ISO 8601.

    It has a time of day but no zone, so that a viewer shows that day wherever it runs: a mere date
    is one of UTC to a browser.
    """
    year, _, rest = name.partition("-")
    if rest.startswith("Q"):
        rest = f"{3 * int(rest[1:]) - 2:02}"
    month, _, day = rest.partition("-")
    return f"{date(int(year), int(month or 1), int(day or 1)).isoformat()}T00:00:00"


def missing_between(grain: str, names: list[str]) -> list[tuple[str, str]]:
    """Return each missing period with the last known one before it, in order.

    `names` are periods as the query writes them ("2020", "2020-Q3", "2020-03", "2020-03-01"); of
    more than 60 missing ones only the first of each gap is told, which breaks the line as well.
    """
    found: list[tuple[str, str]] = []
    for before, after in pairwise(names):
        gap = _next(grain, before)
        while gap is not None and gap < after:
            found.append((gap, before))
            gap = _next(grain, gap) if len(found) < _MOST else None
    return found


def moments_of(grain: str, names: Iterable[str]) -> list[str]:
    """Return the periods of a chart in order, once each, the missing ones among them."""
    known = sorted(set(names))
    return sorted({*known, *(gap for gap, _ in missing_between(grain, known))})


def _next(grain: str, name: str) -> str | None:
    match grain:
        case "year":
            return str(int(name) + 1)
        case "quarter":
            year, number = int(name[:4]), int(name[-1])
            return f"{year + number // 4}-Q{number % 4 + 1}"
        case "month":
            year, number = int(name[:4]), int(name[5:7])
            return f"{year + number // 12}-{number % 12 + 1:02}"
        case "week" | "day":
            step = timedelta(days=7 if grain == "week" else 1)
            return (date.fromisoformat(name) + step).isoformat()
        case _:
            return None
