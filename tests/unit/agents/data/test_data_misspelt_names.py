"""A long name with two letters wrong is asked about, and yes is an answer to that."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable, Ask, Decline, Waiting
from agents.data.understanding import Understanding

_DAY = date(2024, 6, 1)
_MAPS = ("Deathaura", "Golden Wall", "Submarine", "Nightshade")
_NAMES = ("Serral", "Reynor", "Rogueman", "Valentin")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    path = tmp_path_factory.mktemp("misspelt") / "games.csv"
    rows = ["date,map,player1,race1,player2,race2,winner"]
    for n in range(200):
        one, two = f"{_NAMES[n % 4]},{'TZP'[n % 3]}", f"{_NAMES[(n + 1) % 4]},{'TZP'[n % 2]}"
        rows.append(f"2024-01-{n % 28 + 1:02},{_MAPS[n % 4]},{one},{two},{n % 2 + 1}")
    path.write_text("\n".join(rows), "utf-8")
    analyst = Analyst.open(path)
    yield Understanding(analyst.model)
    analyst.close()


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("how many games on deathora?", "yes"), ("Deathora에서 몇 판이야?", "네"),
        ("¿cuántas partidas en deathora?", "sí"), ("how many games on dethoura", "Deathaura"),
    ],
)  # fmt: skip
def test_one_name_that_is_near_is_asked_about(read: Understanding, text: str, yes: str) -> None:
    asked = read.understand(text, today=_DAY).outcome
    assert isinstance(asked, Ask), asked
    assert [term.detail for term in asked.meanings] == ["Deathaura"]
    waiting = Waiting(asked.frame, asked.slot, ("map=Deathaura",))
    outcome = read.understand(yes, today=_DAY, waiting=waiting).outcome
    assert isinstance(outcome, Answerable), outcome
    assert outcome.frame.measure == "games"
    assert outcome.frame.filters == (Filter(dimension="map", values=("Deathaura",)),)


@pytest.mark.parametrize(
    "text",
    [
        "win rate on Nightshift"
    ],
)  # fmt: skip
def test_other_words_are_declined(read: Understanding, text: str) -> None:
    outcome = read.understand(text, today=_DAY).outcome
    assert isinstance(outcome, Decline), outcome
    assert outcome.reason == "word"
