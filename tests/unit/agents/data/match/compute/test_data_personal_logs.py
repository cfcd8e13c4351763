"""Logs of games that one side kept: each row is one game, and the rates are that side's."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.language import Language
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Talk

_ROWS = [
    (own, rival, (index * 7 + len(own)) % 3 > 0)
    for index in range(60)
    for own, rival in [
        (("Zerg", "Terran", "Zerg")[index % 3], ("Terran", "Zerg", "Protoss")[index % 3])
    ]
]
_CLOCKED = "날짜,내종족,상대종족,맵,결과,경기시간,메모\n" + "".join(
    f"2024-02-{day + 1:02d},저그,{('테란', '프로토스', '저그')[day % 3]},투혼,{'승패'[day % 2]},"
    f"{5 + day:02d}:10,{('물량', '올인')[day % 2]}\n"
    for day in range(25)
)
_COLD = """id,date,us_player,ussr_player,us_won
1,2023-11-19,Dmitri,Abigail,1
2,2024-05-25,Greta,Dmitri,0
3,2021-11-08,Esther,Greta,0
4,2021-11-09,Abigail,Esther,1
"""


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


def test_those_that_ended_so_are_not_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    talk = Talk.about(_CLOCKED, tmp_path_factory.mktemp("clocked"), date(2024, 11, 15))
    found = talk.answer("20분 넘어간 경기 승률", "10분 안에 끝난 건?")
    assert (found.measure, len(found.lasting)) == ("win_rate", 1)
    talk.anew()
    assert talk.answer("물량이라고 메모한 경기 승률") == talk.answer("물량인 경기 승률")


def test_us_beside_ussr_is_a_country(tmp_path_factory: pytest.TempPathFactory) -> None:
    talk = Talk.about(_COLD, tmp_path_factory.mktemp("cold"), date(2024, 11, 15))
    assert not talk.analyst.model.of_one_view
    assert talk.answer("USSR win rate").filters[0].values == ("ussr",)
    assert talk.answer("and the US?").filters[0].values == ("us",)
