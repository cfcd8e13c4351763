"""Where periods begin, and where a line over them has to break."""

import pandas as pd
import pytest

from agents.data.answer.periods import begins, with_gaps
from agents.data.query.query import Grain

WRITTEN: dict[Grain, tuple[str, ...]] = {
    "year": ("2022", "2023", "2025"),
    "quarter": ("2023-Q3", "2023-Q4", "2024-Q2"),
    "month": ("2023-11", "2023-12", "2024-02"),
    "week": ("2023-W51", "2023-W52", "2024-W02"),
    "day": ("2024-02-28", "2024-02-29", "2024-03-02"),
    "hour": ("2024-02-29T22:00", "2024-02-29T23:00", "2024-03-01T01:00"),
    "minute": ("2024-02-29T22:58", "2024-02-29T22:59", "2024-02-29T23:01"),
}
PANDAS = {"year": "Y", "quarter": "Q", "month": "M", "week": "W", "day": "D", "hour": "h",
          "minute": "min"}  # fmt: skip


@pytest.mark.parametrize("grain", WRITTEN)
def test_a_line_breaks_where_a_period_is_missing(grain: Grain) -> None:
    """Between the second and the third of each lies one: the one behind the second."""
    first, second, third = WRITTEN[grain]
    found = with_gaps([{"p": one, "f": 1} for one in (third, first, second)], "p", "f", grain)
    starts = [begins(one["p"]) for one in found]
    one = pd.Period(begins(first), freq=PANDAS[grain])
    assert starts == [(one + n).start_time.isoformat() for n in range(4)]
    assert [value["f"] for value in found] == [1, 1, None, 1]
