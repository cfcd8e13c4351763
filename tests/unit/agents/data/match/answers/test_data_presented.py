"""What is named after "instead of", 대신 or "en vez de" is the form that is not wanted."""

import asyncio
from collections.abc import Iterator

import pytest

from agents.answering.text.language import language_of
from agents.data.match.answers.answers import Writer
from agents.data.match.answers.charts import chart_of
from agents.data.match.compute.frame import Frame, Presentation
from tests.unit.agents.data.data_support import SAMPLE_DAY, Talk, sample

FIRST = {
    "en": "win rate by race",
    "ko": "종족별 승률",
    "es": "tasa de victorias por raza",
}


@pytest.fixture
def talk() -> Iterator[Talk]:
    yield Talk(sample(), SAMPLE_DAY)


def presented(talk: Talk, text: str) -> Frame:
    return talk.asked(FIRST[language_of(text)], text)


@pytest.mark.parametrize(
    "text",
    [
        "show a chart instead of a table", "instead of a table, a chart", "a chart, not a table",
        "a graph rather than a table", "not a table but a chart", "draw a chart instead of a table",
        "a chart instead of that table", "without it, as a chart",
        "표 대신 차트로", "표 말고 그래프로 보여줘", "표가 아니라 차트로", "표가 아닌 차트로",
        "차트로, 표 말고", "표 없이 차트만",
        "un gráfico en vez de una tabla", "en lugar de una tabla, un gráfico",
        "no una tabla sino un gráfico", "un gráfico, no una tabla", "sin tabla, solo un gráfico",
    ],
)  # fmt: skip
def test_a_chart_instead_of_a_table_is_a_chart(talk: Talk, text: str) -> None:
    frame = presented(talk, text)
    assert (frame.group_by, frame.presentation) == (("race",), "chart")
    analysis = asyncio.run(talk.analyst.analyse(frame))
    names = Writer(analysis, talk.analyst.model, "en", simulated=True).write().names
    assert chart_of(analysis, names, talk.analyst.model, "en", "") is not None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a table instead of a chart", "table"), ("차트 대신 표로", "table"),
        ("표로, 차트 말고", "table"), ("una tabla en vez de un gráfico", "table"),
        ("as text instead of a chart", "text"), ("차트 말고 글로", "text"),
        ("no chart", "text"), ("without a chart", "text"), ("차트 없이", "text"),
        ("sin gráfico", "text"), ("neither a table nor a chart", "text"),
        ("표랑 차트 빼고", "text"), ("no chart, just a table", "table"),
    ],
)  # fmt: skip
def test_a_chart_that_is_not_wanted_is_not_drawn(
    talk: Talk, text: str, shown: Presentation
) -> None:
    assert presented(talk, text).presentation == shown


@pytest.mark.parametrize("text", ["no table", "표 빼고", "sin tabla"])
def test_without_a_table_an_answer_is_what_it_is_unasked(talk: Talk, text: str) -> None:
    first = FIRST[language_of(text)]
    as_table = {"en": "as a table", "ko": "표로", "es": "en una tabla"}[language_of(text)]
    assert talk.asked(first, as_table).presentation == "table"
    assert talk.asked(first, as_table, text).presentation == "auto"


@pytest.mark.parametrize(
    "text", ["without Zerg, as a chart", "저그 빼고 차트로", "sin Zerg, en un gráfico"]
)
def test_a_form_beside_what_is_left_out_is_asked_for(talk: Talk, text: str) -> None:
    frame = presented(talk, text)
    assert frame.presentation == "chart"
    assert [(one.values, one.exclude) for one in frame.filters] == [(("Zerg",), True)]
