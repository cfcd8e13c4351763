"""Turns of phrase that once gave another figure, or none: each means the plain one beside it."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.answering.text.normal import plainly
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

TODAY = date(2024, 5, 20)
DUELS = "date,white,black,surface,winner\n" + "".join(
    f"202{i % 4}-0{1 + i % 6}-1{i % 9},{a},{b},{s},{i % 2 + 1}\n"
    for i, (a, b, s) in enumerate(
        [("Ines Otero", "Gil Baxter", "Clay"), ("Team Marmot", "Ines Otero", "Grass"),
         ("Gil Baxter", "Team Marmot", "Clay"), ("Unregistered", "Ines Otero", "Grass")] * 6
    )
)  # fmt: skip
TRIES = "fecha,método,acierto\n" + "".join(
    f"2024-0{1 + i % 4}-11,{m},{int(i % 5 > 0)}\n" for i, m in enumerate(["voz", "papel"] * 30)
)


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("duels"), DUELS)


@pytest.fixture(scope="module")
def tries(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    return reader(TODAY, tmp_path_factory.mktemp("tries"), TRIES)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Ines Otero agianst Gil Baxter", "Ines Otero against Gil Baxter"),
        ("Ines Otero contra Gil Baxtre", "Ines Otero contra Gil Baxter"),
        ("Ines Otero랑 Gil Baxter 맞대결 승률", "Gil Baxter 상대로 Ines Otero 승률"),
        ("Ines Otero everywhere except clay", "Ines Otero without clay"),
        ("regardless of surface Ines Otero win rate", "Ines Otero win rate"),
        ("tasa de Ines Otero jugando en Clay", "tasa de Ines Otero en Clay"),
        ("Ines Otero 승률 알려주실 수 있나요?", "Ines Otero 승률"),
        ("players with more than 7 games ranked by win rate",
         "win rate by player with more than 7 games")
    ],
)  # fmt: skip
def test_a_turn_of_phrase_means_the_plain_one(duels: Reads, said: str, plain: str) -> None:
    one, two = frame(duels, said), frame(duels, plain)
    assert set(one.filters) == set(two.filters)
    fields = ("period", "having", "at_most", "limit", "bounds")
    assert {f: getattr(one, f) for f in fields} == {f: getattr(two, f) for f in fields}


@pytest.mark.parametrize(
    ("first", "then", "plain"),
    [
        ("Ines Otero en 2022", "no, en 2023", "Ines Otero en 2023"),
        ("Ines Otero in 2022", "no, in 2023", "Ines Otero in 2023"),
        ("Ines Otero on clay", "forget the surface", "Ines Otero win rate"),
        ("Ines Otero on clay", "regardless of surface", "Ines Otero win rate"),
        ("Ines Otero Clay 승률", "surface 상관없이", "Ines Otero 승률"),
        ("Ines Otero vs Gil Baxter", "반대", "Gil Baxter vs Ines Otero"),
        ("Ines Otero contra Gil Baxter", "invierte", "Gil Baxter contra Ines Otero"),
        ("Ines Otero win rate", "replace Ines Otero with Gil Baxter", "Gil Baxter win rate"),
    ],
)
def test_a_follow_up_means_the_plain_one(duels: Reads, first: str, then: str, plain: str) -> None:
    changed, whole = frame(duels, then, frame(duels, first)), frame(duels, plain)
    assert set(changed.filters) == set(whole.filters)
    assert changed.period == whole.period


@pytest.mark.parametrize(
    "text",
    ["Ines Otero 세계랭킹", "world ranking of Ines Otero", "ranking mundial de Ines Otero"],
)
def test_what_the_table_does_not_hold_is_declined(duels: Reads, text: str) -> None:
    assert isinstance(duels(text), Decline)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("4만 판 이상", "40000 판 이상"),
        ("2천 경기 넘는", "2000 경기 넘는"),
        ("1.5k games", "1500 games"),
        ("30국 이상", "30대국 이상"),
        ("시즌 3만 승률", "시즌 3만 승률"),
        ("no Terran", "no Terran"),
        ("swap" + " " * 1900, "swap" + " " * 1900),
    ],
)
def test_large_numbers_are_put_in_figures(text: str, plain: str) -> None:
    assert plainly(text) == plain


@pytest.mark.parametrize("text", ["tasa de acierto con voz", "acierto con voz", "voz acierto rate"])
def test_a_trials_success_is_called_as_its_column(tries: Reads, text: str) -> None:
    assert frame(tries, text) == frame(tries, "voz win rate")


@pytest.mark.parametrize(("first", "games"), [("Boreal", 1), ("Cetus", 3)])
def test_an_unknown_rival_is_no_mirror(tmp_path: Path, first: str, games: int) -> None:
    """Where the known sides of a game always differ, games against unknown ones count."""
    path = tmp_path / "cups.csv"
    rows = f"Alba,Boreal,1\nUnknown,Alba,2\n{first},Boreal,1\nAlba,Unknown,2\n"
    path.write_text("deck1,deck2,winner\n" + rows, encoding="utf-8")
    analyst = Analyst.open(path)
    named = Frame(filters=(Filter(dimension="deck", values=("Alba",)),))
    analysis = asyncio.run(analyst.analyse(named))
    analyst.close()
    assert [row[analysis.names.index("games")] for row in analysis.rows] == [games]
