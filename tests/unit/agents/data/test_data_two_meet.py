"""The two that were asked about last: how they met, the two months, ¿y entre ellos?"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.data.carried import Before
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.understanding import Understanding

TODAY = date(2024, 11, 15)
NIGHTJAR, REDSHIFT = (
    Frame(filters=(Filter(dimension="team", values=(name,)),)) for name in ("Nightjar", "Redshift")
)
SEPTEMBER, OCTOBER = (
    Period(start=date(2024, month, 1), end=date(2024, month + 1, 1)) for month in (9, 10)
)


@pytest.fixture(scope="module")
def understanding(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    path = tmp_path_factory.mktemp("meet") / "matches.csv"
    rows = ["date,map,team1,team2,winner"]
    names = ("Nightjar", "Redshift", "Ocelots")
    for index in range(120):
        one, two = names[index % 3], names[(index + 1 + index % 2) % 3]
        rows.append(f"2024-{1 + index % 11:02d}-04,Reef,{one},{two},{1 + index % 2}")
    path.write_text("\n".join(rows), "utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model)
    analyst.close()


def after(understanding: Understanding, text: str, earlier: Frame | None, last: Frame) -> Outcome:
    before = Before(earlier=earlier)
    return understanding.understand(text, today=TODAY, previous=last, before=before).outcome


@pytest.mark.parametrize(
    "text",
    [
        "둘이 붙으면?", "when they play each other?", "¿y entre ellos?"
    ],
)  # fmt: skip
def test_two_that_were_asked_about_meet(understanding: Understanding, text: str) -> None:
    outcome = after(understanding, text, NIGHTJAR, REDSHIFT)
    assert isinstance(outcome, Answerable), outcome
    own, rival = outcome.frame.filters
    assert (own.values, own.side, rival.values, rival.side) == (
        ("Nightjar",), "own", ("Redshift",), "opponent",
    )  # fmt: skip
    assert outcome.frame.group_by == ()


def test_one_alone_meets_all_or_nobody(understanding: Understanding) -> None:
    outcome = after(understanding, "head to head?", None, REDSHIFT)
    assert isinstance(outcome, Answerable)
    assert outcome.frame.group_by == ("matchup",)
    assert isinstance(after(understanding, "against each other?", None, REDSHIFT), Decline)


@pytest.mark.parametrize("text", ["두 달 비교해줘", "both months", "compara los dos meses"])
def test_the_two_months_are_those_of_the_last_questions(
    understanding: Understanding, text: str
) -> None:
    one, two = (NIGHTJAR.model_copy(update={"period": (p,)}) for p in (SEPTEMBER, OCTOBER))
    outcome = after(understanding, text, one, two)
    assert isinstance(outcome, Answerable), outcome
    assert outcome.frame.period == (SEPTEMBER, OCTOBER)


def test_members_of_teams_are_people(tmp_path: Path) -> None:
    path = tmp_path / "bouts.csv"
    rows = ["fecha,Karateka A,Club A,Karateka B,Club B,puntos A,puntos B"]
    for index in range(120):
        one, two = index % 6, (index + 1 + index % 4) % 6
        rows.append(
            f"2024-03-0{1 + index % 9},K{one}ra,Club{one % 2},K{two}ra,Club{two % 2},"
            f"{index % 5},{(index + 2) % 5}"
        )
    path.write_text("\n".join(rows), "utf-8")
    analyst = Analyst.open(path)
    model = analyst.model
    outcome = Understanding(model).understand("¿contra quién pierde más K1ra?", today=TODAY).outcome
    analyst.close()
    assert model.player == "karateka"
    assert isinstance(outcome, Answerable)
    assert outcome.frame.group_by == ("opponent_karateka",)


@pytest.mark.parametrize("header", ["Tirador", "Luchadora", "Fencer"])
def test_those_who_are_asked_for_are_people_in_a_header_too(tmp_path: Path, header: str) -> None:
    path = tmp_path / "bouts.csv"
    rows = [f"{header} A,Club A,{header} B,Club B,ganador"]
    rows += [f"Ann {i},Norte,Bo {i % 3},Sur,{'AB'[i % 2]}" for i in range(40)]
    path.write_text("\n".join(rows), "utf-8")
    analyst = Analyst.open(path)
    assert analyst.model.player == "player"
    analyst.close()


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("games of Nightjar and Redshift against each other", "games"),
        ("win rate of Nightjar and Redshift against each other", "win_rate"),
        ("Nightjar와 Redshift 서로 몇 판 했어", "games"),
        ("¿cuántas partidas jugaron Nightjar y Redshift entre sí?", "games")
    ],
)  # fmt: skip
def test_games_against_each_other(understanding: Understanding, text: str, measure: str) -> None:
    outcome = understanding.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable)
    assert outcome.frame.measure == measure
    assert outcome.frame.filters == (
        Filter(dimension="team", values=("Nightjar",)),
        Filter(dimension="team", values=("Redshift",), side="opponent"),
    )


@pytest.mark.parametrize(
    "text",
    ["Nightjar and Redshift games", "Nightjar와 Redshift 경기", "games of Nightjar and Redshift"],
)
def test_games_of_each(understanding: Understanding, text: str) -> None:
    outcome = understanding.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable)
    asked = Frame(
        measure="games", filters=(Filter(dimension="team", values=("Nightjar", "Redshift")),)
    )
    assert outcome.frame == asked
