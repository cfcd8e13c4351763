"""Whole first questions of several parts at once: whoever words them, no part is lost or turned."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import meetings

TODAY = date(2024, 6, 1)
RACES = ("Terran", "Zerg", "Protoss")
PEOPLE = {"Vesper": "Terran", "Quillon": "Zerg", "Dorado": "Protoss", "Nimbus": "Zerg"}


def _two_sides() -> str:
    lines = ["date,tournament,stage,map,patch,player1,race1,player2,race2,winner,minutes"]
    for index, day, one, two in meetings(list(PEOPLE), 240, date(2022, 1, 1), 3):
        cup, stage = (
            ("Aurora Cup", "Gale Masters")[index % 2],
            ("Groups", "Playoffs")[index // 2 % 2],
        )
        arena, patch = ("Reef", "Mesa", "Dune")[index % 3], f"5.{1 + index // 7 % 3}"
        lines.append(
            f"{day},{cup},{stage},{arena},{patch},{one},{PEOPLE[one]},{two},{PEOPLE[two]},"
            f"{1 + index % 2},{5 + index % 24}"
        )
    return "\n".join(lines)


def _flags() -> str:
    lines = ["fecha,torneo,mapa,jugador1,raza1,jugador2,raza2,gana_j1,gana_j2,parche"]
    for index, day, one, two in meetings(list(PEOPLE), 120, date(2022, 1, 1), 6):
        cup, arena = ("Copa Sur", "Liga Norte")[index % 2], ("Cala", "Duna")[index // 2 % 2]
        won = index % 3 == 0
        lines.append(
            f"{day},{cup},{arena},{one},{PEOPLE[one]},{two},{PEOPLE[two]},{won:d},{not won:d},"
            f"4.{1 + index // 5 % 3}"
        )
    return "\n".join(lines)


def _lanes() -> str:
    lines = ["game_id,date,patch,side,champion,lane,team,win"]
    heroes, lanes = ("Aldra", "Brakk", "Cinder"), ("top", "mid", "jungle", "bot")
    for index in range(120):
        day = date(2023, 1, 1) + timedelta(days=index)
        for side in (0, 1):
            team = (("Ravens", "Otters"), ("Foxes", "Badgers"))[side][index // 3 % 2]
            lines.append(
                f"{index},{day},14.{1 + index % 3},{('blue', 'red')[side]},"
                f"{heroes[(index + side) % 3]},{lanes[index % 4]},{team},{(index + side) % 2}"
            )
    return "\n".join(lines)


def _football() -> str:
    lines = ["season,date,home_team,away_team,home_goals,away_goals,result,referee"]
    teams = ("Ashford", "Brixley", "Carlow", "Denby")
    for index, day, one, two in meetings(teams, 120, date(2022, 1, 1), 6):
        x, y = index % 4, index // 4 % 3
        result = "H" if x > y else "A" if y > x else "D"
        season = "2021-22" if day < date(2022, 7, 1) else "2022-23"
        lines.append(f"{season},{day},{one},{two},{x},{y},{result},{('Lowe', 'Marsh')[index % 2]}")
    return "\n".join(lines)


def _own_log() -> str:
    lines = ["date,my_deck,opp_deck,play_draw,result,format"]
    for index in range(90):
        day = date(2022, 6, 1) + timedelta(days=7 * index)
        mine, theirs = ("Rakdos", "Gruul")[index % 2], ("Control", "Burn", "Ramp")[index % 3]
        lines.append(
            f"{day},{mine},{theirs},{('play', 'draw')[index // 2 % 2]},{'WL'[index // 3 % 2]},"
            f"{('Standard', 'Pioneer')[index // 5 % 2]}"
        )
    return "\n".join(lines)


TABLES = {
    "games": _two_sides, "flags": _flags, "lanes": _lanes, "football": _football, "log": _own_log,
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Understanding]]:
    folder, read = tmp_path_factory.mktemp("parts"), {}
    for name, text in TABLES.items():
        path = folder / f"{name}.csv"
        path.write_text(text() + "\n", "utf-8")
        analyst = Analyst.open(path)
        read[name] = Understanding(analyst.model, versions=analyst.versions)
        analyst.close()
    yield read


def frame(read: Understanding, text: str) -> Frame:
    outcome = read.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame.model_copy(
        update={"filters": tuple(sorted(outcome.frame.filters, key=str))}
    )


SAME = {
    ("games", "Vesper's losses against Protoss in 2023 by map"): (
        "in 2023, Vesper lost how many to Protoss on each map",
        "2023년 Vesper가 프로토스한테 진 횟수 맵별로",
        "맵별로 Vesper가 2023년에 프로토스 상대로 몇 번 졌어?",
        "Vesper's losses on each map to Protoss in 2023",
        "¿cuántas veces perdió Vesper contra Protoss en 2023 por mapa?",
    ),
    ("games", "who lost the most games against Terran on Dune in 2023?"): (
        "which player lost most to Terran on Dune in 2023?",
        "on Dune in 2023 which player lost the most to Terran",
        "2023년 Dune에서 테란한테 제일 많이 진 선수는?",
    ),
    ("games", "number of games of Vesper against Protoss in 2023 by map"): (
        "games of Vesper against Protoss in 2023 by map",
        "partidas de Vesper contra Protoss en 2023 por mapa",
        "2023년에 맵별로 Vesper가 프로토스랑 몇 판 했어?",
    ),
    ("games", "number of TvZ games by month in 2023 as a chart"): (
        "chart: TvZ games per month in 2023",
        "gráfico de las partidas TvZ por mes en 2023",
        "2023년 테란 저그 경기가 매달 몇 번 있었는지 차트로",
    ),
    ("games", "TvZ win rate in patch 5.2 without Reef"): (
        "5.2 패치에서 Reef 빼고 테저전 승률",
        "TvZ win rate in patch 5.2, Reef excluded",
        "winrate TvZ en el parche 5.2 sin Reef",
    ),
    ("games", "Nimbus win rate against Terran and Protoss in 2023"): (
        "Nimbus vs Terran or Protoss in 2023, win rate",
        "winrate de Nimbus contra Terran y Protoss en 2023",
    ),
    ("games", "losses of Dorado by opponent race in the Playoffs"): (
        "how many games did Dorado lose to each race in the Playoffs",
        "losses of Dorado by opponent's race in the Playoffs",
        "Playoffs에서 Dorado 패배 수 상대 종족별로",
    ),
    ("games", "players by losses against Zerg, most first, under 10 games excluded"): (
        "players by losses against Zerg with at least 10 games, most first",
    ),
    ("games", "win rate by race adjusted for skill in 2023"): (
        "race win rates in 2023 corrected for player strength",
    ),
    ("games", "how many times did Vesper beat Quillon on Reef"): (
        "how many times has Vesper beaten Quillon on Reef",
        "in how many games on Reef did Vesper beat Quillon",
    ),
    ("games", "Vesper's wins in games over 15 minutes by map"): (
        "games over 15 minutes won by Vesper by map",
    ),
    ("games", "win rates of Vesper and Nimbus against Terran in 2023"): (
        "win rate of Vesper vs Nimbus against Terran in 2023",
        "win rate against Terran in 2023: Vesper vs Nimbus",
    ),
    ("games", "win rates of Terran, Zerg and Protoss on Reef"): (
        "Terran vs Zerg vs Protoss win rates on Reef",
        "Reef에서 테란 vs 저그 vs 프로토스 승률",
    ),
    ("games", "Vesper's win rate against Zerg by map"): (
        "Vesper가 저그랑 한 경기 승률 맵별",
        "percentage of games won by Vesper against Zerg by map",
    ),
    ("games", "number of games between Vesper and Nimbus by map"): (
        "Vesper and Nimbus games against each other by map",
        "games between Vesper and Nimbus by map",
    ),
    ("games", "players with at least 5 wins against Vesper"): (
        "players who beat Vesper at least 5 times",
    ),
    ("games", "players with at least 5 losses against Zerg"): (
        "저그한테 5번 이상 진 선수",
        "players who lost to Zerg at least 5 times",
    ),
    ("flags", "porcentaje de victorias de Zerg contra Terran en Cala por parche"): (
        "¿Cuánto gana Zerg a Terran en Cala por parche?",
        "qué porcentaje de partidas le gana Zerg a Terran en Cala según el parche",
    ),
    ("flags", "los 2 jugadores con más victorias en la Copa Sur en 2023"): (
        "los dos jugadores que más ganaron en la Copa Sur durante 2023",
        "2023년 Copa Sur 최다승 선수 2명",
        "Copa Sur 2023년에 제일 많이 이긴 선수 둘",
    ),
    ("football", "draw rate between Ashford and Brixley by season"): (
        "시즌별 Ashford Brixley 경기 무승부율",
        "Ashford와 Brixley 경기가 비긴 비율 시즌별로",
        "¿con qué frecuencia empatan Ashford y Brixley por temporada?",
        "¿qué porcentaje de los Ashford-Brixley terminaron en empate por temporada?",
    ),
    ("football", "¿qué equipo ganó más como local en 2022-23?"): (
        "¿qué equipo ganó más de local en 2022-23?",
    ),
    ("games", "¿contra quién perdió más Dorado en 2023, sin Reef?"): (
        "Dorado가 제일 많이 진 상대 2023년 Reef 제외",
    ),
    ("football", "home win rate by referee without draws in 2022"): (
        "home win rate under each referee in 2022, draws excluded",
        "home win rate by referee in 2022, not counting draws",
    ),
    ("football", "victorias de Ashford con el árbitro Marsh"): (
        "victorias de Ashford cuando pita Marsh",
        "victorias de Ashford en partidos que pitó Marsh",
    ),
    ("football", "Ashford win rate by season with referee Marsh"): (
        "Ashford under referee Marsh: win rate by season",
    ),
    ("log", "losses with Gruul by opponent deck in 2023"): (
        "my losses with Gruul by opponent's deck in 2023",
        "2023년 Gruul로 상대 덱별 몇 번 졌어?",
        "how many games did I lose with Gruul against each deck in 2023",
    ),
    ("log", "games against Burn by month"): ("Burn이랑 붙은 경기 수 월별",),
    ("log", "win rate by opponent deck in Standard since 2023"): (
        "2023년 이후 Standard 상대 덱별 승률",
        "my win rate by opponent's deck in Standard since 2023",
    ),
}


@pytest.mark.parametrize(("table", "plain"), SAME, ids=" ".join)
def test_other_words_ask_the_same(tables: dict[str, Understanding], table: str, plain: str) -> None:
    asked = frame(tables[table], plain)
    for text in SAME[table, plain]:
        assert frame(tables[table], text) == asked, text


TOP = Filter(dimension="lane", values=("top",))


@pytest.mark.parametrize(
    ("text", "groups", "limit"),
    [
        ("champion win rate in the top lane", ("champion",), None),
        ("campeón con más victorias en top", ("champion",), None),
        ("top 3 champions in top", ("champion",), 3),
        ("탑에서 챔피언별 승률", ("champion",), None),
    ],
)
def test_a_lane_may_be_called_top(
    tables: dict[str, Understanding], text: str, groups: tuple[str, ...], limit: int | None
) -> None:
    found = frame(tables["lanes"], text)
    assert (found.filters, found.group_by, found.limit) == ((TOP,), groups, limit)


def test_top_may_be_one_of_several_lanes(tables: dict[str, Understanding]) -> None:
    found = frame(tables["lanes"], "top, mid and bot win rate of Aldra")
    lanes = next(one for one in found.filters if one.dimension == "lane")
    assert (lanes.values, found.order) == (("top", "mid", "bot"), None)


@pytest.mark.parametrize(
    "text",
    ["top 3 champions"],
)
def test_top_ranks_where_it_is_no_lane(tables: dict[str, Understanding], text: str) -> None:
    found = frame(tables["lanes"], text)
    assert (TOP not in found.filters, found.order) == (True, "desc")


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("Dorado가 제일 많이 진 종족은? Reef에서", "opponent"),
        ("Dorado가 2023년에 가장 자주 만난 종족은?", "opponent"),
    ],
)
def test_those_whom_a_player_lost_to_are_rivals(
    tables: dict[str, Understanding], text: str, met: str
) -> None:
    assert frame(tables["games"], text).group_by == (met,)


@pytest.mark.parametrize(
    "text",
    ["Ashford가 원정에서 제일 많이 진 팀은?", "¿a qué equipo le gana más Ashford de visitante?"],
)
def test_the_teams_that_a_team_met_are_rivals(tables: dict[str, Understanding], text: str) -> None:
    assert frame(tables["football"], text).group_by == ("opponent",)


def test_two_seasons_are_set_beside_each_other_without_months(
    tables: dict[str, Understanding],
) -> None:
    found = frame(tables["games"], "5.1 패치 대비 5.3 패치 저그 승률 변화 맵별")
    assert found.group_by == ("map",)


def test_columns_that_say_who_won_are_no_amounts(tables: dict[str, Understanding]) -> None:
    read = tables["flags"].understand("gana más de 5", today=TODAY)
    assert not isinstance(read.outcome, Answerable) or not read.outcome.frame.measured
