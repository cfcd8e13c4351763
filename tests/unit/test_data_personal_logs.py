"""Logs of games that one side kept: each row is one game, and the rates are that side's."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.data.analysis import Analyst
from agents.data.answers import Writer
from agents.data.frame import Frame
from agents.data.language import Language
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

_ROWS = [
    (own, rival, (index * 7 + len(own)) % 3 > 0)
    for index in range(60)
    for own, rival in [
        (("Zerg", "Terran", "Zerg")[index % 3], ("Terran", "Zerg", "Protoss")[index % 3])
    ]
]


def opened(folder: Path, head: str, *, short: bool = False) -> Analyst:
    lines = [f"date,map,{head},result"]
    for index, (own, rival, won) in enumerate(_ROWS):
        shown = rival[0] if short else rival
        lines.append(f"2024-01-{index % 28 + 1:02},Ice,{own},{shown},{'W' if won else 'L'}")
    path = folder / "log.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return Analyst.open(path)


def answered(analyst: Analyst, text: str, language: Language) -> tuple[list[object], str]:
    understanding = Understanding(analyst.model)
    outcome = understanding.understand(text, today=date(2024, 6, 1)).outcome
    assert isinstance(outcome, Answerable), outcome
    analysis = asyncio.run(analyst.analyse(outcome.frame))
    answer = Writer(analysis, analyst.model, language, simulated=False).write()
    return [list(row[:2]) for row in analysis.rows], answer.text


@pytest.mark.parametrize(
    "head",
    [
        "race,vs_race",
        "my_race,opp_race",
        "race,opponent",
        "race,opponent_race",
        "mi_raza,raza_rival",
    ],
)
@pytest.mark.parametrize("short", [False, True])
def test_the_rows_of_a_race_are_its_games(tmp_path: Path, head: str, *, short: bool) -> None:
    analyst = opened(tmp_path, head, short=short)
    zerg = [won for own, _, won in _ROWS if own == "Zerg"]
    try:
        assert analyst.model.of_one_view
        rows, text = answered(analyst, "win rate of Zerg", "en")
        assert rows == [[len(zerg), sum(zerg)]]
        assert "one game as the side in the column" in text
        assert "쪽에서 본" in answered(analyst, "저그 승률", "ko")[1]
        assert "vista desde el lado" in answered(analyst, "tasa de victorias de Zerg", "es")[1]
        games = asyncio.run(analyst.analyse(Frame(measure="games")))
        assert games.rows[0][0] == len(_ROWS)
        tvz = [won for own, rival, won in _ROWS if (own, rival) == ("Terran", "Zerg")]
        assert answered(analyst, "TvZ", "en")[0] == [[len(tvz), sum(tvz)]]
    finally:
        analyst.close()
