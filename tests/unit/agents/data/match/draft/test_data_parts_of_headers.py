"""Numbers and yes-or-no columns are asked for by a part of their header, and by headers apart."""

from datetime import date
from itertools import product
from pathlib import Path

import pytest

from agents.answering.text.language import Language
from agents.data.match.answers.labels import what
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.plan import plan
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 6, 1)


def _ladder(numbers: str) -> str:
    rows = [f"날짜,내 종족,상대 종족,상대 아이디,맵,{numbers},결과"]
    for i, (mine, theirs) in enumerate(product(["저그", "테란"], ["저그", "테란", "프로토스"] * 6)):
        amounts = [str(4100 + 9 * i), str(4300 - 7 * i)][: len(numbers.split(","))]
        beside = [f"상대{i % 4}", "바빌론", *amounts, "승패"[i % 2]]
        rows.append(",".join([f"2024-01-{i % 28 + 1:02}", mine, theirs, *beside]))
    return "\n".join(rows)


def _teams() -> str:
    rows = ["gameid,league,date,side,teamname,result,firstblood,teamkills,PTS"]
    for i in range(80):
        game, second = divmod(i, 2)
        team = ["Ibis", "Crane", "Heron"][(game + second) % 3]
        told = [team, second, (game + i) % 2, 9 + i % 11, 90 + i]
        day, side = f"2024-01-{game % 28 + 1:02}", "Blue" if second else "Red"
        rows.append(",".join(map(str, [f"G{game}", "LCK", day, side, *told])))
    return "\n".join(rows)


@pytest.fixture
def ladder(tmp_path: Path) -> Reads:
    return reader(TODAY, tmp_path, _ladder("내 MMR"))


@pytest.fixture
def teams(tmp_path: Path) -> Reads:
    return reader(TODAY, tmp_path, _teams())


@pytest.mark.parametrize(
    "text",
    ["MMR 4200 이상일 때 내 승률", "내 MMR이 4200 이상인 경기 승률", "내 MMR 4200 이상일 때 승률",
     "my win rate with MMR of at least 4200", "win rate in games with at least 4200 MMR",
     "mi tasa de victorias con al menos 4200 de mmr"],
)  # fmt: skip
def test_the_only_number_of_a_name_needs_no_owner(ladder: Reads, text: str) -> None:
    (one,) = frame(ladder, text).measured
    assert (one.value, one.comparison, one.side) == (4200, ">=", "own")
    (one,) = frame(ladder, "4200 미만은?", frame(ladder, text)).measured
    assert (one.value, one.comparison, one.side) == (4200, "<", "own")


@pytest.mark.parametrize(
    "text",
    ["상대 MMR 4200 이상일 때 승률", "상대의 MMR이 4200 이상일 때 승률",
     "win rate when the opponent's MMR is above 4200", "tasa contra rivales con mmr mayor de 4200"],
)  # fmt: skip
def test_a_rival_s_number_that_no_column_has_is_not_one_s_own(ladder: Reads, text: str) -> None:
    assert isinstance(ladder(text), Decline)


def test_of_both_numbers_one_s_own_is_meant(tmp_path: Path) -> None:
    read = reader(TODAY, tmp_path, _ladder("내 MMR,상대 MMR"))
    assert frame(read, "MMR 4200 이상일 때 내 승률").measured[0].side == "own"
    assert frame(read, "상대 MMR 4200 이상일 때 내 승률").measured[0].side == "opponent"


@pytest.mark.parametrize(
    "text",
    ["win rate de equipos con más de 15 kills", "win rate of teams with more than 15 kills",
     "win rate with team kills above 15", "win rate with more than 15 kills",
     "킬 15 초과일 때 승률"],
)  # fmt: skip
def test_a_side_s_own_number_says_whose_rate_is_asked_for(teams: Reads, text: str) -> None:
    found = frame(teams, text)
    assert [(o.quantity, o.comparison, o.value) for o in found.measured] == [("kills", ">", 15)]
    assert not found.group_by
    assert frame(teams, "¿y con menos de 12?", found).measured[0].comparison == "<"


@pytest.mark.parametrize("text", ["teams with more than 300 kills", "15킬 이상 기록한 팀",
                                  "which teams with more than 15 kills win most"])  # fmt: skip
def test_what_may_be_sums_of_teams_is_still_declined(teams: Reads, text: str) -> None:
    assert isinstance(teams(text), Decline)


@pytest.mark.parametrize(
    "text",
    ["Ibis win rate when scoring over 120 points", "Ibis win rate with more than 120 points",
     "tasa de victorias de Ibis cuando anota más de 120 puntos", "Ibis 120점 초과일 때 승률"],
)  # fmt: skip
def test_points_under_their_short_name(teams: Reads, text: str) -> None:
    found = frame(teams, text)
    assert [(o.quantity, o.comparison, o.value) for o in found.measured] == [("points", ">", 120)]
    assert frame(teams, "under 105?", found).measured[0].value == 105


@pytest.mark.parametrize(
    ("text", "value", "then", "other"),
    [("win rate with first blood", "1", "and without?", "0"),
     ("win rate without first blood", "0", "and with?", "1"),
     ("tasa de victorias con first blood", "1", "¿y sin?", "0"),
     ("tasa de victorias sin first blood", "0", "¿y con?", "1"),
     ("first blood 승률", "1", "없으면?", "0"), ("first blood 없이 승률", "0", "있으면?", "1")],
)  # fmt: skip
def test_a_header_written_together(
    teams: Reads, text: str, value: str, then: str, other: str
) -> None:
    first = frame(teams, text)
    assert [(o.dimension, o.values) for o in first.filters] == [("firstblood", (value,))]
    second = frame(teams, then, first)
    assert [(o.dimension, o.values) for o in second.filters] == [("firstblood", (other,))]


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Win rate (firstblood: yes)"), ("ko", "승률(firstblood: 예)"),
     ("es", "Tasa de victorias (firstblood: sí)")],
)  # fmt: skip
def test_the_title_names_the_column(teams: Reads, tmp_path: Path, language: Language, title: str
                                    ) -> None:  # fmt: skip
    analyst = Analyst.open(tmp_path / "table.csv")
    asked = plan(frame(teams, "win rate with first blood"), analyst.model)
    assert what(asked, analyst.model, language) == title
    analyst.close()
