"""Sides and matchups that are told by a letter: 테저전, 초 and 한, gano_j1."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2024, 6, 1)
TvZ = (
    Filter(dimension="race", values=("Terran",)),
    Filter(dimension="race", values=("Zerg",), side="opponent"),
)


def table(path: Path, head: str, rows: Sequence[str]) -> Analyst:
    path.write_text("\n".join([head, *rows]), "utf-8")
    analyst = Analyst.open(path)
    assert analyst.question is None, analyst.question
    return analyst


def filters(analyst: Analyst, text: str) -> tuple[Filter, ...]:
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame.filters


@pytest.mark.parametrize(
    ("header", "names"),
    [("매치업", ("테저전", "저프전", "프테전")), ("종족전", ("테저", "저프", "프테"))],
)
def test_totals_of_korean_matchups(tmp_path: Path, header: str, names: tuple[str, ...]) -> None:
    draw = random.Random(3)
    rows = [
        f"{season},{arena},{name},{draw.randint(40, 90)},{draw.randint(450, 550) / 10}"
        for season in ("2023 시즌1", "2023 시즌2")
        for arena in ("골든 월", "백워터") for name in names
    ]  # fmt: skip
    analyst = table(tmp_path / "totals.csv", f"시즌,맵,{header},경기수,승률(%)", rows)
    try:
        assert filters(analyst, "테저전 승률") == filters(analyst, "TvZ") == TvZ
        assert filters(analyst, "Terran contra Zerg") == TvZ
        assert filters(analyst, "저그 승률") == (Filter(dimension="race", values=("Zerg",)),)
        assert set(analyst.model.dimensions["race"].values) == {"Protoss", "Terran", "Zerg"}
    finally:
        analyst.close()


def test_sides_of_one_letter(tmp_path: Path) -> None:
    draw = random.Random(4)
    people = ("정하윤", "한지석", "박민수", "이춘호", "오상택")
    rows = []
    for index in range(120):
        one, two = draw.sample(people, 2)
        forms = draw.choices(("귀마", "면상", "원앙마"), k=2)
        day = date(2023, 1, 1) + timedelta(days=2 * index)
        won = ("초승", "한승", "무승부")[index % 3]
        rows.append(f"{day},국수전,{one},{two},{forms[0]},{forms[1]},{won},{90 + index % 40}")
    head = "대국일,대회,초_기사,한_기사,초_포진,한_포진,결과,수"
    analyst = table(tmp_path / "janggi.csv", head, rows)
    try:
        for text, side in (("초 승률", "초"), ("한 승률", "한"), ("한은?", "한")):
            assert filters(analyst, text) == (Filter(dimension="side", values=(side,)),)
        assert filters(analyst, "한지석 승률") == (Filter(dimension="player", values=("한지석",)),)
    finally:
        analyst.close()


def test_a_flag_that_has_the_number_of_its_side(tmp_path: Path) -> None:
    draw = random.Random(5)
    races = ("Terran", "Zerg", "Protoss")
    rows = []
    for index in range(120):
        one, two = draw.sample(("Lucho", "Rulo", "Tito", "Chelo"), 2)
        mine, other = draw.choices(races, k=2)
        won = "sí" if index % 3 else "no"
        rows.append(f"{1 + index % 28}-mar-2023,Copa Otoño,{one},{mine},{two},{other},{won}")
    head = "fecha,copa,jugador_1,raza_1,jugador_2,raza_2,gano_j1"
    analyst = table(tmp_path / "copa.csv", head, rows)
    try:
        winner = analyst.model.winner
        assert winner is not None
        assert (winner.column, winner.a, winner.b) == ("gano_j1", "sí", "no")
        assert filters(analyst, "TvZ") == TvZ
    finally:
        analyst.close()


@pytest.mark.parametrize(
    ("text", "rival", "own"),
    [
        ("Maru 대저전 승률", "Zerg", "Maru"),
        ("Maru 대프전 승률", "Protoss", "Maru"),
        ("Maru 프전 승률", "Protoss", "Maru"),
        ("Maru의 대 프전 승률은?", "Protoss", "Maru"),
        ("Maru 저전에서 승률", "Zerg", "Maru"),
        ("저그 대테전 승률", "Terran", "Zerg"),
        ("저그 테전 승률", "Terran", "Zerg"),
    ],
)
def test_rivals_of_one_syllable(tmp_path: Path, text: str, rival: str, own: str) -> None:
    names = {"Maru": "Terran", "Dark": "Zerg", "Zest": "Protoss"}
    pairs = [(one, two) for one in names for two in names if one != two]
    rows = [
        f"2024-01-{day:02},{one},{names[one]},{two},{names[two]},{day % 2 + 1}"
        for day in range(1, 29) for one, two in pairs
    ]  # fmt: skip
    head = "date,player1,race1,player2,race2,winner"
    analyst = table(tmp_path / "games.csv", head, rows)
    try:
        key = "player" if own in names else "race"
        assert set(filters(analyst, text)) == {
            Filter(dimension=key, values=(own,)),
            Filter(dimension="race", values=(rival,), side="opponent"),
        }
    finally:
        analyst.close()
