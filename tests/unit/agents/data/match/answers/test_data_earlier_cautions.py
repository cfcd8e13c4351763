"""A summary tells the cautions of its tasks only where their own results bear the numbers out."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from a2a.types import Artifact, Part, Task, TaskState, TaskStatus

from agents.answering.artifacts import JSON
from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.answers.answers import Writer, warnings_in
from agents.data.match.answers.artifacts import result_of
from agents.data.match.answers.earlier_results import Sources
from agents.data.match.answers.synthesis import cautions_of, synthesise
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
LEFT_OUT: dict[Language, str] = {"en": "is left out", "ko": "넣지 않았", "es": "Se omite"}


def leagues() -> str:
    """Return games of many teams: few of some, some of them drawn."""
    lines = ["date,home_team,away_team,home_name,away_name,result"]
    for number in range(600):
        one, two = number % 23, (number * 7 + 1) % 23
        if one == two:
            continue
        drawn = "D" if number % 9 == 0 else "HA"[(number * 5) % 3 > 1]
        lines.append(
            f"2023-0{1 + number % 9}-11,T{one},T{two},p{number % 40},q{number % 31},{drawn}"
        )
    lines += ["2023-01-12,T4,llllllll1l,p1,q2,H", "2022-01-12,Nine 99,T3,p1,q2,A"]
    return "\n".join(lines) + "\n"


def races() -> str:
    lines = ["date,p1_race,p2_race,p1_name,p2_name,winner"]
    names = ("Terran", "Zerg", "Protoss")
    for number in range(900):
        one, two = names[number % 3], names[(number // 3) % 3]
        winner = 1 + (number * 13) % 7 % 2
        lines.append(
            f"2023-0{1 + number % 9}-11,{one},{two},n{number % 17},m{number % 19},{winner}"
        )
    return "\n".join(lines) + "\n"


def result(talk: Talk, question: str) -> dict[str, Any]:
    """Return the `result` of a question, as it is kept."""
    talk.anew()
    talk.answer(question)
    analysis, model = talk.analysis, talk.analyst.model
    assert analysis is not None
    writer = Writer(analysis, model, "en", simulated=True)
    answer = writer.write()
    found = result_of(analysis, answer, model, talk.analyst.source, "en")
    found["warnings_in"] = warnings_in(writer, answer)
    kept: dict[str, Any] = json.loads(json.dumps(found))
    return kept


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (leagues, "win rate by team"),
        (leagues, "top 3 teams by win rate"),
        (leagues, "win rate by team, year 2022"),
        (leagues, "win rate of T4 without draws"),
        (races, "top 2 matchups by win rate"),
        (races, "win rate by race and month"),
        (races, "skill-adjusted win rate by matchup"),
        (races, "skill-adjusted win rate of Terran against Zerg"),
    ],
)
def test_what_an_answer_warns_of_its_result_bears_out(
    tmp_path: Path, table: Any, question: str
) -> None:
    found = result(Talk.about(table(), tmp_path, TODAY), question)
    assert found["warnings_in"]["en"], "there is a caution to be checked"
    for language in LANGUAGES:
        told, refused = cautions_of({"one": found}, language)
        assert refused == ()
        assert list(told) == list(dict.fromkeys(found["warnings_in"][language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caution_with_a_strange_number_is_left_out_and_that_is_said(
    tmp_path: Path, language: Language
) -> None:
    found = result(Talk.about(races(), tmp_path, TODAY), "win rate by race")
    found["warnings_in"][language].append("Some 4711 games are missing.")
    task = Task(
        id="a" * 36,
        status=TaskStatus(state=TaskState.TASK_STATE_COMPLETED),
        artifacts=[Artifact(name="result", parts=[Part(raw=json.dumps(found).encode(),
                                                       media_type=JSON)])],
    )  # fmt: skip
    summary = synthesise(Sources((task,)), language)
    assert "4711" not in summary.text
    assert not any("4711" in one for one in summary.result["warnings"])
    assert summary.result["warnings"] == found["warnings_in"][language][:-1]
    (said,) = [line for line in summary.text.splitlines() if LEFT_OUT[language] in line]
    assert "`aaaaaaaa`" in said


def test_the_number_of_one_task_does_not_bear_out_another_ones(tmp_path: Path) -> None:
    found = result(Talk.about(races(), tmp_path, TODAY), "win rate by race")
    strange = {**found, "rows": [], "counts": {}, "warnings_in": {}, "warnings": ["Of 600 rows."]}
    known = {**found, "counts": {"compared": 600}, "warnings_in": {}, "warnings": ["Of 600 rows."]}
    told, refused = cautions_of({"known": known, "strange": strange}, "en")
    assert told == {"Of 600 rows.": ("known",)}
    assert refused == ("strange",)


def test_results_of_before_are_read(tmp_path: Path) -> None:
    found = result(Talk.about(races(), tmp_path, TODAY), "win rate by race")
    del found["warnings_in"]
    found.pop("counts", None)
    assert list(cautions_of({"one": found}, "en").told) == found["warnings"]
