"""Figures as a reader of each language writes them, and nothing else in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.answering.grounding import Ungrounded
from agents.answering.text.language import Language
from agents.data.answer.figures import Wording, decimals_of
from agents.data.compute.result import OutColumn


@pytest.mark.parametrize(
    ("language", "value", "unit", "shown"),
    [
        ("en", 1234567, "", "1,234,567"),
        ("es", 1234567, "", "1.234.567"),
        ("es", 2400, "", "2400"),
        ("es", 2400.5, "€", "2400,50\u00a0€"),
        ("ko", 12.345, "", "12.3"),
        ("es", 0.0421, "", "0,0421"),
        ("en", 12.5, "$", "$12.50"),
        ("es", 12.5, "€", "12,50\u00a0€"),
        ("en", 12.5, "km", "12.5\u00a0km"),
        ("en", 42, "%", "42%"),
        ("en", float("inf"), "$", "–"),
    ],
)
def test_numbers_are_written_as_the_language_does(
    language: Language, value: float, unit: str, shown: str
) -> None:
    assert Wording(language).number(value, unit) == shown


@pytest.mark.parametrize(
    ("moment", "en", "ko", "es"),
    [
        ("2024", "2024", "2024", "2024"),
        ("2024-Q3", "Q3 2024", "2024년 3분기", "T3 2024"),
        ("2024-W07", "Feb 12 – 18, 2024", "2024년 2월 12일~18일", "12–18 feb 2024"),
        ("2025-W53", *3 * ["2025-W53"]),
        ("0044-03-15 (BC)", *3 * ["0044-03-15 (BC)"]),  # as DuckDB gives what Python has no day for
        ("2024-03", "Mar 2024", "2024년 3월", "mar 2024"),
        ("2024-03-05", "Mar 5, 2024", "2024년 3월 5일", "5 mar 2024"),
    ],
)
def test_moments_of_every_grain(moment: str, en: str, ko: str, es: str) -> None:
    assert [Wording(one).moment(moment) for one in ("en", "ko", "es")] == [en, ko, es]


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (12, "12s"),
        (2288, "38:08"),
        (4000, "1:06:40"),
        (200_000, "2 days 7 hr"),
        (-172_800, "−2 days"),
    ],
)
def test_lengths_of_time_are_read_at_a_glance(seconds: float, shown: str) -> None:
    assert Wording("en").length(seconds) == shown


def test_cycles_have_the_names_of_the_language() -> None:
    assert Wording("ko").in_cycle(1, "weekday") == "월요일"
    assert Wording("en").in_cycle(3, "month of year") == "March"
    assert Wording("es").in_cycle(2, "quarter of year") == "T2"
    assert Wording("en").in_cycle(9, "hour of day") == "9:00"
    assert Wording("en").in_cycle(31, "day of month") == "31"


def test_a_stray_numeral_does_not_reach_a_reader() -> None:
    figures = Wording("en")
    text = f"It is {figures.number(12.3)} of {figures.count(2000)}."
    figures.check(text)
    with pytest.raises(Ungrounded):
        figures.check(text + " That is 17 more.")


def test_digits_of_names_are_no_figures() -> None:
    figures = Wording("en")
    name = figures.name("Patch 4.11")
    figures.check(f"{name} has {figures.count(7)} rows.")


def test_cells_are_shown_by_their_column() -> None:
    figures = Wording("en")

    def column(**more: object) -> OutColumn:
        return OutColumn.model_validate({"name": "x", "label": "x", "part": "measure", **more})

    assert figures.cell(None, column(type="number")) == "–"
    assert figures.cell(0.421, column(type="number", share=True)) == "42.1%"
    assert figures.cell(95, column(type="seconds")) == "1:35"
    assert figures.cell(True, column(type="boolean")) == "yes"
    assert figures.cell(2021, column(type="boolean")) == "2021"  # a name, as years are
    assert figures.cell("<b>*x*</b>", column(type="text")) == "\\<b>\\*x\\*\\</b>"


@given(st.floats(min_value=-1e12, max_value=1e12, allow_nan=False))
def test_what_is_written_passes_its_own_check(value: float) -> None:
    figures = Wording("es")
    figures.check(figures.number(value, "km"))
    assert 0 <= decimals_of(value or 1) <= 6
