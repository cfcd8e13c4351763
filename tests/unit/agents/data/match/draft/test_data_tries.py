"""Tries that succeed or fail: what column and file call them, and how many took part."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame, Measured
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 11, 15)


@pytest.fixture(scope="module")
def understanding(tmp_path_factory: pytest.TempPathFactory) -> Understanding:
    path = tmp_path_factory.mktemp("tries") / "방탈출기록.csv"
    rows = ["날짜,지점,테마,인원,탈출성공"]
    for index in range(120):
        rows.append(
            f"2024-0{1 + index % 9}-03,{('홍대점', '건대점')[index % 2]},"
            f"{('심해', '폐병원', '은행털이')[index % 3]},{2 + index % 4},{index % 5 % 2}"
        )
    path.write_text("\n".join(rows), "utf-8")
    analyst = Analyst.open(path)
    analyst.close()
    return Understanding(analyst.model)


def ask(understanding: Understanding, text: str) -> Frame:
    outcome = understanding.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("탈출 성공률 얼마야?", "win_rate"), ("성공 확률", "win_rate"), ("실패율", "loss_rate"),
        ("우리 방탈출 몇 번 갔어?", "games"), ("몇 번 실패했어?", "losses"),
        ("성공은 몇 번?", "wins"), ("실패는 몇 번?", "losses"),
        ("how many times did we fail?", "losses"), ("failure rate", "loss_rate"),
        ("¿cuántas veces fallamos?", "losses"), ("tasa de fracaso", "loss_rate"),
    ],
)  # fmt: skip
def test_success_and_failure_are_counted(
    understanding: Understanding, text: str, measure: str
) -> None:
    assert ask(understanding, text) == Frame(measure=measure)


@pytest.mark.parametrize(
    "text", ["4명이 갔을 때 성공률", "4명일 때 성공률", "success rate with 4 people",
             "tasa de éxito con 4 personas"],
)  # fmt: skip
def test_people_are_counted_by_their_column(understanding: Understanding, text: str) -> None:
    assert ask(understanding, text).filters == (Filter(dimension="인원", values=("4",)),)


def test_so_many_people_or_more_are_no_number_of_games(understanding: Understanding) -> None:
    asked = ask(understanding, "3명 이상일 때 성공률")
    assert (asked.having, asked.measured) == (
        None, (Measured(quantity="인원", comparison=">=", value=3),),
    )  # fmt: skip
    ranked = ask(understanding, "성공률 상위 2명")
    assert (ranked.limit, ranked.measured) == (2, ())


def test_a_value_in_the_files_name_stays_a_value(tmp_path: Path) -> None:
    path = tmp_path / "저그전적.csv"
    rows = ["선수1,종족1,선수2,종족2,승자"]
    rows += [
        f"가{i % 4},{('저그', '테란')[i % 2]},나{i % 3},프로토스,{1 + i % 2}" for i in range(60)
    ]
    path.write_text("\n".join(rows), "utf-8")
    analyst = Analyst.open(path)
    assert "저그" not in analyst.model.nouns
    analyst.close()
