from PySide6.QtCore import QLocale

from app.durations import duration
from gui.texts.numbers import interval, no_such_day, number, percent


def test_rates_are_percent_in_the_form_of_the_language() -> None:
    assert percent(0.5804, QLocale("en")) == "58.0%"
    assert percent(0.5804, QLocale("es")) == "58,0\N{NO-BREAK SPACE}%"
    assert interval(0.549, 0.61, QLocale("ko")) == "54.9–61.0%"


def test_whole_numbers_keep_every_digit() -> None:
    assert number(2**63 - 1, QLocale("en")) == "9,223,372,036,854,775,807"
    assert number(1e20, QLocale("en")) != ""
    assert number(None, QLocale("en")) == ""
    assert number(True, QLocale("en")) == "✓"


def test_seconds_read_as_a_clock() -> None:
    assert [duration(value) for value in (0, 59.6, 754.2, 3661)] == [
        "0:00",
        "1:00",
        "12:34",
        "1:01:01",
    ]


def test_a_figure_has_three_digits_that_count_as_sentences_write_it() -> None:
    said = [number(one, QLocale("en"), figure=True) for one in (45752.88, 118.894, 133.01, 0.01234)]
    assert said == ["45,752.9", "118.9", "133", "0.0123"]
    assert number(45752.88, QLocale("en")) == "45,752.88"


def test_a_day_that_no_calendar_has_is_known() -> None:
    for language, known, unknown in (
        ("en", "29 Feb; March 2023; since May 2020 until 2021; 31/12/2024; last year; 2024",
         "31 Feb; Feb 29 2023; 2024-13-01; April 31st"),
        ("ko", "12월 31일; 2월; 2024년 2월 29일; 작년", "2월 30일; 2023년 2월 29일"),
        ("es", "30 de abril; abril de 2023; el año pasado", "31 de abril; 30 febrero"),
    ):  # fmt: skip
        locale = QLocale(language)
        assert [one for one in known.split("; ") if no_such_day(one, locale)] == []
        assert [one for one in unknown.split("; ") if not no_such_day(one, locale)] == []
