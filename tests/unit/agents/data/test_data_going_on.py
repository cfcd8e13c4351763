"""What a short question leaves to the talk: games, neighbours in order, whom it was about."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.carried import Before
from agents.data.match.answers.labels import what
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.plan import plan
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
_RACES = ("Zerg", "Protoss", "Terran")
_STARCRAFT = "date,event,stage,patch,map,player 1,race 1,player 2,race 2,winner\n" + "".join(
    f"202{2 + i % 3}-0{1 + i % 6}-11,{('Spring Cup', 'Clan Cup')[i % 2]},"
    f"{('Group', 'Final')[i // 2 % 2]},"
    f"5.0.{9 + i % 3},{('Altitude', 'Babylon')[i // 3 % 2]},Kestrel,{_RACES[i % 3]},Marrow,"
    f"{_RACES[(i + 1 + i // 5 % 2) % 3]},{('Kestrel', 'Marrow')[i // 2 % 2]}\n"
    for i in range(60)
)
_CLUBS = ("Real Cantera", "Racing Alcor", "UD Levantina")
_LEAGUE = "date,season,home_team,away_team,home_goals,away_goals\n" + "".join(
    f"20{20 + i % 3}-10-0{1 + i % 7},20{20 + i % 3}-20{21 + i % 3},{_CLUBS[i % 3]},"
    f"{_CLUBS[(i + 1 + i // 3 % 2) % 3]},{i % 4},{i // 2 % 3}\n"
    for i in range(90)
)


class Desk:
    """A table that is talked about."""

    def __init__(self, folder: Path, text: str) -> None:
        path = folder / "table.csv"
        path.write_text(text, encoding="utf-8")
        analyst = Analyst.open(path)
        self.model = analyst.model
        self._understanding = Understanding(analyst.model, versions=analyst.versions)
        analyst.close()

    def say(self, *texts: str) -> Frame:
        """Return the frame of the last of some questions."""
        found: list[Frame] = []
        named = None
        for text in texts:
            before = Before(earlier=found[-2] if len(found) > 1 else None, named=named)
            outcome = self._understanding.understand(
                text, today=TODAY, previous=found[-1] if found else None, before=before
            ).outcome
            named = None
            if isinstance(outcome, Decline) and outcome.reason == "forecast":
                named = outcome.named
                continue
            assert isinstance(outcome, Answerable), (text, outcome)
            found.append(outcome.frame)
        return found[-1]


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("races"), _STARCRAFT)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("league"), _LEAGUE)


def _named(frame: Frame) -> set[str]:
    return {value for one in frame.filters for value in one.values}


@pytest.mark.parametrize(
    ("said", "named", "rows"),
    [
        (("how many games?", "in Clan Cup?", "number of games by map"), {"Clan Cup"}, ("map",)),
        (("총 몇 경기야?", "Clan Cup은?", "맵별로 몇판씩 했어"), {"Clan Cup"}, ("map",)),
        (("¿cuántas partidas?", "¿y en Clan Cup?", "partidas por mapa"), {"Clan Cup"}, ("map",)),
        (("Kestrel win rate", "win rate with each race"), {"Kestrel"}, ("race",)),
        (("Terran win rate on Babylon", "which race has the best win rate?"), set(), ("race",)),
        (("Terran win rate on Babylon", "number of games by map overall"), set(), ("map",)),
        (("PvT by map", "how many games is that in total?"), {"Protoss", "Terran"}, ()),
    ],
)  # fmt: skip
def test_a_figure_and_its_rows_alone_are_asked_of_the_same_games(
    races: Desk, said: tuple[str, ...], named: set[str], rows: tuple[str, ...]
) -> None:
    frame = races.say(*said)
    assert (_named(frame), frame.group_by) == (named, rows)


def test_the_best_after_a_number_of_games_have_the_highest_win_rate(races: Desk) -> None:
    frame = races.say("win rate by map for Terran", "how many games", "best race on each map")
    assert (frame.measure, frame.order) == ("win_rate", "desc")
    frame = races.say(
        "win rate by map for Terran", "how many games", "most played race on each map"
    )
    assert frame.measure != "win_rate"


@pytest.mark.parametrize(
    "out",
    [
        "drop the final condition", "sin el filtro de la final", "결승 조건 빼고"
    ],
)  # fmt: skip
def test_the_condition_of_a_value_is_taken_out(races: Desk, out: str) -> None:
    assert _named(races.say("Zerg win rate in the final", out)) == {"Zerg"}


@pytest.mark.parametrize(
    ("asked", "said", "value"),
    [
        ("Zerg win rate in patch 5.0.9", "and the next patch?", "5.0.10"),
        ("Zerg win rate in patch 5.0.10", "the one before?", "5.0.9"),
        ("Zerg win rate in patch 5.0.10", "다음 패치는?", "5.0.11"),
        ("Zerg win rate in patch 5.0.10", "¿y en el anterior?", "5.0.9"),
    ],
)  # fmt: skip
def test_a_patch_has_neighbours_by_its_numbers(
    races: Desk, asked: str, said: str, value: str
) -> None:
    assert value in _named(races.say(asked, said))


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("and the next year?", date(2024, 1, 1)), ("the year before?", date(2022, 1, 1)),
        ("그 다음은?", date(2024, 1, 1)), ("그 전 해는?", date(2022, 1, 1)),
        ("¿y el siguiente?", date(2024, 1, 1)), ("¿y el año anterior?", date(2022, 1, 1)),
    ],
)  # fmt: skip
def test_a_year_has_neighbours(races: Desk, said: str, first: date) -> None:
    (period,) = races.say("TvZ in 2023", said).period
    assert period.start == first


@pytest.mark.parametrize(
    ("said", "season"),
    [
        ("and the next season?", "2022-2023"), ("다음 시즌은?", "2022-2023"),
        ("¿y en la siguiente?", "2022-2023"), ("the season before?", "2020-2021"),
        ("그 전 시즌은?", "2020-2021"), ("¿y la temporada anterior?", "2020-2021"),
    ],
)  # fmt: skip
def test_a_season_has_neighbours(league: Desk, said: str, season: str) -> None:
    assert _named(league.say("Real Cantera win rate in 2021-2022", said)) == {
        "Real Cantera",
        season,
    }


@pytest.mark.parametrize(
    "said",
    [
        ("Real Cantera wins at home", "away?", "in total"),
        ("Real Cantera wins at home", "away?", "win rate overall"),
        ("Real Cantera 홈 승리", "원정은?", "전체로"),
        ("Real Cantera victorias en casa", "¿y fuera?", "porcentaje de victorias en total"),
    ],
)
def test_in_total_is_at_home_and_away(league: Desk, said: tuple[str, ...]) -> None:
    frame = league.say(*said)
    assert (_named(frame), frame.group_by) == ({"Real Cantera"}, ())


@pytest.mark.parametrize(
    "said",
    [
        ("who will win, Real Cantera or Racing Alcor?", "their head to head?"),
        ("¿quién ganará, Real Cantera o Racing Alcor?", "¿y el historial entre ellos?"),
        ("Real Cantera랑 Racing Alcor 붙으면 누가 이길까?", "둘이 상대전적은?"),
    ],
)
def test_the_two_of_a_forecast_are_meant(league: Desk, said: tuple[str, ...]) -> None:
    own, rival = league.say(*said).filters
    assert (own.values, rival.values) == (("Real Cantera",), ("Racing Alcor",))
    assert rival.side == "opponent"


@pytest.mark.parametrize(
    "said",
    [
        "remove the draws", "quita los empates", "무승부는 지워줘"
    ],
)  # fmt: skip
def test_draws_are_left_out_and_nothing_is_written(league: Desk, said: str) -> None:
    assert league.say("Real Cantera vs Racing Alcor", said).draws == "exclude"


def test_two_matchups_are_named_as_such(races: Desk) -> None:
    frame = races.say("PvT win rate", "and ZvP too")
    title = what(plan(frame, races.model), races.model, "en")
    assert "Protoss against Terran" in title and "Zerg against Protoss" in title
    assert "without" not in title and "except" not in title


@pytest.mark.parametrize(
    "said",
    [
        ("most played map", "win rate there for Zerg?"), ("mapa más jugado", "¿tasa de Zerg ahí?")
    ],
)  # fmt: skip
def test_there_is_the_first_row_wherever_it_is_said(said: tuple[str, ...]) -> None:
    found = Talk.on_sample().asked(*said)
    assert (found.measure, found.group_by) == ("win_rate", ())
    assert {one.dimension: one.values for one in found.filters} == {
        "race": ("Zerg",), "map": ("Acropolis",),
    }  # fmt: skip
