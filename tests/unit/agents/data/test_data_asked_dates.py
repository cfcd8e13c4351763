"""From when to when the games are, and how many of a kind there are: asked of the table itself."""

import pytest

from agents.answering.text.language import language_of
from agents.data.outcomes import Answerable, Explain
from agents.data.replies import explain
from tests.unit.agents.data.data_support import Talk


@pytest.fixture
def talk() -> Talk:
    return Talk.on_sample()


@pytest.mark.parametrize(
    "text",
    [
        "What years does the data cover?", "¿De qué fechas son los datos?",
        "데이터 기간이 언제부터 언제까지야?"
    ],
)  # fmt: skip
def test_the_days_of_the_table_are_told(talk: Talk, text: str) -> None:
    outcome = talk.say(text)
    assert outcome == Explain("dates")
    assert isinstance(outcome, Explain)
    dates = talk.analyst.dates
    assert dates is not None
    first, last = str(dates.first), str(dates.last)
    told = explain(talk.analyst, outcome, language_of(text)).split("**")[1]
    assert first in told
    assert last in told


@pytest.mark.parametrize(
    "text", ["what years did Terran win most?", "Terran win rate since 2021", "2021년 테란 승률"]
)
def test_other_questions_name_days_too(talk: Talk, text: str) -> None:
    assert isinstance(talk.say(text), Answerable)


@pytest.mark.parametrize(
    "text", ["how many different maps are there?", "how many unique maps were played?"]
)
def test_different_ones_are_listed(talk: Talk, text: str) -> None:
    assert talk.say(text) == Explain("values", "map")
