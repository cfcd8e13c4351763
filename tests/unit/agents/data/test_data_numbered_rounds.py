"""Rounds that are whole numbers: from round 20 on, 10라운드까지, entre las jornadas 10 y 20."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Comparison, Filter
from tests.unit.agents.data.data_support import Talk, meetings

TEAMS = ("Girona", "Getafe", "Betis", "Osasuna")
GAMES = tuple(
    (day, number % 38 + 1, home, away, "HAD"[number % 3])
    for number, day, home, away in meetings(TEAMS, 380, date(2023, 8, 12), 1)
)
HEADS = {
    "round": "date,round,home,away,result",
    "jornada": "fecha,jornada,local,visitante,resultado",
}
Bounds = tuple[tuple[Comparison, float], ...]


@pytest.fixture(scope="module", params=HEADS)
def talk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Talk]:
    spanish = request.param == "jornada"
    told = {"H": "L", "A": "V", "D": "E"} if spanish else {}
    rows = [f"{d},{n},{h},{a},{told.get(r, r)}" for d, n, h, a, r in GAMES]
    text = "\n".join([HEADS[request.param], *rows])
    talk = Talk.about(text, tmp_path_factory.mktemp(request.param), date(2025, 1, 1))
    yield talk
    talk.analyst.close()


def _bounds(talk: Talk, *messages: str) -> Bounds:
    asked = talk.asked(*messages)
    assert asked.filters == (Filter(dimension="player", values=("Girona",)),)
    return tuple((one.comparison, one.value) for one in asked.measured)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("Girona win rate from round 20 on", ((">=", 20),)),
        ("Girona win rate after round 20", ((">", 20),)),
        ("Girona win rate before round 20", (("<", 20),)),
        ("Girona win rate up to round 20", (("<=", 20),)),
        ("Girona win rate in rounds 10 to 20", ((">=", 10), ("<=", 20))),
        ("Girona 승률 20라운드부터", ((">=", 20),)),
        ("Girona 20라운드까지 승률", (("<=", 20),)),
        ("Girona 20라운드 이전 승률", (("<", 20),)),
        ("Girona 10라운드부터 20라운드까지 승률", ((">=", 10), ("<=", 20))),
        ("victorias de Girona a partir de la jornada 20", ((">=", 20),)),
        ("victorias de Girona hasta la jornada 20", (("<=", 20),)),
        ("victorias de Girona antes de la jornada 20", (("<", 20),)),
        ("victorias de Girona de la jornada 10 a la 20", ((">=", 10), ("<=", 20))),
    ],
)
def test_a_round_is_where_something_begins_or_ends(talk: Talk, text: str, bounds: Bounds) -> None:
    assert _bounds(talk, text) == bounds


def test_the_games_are_those_of_the_rounds(talk: Talk) -> None:
    talk.asked("Girona win rate from round 20 on")
    played = Counter(
        "HAD".index(result) == (0 if home == "Girona" else 1)
        for _, number, home, away, result in GAMES
        if number >= 20 and "Girona" in (home, away)
    )
    assert talk.column("games") == [played.total()]
    assert talk.column("wins") == [played[True]]


def test_a_follow_up_changes_the_rounds(talk: Talk) -> None:
    before = ("Girona win rate", "from round 20 on")
    assert _bounds(talk, *before) == ((">=", 20),)
    assert _bounds(talk, *before, "and until round 10?") == (("<=", 10),)


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("Girona win rate in round 20", ("20",)),
        ("Girona wins in rounds 10 and 20", ("10", "20")),
        ("Girona 20라운드 승률", ("20",)),
        ("victorias de Girona en la jornada 20", ("20",)),
    ],
)
def test_elsewhere_a_round_is_itself(talk: Talk, text: str, rounds: tuple[str, ...]) -> None:
    asked = talk.asked(text)
    assert asked.filter("round") == Filter(dimension="round", values=rounds)
    assert asked.measured == ()
