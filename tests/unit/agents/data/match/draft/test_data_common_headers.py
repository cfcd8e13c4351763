"""Nouns of headers and files in another language than the question's, and those that also rank."""

from datetime import date

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 12, 1)


@pytest.fixture(scope="module")
def understanding(tmp_path_factory: pytest.TempPathFactory) -> Understanding:
    path = tmp_path_factory.mktemp("headers") / "sf6_sets.csv"
    rows = [
        f"2024-{n % 11 + 1:02}-03,{('Evo', 'CEO')[n % 2]},{('Spring', 'Summer')[n % 2]},"
        f"{('Asedio', 'Emboscada')[n // 2 % 2]},{(3, 5, 7)[n % 3]},"
        f"{('Juri', 'Manon')[n % 2]},{('Manon', 'Cammy', 'Juri')[n % 3]},{1 + n % 2}"
        for n in range(90)
    ]
    head = "date,event,split,escenario,best_of,p1_character,p2_character,winner"
    path.write_text("\n".join([head, *rows]), encoding="utf-8")
    analyst = Analyst.open(path)
    analyst.close()
    return Understanding(analyst.model)


def frame(understanding: Understanding, text: str) -> Frame:
    outcome = understanding.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), outcome
    return outcome.frame


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("이벤트별 경기 수", "tournament"),
        ("games by scenario", "scenario"),
        ("시나리오별 경기 수", "scenario"),
        ("스플릿별 경기 수", "split"),
        ("how many games has each split logged?", "split"),
    ],
)
def test_a_header_is_named_in_any_language(
    understanding: Understanding, text: str, group: str
) -> None:
    asked = frame(understanding, text)
    assert (asked.measure, asked.group_by) == ("games", (group,))


@pytest.mark.parametrize("text", ["how many sets in Evo?", "Evo에서 세트 몇 개?", "sets in Evo"])
def test_rows_are_called_as_their_file_is(understanding: Understanding, text: str) -> None:
    assert frame(understanding, text).measure == "games"


def test_best_ranks_beside_a_column_best_of(understanding: Understanding) -> None:
    asked = frame(understanding, "which character has the best win rate this year?")
    assert (asked.group_by, asked.order) == (("character",), "desc")


def test_what_has_evolved_is_a_trend(understanding: Understanding) -> None:
    asked = frame(understanding, "¿cómo ha evolucionado la tasa de victorias de Juri?")
    assert asked.group_by and asked.group_by[0] in ("month", "quarter")
