"""Mirror matches are told to be left out where there are some; offers find games."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.replies import questions
from agents.data.understanding import Understanding


def _text(path: Path, question: str) -> str:
    analyst = Analyst.open(path)
    outcome = Understanding(analyst.model).understand(question, today=date(2024, 1, 1)).outcome
    assert isinstance(outcome, Answerable)
    analysis = asyncio.run(analyst.analyse(outcome.frame))
    text = Writer(analysis, analyst.model, "en", simulated=False).write().text
    analyst.close()
    return text


@pytest.mark.parametrize("same", [True, False])
def test_a_table_without_mirrors_does_not_speak_of_them(tmp_path: Path, *, same: bool) -> None:
    path = tmp_path / "games.csv"
    rows = ["Foxes,Bay,1", "Bay,Nova,2", "Nova,Foxes,1", "Foxes,Nova,2"] * 5
    rows += ["Bay,Bay,1"] if same else []
    path.write_text("\n".join(["deck1,deck2,winner", *rows]) + "\n", encoding="utf-8")
    assert ("Mirror" in _text(path, "Foxes win rate")) is same


def test_a_comparison_is_shown_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = [f"Orc,Elf,{n % 2 + 1},{5 + n}" for n in range(20)]
    path.write_text("\n".join(["race1,race2,winner,minutes", *rows]) + "\n", encoding="utf-8")
    assert "> 10 min" in _text(path, "Orc win rate in games longer than 10 minutes")


def test_questions_offered_are_of_races_that_were_played(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    rows = [f"Protoss,{('Zerg', 'Zerg', 'Terran')[n % 3]},{'WL'[n % 2]}" for n in range(30)]
    path.write_text("\n".join(["my_race,opp_race,result", *rows]) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    assert "Protoss" in questions(analyst, "en")[0]
    assert "Zerg" not in " ".join(questions(analyst, "en", about="Zerg"))
    analyst.close()


def test_no_matchup_of_two_has_mirrors_to_leave_out(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = ["Foxes,Bay,1", "Bay,Nova,2", "Nova,Foxes,1", "Foxes,Nova,2", "Bay,Bay,1"] * 5
    path.write_text("\n".join(["deck1,deck2,winner", *rows]) + "\n", encoding="utf-8")
    assert "Mirror" not in _text(path, "Foxes win rate against Nova")
    assert "Mirror" in _text(path, "Foxes win rate against Nova and Foxes")
    assert "Mirror" in _text(path, "Foxes and Nova win rate")
