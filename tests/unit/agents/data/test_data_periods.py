"""Periods in three languages."""

from datetime import date

import pytest

from agents.answering.periods.periods import Period, describe, grain_of, month, quarter, year
from agents.answering.periods.spoken import match_period
from agents.answering.text.normal import normalise

TODAY = date(2026, 11, 21)


def read(text: str) -> Period | None:
    plain = normalise(text)
    found = match_period(plain, 0, TODAY)
    return found[1] if found is not None and found[0] == len(plain) else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2020년", year(2020)),
        ("2020", year(2020)),
        ("작년", year(2025)),
        ("last year", year(2025)),
        ("el año pasado", year(2025)),
        ("재작년", year(2024)),
        ("올해", year(2026)),
        ("este año", year(2026)),
        ("2019년 9월", month(9, 2019)),
        ("September 2019", month(9, 2019)),
        ("septiembre de 2019", month(9, 2019)),
        ("12월", month(12, 2025)),
        ("지난달", month(10, 2026)),
        ("2011년 3분기", quarter(3, 2011)),
        ("Q3 2011", quarter(3, 2011)),
        ("tercer trimestre de 2011", quarter(3, 2011)),
        ("2020년 상반기", Period(start=date(2020, 1, 1), end=date(2020, 7, 1))),
        ("2020-02-29", Period(start=date(2020, 2, 29), end=date(2020, 3, 1))),
        ("최근 30일", Period(start=date(2026, 10, 23), end=date(2026, 11, 22))),
        ("last 30 days", Period(start=date(2026, 10, 23), end=date(2026, 11, 22))),
        ("los últimos 30 días", Period(start=date(2026, 10, 23), end=date(2026, 11, 22))),
        ("10 minutes", None),
    ],
)
def test_reading(text: str, expected: Period | None) -> None:
    assert read(text) == expected


def test_months_back_from_the_end_of_a_month() -> None:
    found = match_period("last 1 month", 0, date(2026, 3, 30))
    assert found is not None
    assert found[1].start == date(2026, 2, 28)


@pytest.mark.parametrize(
    ("period", "ko", "en", "es"),
    [
        (year(2020), "2020년", "2020", "2020"),
        (month(3, 2020), "2020년 3월", "March 2020", "marzo de 2020"),
        (quarter(3, 2020), "2020년 3분기", "Q3 2020", "T3 2020"),
        (Period(start=date(2020, 1, 1)), "2020-01-01부터", "since 2020-01-01", "desde 2020-01-01"),
        (Period(end=date(2021, 1, 1)), "2020-12-31까지", "up to 2020-12-31", "hasta 2020-12-31"),
    ],
)
def test_describing(period: Period, ko: str, en: str, es: str) -> None:
    assert [describe(period, language) for language in ("ko", "en", "es")] == [ko, en, es]


def test_grain() -> None:
    assert [grain_of(p) for p in (year(2020), quarter(2, 2020), month(2, 2020))] == [
        "year",
        "quarter",
        "month",
    ]
    assert grain_of(Period(start=date(2020, 1, 1))) is None


@pytest.mark.parametrize(
    "text",
    [
        "1 july 2023", "1 de julio de 2023"
    ],
)  # fmt: skip
def test_a_day_that_is_written_out(text: str) -> None:
    found = match_period(text, 0, date(2025, 3, 1))
    assert found == (len(text), Period(start=date(2023, 7, 1), end=date(2023, 7, 2)))


@pytest.mark.parametrize(
    "text",
    [
        "entre el 1 de junio y el 31 de agosto de 2023", "from 1 june to 31 august 2023",
        "2023년 6월 1일부터 8월 31일까지"
    ],
)  # fmt: skip
def test_from_one_day_to_another(text: str) -> None:
    found = match_period(text, 0, date(2025, 3, 1))
    assert found == (len(text), Period(start=date(2023, 6, 1), end=date(2023, 9, 1)))
